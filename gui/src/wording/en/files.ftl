# What is wrong with files, and what stands nowhere else.

files-read-only = the file may only be read: nothing was written
files-busy = another program is writing the file: nothing was written
no-window = This program was built without its window; these commands do the same in a terminal: "mextrain demo" (a whole match by itself), "mextrain host" and "mextrain join" (a seat), "mextrain --help" (everything else).
