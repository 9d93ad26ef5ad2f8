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

struct task_name {
	pid_t		pid;
	bool		known;
	char		comm[TASK_COMM_LEN];
};

/* @len of 0: empty. */
struct sym_name {
	unsigned long	ip;
	bool		offset;
	u8		len;
	char		text[46];
};

struct name_cache {
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
	return kvzalloc(sizeof(struct name_cache), GFP_KERNEL);
}

void name_cache_free(struct name_cache *nc)
{
	kvfree(nc);
}

void name_cache_forget_tasks(struct name_cache *nc)
{
	if (nc)
		memset(nc->task, 0, sizeof(nc->task));
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
	struct task_name *t;

	if (!iter->names) {
		trace_find_comm(iter->tr, pid, room);
		return room;
	}
	t = &iter->names->task[hash_32(pid, TASK_BITS)];
	if (!t->known || t->pid != pid) {
		trace_find_comm(iter->tr, pid, t->comm);
		t->pid = pid;
		t->known = true;
	}
	return t->comm;
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
		trace_seq_putmem(s, c->text, c->len);
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
