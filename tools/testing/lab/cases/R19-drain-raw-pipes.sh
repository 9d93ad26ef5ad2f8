# SPDX-License-Identifier: GPL-2.0
# A recorder empties the raw pipes of all CPUs ten times a second, without blocking: nothing is lost meanwhile.
# source: perfetto's ftrace_largebuffer.cfg, https://github.com/google/perfetto/issues/362
# timeout: 90

works put 4096 buffer_size_kb
: >trace
for e in sched/sched_waking sched/sched_switch power/cpu_idle workqueue/workqueue_execute_start irq raw_syscalls; do
	[ ! -e events/$e ] || works put 1 events/$e/enable
done
total=0
for i in $(seq 20); do
	for c in 0 1; do
		bytes=$(tf splice per_cpu/cpu$c/trace_pipe_raw 65536 100 | sed 's/spliced \([0-9]*\).*/\1/')
		equal "rest of a page after bytes from CPU $c" "$((bytes % 4096))" 0
		total=$((total + bytes))
	done
	sleep 0.1
done
put 0 events/enable
at_least "bytes drained" "$total" 65536
for c in per_cpu/cpu[01]; do
	equal "overrun of $c" "$(awk '/^overrun/ { print $2 }' $c/stats)" 0
	equal "dropped events of $c" "$(awk '/^dropped/ { print $3 }' $c/stats)" 0
done
put 0 tracing_on
tf splice per_cpu/cpu0/trace_pipe_raw 65536 1000 >/dev/null
out=$(tf read per_cpu/cpu0/trace_pipe_raw 4096 nonblock)
out=$(tf read per_cpu/cpu0/trace_pipe_raw 4096 nonblock)
equal "a read when there is nothing" "$out" 'read rc=-1 errno=11'
quiet_kernel
pass
