# SPDX-License-Identifier: GPL-2.0
# A symbol that is not there is refused; what cannot be read is shown as a fault; user memory has its own type.
# source: https://github.com/brendangregg/perf-tools/issues/93
# needs: kprobe_events

for s in sys_execve stub_execve; do refused add "p:ex_$s $s" kprobe_events; done
works add 'p:exr __x64_sys_execve path=+0(+112(%di)):ustring bad=+0(+0(%di)):string' kprobe_events
works put 1 events/kprobes/exr/enable
/bin/ls / >/dev/null
put 0 events/kprobes/exr/enable
at_least "paths" "$(count 'exr: \(__x64_sys_execve.*path="/bin/ls"' trace)" 1
at_least "faults told" "$(count 'bad=\(fault\)|bad="' trace)" 1
works sh -c ': >kprobe_events'
quiet_kernel
pass
