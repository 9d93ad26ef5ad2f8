// SPDX-License-Identifier: GPL-2.0
/*
 * errlog.c - error_log: what was wrong with the last commands, and where.
 *
 *	[ 5348.887237] location: error: Couldn't yyy: zzz
 *	  Command: xxx
 *	           ^
 *
 * The column of the caret is ABI: tests and tools count it.
 */

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "instance_internal.h"

#define ERRLOG_NR	8		/* the oldest makes room */
#define ERRLOG_CMD_MAX	4096		/* a longer command is cut */
#define ERRLOG_PREFIX	"  Command: "

/**
 * struct error_entry - one failed command
 * @node:	error_log::entries
 * @time:	local clock, ns
 * @who:	what was parsed, a constant text
 * @msg:	what is wrong, a constant text
 * @col:	column in @cmd, from 0
 * @cmd:	as the user wrote it, without a trailing new line
 */
struct error_entry {
	struct list_head	node;
	u64			time;
	const char		*who;
	const char		*msg;
	unsigned int		col;
	char			cmd[];
};

struct error_log {
	struct mutex		lock;
	struct list_head	entries;	/* oldest first; @lock */
	unsigned int		nr;		/* @lock */
};

struct error_log *trace_errlog_alloc(void)
{
	struct error_log *log = kzalloc(sizeof(*log), GFP_KERNEL);

	if (!log)
		return NULL;
	mutex_init(&log->lock);
	INIT_LIST_HEAD(&log->entries);
	return log;
}

static void drop_oldest(struct error_log *log)
{
	struct error_entry *e = list_first_entry(&log->entries, struct error_entry, node);

	lockdep_assert_held(&log->lock);
	list_del(&e->node);
	log->nr--;
	kfree(e);
}

static void errlog_clear(struct error_log *log)
{
	guard(mutex)(&log->lock);
	while (log->nr)
		drop_oldest(log);
}

void trace_errlog_free(struct error_log *log)
{
	if (!log)
		return;
	errlog_clear(log);
	kfree(log);
}

void trace_errlog_add(struct error_log *log, const char *who, const char *cmd, const char *msg, unsigned int col)
{
	size_t len = strnlen(cmd, ERRLOG_CMD_MAX);
	struct error_entry *e;

	if (len && cmd[len - 1] == '\n')
		len--;
	e = kmalloc(struct_size(e, cmd, len + 1), GFP_KERNEL);
	if (!e)
		return;		/* a log is a courtesy */
	e->time = local_clock();
	e->who = who;
	e->msg = msg;
	e->col = min_t(unsigned int, col, len + 1);	/* one behind the end: what is missing there */
	memcpy(e->cmd, cmd, len);
	e->cmd[len] = '\0';

	guard(mutex)(&log->lock);
	if (log->nr == ERRLOG_NR)
		drop_oldest(log);
	list_add_tail(&e->node, &log->entries);
	log->nr++;
}

static void show_entry(struct seq_file *m, const struct error_entry *e)
{
	u64 sec = e->time;
	u32 ns = do_div(sec, NSEC_PER_SEC);

	seq_printf(m, "[%5llu.%06u] %s: error: %s\n", sec, ns / 1000, e->who, e->msg);
	seq_printf(m, "%s%s\n", ERRLOG_PREFIX, e->cmd);
	seq_printf(m, "%*s^\n", (int)(strlen(ERRLOG_PREFIX) + e->col), "");
}

int trace_errlog_show(struct error_log *log, struct seq_file *m)
{
	struct error_entry *e;

	guard(mutex)(&log->lock);
	list_for_each_entry(e, &log->entries, node)
		show_entry(m, e);
	return 0;
}

/* === As others see it === */

void trace_error(struct trace_array *tr, const char *who, const char *cmd, const char *msg, unsigned int col)
{
	tr = tr ?: trace_array_top();
	if (tr)
		trace_errlog_add(tr->errors, who, cmd, msg, col);
}

void trace_error_clear(struct trace_array *tr)
{
	errlog_clear(tr->errors);
}

int trace_error_show(struct trace_array *tr, struct seq_file *m)
{
	return trace_errlog_show(tr->errors, m);
}
