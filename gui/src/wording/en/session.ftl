# What a session says besides the game. Without a full stop: most of it stands behind a colon or begins a line.

session-sat = { $name } sat down
session-left = { $name } left
session-ready = { $name } is ready
session-not-ready = { $name } is not ready
session-changed = { $by } changed { $what } from { $from } to { $to }
session-part-seats = seats
session-part-proofs = proofs
session-part-grace = grace time
session-part-keep-going = keep going
session-part-start-when-full = start when full
session-yes = yes
session-no = no
session-proofs-every-turn = every-turn
session-proofs-at-scoring = at-scoring

# Why something was not done.
session-not-now = that is not possible now
session-not-owed = it is not your turn
session-too-few = those who are here are not more than those who are missing: wait, or go on another day
session-not-heard = this program has come back to the match and has to hear from one of the others first
session-too-few-seats = { $count ->
    [one] 1 player sits
   *[other] { $count } players sit
} at the table already
session-free-seats = { $count ->
    [one] there is 1 free seat
   *[other] there are { $count } free seats
}
session-too-much = you have said enough for the moment; wait { $seconds } s
session-no-answer = the host does not answer
session-ended = the session is over
session-hand-too-small = hand = { $hand } is too small: a hand has at least 2 tiles
session-hand-too-large = hand = { $hand } is too large: { $seats } hands must leave a boneyard beside the engine of { $tiles } tiles
session-chart-of-other-set = hand = celko is a chart for set = double-nine only

# Why there is no seat.
session-refused-full = all seats are taken
session-refused-version = the table plays by another version; install the same version on both sides
session-refused-no-such-table = there is no such table
session-refused-started = the match has begun
session-refused-signature = the key of this player cannot be used
session-refused-commitment = another player has the same commitment
session-refused-stale = the table has changed meanwhile
session-refused-not-member = only players of this table may do that
session-refused-not-host = only the host of the table may do that
session-refused-unsupported = that is not possible here
session-refused-not-begun = the match has not begun

# Why nobody was reached. $at is an address.
session-silent = nobody answers
session-other-host = somebody else listens at the join code's address; ask the host for a new code
session-no-key = the host's key is none
session-too-many-watch = so many watch that table already that there is no room for more
session-forged = what was given as the match's log does not hold
session-no-address = no address
session-given-up = not tried any longer
session-nothing-back = nothing comes back from { $at }
session-no-way = there is no way to { $at }
session-nobody-listens = nobody listens at { $at }
session-somebody-else = somebody else is at { $at }
session-ourselves = { $at } is this program's own address

# Why a seat in the terminal is no more.
session-ended-stopped = the match was stopped by somebody's fault
session-ended-host-left = the host closed the table
session-ended-not-found = no such table was found on this network; ask the host for the code, or try "mextrain tables"
session-ended-unreachable = the table cannot be reached: { $why }
session-ended-refused = there is no seat at that table: { $why }

# What is wrong with a log as a file.
session-log-other-kind = this is no Mexican Train log
session-log-version = the file is of version { $version }; this program reads version { $own }
session-log-cut = the file ends inside the record that begins at byte { $offset }
session-log-broken = the record that begins at byte { $offset } is damaged or out of its place
session-log-unreadable = the file cannot be read: { $why }

# Why a session cannot begin.
session-no-network = the network cannot be used: { $why }
session-cannot-listen = cannot listen on { $ip } port { $port }: { $why }{ $advice ->
    [taken] . Another program has it, or another table of this one: choose another port, or none, and a free one is taken
    [forbidden] . Choose a port from 1024 on
   *[none] {""}
}
session-no-folder = the folder { $folder } cannot be used: { $why }
session-no-data = the data folder cannot be used: { $why }
session-busy = another program on this machine plays this match already
session-not-resumed = the session cannot be resumed: { $why }
session-table-charter = the charter cannot be played: { $code }
session-table-not-seated = this match was begun with another key than this profile's
session-table-nonce = the charter commits this seat to another nonce
session-table-journal = the journal does not fit the match: { $why }
session-no-randomness = the system gives no random numbers
session-key-file = the key file { $path } cannot be used: { $why }
session-key-none = { $path } is not a key file of this program; move it away to get a new key (others will not know you by it)
session-key-exposed = the key file { $path } can be read by other users; allow only its owner (mode 600)
session-key-random = no randomness from the system: { $why }

# Why a seat in the terminal ends by itself.
session-match-too-long = the match took longer than it was given
session-not-reached = the table was not reached in the time that was given; "mextrain doctor" and its name, code or address says what is in the way
session-input-ended = the input ended before the match did, and a seat needs moves; "mextrain bot" plays by itself
session-other-words = the table words are "{ $words }", not the expected ones: this is another table

# What people should know of, in whole sentences.
session-trouble-has-left = You have left this match. The others hear of it as soon as one of them is there.
session-trouble-leaves-later = You leave for good as soon as the seats are drawn and one of the others has been heard. To close the program now keeps your seat.
session-trouble-not-begun = { $count ->
    [0] The others have been waited for
    [one] { $who } has been waited for
   *[other] { $who } have been waited for
} for { $secs } s now. Before the seats are drawn nobody can be left out: wait, or close this table and open another one.
session-trouble-not-marked = The saved session could not be marked as over: { $why }.
session-trouble-not-accepted = { $who } did not accept the charter: { $why }.
session-trouble-not-accepted-by-one = Somebody did not accept the charter: { $why }.
session-trouble-charter-refused = The host's charter was refused ({ $code }).
session-trouble-disagreement = The match does not begin: { $why }.
session-disagreement-not-ready = the host began before this seat was ready
session-disagreement-table = the charter is another table's
session-disagreement-rules = the charter has other rules than this seat was ready for
session-disagreement-roster = the charter has other players than sit at the table

# Why something could not go on on this machine.
session-failed-network = the network has stopped
session-failed-table = the table's thread has ended
session-failed-thread = the table's thread cannot be started: { $why }
session-failed-own-stop = this program could not go on with the match
session-failed-files = the match's files cannot be written: { $why }
session-failed-log = the log cannot be written: { $why }

# What should not happen; $code is a word of the protocol.
session-own = refused by this program itself: { $code }
session-own-seat = the host's own seat was refused: { $code }
session-no-charter = no charter can be made of this table: { $code }
session-round-too-few = a round needs 2 seats, and { $count ->
    [one] 1 is present
   *[other] { $count } are present
}
session-no-such-round = there is no round { $number }: the match has { $rounds }
