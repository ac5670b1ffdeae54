# Was Spieler einander sagen. Die Sätze selbst stehen in chat.ftl.

window-chat-chat = Etwas sagen
window-chat-enough = Fürs Erste hast du genug gesagt
window-chat-says = { $name } sagt: { $phrase }
