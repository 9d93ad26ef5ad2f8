# SPDX-License-Identifier: GPL-2.0
# After a remount with gid= every file has that group: those with an owner of their own, and those not in memory.
# source: upstream 340f0c7067a9

chgrp 1000 events/sched/sched_switch/enable events/irq
ls -R events >/dev/null
echo 2 >/proc/sys/vm/drop_caches
equal "group after memory pressure" "$(stat -c %g events/sched/sched_switch/enable)" 1000
works mount -o remount,gid=1001 /sys/kernel/tracing
for f in . events/sched/sched_switch/enable events/irq events/timer/enable trace_marker options/raw per_cpu/cpu0/trace; do
	equal "group of $f" "$(stat -c %g $f)" 1001
done
works mount -o remount,gid=0 /sys/kernel/tracing
for f in . events/sched/sched_switch/enable events/irq trace_marker; do
	equal "group of $f at the end" "$(stat -c %g $f)" 0
done
quiet_kernel
pass
