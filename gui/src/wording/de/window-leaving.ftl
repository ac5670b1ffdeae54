# Die Frage, bevor etwas verlassen wird.

window-leaving-close-title = Das Fenster schließen?
window-leaving-leave = Verlassen
window-leaving-for-good = Für immer gehen
window-leaving-close = Schließen
window-leaving-stay = Bleiben
window-leaving-title-match = Dieses Spiel verlassen?
window-leaving-title-table = Diesen Tisch schließen?
window-leaving-price-practice = Ein Übungsspiel lässt sich später nicht fortsetzen.
window-leaving-price-match = Die anderen warten auf dich. Zurück kommst du auf der Startseite unter "Weiterspielen, wo du aufgehört hast". Gehst du für immer, spielen sie weiter: Deine Hand wird am Ende der Runde gezeigt, und du kommst nicht mehr dran.
window-leaving-price-table = Dein Tisch schließt für alle, die dort sitzen: { $players }.
