# What a log proves, in words.

log-verdict-verified = verified, every check passed
log-verdict-unfinished = valid so far, and unfinished
log-verdict-failed = failed: { $culprits }
log-verdict-no-log = damaged, or no log: { $damage }
log-verdict-damaged = damaged: { $damage }; the { $steps } steps before it are valid
log-verdict-unfounded = no proof: the file accuses somebody for step { $step }, but { $why }; nobody is accused

# What the log is about: the same width before every value.
log-about-players = players  { $players }
log-about-words = words    { $words }
log-about-rules = rules    { $summary }
log-about-checked = checked  { $checks }
log-checks = { $signatures } signatures, { $shuffles } shuffles, { $locks ->
    [0] {""}
   *[other] { $locks } locked tokens,{" "}
}{ $openings } openings, { $claims } claims, { $moves } moves
log-culprit-nobody = somebody changed the file: { $sentence }
log-culprit-seat = { $sentence } [seat { $seat }, { $code }]
