# The question before something is left.

window-leaving-close-title = Close the window?
window-leaving-leave = Leave
window-leaving-for-good = Leave for good
window-leaving-close = Close
window-leaving-stay = Stay
window-leaving-title-match = Leave this game?
window-leaving-title-table = Close this table?
window-leaving-price-practice = A practice game cannot be gone on with later.
window-leaving-price-match = The others wait for you. You can come back from Home, under "Pick up where you left off". If you leave for good, they go on: your hand is shown at the end of the round, and your turns go by.
window-leaving-price-table = Your table closes for everybody who sits there: { $players }.
