# Watching a match without a seat at it.

watch-not-found = no match was found there in the time that was given
watch-watched = { $count ->
    [0] Nobody watches any more.
    [one] 1 person watches.
   *[other] { $count } people watch.
}
watch-standing-not-begun = The match has not begun. Waiting for it.
watch-standing-catching-up = Checking what has happened so far.
watch-standing-live = You are watching.
watch-standing-lost = Nobody at the table answers. Trying again.
watch-not-replaced = { $file } is there, and no log of this program: it is not replaced; give --save another name
watch-help = You watch, so there is nothing to play. Type quit to stop watching: what was seen so far stays in the log. The board is shown by "mextrain" without a command, in its window.
watch-ended-stopped = the match was stopped
watch-ended-lost = nobody at the table can be reached any more: { $why }
watch-ended-refused = the table cannot be watched: { $why }
