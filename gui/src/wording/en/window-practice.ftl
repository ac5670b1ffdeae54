# What can go wrong with a practice game.

window-practice-no-randomness = The system gives no random numbers, so nothing can be shuffled.
window-practice-rules = These rules cannot be played: { $why }.
window-practice-no-tables = The practice match cannot be set up: { $why }.
window-practice-no-thread = The practice match cannot be started: { $why }.
window-practice-no-key = There is no key to play with: { $why }.
window-practice-not-kept = This match is not kept: { $folder } cannot be written ({ $why }).
window-practice-log-stops = The log cannot be written any further: { $why }.
window-practice-bot-refused = a bot's move was refused: { $why }
