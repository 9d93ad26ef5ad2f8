# SPDX-License-Identifier: GPL-2.0
# What execsnoop writes and reads.
# source: https://github.com/brendangregg/perf-tools/blob/master/execsnoop
# needs: kprobe_events

def='p:execsnoop_x do_sys_openat2'
for i in 0 1 2 3 4 5 6 7 8 9; do def="$def +0(+$((i * 8))(%si)):string"; done
works add "$def" kprobe_events
refused add 'p:nope sys_execve' kprobe_events
works put 1 events/kprobes/execsnoop_x/enable
works put 1 events/sched/sched_process_fork/enable
/bin/ls / >/dev/null
put 0 events/kprobes/execsnoop_x/enable
at_least "lines with ten arguments" "$(count 'execsnoop_x: \(do_sys_openat2.* arg1=(".*"|\(fault\)) .*arg10=' trace)" 1
at_least "forks" "$(count 'sched_process_fork: .*child_pid=' trace)" 1
works add '-:execsnoop_x' kprobe_events
equal "left" "$(wc -l <kprobe_events)" 0
quiet_kernel
pass
