# Die Sätze des Bildschirms, auf dem die Punkte einer Partie mit Steinen aus Holz gezählt werden.

window-scores-title = Punkte zählen
window-scores-about = Für ein Spiel mit echten Steinen: Sag, was alle noch haben, und es wird zusammengezählt.
window-scores-new = Ein neues Punkteblatt
window-scores-players = Spieler
window-scores-player = Name von Spieler { $number }
window-scores-rules = Gezählt nach
window-scores-first = Erste Lok
window-scores-double-blank = 0-0 auf der Hand zählt
window-scores-scoring = Punkte
window-scores-scoring-own = Jeder seine eigenen, die niedrigste Summe gewinnt
window-scores-scoring-winner = An den Sieger der Runde, die höchste gewinnt
window-scores-begin = Das Blatt beginnen
window-scores-cancel = Abbrechen
window-scores-kept = Das bisherige Blatt bleibt daneben als Datei aufbewahrt.
window-scores-round = Runde { $number } von { $rounds }, Lok { $engine }-{ $engine }
window-scores-hands = Was jeder noch auf der Hand hat: Punkte (31) oder Steine (12-5 6-6 0-2).
window-scores-hand = Was { $name } noch hat
window-scores-hand-hint = 31 oder 12-5 6-6
window-scores-points = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
window-scores-out = fertig
window-scores-ended = Wer war fertig?
window-scores-blocked = Niemand: blockiert
window-scores-record = Die Runde aufschreiben
window-scores-undo = Die letzte Runde zurücknehmen
window-scores-redo = Wieder aufschreiben
window-scores-export = Als CSV speichern
window-scores-copy = Als CSV kopieren
window-scores-another = Neues Blatt
window-scores-kept-in = Jede Änderung wird sofort gespeichert, in { $path }.
window-scores-reopen = Noch einmal ansehen
window-scores-aside = Zur Seite legen und neu beginnen
