# Was die Bausteine sagen, aus denen jeder Bildschirm besteht.

window-widgets-less = Weniger
window-widgets-more = Mehr
window-widgets-least = Weniger geht nicht
window-widgets-most = Mehr geht nicht
window-widgets-of = { $what }: { $which }
