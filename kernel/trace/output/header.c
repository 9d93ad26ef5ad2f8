// SPDX-License-Identifier: GPL-2.0
/*
 * header.c - the lines that start with '#' at the top of a trace file.
 *
 * They are ABI: tools count the words of the "TASK-PID" line to know which columns there are.
 */

#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/utsname.h>
#include "output_internal.h"

/* How many records are there, and how many were written. */
static void count_records(struct trace_reader *rd, u64 *entries, u64 *written)
{
	struct ring_stats st;
	int cpu;

	*entries = 0;
	*written = 0;
	for_each_possible_cpu(cpu) {
		if (rd->cpu != RING_ALL_CPUS && rd->cpu != cpu)
			continue;
		ring_stats(rd->ring, cpu, &st);
		*entries += st.entries;
		*written += st.entries + st.overrun;
	}
}

/* An empty trace is a riddle when somebody else switched recording off: say so where the user looks. */
static void show_recording_off(struct trace_reader *rd, struct seq_file *m)
{
	const char *who;

	if (rd->snapshot || trace_array_is_on(rd->iter.tr))
		return;
	who = READ_ONCE(rd->iter.tr->off_by);
	seq_puts(m, "# recording is off (tracing_on is 0");
	if (who)
		seq_printf(m, ", set by %s", who);
	seq_puts(m, ")\n");
}

static void show_counts(struct trace_reader *rd, struct seq_file *m)
{
	u64 entries, written;

	count_records(rd, &entries, &written);
	seq_printf(m, "# entries-in-buffer/entries-written: %llu/%llu   #P:%d\n", entries, written,
		   num_online_cpus());
	show_recording_off(rd, m);
	seq_puts(m, "#\n");
}

static void show_plain_legend(struct seq_file *m, bool tgid)
{
	seq_printf(m, "#           TASK-PID     %sCPU#     TIMESTAMP  FUNCTION\n", tgid ? "  TGID    " : "");
	seq_printf(m, "#              | |      %s   |         |         |\n", tgid ? "     |    " : "");
}

static void show_flags_legend(struct seq_file *m, bool tgid)
{
	static const char *const rows[] = {
		"                  _-----=> irqs-off/BH-disabled",
		"                 / _----=> need-resched",
		"                | / _---=> hardirq/softirq",
		"                || / _--=> preempt-depth",
		"                ||| / _-=> migrate-disable",
		"                |||| /     delay",
	};
	const char *indent = tgid ? "          " : "";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		seq_printf(m, "#%s              %s\n", indent, rows[i]);
	seq_printf(m, "#           TASK-PID     %sCPU#  |||||  TIMESTAMP  FUNCTION\n", tgid ? "  TGID    " : "");
	seq_printf(m, "#              | |      %s   |   |||||     |         |\n", tgid ? "     |    " : "");
}

/**
 * trace_default_header() - counts and legend of the usual columns
 * @m:		where they go
 * @iter:	the reader
 *
 * Context: task.
 */
void trace_default_header(struct seq_file *m, struct trace_iterator *iter)
{
	struct trace_reader *rd = container_of(iter, struct trace_reader, iter);
	bool tgid = iter->opts & TRACE_OPT(RECORD_TGID);

	if (!(iter->opts & TRACE_OPT(CONTEXT_INFO)))
		return;
	if (iter->opts & TRACE_OPT(LATENCY_FMT)) {
		trace_latency_header(m, iter, NULL);
		return;
	}
	show_counts(rd, m);
	if (iter->opts & TRACE_OPT(IRQ_INFO))
		show_flags_legend(m, tgid);
	else
		show_plain_legend(m, tgid);
}

static const char *preempt_model(void)
{
	if (preempt_model_none())
		return "server";
	if (preempt_model_voluntary())
		return "desktop";
	if (preempt_model_full())
		return "preempt";
	return preempt_model_rt() ? "preempt_rt" : "unknown";
}

static void show_latency_legend(struct seq_file *m)
{
	seq_puts(m, "#                    _------=> CPU#            \n"
		    "#                   / _-----=> irqs-off/BH-disabled\n"
		    "#                  | / _----=> need-resched    \n"
		    "#                  || / _---=> hardirq/softirq \n"
		    "#                  ||| / _--=> preempt-depth   \n"
		    "#                  |||| / _-=> migrate-disable \n"
		    "#                  ||||| /     delay           \n"
		    "#  cmd     pid     |||||| time  |   caller     \n"
		    "#     \\   /        ||||||  \\    |    /       \n");
}

static void show_critical(struct seq_file *m, const char *what, unsigned long ip, u64 opts)
{
	struct trace_seq *s;

	if (!ip)
		return;
	s = kmalloc(sizeof(*s), GFP_KERNEL);
	if (!s)
		return;
	trace_seq_init(s);
	trace_print_ip(s, ip, opts);
	seq_printf(m, "#  => %s ", what);
	trace_print_seq(m, s);
	seq_putc(m, '\n');
	kfree(s);
}

/**
 * trace_latency_header() - what the latency tracers and option latency-format show
 * @m:		where it goes
 * @iter:	the reader
 * @lat:	what was measured, NULL for a reader that measures nothing
 *
 * Nothing is shown of an empty ring.
 *
 * Context: task.
 */
void trace_latency_header(struct seq_file *m, struct trace_iterator *iter, const struct trace_latency *lat)
{
	struct trace_reader *rd = container_of(iter, struct trace_reader, iter);
	static const struct trace_latency none = { .comm = "" };
	static const char rule[] = "#    -----------------\n";
	u64 entries, written;

	if (ring_empty(rd->ring, rd->cpu))
		return;
	if (!lat)
		lat = &none;
	count_records(rd, &entries, &written);
	seq_printf(m, "# %s latency trace v1.1.5 on %s\n", iter->tracer->name, init_utsname()->release);
	seq_puts(m, "# --------------------------------------------------------------------\n");
	seq_printf(m, "# latency: %llu us, #%llu/%llu, CPU#%d | (M:%s VP:0, KP:0, SP:0 HP:0 #P:%d)\n",
		   div_u64(lat->ns + 500, 1000), entries, written, lat->cpu, preempt_model(), num_online_cpus());
	seq_puts(m, rule);
	seq_printf(m, "#    | task: %.16s-%d (uid:%d nice:%d policy:%d rt_prio:%d)\n", lat->comm, lat->pid,
		   lat->uid, lat->nice, lat->policy, lat->rt_priority);
	seq_puts(m, rule);
	show_critical(m, "started at:", lat->from_ip, iter->opts);
	show_critical(m, "ended at:  ", lat->to_ip, iter->opts);
	if (lat->from_ip || lat->to_ip)
		seq_puts(m, "#\n");
	show_recording_off(rd, m);
	seq_puts(m, "#\n");
	if (!(iter->opts & TRACE_OPT(VERBOSE)))
		show_latency_legend(m);
}

/* The snapshot file is empty: say how to use it. */
static void show_snapshot_help(struct trace_reader *rd, struct seq_file *m)
{
	bool all = rd->cpu == RING_ALL_CPUS;

	seq_printf(m, "#\n# * Snapshot is %s *\n#\n# Snapshot commands:\n", rd->ring ? "allocated" : "freed");
	if (all)
		seq_puts(m, "# echo 0 > snapshot : Clears and frees snapshot buffer\n");
	else
		seq_puts(m, "# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n");
	seq_puts(m, "# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n");
	seq_printf(m, "#                      Takes a snapshot of the main buffer%s.\n",
		   all ? "" : " for this cpu");
	if (all)
		seq_puts(m, "# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or free)\n");
	else
		seq_puts(m, "# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n");
	seq_puts(m, "#                      (Doesn't have to be '2' works with any number that\n"
		    "#                       is not a '0' or '1')\n");
}

/**
 * trace_print_header() - everything before the first record
 * @rd:	the reader
 * @m:	where it goes
 *
 * Context: task.
 */
void trace_print_header(struct trace_reader *rd, struct seq_file *m)
{
	struct trace_iterator *iter = &rd->iter;

	seq_printf(m, "# tracer: %s\n#\n", iter->tracer->name);
	if (!rd->ring || (rd->snapshot && ring_empty(rd->ring, rd->cpu)))
		show_snapshot_help(rd, m);
	else if (iter->tracer->print_header)
		iter->tracer->print_header(m, iter);
	else
		trace_default_header(m, iter);
}
