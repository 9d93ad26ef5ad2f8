# SPDX-License-Identifier: GPL-2.0
# The same probe twice and another kind of probe under its name are refused with a reason; one is removed by name.
# source: https://github.com/aws/aws-ebpf-sdk-go/issues/47
# needs: kprobe_events

works add 'p:same vfs_read' kprobe_events
equal "errno of the same again" "$(errno_of 'p:same vfs_read' kprobe_events)" 17
at_least "reason" "$(count 'already the exact same probe' error_log)" 1
works add 'p:same vfs_write' kprobe_events
equal "errno of another kind" "$(errno_of 'r:same vfs_read $retval' kprobe_events)" 17
at_least "reason" "$(count 'Probe type is different' error_log)" 1
equal "definitions" "$(wc -l <kprobe_events)" 2
works add 'p:other vfs_open' kprobe_events
works add '-:same' kprobe_events
equal "left" "$(cat kprobe_events)" "p:kprobes/other vfs_open"
works sh -c ': >kprobe_events'
quiet_kernel
pass
