// SPDX-License-Identifier: GPL-2.0
/*
 * printers.c - text of the records that the tracer itself writes.
 */

#include <linux/file.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/trace_events.h>
#include "output_internal.h"

/* The record as its type, if it is long enough for the fixed part of one. */
#define entry_of(iter, entry)								\
	((iter)->ent_size >= sizeof(*(entry)) ? (const void *)(iter)->ent : NULL)

static enum print_line_t done(struct trace_iterator *iter)
{
	return trace_handle_return(&iter->seq);
}

static enum print_line_t too_short(struct trace_iterator *iter)
{
	trace_seq_printf(&iter->seq, "[short record of type %d]\n", iter->ent->type);
	return done(iter);
}

/* Text at the end of a record. */
static void put_tail(struct trace_iterator *iter, const char *text)
{
	seq_put(&iter->seq, text, strnlen(text, iter_mem_left(iter, text)));
}

static enum print_line_t print_function(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct ftrace_entry *e = entry_of(iter, e);

	if (!e)
		return too_short(iter);
	iter_print_ip(iter, e->ip);
	if (iter->opts & TRACE_OPT(PRINT_PARENT) && e->parent_ip) {
		seq_put(&iter->seq, " <-", 3);
		iter_print_ip(iter, e->parent_ip);
	}
	trace_seq_putc(&iter->seq, '\n');
	return done(iter);
}

static enum print_line_t print_repeats(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct func_repeats_entry *e = entry_of(iter, e);
	u64 delta, usecs;
	u32 frac;

	if (!e)
		return too_short(iter);
	iter_print_ip(iter, e->ip);
	if (iter->opts & TRACE_OPT(PRINT_PARENT) && e->parent_ip) {
		seq_put(&iter->seq, " <-", 3);
		iter_print_ip(iter, e->parent_ip);
	}
	delta = (u64)e->top_delta_ts << 32 | e->bottom_delta_ts;
	usecs = div_u64(iter->ts - delta + 500, 1000);
	usecs = div_u64_rem(usecs, USEC_PER_SEC, &frac);
	trace_seq_printf(&iter->seq, " (repeats: %u, last_ts:%5llu.%06u)\n", e->count, usecs, frac);
	return done(iter);
}

static enum print_line_t print_stack(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct stack_entry *e = entry_of(iter, e);
	unsigned int nr, i;

	if (!e)
		return too_short(iter);
	nr = (iter->ent_size - sizeof(*e)) / sizeof(e->caller[0]);
	nr = min_t(unsigned int, nr, max(e->size, 0));
	trace_seq_puts(&iter->seq, "<stack trace>\n");
	for (i = 0; i < nr && e->caller[i] != ULONG_MAX; i++) {
		seq_put(&iter->seq, " => ", 4);
		iter_print_ip(iter, e->caller[i]);
		trace_seq_putc(&iter->seq, '\n');
	}
	return done(iter);
}

/* The memory of a thread group that still exists; drop with mmput_async(). */
static struct mm_struct *mm_of(pid_t tgid)
{
	struct task_struct *task;

	guard(rcu)();
	task = find_task_by_pid_ns(tgid, &init_pid_ns);
	return task ? get_task_mm(task) : NULL;
}

/* "file[+0xoffset]"; false when it cannot be told. */
static bool put_user_object(struct trace_seq *s, struct mm_struct *mm, unsigned long ip)
{
	struct vm_area_struct *vma;
	bool found = false;

	/* Never wait: printers run under RCU. */
	if (!mm || !mmap_read_trylock(mm))
		return false;
	vma = vma_lookup(mm, ip);
	if (vma && vma->vm_file) {
		found = trace_seq_path(s, file_user_path(vma->vm_file));
		if (found)
			trace_seq_printf(s, "[+0x%lx]", ip - vma->vm_start);
	}
	mmap_read_unlock(mm);
	return found;
}

static enum print_line_t print_user_stack(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct userstack_entry *e = entry_of(iter, e);
	bool by_object = iter->opts & TRACE_OPT(SYM_USEROBJ);
	struct trace_seq *s = &iter->seq;
	struct mm_struct *mm = NULL;
	unsigned int i;
	bool named;

	if (!e)
		return too_short(iter);
	if (by_object)
		mm = mm_of(e->tgid);
	trace_seq_puts(s, "<user stack trace>\n");
	for (i = 0; i < ARRAY_SIZE(e->caller); i++) {
		unsigned long ip = e->caller[i];

		if (!ip || ip == ULONG_MAX)
			break;
		seq_put(s, " => ", 4);
		named = by_object && put_user_object(s, mm, ip);
		if (!named || iter->opts & TRACE_OPT(SYM_ADDR))
			trace_seq_printf(s, " <%0*lx>", (int)(2 * sizeof(ip)), ip);
		trace_seq_putc(s, '\n');
	}
	if (mm)
		mmput_async(mm);
	return done(iter);
}

static enum print_line_t print_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct print_entry *e = entry_of(iter, e);

	if (!e)
		return too_short(iter);
	iter_print_ip(iter, e->ip);
	seq_put(&iter->seq, ": ", 2);
	put_tail(iter, e->buf);
	return done(iter);
}

static enum print_line_t print_bputs(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct bputs_entry *e = entry_of(iter, e);

	if (!e)
		return too_short(iter);
	iter_print_ip(iter, e->ip);
	seq_put(&iter->seq, ": ", 2);
	trace_seq_puts(&iter->seq, e->str);
	return done(iter);
}

static enum print_line_t print_bprint(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct bprint_entry *e = entry_of(iter, e);

	if (!e)
		return too_short(iter);
	iter_print_ip(iter, e->ip);
	seq_put(&iter->seq, ": ", 2);
	trace_seq_bprintf(&iter->seq, e->fmt, e->buf);
	return done(iter);
}

static enum print_line_t print_raw_data(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct raw_data_entry *e = (const void *)iter->ent;
	size_t head = offsetof(struct raw_data_entry, buf), i;

	if (iter->ent_size < head)
		return too_short(iter);
	trace_seq_printf(&iter->seq, "# %x buf:", e->id);
	for (i = 0; i < iter->ent_size - head; i++) {
		char piece[3] = " ";

		hex_byte_pack(piece + 1, e->buf[i]);
		seq_put(&iter->seq, piece, 3);
	}
	trace_seq_putc(&iter->seq, '\n');
	return done(iter);
}

static char state_char(unsigned int state)
{
	return task_index_to_char(state ? fls(state) : 0);
}

static enum print_line_t print_switch(struct trace_iterator *iter, const char *arrow)
{
	const struct ctx_switch_entry *e = entry_of(iter, e);
	char room[TASK_COMM_LEN];

	if (!e)
		return too_short(iter);
	trace_seq_printf(&iter->seq, " %7d:%3d:%c %3s [%03d] %5d:%3d:%c %s\n",
			 e->prev_pid, e->prev_prio, state_char(e->prev_state), arrow, e->next_cpu,
			 e->next_pid, e->next_prio, state_char(e->next_state),
			 iter_comm(iter, e->next_pid, room));
	return done(iter);
}

static enum print_line_t print_ctx(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	return print_switch(iter, "==>");
}

static enum print_line_t print_wake(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	return print_switch(iter, "  +");
}

/**
 * print_msg_only() - option printk-msg-only: just what trace_printk() was given
 * @iter:	the reader
 *
 * Context: any.
 * Return: TRACE_TYPE_UNHANDLED for records of other kinds.
 */
enum print_line_t print_msg_only(struct trace_iterator *iter)
{
	const struct print_entry *print = (const void *)iter->ent;
	const struct bprint_entry *bprint = (const void *)iter->ent;
	const struct bputs_entry *bputs = (const void *)iter->ent;

	switch (iter->ent->type) {
	case TRACE_PRINT:
		put_tail(iter, print->buf);
		return done(iter);
	case TRACE_BPRINT:
		trace_seq_bprintf(&iter->seq, bprint->fmt, bprint->buf);
		return done(iter);
	case TRACE_BPUTS:
		trace_seq_puts(&iter->seq, bputs->str);
		return done(iter);
	default:
		return TRACE_TYPE_UNHANDLED;
	}
}

/**
 * raw_print_builtin() - option raw, for records whose fields do not say it all
 * @iter:	the reader
 *
 * Context: any.
 * Return: false for records that the field table describes.
 */
bool raw_print_builtin(struct trace_iterator *iter)
{
	const struct ftrace_entry *fn = (const void *)iter->ent;
	const struct print_entry *print = (const void *)iter->ent;
	const struct bprint_entry *bprint = (const void *)iter->ent;

	switch (iter->ent->type) {
	case TRACE_FN:
		trace_seq_printf(&iter->seq, "%lx %lx\n", fn->ip, fn->parent_ip);
		return true;
	case TRACE_PRINT:
		trace_seq_printf(&iter->seq, "# %lx ", print->ip);
		put_tail(iter, print->buf);
		return true;
	case TRACE_BPRINT:
		trace_seq_printf(&iter->seq, ": %lx : ", bprint->ip);
		trace_seq_bprintf(&iter->seq, bprint->fmt, bprint->buf);
		return true;
	case TRACE_RAW_DATA:
		print_raw_data(iter, 0, NULL);
		return true;
	default:
		return false;
	}
}

static struct {
	int				type;
	struct trace_event_functions	funcs;
} printers[] __ro_after_init = {
	{ TRACE_FN,		{ print_function } },
	{ TRACE_CTX,		{ print_ctx } },
	{ TRACE_WAKE,		{ print_wake } },
	{ TRACE_STACK,		{ print_stack } },
	{ TRACE_USER_STACK,	{ print_user_stack } },
	{ TRACE_PRINT,		{ print_print } },
	{ TRACE_BPRINT,		{ print_bprint } },
	{ TRACE_BPUTS,		{ print_bputs } },
	{ TRACE_RAW_DATA,	{ print_raw_data } },
	{ TRACE_FUNC_REPEATS,	{ print_repeats } },
};

/**
 * trace_output_init() - register the printers of the tracer's own records
 *
 * Context: boot, after the event layer.
 */
void __init trace_output_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(printers); i++)
		trace_event_set_printer(printers[i].type, &printers[i].funcs);
}
