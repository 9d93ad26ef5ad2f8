# SPDX-License-Identifier: GPL-2.0
# While a trace file is being read the sub-buffer size cannot change; the reader goes on, and after it, it can.
# source: CVE-2026-74634
# needs: buffer_subbuf_size_kb

works put 1 events/sched/enable
sleep 1
put 0 events/enable
put 0 tracing_on
lines=$(count '' trace)
at_least "lines to read" "$lines" 100
exec 5<trace
dd bs=64 count=1 <&5 >/dev/null 2>&1
equal "errno of a change while it is open" "$(errno_of 16 buffer_subbuf_size_kb)" 16
equal "size meanwhile" "$(cat buffer_subbuf_size_kb)" 4
more=$(dd bs=4096 count=4 <&5 2>/dev/null | wc -c)
at_least "bytes that the open reader still gets" "$more" 1000
exec 5<&-
works put 16 buffer_subbuf_size_kb
equal "size after close" "$(cat buffer_subbuf_size_kb)" 16
put 1 tracing_on
echo big >trace_marker
equal "markers in the new ring" "$(count 'tracing_mark_write: big' trace)" 1
works put 4 buffer_subbuf_size_kb
quiet_kernel
pass
