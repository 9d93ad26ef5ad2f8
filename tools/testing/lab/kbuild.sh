#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kbuild.sh KERNEL [TARGET...]: configure and build a kernel of the lab (ours, stock, debug).
#
# The config is allnoconfig with configs/guest.config (and configs/debug.config for debug) on top, and
# defaults for what these make visible. An option of the fragments that the tree offers must be taken.
. "$(dirname "$0")/lab.sh"

kernel=${1:?usage: kbuild.sh ours|stock|debug [TARGET...]}
shift
src=$(source_dir "$kernel")
dir=$(build_dir "$kernel")
log=$LOGS/kbuild-$kernel.log
fragments=("$REPO/configs/guest.config")
case $kernel in
debug) fragments+=("$REPO/configs/debug.config") ;;
hooks | stock) fragments+=("$REPO/configs/hooks.config") ;;
esac
[ $# -gt 0 ] || set -- bzImage modules

kmake() { make -C "$src" O="$dir" CC="ccache gcc" HOSTCC="ccache gcc" "$@"; }

# Write the config only when it changes: an older time stamp keeps the build incremental.
configure() {
	local tmp=$dir/.config.lab
	mkdir -p "$dir"
	KCONFIG_CONFIG=$tmp kmake -s allnoconfig >"$log" 2>&1 || { cat "$log"; die "allnoconfig failed"; }
	cat "${fragments[@]}" >>"$tmp"
	KCONFIG_CONFIG=$tmp kmake -s olddefconfig >>"$log" 2>&1 || { cat "$log"; die "olddefconfig failed"; }
	check_taken "$tmp"
	cmp -s "$tmp" "$dir/.config" || cp "$tmp" "$dir/.config"
	rm -f "$tmp" "$tmp.old"
}

# What the config depends on: the fragments, our Kconfig files, the base.
config_inputs() {
	{
		cat "${fragments[@]}" "$OUT/base.stamp"
		[ "$kernel" = stock ] || find "$REPO"/{kernel,fs,arch,lib,samples} -name 'Kconfig*' -exec cat {} + 2>/dev/null
		[ "$kernel" = stock ] || cat "$REPO"/patches/* 2>/dev/null
	} | sha256sum
}

# check_taken CONFIG: every line of the fragments must be in it (of two for one option, the later). What our Kconfig
# files do not offer yet, and what of the base needs that, is only named.
check_taken() {
	local line name wrong="" absent=""
	while read -r line; do
		name=${line%%=*}
		if [ "${line#*=}" = n ]; then
			! grep -q "^$name=" "$1" || wrong="$wrong $line"
		elif ! grep -qxF "$line" "$1"; then
			if offered "${name#CONFIG_}"; then wrong="$wrong $line"; else absent="$absent ${name#CONFIG_}"; fi
		fi
	done < <(cat "${fragments[@]}" | grep '^CONFIG_' | awk -F= '{ v[$1] = $0 } END { for (n in v) print v[n] }' |
		sort)
	[ -z "$absent" ] || say "not in this kernel:$absent"
	[ -z "$wrong" ] || die "the config is not what configs/ asks for; not taken:$wrong"
}

# our_kconfig: those of our Kconfig files that the tree's menu reaches.
our_kconfig() {
	local file
	for file; do
		[ -f "$REPO/$file" ] || continue
		echo "$REPO/$file"
		# shellcheck disable=SC2046
		our_kconfig $(sed -n 's/^[[:space:]]*source "\(.*\)".*/\1/p' "$REPO/$file")
	done
}

# offered OPTION: the Kconfig files that decide have it: ours, or for stock those of the whole tree.
offered() {
	if [ "$kernel" = stock ]; then
		grep -qrE "^[[:space:]]*(menu)?config $1\$" "$src" --include='Kconfig*'
	else
		our_kconfig kernel/trace/Kconfig | xargs grep -qE "^[[:space:]]*(menu)?config $1\$"
	fi
}

# A line every half minute: objects done, of how many last time.
progress() {
	local start=$SECONDS total=1700 n
	[ ! -f "$dir/.lab-objects" ] || total=$(<"$dir/.lab-objects")
	while sleep 30 >/dev/null 2>&1; do
		n=$(grep -cE '^  (CC|AS|AR|LD|HOSTCC)' "$log" || true)
		say "$kernel: $n objects of about $total after $((SECONDS - start)) s"
	done
}

# One build in a directory at a time.
mkdir -p "$dir"
exec 7>"$dir/.lab-lock"
flock 7
inputs=$(config_inputs)
if [ ! -f "$dir/.config" ] || [ "$(cat "$dir/.lab-config" 2>/dev/null)" != "$inputs" ]; then
	say "$kernel: configure ($dir)"
	configure
	echo "$inputs" >"$dir/.lab-config"
fi
say "$kernel: build $* with $JOBS jobs (log: $log)"
start=$SECONDS
{ set +x; } 2>/dev/null
progress 7>&- &
watcher=$!
trap 'kill $watcher 2>/dev/null || true' EXIT
if ! kmake -j"$JOBS" "$@" >"$log" 2>&1; then
	echo "--- first errors of $log" >&2
	{ grep -nE 'error:|Error [0-9]|undefined reference|multiple definition|No rule|ERROR:' "$log" || tail -20 "$log"; } |
		head -"${ERRORS:-30}" >&2
	die "the build of the $kernel kernel failed"
fi
n=$(grep -cE '^  (CC|AS|AR|LD|HOSTCC)' "$log" || true)
[ "$n" -lt 1000 ] || echo "$n" >"$dir/.lab-objects"
say "$kernel: built, $n objects in $((SECONDS - start)) s"
