# SPDX-License-Identifier: GPL-2.0
# A gap is told where it is, with its CPU and its exact size; lines read and lines lost make up what was written.
# source: https://github.com/brendangregg/perf-tools/pull/83
# timeout: 90

works put 8 buffer_size_kb
: >trace
taskset 1 sh -c 'i=0; while [ $i -lt 1000 ]; do echo m$i >trace_marker; i=$((i + 1)); done'
timeout 2 cat trace_pipe >/tmp/piped
lines=$(count ': m[0-9]+$' /tmp/piped)
lost=$(awk '/LOST/ { gsub("[^0-9 ]", ""); n += $2 } END { print n + 0 }' /tmp/piped)
equal "lines and lost together" "$((lines + lost))" 1000
at_least "lost" "$lost" 1
matches "first line" "$(head -1 /tmp/piped)" "CPU:0 [[]LOST $lost EVENTS]"
matches "last line" "$(tail -1 /tmp/piped)" '*: m999'
equal "overrun in stats" "$(awk '/^overrun/ { print $2 }' per_cpu/cpu0/stats)" "$lost"

# In the file that consumes nothing the counts are in the header.
: >trace
taskset 1 sh -c 'i=0; while [ $i -lt 1000 ]; do echo m$i >trace_marker; i=$((i + 1)); done'
lines=$(count ': m[0-9]+$' trace)
matches "counts" "$(sed -n 3p trace)" "# entries-in-buffer/entries-written: $lines/1000 *"
quiet_kernel
pass
