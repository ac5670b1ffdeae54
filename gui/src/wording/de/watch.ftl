# Einer Partie ohne eigenen Platz zusehen.

watch-not-found = dort war in der gegebenen Zeit keine Partie zu finden
watch-watched = { $count ->
    [0] Niemand sieht mehr zu.
    [one] 1 Person sieht zu.
   *[other] { $count } Personen sehen zu.
}
watch-standing-not-begun = Die Partie hat noch nicht begonnen. Es wird gewartet.
watch-standing-catching-up = Was bisher geschah, wird geprüft.
watch-standing-live = Du siehst zu.
watch-standing-lost = Niemand am Tisch antwortet. Neuer Versuch.
watch-not-replaced = { $file } gibt es schon, und es ist kein Protokoll dieses Programms: Es wird nicht ersetzt; gib bei --save einen anderen Namen an
watch-help = Du siehst zu, also gibt es nichts zu spielen. Tippe ende, um nicht mehr zuzusehen: Was bisher zu sehen war, bleibt im Protokoll. Das Brett zeigt "mextrain" ohne Befehl, in seinem Fenster.
watch-ended-stopped = die Partie wurde abgebrochen
watch-ended-lost = am Tisch ist niemand mehr zu erreichen: { $why }
watch-ended-refused = an diesem Tisch kann nicht zugesehen werden: { $why }
