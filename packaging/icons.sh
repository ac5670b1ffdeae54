#!/usr/bin/env bash
# Draws the icons in gui/assets anew from its two SVG files. To be run after one of them was changed; what it makes is
# committed, so that nobody needs these tools to build the program. Needs rsvg-convert and ImageMagick
# (Debian: librsvg2-bin, imagemagick).
set -euo pipefail
cd "$(dirname "$0")/../gui/assets"

for size in 16 24 32 48 64 128 256 512; do
    drawing=mextrain.svg
    [ "$size" -gt 32 ] || drawing=mextrain-small.svg
    rsvg-convert --width "$size" --height "$size" --output "mextrain-$size.png" "$drawing"
done

# Windows wants several sizes in one file.
convert mextrain-16.png mextrain-24.png mextrain-32.png mextrain-48.png mextrain-64.png mextrain-128.png mextrain-256.png mextrain.ico
