/* SPDX-License-Identifier: GPL-2.0 */
/*
 * probe.h - what all kinds of probe event share; private to the dynevent layer.
 */
#ifndef _TRACE_PROBE_H
#define _TRACE_PROBE_H

#include "dynevent.h"
#include "fetch.h"

#define PROBE_NAME_SIZE	64	/* bytes of a group or event name, NUL included */

struct probe;
struct probe_event;

/**
 * struct probe_def - the head of a definition line
 * @line:	the line, for errors
 * @letter:	first letter
 * @number:	digits behind the letter ("r10"), 0 if none
 * @number_col:	column of them
 * @has_number:	there were some
 * @group:	name of the group; the kind's default if none was given
 * @event:	name of the event, or "" for an automatic one
 * @name_col:	column of group and event
 * @place:	column where the place begins, and
 * @place_end:	ends
 * @args:	column where the arguments begin
 * @args_end:	column where they end, 0: at the end of the line
 */
struct probe_def {
	struct probe_line	line;
	char			letter;
	unsigned long		number;
	unsigned int		number_col;
	bool			has_number;
	char			group[PROBE_NAME_SIZE];
	char			event[PROBE_NAME_SIZE];
	unsigned int		name_col;
	unsigned int		place, place_end;
	unsigned int		args;
	unsigned int		args_end;
};

/**
 * struct probe_kind - one kind of probe
 * @who:	name in error_log
 * @letters:	first letters of its definitions
 * @group:	default group
 * @file:	the file that lists it beside dynamic_events
 * @size:	of the object that holds its struct probe, which comes first
 * @flags:	TRACE_EVENT_FL_* of its events
 * @takes:	for a letter that two kinds share: is @def one of ours?  May be NULL.
 * @parse:	take the place of @def apart into @p; sets p->ret, def->line.have, and an automatic name
 * @add:	make the probe ready, switched off
 * @del:	undo @add for @nr probes at once, so that one grace period serves all; none is on
 * @arm:	switch on one probe: 0 or an error
 * @disarm:	switch it off
 * @use:	instead of @arm: switch it on in one instance; event_mutex held
 * @unuse:	switch it off there
 * @show_place:	text of the place
 * @show_tail:	text behind the arguments.  May be NULL.
 * @at:	does the text name this place?
 * @free:	what @parse allocated.
 * @missed:	hits that were not recorded; NULL: there are none
 * @funcs:	printers
 */
struct probe_kind {
	const char		*who;
	const char		*letters;
	const char		*group;
	enum dynevent_file	file;
	size_t			size;
	int			flags;
	bool			(*takes)(const struct probe_def *def);
	int			(*parse)(struct probe *p, struct probe_def *def);
	int			(*add)(struct probe *p, struct probe_def *def);
	void			(*del)(struct probe **ps, unsigned int nr);
	int			(*arm)(struct probe *p);
	void			(*disarm)(struct probe *p);
	int			(*use)(struct probe *p, struct trace_event_file *file);
	void			(*unuse)(struct probe *p, struct trace_event_file *file);
	void			(*show_place)(const struct probe *p, struct seq_file *m);
	void			(*show_tail)(const struct probe *p, struct seq_file *m);
	bool			(*at)(const struct probe *p, const char *place, unsigned int len);
	void			(*free)(struct probe *p);
	unsigned long		(*missed)(const struct probe *p);
	struct trace_event_functions *funcs;
};

/**
 * struct probe - one place with one set of arguments
 * @node:	probe_event::probes; RCU, writes under probe_lock
 * @event:	the event it records
 * @kind:	fixed
 * @letter:	as defined ("p", "r", ...)
 * @ret:	fires on return
 * @number:	digits of the definition
 * @prog:	its arguments
 * @hits:	per CPU
 */
struct probe {
	struct list_head	node;
	struct probe_event	*event;
	const struct probe_kind	*kind;
	char			letter;
	bool			ret;
	unsigned int		number;
	struct fetch_prog	prog;
	unsigned long __percpu	*hits;
};

/* One instance in which an event is on. */
struct probe_use {
	struct list_head	node;		/* probe_event::uses; RCU, writes under event_mutex */
	struct trace_event_file	*file;
	struct rcu_head		rcu;
};

/**
 * struct probe_event - an event and the probes that record it
 * @node:	all probe events; probe_lock
 * @class:	of @call; one event, one class
 * @call:	the event
 * @kind:	of its probes
 * @probes:	its probes; RCU, writes under probe_lock and event_mutex
 * @uses:	instances in which it is on, and perf; RCU, writes under event_mutex
 * @fields:	of its records; fixed
 * @nr_fields:	their number
 * @local:	made by perf, not listed
 */
struct probe_event {
	struct list_head	node;
	struct trace_event_class class;
	struct trace_event_call	call;
	const struct probe_kind	*kind;
	struct list_head	probes;
	struct list_head	uses;
	struct trace_field	*fields;
	unsigned int		nr_fields;
	bool			local;
};

/* Heads of records: ABI through the format file. */
struct probe_entry_head	{ struct trace_entry ent; unsigned long ip; };
struct probe_ret_head	{ struct trace_entry ent; unsigned long func, ret_ip; };

static inline struct probe_event *probe_event_of(struct trace_event_call *call)
{
	return container_of(call, struct probe_event, call);
}

static inline struct probe *probe_first(const struct probe_event *pe)
{
	return list_first_entry(&pe->probes, struct probe, node);
}

/* --- probe.c --- */
extern struct mutex probe_lock;		/* list of probe events; taken before event_mutex */
void probe_kind_register(struct probe_kind *kind);		/* boot only */
/* Record a hit everywhere the event is on.  @a, @b: the words of the head.  Context of the hit. */
void probe_hit(struct probe *p, const struct fetch_env *env, unsigned long a, unsigned long b);
/* Record a hit in one instance, where the event is @file; a record without a head. */
void probe_hit_file(struct probe *p, const struct fetch_env *env, struct trace_event_file *file);
/*
 * The same with a record that was filled in elsewhere, @len bytes; the head is still missing.  Preemption off.
 */
void probe_hit_fetched(struct probe *p, struct pt_regs *regs, void *rec, unsigned int len, unsigned long a,
		       unsigned long b);
bool probe_is_on(const struct probe_event *pe);
struct probe_event *probe_next(struct probe_event *pe);		/* probe_lock held; NULL starts and ends */

#ifdef CONFIG_KPROBE_EVENTS
void kprobe_kind_init(void);
#else
static inline void kprobe_kind_init(void) { }
#endif
#ifdef CONFIG_UPROBE_EVENTS
void uprobe_kind_init(void);
#else
static inline void uprobe_kind_init(void) { }
#endif
void eprobe_kind_init(void);

#endif /* _TRACE_PROBE_H */
