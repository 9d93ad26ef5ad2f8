/* SPDX-License-Identifier: GPL-2.0 */
/*
 * output.h - records to text: merge CPUs by time, line prefix, fields, dump on oops.
 */
#ifndef _TRACE_OUTPUT_H
#define _TRACE_OUTPUT_H

#include <linux/fs.h>
#include <linux/poll.h>
#include <linux/sched.h>
#include "event.h"

struct trace_reader;
struct pipe_inode_info;
struct seq_file;

/*
 * A non-consuming reader of an instance (the trace file) or of one CPU of it.  Holds a reference to the
 * instance and what it needs to print until it is closed, whatever current_tracer becomes.
 * @ring: the live ring.  ERR_PTR on failure.
 */
struct trace_reader *trace_reader_open(struct trace_array *tr, struct ring *ring, int cpu, bool snapshot);
void trace_reader_close(struct trace_reader *rd);
/* Fill seq_file @m from position *pos: the seq_operations of a trace file. */
extern const struct seq_operations trace_reader_seq_ops;	/* m->private: struct trace_reader */

/*
 * A consuming reader (trace_pipe).  While it is open, current_tracer cannot change, and no other may be opened that
 * reads one of the same CPUs: ERR_PTR(-EBUSY).
 */
struct trace_reader *trace_pipe_open(struct trace_array *tr, int cpu);
/* Text of what is there, at most @cnt bytes, never half a line unless a line is longer: bytes, 0 at the end, -errno. */
ssize_t trace_pipe_read(struct trace_reader *rd, struct file *file, char __user *ubuf, size_t cnt);
ssize_t trace_pipe_splice(struct trace_reader *rd, struct file *file, loff_t *ppos, struct pipe_inode_info *pipe,
			  size_t len, unsigned int flags);
__poll_t trace_pipe_poll(struct trace_reader *rd, struct file *file, struct poll_table_struct *pt);
/* file_operations::flush: whoever waits in a read of a descriptor that is closed by another thread wakes up. */
void trace_pipe_flush(struct trace_reader *rd, fl_owner_t id);
void trace_pipe_close(struct trace_reader *rd);

/* One record to text in iter->seq: prefix, fields and new line. */
enum print_line_t trace_print_line(struct trace_iterator *iter);

/* Everything before the first record of a trace file. */
void trace_print_header(struct trace_reader *rd, struct seq_file *m);

/**
 * struct trace_latency - what a latency tracer measured, for its header
 * @ns:		the latency
 * @cpu:	where
 * @comm:	name of the task that ran
 * @pid:	its pid
 * @uid:	its user
 * @nice:	its nice value
 * @policy:	SCHED_*
 * @rt_priority: its real-time priority
 * @from_ip:	where it began, 0: not shown
 * @to_ip:	where it ended
 */
struct trace_latency {
	u64		ns;
	int		cpu;
	char		comm[TASK_COMM_LEN];
	pid_t		pid;
	uid_t		uid;
	int		nice;
	int		policy;
	int		rt_priority;
	unsigned long	from_ip;
	unsigned long	to_ip;
};

/* For tracer::print_header; the iterator must be that of a trace file. */
void trace_default_header(struct seq_file *m, struct trace_iterator *iter);
void trace_latency_header(struct seq_file *m, struct trace_iterator *iter, const struct trace_latency *lat);

/* Helpers for printers of tracers. */
void trace_print_context(struct trace_iterator *iter);
void trace_print_lat_context(struct trace_iterator *iter);
/* The five flag characters. */
int trace_print_lat_fmt(struct trace_seq *s, const struct trace_entry *entry);
/* A symbol as options sym-offset and sym-addr want it. */
void trace_print_ip(struct trace_seq *s, unsigned long ip, u64 opts);
/* The record behind the current one on its CPU, and to go past it; not for dumps. */
const struct trace_entry *trace_iter_next(struct trace_iterator *iter, u64 *ts);
void trace_iter_skip(struct trace_iterator *iter);

void trace_output_init(void);		/* boot, after the event layer: printers of the tracer's own records */

#endif /* _TRACE_OUTPUT_H */
