/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance.h - an instance: rings, options, pid lists, task names, error log, snapshot.
 *
 * The top-level directory is instance 0, made by the same function as instances/foo.
 * Everything hangs on struct trace_array; layers above keep their own state in ->client[].
 */
#ifndef _TRACE_INSTANCE_H
#define _TRACE_INSTANCE_H

#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/trace_events.h>
#include "base.h"
#include "ring.h"

/* Options in the order of trace_options: bit, name. */
#define TRACE_OPTIONS(X)				\
	X(PRINT_PARENT,		"print-parent")		\
	X(SYM_OFFSET,		"sym-offset")		\
	X(SYM_ADDR,		"sym-addr")		\
	X(VERBOSE,		"verbose")		\
	X(RAW,			"raw")			\
	X(HEX,			"hex")			\
	X(BIN,			"bin")			\
	X(BLOCK,		"block")		\
	X(FIELDS,		"fields")		\
	X(PRINTK,		"trace_printk")		\
	X(ANNOTATE,		"annotate")		\
	X(USERSTACKTRACE,	"userstacktrace")	\
	X(SYM_USEROBJ,		"sym-userobj")		\
	X(PRINTK_MSGONLY,	"printk-msg-only")	\
	X(CONTEXT_INFO,		"context-info")		\
	X(LATENCY_FMT,		"latency-format")	\
	X(RECORD_CMD,		"record-cmd")		\
	X(RECORD_TGID,		"record-tgid")		\
	X(OVERWRITE,		"overwrite")		\
	X(STOP_ON_FREE,		"disable_on_free")	\
	X(IRQ_INFO,		"irq-info")		\
	X(MARKERS,		"markers")		\
	X(EVENT_FORK,		"event-fork")		\
	X(TRACE_PRINTK_DEST,	"trace_printk_dest")	\
	X(PAUSE_ON_TRACE,	"pause-on-trace")	\
	X(HASH_PTR,		"hash-ptr")		\
	X(FUNCTION,		"function-trace")	\
	X(FUNC_FORK,		"function-fork")	\
	X(DISPLAY_GRAPH,	"display-graph")	\
	X(STACKTRACE,		"stacktrace")

enum trace_opt_bit {
#define X(id, name)	TRACE_OPT_##id##_BIT,
	TRACE_OPTIONS(X)
#undef X
	NR_TRACE_OPTS
};

#define TRACE_OPT(id)	(1ULL << TRACE_OPT_##id##_BIT)

/* Layers that keep state in an instance. */
enum trace_client_id {
	TRACE_CLIENT_EVENT,
	TRACE_CLIENT_HOOK,
	TRACE_CLIENT_TRACER,
	TRACE_CLIENT_TRIGGER,
	TRACE_CLIENT_CONTROL,
	NR_TRACE_CLIENTS
};

/**
 * struct trace_client - a layer above that wants to know of instances
 * @name:	for messages
 * @id:		its slot in trace_array::client
 * @born:	an instance was made, nobody else can find it yet; an error stops its making.  May be NULL.
 * @gone:	the instance is off the list and has no users left; undo @born.  May be NULL.
 * @show:	the instance is complete and on the list; give it its files.  May be NULL.
 * @hide:	the instance is about to go: it is off the list, so opening its files fails.  May be NULL.
 * @option:	an option is about to change; an error refuses it.  May be NULL.
 * @node:	all clients; fixed after boot
 *
 * Called in order of registration; @hide and @gone in reverse order.
 *
 * Context: task.  @option with trace_types_lock held, the rest with trace_instances_lock held only, so
 * that they may take event_mutex and trace_types_lock themselves.
 */
struct trace_client {
	const char		*name;
	enum trace_client_id	id;
	int			(*born)(struct trace_array *tr);
	void			(*gone)(struct trace_array *tr);
	int			(*show)(struct trace_array *tr);
	void			(*hide)(struct trace_array *tr);
	int			(*option)(struct trace_array *tr, u64 bit, bool on);
	struct list_head	node;
};

/* Boot only; calls ->born and ->show for instances that exist. */
void trace_client_register(struct trace_client *client);

/* Options a user sees; the owner of a feature adds its bit.  Boot only. */
extern u64 trace_opts_available;
/* Options that make sense for the whole machine only: no file in instances made with mkdir. */
#define TRACE_OPTS_TOP	(TRACE_OPT(PRINTK) | TRACE_OPT(PRINTK_MSGONLY) | TRACE_OPT(RECORD_CMD))

/* One option of a tracer ("test_nop_accept"). */
struct tracer_opt {
	const char	*name;
	u32		bit;
};

struct seq_file;

/**
 * struct tracer - something that current_tracer can name; registered by the tracer layer
 * @name:	as written
 * @opts:	own options, ends with a NULL name
 * @default_flags: how they are at first
 * @top_only:	not for instances made with mkdir
 * @use_max_tr:	needs the snapshot buffer
 * @noboot:	not from the command line
 * @slot:	its place in trace_array::tracer_opts; tracer_register()
 * @node:	all tracers; trace_types_lock
 * @init:	start; 0 or an error.  May be NULL.
 * @reset:	stop.  May be NULL.
 * @start:	tracing_on went on while current.  May be NULL.
 * @stop:	the same for off
 * @set_flag:	an own option is about to change; an error refuses it.  May be NULL.
 * @print_line:	text of its records; NULL or UNHANDLED: the usual way
 * @print_header: head of the trace file; NULL: the usual one
 * @open:	a reader begins.  May be NULL.
 * @close:	and ends.  May be NULL.
 */
struct tracer {
	const char		*name;
	const struct tracer_opt	*opts;
	u32			default_flags;
	bool			top_only;
	bool			use_max_tr;
	bool			noboot;
	unsigned int		slot;
	struct list_head	node;
	int			(*init)(struct trace_array *tr);
	void			(*reset)(struct trace_array *tr);
	void			(*start)(struct trace_array *tr);
	void			(*stop)(struct trace_array *tr);
	int			(*set_flag)(struct trace_array *tr, u32 old_flags, u32 bit, int set);
	enum print_line_t	(*print_line)(struct trace_iterator *iter);
	void			(*print_header)(struct seq_file *m, struct trace_iterator *iter);
	void			(*open)(struct trace_iterator *iter);
	void			(*close)(struct trace_iterator *iter);
};

#define TRACE_NR_TRACERS	16		/* most that can be registered */

int tracer_register(struct tracer *t);				/* boot: 0, -EEXIST */
struct tracer *tracer_find(const char *name);			/* trace_types_lock held */
int tracer_set(struct trace_array *tr, const char *name);	/* 0, -EINVAL, -EBUSY or ->init's error */
struct tracer *tracer_next(struct tracer *t);			/* NULL starts and ends; trace_types_lock held */

struct task_names;	/* names.c: pid -> comm and tgid of tasks that were recorded */
struct error_log;	/* errlog.c */

/* Hot per-CPU data of an instance. */
struct trace_cpu {
	u64		last_comm;	/* first bytes of the comm noted last; this CPU only */
	pid_t		last_pid;	/* its pid */
	int		disabled;	/* > 0: a tracer asks for silence; this CPU only */
	bool		pid_ignore;	/* the running task is outside set_event_pid; this CPU only */
};

struct trace_array {
	/* read by the record path */
	struct ring		*ring;		/* live; the same as long as the instance exists */
	struct trace_cpu __percpu *cpu;
	u64			opts;		/* TRACE_OPT(); writes under trace_types_lock */
	struct pidset __rcu	*pids;		/* set_event_pid, NULL when empty; event_mutex */
	struct pidset __rcu	*no_pids;	/* set_event_notrace_pid */
	struct task_names	*names;		/* shared by all instances */

	/* the rest: trace_types_lock unless said otherwise */
	u32			id;		/* never used again; fixed */
	struct ring		*spare;		/* snapshot, NULL until allocated; writes also under snap_lock */
	raw_spinlock_t		snap_lock;	/* exchange of ring and spare; any context but NMI */
	int			spare_ref;	/* open files that read ->spare: it cannot be freed */
	const struct snap_cond	*snap_cond;	/* see trace_snapshot_cond_enable(); also snap_lock */
	struct list_head	node;		/* all instances; also trace_instances_lock */
	const char		*name;		/* NULL: the top level; fixed */
	const char		*systems;	/* event systems it is limited to ("sched,timer"), NULL: all; fixed */
	int			ref;		/* users that make rmdir -EBUSY */
	bool			dying;		/* off the list; read by those who wait for data */
	const struct trace_clock_desc *clock;
	cpumask_var_t		cpumask;	/* tracing_cpumask */
	struct error_log	*errors;
	struct tracer		*tracer;	/* never NULL */
	u32			tracer_opts[TRACE_NR_TRACERS];	/* own options, by tracer::slot; hot: read once */
	void			*tracer_data;
	int			trace_ref;	/* open trace_pipe files: current_tracer cannot change */
	unsigned int		buffer_percent;
	unsigned long		size_asked;	/* bytes per CPU the ring gets when first needed */
	bool			expanded;	/* it has them */
	const char		*off_by;	/* who switched recording off: a constant text, or NULL */
	void			*client[NR_TRACE_CLIENTS];
};

/* Own options of the current tracer. */
static inline u32 trace_array_tracer_opts(const struct trace_array *tr)
{
	return READ_ONCE(tr->tracer_opts[tr->tracer->slot]);
}

extern struct mutex trace_instances_lock;	/* making and removing; outermost, before event_mutex */
extern struct mutex trace_types_lock;		/* list of instances and all task-context state of one */
extern struct list_head trace_arrays;		/* the top level is first */

struct trace_array *trace_array_top(void);
/* @systems: comma separated event systems, NULL for all.  ERR_PTR: -EEXIST, -EINVAL, -ENOMEM */
struct trace_array *trace_array_create(const char *name, const char *systems);
int trace_array_remove(const char *name);			/* -ENOENT, -EBUSY */
/* A reference keeps the instance from rmdir.  -ENODEV when it is going; @tr may be freed memory. */
int trace_array_get(struct trace_array *tr);
struct trace_array *trace_array_get_id(u32 id);			/* the same by trace_array::id; NULL */
void trace_array_put(struct trace_array *tr);
struct trace_array *trace_array_find(const char *name);		/* trace_types_lock held */
bool trace_array_has_system(const struct trace_array *tr, const char *system);	/* see ->systems */
/* Where trace_printk() goes (option trace_printk_dest).  Any context; under RCU (preemption off). */
struct trace_array *trace_printk_dest(void);

/* Give the ring the size asked for, when it is first needed: 0, -ENOMEM.  trace_types_lock held. */
int trace_array_expand(struct trace_array *tr);

/* All of these take trace_types_lock. */
int trace_array_resize(struct trace_array *tr, unsigned long bytes, int cpu);
int trace_array_set_order(struct trace_array *tr, unsigned int order);
int trace_array_set_option(struct trace_array *tr, const char *word);	/* "name", "noname": 0, -EINVAL, ... */
int trace_array_set_opt_bit(struct trace_array *tr, u64 bit, bool on);
int trace_array_set_tracer_opt(struct trace_array *tr, struct tracer *t, u32 bit, bool on);
int trace_array_set_clock(struct trace_array *tr, const char *name);
int trace_array_set_cpumask(struct trace_array *tr, const struct cpumask *mask);
void trace_array_clear(struct trace_array *tr, int cpu);	/* drop what is recorded; any lock */
extern const char *const trace_opt_names[NR_TRACE_OPTS];

/* Recording on and off; any context.  @who: a constant text shown in the trace header, NULL for tracing_on itself */
void trace_array_on(struct trace_array *tr);
void trace_array_off(struct trace_array *tr, const char *who);
bool trace_array_is_on(struct trace_array *tr);
/* What writing tracing_on does: also tells the tracer and wakes readers.  Takes trace_types_lock. */
void trace_array_switch(struct trace_array *tr, bool on);

/* --- snapshot.c: trace_types_lock held unless said otherwise --- */
int trace_snapshot_alloc(struct trace_array *tr);		/* 0, -ENOMEM; nothing to do if there is one */
int trace_snapshot_free(struct trace_array *tr);		/* 0, -EBUSY: somebody reads it */
/* Any context: 0, -EBUSY (also in NMI), -ENOSPC: no spare */
int trace_snapshot_take(struct trace_array *tr, int cpu);
int trace_snapshot_get(struct trace_array *tr);			/* a file reads ->spare: 0, -ENOSPC */
void trace_snapshot_put(struct trace_array *tr);

/**
 * struct snap_cond - who decides whether a conditional snapshot is taken
 * @update:	true to take it; called with interrupts off, from trace_snapshot_cond_take()
 * @data:	of @update and its owner
 */
struct snap_cond {
	bool	(*update)(struct trace_array *tr, const struct snap_cond *cond, void *hit);
	void	*data;
};

void trace_snapshot_cond_take(struct trace_array *tr, void *hit);	/* any context; ignored in NMI */
int trace_snapshot_cond_enable(struct trace_array *tr, const struct snap_cond *cond);	/* takes the lock: -EBUSY */
int trace_snapshot_cond_disable(struct trace_array *tr);		/* takes the lock: -EINVAL */

/* --- names.c: any context unless said otherwise --- */
void __trace_note_task(struct trace_array *tr, struct trace_cpu *tc);	/* current is not the one noted last here */
void trace_find_comm(struct trace_array *tr, pid_t pid, char comm[]);	/* "<...>" when unknown */
pid_t trace_find_tgid(struct trace_array *tr, pid_t pid);		/* 0 when unknown */
/* Task context; trace_types_lock held. */
int trace_names_resize(struct task_names *tn, unsigned int nr);		/* 0, -EINVAL, -ENOMEM */
unsigned int trace_names_size(const struct task_names *tn);
void trace_names_show_comms(struct task_names *tn, struct seq_file *m);
void trace_names_show_tgids(struct task_names *tn, struct seq_file *m);

static inline void trace_note_task(struct trace_array *tr)
{
	struct trace_cpu *tc = this_cpu_ptr(tr->cpu);

	if (tc->last_pid != current->pid || tc->last_comm != *(const u64 *)current->comm)
		__trace_note_task(tr, tc);
}

/* --- errlog.c --- */
/**
 * trace_error() - add an entry to error_log
 * @tr:		instance, NULL for the top level
 * @who:	what was parsed ("event filter parse error", "trace_kprobe")
 * @cmd:	the whole line as the user wrote it
 * @msg:	what is wrong, a constant text
 * @col:	column in @cmd that the caret points at, from 0
 *
 * Context: task.
 */
void trace_error(struct trace_array *tr, const char *who, const char *cmd, const char *msg, unsigned int col);
void trace_error_clear(struct trace_array *tr);
int trace_error_show(struct trace_array *tr, struct seq_file *m);

/* --- start --- */
int trace_instance_init(void);		/* early boot, after the nop tracer is registered: makes the top level */
/* Bytes per CPU that instances get when first used (trace_buf_size=).  Boot only. */
void trace_array_default_size(unsigned long bytes);

#endif /* _TRACE_INSTANCE_H */
