# SPDX-License-Identifier: GPL-2.0
# Group and mode that were given to single files hold, also when memory gets short, and nothing else opens.
# source: https://github.com/KentaTada/oci-ftrace-syscall-analyzer/issues/29

mode=$(stat -c %a /sys/kernel/tracing)
single=events/sched/sched_switch/enable
for d in . events events/sched events/sched/sched_switch; do chmod 0755 $d; done
chgrp 1000 trace_clock $single
chmod 0664 trace_clock $single
echo 2 >/proc/sys/vm/drop_caches
sync
echo 2 >/proc/sys/vm/drop_caches
equal "group of the event's file" "$(stat -c %g:%a $single)" 1000:664
tf as 1000 1000 sh -c 'cd /sys/kernel/tracing
	try() { what=$1; shift; "$@" >/dev/null 2>&1 && echo "$what yes" || echo "$what no"; }
	try switch sh -c "echo 1 >events/sched/sched_switch/enable"
	try waking sh -c "echo 1 >events/sched/sched_waking/enable"
	try clock cat trace_clock
	try trace cat trace
	try on sh -c "echo 0 >tracing_on"' >/tmp/said 2>&1
works mount -o remount,gid=0,mode="$mode" /sys/kernel/tracing
equal "what the user could do" "$(cat /tmp/said)" "switch yes
waking no
clock yes
trace no
on no"
equal "the event" "$(cat $single)" 1
equal "the other event" "$(cat events/sched/sched_waking/enable)" 0
quiet_kernel
pass
