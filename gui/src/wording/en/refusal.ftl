# Who did what: without a full stop, and behind a colon or, with a capital, at a sentence's beginning.
refusal-charge = { $what } at step { $step } { $does }
refusal-charge-twice = { $who } signed two messages that contradict each other: { $what } for step { $step }, and another

# What it was. $form is whose, for that of $who; some, for one of nobody knows whom; signed, for one that was signed.
refusal-of-message = { $form ->
    [whose] { $who }'s message
   *[some] a message
}
refusal-of-sign = { $form ->
    [whose] { $who }'s signature of the charter
   *[some] a signature of the charter
}
refusal-of-reveal = { $form ->
    [whose] { $who }'s opened commitment
   *[some] an opened commitment
}
refusal-of-round-key = { $form ->
    [whose] { $who }'s key for the round
   *[some] a key for the round
}
refusal-of-shuffle = { $form ->
    [whose] { $who }'s shuffle
   *[some] a shuffle
}
refusal-of-deal = { $form ->
    [whose] { $who }'s part of the deal
   *[some] a part of the deal
}
refusal-of-engine = { $form ->
    [whose] { $who }'s answer about the engine
   *[some] an answer about the engine
}
refusal-of-turn = { $form ->
    [whose] { $who }'s move
   *[some] a move
}
refusal-of-draw-token = { $form ->
    [whose] { $who }'s contribution to a drawn tile
   *[some] a contribution to a drawn tile
}
refusal-of-drawn = { $form ->
    [whose] { $who }'s move with the drawn tile
   *[some] a move with the drawn tile
}
refusal-of-score = { $form ->
    [whose] { $who }'s opened hand
   *[some] an opened hand
}
refusal-of-seal = { $form ->
    [whose] { $who }'s confirmation of the scores
   *[some] a confirmation of the scores
}
refusal-of-farewell = { $form ->
    [whose] { $who }'s farewell
   *[some] a farewell
}
refusal-of-timeout-vote = { $form ->
    [whose] { $who }'s vote on going on without somebody
   *[some] a vote on going on without somebody
}
refusal-of-timeout-cancel = { $form ->
    [whose] { $who }'s word not to vote any more
   *[some] a word not to vote any more
}
refusal-of-lock = { $form ->
    [whose] { $who }'s set of locked tokens
   *[some] a set of locked tokens
}
refusal-of-unlock = { $form ->
    [whose] { $who }'s contribution to going on without somebody
   *[some] a contribution to going on without somebody
}
refusal-of-standstill = { $form ->
    [whose] { $who }'s answer at the standstill
   *[some] an answer at the standstill
}

# What it did wrong. $code is a word of the protocol.
refusal-proof = does not prove what it must ({ $code })
refusal-illegal-move = breaks a rule of the game ({ $code })
refusal-length = is longer or shorter than it must be
refusal-too-large = is larger than any message may be
refusal-token-set = opens other tiles than it must
refusal-slot-owner = plays a tile that belongs to somebody else
refusal-slot-state = uses a tile that is not there to be used
refusal-tile-mismatch = names another tile than it opens
refusal-unknown-tile = opens something that is no tile
refusal-avoid-set = proves less than it must
refusal-false-claim = claimed something about a hand that the opened tiles, or its author's other claims, contradict
refusal-not-expected = was not due
refusal-key-reuse = uses a key of an earlier round
refusal-equivocation = contradicts another message signed for the same place
refusal-match = belongs to another match
refusal-epoch = belongs to another round
refusal-previous-head = builds on another past than this table's
refusal-signature = is not signed by its author's key
refusal-quorum = lacks the votes it needs
refusal-rules = contradicts the table's rules or scores
refusal-version = is of a protocol version that this program does not speak
refusal-commitment = does not open what its author committed to
refusal-share = holds a share that does not match its commitment
refusal-self-leak = would have shown an own hidden tile
refusal-slot-bound = would have shown one tile to two seats
