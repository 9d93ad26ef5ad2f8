/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event_internal.h - what the files of the event layer share.
 */
#ifndef _TRACE_EVENT_INTERNAL_H
#define _TRACE_EVENT_INTERNAL_H

#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/syscalls.h>
#include <linux/xarray.h>
#include "event.h"

struct sys_events;

/**
 * struct event_inst - events of one instance
 * @tr:		the instance
 * @files:	trace_event_file::node; event_mutex
 * @by_type:	the same by id of the event; event_mutex
 * @filters:	struct system_filter: what was written to a system's filter file; event_mutex
 * @sys:	system calls, NULL until one is traced; event_mutex
 * @marker:	file of ftrace:print once it exists, for its triggers; set under event_mutex
 * @following:	probes on fork and exit are there; trace_types_lock
 * @stale:	the ring holds records of an event that went away; event_mutex
 * @node:	all instances; event_mutex
 * @dead_pids:	the pid lists of an instance that goes
 * @dead_no_pids: likewise
 * @rcu:	frees it and these after the last hit
 */
struct event_inst {
	struct trace_array	*tr;
	struct list_head	files;
	struct xarray		by_type;
	struct list_head	filters;
	struct sys_events	*sys;
	struct trace_event_file	*marker;
	bool			following;
	bool			stale;
	struct list_head	node;
	struct pidset		*dead_pids;
	struct pidset		*dead_no_pids;
	struct rcu_head		rcu;
};

static inline struct event_inst *event_inst(struct trace_array *tr)
{
	return tr->client[TRACE_CLIENT_EVENT];
}

/* === Tables that the linker makes; only at boot, but for the strings === */
extern struct trace_event_call *__start_ftrace_events[], *__stop_ftrace_events[];
extern const struct trace_eval_map *__start_ftrace_eval_maps[], *__stop_ftrace_eval_maps[];
extern struct syscall_metadata *__start_syscalls_metadata[], *__stop_syscalls_metadata[];
extern const char *__start___trace_bprintk_fmt[], *__stop___trace_bprintk_fmt[];
extern const char *__start___tracepoint_str[], *__stop___tracepoint_str[];

/* === builtin.c === */
extern struct trace_event_call trace_builtin_calls[];
extern const unsigned int nr_trace_builtin_calls;
struct trace_event_call *trace_builtin_call(int type);

/* === check.c === */
bool event_fmt_is_safe(struct trace_event_call *call);
void event_fmt_check(struct trace_event_call *call, const struct module *mod);

/* === registry.c === */
void trace_event_raw_drop(struct trace_event_call *call);

/* === file.c === */
struct trace_event_file *event_file_of(struct trace_array *tr, struct trace_event_call *call);
void event_inst_pid_filter(struct trace_array *tr, bool on);	/* flags of all files; event_mutex held */

/* === inst.c === */
void event_files_drop(struct trace_event_call *call);	/* in every instance; event_mutex held */
void event_files_clear_stale(void);			/* event_mutex held */
bool event_files_busy(struct trace_event_call *call);	/* in some instance; event_mutex held */
int event_files_born(struct trace_array *tr);
void event_files_gone(struct trace_array *tr);
int event_inst_option(struct trace_array *tr, u64 bit, bool on);

/* === evals.c === */
int event_evals_module(struct module *mod, bool coming);
void event_evals_init(void);
const struct trace_eval_map *event_eval_find(const char *system, const char *word, unsigned int len);

/* === format.c === */
void event_print_fmt_show(const char *system, const char *fmt, struct seq_file *m);

/* === action.c === */
unsigned long event_actions_run(struct trace_event_file *file, void *rec);
void event_actions_post(struct trace_event_file *file, unsigned long actions);
void event_actions_gone(struct trace_event_file *file);

/* === record.c === */
DECLARE_STATIC_KEY_FALSE(event_tap_key);
void event_tap_builtin(struct trace_array *tr, int type, const void *rec, unsigned int len);

/* Who asked for it with event_tap_set() sees a record of type @type before it is published. */
static __always_inline void event_tap_record(struct trace_array *tr, int type, const void *rec, unsigned int len)
{
	if (static_branch_unlikely(&event_tap_key))
		event_tap_builtin(tr, type, rec, len);
}

/* === filter.c === */
void event_filter_retire(struct event_filter *filter);	/* free after the last hit that saw it; NULL is fine */
void event_filters_gone(struct event_inst *inst);

/* === pids.c === */
bool event_pids_skip(struct trace_array *tr, pid_t pid);
int event_pids_follow(struct trace_array *tr, bool on);

/* === syscalls.c === */
#ifdef CONFIG_FTRACE_SYSCALLS
void event_syscalls_init(void);
void event_syscalls_free(struct event_inst *inst);
void event_syscall_print_fmt(struct trace_event_call *call, struct seq_file *m);
#else
static inline void event_syscalls_init(void)
{
}

static inline void event_syscalls_free(struct event_inst *inst)
{
}

static inline void event_syscall_print_fmt(struct trace_event_call *call, struct seq_file *m)
{
}
#endif

/* === mark.c, printk.c === */
ssize_t tracing_mark_write(struct trace_array *tr, const char __user *ubuf, size_t cnt);
void trace_printk_init(void);
int trace_printk_module(struct module *mod, bool coming);
void trace_printk_expand(void);

#ifdef CONFIG_SMP
static inline unsigned int migrate_off_depth(void)
{
	return current->migration_disabled;
}
#else
static inline unsigned int migrate_off_depth(void)
{
	return 0;
}
#endif

#ifdef CONFIG_MODULES
static inline unsigned int module_events(struct module *mod, struct trace_event_call ***calls)
{
	*calls = mod->trace_events;
	return mod->num_trace_events;
}

static inline unsigned int module_evals(struct module *mod, struct trace_eval_map ***maps)
{
	*maps = mod->trace_evals;
	return mod->num_trace_evals;
}

static inline unsigned int module_printk_fmts(struct module *mod, const char ***fmts)
{
	*fmts = mod->trace_bprintk_fmt_start;
	return mod->num_trace_bprintk_fmt;
}
#endif

#endif /* _TRACE_EVENT_INTERNAL_H */
