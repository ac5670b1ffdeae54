# The board as a seat sees it, as lines of text, and the sentence that says what is owed.

board-own-row = { $seat } { $who } (you)
board-mexican-row = M Mexican Train
board-engine = Engine { $engine }-{ $engine }, { $tiles } in the boneyard
board-satisfy = Satisfy the double: { $pip }s only, on { $place }
board-others-engine = Who was dealt { $engine }?
board-others-search = { $who } draws for { $engine }
board-others-search-together = Everybody draws for { $engine }
board-others-standstill = Everybody has passed: can anybody play after all?
board-others-drawn = { $who } looks at the tile drawn
board-others-turn = { $who } is choosing
board-others-out = { $who } went out: the round is over
board-others-blocked = Blocked: everyone scores
board-own-drew = You drew { $tile }. It must be played
board-own-kept = { $tile } does not fit. Your Lantern is lit
board-own-second-draw = You played a double, and no second tile fits: draw a tile
board-own-second-pass = You played a double, and no second tile fits: pass
board-own-second = You played a double. Play one more tile, on it or elsewhere
board-own-double-draw = You played { $double }, and nothing satisfies it: draw a tile
board-own-double-pass = You played { $double }, and nothing satisfies it: pass
board-own-double = You played { $double }. Satisfy it now
board-own-draw = Nothing fits: draw a tile
board-own-empty = Nothing fits and the boneyard is empty: pass
board-own-no-draw = Nothing fits, and there is no draw now: pass
board-own-chain-ends = Nothing goes on with your train: stop
board-own-chain = You may go on with your train, or stop
board-own-turn = Your turn: choose a tile
board-why-own-train = You can play { $tile } on your train
board-why-can-play = You can play { $tile } on { $place }
board-why-empty = The boneyard is empty: pass
board-why-no-draw = There is no draw now: pass
board-why-chain = You are in your opening chain: stop it
board-why-drawn = You have drawn already
board-why-turn = It is not your turn
# A train behind "on".
board-on-train = { $who }'s train
board-on-mexican-train = the Mexican Train
board-name = seat { $seat }
board-tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
board-state-open = always open
board-state-lantern = Lantern
board-state-own = your train
board-state-closed = closed
board-holding = last tile
