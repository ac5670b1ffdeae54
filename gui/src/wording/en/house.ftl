# The sentences about house rules.

house-newer-file = it was written by another version of this program
house-changes = options are changed as KEY=VALUE, such as double_blank=25
house-file = the house rules in { $path } cannot be used, and are left as they are: { $why }
house-changed = { $path } was changed by another program meanwhile: nothing was written
house-taken = "{ $name }" means other rules already: choose another name
house-preset = { $name } is a preset, which is always there and cannot be forgotten
house-unknown = "{ $text }" is neither a preset, nor a name of house rules, nor rules as a text; "mextrain rules" lists what there is
house-too-many = no more than { $most } house rules are kept: forget some first
house-twice = { $name } is there twice
house-replaced = { $name } is other rules now.
house-kept = The rules are kept as { $name }.
house-forgotten = { $name } is forgotten.
