# SPDX-License-Identifier: GPL-2.0
# Within one CPU time stamps never decrease, whatever interrupts whatever.
# source: upstream dd9394257078 (an interrupted writer made an old stamp valid again)
# timeout: 120

# steps_back FILE: how many lines are older than the one before.
steps_back() {
	awk '$1 != "#" {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^[0-9]+\.[0-9]+:$/) {
				t = $i + 0
				if (t < last) back++
				last = t
				lines++
				break
			}
	} END { print back + 0, lines + 0 }' "$1"
}

for e in irq timer sched raw_syscalls; do
	[ ! -e events/$e ] || works put 1 events/$e/enable
done
for i in 1 2; do (tf getpid 20000; tf spin 1000) >/dev/null & done
sleep 3
wait
put 0 tracing_on
put 0 events/enable
for c in per_cpu/cpu[01]; do
	set -- $(steps_back $c/trace)
	at_least "lines of $c" "$2" 100
	equal "steps back in $c" "$1" 0
done
quiet_kernel
pass
