# SPDX-License-Identifier: GPL-2.0
# Under confidentiality lockdown the files are refused with EPERM, and the kernel log says that lockdown did it.
# source: https://github.com/coroot/coroot-node-agent/issues/23
# boot: lockdown=confidentiality

lock=/sys/kernel/security/lockdown
[ -e $lock ] || unsupported "this kernel has no lockdown"
grep -q '\[confidentiality\]' $lock || unsupported "not locked down"
out=$(cat trace 2>&1)
refused cat trace
matches "message of cat" "$out" '*not permitted*'
refused put 1 tracing_on
refused cat events/sched/sched_switch/format
at_least "lines in the kernel log" "$(dmesg | grep -ic 'lockdown.*trac')" 1
pass
