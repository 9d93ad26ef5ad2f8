# SPDX-License-Identifier: GPL-2.0
# Removing many probes waits once, not once each.
# source: https://github.com/iovisor/bcc/issues/233
# needs: kprobe_events

grep -E ' [tT] (vfs|tcp|ip|sched)[a-z_]*$' /proc/kallsyms | awk '{ print $3 }' | sort | uniq -u | head -200 |
	awk '{ print "p:b" NR " " $1 }' >/tmp/defs
while read -r l; do add "$l" kprobe_events; done </tmp/defs
n=$(wc -l <kprobe_events)
at_least "probes" "$n" 100
begin=$(cut -d. -f1 /proc/uptime)
works sh -c ': >kprobe_events'
at_most "seconds to remove $n" "$(($(cut -d. -f1 /proc/uptime) - begin))" 2
equal "left" "$(wc -l <kprobe_events)" 0
quiet_kernel
pass
