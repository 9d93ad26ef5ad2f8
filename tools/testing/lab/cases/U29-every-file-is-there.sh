# SPDX-License-Identifier: GPL-2.0
# Tools give up half-way when one file is missing: those that depend on nothing are always there, those of a part with it.
# source: https://github.com/namhyung/uftrace/issues/331

# have NAME...: fail unless all exist.
have() {
	for f in "$@"; do [ -e "$f" ] || fail "no $f"; done
}

have README available_events available_tracers buffer_percent buffer_size_kb buffer_subbuf_size_kb \
	buffer_total_size_kb current_tracer error_log eval_map free_buffer instances options per_cpu printk_formats \
	saved_cmdlines saved_cmdlines_size saved_tgids set_event set_event_pid set_event_notrace_pid timestamp_mode \
	trace trace_clock trace_marker trace_marker_raw trace_options trace_pipe tracing_cpumask tracing_on \
	events/enable events/header_event events/header_page per_cpu/cpu0/stats per_cpu/cpu0/trace_pipe_raw
for o in annotate bin block context-info disable_on_free event-fork fields hash-ptr hex irq-info latency-format markers \
	overwrite pause-on-trace print-parent printk-msg-only raw record-cmd record-tgid sym-addr sym-offset \
	sym-userobj trace_printk userstacktrace verbose; do
	have options/$o
	at_least "lines of $o in trace_options" "$(count "^(no)?$o$" trace_options)" 1
done
if grep -qw function available_tracers; then
	have set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_ftrace_notrace_pid available_filter_functions \
		options/function-fork options/function-trace
fi
if grep -qw function_graph available_tracers; then
	have set_graph_function set_graph_notrace max_graph_depth options/funcgraph-irqs
fi

mkdir instances/i
for f in available_tracers buffer_percent buffer_size_kb current_tracer error_log events options per_cpu set_event \
	set_event_pid timestamp_mode trace trace_clock trace_marker trace_marker_raw trace_options trace_pipe \
	tracing_cpumask tracing_on; do
	have instances/i/$f
done
works rmdir instances/i
quiet_kernel
pass
