# SPDX-License-Identifier: GPL-2.0
# The live ring is exchanged for the snapshot while its size changes: one excludes the other.
# source: CVE-2023-53718 (a latency tracer's swap in the middle of a resize)
# needs: snapshot
# timeout: 120

swap() {
	if grep -qw irqsoff available_tracers; then
		for i in $(seq 8); do
			put irqsoff current_tracer
			put nop current_tracer
		done
	fi
	for i in $(seq 40); do put 1 snapshot; done
}

(
	for i in $(seq 15); do
		put 2000 buffer_size_kb
		put 5000 buffer_size_kb
	done
) &
sizer=$!
swap
wait $sizer
works put 256 buffer_size_kb
put 0 snapshot
: >trace
works put 1 events/sched/sched_switch/enable
sleep 1
put 0 events/sched/sched_switch/enable
at_least "events recorded afterwards" "$(count 'sched_switch:' trace)" 1
equal buffer_total_size_kb "$(cat buffer_total_size_kb)" \
	"$(($(cat per_cpu/cpu*/buffer_size_kb | paste -sd+ -)))"
quiet_kernel
pass
