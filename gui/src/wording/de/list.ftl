# Namen in einer Reihe. $others sind alle außer dem letzten, mit Kommas dazwischen.

list-and = { $others } und { $last }
