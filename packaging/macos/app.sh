#!/usr/bin/env bash
# packaging/macos/app.sh PROGRAM FOLDER
# Makes "Mexican Train.app" of the program, and an archive of it, whose path is printed. Runs on macOS only (iconutil, codesign,
# ditto). The signature is the machine's own and names nobody: who gets the archive has to allow the program once.
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/../.."

app=$folder/Mexican\ Train.app
rm -rf "$app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources"
cp "$program" "$app/Contents/MacOS/mextrain"
cp packaging/macos/Info.plist "$app/Contents/Info.plist"
cp LICENSE LICENSE-MIT LICENSE-APACHE "$app/Contents/Resources/"

icons=$folder/mextrain.iconset
rm -rf "$icons"
mkdir -p "$icons"
for size in 16 32 128 256 512; do
    cp "gui/assets/mextrain-$size.png" "$icons/icon_${size}x$size.png"
done
# The same again for screens with two pixels to a point.
cp gui/assets/mextrain-32.png "$icons/icon_16x16@2x.png"
cp gui/assets/mextrain-64.png "$icons/icon_32x32@2x.png"
cp gui/assets/mextrain-256.png "$icons/icon_128x128@2x.png"
cp gui/assets/mextrain-512.png "$icons/icon_256x256@2x.png"
iconutil --convert icns --output "$app/Contents/Resources/mextrain.icns" "$icons"
rm -rf "$icons"

plutil -lint "$app/Contents/Info.plist" >&2
codesign --force --sign - "$app"
version=$("$program" --version | cut -d ' ' -f 2)
archive=$folder/mextrain-$version-macos-$(uname -m).zip
ditto -c -k --keepParent "$app" "$archive"
echo "$archive"
