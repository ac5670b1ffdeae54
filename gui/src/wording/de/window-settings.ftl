# Was an einer Datei mit Einstellungen nicht stimmt.

window-settings-too-large = dafür ist sie zu groß
window-settings-moved-aside = Die Einstellungen in { $path } sind nicht zu gebrauchen ({ $why }). Die Datei heißt jetzt { $aside }; es gelten die üblichen Einstellungen.
window-settings-out-of-reach = Die Einstellungen in { $path } können nicht gelesen werden ({ $why }). Es gelten die üblichen, und keine Änderung wird gespeichert, bis das behoben ist.
window-settings-no-name = Der Name in den Einstellungen wird nicht benutzt: { $why }.
window-settings-no-language = Die Sprache in den Einstellungen, "{ $tag }", wird hier nicht gesprochen: Es gilt die des Systems oder Englisch.
