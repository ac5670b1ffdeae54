# The sentences about watching a match without a seat at it.

window-watch-watch-button = Watch
window-watch-watch = Watch { $table }
window-watch-begun = The match there has begun: you can watch it.
window-watch-over = You were watching: the match is over, and every check passed
window-watch-nothing-yet = There is nothing to see yet.
window-watch-stopped = You were watching: the match was stopped. { $sentence }
window-watch-ended-stopped = You were watching: the match was stopped
window-watch-ended-not-found = No table of that name was found on this network
window-watch-ended-lost = You were watching: nobody at the table can be reached any more ({ $why })
window-watch-ended-refused = The table cannot be watched: { $why }
window-watch-ended-failed = It could not go on: { $why }
window-watch-standing-searching = Looking for the table…
window-watch-standing-not-begun = You are watching: the match has not begun
window-watch-standing-catching-up = You are watching: checking what has happened so far…
window-watch-standing-lost = You are watching: nobody at the table answers, trying again…
window-watch-standing-live-turn = You are watching: { $turn }
window-watch-standing-live = You are watching
