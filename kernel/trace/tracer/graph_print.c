// SPDX-License-Identifier: GPL-2.0
/*
 * graph_print.c - calls as text, nested like a program.
 *
 *	CPU) [TASK-PID |] [MARK] DURATION us | {INDENT}name() {
 *
 * A call whose entry and return follow each other on its CPU takes one line.  What else was recorded comes as
 * a comment.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>
#include <asm/sections.h>

#include "graph.h"
#include "output.h"

#define MAX_SHOWN_DEPTH	64
#define INDENT		2
#define PROC_WIDTH	14
#define LINE_ROOM	1024	/* longer than any of ours */

/**
 * struct graph_cpu - where a reader is on a CPU
 * @pid:	whose record was the last, -1 before the first
 * @depth:	nesting of what comes next
 * @irq_depth:	depth at which the outermost interrupt began, -1: none
 * @entered:	functions whose entry was seen, by depth
 */
struct graph_cpu {
	pid_t		pid;
	int		depth;
	int		irq_depth;
	unsigned long	entered[MAX_SHOWN_DEPTH];
};

/* A reader's; one per CPU. */
struct graph_reader {
	int			nr_cpus;
	struct graph_cpu	cpu[] __counted_by(nr_cpus);
};

static struct graph_cpu *cpu_of(struct trace_iterator *iter)
{
	struct graph_reader *gr = iter->private;

	return gr && iter->cpu < gr->nr_cpus ? &gr->cpu[iter->cpu] : NULL;
}

void graph_print_open(struct trace_iterator *iter)
{
	struct graph_reader *gr = kvzalloc(struct_size(gr, cpu, nr_cpu_ids), GFP_KERNEL);

	iter->private = gr;
	if (!gr)
		return;
	gr->nr_cpus = nr_cpu_ids;
	for (int i = 0; i < gr->nr_cpus; i++) {
		gr->cpu[i].pid = -1;
		gr->cpu[i].irq_depth = -1;
	}
}

void graph_print_close(struct trace_iterator *iter)
{
	kvfree(iter->private);
	iter->private = NULL;
}

/* === Columns === */

static void put_blanks(struct trace_seq *s, int nr)
{
	while (nr-- > 0)
		trace_seq_putc(s, ' ');
}

static int digits(unsigned int n)
{
	int nr = 1;

	while (n >= 10) {
		n /= 10;
		nr++;
	}
	return nr;
}

static void put_cpu_nr(struct trace_iterator *iter)
{
	trace_seq_printf(&iter->seq, " %*d) ", digits(num_possible_cpus() - 1), iter->cpu);
}

/* "sh-4802", in the middle of its column. */
static void put_proc(struct trace_iterator *iter, pid_t pid)
{
	char comm[TASK_COMM_LEN], text[32];
	int len, left;

	trace_find_comm(iter->tr, pid, comm);
	comm[7] = '\0';
	len = scnprintf(text, sizeof(text), "%s-%d", comm, pid);
	left = max(PROC_WIDTH - len, 0) / 2;
	put_blanks(&iter->seq, left);
	trace_seq_puts(&iter->seq, text);
	put_blanks(&iter->seq, PROC_WIDTH - len - left);
}

static void put_abstime(struct trace_iterator *iter)
{
	u64 t = iter->ts;
	u32 ns = do_div(t, NSEC_PER_SEC);

	trace_seq_printf(&iter->seq, "%5lu.%06u |  ", (unsigned long)t, ns / 1000);
}

/* Columns before the duration. */
static void put_prefix(struct trace_iterator *iter, u32 opts)
{
	struct trace_seq *s = &iter->seq;

	if (opts & GRAPH_OPT_ABSTIME)
		put_abstime(iter);
	if (opts & GRAPH_OPT_CPU)
		put_cpu_nr(iter);
	if (opts & GRAPH_OPT_PROC) {
		put_proc(iter, iter->ent->pid);
		trace_seq_puts(s, " | ");
	}
	if (iter->opts & TRACE_OPT(LATENCY_FMT)) {
		trace_seq_putc(s, ' ');
		trace_print_lat_fmt(s, iter->ent);
		trace_seq_puts(s, " | ");
	}
}

static const struct {
	u64	above;
	char	mark;
} marks[] = {
	{ NSEC_PER_SEC,		'$' },
	{ 100 * NSEC_PER_MSEC,	'@' },
	{ 10 * NSEC_PER_MSEC,	'*' },
	{ NSEC_PER_MSEC,	'#' },
	{ 100 * NSEC_PER_USEC,	'!' },
	{ 10 * NSEC_PER_USEC,	'+' },
};

static void put_mark(struct trace_seq *s, u64 ns)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(marks); i++) {
		if (ns > marks[i].above) {
			trace_seq_printf(s, "%c ", marks[i].mark);
			return;
		}
	}
	trace_seq_puts(s, "  ");
}

#define DURATION_DIGITS	8	/* "1837.709" */

static void put_duration(struct trace_seq *s, u64 ns, u32 opts)
{
	char text[32];
	u32 rest = do_div(ns, 1000);
	int len = scnprintf(text, sizeof(text), "%llu", ns);

	/* As much of the fraction as the column has room for. */
	if (len < DURATION_DIGITS - 1)
		len += scnprintf(text + len, min(sizeof(text) - len, DURATION_DIGITS + 1UL - len), ".%03u", rest);
	len = strlen(text);
	trace_seq_printf(s, "%s us ", text);
	put_blanks(s, DURATION_DIGITS - len);
	trace_seq_puts(s, "|  ");
}

static void put_duration_column(struct trace_seq *s, u64 ns, u32 opts)
{
	if (!(opts & GRAPH_OPT_DURATION))
		return;
	if (opts & GRAPH_OPT_OVERHEAD)
		put_mark(s, ns);
	else
		trace_seq_puts(s, "  ");
	put_duration(s, ns, opts);
}

static void put_no_duration(struct trace_seq *s, u32 opts)
{
	if (opts & GRAPH_OPT_DURATION)
		trace_seq_puts(s, "              |  ");
}

static void put_func(struct trace_seq *s, unsigned long ip)
{
	trace_seq_printf(s, "%ps", (void *)ip);
}

/* " = -22": small negative numbers are taken for errors. */
static void put_retval(struct trace_seq *s, unsigned long retval, u32 opts)
{
	unsigned long val = retval;

	/* An int that was negative, in a register whose upper half nobody cared for. */
	if (!(retval >> 32) && IS_ERR_VALUE((unsigned long)(s32)retval))
		val = (s32)retval;
	if ((opts & GRAPH_OPT_RETVAL_HEX) || !IS_ERR_VALUE(val))
		trace_seq_printf(s, " = 0x%lx", retval);
	else
		trace_seq_printf(s, " = %ld", val);
}

/* === Notes between the lines === */

static void note_switch(struct trace_iterator *iter, struct graph_cpu *gc)
{
	struct trace_seq *s = &iter->seq;
	pid_t pid = iter->ent->pid, was = gc ? gc->pid : -1;

	if (!gc || was == pid)
		return;
	gc->pid = pid;
	if (was == -1)
		return;
	trace_seq_puts(s, " ------------------------------------------\n");
	put_cpu_nr(iter);
	put_proc(iter, was);
	trace_seq_puts(s, " => ");
	put_proc(iter, pid);
	trace_seq_puts(s, "\n ------------------------------------------\n\n");
}

static bool is_irq_entry(unsigned long ip)
{
	return ip >= (unsigned long)__irqentry_text_start && ip < (unsigned long)__irqentry_text_end;
}

static void note_irq(struct trace_iterator *iter, u32 opts, const char *arrow)
{
	if (iter->opts & TRACE_OPT(LATENCY_FMT))
		return;
	put_prefix(iter, opts);
	if (opts & GRAPH_OPT_DURATION)
		trace_seq_printf(&iter->seq, "  %s |\n", arrow);
	else
		trace_seq_printf(&iter->seq, "%s\n", arrow);
}

static void note_irq_entry(struct trace_iterator *iter, struct graph_cpu *gc, u32 opts, unsigned long ip, int depth)
{
	if (!gc || gc->irq_depth >= 0 || !(opts & GRAPH_OPT_IRQS) || !is_irq_entry(ip))
		return;
	gc->irq_depth = depth;
	note_irq(iter, opts, "==========>");
}

static void note_irq_return(struct trace_iterator *iter, struct graph_cpu *gc, u32 opts, int depth)
{
	if (!gc || gc->irq_depth < 0 || depth > gc->irq_depth)
		return;
	gc->irq_depth = -1;
	note_irq(iter, opts, "<==========");
}

/* === Records === */

/* The return that belongs to the entry @ent and comes right behind it on the same CPU; NULL if there is none. */
static const struct ftrace_graph_ret_entry *leaf_return(struct trace_iterator *iter,
							const struct ftrace_graph_ent_entry *ent)
{
	const struct trace_entry *next = trace_iter_next(iter, NULL);
	const struct ftrace_graph_ret_entry *ret = (const void *)next;

	if (!next || next->type != TRACE_GRAPH_RET || next->pid != ent->ent.pid || ret->func != ent->func ||
	    ret->depth != ent->depth)
		return NULL;
	return ret;
}

static void print_leaf(struct trace_iterator *iter, struct graph_cpu *gc, u32 opts,
		       const struct ftrace_graph_ret_entry *ret)
{
	struct trace_seq *s = &iter->seq;

	put_duration_column(s, ret->rettime - ret->calltime, opts);
	put_blanks(s, ret->depth * INDENT);
	put_func(s, ret->func);
	trace_seq_puts(s, "();");
	if (opts & GRAPH_OPT_RETVAL) {
		trace_seq_puts(s, " /*");
		put_retval(s, ret->retval, opts);
		trace_seq_puts(s, " */");
	}
	trace_seq_putc(s, '\n');
	if (gc)
		gc->depth = ret->depth;
	note_irq_return(iter, gc, opts, ret->depth);
	trace_iter_skip(iter);
}

static void print_entry(struct trace_iterator *iter, u32 opts)
{
	const struct ftrace_graph_ent_entry *ent = (const void *)iter->ent;
	const struct ftrace_graph_ret_entry *ret;
	struct graph_cpu *gc = cpu_of(iter);
	struct trace_seq *s = &iter->seq;

	note_switch(iter, gc);
	note_irq_entry(iter, gc, opts, ent->func, ent->depth);
	put_prefix(iter, opts);
	ret = leaf_return(iter, ent);
	if (ret) {
		print_leaf(iter, gc, opts, ret);
		return;
	}
	put_no_duration(s, opts);
	put_blanks(s, ent->depth * INDENT);
	put_func(s, ent->func);
	trace_seq_puts(s, "() {\n");
	if (!gc)
		return;
	gc->depth = ent->depth + 1;
	if (ent->depth >= 0 && ent->depth < MAX_SHOWN_DEPTH)
		gc->entered[ent->depth] = ent->func;
}

/* Was the entry of the function that returns shown? */
static bool entry_shown(struct graph_cpu *gc, const struct ftrace_graph_ret_entry *ret)
{
	bool shown;

	if (!gc || ret->depth < 0 || ret->depth >= MAX_SHOWN_DEPTH)
		return false;
	shown = gc->entered[ret->depth] == ret->func;
	gc->entered[ret->depth] = 0;
	return shown;
}

static void print_return(struct trace_iterator *iter, u32 opts)
{
	const struct ftrace_graph_ret_entry *ret = (const void *)iter->ent;
	struct graph_cpu *gc = cpu_of(iter);
	struct trace_seq *s = &iter->seq;
	bool shown;

	note_switch(iter, gc);
	shown = entry_shown(gc, ret);
	put_prefix(iter, opts);
	put_duration_column(s, ret->rettime - ret->calltime, opts);
	put_blanks(s, ret->depth * INDENT);
	trace_seq_putc(s, '}');
	if (opts & GRAPH_OPT_RETVAL) {
		trace_seq_puts(s, " /* ");
		put_func(s, ret->func);
		put_retval(s, ret->retval, opts);
		trace_seq_puts(s, " */");
	} else if (!shown || (opts & GRAPH_OPT_TAIL)) {
		trace_seq_puts(s, " /* ");
		put_func(s, ret->func);
		trace_seq_puts(s, opts & GRAPH_OPT_TAIL ? "() */" : " */");
	}
	trace_seq_putc(s, '\n');
	if (opts & GRAPH_OPT_OVERRUN)
		trace_seq_printf(s, " (Overruns: %u)\n", ret->overrun);
	if (gc)
		gc->depth = max(ret->depth, 0);
	note_irq_return(iter, gc, opts, ret->depth);
}

/* Text of a record that is no call, without a new line. */
static void put_comment(struct trace_iterator *iter)
{
	const struct print_entry *print = (const void *)iter->ent;
	const struct bprint_entry *bprint = (const void *)iter->ent;
	const struct bputs_entry *bputs = (const void *)iter->ent;
	struct trace_event_call *call;
	struct trace_seq *s = &iter->seq;

	switch (iter->ent->type) {
	case TRACE_PRINT:
		trace_seq_printf(s, "%.*s", (int)(iter->ent_size - offsetof(struct print_entry, buf)), print->buf);
		break;
	case TRACE_BPRINT:
		trace_seq_bprintf(s, bprint->fmt, bprint->buf);
		break;
	case TRACE_BPUTS:
		trace_seq_puts(s, bputs->str);
		break;
	default:
		call = trace_event_by_type(iter->ent->type);
		if (call && call->event.funcs && call->event.funcs->trace)
			call->event.funcs->trace(iter, 0, &call->event);
		else
			trace_seq_printf(s, "%s", call ? trace_event_name(call) : "unknown");
		break;
	}
	if (s->seq.len && s->seq.buffer[s->seq.len - 1] == '\n')
		s->seq.len--;
}

static void print_comment(struct trace_iterator *iter, u32 opts)
{
	struct graph_cpu *gc = cpu_of(iter);
	struct trace_seq *s = &iter->seq;

	note_switch(iter, gc);
	put_prefix(iter, opts);
	put_no_duration(s, opts);
	put_blanks(s, gc ? gc->depth * INDENT : 0);
	trace_seq_puts(s, "/* ");
	put_comment(iter);
	trace_seq_puts(s, " */\n");
}

/* Own options of the tracer that prints. */
static u32 opts_of(const struct trace_iterator *iter)
{
	return READ_ONCE(iter->tr->tracer_opts[iter->tracer->slot]);
}

/**
 * graph_print_line() - one record, or an entry and a return, as text
 * @iter:	the reader
 *
 * Context: from the output layer.
 * Return: TRACE_TYPE_UNHANDLED where an option asks for another form.
 */
enum print_line_t graph_print_line(struct trace_iterator *iter)
{
	u32 opts = opts_of(iter);

	if (iter->opts & (TRACE_OPT(RAW) | TRACE_OPT(HEX) | TRACE_OPT(BIN) | TRACE_OPT(FIELDS)))
		return TRACE_TYPE_UNHANDLED;
	/* State moves with each line, so do not begin one that may have to be printed twice. */
	if (trace_seq_used(&iter->seq) && trace_seq_used(&iter->seq) + LINE_ROOM > iter->seq.seq.size)
		return TRACE_TYPE_PARTIAL_LINE;

	switch (iter->ent->type) {
	case TRACE_GRAPH_ENT:
		print_entry(iter, opts);
		break;
	case TRACE_GRAPH_RET:
		print_return(iter, opts);
		break;
	case TRACE_STACK:
	case TRACE_FN:
		return TRACE_TYPE_UNHANDLED;
	default:
		print_comment(iter, opts);
		break;
	}
	return TRACE_TYPE_HANDLED;
}

/**
 * graph_print_header() - legend of the columns
 * @m:		where to
 * @iter:	the reader
 *
 * Context: task.
 */
void graph_print_header(struct seq_file *m, struct trace_iterator *iter)
{
	u32 opts = opts_of(iter);
	bool lat = iter->opts & TRACE_OPT(LATENCY_FMT);

	if (!(iter->opts & TRACE_OPT(CONTEXT_INFO)))
		return;
	if (lat) {
		seq_puts(m, "#                       _-----=> irqs-off\n"
			    "#                      / _----=> need-resched\n"
			    "#                     | / _---=> hardirq/softirq\n"
			    "#                     || / _--=> preempt-depth\n"
			    "#                     ||| /\n");
	}
	seq_putc(m, '#');
	seq_puts(m, opts & GRAPH_OPT_ABSTIME ? "      TIME      " : "");
	seq_puts(m, opts & GRAPH_OPT_CPU ? " CPU" : "");
	seq_puts(m, opts & GRAPH_OPT_PROC ? "  TASK/PID       " : "");
	seq_puts(m, lat ? "||||   " : "");
	seq_puts(m, opts & GRAPH_OPT_DURATION ? "  DURATION   " : "");
	seq_puts(m, "               FUNCTION CALLS\n#");
	seq_puts(m, opts & GRAPH_OPT_ABSTIME ? "       |        " : "");
	seq_puts(m, opts & GRAPH_OPT_CPU ? " |  " : "");
	seq_puts(m, opts & GRAPH_OPT_PROC ? "    |    |       " : "");
	seq_puts(m, lat ? "||||   " : "");
	seq_puts(m, opts & GRAPH_OPT_DURATION ? "   |   |      " : "");
	seq_puts(m, "               |   |   |   |\n");
}
