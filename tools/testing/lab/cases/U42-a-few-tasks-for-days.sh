# SPDX-License-Identifier: GPL-2.0
# A filter drops what is not wanted before it is written, and shows what was set.
# source: https://github.com/google/perfetto/issues/932

e=events/sched/sched_switch
works put "prev_pid == $$ || next_pid == $$" $e/filter
works put 1 $e/enable
sleep 0.5
put 0 $e/enable
at_least "hits" "$(count sched_switch: trace)" 1
equal "others" "$(grep sched_switch: trace | grep -vcE "prev_pid=$$ |next_pid=$$ ")" 0
equal "filter" "$(cat $e/filter)" "prev_pid == $$ || next_pid == $$"
works put 0 $e/filter
equal "filter" "$(cat $e/filter)" none
quiet_kernel
pass
