# SPDX-License-Identifier: GPL-2.0
# Several writers of bad definitions at once: each error is told of its own text, nothing is shared.
# source: https://lore.kernel.org/r/20221121081103.3070449-1-zhengyejian1@huawei.com
# needs: kprobe_events

for n in 1 2 3; do
	(for i in $(seq 150); do add "p4:q$n vfs_read a=%ax b=%dx c=+4(\$stack)" kprobe_events; done) &
done
wait
equal "definitions" "$(wc -l <kprobe_events)" 0
at_least "entries in error_log" "$(count 'Maxactive is only for function exit' error_log)" 1
# every logged line is whole
equal "torn lines" "$(grep 'Command:' error_log | grep -vcE '^  Command: p4:q[123] vfs_read a=%ax b=%dx c=\+4\(\$stack\)$')" 0
quiet_kernel
pass
