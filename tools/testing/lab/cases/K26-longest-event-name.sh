# SPDX-License-Identifier: GPL-2.0
# The longest name of an event and of a group is 63 characters; one more is refused, and error_log says why.
# source: CVE-2024-50131
# needs: dynamic_events kprobe_events

n63=$(head -c 63 /dev/zero | tr '\0' n)
n64=${n63}n
works put "p:$n63 vfs_read" kprobe_events
[ -d events/kprobes/$n63 ] || fail "no directory for a name of 63 characters"
refused add "p:$n64 vfs_read" kprobe_events
refused add "p:$n64/e vfs_read" kprobe_events
equal "probes" "$(wc -l <kprobe_events)" 1
at_least "entries of error_log" "$(count 'trace_kprobe: error' error_log)" 2
quiet_kernel
pass
