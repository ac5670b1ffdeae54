# The rules' presets and option values, each in a sentence.

options-preset-traditional = the traditional edition: one tile a turn, a double is satisfied at once
options-preset-set-maker = a set maker's sheet: the engine is set aside, openings are chains
options-preset-pagat = as described at Pagat: the engine's holder begins, openings are chains
options-preset-guide = a beginner's guide: the engine's holder begins
options-preset-article = a magazine's article: the engine is set aside, the first seat rotates
options-rounds = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}
options-blank-counts = 0-0 counts { $value }
options-first-engine = The first round's engine is { $value }-{ $value }; each later one is a double lower.
options-hand = Every seat is dealt { $value ->
    [one] 1 tile
   *[other] { $value } tiles
}.
options-double-blank = 0-0 left in a hand counts { $value ->
    [one] 1 point
   *[other] { $value } points
}.
options-other = { $key } is { $value }.

# A sentence for each value of each option, called after both.
option-set-double-twelve = 91 tiles, up to 12-12.
option-set-double-nine = 55 tiles, up to 9-9.
option-hand-set-maker = The set maker's chart says how many tiles are dealt.
option-hand-pagat = Pagat's chart says how many tiles are dealt.
option-hand-guide = The beginner's guide's chart says how many tiles are dealt.
option-hand-celko = Celko's chart says how many tiles are dealt (double-nine only).
option-engine-dealt = Whoever was dealt the engine places it; if nobody was, the seats draw for it in turn.
option-engine-set-aside = The engine lies in the hub before the tiles are dealt.
option-engine-dealt-together = Whoever was dealt the engine places it; if nobody was, all seats draw for it together.
option-leader-left-of-engine = Placing the engine is a turn; the seat to the left goes on.
option-leader-engine-holder = Whoever placed the engine plays first.
option-leader-rotating = Seat 1 plays first in round 1, then one seat further each round.
option-opening-single = A first turn is one tile, like every other.
option-opening-chain = A first turn may lay any number of joined tiles.
option-opening_on-any = A first turn may be played wherever a later one may.
option-opening_on-own = A first turn is played on one's own train only.
option-opening_draw-one = A seat that cannot start its train draws one tile.
option-opening_draw-none = A seat that cannot start its train puts its lantern up and draws nothing.
option-mexican_start-any-turn = Anybody may start the Mexican Train, at any time.
option-mexican_start-after-first-turn = Only a seat that has had its first turn may start the Mexican Train.
option-first_turn_out-ends = Going out ends the round, also before everybody has played.
option-first_turn_out-others-finish = Seats that have not played yet still get their first turn.
option-cover-on-double = The extra tile after a double goes on that double.
option-cover-anywhere = The extra tile after a double may go on any train the seat may use.
option-doubles_a_turn-one = A turn holds one double at most.
option-doubles_a_turn-many = The extra tile after a double may be a double too.
option-double_draw-each = Every double of a turn allows one draw.
option-double_draw-once = A turn allows one draw, whatever its doubles.
option-dead_double-release = A double that nothing can satisfy any more does not wait.
option-dead_double-lock = A double that nothing can satisfy any more waits until the round is blocked.
option-out_on_double-ends = Going out on a double ends the round.
option-out_on_double-must-cover = A last tile that is a double must still be satisfied.
option-block-full-circuit = The round is blocked when every seat has passed in a row.
option-block-nobody-can-play = The round is blocked when every seat has passed and nobody can play after all.
option-double_blank-0 = 0-0 left in a hand counts nothing.
option-scoring-losers-count = Every seat scores the pips it holds; the lowest total wins.
option-scoring-winner-takes = A round's winner gets the pips of all others; the highest total wins.
