# SPDX-License-Identifier: GPL-2.0
# A probe on a busy function is switched on and off all the time.
# source: https://nvd.nist.gov/vuln/detail/CVE-2025-40042
# needs: kprobe_events

works put 'p:kv vfs_write' kprobe_events
(i=0; while [ $i -lt 1500 ]; do echo >/dev/null; i=$((i + 1)); done) &
p=$!
while kill -0 $p 2>/dev/null; do
	put 1 events/kprobes/kv/enable
	put 0 events/kprobes/kv/enable
done
wait
matches "kprobe_profile" "$(tr -s ' ' <kprobe_profile)" '* kv * 0'
works sh -c ': >kprobe_events'
quiet_kernel
pass
