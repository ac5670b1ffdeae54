# Die Partien eines Spielers in Zahlen.

stats-none = Noch keine Partie an einem Tisch. Übungsspiele zählen nicht.
stats-matches = Partien
stats-won = Gewonnen
stats-rounds = Runden
stats-points = Punkte pro Runde
stats-longest = Längster Zug
stats-matches-of = { $count }{ $unfinished ->
    [0] {""}
   *[other] {" "}({ $unfinished } nicht zu Ende)
}
stats-won-of = { $count }{ $shared ->
    [0] {""}
   *[other] {" "}({ $shared } geteilt)
}, { $percent } %
stats-rounds-of = { $count }{ $out ->
    [0] {""}
   *[other] {" "}({ $out } als Erster fertig)
}
stats-average = { $whole },{ $tenth }
stats-in-short = Partien: { $matches }; gewonnen: { $won }; Runden: { $rounds }; Punkte pro Runde: { $points }; längster Zug: { $longest }
stats-in-short-without-points = Partien: { $matches }; gewonnen: { $won }; Runden: { $rounds }; längster Zug: { $longest }
stats-left-out = { $count ->
    [one] 1 Protokoll zählt nicht mit: Es ist nicht zu lesen oder älter als die neuesten { $most }.
   *[other] { $count } Protokolle zählen nicht mit: Sie sind nicht zu lesen oder älter als die neuesten { $most }.
}
stats-others = { $count ->
    [one] 1 Protokoll zählt nicht mit: Der Schlüssel dieses Profils saß nicht mit am Tisch.
   *[other] { $count } Protokolle zählen nicht mit: Der Schlüssel dieses Profils saß nicht mit am Tisch.
}
