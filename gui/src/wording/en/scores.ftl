# The scorekeeper's sentences: what is wrong with a sheet or a round, and what a round says.

scores-newer-file = it was written by another version of this program
scores-no-sheet = there is no scoresheet yet: "mextrain scores new Ada Bo Cy" begins one
scores-nothing-to-undo = there is no round to take back
scores-nothing-to-redo = no round was taken back that could be written again
scores-desk-hint = Press Enter to be asked for the next round, or type it: Ada=31; Bo=out; Cy=4-6 5-5 (? for more, quit to end)
scores-desk-help =
    {"  "}(Enter)                       the next round, hand by hand
      Ada=31; Bo=out; Cy=4-6 5-5    the next round at once: points, tiles, or out
      blocked; Ada=31; Bo=7; Cy=9   a round in which nobody went out
      out Bo; Ada=31; Cy=9          a round in which Bo went out (first)
      undo, redo                    take a round back, write it down again
      show                          the sheet again
      csv                           write it for spreadsheets, beside the sheet's file
      new                           begin another sheet; this one is kept beside it
      quit                          end; the sheet is kept
scores-who-plays = Who plays? (names with commas between){" "}
scores-which-rules = Which rules? (Enter for traditional; a preset or house rules, and changes: pagat double_blank=50){" "}
scores-blocked-question = Nobody is out. Was the round blocked? (y/n){" "}
scores-what-is-left = { $name } still holds (points, tiles, or Enter for nothing):{" "}
scores-not-understood = "{ $part }" is not understood (? for help)
scores-written = Written to { $path }.
scores-not-written = { $path } was not written: { $why }
scores-error-players = a match has 2 to 8 players, and { $count ->
    [0] none is
    [one] 1 is
   *[other] { $count } are
} named
scores-error-same-name = two players are called { $name }: give one of them another name
scores-error-sign = { $name } cannot be a name on a sheet: where rounds are typed, "{ $sign }" stands between names and hands
scores-error-unknown = nobody is called { $who }; the players are { $players }
scores-error-ambiguous = more than one name begins with { $who }: write all of it
scores-error-twice = the hand of { $name } is told twice
# Several names in the place of $who below: Bo, of Cy
scores-error-missing-more = { $others }, of { $name }
scores-error-missing = what is left in the hand of { $who }?
scores-seat = seat { $seat }
scores-fault-seats = { $found } scores for a table of { $seats }
scores-fault-complete = every round of the match is scored already
scores-fault-foreign = { $who } cannot hold { $tile }: the { $set } set does not have it
scores-fault-engine = { $who } cannot hold { $tile }: it is this round's starting double, in the middle of the table
scores-fault-shared = { $tile } is in the hand of { $first } and of { $second }, and the set has one
scores-fault-too-many = { $points } points in all hands are too many: all tiles but the starting double come to { $most }
scores-fault-out-holds = { $who } went out, and can hold nothing
scores-fault-holds-nothing = { $who } holds nothing, and { $out } is to have gone out
scores-fault-not-blocked = { $who } holds nothing and so went out: the round was not blocked
scores-fault-unclear = nobody went out: was the round blocked, or who was it?
scores-fault-who-first = several hands are empty: who went out first? (--out NAME; in a typed line: out NAME)
scores-fault-several = several hands are empty, and only one player can go out: tell what the others still hold (a double-blank that counts nothing as 0-0)
scores-file-unusable = { $path } is no scoresheet that can be used, and is left as it is: { $why }
scores-file-changed = { $path } was changed by another program meanwhile: nothing was written
scores-no-seat = there is no seat { $number }
scores-wrong-round = round { $number }: { $why }
scores-put-aside = The sheet that was there is kept in { $path }.
scores-standing-over = The match is over: { $winners }.
scores-standing = Round { $number } of { $rounds } starts with { $engine }-{ $engine }.
