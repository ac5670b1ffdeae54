# Die Sätze der Startseite, beim Eröffnen eines Tisches und im Warteraum.

window-lobby-rematch = Revanche
window-lobby-rematch-opens = Der Tisch für die Revanche öffnet, sobald alle die ganze Partie haben…
window-lobby-cancel = Abbrechen
window-lobby-rematch-of = Es wird gewartet, bis { $host } die Revanche eröffnet…
window-lobby-practice = Mit Bots üben
window-lobby-practice-about = Auf diesem Rechner, ohne Netz. Niemand wartet auf dich.
window-lobby-bots = Bots
window-lobby-bot-easy = { $name }: leicht
window-lobby-bot-steady = { $name }: solide
window-lobby-bot-sharp = { $name }: stark
window-lobby-bot-named-easy = { $name } spielt wie ein Anfänger. Drücken für eine andere Stärke
window-lobby-bot-named-steady = { $name } plant die eigene Hand. Drücken für eine andere Stärke
window-lobby-bot-named-sharp = { $name } bedenkt, was andere haben können. Drücken für eine andere Stärke
window-lobby-double-nine = Bis 9-9
window-lobby-double-twelve = Bis 12-12
window-lobby-one-round = 1 Runde
window-lobby-three-rounds = 3 Runden
window-lobby-all-rounds = Alle Runden
window-lobby-join-heading = An einen Tisch setzen
window-lobby-join-field = Code, Adresse oder Name des Tisches
window-lobby-join-hint = Code, 192.168.1.23:47110 oder ein Name
window-lobby-join-button = Dazusetzen
window-lobby-tables = Tische in diesem Netz
window-lobby-searching = Tische werden gesucht…
window-lobby-no-tables = Keine Tische gefunden. Frag den Gastgeber nach dem Code, oder finde heraus, warum.
window-lobby-find-out = Warum?
window-lobby-again = Noch einmal suchen
window-lobby-create = Einen Tisch eröffnen
window-lobby-pick-up = Weiterspielen, wo du aufgehört hast
window-lobby-resume-button = Weiterspielen
window-lobby-past = Frühere Partien
window-lobby-no-past = Partien, die du zu Ende spielst, bleiben hier mit allem, was sie beweist.
window-lobby-replay = Noch einmal ansehen
window-lobby-copy-button = Kopieren
window-lobby-copy = { $what } kopieren
window-lobby-dismiss-button = Schließen
window-lobby-dismiss = Schließen: { $notice }
window-lobby-more-notices = Danach noch { $count }
window-lobby-join = An { $table } dazusetzen
window-lobby-resume = { $table } mit { $who } weiterspielen
window-lobby-finished-without = Zu Ende, was { $names } vielleicht noch fehlt
window-lobby-look-again = Die Partie mit { $who } noch einmal ansehen, { $when }
window-lobby-saved = Partien
window-lobby-logs = frühere Partien
window-lobby-show-all = Alle { $count } zeigen
window-lobby-show-all-of = Alle { $count } zeigen: { $what }
window-lobby-show-fewer-button = Weniger zeigen
window-lobby-show-fewer = Weniger zeigen: { $what }
window-lobby-too-many = Das sind die neuesten { $listed } von { $count }; die anderen bleiben gespeichert.
window-lobby-recognised-empty = Ein Code hat 12 Zeichen; er steht im Fenster des Gastgebers.
window-lobby-recognised-code = Ein Code: { $code }
window-lobby-recognised-address = Eine Adresse: { $address }
window-lobby-recognised-multiaddr = Eine Adresse, wie libp2p sie schreibt
window-lobby-recognised-table = Der Tisch namens "{ $name }" in diesem Netz
window-lobby-recognised-unfinished-code = { $count } von { $characters } Zeichen eines Codes, oder der Name eines Tisches
window-lobby-you-are-at = Du bist zu erreichen unter { $address }
window-lobby-no-address = Dieser Rechner hat keine Adresse in einem Netz: Niemand kann ihn erreichen.
window-lobby-no-search = Es kann nicht nach Tischen gesucht werden: { $why }.
window-lobby-search-stopped = Die Suche nach Tischen hat aufgehört.
window-lobby-bot-trouble = Der Bot { $bot } kann nicht spielen: { $why }
window-lobby-no-way-in = dieser Rechner hat keine Adresse, unter der der Tisch zu erreichen wäre
window-lobby-coming-back = Die Partie wird dort fortgesetzt, wo sie aufgehört hat…
window-lobby-not-back = Die Partie ließ sich nicht fortsetzen.
window-lobby-about-table = { $taken } von { $seats } Plätzen. Regeln: { $rules }. Gastgeber: { $host }
window-lobby-about-table-without-rules = { $taken } von { $seats } Plätzen. Gastgeber: { $host }
window-lobby-about-table-code = Code { $code }
window-lobby-about-table-open-code = Offen. Code { $code }
window-lobby-about-table-open = Offen
window-lobby-why-not-join-version = Dort wird nach Version { $version } gespielt, mit diesem Programm nach Version { $own_version }
window-lobby-why-not-join-full = Alle Plätze sind besetzt
window-lobby-why-not-join-in-play = Die Partie hat begonnen
window-lobby-just-now = gerade eben
window-lobby-minutes-ago = { $count ->
    [one] vor 1 Minute
   *[other] vor { $count } Minuten
}
window-lobby-hours-ago = { $count ->
    [one] vor 1 Stunde
   *[other] vor { $count } Stunden
}
window-lobby-days-ago = { $count ->
    [one] vor 1 Tag
   *[other] vor { $count } Tagen
}
window-lobby-create-title = Einen Tisch eröffnen
window-lobby-table-name = Name des Tisches
window-lobby-table-of = Tisch von { $player }
window-lobby-no-table-name = der Name des Tisches: { $why }
window-lobby-seats = Plätze
window-lobby-bots-at-table = Davon Bots
window-lobby-players = Spieler
window-lobby-rules = Regeln
window-lobby-set = Dominosteine
window-lobby-rounds = Runden
window-lobby-options = Was diese Regeln sagen
window-lobby-proofs-heading = Beweise
window-lobby-open = Den Tisch öffnen
window-lobby-opening = Der Tisch öffnet sofort und ist im Netz zu erreichen; hat dieser Rechner eine Firewall, fragt sie vielleicht jetzt.
window-lobby-when-full = Beginnen, sobald alle Plätze besetzt sind
window-lobby-unlisted = Nicht auflisten: Nur wer den Code hat, findet ihn
window-lobby-proofs-every-turn = Jede Behauptung wird sofort bewiesen
window-lobby-proofs-at-scoring = Behauptungen werden geprüft, wenn die Hände aufgedeckt werden
window-lobby-deal = { $seats } Spieler: je { $count ->
    [one] 1 Stein
   *[other] { $count } Steine
}, { $left } im Talon, { $rounds }
window-lobby-card = Die ganze Regelkarte
window-lobby-who = Wer hier sitzt
window-lobby-free = Freier Platz
window-lobby-not-ready = noch nicht bereit
window-lobby-ready = bereit
window-lobby-i-am-ready = Ich bin bereit
window-lobby-not-yet = Noch nicht
window-lobby-start = Mit allen beginnen, die da sind
window-lobby-start-alone = Ein Tisch braucht mindestens zwei Spieler
window-lobby-seated = { $name }{ $own ->
    [yes] {" "}(du)
   *[no] {""}
}{ $bot ->
    [yes] , ein Bot
   *[no] {""}
}: { $ready ->
    [yes] { window-lobby-ready }
   *[no] { window-lobby-not-ready }
}
window-lobby-leave = Den Tisch verlassen
window-lobby-way-in = Wie andere hierher kommen
window-lobby-copy-code = Den Code kopieren
window-lobby-agreement = Was gespielt wird
window-lobby-change = Regeln oder Plätze ändern
window-lobby-change-about = Alle erfahren, was du geändert hast, und müssen noch einmal bereit sein.
window-lobby-change-it = Für alle ändern
window-lobby-nothing-changed = Es ist, wie es war
window-lobby-changed = { $changes } Alle müssen noch einmal bereit sein.
window-lobby-words-come = Sobald alle bereit sind, erscheinen vier Wörter. Alle sollten dieselben Wörter sehen: Lest sie laut vor.
window-lobby-looking = Der Tisch wird gesucht…
window-lobby-opens = Der Tisch wird geöffnet…
window-lobby-acquaintance-known = bekannt, { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
window-lobby-acquaintance-known-as = bekannt als { $before }, { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
window-lobby-acquaintance-new = neu für dich
window-lobby-acquaintance-other-key = Der Schlüssel von { $name } ist nicht der, den du kennst
window-lobby-other-key = Vielleicht ist es { $name } an einem anderen Rechner, vielleicht jemand anderes mit diesem Namen. Lass dir von { $name } die Wörter des Schlüssels vorlesen.
window-lobby-play-anyway-button = Trotzdem zusammen spielen
window-lobby-play-anyway = Trotzdem zusammen spielen: { $name }
window-lobby-anyway = ihr spielt trotzdem zusammen
window-lobby-decide-first = Entscheide erst über { $name }: Der Schlüssel ist nicht der, den du kennst.
window-lobby-nobody-known = Mit wem du gespielt hast, kann aus { $path } nicht gelesen werden ({ $why }). Die Datei bleibt, wie sie ist, und bis sie in Ordnung gebracht oder weggelegt ist, sind alle neu für dich.
window-lobby-not-remembered = Mit wem du spielst, kann in { $path } nicht festgehalten werden: { $why }.
window-lobby-key = Schlüssel: { $words }
window-lobby-waiting-for-nobody = Alle sind bereit: Die Partie beginnt.
window-lobby-waiting-for-ready = Noch nicht bereit: { $who }.
window-lobby-waiting-for-more = { $count ->
    [one] Es fehlt noch ein Spieler.
   *[other] Es fehlen noch { $count } Spieler.
}
window-lobby-ended-finished = Die Partie ist zu Ende.
window-lobby-ended-stopped = Die Partie wurde wegen eines Regelverstoßes abgebrochen.
window-lobby-ended-left = Du hast den Tisch verlassen.
window-lobby-ended-host-left = Der Gastgeber hat den Tisch geschlossen.
window-lobby-ended-not-found = In diesem Netz gibt es keinen Tisch dieses Namens. Frag den Gastgeber nach dem Code, oder finde heraus, warum.
window-lobby-ended-unreachable = Der Tisch ist nicht zu erreichen: { $sentence }.
window-lobby-ended-refused = Dort gibt es keinen Platz für dich: { $sentence }.
window-lobby-ended-failed = Es konnte nicht weitergehen: { $sentence }.
