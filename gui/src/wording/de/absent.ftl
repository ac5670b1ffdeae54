# Spieler, auf die gewartet wird, und die Frage, ob es ohne sie weitergeht.
# $who ist ein Name oder mehrere; $count sagt, wie viele.

absent-time-short = { $seconds } s
absent-time = { $minutes } min { $seconds } s
absent-waited-away = { $who } { $count ->
    [one] ist
   *[other] sind
} seit { $time } weg.
absent-waited = Der Tisch wartet seit { $time } auf { $who }.
absent-asked = Ohne { $who } weiterspielen?
absent-asked-too = Ohne { $who } weiterspielen wollen schon: { $would }. Du entscheidest mit.
absent-asked-too-few = Um ohne { $who } weiterzuspielen, braucht es mehr Spieler, als noch da sind. Du kannst warten oder an einem anderen Tag weiterspielen: Jeder Platz bleibt reserviert.
absent-asked-agreed = Du bist dafür, ohne { $who } weiterzuspielen.
absent-asked-agreed-open = Du bist dafür, ohne { $who } weiterzuspielen. Es fehlt noch die Antwort von { $open }.
absent-unanswered-all = Es bräuchte auch die Zustimmung von { $who }.
absent-unanswered = Es fehlen noch deine Antwort und die von { $who }.

# Was das Weiterspielen bedeutet; $more sagt, ob noch eine Runde kommt, zu der sie zurück sein können.
absent-effect-dealt-again = Dann wird die Runde ohne { $who } neu gegeben. Gezählt wird { $count ->
    [one] dafür eine Hand wie die teuerste der Runde
   *[other] dafür je eine Hand wie die teuerste der Runde
}, mindestens 50{ $more ->
    [yes] . Zur nächsten Runde ist eine Rückkehr möglich
   *[no] {""}
}.
absent-effect-goes-on = Dann geht die Runde ohne { $who } weiter. Ihr anderen deckt diese Hand gemeinsam auf, und was in ihr steckt, zählt{ $more ->
    [yes] . Zur nächsten Runde ist eine Rückkehr möglich
   *[no] {""}
}.
absent-effect-scored = Dann wird die Runde ohne { $count ->
    [one] diese Hand gewertet: { $who } zählt wie die teuerste Hand der Runde
   *[other] diese Hände gewertet: { $who } zählen je wie die teuerste Hand der Runde
}, mindestens 50{ $more ->
    [yes] . Zur nächsten Runde ist eine Rückkehr möglich
   *[no] {""}
}.
absent-effect-next-round = Die Punkte gelten. Die nächste Runde wird ohne { $who } gegeben. Gezählt wird { $count ->
    [one] dafür eine Hand wie ihre teuerste
   *[other] dafür je eine Hand wie ihre teuerste
}, mindestens 50{ $more ->
    [yes] . Zur Runde danach ist eine Rückkehr möglich
   *[no] {""}
}.
absent-effect-ends = Die Punkte gelten, und die Partie endet, ohne auf { $who } zu warten.
absent-go-on = Ohne { $who } weiterspielen

# Die Wörter in Anführungszeichen werden getippt; siehe wording::typed.
absent-typed-asked = Tippe "weiterspielen" oder zum Weiterwarten "warten", oder "ende", um an einem anderen Tag weiterzuspielen.
absent-typed-too-few = Tippe "warten" zum Weiterwarten oder "ende", um an einem anderen Tag weiterzuspielen.
absent-typed-agreed = Tippe "ende", um an einem anderen Tag weiterzuspielen.
absent-not-begun = Bevor die Plätze ausgelost sind, kann niemand ausgelassen werden: Warte, oder tippe Ende und eröffne einen anderen Tisch
absent-nobody-overdue = Auf niemanden wurde lange genug gewartet, um ohne ihn weiterzuspielen
absent-waiting-on = Du wartest weiter; die Frage kommt später noch einmal
absent-left-out = Du warst weg, und die anderen haben ohne dich weitergespielt. Ab der nächsten Runde bist du wieder dabei.
absent-grace = Nach { $time } Warten auf jemanden werden die anderen gefragt, ob es ohne ihn weitergeht
absent-keep-going = Verschwindet jemand mitten in einer Runde, geht sie ohne ihn weiter. Der Preis: Alle anderen zusammen können die Hand jedes Einzelnen aufdecken, und wer glaubt, dass jemand weg ist, hilft dabei
absent-keep-going-not = Verschwindet jemand mitten in einer Runde, wird sie ohne ihn neu gegeben; niemand kann je deine Hand aufdecken
absent-too-few-to-keep-going = um ohne jemanden weiterzuspielen, braucht ein Tisch mindestens vier Plätze
