# SPDX-License-Identifier: GPL-2.0
# enable of a directory reads 0, 1 or X; switching one group leaves what was switched on by hand elsewhere.
# source: https://source.android.google.cn/docs/core/tests/debug/ftrace

states() { for f in events/irq events/sched events; do cat $f/enable; done | paste -sd' '; }
equal "states at the start" "$(states)" "0 0 0"
works put 1 events/irq/enable
works put 1 events/sched/sched_wakeup/enable
equal "states with one group and one event on" "$(states)" "1 X X"
at_least "lines of set_event" "$(wc -l <set_event)" 2
equal "lines of set_event for that event" "$(count '^sched:sched_wakeup$' set_event)" 1
works put 0 events/irq/enable
equal "the event after its neighbours went off" "$(cat events/sched/sched_wakeup/enable)" 1
works put 'irq:*' set_event
equal "group by set_event" "$(cat events/irq/enable)" 1
equal "the event after set_event was written anew" "$(cat events/sched/sched_wakeup/enable)" 0
works add 'sched:sched_wakeup' set_event
works add '!irq:irq_handler_entry' set_event
equal "states after adding and taking" "$(states)" "X X X"
(: >set_event) || fail "set_event cannot be emptied"
equal "states at the end" "$(states)" "0 0 0"
refused put 2 events/irq/enable
refused put nope:nope set_event
quiet_kernel
pass
