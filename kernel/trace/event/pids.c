// SPDX-License-Identifier: GPL-2.0
/*
 * pids.c - set_event_pid and set_event_notrace_pid: whose hits are recorded.
 *
 * A hit counts for the task it happens in.  Those of sched_switch and of wake-ups tell of another task as
 * well, and are recorded if either counts (trace_event_file::other_pid).  So the lists are looked at where
 * a record is made, and no state has to follow the scheduler.
 *
 * With the option event-fork, children of a task in a list go into it, and a task leaves when it is freed.
 */

#include <linux/pid.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <trace/events/sched.h>
#include "event_internal.h"

/* Context: any, preemption off. */
bool event_pids_skip(struct trace_array *tr, pid_t pid)
{
	return pidset_skips(rcu_dereference_sched(tr->pids), rcu_dereference_sched(tr->no_pids), pid);
}

static struct pidset __rcu **set_of(struct trace_array *tr, bool no_pids)
{
	return no_pids ? &tr->no_pids : &tr->pids;
}

/* The set to add to, made and published if there is none. */
static struct pidset *set_get(struct trace_array *tr, bool no_pids)
{
	struct pidset __rcu **slot = set_of(tr, no_pids);
	struct pidset *set = rcu_dereference_protected(*slot, lockdep_is_held(&event_mutex));

	return set ?: pidset_alloc();
}

static void set_publish(struct trace_array *tr, bool no_pids, struct pidset *set)
{
	struct pidset __rcu **slot = set_of(tr, no_pids);

	if (rcu_access_pointer(*slot) == set)
		return;
	rcu_assign_pointer(*slot, set);
	event_inst_pid_filter(tr, true);
}

/* Bytes of @text to take now: a word that the buffer cuts off waits for the next write. */
static size_t whole_words(const char *text, size_t len)
{
	size_t end = len;

	while (end && !strchr(" \t\n", text[end - 1]))
		end--;
	return end ?: len;
}

/**
 * event_pids_write() - add pids
 * @tr:		instance
 * @no_pids:	to set_event_notrace_pid instead of set_event_pid
 * @ubuf:	pids, separated by white space
 * @cnt:	its length
 * @ppos:	file position
 *
 * Context: task; takes event_mutex.
 * Return: bytes taken; -EFAULT, -EINVAL (no pid), -ENOMEM.
 */
ssize_t event_pids_write(struct trace_array *tr, bool no_pids, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	char *text __free(kfree) = NULL;
	size_t len = min_t(size_t, cnt, PAGE_SIZE - 1);
	struct pidset *set;
	int ret;

	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (len < cnt) {
		len = whole_words(text, len);
		text[len] = '\0';
	}
	if (!*strim(text))
		return len;
	guard(mutex)(&event_mutex);
	set = set_get(tr, no_pids);
	if (!set)
		return -ENOMEM;
	ret = pidset_add_words(set, text);
	if (ret && rcu_access_pointer(*set_of(tr, no_pids)) != set) {
		pidset_free(set);
		return ret;
	}
	set_publish(tr, no_pids, set);
	*ppos += ret ? 0 : len;
	return ret ?: len;
}

/**
 * event_pids_clear() - empty a list
 * @tr:		instance
 * @no_pids:	set_event_notrace_pid
 *
 * Context: task; takes event_mutex.
 */
void event_pids_clear(struct trace_array *tr, bool no_pids)
{
	struct pidset *set;

	guard(mutex)(&event_mutex);
	set = rcu_replace_pointer(*set_of(tr, no_pids), NULL, lockdep_is_held(&event_mutex));
	if (!set)
		return;
	if (!rcu_access_pointer(*set_of(tr, !no_pids)))
		event_inst_pid_filter(tr, false);
	tracepoint_synchronize_unregister();
	pidset_free(set);
}

/**
 * event_pids_show() - text of set_event_pid or set_event_notrace_pid
 * @tr:		instance
 * @no_pids:	of set_event_notrace_pid
 * @m:		where to
 *
 * Context: task.
 * Return: 0.
 */
int event_pids_show(struct trace_array *tr, bool no_pids, struct seq_file *m)
{
	const struct pidset *set;

	guard(rcu)();
	set = rcu_dereference(*set_of(tr, no_pids));
	if (!set)
		return 0;
	for (int pid = pidset_next(set, -1); pid >= 0; pid = pidset_next(set, pid))
		seq_printf(m, "%d\n", pid);
	return 0;
}

/* === event-fork === */

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct trace_array *tr = data;

	pidset_follow_fork(rcu_dereference_sched(tr->pids), parent->pid, child->pid);
	pidset_follow_fork(rcu_dereference_sched(tr->no_pids), parent->pid, child->pid);
}

/* Not when it exits: the last hits of a task are its own, too. */
static void on_free(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;
	struct pidset *pids = rcu_dereference_sched(tr->pids);
	struct pidset *no_pids = rcu_dereference_sched(tr->no_pids);

	if (pids)
		pidset_clear(pids, task->pid);
	if (no_pids)
		pidset_clear(no_pids, task->pid);
}

/* Context: task, trace_types_lock held, or nobody else knows @tr. */
int event_pids_follow(struct trace_array *tr, bool on)
{
	struct event_inst *inst = event_inst(tr);
	int ret;

	if (inst->following == on)
		return 0;
	if (!on) {
		unregister_trace_sched_process_fork(on_fork, tr);
		unregister_trace_sched_process_free(on_free, tr);
		inst->following = false;
		return 0;
	}
	ret = register_trace_sched_process_fork(on_fork, tr);
	if (ret)
		return ret;
	ret = register_trace_sched_process_free(on_free, tr);
	if (ret) {
		unregister_trace_sched_process_fork(on_fork, tr);
		return ret;
	}
	inst->following = true;
	return 0;
}
