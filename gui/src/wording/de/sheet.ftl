# Das Punkteblatt als Texttabelle. Beschriftungen haben höchstens 15 Zeichen.

sheet-round = Runde { $round } ({ $engine }-{ $engine })
sheet-total = gesamt
sheet-place = Platz
sheet-ended-out = { $who } fertig
sheet-ended-blocked = blockiert
sheet-winners = { $count ->
    [0] Niemand hat gewonnen
    [one] { $who } gewinnt
   *[other] { $who } gewinnen gemeinsam
}
sheet-leaders = { $count ->
    [0] Niemand führt
    [one] { $who } führt
   *[other] { $who } führen gemeinsam
}
