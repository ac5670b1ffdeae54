# What a seat in the terminal is told, event by event, and the help for what it may type.

seat-help =
    Before the match:
      ready            you are ready; the match begins when everybody is
      wait             you are not ready after all
    In the match:
      4-7 me           play 4-7 on your own train
      4-7 mex          play 4-7 on the Mexican Train
      5-2 bo           play 5-2 on Bo's train (the beginning of a name, or a seat's number)
      draw             draw a tile, when nothing fits
      pass             pass, when nothing fits and the boneyard is empty
      stop             end your opening chain, where the rules have one
      ?                a hint: a good move, and why (also: hint)
      next             the scores are right; go on to the next round
      go on            go on without somebody who has been waited for too long, when you are asked
      wait             keep waiting for them
    Always:
      board            show the board again
      words            show the table words again
      rules            show the rules that are played by
      say nice         say Nice one to everybody; also: say turn, say sorry, say moment
      leave            leave for good: in a match the others go on without you
      quit             close; a match can be come back to with "mextrain resume"
      help             this help
seat-no-scores = There are no scores to confirm now.
seat-left = You have left for good. The program ends once the others have your farewell; the rest of the match goes on without you.
seat-next = Type next when you have seen the scores.
seat-ready = Type ready when you are.
seat-no-table = There is no table yet.
seat-no-board = There is no board yet.
seat-no-words = There are no table words yet
seat-hand = Your hand: { $tiles }
seat-not-begun = The match has not begun; type ready, or help
seat-not-understood = { $why } (type help for what can be typed)
seat-you-are-at = You are at { $address }
seat-looking-for = Looking for { $location }
seat-member = { $name }{ $ready ->
    [yes] {" "}(ready)
   *[no] {""}
}
seat-lobby = { $count } of { $seats } seats: { $members }
seat-words =
    Table words: { $words } ({ $digits })
    Everyone should see the same words. Read them aloud.
    Seats by lot: { $seats }
seat-round = Round { $round }, engine { $engine }
seat-shuffled = { $who } has shuffled.
seat-search-missed = { $who } draws another tile than the engine.
seat-moved = { $who } plays { $tile } on { $owner }'s train{ $drawn ->
    [yes] , just drawn
   *[no] {""}
}.
seat-moved-own = { $who } plays { $tile } on their own train{ $drawn ->
    [yes] , just drawn
   *[no] {""}
}.
seat-moved-mexican = { $who } plays { $tile } on the Mexican Train{ $drawn ->
    [yes] , just drawn
   *[no] {""}
}.
seat-drew = { $who } has nothing that plays, and draws.
seat-vote = { $agreed } would go on without { $missing }; that takes { $who }.
seat-blocked = Blocked: everyone scores.
seat-resumed = You are back; what was played before is in the log.
seat-peer-lost = Waiting for { $name } to come back
seat-peer-back = { $name } is back
seat-lacking = { $names } may lack the end of the match, and can get it from you while you are at this table: "mextrain resume" takes you back to it for a week.
seat-fault = { $sentence }. The match is stopped.
seat-accused = { $sentence }. Nothing that was played changes.
seat-log = The log is { $path }
seat-proof = The proof is { $path }; mextrain verify-log checks it for anybody.
seat-away = { $name } has been away for { $time }
seat-hosting = Your table "{ $name }" is open
seat-hosting-code = Your table "{ $name }" is open. Others join with: mextrain join { $code }
seat-guest = You sit at "{ $name }"
seat-guest-code = You sit at "{ $name }", code { $code }
seat-name-of = Seat { $seat }
seat-scored = { $who } holds { $tiles }: { $score }, in all { $total }
seat-scored-away = { $who } was away: { $score }, in all { $total }
seat-scored-nothing = { $who } holds nothing: { $score }, in all { $total }
seat-still-looking = Still looking for the table { $name }, for up to { $seconds } s in all. Ask the host for the code if it is not found.
seat-still-reaching = Still trying to reach { $place }, for up to { $seconds } s in all.
