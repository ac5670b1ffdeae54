# The sentences about what is recorded of a match: what was checked, what stands behind a moment, a replay.

window-trust-moments-signatures = When something was signed
window-trust-moments-shuffles = When somebody shuffled
window-trust-moments-openings = When tiles were opened
window-trust-moments-claims = When somebody claimed something
window-trust-moments-moves = Moves
window-trust-copy-words = Copy the table words
window-trust-counts-signatures = { $signatures ->
    [one] 1 signature
   *[other] { $signatures } signatures
}
window-trust-counts-shuffles = { $shuffles ->
    [one] 1 shuffle
   *[other] { $shuffles } shuffles
}
window-trust-counts-openings = { $openings ->
    [one] 1 opening of tiles
   *[other] { $openings } openings of tiles
}
window-trust-counts-claims = { $claims ->
    [one] 1 claim about hidden tiles
   *[other] { $claims } claims about hidden tiles
}
window-trust-counts-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
window-trust-checked = Checked on this machine
window-trust-keys = Keys
window-trust-words = Table words
window-trust-meaning = Every tile was shuffled by everybody, and everything here was signed by its player and checked by this program. Anybody can check it again from the log.
window-proof-of-signed = Signed by everybody whom it concerns.
window-proof-of-shuffled = Proven: the same face-down tiles in another order.
window-proof-of-dealt = Every part of every opening is proven; each tile is open to its owner alone.
window-proof-of-played = The tile was opened to everybody, and is the one that was dealt to this seat.
window-proof-of-compared = Compared with the hands when those were opened at the round's end.
window-proof-of-searched = Proven without showing any tile: none of them is the engine.
window-proof-of-passed = Proven without showing the hand: nothing in it fits.
window-proof-of-kept = Proven without showing the tile: it does not fit.
window-proof-of-standstill = Whoever says that nothing fits has proven it; whoever says that they can play is held to it.
window-proof-of-stopped = Signed. Whoever is in a chain may end it, whatever they hold.
window-proof-of-scored = Every tile still held was opened to everybody.
window-replay-title = Replay
window-replay-reading = Reading the log…
window-replay-checking = Checking every signature and proof…
window-replay-passed = Passed: every check, from the first signature to the last score
window-replay-unfinished = Passed so far; the match is unfinished
window-replay-not-yet = Not checked yet.
window-replay-not-checked = Not checked: it comes after what failed or cannot be read.
window-replay-failed-here = Failed here: what was written down for this step is refused.
window-replay-show-step = Show step { $step }
window-replay-with-checks = { $verdict } ({ $checks })
window-replay-not-opened = { $path } cannot be opened: { $why }.
window-replay-first = First moment
window-replay-back = One moment back
window-replay-play = Play
window-replay-pause = Pause
window-replay-forward = One moment on
window-replay-last = Last moment
window-replay-text = Text
window-replay-json = JSON
window-replay-copy-text = Copy as text
window-replay-copy-json = Copy as JSON
window-replay-save-text = Save as text
window-replay-save-json = Save as JSON
window-replay-exporting = It is being written
window-replay-copied = Copied.
window-replay-saved = Saved as { $path }.
window-replay-not-saved = { $path } cannot be written: { $why }.
window-replay-close = Close
window-replay-failed = Failed: { $why }
window-replay-no-log = Damaged, or no log: { $damage }
window-replay-damaged = Damaged behind byte { $bytes }: { $damage }. { $steps ->
    [0] Nothing before it can be shown
    [one] The 1 step before it is shown
   *[other] The { $steps } steps before it are shown
}
window-replay-moment-in-short = { $number } of { $of }
window-replay-moment-step = Moment { $number } of { $of }, step { $step }
window-replay-moment = Moment { $number } of { $of }
