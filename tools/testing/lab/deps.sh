#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# deps.sh: the Debian packages the lab uses; missing ones are installed (as root) or named.
. "$(dirname "$0")/lab.sh"

build="linux-source-6.12 gcc libc6-dev make git flex bison bc libelf-dev libssl-dev openssl xz-utils ccache patch rsync kmod perl python3"
guest="qemu-system-x86 busybox-static bash dash coreutils util-linux mount grep sed gawk findutils diffutils
	iputils-ping binutils"
checks="sparse spin"
clients="linux-perf trace-cmd jq"

missing=""
for p in $build $guest $checks $clients; do
	case $(dpkg-query -W -f='${Status}' "$p" 2>/dev/null) in
	*" installed") ;;
	*) missing="$missing $p" ;;
	esac
done
[ -n "$missing" ] || exit 0
install="apt-get install -y --no-install-recommends$missing"
[ "$(id -u)" = 0 ] || die "missing packages; as root: $install"
say "install$missing (log: $LOGS/apt.log)"
export DEBIAN_FRONTEND=noninteractive
{ apt-get update && $install; } >"$LOGS/apt.log" 2>&1 || {
	tail -5 "$LOGS/apt.log" >&2
	die "could not install; try: $install"
}
