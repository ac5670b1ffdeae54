# The sentences of the screen on which the scores of a match with tiles of wood are kept.

window-scores-title = Keep score
window-scores-about = For a game with real tiles: say what everybody still holds, and it adds up.
window-scores-new = A new scoresheet
window-scores-players = Players
window-scores-player = Name of player { $number }
window-scores-rules = Scored by
window-scores-first = First starting double
window-scores-double-blank = 0-0 left in a hand counts
window-scores-scoring = Points
window-scores-scoring-own = Everybody their own, the lowest total wins
window-scores-scoring-winner = To the round's winner, the highest wins
window-scores-begin = Begin the sheet
window-scores-cancel = Cancel
window-scores-kept = The sheet that is there is kept beside it, as a file.
window-scores-round = Round { $number } of { $rounds }, starting double { $engine }-{ $engine }
window-scores-hands = What is left in each hand: points (31), or tiles (12-5 6-6 0-2).
window-scores-hand = What { $name } still holds
window-scores-hand-hint = 31, or 12-5 6-6
window-scores-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
window-scores-out = went out
window-scores-ended = Who went out?
window-scores-blocked = Nobody: blocked
window-scores-record = Write the round down
window-scores-undo = Take the last round back
window-scores-redo = Write it down again
window-scores-export = Export as CSV
window-scores-copy = Copy as CSV
window-scores-another = New sheet
window-scores-kept-in = Every change is kept at once, in { $path }.
window-scores-reopen = Look again
window-scores-aside = Put it aside and begin anew
