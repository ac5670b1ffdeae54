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
# Whoever maintains the package, and when what is packed was last changed.
maintainer=$(sed -n 's/^maintainer = "\(.*\)"$/\1/p' gui/Cargo.toml)
changed=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
version=$("$target/$built/mextrain" --version | cut -d ' ' -f 2)
cat >packaging/made/changelog <<END
mextrain ($version-1) unstable; urgency=medium

  * Version $version: /usr/share/doc/mextrain/CHANGELOG.md has the changes.

 -- $maintainer  $(LC_ALL=C date --rfc-email --date "@$changed")
END
speed=()
[ "$profile" = dist ] || speed=(--fast)
cargo deb --quiet --locked --no-build --profile "$profile" -p mextrain "${speed[@]}" --output "$target/package/" >&2
ls -t "$target"/package/mextrain_*.deb | head -n 1
