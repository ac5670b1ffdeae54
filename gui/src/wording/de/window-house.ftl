# Die Sätze über Hausregeln, wo ein Tisch eingerichtet wird.

window-house-house = Hausregeln
window-house-none = Regeln, die du unter einem Namen speicherst, stehen hier.
window-house-name = Name dieser Regeln
window-house-save = Diese Regeln speichern
window-house-name-first = Gib erst einen Namen ein
window-house-forget-button = Löschen
window-house-forget = { $name } löschen
window-house-paste = Regeln einfügen, die dir jemand geschickt hat
window-house-paste-hint = MXR1-2E08-PWGC-T
window-house-use-them = Übernehmen
window-house-paste-first = Füge erst einen Text ein
window-house-these-are = Das sind: { $rules }
window-house-share = Diese Regeln als Text zum Verschicken:
window-house-copy-rules = Diese Regeln als Text kopieren
