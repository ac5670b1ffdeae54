# Das Brett, wie ein Platz es sieht, als Textzeilen, und der Satz, der sagt, was zu tun ist.

board-own-row = { $seat } { $who } (du)
board-mexican-row = M Mexikanischer Zug
board-engine = Lok { $engine }-{ $engine }, { $tiles } im Talon
board-satisfy = Bediene den Pasch: nur { $pip }er, { $place }
board-others-engine = Wer hat { $engine } bekommen?
board-others-search = { $who } zieht und sucht { $engine }
board-others-search-together = Alle ziehen und suchen { $engine }
board-others-standstill = Alle haben gepasst: Kann doch noch jemand spielen?
board-others-drawn = { $who } sieht den gezogenen Stein an
board-others-turn = { $who } überlegt
board-others-out = { $who } ist fertig: Die Runde ist zu Ende
board-others-blocked = Blockiert: Alle bekommen Punkte
board-own-drew = { $tile } muss gelegt werden
board-own-kept = { $tile } passt nicht. Deine Laterne leuchtet
board-own-second-draw = Du hast einen Pasch gelegt, und kein zweiter Stein passt: Zieh einen Stein
board-own-second-pass = Du hast einen Pasch gelegt, und kein zweiter Stein passt: Passe
board-own-second = Lege noch einen Stein, auf den Pasch oder anderswo
board-own-double-draw = Du hast { $double } gelegt, und nichts bedient ihn: Zieh einen Stein
board-own-double-pass = Du hast { $double } gelegt, und nichts bedient ihn: Passe
board-own-double = Bediene jetzt { $double }
board-own-draw = Nichts passt: Zieh einen Stein
board-own-empty = Nichts passt, und der Talon ist leer: Passe
board-own-no-draw = Nichts passt, und ziehen geht jetzt nicht: Passe
board-own-chain-ends = Nichts setzt deinen Zug fort: Hör auf
board-own-chain = Du kannst deinen Zug fortsetzen oder aufhören
board-own-turn = Du bist dran: Stein wählen
board-why-own-train = { $tile } geht an deinem Zug
board-why-can-play = { $tile } geht { $place }
board-why-empty = Der Talon ist leer: Passe
board-why-no-draw = Ziehen geht jetzt nicht: Passe
board-why-chain = Du bist in deiner Eröffnungskette: Beende sie
board-why-drawn = Du hast schon gezogen
board-why-turn = Du bist nicht dran
# Wo etwas liegt oder angelegt wird, mit dem Wort davor: "am Zug von Bo".
board-on-train = am Zug von { $who }
board-on-mexican-train = am Mexikanischen Zug
board-name = Platz { $seat }
board-tiles = { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}
board-state-open = immer offen
board-state-lantern = Laterne
board-state-own = dein Zug
board-state-closed = zu
board-holding = letzter
