# SPDX-License-Identifier: GPL-2.0
# Two instances use one event: each pipe gets its own, and an instance with a reader cannot be removed.
# source: https://github.com/iovisor/bcc/issues/136
# timeout: 60

if [ -e kprobe_events ]; then
	works put 'p:my do_sys_openat2' kprobe_events
	event=events/kprobes/my
	name='my:'
else
	event=events/syscalls/sys_enter_openat
	name='sys_openat'
	[ -e $event ] || unsupported "neither kprobe_events nor syscall events"
fi
works mkdir instances/foo instances/bar
for i in foo bar; do works put 1 instances/$i/$event/enable; done
timeout 3 cat instances/foo/trace_pipe >/tmp/foo &
sleep 1
equal "errno of removing an instance with a reader" "$(rmdir instances/foo 2>&1 | grep -c 'busy')" 1
cat /etc/passwd >/dev/null
wait
at_least "lines in the pipe of foo" "$(count "$name" /tmp/foo)" 1
at_least "lines of bar" "$(count "$name" instances/bar/trace)" 1
equal "lines at the top" "$(count "$name" trace)" 0
for i in foo bar; do
	put 0 instances/$i/$event/enable
	works rmdir instances/$i
done
[ ! -e kprobe_events ] || works sh -c ': >kprobe_events'
quiet_kernel
pass
