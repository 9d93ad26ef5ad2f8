# SPDX-License-Identifier: GPL-2.0
# The files of a CPU that is possible but was never online work: empty, or a clean error, no crash.
# source: CVE-2022-49889
# boot: possible_cpus=6 maxcpus=1

equal "CPUs online" "$(cat /sys/devices/system/cpu/online)" 0
for c in per_cpu/cpu*; do
	for f in trace stats buffer_size_kb; do
		works cat $c/$f >/tmp/content
	done
	for f in trace_pipe_raw trace_pipe; do
		timeout 0.5 cat $c/$f >/tmp/content 2>&1
	done
	[ ! -e $c/snapshot ] || cat $c/snapshot >/tmp/content 2>&1
done
echo here >trace_marker
equal "markers" "$(count 'tracing_mark_write: here' trace)" 1
equal "markers in the part of CPU 0" "$(count 'tracing_mark_write: here' per_cpu/cpu0/trace)" 1
quiet_kernel
pass
