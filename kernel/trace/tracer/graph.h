/* SPDX-License-Identifier: GPL-2.0 */
/*
 * graph.h - options of the function_graph tracer, for who records and who prints.
 */
#ifndef _TRACE_GRAPH_H
#define _TRACE_GRAPH_H

#include "func_internal.h"

enum graph_opt {
	GRAPH_OPT_OVERRUN	= 1 << 0,
	GRAPH_OPT_CPU		= 1 << 1,
	GRAPH_OPT_OVERHEAD	= 1 << 2,
	GRAPH_OPT_PROC		= 1 << 3,
	GRAPH_OPT_DURATION	= 1 << 4,
	GRAPH_OPT_ABSTIME	= 1 << 5,
	GRAPH_OPT_IRQS		= 1 << 6,
	GRAPH_OPT_TAIL		= 1 << 7,
	GRAPH_OPT_RETVAL	= 1 << 8,
	GRAPH_OPT_RETVAL_HEX	= 1 << 9,
	GRAPH_OPT_SLEEP_TIME	= 1 << 10,
	GRAPH_OPT_GRAPH_TIME	= 1 << 11,
};

#define GRAPH_OPT_DEFAULT	(GRAPH_OPT_CPU | GRAPH_OPT_OVERHEAD | GRAPH_OPT_DURATION | GRAPH_OPT_IRQS | \
				 GRAPH_OPT_SLEEP_TIME | GRAPH_OPT_GRAPH_TIME)

/* graph.c */
u32 graph_opts(const struct trace_array *tr);

/* graph_print.c */
void graph_print_open(struct trace_iterator *iter);
void graph_print_close(struct trace_iterator *iter);
void graph_print_header(struct seq_file *m, struct trace_iterator *iter);
enum print_line_t graph_print_line(struct trace_iterator *iter);

#endif /* _TRACE_GRAPH_H */
