# SPDX-License-Identifier: GPL-2.0
# Typed arguments, a string filter, stacks and the format file, as the kprobe script uses them.
# source: https://github.com/brendangregg/perf-tools/blob/master/kernel/kprobe
# needs: kprobe_events

works add 'p:myopen do_sys_openat2 dfd=%di:s32 filename=+0(%si):ustring how=%dx:x64' kprobe_events
works add 'r:myret do_sys_openat2 rval=$retval' kprobe_events
equal "fields" "$(grep -cE 'field:(s32 dfd|__data_loc char\[\] filename|u64 how);' events/kprobes/myopen/format)" 3
works put 'filename ~ "*group"' events/kprobes/myopen/filter
works put 1 options/stacktrace
works put 1 events/kprobes/enable
cat /etc/group >/dev/null
cat /etc/passwd >/dev/null
put 0 events/kprobes/enable
put 0 options/stacktrace
at_least "opens that pass" "$(count 'myopen: .*filename="/etc/group"' trace)" 1
equal "opens that do not" "$(count 'myopen: .*filename="/etc/passwd"' trace)" 0
at_least "stacks" "$(count '<stack trace>' trace)" 1
at_least "returns" "$(count 'myret: \(.* <- do_sys_openat2\) rval=0x' trace)" 1
works sh -c ': >kprobe_events'
quiet_kernel
pass
