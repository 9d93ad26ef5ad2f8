# SPDX-License-Identifier: GPL-2.0
# A consuming reader works while its CPU's ring is resized over and over; recording must survive that.
# source: CVE-2024-38601 (a consistency check saw the reader's half-done exchange and switched recording off)
# timeout: 120

works put 1 events/sched/enable
cat per_cpu/cpu0/trace_pipe_raw >/dev/null &
reader=$!
for i in $(seq 150); do
	put 8 per_cpu/cpu0/buffer_size_kb
	put 512 per_cpu/cpu0/buffer_size_kb
done
kill $reader
wait $reader 2>/dev/null
works put 512 per_cpu/cpu0/buffer_size_kb
: >trace
sleep 1
put 0 events/enable
equal tracing_on "$(cat tracing_on)" 1
at_least "events of CPU 0 afterwards" "$(count 'sched_' per_cpu/cpu0/trace)" 1
quiet_kernel
pass
