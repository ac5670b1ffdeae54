#!/usr/bin/env bash
# packaging/texts.sh PROGRAM FOLDER
# Has the program write its manual page and its completions into the folder, under the names that packages give them.
set -euo pipefail
program=$1
folder=$2

mkdir -p "$folder"
"$program" man >"$folder/mextrain.1"
"$program" completions bash >"$folder/mextrain.bash"
"$program" completions zsh >"$folder/_mextrain"
"$program" completions fish >"$folder/mextrain.fish"
