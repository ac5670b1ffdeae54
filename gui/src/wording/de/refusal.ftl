# Wer was getan hat: ohne Punkt, hinter einem Doppelpunkt oder, dann groß, am Anfang eines Satzes.
refusal-charge = { $what } in Schritt { $step } { $does }
refusal-charge-twice = { $who } hat in Schritt { $step } zwei Nachrichten unterschrieben, die sich widersprechen: { $what } und eine andere

# Was es war, in der Einzahl und als Satzgegenstand; nur signed steht im vierten Fall. $form ist whose, wenn bekannt ist, von wem ($who); some sonst; signed bei dem, was jemand unterschrieben hat.
refusal-of-message = { $form ->
    [whose] die Nachricht von { $who }
   *[some] eine Nachricht
}
refusal-of-sign = { $form ->
    [whose] die Unterschrift von { $who } unter das Vereinbarte
   *[some] eine Unterschrift unter das Vereinbarte
}
refusal-of-reveal = { $form ->
    [whose] die aufgedeckte Festlegung von { $who }
   *[some] eine aufgedeckte Festlegung
}
refusal-of-round-key = { $form ->
    [whose] der Schlüssel von { $who } für die Runde
    [signed] einen Schlüssel für die Runde
   *[some] ein Schlüssel für die Runde
}
refusal-of-shuffle = { $form ->
    [whose] der Mischvorgang von { $who }
    [signed] einen Mischvorgang
   *[some] ein Mischvorgang
}
refusal-of-deal = { $form ->
    [whose] der Beitrag von { $who } zum Geben
    [signed] einen Beitrag zum Geben
   *[some] ein Beitrag zum Geben
}
refusal-of-engine = { $form ->
    [whose] die Antwort von { $who } auf die Frage nach der Lok
   *[some] eine Antwort auf die Frage nach der Lok
}
refusal-of-turn = { $form ->
    [whose] der Spielzug von { $who }
    [signed] einen Spielzug
   *[some] ein Spielzug
}
refusal-of-draw-token = { $form ->
    [whose] die Hilfe von { $who } beim Aufdecken eines gezogenen Steins
   *[some] eine Hilfe beim Aufdecken eines gezogenen Steins
}
refusal-of-drawn = { $form ->
    [whose] der Spielzug von { $who } mit dem gezogenen Stein
    [signed] einen Spielzug mit dem gezogenen Stein
   *[some] ein Spielzug mit dem gezogenen Stein
}
refusal-of-score = { $form ->
    [whose] die aufgedeckte Hand von { $who }
   *[some] eine aufgedeckte Hand
}
refusal-of-seal = { $form ->
    [whose] die Bestätigung der Punkte durch { $who }
   *[some] eine Bestätigung der Punkte
}
refusal-of-farewell = { $form ->
    [whose] der Abschiedsgruß von { $who }
    [signed] einen Abschiedsgruß
   *[some] ein Abschiedsgruß
}
refusal-of-timeout-vote = { $form ->
    [whose] die Stimme von { $who } zum Weiterspielen ohne jemanden
   *[some] eine Stimme zum Weiterspielen ohne jemanden
}
refusal-of-timeout-cancel = { $form ->
    [whose] der Stimmverzicht von { $who }
    [signed] einen Stimmverzicht
   *[some] ein Stimmverzicht
}
refusal-of-lock = { $form ->
    [whose] der Beitrag von { $who } zum Verschließen der Steine
    [signed] einen Beitrag zum Verschließen der Steine
   *[some] ein Beitrag zum Verschließen der Steine
}
refusal-of-unlock = { $form ->
    [whose] die Hilfe von { $who } beim Weiterspielen ohne jemanden
   *[some] eine Hilfe beim Weiterspielen ohne jemanden
}
refusal-of-standstill = { $form ->
    [whose] die Antwort von { $who } beim Stillstand
   *[some] eine Antwort beim Stillstand
}

# Was daran falsch war. $code ist ein Wort des Protokolls.
refusal-proof = beweist nicht, was zu beweisen ist ({ $code })
refusal-illegal-move = verstößt gegen eine Spielregel ({ $code })
refusal-length = ist länger oder kürzer als vorgeschrieben
refusal-too-large = ist größer, als eine Nachricht sein darf
refusal-token-set = deckt andere Steine auf als die, die aufzudecken sind
refusal-slot-owner = legt einen Stein, der jemand anderem gehört
refusal-slot-state = verwendet einen Stein, der dafür nicht zu haben ist
refusal-tile-mismatch = nennt einen anderen Stein als den, der aufgedeckt wird
refusal-unknown-tile = deckt etwas auf, das kein Stein ist
refusal-avoid-set = beweist weniger als nötig
refusal-false-claim = hat etwas über eine Hand behauptet, dem die aufgedeckten Steine oder andere Behauptungen desselben Spielers widersprechen
refusal-not-expected = war nicht an der Reihe
refusal-key-reuse = verwendet einen Schlüssel aus einer früheren Runde
refusal-equivocation = widerspricht einer anderen Nachricht, die für dieselbe Stelle unterschrieben ist
refusal-match = gehört zu einer anderen Partie
refusal-epoch = gehört zu einer anderen Runde
refusal-previous-head = baut auf einem anderen Verlauf auf als dem an diesem Tisch
refusal-signature = ist nicht mit dem Schlüssel des Absenders unterschrieben
refusal-quorum = hat nicht die nötigen Stimmen
refusal-rules = widerspricht den Regeln oder den Punkten dieses Tisches
refusal-version = folgt einer Version des Protokolls, die dieses Programm nicht versteht
refusal-commitment = passt nicht zu dem, worauf sich der Absender festgelegt hatte
refusal-share = enthält einen Anteil, der nicht zu seiner Festlegung passt
refusal-self-leak = hätte einen eigenen verdeckten Stein gezeigt
refusal-slot-bound = hätte einen Stein zwei Plätzen gezeigt
