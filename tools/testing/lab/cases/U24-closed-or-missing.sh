# SPDX-License-Identifier: GPL-2.0
# A tool can tell what it may not see from what is not there: EACCES and ENOENT.
# source: https://github.com/KDAB/hotspot/issues/675, https://github.com/bpftrace/bpftrace/issues/293

out=$(tf as 1000 1000 cat /sys/kernel/tracing/events/sched/sched_switch/id 2>&1)
matches "what a user is told of an event" "$out" '*Permission denied*'
works cat events/sched/sched_switch/id
out=$(cat events/sched/nope/id 2>&1)
matches "what root is told of an event that is not there" "$out" '*No such file*'
out=$(cat nope 2>&1)
matches "what root is told of a file that is not there" "$out" '*No such file*'
equal "mode of the directory" "$(stat -c %A /sys/kernel/tracing)" drwx------
quiet_kernel
pass
