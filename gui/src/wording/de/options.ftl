# Die Vorlagen der Regeln und die Werte der Optionen, jeder in einem Satz.

options-preset-traditional = die traditionelle Ausgabe: ein Stein pro Zug, ein Pasch wird sofort bedient
options-preset-set-maker = das Blatt eines Herstellers: Die Lok wird herausgelegt, eröffnet wird mit Ketten
options-preset-pagat = wie bei Pagat beschrieben: Wer die Lok hat, beginnt, eröffnet wird mit Ketten
options-preset-guide = ein Leitfaden für Anfänger: Wer die Lok hat, beginnt
options-preset-article = der Artikel einer Zeitschrift: Die Lok wird herausgelegt, der erste Platz wechselt
options-rounds = { $count ->
    [one] 1 Runde
   *[other] { $count } Runden
}
options-blank-counts = 0-0 zählt { $value }
options-first-engine = Die Lok der ersten Runde ist { $value }-{ $value }; jede weitere ist ein Pasch niedriger.
options-hand = Jeder Platz bekommt { $value ->
    [one] 1 Stein
   *[other] { $value } Steine
}.
options-double-blank = 0-0 auf der Hand zählt am Ende { $value ->
    [one] 1 Punkt
   *[other] { $value } Punkte
}.
options-other = { $key } ist { $value }.

# Ein Satz für jeden Wert jeder Option, nach beiden benannt.
option-set-double-twelve = 91 Steine, bis 12-12.
option-set-double-nine = 55 Steine, bis 9-9.
option-hand-set-maker = Die Tabelle des Herstellers sagt, wie viele Steine jeder bekommt.
option-hand-pagat = Die Tabelle von Pagat sagt, wie viele Steine jeder bekommt.
option-hand-guide = Die Tabelle des Leitfadens sagt, wie viele Steine jeder bekommt.
option-hand-celko = Die Tabelle von Celko sagt, wie viele Steine jeder bekommt (nur für den Satz bis 9-9).
option-engine-dealt = Wer die Lok bekommen hat, setzt sie; hat sie niemand, ziehen die Plätze reihum danach.
option-engine-set-aside = Die Lok liegt in der Mitte, bevor gegeben wird.
option-engine-dealt-together = Wer die Lok bekommen hat, setzt sie; hat sie niemand, ziehen alle Plätze gemeinsam danach.
option-leader-left-of-engine = Die Lok zu setzen zählt als Zug; der Platz links davon macht weiter.
option-leader-engine-holder = Wer die Lok gesetzt hat, spielt zuerst.
option-leader-rotating = In Runde 1 beginnt Platz 1, danach jede Runde ein Platz weiter.
option-opening-single = Beim ersten Mal wird ein Stein gelegt, wie sonst auch.
option-opening-chain = Beim ersten Mal dürfen beliebig viele verbundene Steine gelegt werden.
option-opening_on-any = Beim ersten Mal darf überall angelegt werden, wo es später auch geht.
option-opening_on-own = Beim ersten Mal wird nur am eigenen Zug angelegt.
option-opening_draw-one = Wer seinen Zug nicht beginnen kann, zieht einen Stein.
option-opening_draw-none = Wer seinen Zug nicht beginnen kann, stellt die Laterne auf und zieht nicht.
option-mexican_start-any-turn = Den Mexikanischen Zug darf jeder beginnen, jederzeit.
option-mexican_start-after-first-turn = Den Mexikanischen Zug darf nur beginnen, wer schon einmal dran war.
option-first_turn_out-ends = Wer fertig ist, beendet die Runde, auch bevor alle gespielt haben.
option-first_turn_out-others-finish = Wer noch nicht gespielt hat, kommt trotzdem noch einmal dran.
option-cover-on-double = Der zusätzliche Stein nach einem Pasch kommt auf diesen Pasch.
option-cover-anywhere = Der zusätzliche Stein nach einem Pasch darf an jeden Zug, der dem Platz offensteht.
option-doubles_a_turn-one = Wer dran ist, legt höchstens einen Pasch.
option-doubles_a_turn-many = Auch der zusätzliche Stein nach einem Pasch darf ein Pasch sein.
option-double_draw-each = Für jeden gelegten Pasch darf einmal gezogen werden.
option-double_draw-once = Wer dran ist, zieht höchstens einmal, egal wie viele Päsche er legt.
option-dead_double-release = Ein Pasch, den nichts mehr bedienen kann, wartet nicht.
option-dead_double-lock = Ein Pasch, den nichts mehr bedienen kann, wartet, bis die Runde blockiert ist.
option-out_on_double-ends = Mit einem Pasch als letztem Stein ist die Runde zu Ende.
option-out_on_double-must-cover = Auch ein Pasch als letzter Stein muss noch bedient werden.
option-block-full-circuit = Die Runde ist blockiert, wenn alle nacheinander gepasst haben.
option-block-nobody-can-play = Die Runde ist blockiert, wenn alle gepasst haben und wirklich niemand spielen kann.
option-double_blank-0 = 0-0 auf der Hand zählt am Ende nichts.
option-scoring-losers-count = Jeder Platz bekommt die Augen, die er noch hat; die niedrigste Summe gewinnt.
option-scoring-winner-takes = Wer eine Runde gewinnt, bekommt die Augen aller anderen; die höchste Summe gewinnt.
