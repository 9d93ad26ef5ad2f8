#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# unpack.sh: unpack Debian's kernel source to $RETRACE_OUT/base, again when the package's version changes.
. "$(dirname "$0")/lab.sh"

[ -f "$BASE_TARBALL" ] || die "no $BASE_TARBALL: make deps"
version=$(dpkg-query -W -f='${Version}' "$BASE_PACKAGE" 2>/dev/null || stat -c %Y "$BASE_TARBALL")
stamp=$OUT/base.stamp
if [ -f "$BASE/Makefile" ] && [ ! -f "$stamp" ]; then
	# Unpacked by hand: believe it when it says the version of the package.
	point=$(sed -n 's/^SUBLEVEL = //p' "$BASE/Makefile")
	case $version in 6.12.$point-*) echo "$version" >"$stamp" ;; esac
fi
if [ -f "$BASE/Makefile" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$version" ]; then
	exit 0
fi
say "unpack $BASE_PACKAGE $version to $BASE"
rm -rf "$BASE" "$BASE.new" "$stamp"
mkdir -p "$BASE.new"
tar -xJf "$BASE_TARBALL" -C "$BASE.new" --strip-components=1
mv "$BASE.new" "$BASE"
echo "$version" >"$stamp"
