# SPDX-License-Identifier: GPL-2.0
# An event that is defined once can be on in one instance with its own filter, and off everywhere else.
# source: https://github.com/iovisor/bcc/issues/136

hit() { sh -c 'read line </proc/version'; }
if [ -e kprobe_events ]; then
	works put 'p:mine do_sys_openat2' kprobe_events
	event=events/kprobes/mine
	name=mine
else
	event=events/syscalls/sys_enter_openat
	name=sys_openat
	[ -e $event ] || unsupported "neither kprobe_events nor syscall events"
fi
mkdir instances/foo
works put 'common_pid != 0' instances/foo/$event/filter
works put 1 instances/foo/$event/enable
hit
put 0 instances/foo/$event/enable
at_least "hits in the instance" "$(count "${name}[:(]" instances/foo/trace)" 1
equal "hits at the top" "$(count "${name}[:(]" trace)" 0
equal "its filter at the top" "$(cat $event/filter)" none

# A filter that nothing passes.
works put 'common_pid == 0' instances/foo/$event/filter
: >instances/foo/trace
works put 1 instances/foo/$event/enable
hit
put 0 instances/foo/$event/enable
equal "hits that the filter drops" "$(count "${name}[:(]" instances/foo/trace)" 0
works rmdir instances/foo
if [ -e kprobe_events ]; then
	works sh -c ': >kprobe_events'
	equal "probes left" "$(ls events/kprobes 2>/dev/null | wc -l)" 0
fi
quiet_kernel
pass
