# SPDX-License-Identifier: GPL-2.0
# A CPU comes up for the first time, and then again and again, while all rings are walked and instances made.
# source: upstream 20ad8b0888be (the bit of a CPU was seen before its buffer)
# boot: maxcpus=1
# timeout: 150

cpu=/sys/devices/system/cpu/cpu1
[ -e $cpu/online ] || unsupported "no second CPU to bring up"
equal "second CPU at the start" "$(cat $cpu/online)" 0
(
	for i in $(seq 12); do
		put 1 $cpu/online
		put 0 $cpu/online
	done
) &
hotplug=$!
while kill -0 $hotplug 2>/dev/null; do
	cat trace per_cpu/cpu1/stats >/dev/null 2>&1
	mkdir instances/h 2>/dev/null && rmdir instances/h
done
wait
works put 1 $cpu/online
: >trace
works taskset 2 sh -c 'echo late >/sys/kernel/tracing/trace_marker'
equal "markers of the late CPU" "$(count '\[001\].*tracing_mark_write: late' per_cpu/cpu1/trace)" 1
mkdir instances/h
works taskset 2 sh -c 'echo late >/sys/kernel/tracing/instances/h/trace_marker'
equal "its markers in a new instance" "$(count 'tracing_mark_write: late' instances/h/trace)" 1
works rmdir instances/h
quiet_kernel
pass
