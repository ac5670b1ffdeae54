# Was bei einem Übungsspiel schiefgehen kann.

window-practice-no-randomness = Das System liefert keine Zufallszahlen, also kann nichts gemischt werden.
window-practice-rules = Nach diesen Regeln kann nicht gespielt werden: { $why }.
window-practice-no-tables = Die Übungspartie lässt sich nicht einrichten: { $why }.
window-practice-no-thread = Die Übungspartie lässt sich nicht starten: { $why }.
window-practice-no-key = Es gibt keinen Schlüssel, um zu spielen: { $why }.
window-practice-not-kept = Diese Partie wird nicht aufbewahrt: In { $folder } kann nicht geschrieben werden ({ $why }).
window-practice-log-stops = Das Protokoll kann nicht weitergeschrieben werden: { $why }.
window-practice-bot-refused = der Zug eines Bots wurde abgelehnt: { $why }
