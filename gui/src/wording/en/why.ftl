# Why something is not possible: behind a colon, without a full stop.

why-round-over = the round is over
why-not-your-turn = it is another seat's turn
why-not-expected = this is not owed now
why-not-in-set = there is no such tile in this set
why-not-in-hand = that tile is not in the hand
why-must-play-drawn = the tile just drawn must be played
why-double-waits = a double waits: only a tile that satisfies it may be played
why-train-closed = that train is closed
why-too-early = that train is not open on a first turn
why-does-not-match = that tile does not match the end of the train
why-may-not-draw = a seat that can play may not draw
why-boneyard-empty = the boneyard is empty
why-may-not-pass = a seat that can play may not pass
why-must-draw = a seat that cannot play must draw while the boneyard holds tiles
why-name-empty = a name needs at least one character
why-name-too-long = a name has at most { $most } characters
why-name-sign = a name cannot hold the character U+{ $code }
why-no-code = this is not a join code: { $why }
why-no-address = this is not an address like 192.168.1.23:{ $port }
why-no-multiaddr = this is not a multiaddr like /ip4/192.168.1.23/tcp/{ $port }
why-no-table-name = this is no name of a table: { $why }
why-code-shape = a join code has { $count } letters and digits, never U
why-code-check = a character of the join code is wrong
why-move-empty = type a move: 4-7 me, 4-7 mex, draw or pass
why-move-too-long = that is too long for a move
why-move-tile = { $why }; or type draw or pass
why-move-trailing = { $word } stands alone
why-move-no-train = say on which train: me, mex, a seat's number or a name
why-move-unknown-train = no train is called { $text }; say me, mex, a seat's number or a name
why-move-ambiguous = { $text } could be seat { $seats }; type more of the name or the number
# Between the last of several.
why-or = {" "}or{" "}
why-tile = { $text } is not a tile; write one as 4-6
why-tile-too-high = { $text } is in no set: pips go up to { $most }
why-held-points = { $text } is neither points nor tiles
why-held-twice = { $tile } is there twice, and the set has one
