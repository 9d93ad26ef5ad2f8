/* SPDX-License-Identifier: GPL-2.0 */
/*
 * event.h - events: registry, fields, format texts, files per instance, filters, the record path.
 */
#ifndef _TRACE_EVENT_LAYER_H
#define _TRACE_EVENT_LAYER_H

#include <linux/trace_events.h>
#include "instance.h"

/* Ids of the records that the tracer itself writes: ABI (events/ftrace/NAME/id). */
enum trace_type {
	TRACE_FN = 1, TRACE_CTX, TRACE_WAKE, TRACE_STACK, TRACE_PRINT, TRACE_BPRINT, TRACE_MMIO_RW,
	TRACE_MMIO_MAP, TRACE_BRANCH, TRACE_GRAPH_RET, TRACE_GRAPH_ENT, TRACE_USER_STACK, TRACE_BLK,
	TRACE_BPUTS, TRACE_HWLAT, TRACE_OSNOISE, TRACE_TIMERLAT, TRACE_RAW_DATA, TRACE_FUNC_REPEATS,
	TRACE_LAST_TYPE
};

/*
 * event_mutex: registry, files, filters, triggers, enabling.  Taken before trace_types_lock (base/order.h).
 */
extern struct mutex event_mutex;
extern struct list_head trace_event_calls;	/* all events; event_mutex */

int __init trace_event_init(void);	/* boot: instance 0 exists; before the first initcall */

/* --- registry.c --- */
struct trace_event_call *trace_event_find(const char *system, const char *name);	/* event_mutex held */
struct trace_event_call *trace_event_by_type(int type);		/* any context under RCU; NULL */
const struct trace_field *trace_event_fields(struct trace_event_call *call, unsigned int *nr);
const struct trace_field *trace_event_field(struct trace_event_call *call, const char *name); /* common ones too */
extern const struct trace_field trace_common_fields[];
extern const unsigned int nr_trace_common_fields;
/* Events that a user can switch on: not those of the tracer itself. */
bool trace_event_can_enable(const struct trace_event_call *call);

/* --- builtin.c: events of the tracer itself --- */
void trace_event_set_printer(int type, struct trace_event_functions *funcs);	/* boot only */
/* Likewise: how perf switches one on. */
void trace_event_set_reg(int type, int (*reg)(struct trace_event_call *call, enum trace_reg type, void *data));

/* --- life.c --- */
/* As trace_add_event_call() and trace_remove_event_call(), for a caller that holds event_mutex. */
int trace_event_add(struct trace_event_call *call);
int trace_event_remove(struct trace_event_call *call);

/**
 * struct event_watch - who shows events as directories
 * @added:	@call can be looked up from now on
 * @removed:	@call is gone; files that are open give -ENODEV
 *
 * Context: task, event_mutex held.  Not called for events that exist when it is set.
 */
struct event_watch {
	void	(*added)(struct trace_event_call *call);
	void	(*removed)(struct trace_event_call *call);
};

void event_watch_set(const struct event_watch *watch);		/* boot only */

/* --- format.c: text of a format file, enum names replaced by numbers --- */
void trace_event_format(struct trace_event_call *call, struct seq_file *m);

/* --- file.c: one event in one instance --- */
/* Keep an event from going away: false when it is going already.  hold: event_mutex held */
bool trace_event_hold(struct trace_event_call *call);
void trace_event_drop(struct trace_event_call *call);
/* Find or make; a reference is taken.  event_mutex held.  ERR_PTR(-ENOMEM, -ENODEV) */
struct trace_event_file *event_file_get(struct trace_array *tr, struct trace_event_call *call);
void event_file_put(struct trace_event_file *file);
struct trace_event_file *event_file_find(struct trace_array *tr, struct trace_event_call *call); /* NULL: none yet */
int event_file_enable(struct trace_event_file *file, bool on);			/* event_mutex held */
int event_file_soft(struct trace_event_file *file, bool on);			/* soft mode user; event_mutex held */
bool event_file_is_on(const struct trace_event_file *file);			/* as a user sees it; NULL is off */

/* --- enable.c: many events --- */
/* Lines of available_events and (@on_only) set_event: the event after @call, NULL starts and ends.  event_mutex held */
struct trace_event_call *event_next(struct trace_array *tr, struct trace_event_call *call, bool on_only);
/* '0', '1', 'X' (mixed) or '?' (none) for what matches; NULL matches all.  event_mutex held. */
char event_state(struct trace_array *tr, const char *system, const char *name);
/* Enable what matches "system:event" patterns: 0, -EINVAL when nothing matches. Takes event_mutex. */
int event_set(struct trace_array *tr, const char *word, bool on);
int event_set_match(struct trace_array *tr, const char *match, const char *system, const char *event, bool on);

/* --- filter.c --- */
int event_filter_set(struct trace_event_file *file, char *text);	/* event_mutex held; error_log on failure */
int event_filter_set_system(struct trace_array *tr, const char *system, char *text);
void event_filter_show(struct event_filter *filter, struct seq_file *m);	/* "none\n" when NULL */
void event_filter_show_system(struct trace_array *tr, const char *system, struct seq_file *m);
int event_filter_create(struct trace_array *tr, struct trace_event_call *call, char *text, bool log,
			struct event_filter **filterp);
void event_filter_free(struct event_filter *filter);
const char *event_filter_text(const struct event_filter *filter);

/* --- inject.c: the file "inject"; event_mutex held --- */
int event_inject(struct trace_event_file *file, const char *text);	/* CONFIG_TRACE_EVENT_INJECT */

/* --- record.c: records that have no TRACE_EVENT; any context, preemption off --- */
void *trace_record_reserve(struct trace_array *tr, struct ring_res *res, int type, unsigned int len);
void trace_record_commit(struct trace_array *tr, struct ring_res *res);
void trace_record_stack(struct trace_array *tr, int skip, struct pt_regs *regs);
void trace_record_stack_from(struct trace_array *tr, unsigned long from);
/* Common fields of a record made here and now; the caller has switched preemption off once. */
void trace_fill_entry(struct trace_entry *ent, int type);

/* A record that is about to be published, for exports and tp_printk; any context, preemption off. */
typedef void (*event_tap_fn)(struct trace_array *tr, struct trace_event_call *call, const struct trace_entry *ent,
			     unsigned int len);
void event_tap_set(event_tap_fn fn);	/* task; NULL takes it off */

/* --- action.c: what else happens on a hit --- */

/**
 * struct event_action - something that runs when an event is hit in an instance: a trigger, a probe on it
 * @node:	trace_event_file::actions; RCU (sched), writes under event_mutex
 * @filter:	only for records that pass; NULL: all.  Owned by who made the action; fixed while it is added.
 * @post:	run after the record is in the ring, so that it is part of what the action keeps; @run gets NULL
 * @needs_rec:	@run looks at the record
 * @bit:	its place in the word of actions that wait for the record to be written
 * @run:	do it; @rec is NULL where nothing needed it.  Any context, preemption off.
 * @gone:	the event or the instance goes away: take the action off and free it.  event_mutex held.
 */
struct event_action {
	struct list_head	node;
	struct event_filter	*filter;
	bool			post;
	bool			needs_rec;
	unsigned int		bit;
	void			(*run)(struct event_action *a, void *rec);
	void			(*gone)(struct event_action *a);
};

int event_action_add(struct trace_event_file *file, struct event_action *a);	/* event_mutex held */
void event_action_del(struct trace_event_file *file, struct event_action *a);	/* event_mutex held */

/**
 * struct event_perf_ops - hits that are for perf (files with EVENT_FILE_FL_PERF); the bridge layer registers them
 * @reserve:	room for @buf->len bytes, or NULL: nobody listens.  @buf->perf.count and .task are set.  Common
 *		fields are perf's affair.
 * @commit:	the record is filled in.  @buf->regs are the registers of the site, NULL: make them from @buf->ip
 *
 * Context: any, preemption off.
 */
struct event_perf_ops {
	void	*(*reserve)(struct trace_event_buffer *buf);
	void	(*commit)(struct trace_event_buffer *buf);
};

void event_perf_ops_set(const struct event_perf_ops *ops);	/* boot only */

/* --- mark.c: trace_printk(), trace_marker --- */
ssize_t trace_mark_write(struct trace_array *tr, unsigned long ip, const char __user *ubuf, size_t cnt);
ssize_t trace_mark_raw_write(struct trace_array *tr, const char __user *ubuf, size_t cnt);
int trace_array_vprintk(struct trace_array *tr, unsigned long ip, const char *fmt, va_list args) __printf(3, 0);
int trace_array_puts(struct trace_array *tr, unsigned long ip, const char *str, unsigned int len);
/* Walk printk_formats and eval_map: seq_file showers used by the control layer. */
int trace_printk_formats_show(struct seq_file *m);
int trace_eval_map_show(struct seq_file *m);

/* --- pids.c: set_event_pid and set_event_notrace_pid; take event_mutex themselves --- */
ssize_t event_pids_write(struct trace_array *tr, bool no, const char __user *ubuf, size_t cnt, loff_t *ppos);
void event_pids_clear(struct trace_array *tr, bool no);
int event_pids_show(struct trace_array *tr, bool no, struct seq_file *m);

/* --- records of the tracer itself: ABI, see events/ftrace --- */

struct ftrace_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	unsigned long		parent_ip;
};

struct stack_entry {
	struct trace_entry	ent;
	int			size;
	unsigned long		caller[];
};

struct userstack_entry {
	struct trace_entry	ent;
	unsigned int		tgid;
	unsigned long		caller[8];
};

struct print_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	char			buf[];
};

struct bprint_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	const char		*fmt;
	u32			buf[];
};

struct bputs_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	const char		*str;
};

struct raw_data_entry {
	struct trace_entry	ent;
	unsigned int		id;
	char			buf[];
};

struct func_repeats_entry {
	struct trace_entry	ent;
	unsigned long		ip;
	unsigned long		parent_ip;
	u16			count;
	u16			top_delta_ts;
	u32			bottom_delta_ts;
};

struct ftrace_graph_ent_entry {
	struct trace_entry	ent;
	unsigned long		func;
	int			depth;
} __packed;

struct ftrace_graph_ret_entry {
	struct trace_entry	ent;
	unsigned long		func;
	unsigned long		retval;
	int			depth;
	unsigned int		overrun;
	unsigned long long	calltime;
	unsigned long long	rettime;
} __packed;

struct ctx_switch_entry {
	struct trace_entry	ent;
	unsigned int		prev_pid;
	unsigned int		next_pid;
	unsigned int		next_cpu;
	unsigned char		prev_prio;
	unsigned char		prev_state;
	unsigned char		next_prio;
	unsigned char		next_state;
};

#endif /* _TRACE_EVENT_LAYER_H */
