# SPDX-License-Identifier: GPL-2.0
# Writing to trace drops all that was recorded, on every CPU, also what a reader has already begun to take out.
# source: https://github.com/iovisor/bcc/issues/4666

echo old >trace_marker
: >trace
echo new >trace_marker
timeout 1 cat trace_pipe >/tmp/piped
equal "old lines in the pipe" "$(count 'old' /tmp/piped)" 0
equal "new lines in the pipe" "$(count 'new' /tmp/piped)" 1

for cpu in 1 2; do taskset $cpu sh -c 'for i in 1 2 3; do echo old >trace_marker; done'; done
timeout 1 head -c 10 trace_pipe >/dev/null
: >trace
echo new >trace_marker
timeout 1 cat trace_pipe >/tmp/piped
equal "old lines after a reader had begun" "$(count 'old' /tmp/piped)" 0
equal "new lines after a reader had begun" "$(count 'new' /tmp/piped)" 1

# One CPU only.
for cpu in 1 2; do taskset $cpu sh -c 'echo old >trace_marker'; done
: >per_cpu/cpu1/trace
equal "lines of CPU 1" "$(count 'tracing_mark_write' per_cpu/cpu1/trace)" 0
equal "lines of CPU 0" "$(count 'tracing_mark_write' per_cpu/cpu0/trace)" 1
quiet_kernel
pass
