# Was zu Spielern geantwortet wird, auf die gewartet wird; die Fragen stehen in absent.ftl.

window-absent-wait = Weiter warten
window-absent-another-day = Ein andermal weiterspielen
window-absent-adjourned = Dein Platz bleibt reserviert. Unter "Weiterspielen, wo du aufgehört hast" geht die Partie weiter, wenn alle wieder da sind.
window-absent-read = Verstanden
window-absent-vanished-score = weg: zählt wie die teuerste Hand der Runde, mindestens 50
window-absent-not-dealt-in = nicht mit dabei
window-absent-keep-going = Die Runde weiterspielen (ab vier Spielern)
window-absent-grace = Falls jemand nicht zurückkommt
