# SPDX-License-Identifier: GPL-2.0
# A ring that was full, was cleared and was made smaller has exactly what came after, and its reader blocks, not spins.
# source: CVE-2023-53668, CVE-2021-3679
# timeout: 120

works put 4096 buffer_size_kb
works put 1 events/enable
sleep 2
put 0 events/enable
: >trace
works put 8 buffer_size_kb
for c in per_cpu/cpu*; do
	equal "overrun of $c after a clear" "$(awk '/^overrun/ { print $2 }' $c/stats)" 0
	equal "entries of $c after a clear" "$(awk '/^entries/ { print $2 }' $c/stats)" 0
done
echo hello >trace_marker
timeout 2 cat trace_pipe >/tmp/piped
equal "exit code of a reader that had to be stopped" $? 124
equal "lines of the pipe" "$(wc -l </tmp/piped)" 1
equal "markers in the pipe" "$(count 'tracing_mark_write: hello$' /tmp/piped)" 1
quiet_kernel
pass
