#!/usr/bin/env bash
# packaging/tar.sh PROGRAM FOLDER
# Makes an archive of the program that needs no installation, and prints its path. Equal input gives equal bytes.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."

version=$("$program" --version | cut -d ' ' -f 2)
name=mextrain-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name

install -D -m 755 "$program" "$tree/bin/mextrain"
packaging/texts.sh "$program" "$work/texts"
install -D -m 644 "$work/texts/mextrain.1" "$tree/share/man/man1/mextrain.1"
install -D -m 644 "$work/texts/mextrain.bash" "$tree/share/bash-completion/completions/mextrain"
install -D -m 644 "$work/texts/_mextrain" "$tree/share/zsh/site-functions/_mextrain"
install -D -m 644 "$work/texts/mextrain.fish" "$tree/share/fish/vendor_completions.d/mextrain.fish"
install -D -m 644 packaging/linux/mextrain.desktop "$tree/share/applications/mextrain.desktop"
install -D -m 644 packaging/linux/mextrain.metainfo.xml "$tree/share/metainfo/mextrain.metainfo.xml"
install -D -m 644 gui/assets/mextrain.svg "$tree/share/icons/hicolor/scalable/apps/mextrain.svg"
for size in 16 24 32 48 64 128 256 512; do
    install -D -m 644 "gui/assets/mextrain-$size.png" "$tree/share/icons/hicolor/${size}x$size/apps/mextrain.png"
done
install -D -m 644 -t "$tree" LICENSE LICENSE-MIT LICENSE-APACHE CHANGELOG.md packaging/linux/INSTALL

archive=$folder/$name.tar.gz
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=go-w --directory "$work" "$name" | gzip -9 -n >"$archive"
echo "$archive"
