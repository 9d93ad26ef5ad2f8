# SPDX-License-Identifier: GPL-2.0
# The clock in use can be read; a change leaves no stamp of the old one; with a global clock the merged order is right.
# source: https://github.com/google/perfetto/issues/452, https://github.com/google/perfetto/pull/2078
# timeout: 90

equal "clock at the start" "$(grep -o '\[.*\]' trace_clock)" '[local]'
echo before >trace_marker
works put global trace_clock
equal "clock" "$(grep -o '\[.*\]' trace_clock)" '[global]'
equal "records after the change" "$(grep -vc '^#' trace)" 0

for e in sched_waking sched_switch; do works put 1 events/sched/$e/enable; done
sleep 2
put 0 tracing_on
put 0 events/enable
back=$(awk '$1 != "#" {
	for (i = 1; i <= NF; i++)
		if ($i ~ /^[0-9]+\.[0-9]+:$/) {
			if ($i + 0 < last) back++
			last = $i + 0
			break
		}
} END { print back + 0 }' trace)
at_least "lines" "$(count 'sched_' trace)" 20
equal "lines older than the one before" "$back" 0
put 1 tracing_on

for c in boot mono mono_raw uptime counter x86-tsc perf tai local; do
	grep -qw -- "$c" trace_clock || continue
	works put $c trace_clock
	equal "clock" "$(grep -o '\[.*\]' trace_clock)" "[$c]"
	echo "by $c" >trace_marker
	equal "markers stamped by $c" "$(count "tracing_mark_write: by $c" trace)" 1
done
refused put nope trace_clock
equal "clock after a refused one" "$(grep -o '\[.*\]' trace_clock)" '[local]'
quiet_kernel
pass
