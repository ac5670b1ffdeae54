# Was Spieler einander sagen können. Jedes Programm sagt es in seiner eigenen Sprache.

chat-phrase-nice-one = Gut gemacht
chat-phrase-your-turn = Du bist dran
chat-phrase-sorry = Tut mir leid
chat-phrase-one-moment = Einen Moment
chat-choice = say { $typed } ("{ $phrase }")
chat-choices = Es gibt { $all }
