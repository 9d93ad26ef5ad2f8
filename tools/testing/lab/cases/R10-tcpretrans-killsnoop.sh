# SPDX-License-Identifier: GPL-2.0
# Definitions without a new line at the end, many opens and closes, and pairs of system calls.
# source: https://github.com/brendangregg/perf-tools/blob/master/net/tcpretrans
# needs: kprobe_events

works sh -c "printf 'p:tcpretrans_x tcp_retransmit_skb sk=%%di' >>kprobe_events"
equal "listed" "$(cat kprobe_events)" "p:kprobes/tcpretrans_x tcp_retransmit_skb sk=%di"
works sh -c 'printf 1 >events/kprobes/tcpretrans_x/enable'
for i in $(seq 100); do cat trace >/dev/null; printf '' >trace; done
works sh -c 'printf 0 >events/kprobes/tcpretrans_x/enable'
works sh -c "printf -- '-:tcpretrans_x' >>kprobe_events"
equal "left" "$(wc -l <kprobe_events)" 0
works put 1 events/syscalls/sys_enter_kill/enable
works put 1 events/syscalls/sys_exit_kill/enable
kill -0 $$
put 0 events/syscalls/enable
equal "entry" "$(count 'sys_kill\(pid: [0-9a-f]+, sig: 0\)' trace)" 1
equal "exit" "$(count 'sys_kill -> 0x0' trace)" 1
quiet_kernel
pass
