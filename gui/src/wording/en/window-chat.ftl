# What players say to each other. The phrases themselves are the terminal's too.

window-chat-chat = Say something
window-chat-enough = You have said enough for the moment
window-chat-says = { $name } says: { $phrase }
