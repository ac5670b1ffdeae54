# Names in a row, as people say them. $others has all but the last, with commas between.

list-and = { $others } and { $last }
