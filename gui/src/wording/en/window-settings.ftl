# What is wrong with a file of settings.

window-settings-too-large = it is too large to be one
window-settings-moved-aside = The settings in { $path } cannot be used ({ $why }). The file is now called { $aside }; the usual settings are used.
window-settings-out-of-reach = The settings in { $path } cannot be read ({ $why }). The usual ones are used, and no change is kept until that is put right.
window-settings-no-name = The name in the settings is not used: { $why }.
window-settings-no-language = The language of the settings, "{ $tag }", is not one that is spoken here: the system's is used, or English.
