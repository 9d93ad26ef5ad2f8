# SPDX-License-Identifier: GPL-2.0
# Header and columns are those that parsers know: five flag characters, the legend, the name of a marker.
# source: https://github.com/google/perfetto/issues/500, https://github.com/eclipse-tracecompass/org.eclipse.tracecompass/issues/193

echo mark >trace_marker
cpus=$(nproc)
cat >/tmp/want <<-END
	# tracer: nop
	#
	# entries-in-buffer/entries-written: 1/1   #P:$cpus
	#
	#                                _-----=> irqs-off/BH-disabled
	#                               / _----=> need-resched
	#                              | / _---=> hardirq/softirq
	#                              || / _--=> preempt-depth
	#                              ||| / _-=> migrate-disable
	#                              |||| /     delay
	#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
	#              | |         |   |||||     |         |
END
grep '^#' trace >/tmp/got
cmp /tmp/got /tmp/want || fail "the header differs: $(diff /tmp/got /tmp/want | head -2 | tr '\n' ' ')"

line=$(grep -v '^#' trace)
echo "$line" | grep -qE '^ {0,15}[^ ].{0,15}-[0-9]+ +\[[0-9]{3}\] [.dbD][.Nnp][.hHszZ][.0-9a-f][.0-9a-f] {1,5}[0-9]+\.[0-9]{6}: tracing_mark_write: mark$' ||
	fail "the line is '$line'"
equal "column of the CPU" "$(echo "$line" | cut -c26-30 | tr -d '0-9')" '[]'

put 1 options/latency-format
sed -n 3p trace | grep -q '^# nop latency trace v1.1.5 on ' || fail "no latency header"
equal "legend" "$(grep '^#  cmd' trace)" '#  cmd     pid     |||||| time  |   caller     '
grep -v '^#' trace | grep -qE '^ *[^ ]{1,8}-[0-9]+ +[0-9]+[.dbD][.Nnp][.hHszZ][.0-9a-f][.0-9a-f] +[0-9]+us[ +!#*@$]: tracing_mark_write: mark$' ||
	fail "the latency line is '$(grep -v '^#' trace)'"
put 0 options/latency-format

put 1 options/record-tgid
equal "legend with TGID" "$(grep 'TASK-PID' trace)" \
	'#           TASK-PID       TGID    CPU#  |||||  TIMESTAMP  FUNCTION'
put 0 options/record-tgid
put 0 options/irq-info
equal "legend without flags" "$(grep 'TASK-PID' trace)" '#           TASK-PID     CPU#     TIMESTAMP  FUNCTION'
put 1 options/irq-info
put 0 options/context-info
equal "whole text without context" "$(cat trace)" "$(printf '# tracer: nop\n#\ntracing_mark_write: mark')"
put 1 options/context-info
quiet_kernel
pass
