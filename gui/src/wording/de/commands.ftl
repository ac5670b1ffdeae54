# Was einzelne Befehle des Terminals neben dem sagen, was sie zeigen.

commands-more-about-rules = "mextrain rules NAME" sagt, was jede Option bedeutet.
commands-tiles-a-seat = Steine für jeden Platz, bei 2 bis 8 Plätzen:
commands-as-a-text = als Text: { $text }
commands-checking = Es wird geprüft, was einige Sekunden dauert
commands-no-tables = Keine Tische gefunden. Frag den Gastgeber nach dem Code, und tippe: mextrain join CODE
commands-unknown-rules = unbekannte Regeln
commands-seats = { $taken } von { $seats } Plätzen
commands-host = Gastgeber { $name }
commands-open = offen
commands-full = voll
commands-in-play = im Spiel
commands-other-version = spielt nach Version { $version }
commands-looking = Es wird { $seconds } s lang gesucht
commands-broken = Die Partie in { $folder } lässt sich nicht fortsetzen: { $why }.
commands-no-key = Die Schlüsseldatei { $file } fehlt: Ohne sie erkennt dich in der Partie niemand als denselben Spieler. Leg sie aus einer Kopie zurück, oder spiel als jemand anderes weiter.
commands-nothing-to-resume = es gibt keine Partie, die weitergehen kann
commands-no-such-session = keine Partie, die weitergehen kann, heißt "{ $wanted }"; "mextrain resume --list" zählt sie auf
commands-several-sessions = mit "{ $wanted }" sind mehrere Partien gemeint: { $ids }
commands-no-unfinished = Es gibt keine Partie, die weitergehen kann.
commands-back-to = Zurück an den Tisch { $table }, mit { $players }.
commands-finished-without = { $game } (zu Ende, was { $names } vielleicht noch fehlt)
commands-unfinished = { $id }  { $table }, mit { $players }
