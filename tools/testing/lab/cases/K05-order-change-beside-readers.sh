# SPDX-License-Identifier: GPL-2.0
# Readers of all kinds come and go while the sub-buffer size changes: no complaint, no reader undoes what another stopped.
# source: CVE-2024-50207, CVE-2025-38101
# needs: buffer_subbuf_size_kb
# timeout: 150

works put 1 events/sched/enable
(
	for i in $(seq 30); do
		cat trace >/dev/null
		timeout 0.1 cat per_cpu/cpu1/trace_pipe >/dev/null
		timeout 0.1 cat per_cpu/cpu0/trace_pipe_raw >/dev/null
	done
) &
readers=$!
while kill -0 $readers 2>/dev/null; do
	put 8 buffer_subbuf_size_kb
	put 4 buffer_subbuf_size_kb
done
wait
works put 4 buffer_subbuf_size_kb
: >trace
sleep 1
put 0 events/enable
equal tracing_on "$(cat tracing_on)" 1
at_least "events recorded afterwards" "$(count 'sched_' trace)" 1
quiet_kernel
pass
