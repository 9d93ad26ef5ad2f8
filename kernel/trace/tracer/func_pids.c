// SPDX-License-Identifier: GPL-2.0
/*
 * func_pids.c - set_ftrace_pid and set_ftrace_notrace_pid: functions of which tasks, in an instance.
 */
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <trace/events/sched.h>

#include "func_internal.h"

bool func_pids_skip(const struct func_inst *fi)
{
	return pidset_skips(rcu_dereference_raw(fi->pids), rcu_dereference_raw(fi->no_pids), current->pid);
}

static struct pidset __rcu **pid_slot(struct func_inst *fi, bool no_pids)
{
	return no_pids ? &fi->no_pids : &fi->pids;
}

static struct pidset *pids_of(struct func_inst *fi, bool no_pids)
{
	return rcu_dereference_protected(*pid_slot(fi, no_pids), lockdep_is_held(&func_lock));
}

/* Give @fi new pids (taken over), and throw the old away. */
void func_pids_put(struct func_inst *fi, bool no_pids, struct pidset *set)
{
	struct pidset *old = rcu_replace_pointer(*pid_slot(fi, no_pids), set, lockdep_is_held(&func_lock));
	bool any = pids_of(fi, false) || pids_of(fi, true);

	WRITE_ONCE(fi->slow, any ? fi->slow | FUNC_SLOW_PIDS : fi->slow & ~FUNC_SLOW_PIDS);
	if (old) {
		synchronize_rcu();
		pidset_free(old);
	}
}

void func_pids_clear(struct trace_array *tr, bool no_pids)
{
	guard(mutex)(&func_lock);
	func_pids_put(func_inst(tr), no_pids, NULL);
}

/**
 * func_pids_add() - add pids to set_ftrace_pid or set_ftrace_notrace_pid
 * @tr:		instance
 * @no_pids:	the latter
 * @text:	pids, separated by white space; changed
 *
 * Context: task; takes func_lock.
 * Return: 0, -EINVAL, -ENOMEM.
 */
int func_pids_add(struct trace_array *tr, bool no_pids, char *text)
{
	struct func_inst *fi = func_inst(tr);
	struct pidset *set;
	int ret;

	if (!*skip_spaces(text))
		return 0;
	guard(mutex)(&func_lock);
	set = pidset_dup(pids_of(fi, no_pids));
	if (!set)
		return -ENOMEM;
	ret = pidset_add_words(set, text);
	if (ret)
		pidset_free(set);
	else
		func_pids_put(fi, no_pids, set);
	return ret;
}

int func_pids_show(struct trace_array *tr, bool no_pids, struct seq_file *m)
{
	struct pidset *set;
	int pid = -1;

	guard(mutex)(&func_lock);
	set = pids_of(func_inst(tr), no_pids);
	if (!set && !no_pids)
		seq_puts(m, "no pid\n");
	while (set && (pid = pidset_next(set, pid)) >= 0)
		seq_printf(m, "%d\n", pid);
	return 0;
}

static void func_forked(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct func_inst *fi = data;

	for (int i = 0; i < 2; i++)
		pidset_follow_fork(rcu_dereference_sched(*pid_slot(fi, i)), parent->pid, child->pid);
}

static void func_freed(void *data, struct task_struct *task)
{
	struct func_inst *fi = data;

	for (int i = 0; i < 2; i++) {
		struct pidset *set = rcu_dereference_sched(*pid_slot(fi, i));

		if (set)
			pidset_clear(set, task->pid);
	}
}

/* Children of tasks in the lists go into them, or no longer.  func_lock held. */
int func_follow_forks(struct func_inst *fi, bool on)
{
	int ret;

	lockdep_assert_held(&func_lock);
	if (on == fi->forks)
		return 0;
	if (on) {
		ret = register_trace_sched_process_fork(func_forked, fi);
		if (ret)
			return ret;
		ret = register_trace_sched_process_free(func_freed, fi);
		if (ret) {
			unregister_trace_sched_process_fork(func_forked, fi);
			return ret;
		}
	} else {
		unregister_trace_sched_process_fork(func_forked, fi);
		unregister_trace_sched_process_free(func_freed, fi);
		tracepoint_synchronize_unregister();
	}
	fi->forks = on;
	return 0;
}
