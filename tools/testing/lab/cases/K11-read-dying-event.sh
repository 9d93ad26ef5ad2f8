# SPDX-License-Identifier: GPL-2.0
# The files of an event are read over and over while the event is made and removed: all go through one gate.
# source: CVE-2024-43891
# timeout: 150

if [ -e kprobe_events ]; then
	event=events/kprobes/dying
	cycle() {
		put 'p:dying vfs_read' kprobe_events
		(: >kprobe_events) 2>/dev/null
	}
	rounds=300
else
	modinfo trace-events-sample >/dev/null 2>&1 || unsupported "neither kprobe_events nor trace-events-sample"
	event=events/sample-trace/foo_bar
	cycle() {
		modprobe trace-events-sample
		rmmod trace-events-sample
	}
	rounds=25
fi
(for i in $(seq $rounds); do cycle; done) 2>/dev/null &
maker=$!
while kill -0 $maker 2>/dev/null; do
	for f in format id filter trigger hist enable; do
		[ ! -e $event/$f ] || cat $event/$f
	done
done >/tmp/content 2>&1
wait
equal "directory of the event at the end" "$(ls -d $event 2>/dev/null)" ""

# One that is held open over the removal: an error or nothing, and no crash.
if [ ! -e kprobe_events ]; then
	modprobe trace-events-sample
	exec 5<$event/format
	exec 6<$event/enable
	rmmod trace-events-sample
	cat <&5 >/tmp/content 2>&1
	cat <&6 >/tmp/content 2>&1
	exec 5<&- 6<&-
else
	works put 'p:dying vfs_read' kprobe_events
	exec 5<$event/format
	exec 6<$event/enable
	(: >kprobe_events) 2>/dev/null
	cat <&5 >/tmp/content 2>&1
	cat <&6 >/tmp/content 2>&1
	exec 5<&- 6<&-
fi
quiet_kernel
pass
