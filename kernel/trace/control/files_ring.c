// SPDX-License-Identifier: GPL-2.0
/*
 * files_ring.c - size, clock, CPUs, switch and counters of an instance's ring.
 */

#include <linux/cpumask.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/time64.h>

#include "control_internal.h"

/* === On and off === */

static int tracing_on_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%d\n", trace_array_is_on(co->tr));
	return 0;
}

static int tracing_on_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (!ret)
		trace_array_switch(co->tr, val);
	return ret;
}

static int cpumask_show(struct ctl_open *co, struct seq_file *m)
{
	guard(mutex)(&trace_types_lock);
	seq_printf(m, "%*pb\n", cpumask_pr_args(co->tr->cpumask));
	return 0;
}

static int cpumask_store(struct ctl_open *co, char *text)
{
	cpumask_var_t mask;
	int ret;

	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse(text, mask);
	if (!ret)
		ret = trace_array_set_cpumask(co->tr, mask);
	free_cpumask_var(mask);
	return ret;
}

/* === Size === */

/* KiB of CPU @cpu, or of each if all are alike; false: they are not. */
static bool size_kb(struct trace_array *tr, int cpu, unsigned long *kb)
{
	unsigned long bytes = ring_size(tr->ring, cpu == RING_ALL_CPUS ? cpumask_first(cpu_possible_mask) : cpu);
	int other;

	*kb = bytes >> 10;
	if (cpu != RING_ALL_CPUS)
		return true;
	for_each_possible_cpu(other)
		if (ring_size(tr->ring, other) != bytes)
			return false;
	return true;
}

static int size_show(struct ctl_open *co, struct seq_file *m)
{
	struct trace_array *tr = co->tr;
	unsigned long kb;

	guard(mutex)(&trace_types_lock);
	if (!size_kb(tr, co->cpu, &kb))
		seq_puts(m, "X\n");
	else if (!tr->expanded && tr->name)
		seq_printf(m, "%lu\n", tr->size_asked >> 10);	/* what it gets as soon as it is used */
	else if (!tr->expanded && co->cpu == RING_ALL_CPUS)
		seq_printf(m, "%lu (expanded: %lu)\n", kb, tr->size_asked >> 10);
	else
		seq_printf(m, "%lu\n", kb);
	return 0;
}

static int size_store(struct ctl_open *co, char *text)
{
	unsigned long kb;
	int ret = ctl_number(text, &kb);

	if (ret)
		return ret;
	if (!kb || kb > ULONG_MAX >> 10)
		return -EINVAL;
	return trace_array_resize(co->tr, kb << 10, co->cpu);
}

static int total_show(struct ctl_open *co, struct seq_file *m)
{
	struct trace_array *tr = co->tr;
	unsigned long kb = 0, expanded = 0;
	int cpu;

	guard(mutex)(&trace_types_lock);
	for_each_possible_cpu(cpu) {
		kb += ring_size(tr->ring, cpu) >> 10;
		expanded += tr->size_asked >> 10;
	}
	if (tr->expanded)
		seq_printf(m, "%lu\n", kb);
	else if (tr->name)
		seq_printf(m, "%lu\n", expanded);
	else
		seq_printf(m, "%lu (expanded: %lu)\n", kb, expanded);
	return 0;
}

static int subbuf_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%u\n", ring_subbuf_bytes(co->tr->ring) >> 10);
	return 0;
}

static int subbuf_store(struct ctl_open *co, char *text)
{
	unsigned long kb;
	int ret = ctl_number(text, &kb);

	if (ret)
		return ret;
	if (!kb || kb > (PAGE_SIZE << RING_ORDER_MAX) >> 10)
		return -EINVAL;
	return trace_array_set_order(co->tr, get_order(kb << 10));
}

static int percent_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%u\n", co->tr->buffer_percent);
	return 0;
}

static int percent_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret)
		return ret;
	if (val > 100)
		return -EINVAL;
	WRITE_ONCE(co->tr->buffer_percent, val);
	return 0;
}

/* free_buffer is for its close: what is written does not matter. */
static ssize_t free_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	*ppos += cnt;
	return cnt;
}

static void free_release(struct ctl_open *co)
{
	if (co->tr->opts & TRACE_OPT(STOP_ON_FREE))
		trace_array_off(co->tr, "closing free_buffer (disable_on_free)");
	trace_array_resize(co->tr, 1, RING_ALL_CPUS);
}

static const struct ctl_stream free_stream = {
	.write		= free_write,
	.release	= free_release,
};

/* === Clock === */

static int clock_show(struct ctl_open *co, struct seq_file *m)
{
	for (unsigned int i = 0; i < nr_trace_clocks; i++) {
		bool now = &trace_clocks[i] == READ_ONCE(co->tr->clock);

		seq_printf(m, "%s%s%s%s", i ? " " : "", now ? "[" : "", trace_clocks[i].name, now ? "]" : "");
	}
	seq_putc(m, '\n');
	return 0;
}

static int clock_store(struct ctl_open *co, char *text)
{
	return trace_array_set_clock(co->tr, text);
}

static int stamp_mode_show(struct ctl_open *co, struct seq_file *m)
{
	seq_puts(m, ring_time_abs(co->tr->ring) ? "delta [absolute]\n" : "[delta] absolute\n");
	return 0;
}

/* === Counters of a CPU === */

static void show_time(struct seq_file *m, const char *what, u64 ts, bool in_ns)
{
	u64 us = div_u64(ts, NSEC_PER_USEC);
	u32 rest;

	if (!in_ns) {
		seq_printf(m, "%s: %llu\n", what, ts);
		return;
	}
	us = div_u64_rem(us, USEC_PER_SEC, &rest);
	seq_printf(m, "%s: %5llu.%06u\n", what, us, rest);
}

static int stats_show(struct ctl_open *co, struct seq_file *m)
{
	bool in_ns = READ_ONCE(co->tr->clock)->in_ns;
	struct ring_stats st;

	ring_stats(co->tr->ring, co->cpu, &st);
	seq_printf(m, "entries: %llu\n", st.entries);
	seq_printf(m, "overrun: %llu\n", st.overrun);
	seq_printf(m, "commit overrun: %llu\n", st.commit_overrun);
	seq_printf(m, "bytes: %llu\n", st.bytes);
	show_time(m, "oldest event ts", st.oldest_ts, in_ns);
	show_time(m, "now ts", st.now, in_ns);
	seq_printf(m, "dropped events: %llu\n", st.dropped);
	seq_printf(m, "read events: %llu\n", st.read);
	/* Not a word of it while all is well: tools know the lines above. */
	if (st.broken)
		seq_printf(m, "broken: %llu\n", st.broken);
	return 0;
}

/* === The tables === */

const struct ctl_file ctl_ring_files[] = {
	{ "buffer_percent",		0640, .show = percent_show, .store = percent_store },
	{ "buffer_size_kb",		0640, .show = size_show, .store = size_store },
	{ "buffer_subbuf_size_kb",	0640, .show = subbuf_show, .store = subbuf_store },
	{ "buffer_total_size_kb",	0440, .show = total_show },
	{ "free_buffer",		0200, .stream = &free_stream },
	{ "timestamp_mode",		0440, .show = stamp_mode_show },
	{ "trace_clock",		0640, .show = clock_show, .store = clock_store },
	{ "tracing_cpumask",		0640, .show = cpumask_show, .store = cpumask_store },
	{ "tracing_on",			0640, .show = tracing_on_show, .store = tracing_on_store },
	{ }
};

const struct ctl_file ctl_ring_cpu_files[] = {
	{ "buffer_size_kb",		0640, .show = size_show, .store = size_store },
	{ "stats",			0440, .show = stats_show },
	{ }
};
