# The sentences of Home, Create and the waiting room.

window-lobby-rematch = Rematch
window-lobby-rematch-opens = Opening the table for the rematch, as soon as everybody has the whole match…
window-lobby-cancel = Cancel
window-lobby-rematch-of = Waiting for { $host } to open the rematch…
window-lobby-practice = Practice with bots
window-lobby-practice-about = On this computer, without a network. Nobody waits for you.
window-lobby-bots = Bots
window-lobby-bot-easy = { $name }: easy
window-lobby-bot-steady = { $name }: steady
window-lobby-bot-sharp = { $name }: sharp
window-lobby-bot-named-easy = { $name } plays like a beginner. Press for another level
window-lobby-bot-named-steady = { $name } plans its hand. Press for another level
window-lobby-bot-named-sharp = { $name } thinks about what others may hold. Press for another level
window-lobby-double-nine = Double-nine
window-lobby-double-twelve = Double-twelve
window-lobby-one-round = 1 round
window-lobby-three-rounds = 3 rounds
window-lobby-all-rounds = All rounds
window-lobby-join-heading = Join a table
window-lobby-join-field = Code, address or name of the table
window-lobby-join-hint = code, 192.168.1.23:47110, or a name
window-lobby-join-button = Join
window-lobby-tables = Tables on this network
window-lobby-searching = Looking for tables…
window-lobby-no-tables = No tables found. Ask the host for the code, or find out why.
window-lobby-find-out = Find out why
window-lobby-again = Search again
window-lobby-create = Create a table
window-lobby-pick-up = Pick up where you left off
window-lobby-resume-button = Resume
window-lobby-past = Past games
window-lobby-no-past = Games you finish are kept here, with everything that proves them.
window-lobby-replay = Look again
window-lobby-copy-button = Copy
window-lobby-copy = Copy { $what }
window-lobby-dismiss-button = Dismiss
window-lobby-dismiss = Dismiss: { $notice }
window-lobby-more-notices = { $count } more after this one
window-lobby-join = Join { $table }
window-lobby-resume = Resume { $table } with { $who }
window-lobby-finished-without = At its end, which { $names } may lack
window-lobby-look-again = Look again at the game with { $who }, { $when }
window-lobby-saved = matches
window-lobby-logs = past games
window-lobby-show-all = Show all { $count }
window-lobby-show-all-of = Show all { $count } { $what }
window-lobby-show-fewer-button = Show fewer
window-lobby-show-fewer = Show fewer { $what }
window-lobby-too-many = These are the newest { $listed } of { $count }; the others stay on disk.
window-lobby-recognised-empty = A code has 12 characters; the host's window shows it.
window-lobby-recognised-code = A join code: { $code }
window-lobby-recognised-address = An address: { $address }
window-lobby-recognised-multiaddr = An address as libp2p writes it
window-lobby-recognised-table = The table called "{ $name }" on this network
window-lobby-recognised-unfinished-code = { $count } of the { $characters } characters of a code, or a table's name
window-lobby-you-are-at = You are at { $address }
window-lobby-no-address = This computer has no address on a network: nobody can reach it.
window-lobby-no-search = Tables cannot be looked for: { $why }.
window-lobby-search-stopped = The search for tables has stopped.
window-lobby-bot-trouble = The bot { $bot } cannot play: { $why }
window-lobby-no-way-in = this computer has no address at which the table could be reached
window-lobby-coming-back = Taking the match up where it was left…
window-lobby-not-back = The match could not be taken up again.
window-lobby-about-table = { $taken } of { $seats } seats. Rules: { $rules }. Host: { $host }
window-lobby-about-table-without-rules = { $taken } of { $seats } seats. Host: { $host }
window-lobby-about-table-code = Code { $code }
window-lobby-about-table-open-code = Open. Code { $code }
window-lobby-about-table-open = Open
window-lobby-why-not-join-version = It plays by version { $version }, this program by version { $own_version }
window-lobby-why-not-join-full = All seats are taken
window-lobby-why-not-join-in-play = The match has begun
window-lobby-just-now = just now
window-lobby-minutes-ago = { $count ->
    [one] 1 minute ago
   *[other] { $count } minutes ago
}
window-lobby-hours-ago = { $count ->
    [one] 1 hour ago
   *[other] { $count } hours ago
}
window-lobby-days-ago = { $count ->
    [one] 1 day ago
   *[other] { $count } days ago
}
window-lobby-create-title = Create a table
window-lobby-table-name = Name of the table
window-lobby-table-of = { $player }'s table
window-lobby-no-table-name = the table's name: { $why }
window-lobby-seats = Seats
window-lobby-bots-at-table = Bots among them
window-lobby-players = Players
window-lobby-rules = Rules
window-lobby-set = Dominoes
window-lobby-rounds = Rounds
window-lobby-options = What these rules say
window-lobby-proofs-heading = Proofs
window-lobby-open = Open the table
window-lobby-opening = The table opens at once and listens on the network; if this computer has a firewall, it may ask now.
window-lobby-when-full = Begin as soon as all seats are taken
window-lobby-unlisted = Do not list it: only who has the code finds it
window-lobby-proofs-every-turn = Every claim is proven at once
window-lobby-proofs-at-scoring = Claims are checked when the hands are opened
window-lobby-deal = { $seats } players: { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} each, { $left } in the boneyard, { $rounds }
window-lobby-card = The whole rules card
window-lobby-who = Who sits here
window-lobby-free = Free seat
window-lobby-not-ready = not ready yet
window-lobby-ready = ready
window-lobby-i-am-ready = I am ready
window-lobby-not-yet = Not yet
window-lobby-start = Begin with who is here
window-lobby-start-alone = A table needs at least two players
window-lobby-seated = { $name }{ $own ->
    [yes] {" "}(you)
   *[no] {""}
}{ $bot ->
    [yes] , a bot
   *[no] {""}
}: { $ready ->
    [yes] { window-lobby-ready }
   *[no] { window-lobby-not-ready }
}
window-lobby-leave = Leave the table
window-lobby-way-in = How others get here
window-lobby-copy-code = Copy the code
window-lobby-agreement = What will be played
window-lobby-change = Change rules or seats
window-lobby-change-about = Everybody is told what you changed, and has to be ready again.
window-lobby-change-it = Change it for everybody
window-lobby-nothing-changed = It is as it was
window-lobby-changed = { $changes } Everybody has to be ready again.
window-lobby-words-come = Once everybody is ready, four words appear. Everyone should see the same words: read them aloud.
window-lobby-looking = Looking for the table…
window-lobby-opens = Opening the table…
window-lobby-acquaintance-known = known, { $games ->
    [one] 1 game
   *[other] { $games } games
}
window-lobby-acquaintance-known-as = known as { $before }, { $games ->
    [one] 1 game
   *[other] { $games } games
}
window-lobby-acquaintance-new = new to you
window-lobby-acquaintance-other-key = { $name }'s key is not the one you know
window-lobby-other-key = It may be { $name } on another computer, or somebody else of that name. Let { $name } read the words of the key to you.
window-lobby-play-anyway-button = Play with them anyway
window-lobby-play-anyway = Play with them anyway: { $name }
window-lobby-anyway = you play with them anyway
window-lobby-decide-first = Decide about { $name } first, whose key is not the one you know.
window-lobby-nobody-known = Whom you have played with cannot be read from { $path } ({ $why }). The file is left as it is, and until it is put right or moved away everybody is new to you.
window-lobby-not-remembered = Whom you play with cannot be kept in { $path }: { $why }.
window-lobby-key = key: { $words }
window-lobby-waiting-for-nobody = Everybody is ready: the match begins.
window-lobby-waiting-for-ready = Waiting for { $who } to be ready.
window-lobby-waiting-for-more = { $count ->
    [one] Waiting for one more player.
   *[other] Waiting for { $count } more players.
}
window-lobby-ended-finished = The match is over.
window-lobby-ended-stopped = The match was stopped by somebody's fault.
window-lobby-ended-left = You left the table.
window-lobby-ended-host-left = The host closed the table.
window-lobby-ended-not-found = No table of that name was found on this network. Ask the host for the code, or find out why.
window-lobby-ended-unreachable = The table cannot be reached: { $sentence }.
window-lobby-ended-refused = There is no seat for you there: { $sentence }.
window-lobby-ended-failed = It could not go on: { $sentence }.
