/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_events.h - what an event is: its record, its fields, how it is switched on and printed.
 *
 * TRACE_EVENT() and its kin expand to objects of the types below (see <trace/trace_events.h>);
 * the event layer (kernel/trace/event) registers them and gives each instance that uses one
 * a struct trace_event_file.
 */
#ifndef _LINUX_TRACE_EVENTS_H
#define _LINUX_TRACE_EVENTS_H

#include <linux/hardirq.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/ring_buffer.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

struct trace_array;
struct trace_event_call;
struct trace_event_file;
struct trace_event_perf;
struct tracer;
struct name_cache;
struct event_filter;
struct bpf_prog;
struct bpf_prog_array;
struct bpf_raw_event_map;
struct bpf_raw_tp_link;
struct dentry;
union bpf_attr;

/* Head of every record: ABI. */
struct trace_entry {
	unsigned short	type;		/* id of the event */
	unsigned char	flags;		/* TRACE_FLAG_* */
	unsigned char	preempt_count;	/* low nibble: preemption depth, high: migrate-disable depth */
	int		pid;
};

#define TRACE_EVENT_TYPE_MAX	((1 << (sizeof(((struct trace_entry *)0)->type) * 8)) - 1)
#define MAX_FILTER_STR_VAL	256U	/* longest string in a filter, NUL included */

/* How a field is compared; also the last argument of __field_ext(). */
enum {
	FILTER_OTHER = 0,		/* a number */
	FILTER_STATIC_STRING,		/* char[N] in the record */
	FILTER_DYN_STRING,		/* __data_loc char[] */
	FILTER_RDYN_STRING,		/* __rel_loc char[] */
	FILTER_PTR_STRING,		/* a pointer to a string */
	FILTER_TRACE_FN,		/* an address of a function */
	FILTER_CPUMASK,			/* __data_loc / __rel_loc cpumask_t */
	FILTER_COMM,			/* of the task that runs */
	FILTER_CPU,			/* the CPU that runs */
	FILTER_STACKTRACE,
};

/**
 * struct trace_field - one field of a record, as declared; the one table that the format file, filters,
 *	histograms, probes and the generic printer share
 * @type:	type as written, without an array length ("char", "__data_loc char[]")
 * @name:	identifier
 * @offset:	bytes from the start of the record
 * @size:	bytes, of the whole array for a fixed array
 * @len:	elements of a fixed array, 0 for a scalar
 * @is_signed:	of the value or element
 * @filter:	FILTER_*
 */
struct trace_field {
	const char	*type;
	const char	*name;
	u16		offset;
	u16		size;
	u16		len;
	u8		is_signed;
	u8		filter;
};

/* A reader's state while it turns records into text; see kernel/trace/output. */
struct trace_iterator {
	struct trace_array	*tr;
	struct trace_seq	seq;		/* text of the current line(s) */
	struct trace_seq	tmp_seq;	/* scratch of the __print_*() helpers, reset for each record */
	const struct trace_entry *ent;		/* current record */
	unsigned int		ent_size;
	int			cpu;		/* of the current record */
	u64			ts;		/* in units of the instance's clock */
	u64			lost_events;	/* lost on @cpu before this record */
	u64			opts;		/* TRACE_OPT_* in force for this reader */
	u64			nr;		/* number of this record, from 0 */
	u64			start_ts;	/* what the latency format counts from */
	u64			next_ts;	/* of the record that comes next, 0 when none is known */
	struct tracer		*tracer;	/* who prints first; fixed at open, may be NULL */
	struct name_cache	*names;		/* output layer: what was looked up so far, may be NULL */
	void			*private;	/* of @tracer, from its ->open to its ->close */
};

enum print_line_t {
	TRACE_TYPE_PARTIAL_LINE	= 0,	/* seq overflowed: print this record again */
	TRACE_TYPE_HANDLED	= 1,
	TRACE_TYPE_UNHANDLED	= 2,	/* fall back to the generic printer */
	TRACE_TYPE_NO_CONSUME	= 3,	/* handled, do not consume */
};

struct trace_event;
typedef enum print_line_t (*trace_print_func)(struct trace_iterator *iter, int flags, struct trace_event *event);

/* Printers of one kind of record; raw, hex and bin output come from the field table. */
struct trace_event_functions {
	trace_print_func	trace;
};

/* A type of record that can be printed. */
struct trace_event {
	struct hlist_node		node;	/* event layer: table by type */
	int				type;
	struct trace_event_functions	*funcs;
};

/* Verbs of trace_event_class::reg. */
enum trace_reg {
	TRACE_REG_REGISTER,		/* @data: struct trace_event_file */
	TRACE_REG_UNREGISTER,
	TRACE_REG_PERF_REGISTER,	/* @data: &call->perf->file */
	TRACE_REG_PERF_UNREGISTER,
	TRACE_REG_PERF_OPEN,		/* @data: struct perf_event */
	TRACE_REG_PERF_CLOSE,
	TRACE_REG_PERF_ADD,
	TRACE_REG_PERF_DEL,
};

/**
 * struct trace_event_class - what events of one layout share
 * @system:	directory under events/
 * @probe:	records a hit; called by the tracepoint with a struct trace_event_file, of an instance or of perf
 * @reg:	switch on and off; trace_event_reg() for tracepoints
 * @fields:	of the record, without the four common ones; NULL when @get_fields is set
 * @nr_fields:	their number
 * @get_fields:	gives the table, and a number of fields if it is not @nr_fields, which is in *nr before
 * @raw_init:	last step of registration; 0 or an error.  May be NULL.
 */
struct trace_event_class {
	const char		*system;
	void			*probe;
	int			(*reg)(struct trace_event_call *call, enum trace_reg type, void *data);
	const struct trace_field *fields;
	unsigned int		nr_fields;
	const struct trace_field *(*get_fields)(struct trace_event_call *call, unsigned int *nr);
	int			(*raw_init)(struct trace_event_call *call);
};

enum {
	TRACE_EVENT_FL_CAP_ANY		= 1 << 0,	/* perf: may be used without privilege */
	TRACE_EVENT_FL_NO_SET_FILTER	= 1 << 1,
	TRACE_EVENT_FL_IGNORE_ENABLE	= 1 << 2,	/* ftrace internal: no enable file */
	TRACE_EVENT_FL_TRACEPOINT	= 1 << 3,
	TRACE_EVENT_FL_DYNAMIC		= 1 << 4,	/* made by a user; @refcnt instead of @module */
	TRACE_EVENT_FL_KPROBE		= 1 << 5,
	TRACE_EVENT_FL_UPROBE		= 1 << 6,
	TRACE_EVENT_FL_EPROBE		= 1 << 7,
	TRACE_EVENT_FL_FPROBE		= 1 << 8,
	TRACE_EVENT_FL_CUSTOM		= 1 << 9,	/* TRACE_CUSTOM_EVENT() on another event's tracepoint */
	TRACE_EVENT_FL_TEST_STR		= 1 << 10,	/* prints a string by pointer: checked when read */
};

/**
 * struct trace_event_call - one event
 * @list:	all events in order of registration; event_mutex
 * @class:	its layout
 * @name:	of an event without a tracepoint; see trace_event_name()
 * @tp:		its tracepoint, if TRACE_EVENT_FL_TRACEPOINT
 * @event:	id and printers
 * @print_fmt:	as written; enum names are replaced when the format file is read
 * @module:	owner, NULL if built in
 * @refcnt:	users of a dynamic event
 * @data:	of the class
 * @flags:	TRACE_EVENT_FL_*, fixed after registration
 * @perf:	set while perf uses the event; writes under event_mutex
 *
 * There are well over a thousand: what few of them need is elsewhere.
 */
struct trace_event_call {
	struct list_head	list;
	struct trace_event_class *class;
	union {
		const char	*name;
		struct tracepoint *tp;
	};
	struct trace_event	event;
	const char		*print_fmt;
	union {
		void		*module;
		atomic_t	refcnt;
	};
	void			*data;
	int			flags;
#ifdef CONFIG_PERF_EVENTS
	struct trace_event_perf	*perf;
#endif
};

static inline const char *trace_event_name(const struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_CUSTOM)
		return call->name;
	if (call->flags & TRACE_EVENT_FL_TRACEPOINT)
		return call->tp ? call->tp->name : NULL;
	return call->name;
}

/* Flags of an event in an instance; one word that the record path reads once. */
enum {
	EVENT_FILE_FL_ENABLED_BIT,		/* the probe is registered */
	EVENT_FILE_FL_FILTERED_BIT,		/* ->filter is set */
	EVENT_FILE_FL_SOFT_MODE_BIT,		/* registered for triggers as well */
	EVENT_FILE_FL_SOFT_DISABLED_BIT,	/* do not record */
	EVENT_FILE_FL_TRIGGER_MODE_BIT,		/* has triggers */
	EVENT_FILE_FL_TRIGGER_COND_BIT,		/* has triggers that need the record filled in */
	EVENT_FILE_FL_PID_FILTER_BIT,		/* instance has set_event_pid or set_event_notrace_pid */
	EVENT_FILE_FL_FREED_BIT,		/* event or instance is gone: every operation is -ENODEV */
	EVENT_FILE_FL_WAS_ENABLED_BIT,		/* the ring may hold records of it */
	EVENT_FILE_FL_PERF_BIT,			/* not of an instance: hits are for perf, see event_perf_ops */
};

enum {
	EVENT_FILE_FL_ENABLED		= 1 << EVENT_FILE_FL_ENABLED_BIT,
	EVENT_FILE_FL_FILTERED		= 1 << EVENT_FILE_FL_FILTERED_BIT,
	EVENT_FILE_FL_SOFT_MODE		= 1 << EVENT_FILE_FL_SOFT_MODE_BIT,
	EVENT_FILE_FL_SOFT_DISABLED	= 1 << EVENT_FILE_FL_SOFT_DISABLED_BIT,
	EVENT_FILE_FL_TRIGGER_MODE	= 1 << EVENT_FILE_FL_TRIGGER_MODE_BIT,
	EVENT_FILE_FL_TRIGGER_COND	= 1 << EVENT_FILE_FL_TRIGGER_COND_BIT,
	EVENT_FILE_FL_PID_FILTER	= 1 << EVENT_FILE_FL_PID_FILTER_BIT,
	EVENT_FILE_FL_FREED		= 1 << EVENT_FILE_FL_FREED_BIT,
	EVENT_FILE_FL_WAS_ENABLED	= 1 << EVENT_FILE_FL_WAS_ENABLED_BIT,
	EVENT_FILE_FL_PERF		= 1 << EVENT_FILE_FL_PERF_BIT,

	/* anything of this set sends a hit down the slow path */
	EVENT_FILE_FL_SLOW		= EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED |
					  EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_PID_FILTER |
					  EVENT_FILE_FL_PERF,
};

/**
 * struct trace_event_file - one event in one instance; made when first needed
 * @flags:	EVENT_FILE_FL_*; writes under event_mutex, except SOFT_DISABLED (atomic, from triggers)
 * @tr:		its instance; the file holds no reference: instance teardown frees its files.  NULL with
 *		EVENT_FILE_FL_PERF.
 * @call:	its event
 * @filter:	RCU (sched); writes under event_mutex
 * @actions:	struct event_action::node; RCU (sched), writes under event_mutex
 * @node:	files of the instance; event_mutex
 * @sm_ref:	users of soft mode; event_mutex
 * @tm_ref:	users of trigger mode; event_mutex
 * @ref:	open files and the instance's table
 * @other_pid:	offset of a pid in the record that set_event_pid looks at besides the current one
 *		(who is woken, who runs next), or 0.  Fixed.
 * @rcu:	frees it after the last hit
 */
struct trace_event_file {
	unsigned long		flags;
	struct trace_array	*tr;
	struct trace_event_call	*call;
	struct event_filter __rcu *filter;
	struct list_head	actions;
	struct list_head	node;
	atomic_t		sm_ref;
	atomic_t		tm_ref;
	refcount_t		ref;
	u16			other_pid;
	struct rcu_head		rcu;
};

#ifdef CONFIG_PERF_EVENTS
/**
 * struct trace_event_perf - an event that perf uses; published before the first hit, freed after the last
 * @file:	what the event is registered with; EVENT_FILE_FL_PERF
 * @events:	perf_event::hlist_entry: who wants hits on a CPU; perf keeps interrupts off, readers preemption
 * @progs:	BPF programs that look first; bpf_event_mutex
 * @nr_users:	perf events, on a CPU or not; event_mutex
 */
struct trace_event_perf {
	struct trace_event_file		file;
	struct hlist_head __percpu	*events;
	struct bpf_prog_array __rcu	*progs;
	unsigned int			nr_users;
};

/* Who may use an event through perf: TRACE_EVENT_PERF_PERM(). */
struct trace_event_perf_perm {
	struct trace_event_call	*call;
	int			(*allowed)(struct trace_event_call *call, struct perf_event *p_event);
	struct trace_event_perf_perm *next;	/* boot only */
};

void trace_event_perf_perm_add(struct trace_event_perf_perm *perm);	/* boot only */
#endif

/* What perf registers for an event, NULL if it does not use it.  Context: task, event_mutex held. */
static inline struct trace_event_file *trace_event_perf_file(struct trace_event_call *call)
{
#ifdef CONFIG_PERF_EVENTS
	return call->perf ? &call->perf->file : NULL;
#else
	return NULL;
#endif
}

/* A record being written, on the stack of a generated probe. */
struct trace_event_buffer {
	union {
		struct ring_res	res;
		struct {
			u64			count;	/* what the hit is worth */
			struct task_struct	*task;	/* whom it is for besides the current one, or NULL */
			int			rctx;	/* recursion context of perf */
		} perf;				/* with EVENT_FILE_FL_PERF */
	};
	unsigned long		ip;		/* of the site that was hit; only for perf, and set by the probe */
	struct trace_event_file	*file;
	struct trace_array	*tr;
	void			*entry;		/* struct trace_entry, in the ring or in scratch memory */
	unsigned int		len;
	bool			scratch;	/* @entry is not in the ring yet: filter or trigger decides */
	struct pt_regs		*regs;		/* for stack traces from a probe, or NULL */
	unsigned long		flags;		/* of @file, read once by reserve */
	unsigned long		actions;	/* of triggers, for when the record is written; slow path */
};

/* --- the record path: any context, preemption off --- */

/**
 * trace_event_buffer_reserve() - room for one record of @file
 * @buf:	on the caller's stack
 * @file:	what the tracepoint was registered with
 * @len:	bytes, struct trace_entry included
 *
 * Return: the record with its common fields filled in, or NULL: do not record.  Pair with
 * trace_event_buffer_commit().
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *buf, struct trace_event_file *file, unsigned long len);
void trace_event_buffer_commit(struct trace_event_buffer *buf);

/* --- registration: task context --- */
int trace_event_reg(struct trace_event_call *call, enum trace_reg type, void *data);
int trace_event_raw_init(struct trace_event_call *call);
int trace_add_event_call(struct trace_event_call *call);
int trace_remove_event_call(struct trace_event_call *call);	/* -EBUSY while used */
int trace_event_get_offsets(struct trace_event_call *call);

struct trace_event_file *trace_get_event_file(const char *instance, const char *system, const char *event);
void trace_put_event_file(struct trace_event_file *file);
int trace_set_clr_event(const char *system, const char *event, int set);
int trace_array_set_clr_event(struct trace_array *tr, const char *system, const char *event, bool enable);

/* --- printing: what generated printers call --- */
int trace_raw_output_prep(struct trace_iterator *iter, struct trace_event *event);
enum print_line_t trace_handle_return(struct trace_seq *s);
__printf(2, 3) enum print_line_t trace_event_printf(struct trace_iterator *iter, const char *fmt, ...);

/* Texts of values, in @p until the record is printed. */
const char *trace_print_symbols_seq(struct trace_seq *p, unsigned long val, const struct trace_print_flags *rows);
const char *trace_print_symbols_seq_u64(struct trace_seq *p, unsigned long long val,
					const struct trace_print_flags_u64 *rows);
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim, unsigned long flags,
				  const struct trace_print_flags *rows);
const char *trace_print_flags_seq_u64(struct trace_seq *p, const char *delim, unsigned long long flags,
				      const struct trace_print_flags_u64 *rows);
const char *trace_print_array_seq(struct trace_seq *p, const void *buf, int nr, size_t el_bytes);
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf, int nr_bytes, bool joined);
const char *trace_print_bitmask_seq(struct trace_seq *p, void *mask, unsigned int nr_bytes);
const char *trace_print_hex_dump_seq(struct trace_seq *p, const char *prefix, int prefix_type, int rowsize,
				     int groupsize, const void *buf, size_t nr_bytes, bool ascii);

/* --- filters, as perf uses them --- */
int filter_match_preds(struct event_filter *filter, void *rec);

/* --- perf --- */
#ifdef CONFIG_PERF_EVENTS
#define PERF_MAX_TRACE_SIZE	8192

/* As trace_event_buffer_reserve(), for events that say what perf is to count, and for whom. */
void *trace_event_buffer_reserve_perf(struct trace_event_buffer *buf, struct trace_event_file *file, unsigned long len,
				      u64 count, struct task_struct *task);

int perf_trace_init(struct perf_event *p_event);
void perf_trace_destroy(struct perf_event *p_event);
int perf_trace_add(struct perf_event *p_event, int flags);
void perf_trace_del(struct perf_event *p_event, int flags);
int ftrace_profile_set_filter(struct perf_event *event, int event_id, char *filter_str);
void ftrace_profile_free_filter(struct perf_event *event);
void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp);
void perf_trace_buf_update(void *record, u16 type);
void perf_trace_run_bpf_submit(void *raw_data, int size, int rctx, struct trace_event_call *call, u64 count,
			       struct pt_regs *regs, struct hlist_head *head, struct task_struct *task);
void perf_event_free_bpf_prog(struct perf_event *event);
int perf_event_set_bpf_prog(struct perf_event *event, struct bpf_prog *prog, u64 bpf_cookie);

int perf_kprobe_init(struct perf_event *event, bool is_retprobe);
void perf_kprobe_destroy(struct perf_event *event);
int perf_uprobe_init(struct perf_event *event, unsigned long ref_ctr_offset, bool is_retprobe);
void perf_uprobe_destroy(struct perf_event *event);
#endif

/* --- BPF --- */
#ifdef CONFIG_BPF_EVENTS
/* raw tracepoints */
void bpf_put_raw_tracepoint(struct bpf_raw_event_map *map);
struct bpf_raw_event_map *bpf_get_raw_tracepoint(const char *name);
int bpf_probe_unregister(struct bpf_raw_event_map *map, struct bpf_raw_tp_link *link);
int bpf_probe_register(struct bpf_raw_event_map *map, struct bpf_raw_tp_link *link);
/* perf events */
int perf_event_query_prog_array(struct perf_event *p_event, void __user *uinfo);
void perf_event_detach_bpf_prog(struct perf_event *p_event);
int bpf_get_perf_event_info(const struct perf_event *p_event, u32 *prog_id, u32 *fd_type, const char **buf,
			    u64 *probe_offset, u64 *probe_addr, unsigned long *missed);
int perf_event_attach_bpf_prog(struct perf_event *p_event, struct bpf_prog *prog, u64 cookie);
unsigned int trace_call_bpf(struct trace_event_call *call, void *ctx);
/* many probes at once */
int bpf_uprobe_multi_link_attach(const union bpf_attr *attr, struct bpf_prog *prog);
int bpf_kprobe_multi_link_attach(const union bpf_attr *attr, struct bpf_prog *prog);

/* Probes of raw tracepoints, bpf_trace_run1() to 12, by number of arguments. */
#define __BPF_TRACE_RUN(n, ...)	void bpf_trace_run##n(struct bpf_raw_tp_link *link, __VA_ARGS__);
__BPF_TRACE_RUN(1, u64)
__BPF_TRACE_RUN(2, u64, u64)
__BPF_TRACE_RUN(3, u64, u64, u64)
__BPF_TRACE_RUN(4, u64, u64, u64, u64)
__BPF_TRACE_RUN(5, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(6, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(7, u64, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(8, u64, u64, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(9, u64, u64, u64, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(10, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(11, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64)
__BPF_TRACE_RUN(12, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64)
#undef __BPF_TRACE_RUN
#else
/* The same without BPF: there is nothing to find, and nothing can be attached. */
#define __BPF_TRACE_NONE(name, ...)			\
	static inline int name(__VA_ARGS__)		\
	{						\
		return -EOPNOTSUPP;			\
	}
__BPF_TRACE_NONE(bpf_probe_unregister, struct bpf_raw_event_map *map, struct bpf_raw_tp_link *link)
__BPF_TRACE_NONE(bpf_probe_register, struct bpf_raw_event_map *map, struct bpf_raw_tp_link *link)
__BPF_TRACE_NONE(perf_event_query_prog_array, struct perf_event *p_event, void __user *uinfo)
__BPF_TRACE_NONE(perf_event_attach_bpf_prog, struct perf_event *p_event, struct bpf_prog *prog, u64 cookie)
__BPF_TRACE_NONE(bpf_uprobe_multi_link_attach, const union bpf_attr *attr, struct bpf_prog *prog)
__BPF_TRACE_NONE(bpf_kprobe_multi_link_attach, const union bpf_attr *attr, struct bpf_prog *prog)
__BPF_TRACE_NONE(bpf_get_perf_event_info, const struct perf_event *p_event, u32 *prog_id, u32 *fd_type,
		 const char **buf, u64 *probe_offset, u64 *probe_addr, unsigned long *missed)
#undef __BPF_TRACE_NONE

static inline struct bpf_raw_event_map *bpf_get_raw_tracepoint(const char *name)
{
	return NULL;
}

static inline void bpf_put_raw_tracepoint(struct bpf_raw_event_map *map) { }
static inline void perf_event_detach_bpf_prog(struct perf_event *p_event) { }

/* no program: perf takes the hit */
static inline unsigned int trace_call_bpf(struct trace_event_call *call, void *ctx)
{
	return 1;
}
#endif

/* Does a BPF program want the hits of @call? */
static inline bool bpf_prog_array_valid(struct trace_event_call *call)
{
#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_BPF_EVENTS)
	struct trace_event_perf *perf = READ_ONCE(call->perf);

	return perf && rcu_access_pointer(perf->progs);
#else
	return false;
#endif
}

#endif /* _LINUX_TRACE_EVENTS_H */
