#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh KERNEL run|shell: boot a kernel; run shows a second of its own events, shell gives a busybox shell.
. "$(dirname "$0")/lab.sh"

kernel=$1
what=$2
share=$OUT/run/$what-$kernel
rm -rf "$share"
mkdir -p "$share"

if [ "$what" = shell ]; then
	[ -t 0 ] || die "a shell needs a terminal"
	: >"$share/job"
	GUEST_LAB=shell exec "$LAB/guest.sh" "$kernel" "$share"
fi

cat >"$share/job" <<-'J'
	cd /sys/kernel/tracing || exit 1
	echo "# $(uname -srv)"
	echo 1 >events/sched/sched_switch/enable || exit 1
	echo 1 >events/raw_syscalls/sys_enter/enable || exit 1
	sleep 1
	ls / >/dev/null
	echo 0 >tracing_on
	cat trace >/tmp/trace
	echo 0 >events/enable
	echo 1 >tracing_on
	# The header, then lines of both events.
	grep '^#' /tmp/trace
	grep -v '^#' /tmp/trace | grep -m 20 'sched_switch:'
	grep -v '^#' /tmp/trace | grep -m 20 'sys_enter:'
	echo "# $(grep -c 'sched_switch:' /tmp/trace) sched_switch, $(grep -c 'sys_enter:' /tmp/trace) sys_enter"
	grep -q 'sched_switch:' /tmp/trace && grep -q 'sys_enter:' /tmp/trace
J
say "boot the $kernel kernel"
if [ -t 0 ] && [ -t 1 ]; then
	GUEST_LAB=both exec "$LAB/guest.sh" "$kernel" "$share"
fi
rc=0
out=$(GUEST_TIMEOUT=${GUEST_TIMEOUT:-120} "$LAB/guest.sh" "$kernel" "$share") || rc=$?
cat "$share/log" 2>/dev/null || true
[ $rc = 0 ] || die "$out"
