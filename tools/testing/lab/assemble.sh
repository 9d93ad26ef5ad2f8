#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# assemble.sh: make $RETRACE_OUT/tree of the base kernel, without what boundary.txt lists, with our files and patches/.
#
# The tree is hard links to the base; our files and patched ones are files of their own. A file whose content does
# not change keeps its time stamp, so that the build does only what is needed.
. "$(dirname "$0")/lab.sh"
shopt -s nullglob globstar

stamp=$OUT/tree.stamp
manifest=$OUT/tree.manifest
stage=$OUT/patched
want=$(mktemp)
trap 'rm -f "$want" "$want.old"' EXIT

# our_files: the part of the repository that belongs into a kernel tree, relative paths.
our_files() {
	local dirs=(arch Documentation fs include kernel lib samples scripts tools)
	cd "$REPO"
	{
		if git rev-parse --git-dir >/dev/null 2>&1; then
			git ls-files -co --exclude-standard -- "${dirs[@]}"
		else
			find "${dirs[@]}" -type f 2>/dev/null
		fi
	} | grep -vE '^tools/testing/lab/|~$|\.(o|orig|rej|swp)$' | while read -r f; do
		[ ! -f "$f" ] || echo "$f"
	done | sort -u
}

# boundary_files ROOT: files below ROOT that boundary.txt matches.
boundary_files() {
	local pattern f
	cd "$1"
	grep -v '^#' "$LAB/boundary.txt" | while read -r pattern; do
		# The pattern is meant to expand.
		# shellcheck disable=SC2086
		for f in $pattern; do
			[ ! -f "$f" ] || echo "$f"
		done
	done | sort -u
}

link_base() {
	if [ -d "$TREE" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(cat "$OUT/base.stamp")" ]; then
		return
	fi
	say "link the base into $TREE"
	rm -rf "$TREE" "$stamp" "$manifest"
	cp -al "$(readlink -f "$BASE")" "$TREE"
	[ ! "$TREE" -ef "$BASE" ] || die "$TREE is the base itself"
	cp "$OUT/base.stamp" "$stamp"
}

# Files laid by an earlier run and no longer wanted: gone, or the base's own again.
remove_stale() {
	local f
	[ -f "$manifest" ] || return 0
	comm -23 "$manifest" "$want" | while read -r f; do
		rm -f "$TREE/$f"
		if [ -f "$BASE/$f" ] && ! grep -qxF "$f" <(boundary_files "$BASE"); then
			cp "$BASE/$f" "$TREE/$f"	# not a link: its time stamp must be new
		fi
	done
}

remove_boundary() {
	local left
	boundary_files "$TREE" | comm -23 - "$want" | (cd "$TREE" && xargs -r -d '\n' rm -f)
	left=$(boundary_files "$TREE" | comm -23 - "$want")
	[ -z "$left" ] || die "left of the base inside the boundary: $left"
	find "$TREE/kernel/trace" "$TREE/fs/tracefs" "$TREE/include/trace" -type d -empty -delete 2>/dev/null || true
}

lay_ours() {
	rsync -lpc --files-from="$want" "$REPO/" "$TREE/"
}

# Patches are applied to copies, and only what differs is laid into the tree.
apply_patches() {
	local series=$REPO/patches/series p f
	rm -rf "$stage"
	mkdir -p "$stage"
	[ -f "$series" ] || return 0
	{ grep -vE '^(#|$)' "$series" || true; } | while read -r p _; do
		[ -f "$REPO/patches/$p" ] || die "patches/series names $p, which is not there"
		sed -n 's,^+++ [^/]*/\([^[:space:]]*\).*,\1,p' "$REPO/patches/$p" | while read -r f; do
			[ -f "$stage/$f" ] && continue
			mkdir -p "$stage/$(dirname "$f")"
			[ ! -f "$BASE/$f" ] || cp "$BASE/$f" "$stage/$f"
		done
		patch -d "$stage" -p1 --fuzz=2 --batch --no-backup-if-mismatch -r - <"$REPO/patches/$p" >"$LOGS/patch.log" 2>&1 || {
			cat "$LOGS/patch.log" >&2
			die "patches/$p does not apply to this base ($(cat "$OUT/base.stamp")): refresh it"
		}
	done
	(cd "$stage" && find . -type f -printf '%P\n') | sort >"$want.old"
	f=$(comm -12 "$want.old" <(boundary_files "$BASE"))
	[ -z "$f" ] || die "a patch touches what is ours to write: $f"
	sort -u -o "$want" "$want" "$want.old"
	rsync -rlpc "$stage/" "$TREE/"
}

# No file of ours may share its inode with the base, or a write to one would change the other.
check_links() {
	local f
	while read -r f; do
		[ "$(stat -c %h "$TREE/$f")" = 1 ] || [ ! "$TREE/$f" -ef "$BASE/$f" ] || die "$TREE/$f is still the base's file"
	done <"$want"
}

exec 8>"$OUT/tree.lock"
flock 8
link_base
our_files >"$want"
[ -s "$want" ] || die "nothing of ours to lay into the tree"
ours=$(wc -l <"$want")
remove_boundary
lay_ours
apply_patches
remove_stale
check_links
cp "$want" "$manifest"
nr_patches=$(cat "$REPO/patches/series" 2>/dev/null | grep -cvE '^(#|$)' || true)
say "tree: $ours files of ours, $nr_patches patches ($TREE)"
