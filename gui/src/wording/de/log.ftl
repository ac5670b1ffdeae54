# Was ein Protokoll beweist, in Worten.

log-verdict-verified = bestätigt, jede Prüfung bestanden
log-verdict-unfinished = gültig bis hierher, und nicht zu Ende gespielt
log-verdict-failed = durchgefallen: { $culprits }
log-verdict-no-log = beschädigt oder kein Protokoll: { $damage }
log-verdict-damaged = beschädigt: { $damage }; { $steps ->
    [0] davor lässt sich nichts prüfen
    [one] der eine Schritt davor ist gültig
   *[other] die { $steps } Schritte davor sind gültig
}
log-verdict-unfounded = kein Beweis: Die Datei beschuldigt jemanden wegen Schritt { $step }, aber { $why }; niemand ist beschuldigt

# Worum es im Protokoll geht: Vor jedem Wert steht gleich viel.
log-about-players = Spieler  { $players }
log-about-words = Wörter   { $words }
log-about-rules = Regeln   { $summary }
log-about-checked = Geprüft  { $checks }
log-checks = { $signatures ->
    [one] 1 Unterschrift
   *[other] { $signatures } Unterschriften
}, { $shuffles ->
    [one] 1 Mischvorgang
   *[other] { $shuffles } Mischvorgänge
}, { $locks ->
    [0] {""}
    [one] 1 verschlossener Stein,{" "}
   *[other] { $locks } verschlossene Steine,{" "}
}{ $openings ->
    [one] 1 Aufdeckung
   *[other] { $openings } Aufdeckungen
}, { $claims ->
    [one] 1 Behauptung
   *[other] { $claims } Behauptungen
}, { $moves ->
    [one] 1 Zug
   *[other] { $moves } Züge
}
log-culprit-nobody = jemand hat die Datei verändert: { $sentence }
log-culprit-seat = { $sentence } [Platz { $seat }, { $code }]

# Warum eine Beschuldigung nicht hält, mitten in log-verdict-unfounded.
log-unfounded-valid = mit der beschuldigten Nachricht ist alles in Ordnung
log-unfounded-not-signed = der Beschuldigte hat sie nicht unterschrieben
log-unfounded-no-contradiction = die beiden Nachrichten darin widersprechen sich nicht
log-unfounded-elsewhere = die beschuldigte Nachricht gehört nicht hierher und beweist hier nichts ({ $code })
log-no-randomness = das System gibt keine Zufallszahlen her, und ohne sie lassen sich Beweise nicht prüfen
