# Warum etwas nicht geht: hinter einem Doppelpunkt, ohne Punkt am Ende.

why-round-over = die Runde ist zu Ende
why-not-your-turn = ein anderer Platz ist dran
why-not-expected = das ist jetzt nicht zu tun
why-not-in-set = diesen Stein gibt es in diesem Satz nicht
why-not-in-hand = dieser Stein ist nicht auf der Hand
why-must-play-drawn = der gerade gezogene Stein muss gelegt werden
why-double-waits = ein Pasch wartet: Nur ein Stein, der ihn bedient, darf gelegt werden
why-train-closed = dieser Zug ist zu
why-too-early = dieser Zug ist beim ersten Mal noch nicht offen
why-does-not-match = der Stein passt nicht an das Ende des Zuges
why-may-not-draw = wer spielen kann, darf nicht ziehen
why-boneyard-empty = der Talon ist leer
why-may-not-pass = wer spielen kann, darf nicht passen
why-must-draw = wer nicht spielen kann, muss ziehen, solange der Talon Steine hat
why-name-empty = ein Name braucht mindestens ein Zeichen
why-name-too-long = ein Name hat höchstens { $most } Zeichen
why-name-sign = ein Name darf das Zeichen U+{ $code } nicht enthalten
why-no-code = das ist kein Code: { $why }
why-no-address = das ist keine Adresse wie 192.168.1.23:{ $port }
why-no-multiaddr = das ist keine Multiaddr wie /ip4/192.168.1.23/tcp/{ $port }
why-no-table-name = das ist kein Name eines Tisches: { $why }
why-code-shape = ein Code hat { $count } Buchstaben und Ziffern, nie ein U
why-code-check = ein Zeichen des Codes ist falsch
why-move-empty = tippe einen Zug: 4-7 ich, 4-7 mex, ziehen oder passen
why-move-too-long = das ist zu lang für einen Zug
why-move-tile = { $why }; oder tippe ziehen oder passen
why-move-trailing = { $word } steht allein
why-move-no-train = sag, an welchem Zug: ich, mex, die Nummer eines Platzes oder ein Name
why-move-unknown-train = kein Zug heißt { $text }; sag ich, mex, die Nummer eines Platzes oder einen Namen
why-move-ambiguous = { $text } könnte Platz { $seats } sein; tippe mehr vom Namen oder die Nummer
# Zwischen den letzten von mehreren.
why-or = {" "}oder{" "}
why-tile = { $text } ist kein Stein; schreib einen wie 4-6
why-tile-too-high = { $text } gibt es in keinem Satz: Die Augen gehen bis { $most }
why-held-points = { $text } sind weder Punkte noch Steine
why-held-twice = { $tile } ist zweimal da, und den Stein gibt es nur einmal
