# What players may say to each other. Each program says it in its own language.

chat-phrase-nice-one = Nice one
chat-phrase-your-turn = Your turn
chat-phrase-sorry = Sorry
chat-phrase-one-moment = One moment
chat-choice = say { $typed } ("{ $phrase }")
chat-choices = You can { $all }
