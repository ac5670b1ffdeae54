# The rules card of a table: what it plays by, part by part, and what people may know from elsewhere that it does not use.

card-unused = Rules you may know that are not used here
card-part-deal = The deal
card-part-engine = The engine
card-part-turn = A turn
card-part-first-turns = First turns
card-part-doubles = Doubles
card-part-end = The end of a round
card-part-scores = Scores
card-in-short = Rules: { $rules }
card-in-short-more = Type rules for the whole card.
card-differs = { $sentence } (Not so in the rules called { $preset }.)
card-deal = Every seat is dealt { $size ->
    [one] 1 tile
   *[other] { $size } tiles
}; { $left ->
    [0] none is left
    [one] 1 is left
   *[other] { $left } are left
} in the boneyard.
card-deal-rounds = { $rounds ->
    [one] One round, with the engine 0-0.
   *[other] { $rounds } rounds: the first engine is { $first }-{ $first }, each later one a double lower.
}
card-turn-one-tile = One tile: on your own train, on the Mexican Train, or on a train whose Lantern is lit.
card-turn-draw = Nothing fits: draw one tile. If it fits it must be played; if not, your Lantern is lit.
card-turn-pass = Nothing fits and nothing is left to draw: pass, and your Lantern is lit.
card-turn-lantern = Your Lantern goes out when you play on your own train.
card-doubles-ask = A double asks for one more tile in the same turn; who has none draws for it.
card-doubles-many = The extra tile may be a double too, though none can match the double that it goes on.
card-doubles-wait-anywhere = While a double waits after its turn, only a tile that satisfies it may be played, by anybody.
card-doubles-wait = While a double waits, only a tile that satisfies it may be played, by anybody.
card-doubles-several = If several wait, the oldest comes first.
card-end = Whoever plays their last tile ends the round.
card-elsewhere-engine-dealt = Looking for the engine in hands and boneyard
card-elsewhere-engine-set-aside = Putting the engine out before the deal
card-elsewhere-leader-engine-holder = Placing the engine for free and playing first
card-elsewhere-leader-rotating = A first player who changes by turns
card-elsewhere-opening-chain = Opening with a chain of tiles
card-elsewhere-opening_on-own = A first turn on one's own train only
card-elsewhere-opening_draw-none = No draw on the first turn
card-elsewhere-mexican_start-after-first-turn = Waiting a turn before the Mexican Train may be started
card-elsewhere-first_turn_out-others-finish = A last first turn for all when somebody goes out on theirs
card-elsewhere-cover-anywhere = Playing the tile after a double on another train
card-elsewhere-doubles_a_turn-many = Several doubles in one turn
card-elsewhere-dead_double-lock = Being blocked by a double that nothing can satisfy
card-elsewhere-out_on_double-must-cover = Having to satisfy a double that is the last tile
card-elsewhere-double_blank-50 = Fifty points for 0-0
card-elsewhere-scoring-winner-takes = Points for the winner of a round
card-elsewhere-scoring-losers-count = The lowest total winning the match
card-nowhere-knocking = Knocking, or saying that one tile is left
card-nowhere-partnerships = Partnerships
card-nowhere-sets = Sets larger than double-twelve
