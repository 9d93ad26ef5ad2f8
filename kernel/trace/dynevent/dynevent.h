/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dynevent.h - events that users define: probes on functions, addresses, programs and other events.
 */
#ifndef _TRACE_DYNEVENT_H
#define _TRACE_DYNEVENT_H

#include "event.h"

/* Files that take definitions; each limits which kinds it takes and lists. */
enum dynevent_file { DYNEVENT_ANY, DYNEVENT_KPROBE, DYNEVENT_UPROBE };

/* Take one line: 0, -EINVAL with a line in error_log, -EEXIST, -ENOENT, -EBUSY, -ENOMEM.  Task context. */
int dynevent_write(enum dynevent_file which, const char *line);
/* Remove all that @which lists: 0, or -EBUSY and nothing was removed. */
int dynevent_clear(enum dynevent_file which);
int dynevent_show(enum dynevent_file which, struct seq_file *m);
int dynevent_profile_show(enum dynevent_file which, struct seq_file *m);

/* An event of one probe that is not listed, for perf: ERR_PTR as dynevent_write().  Task context. */
struct trace_event_call *dynevent_local_create(const char *definition);
void dynevent_local_remove(struct trace_event_call *call);	/* it is not used any more */

#ifdef CONFIG_DYNAMIC_EVENTS
int trace_dynevent_init(void);
#else
static inline int trace_dynevent_init(void) { return 0; }
#endif

#endif /* _TRACE_DYNEVENT_H */
