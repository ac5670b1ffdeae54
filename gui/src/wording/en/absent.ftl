# Players who are waited for, and the question whether to go on without them.
# $who is one name or several; $count is how many.

absent-time-short = { $seconds } s
absent-time = { $minutes } min { $seconds } s
absent-waited-away = { $who } { $count ->
    [one] has
   *[other] have
} been away for { $time }.
absent-waited = The table has waited for { $who } for { $time }.
absent-asked = Go on without { $who }?
absent-asked-too = { $would } would go on without { $who }. You decide too.
absent-asked-too-few = Going on without { $who } takes more players than are missing. You can wait, or play on another day: everybody's seat is kept.
absent-asked-agreed = You agreed to go on without { $who }.
absent-asked-agreed-open = You agreed to go on without { $who }. Still to answer: { $open }.
absent-unanswered-all = { $who } would have to agree, too.
absent-unanswered = Still to answer: you and { $who }.

# What going on means; $more is whether a round is left for which they may come back.
absent-effect-dealt-again = Then the round is dealt again without { $who }, who { $count ->
    [one] counts like the round's highest hand
   *[other] count like the round's highest hand each
}, at least 50{ $more ->
    [yes] , and may come back for the next round
   *[no] {""}
}.
absent-effect-goes-on = Then the round goes on without { $who }. All of you together open that hand, and what is in it counts{ $more ->
    [yes] , and may come back for the next round
   *[no] {""}
}.
absent-effect-scored = Then the round is scored without { $count ->
    [one] that hand: { $who } counts like the round's highest hand
   *[other] their hands: { $who } count like the round's highest hand each
}, at least 50{ $more ->
    [yes] , and may come back for the next round
   *[no] {""}
}.
absent-effect-next-round = The scores stand. The next round is dealt without { $who }, who { $count ->
    [one] counts like its highest hand
   *[other] count like its highest hand each
}, at least 50{ $more ->
    [yes] , and may come back for the round after it
   *[no] {""}
}.
absent-effect-ends = The scores stand, and the match ends without waiting for { $who }.
absent-go-on = Go on without { $who }

# The words in quotes are typed; see wording::typed.
absent-typed-asked = Type "go on" to go on, "wait" to keep waiting, "quit" to play on another day.
absent-typed-too-few = Type "wait" to keep waiting, "quit" to play on another day.
absent-typed-agreed = Type "quit" to play on another day.
absent-not-begun = Before the seats are drawn nobody can be left out: wait, or type quit and open another table
absent-nobody-overdue = Nobody has been waited for long enough to go on without them
absent-waiting-on = You keep waiting; you are asked again later
absent-left-out = You were away, and the others went on without you. You are in again with the next round.
absent-grace = After { $time } of waiting for somebody the others are asked whether to go on without them
absent-keep-going = If one player vanishes in a round, it goes on without them. The price: all the other players together can open any one player's hand, and whoever believes that a player is away helps
absent-keep-going-not = If a player vanishes in a round, it is dealt again without them; nobody can ever open your hand
absent-too-few-to-keep-going = keeping going without somebody takes a table of four seats or more
