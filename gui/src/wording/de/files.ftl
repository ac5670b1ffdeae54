# Was mit Dateien nicht stimmt, und was sonst nirgends steht.

files-read-only = die Datei darf nur gelesen werden: Es wurde nichts geschrieben
files-busy = ein anderes Programm schreibt gerade in die Datei: Es wurde nichts geschrieben
no-window = Dieses Programm wurde ohne sein Fenster gebaut; diese Befehle tun dasselbe in einem Terminal: "mextrain demo" (eine ganze Partie von allein), "mextrain host" und "mextrain join" (ein Platz), "mextrain --help" (alles andere).
