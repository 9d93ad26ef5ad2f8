// SPDX-License-Identifier: GPL-2.0
/*
 * files_trace.c - what was recorded as text, what is taken of it, and what users add to it: trace, trace_pipe,
 * snapshot, trace_marker.
 */

#include <linux/err.h>
#include <linux/poll.h>

#include "control_internal.h"
#include "output.h"

/* === trace === */

static int reader_open(struct ctl_open *co, bool snapshot)
{
	struct trace_reader *rd;

	if (!(co->mode & FMODE_READ))
		return 0;
	rd = trace_reader_open(co->tr, co->tr->ring, co->cpu, snapshot);
	if (IS_ERR(rd))
		return PTR_ERR(rd);
	co->private = rd;
	return 0;
}

static int trace_open(struct ctl_open *co, struct file *file)
{
	return reader_open(co, false);
}

static void reader_release(struct ctl_open *co)
{
	if (co->private)
		trace_reader_close(co->private);
}

static int trace_trunc(struct ctl_open *co)
{
	trace_array_clear(co->tr, co->cpu);
	return 0;
}

static const struct ctl_stream trace_stream = {
	.open		= trace_open,
	.release	= reader_release,
	.seq		= &trace_reader_seq_ops,
};

/* === snapshot === */

/* A latency tracer keeps its worst case in the spare ring. */
static int spare_taken(struct ctl_open *co)
{
	guard(mutex)(&trace_types_lock);
	return co->tr->tracer->use_max_tr ? -EBUSY : 0;
}

static int snapshot_open(struct ctl_open *co, struct file *file)
{
	return spare_taken(co) ?: reader_open(co, true);
}

/* 0 frees, 1 takes, everything else clears; of one CPU the last two only. */
static int snapshot_store(struct ctl_open *co, char *text)
{
	struct trace_array *tr = co->tr;
	unsigned long val;
	int ret = ctl_number(text, &val);

	if (ret)
		return ret;
	guard(mutex)(&trace_types_lock);
	if (tr->tracer->use_max_tr)
		return -EBUSY;
	switch (val) {
	case 0:
		return co->cpu == RING_ALL_CPUS ? trace_snapshot_free(tr) : -EINVAL;
	case 1:
		if (co->cpu != RING_ALL_CPUS && !IS_ENABLED(CONFIG_TRACER_SNAPSHOT_PER_CPU_SWAP))
			return -EINVAL;
		return trace_snapshot_alloc(tr) ?: trace_snapshot_take(tr, co->cpu);
	default:
		if (tr->spare)
			ring_reset(tr->spare, co->cpu);
		return 0;
	}
}

static const struct ctl_stream snapshot_stream = {
	.open		= snapshot_open,
	.release	= reader_release,
	.seq		= &trace_reader_seq_ops,
};

/* === trace_pipe === */

static int pipe_open(struct ctl_open *co, struct file *file)
{
	struct trace_reader *rd = trace_pipe_open(co->tr, co->cpu);

	if (IS_ERR(rd))
		return PTR_ERR(rd);
	co->private = rd;
	return stream_open(file_inode(file), file);
}

static void pipe_release(struct ctl_open *co)
{
	trace_pipe_close(co->private);
}

static ssize_t pipe_read(struct ctl_open *co, struct file *file, char __user *ubuf, size_t cnt)
{
	return trace_pipe_read(co->private, file, ubuf, cnt);
}

static ssize_t pipe_splice(struct ctl_open *co, struct file *file, loff_t *ppos, struct pipe_inode_info *pipe,
			   size_t len, unsigned int flags)
{
	return trace_pipe_splice(co->private, file, ppos, pipe, len, flags);
}

static __poll_t pipe_poll(struct ctl_open *co, struct file *file, struct poll_table_struct *pt)
{
	return trace_pipe_poll(co->private, file, pt);
}

static int pipe_flush(struct ctl_open *co, fl_owner_t id)
{
	trace_pipe_flush(co->private, id);
	return 0;
}

static const struct ctl_stream pipe_stream = {
	.open		= pipe_open,
	.release	= pipe_release,
	.read		= pipe_read,
	.splice		= pipe_splice,
	.poll		= pipe_poll,
	.flush		= pipe_flush,
};

/* === trace_marker === */

static int marker_open(struct ctl_open *co, struct file *file)
{
	int ret;

	scoped_guard(mutex, &trace_types_lock)
		ret = trace_array_expand(co->tr);
	return ret ?: stream_open(file_inode(file), file);
}

static ssize_t marker_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	return trace_mark_write(co->tr, _THIS_IP_, ubuf, cnt);
}

static ssize_t marker_raw_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	return trace_mark_raw_write(co->tr, ubuf, cnt);
}

static const struct ctl_stream marker_stream = {
	.open		= marker_open,
	.write		= marker_write,
};

static const struct ctl_stream marker_raw_stream = {
	.open		= marker_open,
	.write		= marker_raw_write,
};

/* === The tables === */

const struct ctl_file ctl_trace_files[] = {
	{ "snapshot",		0640, .store = snapshot_store, .stream = &snapshot_stream },
	{ "trace",		0640, .trunc = trace_trunc, .stream = &trace_stream },
	{ "trace_marker",	0220, .stream = &marker_stream },
	{ "trace_marker_raw",	0220, .stream = &marker_raw_stream },
	{ "trace_pipe",		0440, .stream = &pipe_stream },
	{ }
};

const struct ctl_file ctl_trace_cpu_files[] = {
	{ "snapshot",		0640, .store = snapshot_store, .stream = &snapshot_stream },
	{ "trace",		0640, .trunc = trace_trunc, .stream = &trace_stream },
	{ "trace_pipe",		0440, .stream = &pipe_stream },
	{ }
};
