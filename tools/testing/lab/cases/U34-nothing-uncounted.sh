# SPDX-License-Identifier: GPL-2.0
# For every CPU what was written is read, still there, overrun or dropped; in either mode of a full ring.
# source: https://github.com/microsoft/one-collect/issues/330
# needs: events/raw_syscalls
# timeout: 90

# sum CPU: all that its stats account for.
sum() {
	awk '/^(entries|overrun|commit overrun|dropped events|read events):/ { n += $NF } END { print n + 0 }' \
		per_cpu/cpu$1/stats
}

event=events/syscalls/sys_enter_getpid
for overwrite in 1 0; do
	works put $overwrite options/overwrite
	works put 64 buffer_size_kb
	: >trace
	[ -e $event ] || event=events/raw_syscalls/sys_enter
	[ "$event" = events/syscalls/sys_enter_getpid ] || works put 'id == 39' $event/filter
	works put 1 $event/enable
	taskset 1 tf getpid 20000 >/dev/null
	put 0 $event/enable
	# The helper may ask for its own pid now and then.
	at_least "records accounted for, overwrite=$overwrite" "$(sum 0)" 20000
	at_most "records accounted for, overwrite=$overwrite" "$(sum 0)" 20010
	full=$(awk '/^overrun/ { o = $2 } /^dropped/ { d = $3 } END { print o + 0, d + 0 }' per_cpu/cpu0/stats)
	if [ $overwrite = 1 ]; then
		at_least overrun "${full% *}" 1
		equal dropped "${full#* }" 0
	else
		equal overrun "${full% *}" 0
		at_least dropped "${full#* }" 1
	fi
	# What is read moves from one count to the other.
	before=$(sum 0)
	timeout 1 cat per_cpu/cpu0/trace_pipe | head -100 >/dev/null
	equal "records accounted for after reading some" "$(sum 0)" "$before"
done
put 1 options/overwrite
quiet_kernel
pass
