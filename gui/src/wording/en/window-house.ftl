# The sentences about house rules where a table is set up.

window-house-house = House rules
window-house-none = Rules that you save under a name are listed here.
window-house-name = Name of these rules
window-house-save = Save these rules
window-house-name-first = Type a name first
window-house-forget-button = Forget
window-house-forget = Forget { $name }
window-house-paste = Paste rules that somebody sent you
window-house-paste-hint = MXR1-2E08-PWGC-T
window-house-use-them = Use them
window-house-paste-first = Paste a text first
window-house-these-are = These are: { $rules }
window-house-share = These rules as a text to send to somebody:
window-house-copy-rules = Copy these rules as a text
