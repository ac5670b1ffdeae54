# Die Sätze darüber, einer Partie ohne eigenen Platz zuzusehen.

window-watch-watch-button = Zusehen
window-watch-watch = Bei { $table } zusehen
window-watch-begun = Die Partie dort hat begonnen: Du kannst zusehen.
window-watch-over = Du hast zugesehen: Die Partie ist zu Ende, und jede Prüfung ist bestanden
window-watch-nothing-yet = Es ist noch nichts zu sehen.
window-watch-stopped = Du hast zugesehen: Die Partie wurde abgebrochen. { $sentence }
window-watch-ended-stopped = Du hast zugesehen: Die Partie wurde abgebrochen
window-watch-ended-not-found = In diesem Netz gibt es keinen Tisch dieses Namens
window-watch-ended-lost = Du hast zugesehen: Niemand am Tisch ist mehr zu erreichen ({ $why })
window-watch-ended-refused = An diesem Tisch kannst du nicht zusehen: { $why }
window-watch-ended-failed = Es konnte nicht weitergehen: { $why }
window-watch-standing-searching = Der Tisch wird gesucht…
window-watch-standing-not-begun = Du siehst zu: Die Partie hat noch nicht begonnen
window-watch-standing-catching-up = Du siehst zu: Was bisher geschah, wird geprüft…
window-watch-standing-lost = Du siehst zu: Niemand am Tisch antwortet, neuer Versuch…
window-watch-standing-live-turn = Du siehst zu: { $turn }
window-watch-standing-live = Du siehst zu
