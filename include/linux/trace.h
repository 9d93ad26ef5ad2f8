/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace.h - what drivers use of the tracer: instances of their own, and copies of what is recorded.
 */
#ifndef _LINUX_TRACE_H
#define _LINUX_TRACE_H

#include <linux/bits.h>
#include <linux/compiler_attributes.h>
#include <linux/errno.h>
#include <linux/types.h>

struct trace_array;

/* What a struct trace_export wants to see. */
#define TRACE_EXPORT_FUNCTION	BIT(0)	/* records of the function tracers */
#define TRACE_EXPORT_EVENT	BIT(1)	/* events */
#define TRACE_EXPORT_MARKER	BIT(2)	/* what was written to trace_marker, and trace_printk() */

/**
 * struct trace_export - somebody who wants a copy of each record
 * @next:	the others; kernel/trace/bridge
 * @write:	takes the copy.  Called in any context with preemption off; must not be traced itself.
 * @flags:	TRACE_EXPORT_*
 */
struct trace_export {
	struct trace_export __rcu	*next;
	void	(*write)(struct trace_export *export, const void *record, unsigned int bytes);
	int	flags;
};

#ifdef CONFIG_TRACING

int register_ftrace_export(struct trace_export *export);
int unregister_ftrace_export(struct trace_export *export);

/* Instances: instances/NAME in tracefs.  Task context but for printing, which may be done anywhere. */
struct trace_array *trace_array_get_by_name(const char *name, const char *systems);
void trace_array_put(struct trace_array *tr);
int trace_array_destroy(struct trace_array *tr);
int trace_array_init_printk(struct trace_array *tr);
__printf(3, 4) int trace_array_printk(struct trace_array *tr, unsigned long ip, const char *fmt, ...);

/* Snapshots of the top level; see also <linux/kernel.h> */
int tracing_alloc_snapshot(void);

#else /* !CONFIG_TRACING */

static inline int register_ftrace_export(struct trace_export *export)
{
	return -EINVAL;
}

static inline int unregister_ftrace_export(struct trace_export *export)
{
	return 0;
}

static inline struct trace_array *trace_array_get_by_name(const char *name, const char *systems)
{
	return NULL;
}

static inline void trace_array_put(struct trace_array *tr) { }

static inline int trace_array_destroy(struct trace_array *tr)
{
	return 0;
}

static inline int trace_array_init_printk(struct trace_array *tr)
{
	return -EINVAL;
}

static inline __printf(3, 4)
int trace_array_printk(struct trace_array *tr, unsigned long ip, const char *fmt, ...)
{
	return 0;
}

#endif /* !CONFIG_TRACING */

/* Interrupts that only the architecture sees, for the tracer "osnoise". */
#ifdef CONFIG_OSNOISE_TRACER
void osnoise_trace_irq_entry(int id);
void osnoise_trace_irq_exit(int id, const char *desc);
int osnoise_arch_register(void);
void osnoise_arch_unregister(void);
#endif

#endif /* _LINUX_TRACE_H */
