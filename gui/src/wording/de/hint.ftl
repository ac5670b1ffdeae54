# Ein guter Zug, und warum er es ist. $why ist einer der Sätze unten.

hint-nothing-owed = Von dir wird jetzt kein Zug verlangt
hint-play-own = Tipp: { $tile } an deinem Zug. { $why }
hint-play = Tipp: { $tile } { $place }. { $why }
hint-draw = Tipp: Zieh einen Stein. { $why }
hint-pass = Tipp: Passe. { $why }
hint-stop = Tipp: Hör hier auf. { $why }

hint-why-only-move = Nichts anderes geht.
hint-why-goes-out = Es ist dein letzter Stein.
hint-why-satisfies = Das bedient { $pip }-{ $pip }.
hint-why-covered = Du kannst ihn mit { $tile } bedienen.
hint-why-lantern-out = Deine Laterne geht damit aus.
hint-why-plan-ends = Das beendet den längsten Zug auf deiner Hand.
hint-why-plan = Das beginnt den längsten Zug auf deiner Hand, danach folgen noch { $tiles }.
hint-why-keeps-plan = Dein Zug aus { $count ->
    [one] einem Stein
   *[other] { $count } Steinen
} bleibt ganz.
hint-why-keeps-plan-spared = Dein Zug aus { $count ->
    [one] einem Stein
   *[other] { $count } Steinen
} bleibt ganz; { $double } müsste bedient werden, und du hast sonst keine { $pip }.
hint-why-best = Im Durchschnitt stehst du damit besser da als mit allem anderen.
hint-why-best-not-to-play = Im Durchschnitt ist das besser, als zu spielen.
