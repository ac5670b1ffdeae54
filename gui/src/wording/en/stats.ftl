# A player's matches in figures.

stats-none = No match at a table yet. Practice is not counted.
stats-matches = Matches
stats-won = Won
stats-rounds = Rounds
stats-points = Points a round
stats-longest = Longest train
stats-matches-of = { $count }{ $unfinished ->
    [0] {""}
   *[other] {" "}({ $unfinished } not finished)
}
stats-won-of = { $count }{ $shared ->
    [0] {""}
   *[other] {" "}({ $shared } shared)
}, { $percent } %
stats-rounds-of = { $count }{ $out ->
    [0] {""}
   *[other] {" "}({ $out } gone out)
}
stats-average = { $whole }.{ $tenth }
stats-in-short = Matches: { $matches }; won: { $won }; rounds: { $rounds }; points a round: { $points }; longest train: { $longest }
stats-in-short-without-points = Matches: { $matches }; won: { $won }; rounds: { $rounds }; longest train: { $longest }
stats-left-out = { $count ->
    [one] 1 log is not counted: it cannot be read, or is older than the newest { $most }.
   *[other] { $count } logs are not counted: they cannot be read, or are older than the newest { $most }.
}
stats-others = { $count ->
    [one] 1 log was left out: this profile's key did not sit at that match.
   *[other] { $count } logs were left out: this profile's key did not sit at those matches.
}
