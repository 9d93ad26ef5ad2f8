# SPDX-License-Identifier: GPL-2.0
# Programs read raw records with offsets that they learnt once: common head of 8 bytes, fields as ever, header_page.
# source: https://github.com/google/orbit/issues/4881, https://github.com/bpftrace/bpftrace/pull/1195

# fields FILE: name, offset, size and sign of each field.
fields() { sed -n 's/^\tfield:.* \([^ ]*\);\toffset:\([0-9]*\);\tsize:\([0-9]*\);\tsigned:\([01]\);$/\1 \2 \3 \4/p' "$1"; }
common='common_type 0 2 0
common_flags 2 1 0
common_preempt_count 3 1 0
common_pid 4 4 1'
for f in events/sched/*/format events/ftrace/*/format events/irq/*/format; do
	equal "common fields of $f" "$(fields $f | head -4)" "$common"
done
equal "fields of sched_switch" "$(fields events/sched/sched_switch/format | tail -n +5)" 'prev_comm[16] 8 16 0
prev_pid 24 4 1
prev_prio 28 4 1
prev_state 32 8 1
next_comm[16] 40 16 0
next_pid 56 4 1
next_prio 60 4 1'
equal "fields of print" "$(fields events/ftrace/print/format | tail -n +5)" 'ip 8 8 0
buf[] 16 0 0'
equal "fields of function" "$(fields events/ftrace/function/format | tail -n +5)" 'ip 8 8 0
parent_ip 16 8 0'
if [ -e events/raw_syscalls ]; then
	equal "fields of sys_enter" "$(fields events/raw_syscalls/sys_enter/format | tail -n +5)" 'id 8 8 1
args[6] 16 48 0'
fi
equal "id of print" "$(sed -n 's/^ID: //p' events/ftrace/print/format)" 5
equal "start of a page" "$(fields events/header_page | head -3)" 'timestamp 0 8 0
commit 8 8 1
overwrite 8 1 1'
equal "start of the data" "$(sed -n 's/.* data;.*offset:\([0-9]*\).*/\1/p' events/header_page)" 16
for w in 'type_len *: *5 bits' 'time_delta *: *27 bits' 'array *: *32 bits' 'padding *: type == 29' \
	'time_extend *: type == 30' 'time_stamp *: type == 31' 'data max type_len *== 28'; do
	equal "lines '$w' of header_event" "$(count "$w" events/header_event)" 1
done
quiet_kernel
pass
