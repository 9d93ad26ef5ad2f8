// SPDX-License-Identifier: GPL-2.0
/*
 * line.c - one record as a line: who, where, when, then what its own printer says.
 *
 * The columns are ABI.  They are put together by hand, which costs a tenth of what printf() would take.
 */

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/time64.h>
#include "output_internal.h"

/* Longest prefix: the verbose one, with a name of 16 and numbers of 20 digits. */
#define PREFIX_BYTES	192

/* Where a prefix may be written, or NULL when it may not fit; then ->full is set. */
static char *prefix_begin(struct trace_seq *s)
{
	if (likely(!s->full && s->seq.len + PREFIX_BYTES <= sizeof(s->buffer)))
		return s->buffer + s->seq.len;
	s->full = 1;
	return NULL;
}

/* The prefix ends at @p. */
static void prefix_end(struct trace_seq *s, const char *p)
{
	s->seq.len = p - s->buffer;
}

/**
 * seq_cut() - take back what was written behind @len, overflow included
 * @s:		the text
 * @len:	bytes to keep
 *
 * Context: any.
 */
void seq_cut(struct trace_seq *s, size_t len)
{
	s->seq.len = len;
	s->full = 0;
}

/**
 * line_delay_mark() - catch the eye when much time passes until the next record
 * @ns:	the time
 *
 * Context: any.
 * Return: the character for the delay column.
 */
char line_delay_mark(u64 ns)
{
	static const struct {
		u32	above_ns;
		char	mark;
	} marks[] = {
		{ NSEC_PER_SEC, '$' }, { 100 * NSEC_PER_MSEC, '@' }, { 10 * NSEC_PER_MSEC, '*' },
		{ NSEC_PER_MSEC, '#' }, { 100 * NSEC_PER_USEC, '!' }, { 10 * NSEC_PER_USEC, '+' },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (ns > marks[i].above_ns)
			return marks[i].mark;
	return ' ';
}

/* Right aligned in @width; no more than @most characters of @text. */
static char *put_text(char *p, const char *text, int width, int most)
{
	int len = strnlen(text, most);

	p = put_pad(p, ' ', width - len);
	return put_mem(p, text, len);
}

/* %03u of a CPU */
static char *put_cpu_nr(char *p, unsigned int cpu)
{
	if (unlikely(cpu > 999))
		return put_num(p, cpu, 3, '0');
	*p++ = '0' + cpu / 100;
	return put_pair(p, cpu % 100);
}

/* %06u */
static char *put_usecs(char *p, u32 v)
{
	p = put_pair(p, v / 10000);
	p = put_pair(p, v / 100 % 100);
	return put_pair(p, v % 100);
}

/* A time stamp: seconds and microseconds, or the bare number of a clock that has no unit. */
static char *put_time(char *p, u64 ts, bool in_ns)
{
	u64 usecs;
	u32 rest;

	*p++ = ' ';
	if (!in_ns)
		return put_num(p, ts, 12, ' ');
	usecs = div_u64(ts + 500, NSEC_PER_USEC);
	p = put_num(p, div_u64_rem(usecs, USEC_PER_SEC, &rest), 5, ' ');
	*p++ = '.';
	return put_usecs(p, rest);
}

static bool in_ns(const struct trace_iterator *iter)
{
	return iter->tr->clock->in_ns;
}

static char *put_tgid(char *p, struct trace_iterator *iter, pid_t pid)
{
	pid_t tgid = iter_tgid(iter, pid);

	if (!tgid)
		return put_mem(p, "(-------) ", 10);
	*p++ = '(';
	p = put_num(p, tgid, 7, ' ');
	*p++ = ')';
	*p++ = ' ';
	return p;
}

/**
 * trace_print_context() - the columns before the text of a record
 * @iter:	the reader
 *
 * "            task-pid    (   tgid) [cpu] flags seconds.micros: "
 *
 * Context: any.
 */
void trace_print_context(struct trace_iterator *iter)
{
	const struct trace_entry *ent = iter->ent;
	char *p = prefix_begin(&iter->seq);

	if (!p)
		return;
	p = put_task_column(p, iter, ent->pid);
	if (iter->opts & TRACE_OPT(RECORD_TGID))
		p = put_tgid(p, iter, ent->pid);
	*p++ = '[';
	p = put_cpu_nr(p, iter->cpu);
	*p++ = ']';
	*p++ = ' ';
	if (iter->opts & TRACE_OPT(IRQ_INFO))
		p = put_flags(p, iter);
	p = put_time(p, iter->ts, in_ns(iter));
	*p++ = ':';
	*p++ = ' ';
	prefix_end(&iter->seq, p);
}

/* Whole microseconds as milliseconds with three decimals. */
static char *put_ms(char *p, u64 us)
{
	u32 frac;

	p = put_num(p, div_u64_rem(us, 1000, &frac), 0, ' ');
	*p++ = '.';
	p = put_num(p, frac, 3, '0');
	*p++ = 'm';
	*p++ = 's';
	return p;
}

/* "            task    pid cpu flags preempt number [time] since-start (+to-next): " */
static char *put_verbose(char *p, struct trace_iterator *iter, u64 since, u64 gap)
{
	const struct trace_entry *ent = iter->ent;
	char room[TASK_COMM_LEN];

	p = put_text(p, iter_comm(iter, ent->pid, room), 16, 16);
	*p++ = ' ';
	p = put_num(p, ent->pid, 7, ' ');
	*p++ = ' ';
	p = put_num(p, iter->cpu, 3, ' ');
	*p++ = ' ';
	p = put_num(p, ent->flags, 0, ' ');
	*p++ = ' ';
	p = put_hex(p, ent->preempt_count, 8);
	*p++ = ' ';
	p = put_hex(p, iter->nr, 8);
	p = put_mem(p, " [", 2);
	if (in_ns(iter)) {
		p = put_hex(p, div_u64(iter->ts, NSEC_PER_USEC), 8);
		p = put_mem(p, "] ", 2);
		p = put_ms(p, div_u64(since, NSEC_PER_USEC));
		p = put_mem(p, " (+", 3);
		p = put_ms(p, div_u64(gap, NSEC_PER_USEC));
	} else {
		p = put_hex(p, iter->ts, 16);
		p = put_mem(p, "] ", 2);
		p = put_num(p, since, 0, ' ');
		p = put_mem(p, " (+", 3);
		p = put_num(p, gap, 0, ' ');
	}
	return put_mem(p, "): ", 3);
}

/* "    task-pid    cpu flags time us delay-mark: " */
static char *put_latency(char *p, struct trace_iterator *iter, u64 since, u64 gap)
{
	const struct trace_entry *ent = iter->ent;
	char room[TASK_COMM_LEN];

	p = put_text(p, iter_comm(iter, ent->pid, room), 8, 8);
	*p++ = '-';
	p = put_num_left(p, ent->pid, 7);
	*p++ = ' ';
	p = put_num(p, iter->cpu, 3, ' ');
	p = put_flags(p, iter);
	*p++ = ' ';
	if (in_ns(iter)) {
		p = put_num(p, div_u64(since, NSEC_PER_USEC), 4, ' ');
		p = put_mem(p, "us", 2);
		*p++ = line_delay_mark(gap);
	} else {
		p = put_num(p, since, 4, ' ');
	}
	return put_mem(p, ": ", 2);
}

/**
 * trace_print_lat_context() - the columns of the latency format
 * @iter:	the reader; ->start_ts and ->next_ts count
 *
 * Context: any.
 */
void trace_print_lat_context(struct trace_iterator *iter)
{
	u64 since = iter->ts > iter->start_ts ? iter->ts - iter->start_ts : 0;
	u64 gap = iter->next_ts > iter->ts ? iter->next_ts - iter->ts : 0;
	char *p = prefix_begin(&iter->seq);

	if (!p)
		return;
	if (iter->opts & TRACE_OPT(VERBOSE))
		p = put_verbose(p, iter, since, gap);
	else
		p = put_latency(p, iter, since, gap);
	prefix_end(&iter->seq, p);
}

static void print_lost(struct trace_iterator *iter)
{
	char text[64], *p = text;

	p = put_mem(p, "CPU:", 4);
	p = put_num(p, iter->cpu, 0, ' ');
	p = put_mem(p, " [LOST ", 7);
	p = put_num(p, iter->lost_events, 0, ' ');
	p = put_mem(p, " EVENTS]\n", 9);
	trace_seq_putmem(&iter->seq, text, p - text);
}

/* raw, hex and bin: pid, CPU and time stamp in that form. */
static void print_raw_context(struct trace_iterator *iter)
{
	struct trace_seq *s = &iter->seq;
	u32 pid = iter->ent->pid, cpu = iter->cpu;

	if (iter->opts & TRACE_OPT(BIN)) {
		trace_seq_putmem(s, &pid, sizeof(pid));
		trace_seq_putmem(s, &cpu, sizeof(cpu));
		trace_seq_putmem(s, &iter->ts, sizeof(iter->ts));
	} else if (iter->opts & TRACE_OPT(HEX)) {
		trace_seq_printf(s, "%08x %08x %016llx ", pid, cpu, iter->ts);
	} else {
		trace_seq_printf(s, "%d %d %llu ", (int)pid, (int)cpu, iter->ts);
	}
}

static enum print_line_t print_raw_forms(struct trace_iterator *iter, struct trace_event_call *call)
{
	if (iter->opts & TRACE_OPT(CONTEXT_INFO))
		print_raw_context(iter);
	if (iter->opts & TRACE_OPT(BIN))
		return bin_print(iter);
	if (iter->opts & TRACE_OPT(HEX))
		return hex_print(iter);
	return raw_print(iter, call);
}

static enum print_line_t print_formatted(struct trace_iterator *iter, struct trace_event_call *call)
{
	struct trace_event *event = call ? &call->event : NULL;
	enum print_line_t ret = TRACE_TYPE_UNHANDLED;

	if (iter->opts & TRACE_OPT(CONTEXT_INFO)) {
		if (iter->opts & TRACE_OPT(LATENCY_FMT))
			trace_print_lat_context(iter);
		else
			trace_print_context(iter);
		if (trace_seq_has_overflowed(&iter->seq))
			return TRACE_TYPE_PARTIAL_LINE;
	}
	if (!call) {
		trace_seq_printf(&iter->seq, "Unknown type %d\n", iter->ent->type);
		return trace_handle_return(&iter->seq);
	}
	if (!(iter->opts & TRACE_OPT(FIELDS)) && event->funcs && event->funcs->trace)
		ret = event->funcs->trace(iter, 0, event);
	return ret == TRACE_TYPE_UNHANDLED ? fields_print(iter, call) : ret;
}

/* Other than the usual form. */
#define OPTS_RAW	(TRACE_OPT(RAW) | TRACE_OPT(HEX) | TRACE_OPT(BIN))
#define OPTS_MSG_ONLY	(TRACE_OPT(PRINTK) | TRACE_OPT(PRINTK_MSGONLY))

static enum print_line_t print_record(struct trace_iterator *iter)
{
	struct trace_event_call *call;
	enum print_line_t ret;

	if (iter->tracer && iter->tracer->print_line) {
		ret = iter->tracer->print_line(iter);
		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	}
	if ((iter->opts & OPTS_MSG_ONLY) == OPTS_MSG_ONLY) {
		ret = print_msg_only(iter);
		if (ret != TRACE_TYPE_UNHANDLED)
			return ret;
	}
	call = trace_event_by_type(iter->ent->type);
	if (iter->opts & OPTS_RAW)
		return print_raw_forms(iter, call);
	return print_formatted(iter, call);
}

/**
 * trace_print_line() - one record as text, with prefix and new line
 * @iter:	the reader; ->ent, ->ent_size, ->cpu, ->ts, ->lost_events say what
 *
 * The text is appended to ->seq.
 *
 * Context: any; who may sleep must hold the event layer's registry still (see reader_print()).
 * Return: TRACE_TYPE_HANDLED, or TRACE_TYPE_PARTIAL_LINE when ->seq is full: then it is as it was before, and the
 * record is to be printed again into an emptied one.
 */
enum print_line_t trace_print_line(struct trace_iterator *iter)
{
	size_t len = trace_seq_used(&iter->seq);
	enum print_line_t ret;

	/* A tracer's own layout has its own way with the rest of the prefix, but a gap is always told. */
	if (iter->lost_events)
		print_lost(iter);
	ret = print_record(iter);
	if (trace_seq_has_overflowed(&iter->seq) || ret == TRACE_TYPE_PARTIAL_LINE) {
		seq_cut(&iter->seq, len);
		return TRACE_TYPE_PARTIAL_LINE;
	}
	return ret;
}
