// SPDX-License-Identifier: GPL-2.0
/*
 * flags.c - the five flag characters of a record: in what context it was made.
 */

#include <linux/kernel.h>
#include "output_internal.h"

static char irqs_char(u8 flags)
{
	switch (flags & (TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF)) {
	case TRACE_FLAG_IRQS_OFF | TRACE_FLAG_BH_OFF:
		return 'D';
	case TRACE_FLAG_IRQS_OFF:
		return 'd';
	case TRACE_FLAG_BH_OFF:
		return 'b';
	default:
		return '.';
	}
}

static char resched_char(u8 flags)
{
	bool need = flags & TRACE_FLAG_NEED_RESCHED, preempt = flags & TRACE_FLAG_PREEMPT_RESCHED;
	bool lazy = flags & TRACE_FLAG_NEED_RESCHED_LAZY;

	if (need && preempt)
		return lazy ? 'B' : 'N';
	if (need)
		return lazy ? 'L' : 'n';
	if (preempt)
		return lazy ? 'b' : 'p';
	return lazy ? 'l' : '.';
}

static char context_char(u8 flags)
{
	bool hard = flags & TRACE_FLAG_HARDIRQ, soft = flags & TRACE_FLAG_SOFTIRQ;

	if (flags & TRACE_FLAG_NMI)
		return hard ? 'Z' : 'z';
	if (hard)
		return soft ? 'H' : 'h';
	return soft ? 's' : '.';
}

static char depth_char(unsigned int depth)
{
	return depth ? hex_asc[depth & 0xf] : '.';
}

/**
 * line_flags() - the five flag characters
 * @p:		where they go
 * @ent:	the record
 *
 * Context: any.
 * Return: behind them.
 */
char *line_flags(char *p, const struct trace_entry *ent)
{
	*p++ = irqs_char(ent->flags);
	*p++ = resched_char(ent->flags);
	*p++ = context_char(ent->flags);
	*p++ = depth_char(ent->preempt_count & 0xf);
	*p++ = depth_char(ent->preempt_count >> 4);
	return p;
}

/**
 * trace_print_lat_fmt() - the five flag characters
 * @s:		where they go
 * @entry:	the record
 *
 * Context: any.
 * Return: 0 when they did not fit.
 */
int trace_print_lat_fmt(struct trace_seq *s, const struct trace_entry *entry)
{
	char text[8];

	trace_seq_putmem(s, text, line_flags(text, entry) - text);
	return !trace_seq_has_overflowed(s);
}
