# SPDX-License-Identifier: GPL-2.0
# An instance is removed right after a record woke its reader: the deferred wake-up must not touch freed memory.
# source: CVE-2023-53587
# timeout: 120

for i in $(seq 12); do
	works mkdir instances/w
	works put 1 instances/w/events/sched/enable
	timeout 0.2 cat instances/w/trace_pipe >/dev/null &
	sleep 0.1
	echo x >instances/w/trace_marker
	wait
	put 0 instances/w/events/sched/enable
	works rmdir instances/w
done
equal "instances left" "$(ls instances | wc -l)" 0
quiet_kernel
pass
