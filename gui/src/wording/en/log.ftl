# What a log proves, in words.

log-verdict-verified = verified, every check passed
log-verdict-unfinished = valid so far, and unfinished
log-verdict-failed = failed: { $culprits }
log-verdict-no-log = damaged, or no log: { $damage }
log-verdict-damaged = damaged: { $damage }; { $steps ->
    [0] nothing before it can be checked
    [one] the 1 step before it is valid
   *[other] the { $steps } steps before it are valid
}
log-verdict-unfounded = no proof: the file accuses somebody for step { $step }, but { $why }; nobody is accused

# What the log is about: the same width before every value.
log-about-players = players  { $players }
log-about-words = words    { $words }
log-about-rules = rules    { $summary }
log-about-checked = checked  { $checks }
log-checks = { $signatures ->
    [one] 1 signature
   *[other] { $signatures } signatures
}, { $shuffles ->
    [one] 1 shuffle
   *[other] { $shuffles } shuffles
}, { $locks ->
    [0] {""}
    [one] 1 locked token,{" "}
   *[other] { $locks } locked tokens,{" "}
}{ $openings ->
    [one] 1 opening
   *[other] { $openings } openings
}, { $claims ->
    [one] 1 claim
   *[other] { $claims } claims
}, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
log-culprit-nobody = somebody changed the file: { $sentence }
log-culprit-seat = { $sentence } [seat { $seat }, { $code }]

# Why an accusation does not hold, within log-verdict-unfounded.
log-unfounded-valid = nothing is wrong with the message that it accuses
log-unfounded-not-signed = the accused player's signature is not on it
log-unfounded-no-contradiction = its two messages do not contradict each other
log-unfounded-elsewhere = the message that it accuses belongs elsewhere and proves nothing here ({ $code })
log-no-randomness = this system gives no random numbers, without which proofs cannot be checked
