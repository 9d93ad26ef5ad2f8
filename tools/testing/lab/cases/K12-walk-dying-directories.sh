# SPDX-License-Identifier: GPL-2.0
# The event directories of an instance are walked while the instance is made and removed.
# source: CVE-2026-74606, CVE-2026-74605
# timeout: 120

(for i in $(seq 30); do mkdir instances/e && rmdir instances/e; done) 2>/dev/null &
maker=$!
while kill -0 $maker 2>/dev/null; do
	ls instances/e/events/sched
	find instances -maxdepth 3
done >/dev/null 2>&1
wait
for i in $(seq 50); do
	[ -d instances/e ] || break
	rmdir instances/e 2>/dev/null || sleep 0.1
done
equal "instances left" "$(ls instances)" ""

# Standing in a directory that goes away.
mkdir instances/e
(cd instances/e/events/sched/sched_switch && sleep 1 && ls && cat format) >/tmp/content 2>&1 &
sleep 0.3
works rmdir instances/e
wait
equal "instances left at the end" "$(ls instances)" ""
quiet_kernel
pass
