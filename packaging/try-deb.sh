#!/usr/bin/env bash
# packaging/try-deb.sh PACKAGE.deb
# Installs a package into a new, empty system in a folder, and starts the program there. Where that cannot be done (not
# root, no debootstrap, no package mirror) it says "skipped:" and why; with MEXTRAIN_REQUIRE_ALL that is a failure.
set -euo pipefail
package=$(realpath "$1")
here=$(realpath "$(dirname "$0")")

skip() {
    echo "skipped: $1"
    [ -z "${MEXTRAIN_REQUIRE_ALL:-}" ] || exit 1
    exit 0
}
[ "$(id -u)" -eq 0 ] || skip "only root can make a system in a folder"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"

# The mirror and the release that this machine itself was installed from: the program is linked against that release's C library.
. /etc/os-release
release=${VERSION_CODENAME:-none}
keys=/usr/share/keyrings/$ID-archive-keyring.gpg
[ -e "$keys" ] || skip "there is no $keys"
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' | awk -v release="$release" '$1 == release { print $2; exit }')
[ -n "$mirror" ] || skip "this machine knows no package mirror for $release"

work=$(mktemp -d)
root=$work/system
trap 'rm -rf --one-file-system "$work"' EXIT
quietly() {
    "$@" >"$work/log" 2>&1 </dev/null || {
        tail -n 40 "$work/log" >&2
        return 1
    }
}
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

quietly debootstrap --variant=minbase --keyring="$keys" "$release" "$root" "$mirror" || skip "the mirror gave no system"
# Only what the package declares as required comes along, so that a library that is missing from the list is missed here.
cp "$package" "$root/mextrain.deb"
quietly inside apt-get install -y --no-install-recommends /mextrain.deb

version=$(inside mextrain --version)
[ "$version" = "mextrain $(dpkg-deb --field "$package" Version | cut -d - -f 1)" ]
quietly inside mextrain rules traditional
quietly inside mextrain id
# No display: it has to say so and end, not to crash.
code=0
inside mextrain >"$work/log" 2>&1 </dev/null || code=$?
[ "$code" -eq 1 ]
grep -q 'There is no display' "$work/log"

found=$(inside ldconfig -p)
while read -r library of; do
    case $library in '' | '#'* | libvulkan*) continue ;; esac
    grep -qF "$library " <<<"$found" || {
        echo "$library of $of is missing" >&2
        exit 1
    }
done <"$here/linux/libraries.txt"

quietly inside apt-get remove -y mextrain
[ ! -e "$root/usr/bin/mextrain" ]
echo "installed, started and removed in a clean $release: $version"
