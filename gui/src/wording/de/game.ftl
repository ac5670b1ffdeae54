# Was an einem Tisch geschehen ist.

game-seated = Ausgeloste Plätze: { $seats }. Tischwörter: { $words }.
game-round = Runde { $round }.
game-shuffled = { $who } hat gemischt.
game-dealt = Die Steine sind gegeben.
game-engine-placed = { $who } setzt die Lok { $tile }.
game-engine-found = { $who } zieht die Lok { $tile } und setzt sie.
game-engine-set-aside = Die Lok { $tile } liegt in der Mitte.
game-engine-not-dealt = Niemand hat die Lok bekommen.
game-search-missed = { $who } zieht einen anderen Stein.
game-drew = { $who } zieht.
game-kept = { $who } behält den Stein; die Laterne leuchtet.
game-passed = { $who } passt; die Laterne leuchtet.
game-chain-stopped = { $who } beendet die Eröffnungskette.
game-left = { $who } hat den Tisch verlassen.
game-back = { $who } ist wieder da.
game-skipped = { $who } ist weg: Der Zug verfällt, die Laterne leuchtet.
game-out = { $who } ist fertig.
game-blocked = Die Runde ist blockiert: Alle bekommen Punkte.
game-over = Die Partie ist zu Ende.
game-dealt-again = Es sind zu wenige übrig, um die Steine der anderen verschlossen zu halten: Die Runde wird denen, die da sind, neu gegeben.
game-vanished-void = { $who } { $several ->
    [yes] sind
   *[no] ist
} weg: Die anderen haben beschlossen, die Runde ohne { $several ->
    [yes] sie
   *[no] diesen Platz
} neu zu geben.
game-vanished-goes-on = { $who } { $several ->
    [yes] sind weg: Die Runde geht ohne sie weiter, ihre Hände werden
   *[no] ist weg: Die Runde geht ohne diesen Platz weiter, seine Hand wird
} für alle aufgedeckt.
game-vanished-played-out = { $who } { $several ->
    [yes] sind weg: Die anderen haben beschlossen, ohne sie
   *[no] ist weg: Die anderen haben beschlossen, ohne diesen Platz
} weiterzuspielen.
game-searched-together = { $who } { $count ->
    [one] zieht einen anderen Stein
   *[other] ziehen andere Steine
} als die Lok.
game-nobody-can-play = Alle haben gepasst, und niemand kann spielen.
game-somebody-can-play = Alle haben gepasst, aber es kann doch noch jemand spielen ({ $who }): Die Runde geht weiter.
game-all-nobody = Niemand
# An der Stelle eines Zuges: der eigene.
game-own-train = am eigenen Zug
game-played = { $who } legt { $tile }{ $drawn ->
    [yes] , gerade gezogen,
   *[no] {""}
} { $place } an.
game-scored-away = { $who } war weg: { $score }, insgesamt { $total }.
game-scored-nothing = { $who } hat nichts mehr: { $score }, insgesamt { $total }.
game-scored = { $who } hat noch { $tiles }: { $score }, insgesamt { $total }.
