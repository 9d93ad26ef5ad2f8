# SPDX-License-Identifier: GPL-2.0
# A return value without a name is arg1, and the line names the function and who called it.
# source: https://github.com/aquasecurity/tracee/issues/1722
# needs: kprobe_events

works add 'r:kernel_ret vfs_read $retval' kprobe_events
works put 1 events/kprobes/kernel_ret/enable
sh -c 'read line </proc/version'
put 0 events/kprobes/kernel_ret/enable
at_least "lines" "$(count 'kernel_ret: \([a-z_0-9]+\+0x[0-9a-f]+/0x[0-9a-f]+ <- vfs_read\) arg1=0x' trace)" 1
equal "format" "$(tail -1 events/kprobes/kernel_ret/format)" \
	'print fmt: "(%lx <- %lx) arg1=0x%Lx", REC->__probe_func, REC->__probe_ret_ip, REC->arg1'
works sh -c ': >kprobe_events'
quiet_kernel
pass
