# A good move, and why it is one. $why is one of the sentences below.

hint-nothing-owed = No move is asked of you now
hint-play-own = Hint: { $tile } on your train. { $why }
hint-play = Hint: { $tile } on { $place }. { $why }
hint-draw = Hint: draw a tile. { $why }
hint-pass = Hint: pass. { $why }
hint-stop = Hint: stop here. { $why }

hint-why-only-move = It is the only move.
hint-why-goes-out = It is your last tile.
hint-why-satisfies = It satisfies the { $pip }-{ $pip }.
hint-why-covered = You can satisfy it with { $tile }.
hint-why-lantern-out = It puts out your Lantern.
hint-why-plan-ends = It ends the longest train in your hand.
hint-why-plan = It begins the longest train in your hand, with { $tiles } to follow.
hint-why-keeps-plan = It keeps your { $count }-tile train whole.
hint-why-keeps-plan-spared = It keeps your { $count }-tile train whole; { $double } would have to be satisfied, and you hold no other { $pip }.
hint-why-best = On average it leaves you better off than any other.
hint-why-best-not-to-play = On average that is better than to play.
