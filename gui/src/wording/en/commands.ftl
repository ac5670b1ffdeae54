# What single commands of the terminal say beside what they show.

commands-more-about-rules = "mextrain rules NAME" tells what each option means.
commands-tiles-a-seat = tiles a seat, for 2 to 8 seats:
commands-as-a-text = as a text: { $text }
commands-checking = Checking, which takes some seconds
commands-no-tables = No tables found. Ask the host for the code, and type: mextrain join CODE
commands-unknown-rules = unknown rules
commands-seats = { $taken } of { $seats } seats
commands-host = host { $name }
commands-open = open
commands-full = full
commands-in-play = in play
commands-other-version = plays by version { $version }
commands-looking = Looking for { $seconds } s
commands-broken = The session in { $folder } cannot be taken up: { $why }.
commands-no-key = The key file { $file } is missing: without it nobody knows you as the player of that match. Put it back from a copy, or play on as somebody else.
commands-nothing-to-resume = there is no match to go back to
commands-no-such-session = no match to go back to is called "{ $wanted }"; "mextrain resume --list" lists them
commands-several-sessions = several matches are meant by "{ $wanted }": { $ids }
commands-no-unfinished = There is no match to come back to.
commands-back-to = Back to { $table }, with { $players }.
commands-finished-without = { $game } (at its end, which { $names } may lack)
commands-unfinished = { $id }  { $table }, with { $players }
