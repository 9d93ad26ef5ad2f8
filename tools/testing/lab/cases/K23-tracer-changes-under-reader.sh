# SPDX-License-Identifier: GPL-2.0
# current_tracer changes while a trace file is being read: the reader has what it needs to print until it closes.
# source: CVE-2025-22035
# timeout: 120

first=nop
second=nop
for t in function_graph function; do
	! grep -qw $t available_tracers || { first=$t; break; }
done
for t in timerlat blk hwlat wakeup; do
	! grep -qw $t available_tracers || { second=$t; break; }
done
works put $first current_tracer
works put 1 events/sched/enable
sleep 1
for i in $(seq 4); do
	head -c 300000 trace >/dev/null &
	works put $second current_tracer
	works put $first current_tracer
	wait
done

# In the middle of a file: the rest of it is still read to the end.
put 0 events/enable
put 0 tracing_on
exec 5<trace
dd bs=512 count=1 <&5 >/dev/null 2>&1
works put nop current_tracer
works cat <&5 >/tmp/content
exec 5<&-
equal current_tracer "$(cat current_tracer)" nop

# A consuming reader holds the tracer instead.
exec 5<trace_pipe
if [ $second != nop ]; then
	equal "errno of a change under trace_pipe" "$(errno_of $second current_tracer)" 16
fi
exec 5<&-
works put $first current_tracer
quiet_kernel
pass
