#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# series.sh: write $RETRACE_OUT/series/*.patch, which git am takes on the pristine base.
#
# Order: the integration patches that stand alone; one patch that takes the old subsystem out and puts ours in (with
# those that patches/series marks "# with", because neither half builds without the other); documentation; tests.
# Each step builds. The patches are made in a repository of only the files they touch, and applied once to check.
. "$(dirname "$0")/lab.sh"
shopt -s nullglob globstar

"$LAB/assemble.sh"
work=$OUT/series
repo=$work/repo
rm -rf "$work"
mkdir -p "$repo"
export GIT_CONFIG_GLOBAL=/dev/null
name=$(git -C "$REPO" config user.name || echo retrace)
mail=$(git -C "$REPO" config user.email || echo retrace@localhost)
g() { git -C "$repo" -c user.name="$name" -c user.email="$mail" -c core.autocrlf=false "$@"; }
commit() { g add -A && g commit -q -s -F - ; }

# names of patches in the series, either those that stand alone or those marked "# with".
patches() {
	[ -f "$REPO/patches/series" ] || return 0
	{ grep -vE '^(#|$)' "$REPO/patches/series" || true; } | while read -r p mark; do
		case $1:$mark in
		alone: | with:*with*) echo "$p" ;;
		esac
	done
}

# message PATCH: its header, less what only mails have.
message() {
	sed '/^\(---\|diff \|Index: \)/,$d' "$REPO/patches/$1" | sed 's/^Subject: *\(\[[^]]*\] *\)\?//; /^\(From\|Date\):/d'
}

lay() {
	local f
	while read -r f; do
		mkdir -p "$repo/$(dirname "$f")"
		cp -p "$1/$f" "$repo/$f"
	done
}

boundary() {
	cd "$BASE"
	grep -v '^#' "$LAB/boundary.txt" | while read -r p; do
		# shellcheck disable=SC2086
		for f in $p; do [ ! -f "$f" ] || echo "$f"; done
	done | sort -u
}

g init -q -b base
boundary >"$work/boundary"
sort -u "$work/boundary" "$OUT/tree.manifest" | while read -r f; do
	[ ! -f "$BASE/$f" ] || echo "$f"
done | lay "$BASE"
commit <<<"base"
g tag pristine

for p in $(patches alone); do
	patch -d "$repo" -p1 --fuzz=2 --batch --no-backup-if-mismatch -s <"$REPO/patches/$p"
	message "$p" | commit
done

xargs -d '\n' -I{} rm -f "$repo/{}" <"$work/boundary"
grep -vE '^(Documentation|tools)/' "$OUT/tree.manifest" | while read -r f; do
	[ ! -f "$REPO/$f" ] || echo "$f"
done | lay "$REPO"
for p in $(patches with); do
	patch -d "$repo" -p1 --fuzz=2 --batch --no-backup-if-mismatch -s <"$REPO/patches/$p"
done
commit <<-'M'
	tracing: replace the tracing subsystem

	Take out kernel/trace, kernel/tracepoint.c, fs/tracefs, their headers and the x86 call-site code, and put in an
	implementation in layers with the same files, formats and kernel interfaces. It is one patch because the two
	cannot be built side by side: they define the same names.
M
for part in Documentation tools; do
	grep -E "^$part/" "$OUT/tree.manifest" | lay "$REPO"
	[ -n "$(g status --porcelain)" ] || continue
	case $part in
	Documentation) commit <<<"Documentation: tracing: describe the layers" ;;
	tools) commit <<<"selftests: tracing: tests beside those of ftrace" ;;
	esac
done
g format-patch -q --no-signature --zero-commit -o "$work" pristine..HEAD

say "check: git am on the pristine base"
g checkout -q -b again pristine
g am -q --keep-cr --whitespace=nowarn "$work"/*.patch
g diff --quiet base again || die "the patches do not give the same tree"
rm -rf "$work/boundary"
ls -l "$work"/*.patch | awk '{ printf "%9d %s\n", $5, $9 }'
