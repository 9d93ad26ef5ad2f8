// SPDX-License-Identifier: GPL-2.0
/*
 * What events/header_page and events/header_event say: how user space reads a sub-buffer.
 */
#include "ring_internal.h"

/* One line as in an event's format file. */
static void header_field(struct trace_seq *s, const char *decl, size_t offset, size_t size,
			 int sign)
{
	trace_seq_printf(s, "\tfield: %s;\toffset:%zu;\tsize:%zu;\tsigned:%d;\n", decl, offset,
			 size, sign);
}

/**
 * ring_print_page_header - struct ring_subbuf, with the sizes of this ring
 * @r:	the ring
 * @s:	where to
 *
 * Context: any.
 */
void ring_print_page_header(const struct ring *r, struct trace_seq *s)
{
	const size_t at_commit = offsetof(struct ring_subbuf, commit);

	header_field(s, "u64 timestamp", offsetof(struct ring_subbuf, time_stamp), sizeof(u64), 0);
	header_field(s, "local_t commit", at_commit, sizeof(long), 1);
	header_field(s, "int overwrite", at_commit, 1, 1);
	header_field(s, "char data", offsetof(struct ring_subbuf, data), order_room(ring_order(r)), 0);
}

/**
 * ring_print_event_header - struct ring_event and the types in it
 * @s:	where to
 *
 * Context: any.
 */
void ring_print_event_header(struct trace_seq *s)
{
	trace_seq_printf(s, "# compressed entry header\n");
	trace_seq_printf(s, "\ttype_len    :%5d bits\n", 5);
	trace_seq_printf(s, "\ttime_delta  :%5d bits\n", DELTA_BITS);
	trace_seq_printf(s, "\tarray       :%5d bits\n\n", 32);
	trace_seq_printf(s, "\tpadding     : type == %d\n", RING_TYPE_PADDING);
	trace_seq_printf(s, "\ttime_extend : type == %d\n", RING_TYPE_TIME_EXTEND);
	trace_seq_printf(s, "\ttime_stamp : type == %d\n", RING_TYPE_TIME_STAMP);
	trace_seq_printf(s, "\tdata max type_len  == %d\n", RING_TYPE_DATA_MAX);
}
