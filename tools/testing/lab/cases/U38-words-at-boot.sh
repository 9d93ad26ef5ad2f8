# SPDX-License-Identifier: GPL-2.0
# Wrong words on the kernel command line are named, the right ones hold.
# source: https://github.com/qualcomm-linux/meta-qcom/pull/2155
# boot: ftrace=tracing_on trace_event=sched:sched_switch,initcall:*,no:such trace_buf_size=5M

# What the good words set is reset before a case begins; what was said of the bad ones is not.
at_least "named tracer" "$(dmesg | grep -c "bootup tracer 'tracing_on' not registered")" 1
at_least "named event" "$(dmesg | grep -c 'Failed to enable trace event: no:such')" 1
pass
