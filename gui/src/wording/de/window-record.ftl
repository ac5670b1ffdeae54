# Die Sätze über das, was von einer Partie festgehalten ist: was geprüft wurde, was hinter einem Moment steht, eine Wiederholung.

window-trust-moments-signatures = Wann etwas unterschrieben wurde
window-trust-moments-shuffles = Wann jemand gemischt hat
window-trust-moments-openings = Wann Steine aufgedeckt wurden
window-trust-moments-claims = Wann jemand etwas behauptet hat
window-trust-moments-moves = Züge
window-trust-copy-words = Die Tischwörter kopieren
window-trust-counts-signatures = { $signatures ->
    [one] 1 Unterschrift
   *[other] { $signatures } Unterschriften
}
window-trust-counts-shuffles = { $shuffles ->
    [one] 1 Mischvorgang
   *[other] { $shuffles } Mischvorgänge
}
window-trust-counts-openings = { $openings ->
    [one] 1 Aufdeckung von Steinen
   *[other] { $openings } Aufdeckungen von Steinen
}
window-trust-counts-claims = { $claims ->
    [one] 1 Behauptung über verdeckte Steine
   *[other] { $claims } Behauptungen über verdeckte Steine
}
window-trust-counts-moves = { $moves ->
    [one] 1 Zug
   *[other] { $moves } Züge
}
window-trust-checked = Auf diesem Rechner geprüft
window-trust-keys = Schlüssel
window-trust-words = Tischwörter
window-trust-meaning = Jeder Stein wurde von allen gemischt, und alles hier wurde von seinem Spieler unterschrieben und von diesem Programm geprüft. Jeder kann es anhand des Protokolls noch einmal prüfen.
window-proof-of-signed = Unterschrieben von allen, die es betrifft.
window-proof-of-shuffled = Bewiesen: dieselben verdeckten Steine in anderer Reihenfolge.
window-proof-of-dealt = Jeder Teil jeder Aufdeckung ist bewiesen; jeder Stein ist nur für den offen, dem er gehört.
window-proof-of-played = Der Stein wurde für alle aufgedeckt und ist der, den dieser Platz bekommen hat.
window-proof-of-compared = Verglichen mit den Händen, als sie am Ende der Runde aufgedeckt wurden.
window-proof-of-searched = Bewiesen, ohne einen Stein zu zeigen: Keiner davon ist die Lok.
window-proof-of-passed = Bewiesen, ohne die Hand zu zeigen: Nichts darin passt.
window-proof-of-kept = Bewiesen, ohne den Stein zu zeigen: Er passt nicht.
window-proof-of-standstill = Wer sagt, dass nichts passt, hat es bewiesen; wer sagt, dass es noch geht, wird beim Wort genommen.
window-proof-of-stopped = Unterschrieben. Wer in einer Kette ist, darf sie beenden, egal was auf der Hand ist.
window-proof-of-scored = Jeder Stein, der noch auf einer Hand war, wurde für alle aufgedeckt.
window-replay-title = Wiederholung
window-replay-reading = Das Protokoll wird gelesen…
window-replay-checking = Jede Unterschrift und jeder Beweis wird geprüft…
window-replay-passed = Bestanden: jede Prüfung, von der ersten Unterschrift bis zur letzten Wertung
window-replay-unfinished = Bis hierher bestanden; die Partie ist nicht zu Ende gespielt
window-replay-not-yet = Noch nicht geprüft.
window-replay-not-checked = Nicht geprüft: Es kommt nach dem, was durchgefallen oder unlesbar ist.
window-replay-failed-here = Hier durchgefallen: Was zu diesem Schritt aufgeschrieben ist, wird abgelehnt.
window-replay-show-step = Schritt { $step } zeigen
window-replay-with-checks = { $verdict } ({ $checks })
window-replay-not-opened = { $path } lässt sich nicht öffnen: { $why }.
window-replay-first = Erster Moment
window-replay-back = Einen Moment zurück
window-replay-play = Abspielen
window-replay-pause = Pause
window-replay-forward = Einen Moment weiter
window-replay-last = Letzter Moment
window-replay-text = Text
window-replay-json = JSON
window-replay-copy-text = Als Text kopieren
window-replay-copy-json = Als JSON kopieren
window-replay-save-text = Als Text speichern
window-replay-save-json = Als JSON speichern
window-replay-exporting = Es wird gerade geschrieben
window-replay-copied = Kopiert.
window-replay-saved = Gespeichert als { $path }.
window-replay-not-saved = { $path } kann nicht geschrieben werden: { $why }.
window-replay-close = Schließen
window-replay-failed = Durchgefallen: { $why }
window-replay-no-log = Beschädigt oder kein Protokoll: { $damage }
window-replay-damaged = Beschädigt nach Byte { $bytes }: { $damage }. { $steps ->
    [0] Davor gibt es nichts zu zeigen
    [one] Der eine Schritt davor wird gezeigt
   *[other] Die { $steps } Schritte davor werden gezeigt
}
window-replay-moment-in-short = { $number } von { $of }
window-replay-moment-step = Moment { $number } von { $of }, Schritt { $step }
window-replay-moment = Moment { $number } von { $of }
