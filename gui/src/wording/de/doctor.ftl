# Die Prüfungen des Netzes in Worten: was gefunden wurde, und was zu tun ist. Adressen werden genannt; Schlüssel, Hände und Codes nie.

doctor-verdict-ok = gut
doctor-verdict-trouble = Problem
doctor-verdict-not-checked = ungeprüft

# Was angesehen wurde.
doctor-title-network = Netz
doctor-title-interfaces = Schnittstellen
doctor-title-port = Erreichbarkeit
doctor-title-multicast = Eigene Ankündigung
doctor-title-peers = Andere
doctor-title-address = Der Gastgeber
doctor-title-dial-back = Der Rückweg
doctor-title-table = Der Tisch

# Was gefunden wurde. $at ist eine Adresse oder "none": Dann ist der Gastgeber gemeint.
doctor-found-connected = Dieser Rechner ist in einem Netz, als { $who }.
doctor-found-no-network = Dieser Rechner ist in keinem Netz.
doctor-found-link-down = { $name } hat die Adresse { $ip }, ist aber ausgeschaltet, oder es steckt kein Kabel.
doctor-found-only-link-local = { $name } hat keine Adresse von einem Router, nur { $ip }, die es sich selbst gegeben hat.
doctor-found-unknown = Das System sagt nicht, welche Schnittstellen es gibt: { $why }.
doctor-found-way-clear = Kein VPN und kein zweites Netz ist im Weg.
doctor-found-way-clear-aside = { $who } { $count ->
    [one] ist
   *[other] sind
} nicht im Weg.
doctor-found-through-vpn = Der Weg zu { $to } führt in { $name }, ein VPN.
doctor-found-through-vpn-others = Der Weg zu anderen führt in { $name }, ein VPN.
doctor-found-through-containers = Der Weg zu { $to } führt in { $name }, ein Netz von Containern oder virtuellen Maschinen in diesem Rechner.
doctor-found-same-network = { $who } sind im selben Netz, { $network }/{ $prefix }; eine Antwort kann über das falsche hereinkommen.
doctor-found-no-way = Dieser Rechner kennt keinen Weg zu { $to }.
doctor-found-table-listens = Dein Tisch ist zu erreichen unter { $who }.
doctor-found-listens = Port { $port } ist frei, für TCP und für UDP.
doctor-found-listens-elsewhere = Port { $taken } ist besetzt, von einem anderen Programm oder einem anderen Profil dieses Programms. Ein Tisch nimmt dann einen anderen Port (hier war es { $used }), und sein Code sagt, welchen.
doctor-found-port-taken = Port { $port } ist besetzt, von einem anderen Programm oder einem anderen Profil dieses Programms.
doctor-found-port-forbidden = Das System erlaubt diesem Benutzer keinen Port wie { $port }.
doctor-found-cannot-listen = Nichts kann hereingelassen werden: { $why }.
doctor-found-heard-back = Was dieser Rechner allen im Netz sagt, ist zu hören, über { $who }.
doctor-found-not-heard-back = Was dieser Rechner allen im Netz sagt, war nicht zu hören, über { $who }.
doctor-found-discovery-taken = Ein anderes Programm behält den UDP-Port 5353, über den Tische gefunden werden, für sich.
doctor-found-no-multicast = Allen im Netz kann nichts gesagt werden: { $why }.
doctor-found-not-tried = Allen im Netz wurde nichts gesagt.
doctor-found-others-heard = Andere waren zu hören, unter { $addresses }.
doctor-found-reached-not-heard = { $to } ist zu erreichen und war nicht zu hören: Dieses Netz gibt nicht weiter, was allen gesagt wird.
doctor-found-nobody-heard = Sonst war in diesem Netz niemand zu hören.
doctor-found-no-location = Es wurde kein Tisch genannt.
doctor-found-no-such-table = In diesem Netz gibt es keinen Tisch dieses Namens.
doctor-found-no-such-host = Kein Rechner namens { $host } ist bekannt.
doctor-found-answers = { $at ->
    [none] Der Gastgeber
   *[other] { $at }
} antwortet, { $transports }.
doctor-found-refused = { $at ->
    [none] Der Gastgeber
   *[other] { $at }
} ist da, aber an diesem Port nimmt niemand etwas an.
doctor-found-no-answer = Es kommt nichts zurück von { $at ->
    [none] dem Gastgeber
   *[other] { $at }
}.
doctor-found-nobody-there = Kein Rechner ist zu finden unter { $at ->
    [none] der Adresse des Gastgebers
   *[other] { $at }
}.
doctor-found-unreachable = { $at ->
    [none] Der Gastgeber
   *[other] { $at }
} ist nicht zu erreichen: { $why }.
doctor-found-ourselves = { $at ->
    [none] Der Gastgeber
   *[other] { $at }
} ist die eigene Adresse dieses Programms.
doctor-found-other-program = Etwas anderes als Mexican Train antwortet { $at ->
    [none] beim Gastgeber
   *[other] unter { $at }
}.
doctor-found-not-reached = Der Gastgeber wurde nicht erreicht.
doctor-found-dialed-back = Er kann diesen Rechner erreichen{ $port ->
    [0] {""}
   *[other] {" "}an Port { $port }
}, { $transports }.
doctor-found-not-dialed-back = Er kann diesen Rechner nicht erreichen{ $port ->
    [0] {""}
   *[other] {" "}an Port { $port }
}.
doctor-found-no-dial-back = Er hat nicht versucht, diesen Rechner zu erreichen, vielleicht weil er es eben erst getan hat.
doctor-found-other-version = Dort wird nach Version { $theirs } gespielt, mit diesem Programm nach Version { $ours }.
doctor-found-other-version-unknown = Dort wird nach einer unbekannten Version gespielt, mit diesem Programm nach Version { $ours }.
doctor-found-other-host = Unter dieser Adresse ist jetzt jemand anderes.
doctor-found-no-table = Dort wird nach derselben Version gespielt, und kein Tisch ist genannt; an einen nicht aufgelisteten setzt man sich mit seinem Code.
doctor-found-table-seen = Dort wird nach derselben Version gespielt, am Tisch { $name }; { $state ->
    [open] { $free } von { $seats } Plätzen { $free ->
        [one] ist
       *[other] sind
    } frei
    [full] alle Plätze sind besetzt
   *[playing] die Partie hat begonnen
}.

# Was zu tun ist.
doctor-remedy-join-network = Verbinde diesen Rechner mit demselben WLAN oder Kabel wie die anderen. Mit Bots zu üben braucht kein Netz.
doctor-remedy-plug-in = Schalte { $name } ein, oder stecke das Kabel ein.
doctor-remedy-ask-router = Schalte das WLAN aus und ein, oder zieh das Kabel heraus und steck es wieder ein; hilft das nicht, starte den Router neu.
doctor-remedy-vpn-off = Schalte { $name } aus, solange du spielst, oder erlaube in den Einstellungen des VPN lokale Netze.
doctor-remedy-containers-off = Halte die Container oder virtuellen Maschinen von { $name } an, solange du spielst, oder gib ihrem Netz andere Adressen.
doctor-remedy-keep-one = Benutze immer nur eines von { $who }.
doctor-remedy-same-network-as-other = Verbinde beide Rechner mit demselben WLAN oder Kabel, und frag den Gastgeber dann noch einmal nach dem Code.
doctor-remedy-other-port = Wähle einen anderen Port oder keinen: Dann wird irgendein freier genommen.
doctor-remedy-higher-port = Wähle einen Port über 1023.
doctor-remedy-free-discovery = Beende dieses Programm, oder setz dich mit dem Code des Gastgebers dazu.
doctor-remedy-by-code = Setz dich mit dem Code oder der Adresse des Gastgebers dazu: Das braucht keine Ankündigungen.
doctor-remedy-other-network = Ist der Rechner des Gastgebers an und in diesem Netz? Wenn ja: { doctor-apart }
doctor-remedy-open-table-or-other-network = Ist kein Tisch offen, dann ist alles, wie es sein soll. Ist einer offen, setz dich mit dem Code des Gastgebers dazu; gelingt auch das nicht: { doctor-apart }
doctor-remedy-ask-host = Frag den Gastgeber, ob der Tisch offen ist, und nach seinem Code.
doctor-remedy-hosts-firewall-or-other-network = Ist der Gastgeber im selben Netz, und lässt die Firewall dort Mexican Train herein? "mextrain doctor" auf dem Rechner des Gastgebers nennt den Befehl. Wenn ja: { doctor-apart }
doctor-remedy-new-code = Frag den Gastgeber nach einem neuen Code.
doctor-remedy-check-name = Sieh nach, wie der Name geschrieben wird, oder benutze die Adresse in Zahlen.
doctor-remedy-update-here = Besorge für diesen Rechner die neuere Version.
doctor-remedy-update-there = Der Gastgeber braucht die neuere Version, die dieser Rechner hat.
doctor-remedy-same-version = Besorge für beide Rechner dieselbe Version.
doctor-remedy-try-again = Versuch es in einigen Sekunden noch einmal.
# Was hilft, wo ein Netz nichts von einem Gerät zum anderen durchlässt.
doctor-apart = Dieses WLAN trennt die Geräte voneinander; nimm einen Hotspot, ein Kabel oder ein Netz, das nicht für Gäste ist.
doctor-firewall = Die Firewall hält andere draußen. Tippe: { $command }
doctor-firewall-administrator = Die Firewall hält andere draußen. Tippe als Administrator: { $command }
doctor-firewall-unknown = Eine Firewall hält andere draußen, hier oder im Router. Lass TCP und UDP an Port { $port } herein.
doctor-discovery = Eine Firewall oder ein VPN verschluckt Ankündigungen. Setz dich mit dem Code des Gastgebers dazu, oder lass sie herein. Tippe: { $command }
doctor-discovery-administrator = Eine Firewall oder ein VPN verschluckt Ankündigungen. Setz dich mit dem Code des Gastgebers dazu, oder lass sie herein. Tippe als Administrator: { $command }
doctor-discovery-unknown = Eine Firewall oder ein VPN verschluckt Ankündigungen. Setz dich mit dem Code des Gastgebers dazu, oder lass sie herein. Lass UDP an Port 5353 herein.

# An der Stelle von $transports oben.
doctor-by-both = über TCP und über QUIC
doctor-by-tcp = über TCP, aber nicht über QUIC, also UDP; das genügt
doctor-by-quic = über QUIC, aber nicht über TCP; das genügt
doctor-found-not-finished = Nicht fertig: Die Zeit war um, bevor sich das sagen ließ.
doctor-remedy-more-time = Gib ihm mehr Zeit, mit einem größeren --timeout oder ohne.
