# SPDX-License-Identifier: GPL-2.0
# A probe by address is listed so that the line can be fed back.
# source: https://github.com/bpftrace/bpftrace/issues/4761
# needs: kprobe_events

a=$(awk '$3 == "vfs_read" { print $1; exit }' /proc/kallsyms)
works put "p:ad 0x$a" kprobe_events
works put 1 events/kprobes/ad/enable
sh -c 'read line </proc/version'
put 0 events/kprobes/ad/enable
at_least "hits" "$(count 'ad: \(vfs_read' trace)" 1
line=$(cat kprobe_events)
works sh -c ': >kprobe_events'
works put "$line" kprobe_events
equal "listed again" "$(cat kprobe_events)" "$line"
works sh -c ': >kprobe_events'
quiet_kernel
pass
