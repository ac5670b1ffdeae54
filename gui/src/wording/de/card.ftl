# Die Regelkarte eines Tisches: wonach er spielt, Teil für Teil, und was man von anderswo kennen kann und hier nicht gilt.

card-unused = Regeln, die du vielleicht kennst und die hier nicht gelten
card-part-deal = Das Geben
card-part-engine = Die Lok
card-part-turn = Wer dran ist
card-part-first-turns = Der erste Stein
card-part-doubles = Päsche
card-part-end = Das Ende einer Runde
card-part-scores = Punkte
card-in-short = Regeln: { $rules }
card-in-short-more = Tippe regeln für die ganze Karte.
card-differs = { $sentence } (Anders als in den Regeln namens { $preset }.)
card-deal = Jeder Platz bekommt { $size ->
    [one] 1 Stein
   *[other] { $size } Steine
}; { $left ->
    [0] keiner bleibt
    [one] 1 bleibt
   *[other] { $left } bleiben
} im Talon.
card-deal-rounds = { $rounds ->
    [one] Eine Runde, mit der Lok 0-0.
   *[other] { $rounds } Runden: Die erste Lok ist { $first }-{ $first }, jede weitere ein Pasch niedriger.
}
card-turn-one-tile = Ein Stein: am eigenen Zug, am Mexikanischen Zug oder an einem Zug, dessen Laterne leuchtet.
card-turn-draw = Nichts passt: Zieh einen Stein. Passt er, muss er gelegt werden; wenn nicht, leuchtet deine Laterne.
card-turn-pass = Nichts passt, und es gibt nichts mehr zu ziehen: Passe, und deine Laterne leuchtet.
card-turn-lantern = Deine Laterne geht aus, wenn du an deinem eigenen Zug anlegst.
card-doubles-ask = Ein Pasch verlangt sofort noch einen Stein; wer keinen hat, zieht dafür.
card-doubles-many = Auch der zusätzliche Stein darf ein Pasch sein, obwohl keiner auf den Pasch passt, den er bedienen soll.
card-doubles-wait-anywhere = Wartet ein Pasch, nachdem sein Spieler dran war, darf nur noch ein Stein gelegt werden, der ihn bedient, egal von wem.
card-doubles-wait = Solange ein Pasch wartet, darf nur ein Stein gelegt werden, der ihn bedient, egal von wem.
card-doubles-several = Warten mehrere, kommt der älteste zuerst.
card-end = Wer den letzten Stein legt, beendet die Runde.
card-elsewhere-engine-dealt = Die Lok in den Händen und im Talon suchen
card-elsewhere-engine-set-aside = Die Lok vor dem Geben herauslegen
card-elsewhere-leader-engine-holder = Die Lok umsonst setzen und dann anfangen
card-elsewhere-leader-rotating = Reihum wechseln, wer anfängt
card-elsewhere-opening-chain = Mit einer Kette von Steinen eröffnen
card-elsewhere-opening_on-own = Mit dem ersten Stein nur am eigenen Zug anlegen
card-elsewhere-opening_draw-none = Beim ersten Mal nicht ziehen
card-elsewhere-mexican_start-after-first-turn = Einmal warten, bevor jemand den Mexikanischen Zug beginnen darf
card-elsewhere-first_turn_out-others-finish = Ein letztes erstes Mal für alle, wenn jemand gleich beim ersten fertig wird
card-elsewhere-cover-anywhere = Den Stein nach einem Pasch an einem anderen Zug anlegen
card-elsewhere-doubles_a_turn-many = Mehrere Päsche auf einmal
card-elsewhere-dead_double-lock = Von einem Pasch blockiert werden, den nichts mehr bedient
card-elsewhere-out_on_double-must-cover = Einen Pasch bedienen müssen, der der letzte Stein ist
card-elsewhere-double_blank-50 = Fünfzig Punkte für 0-0
card-elsewhere-scoring-winner-takes = Punkte für den Sieger einer Runde
card-elsewhere-scoring-losers-count = Der Sieg der niedrigsten Summe
card-nowhere-knocking = Klopfen oder ansagen, dass nur noch ein Stein übrig ist
card-nowhere-partnerships = Partnerschaften
card-nowhere-sets = Größere Sätze als der bis 12-12
