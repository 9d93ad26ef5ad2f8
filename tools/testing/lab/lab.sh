# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lab.sh - what every script of the lab shares: paths, messages, failure. Sourced, bash.
set -euo pipefail
export LC_ALL=C

LAB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$LAB/../../.." && pwd)
OUT=${RETRACE_OUT:-$HOME/.cache/retrace}
BASE=$OUT/base
TREE=$OUT/tree
LOGS=$OUT/logs
JOBS=${JOBS:-$(($(nproc) + 1))}
BASE_TARBALL=/usr/src/linux-source-6.12.tar.xz
BASE_PACKAGE=linux-source-6.12

export CCACHE_DIR=${CCACHE_DIR:-$OUT/ccache}
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-5G}
export KBUILD_BUILD_USER=retrace KBUILD_BUILD_HOST=lab

mkdir -p "$OUT" "$LOGS"
if [ "${V:-0}" = 1 ]; then
	PS4='+ '
	set -x
fi

# say TEXT...: one line of progress, on stderr so that results on stdout stay clean.
say() {
	{ set +x; } 2>/dev/null
	printf '  -- %s\n' "$*" >&2
	[ "${V:-0}" != 1 ] || set -x
}

die() {
	{ set +x; } 2>/dev/null
	printf '%s: %s\n' "$(basename "$0")" "$*" >&2
	exit 1
}

# ok/not_ok/skip NAME [REASON]: one test result, the only lines that check.sh counts.
ok() { printf 'ok %s\n' "$1"; }
not_ok() { printf 'not ok %s%s\n' "$1" "${2:+: $2}"; }
skip() { printf 'skip %s # %s\n' "$1" "$2"; }

# build_dir NAME: where the kernel NAME is built: ours, ours with function hooks, stock, ours with lockdep and KASAN.
build_dir() {
	case $1 in
	ours) echo "$OUT/build" ;;
	hooks) echo "$OUT/build-hooks" ;;
	stock) echo "$OUT/stock" ;;
	debug) echo "$OUT/build-debug" ;;
	*) die "no such kernel: $1 (ours, hooks, stock, debug)" ;;
	esac
}

# source_dir NAME: the source tree the kernel NAME is built from.
source_dir() {
	if [ "$1" = stock ]; then echo "$BASE"; else echo "$TREE"; fi
}
