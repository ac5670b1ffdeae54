# Was an einem Tisch neben dem Spiel zu sagen ist. Ohne Punkt: Das meiste steht hinter einem Doppelpunkt oder am Anfang einer Zeile.

session-sat = { $name } hat sich gesetzt
session-left = { $name } ist gegangen
session-ready = { $name } ist bereit
session-not-ready = { $name } ist nicht bereit
session-changed = { $by } hat etwas geändert: { $what }, bisher { $from }, jetzt { $to }
session-part-seats = Plätze
session-part-proofs = Beweise
session-part-grace = Wartezeit
session-part-keep-going = Runde weiterspielen
session-part-start-when-full = beginnen, wenn alle Plätze besetzt sind
session-yes = ja
session-no = nein
session-proofs-every-turn = sofort
session-proofs-at-scoring = bei der Wertung

# Warum etwas nicht getan wurde.
session-not-now = das geht jetzt nicht
session-not-owed = du bist nicht dran
session-too-few = die, die da sind, sind nicht mehr als die, die fehlen: Warte, oder spiel an einem anderen Tag weiter
session-not-heard = dieses Programm ist zum Spiel zurückgekommen und muss zuerst von jemand anderem hören
session-too-few-seats = { $count ->
    [one] 1 Spieler sitzt
   *[other] { $count } Spieler sitzen
} schon am Tisch
session-free-seats = { $count ->
    [one] 1 Platz ist
   *[other] { $count } Plätze sind
} noch frei
session-too-much = fürs Erste hast du genug gesagt; warte { $seconds } s
session-no-answer = der Gastgeber antwortet nicht
session-ended = hier ist nichts mehr im Gange
session-hand-too-small = hand = { $hand } ist zu klein: Eine Hand hat mindestens 2 Steine
session-hand-too-large = hand = { $hand } ist zu groß: Neben { $seats } Händen und der Lok muss von { $tiles } Steinen ein Talon bleiben
session-chart-of-other-set = hand = celko ist eine Tabelle nur für set = double-nine

# Warum es keinen Platz gibt.
session-refused-full = alle Plätze sind besetzt
session-refused-version = am Tisch wird nach einer anderen Version gespielt; installiert auf beiden Seiten dieselbe
session-refused-no-such-table = diesen Tisch gibt es nicht
session-refused-started = die Partie hat begonnen
session-refused-signature = der Schlüssel dieses Spielers ist nicht zu gebrauchen
session-refused-commitment = ein anderer Spieler hat sich auf dasselbe festgelegt
session-refused-stale = am Tisch hat sich inzwischen etwas geändert
session-refused-not-member = das dürfen nur Spieler dieses Tisches
session-refused-not-host = das darf nur der Gastgeber des Tisches
session-refused-unsupported = das geht hier nicht
session-refused-not-begun = die Partie hat noch nicht begonnen

# Warum niemand erreicht wurde. $at ist eine Adresse.
session-silent = niemand antwortet
session-other-host = unter der Adresse des Codes ist jemand anders; frag den Gastgeber nach einem neuen Code
session-no-key = der Schlüssel des Gastgebers ist keiner
session-too-many-watch = dort sehen schon so viele zu, dass kein Platz mehr ist
session-forged = was als Protokoll der Partie kam, hält der Prüfung nicht stand
session-no-address = keine Adresse
session-given-up = kein weiterer Versuch
session-nothing-back = von { $at } kommt nichts zurück
session-no-way = zu { $at } führt kein Weg
session-nobody-listens = unter { $at } ist kein Tisch offen
session-somebody-else = unter { $at } ist jemand anders
session-ourselves = { $at } ist die eigene Adresse dieses Programms

# Warum ein Platz im Terminal zu Ende ist.
session-ended-stopped = die Partie wurde abgebrochen, weil jemand gegen das Protokoll verstoßen hat
session-ended-host-left = der Gastgeber hat den Tisch geschlossen
session-ended-not-found = auf diesem Netz wurde kein solcher Tisch gefunden; frag den Gastgeber nach dem Code, oder versuche es mit "mextrain tables"
session-ended-unreachable = der Tisch ist nicht zu erreichen: { $why }
session-ended-refused = an diesem Tisch gibt es keinen Platz: { $why }

# Was an einem Protokoll als Datei nicht stimmt.
session-log-other-kind = das ist kein Protokoll von Mexican Train
session-log-version = die Datei ist von Version { $version }; dieses Programm liest Version { $own }
session-log-cut = die Datei endet mitten in dem Eintrag, der bei Byte { $offset } beginnt
session-log-broken = der Eintrag, der bei Byte { $offset } beginnt, ist beschädigt oder nicht an seinem Platz
session-log-unreadable = die Datei ist nicht zu lesen: { $why }

# Warum es gar nicht erst anfangen kann.
session-no-network = das Netz ist nicht zu benutzen: { $why }
session-cannot-listen = unter { $ip }, Port { $port } lassen sich keine Verbindungen annehmen: { $why }{ $advice ->
    [taken] . Ein anderes Programm hat ihn, oder ein anderer Tisch von diesem: Wähle einen anderen Port oder keinen, dann wird ein freier genommen
    [forbidden] . Wähle einen Port ab 1024
   *[none] {""}
}
session-no-folder = der Ordner { $folder } ist nicht zu benutzen: { $why }
session-no-data = der Ordner für die Daten ist nicht zu benutzen: { $why }
session-busy = ein anderes Programm auf diesem Rechner spielt diese Partie schon
session-not-resumed = diese Partie lässt sich nicht fortsetzen: { $why }
session-table-charter = nach dem Vereinbarten lässt sich nicht spielen: { $code }
session-table-not-seated = diese Partie wurde mit einem anderen Schlüssel begonnen als dem dieses Profils
session-table-nonce = die Partie legt diesen Platz auf eine andere Zufallszahl fest
session-table-journal = die Aufzeichnung passt nicht zur Partie: { $why }
session-no-randomness = das System gibt keine Zufallszahlen her
session-key-file = die Schlüsseldatei { $path } ist nicht zu benutzen: { $why }
session-key-none = { $path } ist keine Schlüsseldatei dieses Programms; leg sie woandershin, dann gibt es einen neuen Schlüssel (an dem andere dich nicht erkennen)
session-key-exposed = die Schlüsseldatei { $path } können andere Benutzer lesen; erlaube es nur ihrem Besitzer (Modus 600)
session-key-random = kein Zufall vom System: { $why }

# Warum ein Platz im Terminal von selbst zu Ende geht.
session-match-too-long = die Partie hat länger gedauert als erlaubt
session-not-reached = der Tisch wurde in der gegebenen Zeit nicht erreicht; "mextrain doctor" mit seinem Namen, Code oder seiner Adresse sagt, was im Weg ist
session-input-ended = die Eingabe war zu Ende, bevor es die Partie war, und ein Platz braucht Züge; "mextrain bot" spielt von selbst
session-other-words = die Tischwörter sind "{ $words }" und nicht die erwarteten: Das ist ein anderer Tisch

# Was man wissen sollte, in ganzen Sätzen.
session-trouble-has-left = Du hast diese Partie verlassen. Die anderen erfahren es, sobald jemand von ihnen da ist.
session-trouble-leaves-later = Du verlässt die Partie endgültig, sobald die Plätze ausgelost sind und jemand von den anderen zu erreichen war. Wer das Programm jetzt schließt, behält seinen Platz.
session-trouble-not-begun = { $count ->
    [0] Auf die anderen wird
   *[other] Auf { $who } wird
} schon { $secs } s gewartet. Bevor die Plätze ausgelost sind, kann niemand ausgelassen werden: Warte, oder schließ diesen Tisch und eröffne einen anderen.
session-trouble-not-marked = Die gespeicherte Partie ließ sich nicht als beendet kennzeichnen: { $why }.
session-trouble-not-accepted = { $who } hat das Vereinbarte nicht angenommen: { $why }.
session-trouble-not-accepted-by-one = Jemand hat das Vereinbarte nicht angenommen: { $why }.
session-trouble-charter-refused = Was der Gastgeber als das Vereinbarte vorlegt, wird abgelehnt ({ $code }).
session-trouble-disagreement = Die Partie beginnt nicht: { $why }.
session-disagreement-not-ready = der Gastgeber hat angefangen, bevor du bereit warst
session-disagreement-table = was vorgelegt wurde, gehört zu einem anderen Tisch
session-disagreement-rules = es sind andere Regeln als die, für die du bereit warst
session-disagreement-roster = es sind andere Spieler als die, die am Tisch sitzen

# Warum es auf diesem Rechner nicht weiterging.
session-failed-network = die Verbindung zum Netz ist zusammengebrochen
session-failed-table = in diesem Programm ist der Teil, der den Tisch führt, zu Ende gegangen
session-failed-thread = in diesem Programm lässt sich der Teil, der den Tisch führt, nicht starten: { $why }
session-failed-own-stop = dieses Programm konnte die Partie nicht fortsetzen
session-failed-files = die Dateien der Partie lassen sich nicht schreiben: { $why }
session-failed-log = das Protokoll lässt sich nicht schreiben: { $why }

# Was nicht vorkommen sollte; $code ist ein Wort des Protokolls.
session-own = dieses Programm selbst lehnt das ab: { $code }
session-own-seat = der Platz des Gastgebers selbst wurde abgelehnt: { $code }
session-no-charter = an diesem Tisch lässt sich so nichts vereinbaren: { $code }
session-round-too-few = für eine Runde braucht es 2 Plätze, da { $count ->
    [one] ist nur 1
   *[other] sind nur { $count }
}
session-no-such-round = eine Runde { $number } gibt es nicht: Die Partie hat { $rounds }
