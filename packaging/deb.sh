#!/usr/bin/env bash
# packaging/deb.sh [PROFILE]
# Makes the Debian package and prints its path. PROFILE is `dist` unless another is named; `dev` packs what the tests have built, which
# is large and slow, and good for trying the package itself. Needs cargo-deb and dpkg-dev.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-dist}

target=${CARGO_TARGET_DIR:-target}
built=$profile
[ "$profile" != dev ] || built=debug

cargo build --locked --profile "$profile" -p mextrain --bin mextrain >&2
packaging/texts.sh "$target/$built/mextrain" packaging/made
speed=()
[ "$profile" = dist ] || speed=(--fast)
cargo deb --quiet --locked --no-build --profile "$profile" -p mextrain "${speed[@]}" --output "$target/package/"
ls -t "$target"/package/mextrain_*.deb | head -n 1
