# SPDX-License-Identifier: GPL-2.0
# trace_marker alone, mounted into another name space, can be written there by a user who may do nothing else.
# source: https://github.com/rdkcentral/Dobby/issues/344, https://github.com/moby/moby/issues/39457

mode=$(stat -c %a /sys/kernel/tracing)
chmod 0755 /sys/kernel/tracing
chmod 0222 trace_marker
: >/tmp/box
chmod 0666 /tmp/box
unshare -m -n sh -c 'mount -o bind /sys/kernel/tracing/trace_marker /tmp/box &&
	tf as 1000 1000 sh -c "echo from the box >/tmp/box; cat /sys/kernel/tracing/trace; echo read=\$?"' >/tmp/said 2>&1
chmod "$mode" /sys/kernel/tracing
chmod 0220 trace_marker
equal "markers" "$(count 'tracing_mark_write: from the box' trace)" 1
equal "bytes in the file it was mounted over" "$(wc -c </tmp/box)" 0
grep -q 'read=[1-9]' /tmp/said || fail "the user could read trace: $(head -1 /tmp/said)"
quiet_kernel
pass
