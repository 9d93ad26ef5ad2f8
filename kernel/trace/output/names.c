// SPDX-License-Identifier: GPL-2.0
/*
 * names.c - names of tasks and of symbols, each looked up once per reader.
 *
 * Both tables are direct mapped and belong to one reader.  A task's name may change, so tasks are forgotten
 * at each read().  Only symbols of the kernel image are kept: what lies elsewhere may be unloaded.
 */

#include <linux/kallsyms.h>
#include <linux/ftrace.h>
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include "output_internal.h"

#define TASK_BITS	6
#define SYM_BITS	7

/**
 * struct task_name - one task
 * @pid:	which
 * @round:	name_cache::round when it was looked up
 * @tgid_asked:	@tgid was looked up, too
 * @comm:	its name
 * @tgid:	its thread group, 0: unknown
 * @column:	"%16s-%-7d ", the first column of a line, and blanks
 */
struct task_name {
	pid_t		pid;
	u32		round;
	bool		tgid_asked;
	char		comm[TASK_COMM_LEN];
	pid_t		tgid;
	char		column[TASK_COLUMN_ROOM];
};

/* @len of 0: empty. */
struct sym_name {
	unsigned long	ip;
	bool		offset;
	u8		len;
	char		text[46];
};

/**
 * struct name_cache - what one reader looked up; its owner's
 * @round:	never 0; tasks of another round are forgotten
 * @flags_key:	flags and preemption depth of the last record, + 1 << 16 when there was one
 * @flags:	the five flag characters of that
 * @task:	by hash of pid
 * @sym:	by hash of address
 */
struct name_cache {
	u32			round;
	u32			flags_key;
	char			flags[8];
	struct task_name	task[1 << TASK_BITS];
	struct sym_name		sym[1 << SYM_BITS];
};

/**
 * name_cache_alloc() - make an empty cache
 *
 * Context: task.
 * Return: the cache, or NULL; a reader works without one.
 */
struct name_cache *name_cache_alloc(void)
{
	struct name_cache *nc = kvzalloc(sizeof(*nc), GFP_KERNEL);

	if (nc)
		nc->round = 1;
	return nc;
}

void name_cache_free(struct name_cache *nc)
{
	kvfree(nc);
}

void name_cache_forget_tasks(struct name_cache *nc)
{
	/* After 2^32 rounds something might be taken for known. */
	if (nc && !++nc->round) {
		memset(nc->task, 0, sizeof(nc->task));
		nc->round = 1;
	}
}

/* The first column of a line; @column has TASK_COLUMN_ROOM bytes.  Blanks behind it, as far as it is wide. */
static void fill_column(char *column, const char *comm, pid_t pid)
{
	int len = strnlen(comm, TASK_COMM_LEN);

	memset(column, ' ', TASK_COLUMN_ROOM);
	memcpy(column + 16 - len, comm, len);
	column[16] = '-';
	put_num(column + 17, pid, 0, ' ');
}

static struct task_name *task_find(struct trace_iterator *iter, pid_t pid)
{
	struct task_name *t = &iter->names->task[hash_32(pid, TASK_BITS)];

	if (likely(t->pid == pid && t->round == iter->names->round))
		return t;
	trace_find_comm(iter->tr, pid, t->comm);
	fill_column(t->column, t->comm, pid);
	t->pid = pid;
	t->round = iter->names->round;
	t->tgid_asked = false;
	return t;
}

/**
 * iter_comm() - name of a task
 * @iter:	the reader
 * @pid:	the task
 * @room:	TASK_COMM_LEN bytes for readers without a cache
 *
 * Context: any.
 * Return: its name, "<...>" when nobody knows; valid until the next call.
 */
const char *iter_comm(struct trace_iterator *iter, pid_t pid, char *room)
{
	if (iter->names)
		return task_find(iter, pid)->comm;
	trace_find_comm(iter->tr, pid, room);
	return room;
}

/**
 * iter_tgid() - thread group of a task
 * @iter:	the reader
 * @pid:	the task
 *
 * Context: any.
 * Return: its thread group, 0 when nobody knows.
 */
pid_t iter_tgid(struct trace_iterator *iter, pid_t pid)
{
	struct task_name *t;

	if (!iter->names)
		return trace_find_tgid(iter->tr, pid);
	t = task_find(iter, pid);
	if (!t->tgid_asked) {
		t->tgid = trace_find_tgid(iter->tr, pid);
		t->tgid_asked = true;
	}
	return t->tgid;
}

/**
 * put_task_column() - the first column of a line, name and pid
 * @p:		where it goes; TASK_COLUMN_ROOM bytes may be written
 * @iter:	the reader
 * @pid:	the task
 *
 * Context: any.
 * Return: behind it and the blank that follows.
 */
char *put_task_column(char *p, struct trace_iterator *iter, pid_t pid)
{
	char comm[TASK_COMM_LEN];

	if (likely(iter->names)) {
		memcpy(p, task_find(iter, pid)->column, TASK_COLUMN_ROOM);
	} else {
		trace_find_comm(iter->tr, pid, comm);
		fill_column(p, comm, pid);
	}
	p += 16 + 1 + 7;
	/* Longer than 7 digits: up to the blank behind it. */
	while (*p != ' ')
		p++;
	return p + 1;
}

/**
 * put_flags() - the five flag characters of a record
 * @p:		where they go; 8 bytes may be written
 * @iter:	the reader
 *
 * Context: any.
 * Return: behind them.
 */
char *put_flags(char *p, struct trace_iterator *iter)
{
	const struct trace_entry *ent = iter->ent;
	u32 key = BIT(16) | ent->flags << 8 | ent->preempt_count;
	struct name_cache *nc = iter->names;

	if (!nc)
		return line_flags(p, ent);
	if (nc->flags_key != key) {
		line_flags(nc->flags, ent);
		nc->flags_key = key;
	}
	memcpy(p, nc->flags, sizeof(nc->flags));
	return p + 5;
}

/* Without an offset it is the bare name: tools look for "NAME:" and "NAME <-". */
static void put_symbol(struct trace_seq *s, unsigned long ip, bool offset)
{
	char name[KSYM_NAME_LEN];

	if (is_ftrace_trampoline(ip))
		trace_seq_puts(s, "[FTRACE TRAMPOLINE]");
	else if (!offset && kallsyms_lookup(ip, NULL, NULL, NULL, name))
		trace_seq_puts(s, name);
	else
		trace_seq_printf(s, offset ? "%pS" : "%ps", (void *)ip);
}

/**
 * iter_print_sym() - name of an address
 * @iter:	the reader
 * @s:		where it goes
 * @ip:		the address
 * @offset:	with "+0xoffset/0xsize"
 *
 * Context: any.
 */
void iter_print_sym(struct trace_iterator *iter, struct trace_seq *s, unsigned long ip, bool offset)
{
	struct sym_name *c;
	int len;

	if (!iter->names || !core_kernel_text(ip)) {
		put_symbol(s, ip, offset);
		return;
	}
	c = &iter->names->sym[hash_long(ip, SYM_BITS)];
	if (c->len && c->ip == ip && c->offset == offset) {
		seq_put(s, c->text, c->len);
		return;
	}
	len = trace_seq_used(s);
	put_symbol(s, ip, offset);
	if (trace_seq_has_overflowed(s) || trace_seq_used(s) - len > sizeof(c->text))
		return;
	c->len = trace_seq_used(s) - len;
	memcpy(c->text, s->buffer + len, c->len);
	c->ip = ip;
	c->offset = offset;
}

/**
 * iter_print_ip() - name of an address as the options want it
 * @iter:	the reader
 * @ip:		the address
 *
 * Context: any.
 */
void iter_print_ip(struct trace_iterator *iter, unsigned long ip)
{
	if (!ip) {
		trace_seq_putc(&iter->seq, '0');
		return;
	}
	iter_print_sym(iter, &iter->seq, ip, iter->opts & TRACE_OPT(SYM_OFFSET));
	if (iter->opts & TRACE_OPT(SYM_ADDR))
		trace_seq_printf(&iter->seq, " <%0*lx>", (int)(2 * sizeof(ip)), ip);
}

/**
 * trace_print_ip() - name of an address
 * @s:		where it goes
 * @ip:		the address
 * @opts:	TRACE_OPT(SYM_OFFSET) and TRACE_OPT(SYM_ADDR) count
 *
 * Context: any.
 */
void trace_print_ip(struct trace_seq *s, unsigned long ip, u64 opts)
{
	if (!ip) {
		trace_seq_putc(s, '0');
		return;
	}
	put_symbol(s, ip, opts & TRACE_OPT(SYM_OFFSET));
	if (opts & TRACE_OPT(SYM_ADDR))
		trace_seq_printf(s, " <%0*lx>", (int)(2 * sizeof(ip)), ip);
}
