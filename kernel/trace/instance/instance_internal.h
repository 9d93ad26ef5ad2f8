/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance_internal.h - what the files of this folder share.
 */
#ifndef _TRACE_INSTANCE_INTERNAL_H
#define _TRACE_INSTANCE_INTERNAL_H

#include "instance.h"

/* list.c */
extern struct list_head trace_clients;		/* layers that want to know; fixed after boot */
int trace_clients_option(struct trace_array *tr, u64 bit, bool on);	/* trace_types_lock held */

/* instance.c */
int trace_array_remove_ptr(struct trace_array *tr);	/* -ENODEV if it is not one any more */

/* options.c */
u64 trace_opts_inherited(void);			/* what a new instance starts with */
int trace_opt_set_locked(struct trace_array *tr, u64 bit, bool on);
void trace_printk_dest_leave(struct trace_array *tr);	/* @tr is going: the top level takes over */

/* tracers.c */
int trace_array_init_tracer(struct trace_array *tr);	/* nop, and the default options of all tracers */
int tracer_set_locked(struct trace_array *tr, struct tracer *t);

/* size.c */
int ring_size_like(struct ring *r, const struct ring *like);	/* on each CPU: 0, -ENOMEM, -EBUSY */

/* names.c */
#define TRACE_NAMES_DEFAULT	(PID_MAX_DEFAULT / 4)

struct task_names *trace_names_alloc(unsigned int nr);
void trace_names_free(struct task_names *tn);
bool trace_names_note(struct task_names *tn, pid_t pid, pid_t tgid, const char *comm);
bool trace_names_find(struct task_names *tn, pid_t pid, pid_t *tgid, char *comm);

/* errlog.c */
struct error_log *trace_errlog_alloc(void);
void trace_errlog_free(struct error_log *log);
void trace_errlog_add(struct error_log *log, const char *who, const char *cmd, const char *msg, unsigned int col);
int trace_errlog_show(struct error_log *log, struct seq_file *m);

#endif /* _TRACE_INSTANCE_INTERNAL_H */
