# Die Sätze über Hausregeln.

house-newer-file = eine andere Version dieses Programms hat sie geschrieben
house-changes = Optionen werden als KEY=VALUE geändert, zum Beispiel double_blank=25
house-file = die Hausregeln in { $path } sind nicht zu gebrauchen und bleiben, wie sie sind: { $why }
house-changed = { $path } wurde inzwischen von einem anderen Programm geändert: Es wurde nichts geschrieben
house-taken = "{ $name }" bedeutet schon andere Regeln: Wähle einen anderen Namen
house-preset = { $name } ist eine Vorlage, die immer da ist und nicht gelöscht werden kann
house-unknown = "{ $text }" ist weder eine Vorlage noch ein Name von Hausregeln noch ein Regeltext; "mextrain rules" zeigt, was es gibt
house-too-many = mehr als { $most } Hausregeln werden nicht aufbewahrt: Lösche erst welche
house-twice = { $name } gibt es zweimal
house-replaced = { $name } bedeutet jetzt andere Regeln.
house-kept = Die Regeln sind als { $name } gespeichert.
house-forgotten = { $name } ist gelöscht.
