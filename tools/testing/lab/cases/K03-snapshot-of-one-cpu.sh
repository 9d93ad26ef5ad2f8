# SPDX-License-Identifier: GPL-2.0
# Snapshots of one CPU taken from others while it records: a record is committed where it was reserved.
# source: CVE-2023-53368
# needs: snapshot per_cpu/cpu0/snapshot
# timeout: 120

works put 7 buffer_size_kb
works put 1 events/sched/sched_switch/enable
works put 1 per_cpu/cpu0/snapshot
for n in 1 2 3; do
	(for i in $(seq 250); do put 1 per_cpu/cpu0/snapshot; done) &
done
wait
sleep 1
put 1 per_cpu/cpu0/snapshot
put 0 events/enable
equal tracing_on "$(cat tracing_on)" 1
at_least "events in the snapshot of CPU 0" \
	"$(count 'sched_switch:' per_cpu/cpu0/snapshot)" 1
equal "lines of another CPU in its snapshot" "$(grep -v '^#' per_cpu/cpu0/snapshot | grep -vc '\[000\]')" 0
works put 0 snapshot
quiet_kernel
pass
