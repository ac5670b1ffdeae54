# What happened at a table, told to people.

game-seated = Seats by lot: { $seats }. Table words: { $words }.
game-round = Round { $round }.
game-shuffled = { $who } shuffled.
game-dealt = The tiles are dealt.
game-engine-placed = { $who } places the engine { $tile }.
game-engine-found = { $who } draws the engine { $tile } and places it.
game-engine-set-aside = The engine { $tile } lies in the hub.
game-engine-not-dealt = Nobody was dealt the engine.
game-search-missed = { $who } draws another tile.
game-drew = { $who } draws.
game-kept = { $who } keeps the tile; the lantern is lit.
game-passed = { $who } passes; the lantern is lit.
game-chain-stopped = { $who } ends the opening chain.
game-left = { $who } has left the table.
game-back = { $who } is back.
game-skipped = { $who } is away: the turn goes by, the lantern is lit.
game-out = { $who } goes out.
game-blocked = The round is blocked: everyone scores.
game-over = The match is over.
game-dealt-again = Too few are left to keep each other's tiles locked: the round is dealt again to those who are here.
game-vanished-void = { $who } { $several ->
    [yes] are
   *[no] is
} away: the others agreed to deal the round again without them.
game-vanished-goes-on = { $who } { $several ->
    [yes] are
   *[no] is
} away: the round goes on without them, their hand is opened to everybody.
game-vanished-played-out = { $who } { $several ->
    [yes] are
   *[no] is
} away: the others agreed to go on without them.
game-searched-together = { $who } { $count ->
    [one] draws another tile
   *[other] draw other tiles
} than the engine.
game-nobody-can-play = All have passed, and nobody can play.
game-somebody-can-play = All have passed, but { $who } can play after all: the round goes on.
game-all-nobody = Nobody
# In the place of a train, behind "plays … on": one's own.
game-own-train = their own train
game-played = { $who } plays { $tile }{ $drawn ->
    [yes] , just drawn,
   *[no] {""}
} on { $place }.
game-scored-away = { $who } was away: { $score }, in all { $total }.
game-scored-nothing = { $who } holds nothing: { $score }, in all { $total }.
game-scored = { $who } holds { $tiles }: { $score }, in all { $total }.
