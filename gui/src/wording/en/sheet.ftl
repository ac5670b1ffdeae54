# The scoresheet as a table of text. Labels have 15 characters at most.

sheet-round = round { $round } ({ $engine }-{ $engine })
sheet-total = total
sheet-place = place
sheet-ended-out = { $who } out
sheet-ended-blocked = blocked
sheet-winners = { $count ->
    [0] Nobody has won
    [one] { $who } wins
   *[other] { $who } share the win
}
sheet-leaders = { $count ->
    [0] Nobody leads
    [one] { $who } leads
   *[other] { $who } share the lead
}
