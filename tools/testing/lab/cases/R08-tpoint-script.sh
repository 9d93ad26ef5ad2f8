# SPDX-License-Identifier: GPL-2.0
# One event with stacks, switched on by appending, as the tpoint script does.
# source: https://github.com/brendangregg/perf-tools/blob/master/system/tpoint

e=events/sched/sched_process_exec
equal "in the list" "$(count '^sched:sched_process_exec$' available_events)" 1
works add 1 $e/enable
works put 1 options/stacktrace
/bin/true
put 0 $e/enable
put 0 options/stacktrace
at_least "hits" "$(count 'sched_process_exec: filename=/bin/true' trace)" 1
at_least "frames" "$(grep -A3 sched_process_exec: trace | grep -cE ' => [a-z_]')" 1
equal "filter" "$(cat $e/filter)" none
quiet_kernel
pass
