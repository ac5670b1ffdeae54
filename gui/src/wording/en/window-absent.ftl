# What is answered about players who are waited for; the questions are in crate::wording::absent.

window-absent-wait = Keep waiting
window-absent-another-day = Play on another day
window-absent-adjourned = Your seat is kept. The match can be gone on with under "Pick up where you left off", when all are there again.
window-absent-read = I see
window-absent-vanished-score = away: counts like the round's highest hand, at least 50
window-absent-not-dealt-in = not dealt in
window-absent-keep-going = Keep going with the round (four players or more)
window-absent-grace = If somebody does not come back
