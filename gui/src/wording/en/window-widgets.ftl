# What the parts say that every screen is built of.

window-widgets-less = Less
window-widgets-more = More
window-widgets-least = This is the least
window-widgets-most = This is the most
window-widgets-of = { $what }: { $which }
