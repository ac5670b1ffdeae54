# Die Sätze des Punktezählers: was an einem Blatt oder einer Runde nicht stimmt, und wie es steht.

scores-newer-file = eine andere Version dieses Programms hat sie geschrieben
scores-no-sheet = es gibt noch kein Punkteblatt: "mextrain scores new Ada Bo Cy" beginnt eines
scores-nothing-to-undo = es gibt keine Runde, die zurückgenommen werden könnte
scores-nothing-to-redo = es wurde keine Runde zurückgenommen, die wieder aufgeschrieben werden könnte
scores-desk-hint = Mit der Eingabetaste wirst du nach der nächsten Runde gefragt, oder tippe sie: Ada=31; Bo=fertig; Cy=4-6 5-5 (? für mehr, ende zum Beenden)
scores-desk-help =
    {"  "}(Eingabetaste)                die nächste Runde, Hand für Hand
      Ada=31; Bo=fertig; Cy=4-6 5-5 die nächste Runde auf einmal: Punkte, Steine oder fertig
      blockiert; Ada=31; Bo=7; Cy=9 eine Runde, in der niemand fertig wurde
      fertig Bo; Ada=31; Cy=9       eine Runde, in der Bo (zuerst) fertig wurde
      zurück, wieder                eine Runde zurücknehmen, wieder aufschreiben
      blatt                         noch einmal das Blatt
      csv                           für Tabellenprogramme schreiben, neben die Datei des Blattes
      neu                           ein neues Blatt beginnen; dieses bleibt daneben aufbewahrt
      ende                          beenden; das Blatt bleibt aufbewahrt
scores-who-plays = Wer spielt? (Namen mit Kommas dazwischen){" "}
scores-which-rules = Welche Regeln? (Eingabetaste für traditional; eine Vorlage oder Hausregeln, und Änderungen: pagat double_blank=50){" "}
scores-blocked-question = Niemand ist fertig. War die Runde blockiert? (j/n){" "}
scores-what-is-left = { $name } hat noch (Punkte, Steine, oder Eingabetaste für nichts):{" "}
scores-not-understood = "{ $part }" ist nicht zu verstehen (? für Hilfe)
scores-written = Nach { $path } geschrieben.
scores-not-written = { $path } wurde nicht geschrieben: { $why }
scores-error-players = eine Partie hat 2 bis 8 Spieler, und { $count ->
    [0] keiner ist
    [one] 1 ist
   *[other] { $count } sind
} genannt
scores-error-same-name = zwei Spieler heißen { $name }: Gib einem von ihnen einen anderen Namen
scores-error-sign = { $name } kann auf einem Blatt kein Name sein: Wo Runden getippt werden, steht "{ $sign }" zwischen Namen und Händen
scores-error-unknown = niemand heißt { $who }; die Spieler sind { $players }
scores-error-ambiguous = mehr als ein Name beginnt mit { $who }: Schreib ihn ganz
scores-error-twice = die Hand von { $name } ist zweimal genannt
# Mehrere Namen an der Stelle von $who unten: Bo, von Cy
scores-error-missing-more = { $others }, von { $name }
scores-error-missing = was ist noch auf der Hand von { $who }?
scores-seat = Platz { $seat }
scores-fault-seats = { $found } Ergebnisse für einen Tisch mit { $seats } Plätzen
scores-fault-complete = alle Runden der Partie sind schon gewertet
scores-fault-foreign = { $who } kann { $tile } nicht haben: Im Satz { $set } gibt es ihn nicht
scores-fault-engine = { $who } kann { $tile } nicht haben: Das ist die Lok dieser Runde, in der Mitte des Tisches
scores-fault-shared = { $tile } ist auf der Hand von { $first } und von { $second }, und den Stein gibt es nur einmal
scores-fault-too-many = { $points } Punkte in allen Händen sind zu viele: Alle Steine außer der Lok ergeben { $most }
scores-fault-out-holds = { $who } ist fertig und kann nichts mehr haben
scores-fault-holds-nothing = { $who } hat nichts mehr, und fertig soll { $out } sein
scores-fault-not-blocked = { $who } hat nichts mehr und ist also fertig: Die Runde war nicht blockiert
scores-fault-unclear = niemand ist fertig: War die Runde blockiert, oder wer war es?
scores-fault-who-first = mehrere Hände sind leer: Wer war zuerst fertig? (--out NAME; in einer getippten Zeile: fertig NAME)
scores-fault-several = mehrere Hände sind leer, und nur einer kann fertig sein: Nenne, was die anderen noch haben (eine 0-0, die nichts zählt, als 0-0)
scores-file-unusable = { $path } ist kein brauchbares Punkteblatt und bleibt, wie es ist: { $why }
scores-file-changed = { $path } wurde inzwischen von einem anderen Programm geändert: Es wurde nichts geschrieben
scores-no-seat = es gibt keinen Platz { $number }
scores-wrong-round = Runde { $number }: { $why }
scores-put-aside = Das bisherige Blatt ist in { $path } aufbewahrt.
scores-standing-over = Die Partie ist zu Ende: { $winners }.
scores-standing = Runde { $number } von { $rounds } beginnt mit { $engine }-{ $engine }.
