# Was ein Platz im Terminal erfährt, Ereignis für Ereignis, und die Hilfe zu dem, was er tippen kann.

seat-help =
    Vor der Partie:
      bereit           du bist bereit; die Partie beginnt, wenn alle es sind
      warten           du bist doch noch nicht bereit
    In der Partie:
      4-7 ich          lege 4-7 an deinem eigenen Zug an
      4-7 mex          lege 4-7 am Mexikanischen Zug an
      5-2 bo           lege 5-2 am Zug von Bo an (der Anfang eines Namens oder die Nummer eines Platzes)
      ziehen           zieh einen Stein, wenn nichts passt
      passen           passe, wenn nichts passt und der Talon leer ist
      stopp            beende deine Eröffnungskette, wo die Regeln eine haben
      ?                ein Tipp: ein guter Zug, und warum (auch: tipp)
      weiter           die Punkte stimmen; weiter zur nächsten Runde
      weiterspielen    spiele ohne jemanden weiter, auf den zu lange gewartet wurde, wenn du gefragt wirst
      warten           warte weiter
    Immer:
      brett            zeige noch einmal das Brett
      wörter           zeige noch einmal die Tischwörter
      regeln           zeige die Regeln, nach denen gespielt wird
      sag gut          sag allen "Gut gemacht"; auch: sag du, sag tut, sag einen
      gehen            geh für immer: In einer Partie spielen die anderen ohne dich weiter
      ende             schließe; zu einer Partie kommst du mit "mextrain resume" zurück
      hilfe            diese Hilfe
    Die englischen Wörter (ready, draw, pass, quit …) gehen genauso.
seat-no-scores = Es gibt jetzt keine Punkte zu bestätigen.
seat-left = Du hast die Partie endgültig verlassen. Das Programm endet, sobald die anderen deinen Abschied haben; die Partie geht ohne dich weiter.
seat-next = Tippe weiter, wenn du die Punkte gesehen hast.
seat-ready = Tippe bereit, wenn du bereit bist.
seat-no-table = Es gibt noch keinen Tisch.
seat-no-board = Es gibt noch kein Brett.
seat-no-words = Es gibt noch keine Tischwörter
seat-hand = Deine Hand: { $tiles }
seat-not-begun = Die Partie hat noch nicht begonnen; tippe bereit oder hilfe
seat-not-understood = { $why } (tippe hilfe für alles, was sich tippen lässt)
seat-you-are-at = Du bist zu erreichen unter { $address }
seat-looking-for = { $location } wird gesucht
seat-member = { $name }{ $ready ->
    [yes] {" "}(bereit)
   *[no] {""}
}
seat-lobby = { $count } von { $seats } Plätzen: { $members }
seat-words =
    Tischwörter: { $words } ({ $digits })
    Alle sollten dieselben Wörter sehen. Lest sie laut vor.
    Ausgeloste Plätze: { $seats }
seat-round = Runde { $round }, Lok { $engine }
seat-shuffled = { $who } hat gemischt.
seat-search-missed = { $who } zieht einen anderen Stein als die Lok.
seat-moved = { $who } legt { $tile } am Zug von { $owner } an{ $drawn ->
    [yes] , gerade gezogen
   *[no] {""}
}.
seat-moved-own = { $who } legt { $tile } am eigenen Zug an{ $drawn ->
    [yes] , gerade gezogen
   *[no] {""}
}.
seat-moved-mexican = { $who } legt { $tile } am Mexikanischen Zug an{ $drawn ->
    [yes] , gerade gezogen
   *[no] {""}
}.
seat-drew = { $who } hat nichts, was passt, und zieht.
seat-vote = Ohne { $missing } weiterspielen wollen bisher: { $agreed }; dafür braucht es { $who }.
seat-blocked = Blockiert: Alle bekommen Punkte.
seat-resumed = Du bist wieder da; was vorher gespielt wurde, steht im Protokoll.
seat-peer-lost = Es wird gewartet, bis { $name } wieder da ist
seat-peer-back = { $name } ist wieder da
seat-lacking = { $names } fehlt vielleicht noch das Ende der Partie; zu holen ist es bei dir, solange du an diesem Tisch bist: "mextrain resume" führt eine Woche lang dorthin zurück.
seat-fault = { $sentence }. Die Partie ist abgebrochen.
seat-accused = { $sentence }. An dem, was gespielt wurde, ändert das nichts.
seat-log = Das Protokoll ist { $path }
seat-proof = Der Beweis ist { $path }; mextrain verify-log prüft ihn für jeden.
seat-away = { $name } ist seit { $time } weg
seat-hosting = Dein Tisch "{ $name }" ist offen
seat-hosting-code = Dein Tisch "{ $name }" ist offen. Andere setzen sich dazu mit: mextrain join { $code }
seat-guest = Du sitzt am Tisch "{ $name }"
seat-guest-code = Du sitzt am Tisch "{ $name }", Code { $code }
seat-name-of = Platz { $seat }
seat-scored = { $who } hat noch { $tiles }: { $score }, insgesamt { $total }
seat-scored-away = { $who } war weg: { $score }, insgesamt { $total }
seat-scored-nothing = { $who } hat nichts mehr: { $score }, insgesamt { $total }
seat-still-looking = Der Tisch { $name } wird noch gesucht, insgesamt bis zu { $seconds } s. Frag den Gastgeber nach dem Code, wenn er nicht gefunden wird.
seat-still-reaching = { $place } antwortet noch nicht; versucht wird es insgesamt bis zu { $seconds } s.
