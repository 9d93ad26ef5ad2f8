// SPDX-License-Identifier: GPL-2.0
/*
 * pipe.c - trace_pipe: text of records as they come, each handed out once.
 *
 * What is taken out of the ring is either in ->rec (taken, not printed yet: ->have) or in iter.seq (printed, not
 * handed out yet, from ->readpos on).  Nothing is taken while there is text left, and text leaves iter.seq only as it
 * is handed out; so no byte is lost, whatever the sizes of the pieces that the reader asks for.
 */

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched/signal.h>
#include <linux/splice.h>
#include <linux/uaccess.h>
#include "output_internal.h"

/* All open pipes; trace_types_lock. */
static LIST_HEAD(pipes);

static bool pipe_overlaps(const struct trace_array *tr, int cpu)
{
	struct trace_reader *rd;

	lockdep_assert_held(&trace_types_lock);
	list_for_each_entry(rd, &pipes, node) {
		if (rd->iter.tr != tr)
			continue;
		if (cpu == RING_ALL_CPUS || rd->cpu == RING_ALL_CPUS || rd->cpu == cpu)
			return true;
	}
	return false;
}

static int pipe_bind(struct trace_reader *rd)
{
	struct trace_array *tr = rd->iter.tr;

	guard(mutex)(&trace_types_lock);
	if (pipe_overlaps(tr, rd->cpu))
		return -EBUSY;
	rd->ring = tr->ring;
	rd->merge = merge_open(rd->ring, rd->cpu, true);
	if (IS_ERR(rd->merge)) {
		int ret = PTR_ERR(rd->merge);

		rd->merge = NULL;
		return ret;
	}
	tr->trace_ref++;
	list_add(&rd->node, &pipes);
	rd->iter.tracer = tr->tracer;
	return 0;
}

/**
 * trace_pipe_open() - open a consuming reader
 * @tr:		instance
 * @cpu:	one CPU or RING_ALL_CPUS
 *
 * Context: task; takes trace_types_lock.
 * Return: the reader, or ERR_PTR(-EBUSY): one of its CPUs has a reader, -ENODEV, -ENOMEM.
 */
struct trace_reader *trace_pipe_open(struct trace_array *tr, int cpu)
{
	struct trace_reader *rd = reader_alloc(tr, cpu);
	int ret;

	if (IS_ERR(rd))
		return rd;
	ret = pipe_bind(rd);
	if (ret) {
		reader_free(rd);
		return ERR_PTR(ret);
	}
	if (rd->iter.tracer->open)
		rd->iter.tracer->open(&rd->iter);
	return rd;
}

/**
 * trace_pipe_close() - undo trace_pipe_open()
 * @rd:	the reader; what it took and did not hand out is gone
 *
 * Context: task; takes trace_types_lock.
 */
void trace_pipe_close(struct trace_reader *rd)
{
	scoped_guard(mutex, &trace_types_lock) {
		list_del(&rd->node);
		rd->iter.tr->trace_ref--;
	}
	reader_free(rd);
}

static size_t text_left(struct trace_reader *rd)
{
	return trace_seq_used(&rd->iter.seq) - rd->iter.seq.readpos;
}

static bool pipe_has_data(struct trace_reader *rd)
{
	return text_left(rd) || rd->have || !ring_empty(rd->ring, rd->cpu);
}

/* Nothing more will come: recording is off, and what there was has been handed out. */
static bool pipe_at_end(struct trace_reader *rd)
{
	return rd->gave && !trace_array_is_on(rd->iter.tr);
}

/* Reasons to stop waiting other than data. */
static bool pipe_wait_over(void *arg)
{
	struct trace_reader *rd = arg;

	return pipe_at_end(rd) || READ_ONCE(rd->iter.tr->dying) || READ_ONCE(rd->closer) == current->files;
}

/* Wait until there is something to hand out: 1, 0 at the end, -EAGAIN, -EINTR. */
static int pipe_wait(struct trace_reader *rd, bool nonblock)
{
	int ret;

	lockdep_assert_held(&rd->lock);
	WRITE_ONCE(rd->closer, NULL);
	while (!pipe_has_data(rd)) {
		if (nonblock)
			return -EAGAIN;
		if (pipe_wait_over(rd))
			return 0;
		/* Others may use the file meanwhile: its owner's poll(), another thread's non-blocking read. */
		mutex_unlock(&rd->lock);
		ret = ring_wait(rd->ring, rd->cpu, 0, pipe_wait_over, rd);
		mutex_lock(&rd->lock);
		if (ret)
			return ret;
		if (signal_pending(current))
			return -EINTR;
	}
	return 1;
}

/*
 * Print records until there are @want bytes of text or no more records; the text of one record is never cut here.
 * 0 or -errno.
 */
static int pipe_fill(struct trace_reader *rd, size_t want)
{
	struct trace_iterator *iter = &rd->iter;
	enum print_line_t ret;
	int got;

	lockdep_assert_held(&rd->lock);
	iter->opts = READ_ONCE(iter->tr->opts);
	name_cache_forget_tasks(iter->names);
	merge_look(rd->merge);
	while (text_left(rd) < want) {
		if (!rd->have) {
			got = reader_load(rd);
			if (got <= 0)
				return got;
		}
		ret = reader_print(rd);
		if (ret == TRACE_TYPE_PARTIAL_LINE) {
			/* Once more when what is there has been handed out. */
			if (trace_seq_used(&iter->seq))
				return 0;
			trace_seq_puts(&iter->seq, "[LINE TOO BIG]\n");
		}
		rd->have = false;
		iter->nr++;
	}
	return 0;
}

/* @len bytes of text were handed out. */
static void pipe_gave(struct trace_reader *rd, size_t len)
{
	struct trace_seq *s = &rd->iter.seq;

	rd->gave = true;
	s->readpos += len;
	if (s->readpos == trace_seq_used(s))
		trace_seq_init(s);
}

/* How much of the text may go into @room bytes without cutting a line, if there is a way. */
static size_t whole_lines(struct trace_reader *rd, size_t room)
{
	const char *text = rd->iter.seq.buffer + rd->iter.seq.readpos;
	size_t len = text_left(rd);

	if (len <= room)
		return len;
	for (len = room; len; len--)
		if (text[len - 1] == '\n')
			return len;
	return room;
}

/**
 * trace_pipe_read() - read() of trace_pipe
 * @rd:		the reader
 * @file:	O_NONBLOCK counts
 * @ubuf:	where the text goes
 * @cnt:	most bytes
 *
 * Blocks until there is something.  When recording is off and something has been read, that is the end.
 *
 * Context: task.
 * Return: bytes; 0 at the end; -EAGAIN, -EINTR, -EFAULT, -ENOMEM.
 */
ssize_t trace_pipe_read(struct trace_reader *rd, struct file *file, char __user *ubuf, size_t cnt)
{
	size_t len, left;
	int ret;

	if (!cnt)
		return 0;
	guard(mutex)(&rd->lock);
	do {
		ret = pipe_wait(rd, file->f_flags & O_NONBLOCK);
		if (ret <= 0)
			return ret;
		/* No text from a look is possible: somebody else took the records first. */
		if (!text_left(rd)) {
			ret = pipe_fill(rd, cnt);
			if (ret)
				return ret;
		}
		len = whole_lines(rd, cnt);
	} while (!len);
	left = copy_to_user(ubuf, rd->iter.seq.buffer + rd->iter.seq.readpos, len);
	if (left == len)
		return -EFAULT;
	pipe_gave(rd, len - left);
	return len - left;
}

/* Text into one page: bytes, 0 when there is none at the moment, -errno. */
static ssize_t pipe_fill_page(struct trace_reader *rd, struct page *page, size_t room)
{
	struct trace_seq *s = &rd->iter.seq;
	size_t done = 0, len;
	int ret;

	while (done < room) {
		if (!text_left(rd)) {
			ret = pipe_fill(rd, room - done);
			if (ret)
				return done ?: ret;
		}
		len = min(text_left(rd), room - done);
		if (!len)
			break;
		memcpy(page_address(page) + done, s->buffer + s->readpos, len);
		pipe_gave(rd, len);
		done += len;
	}
	return done;
}

/* One page of text into the pipe: bytes, 0 when there is none at the moment, -errno. */
static ssize_t splice_page(struct trace_reader *rd, struct pipe_inode_info *pipe, size_t len)
{
	struct pipe_buffer buf = { .ops = &default_pipe_buf_ops };
	ssize_t got;

	buf.page = alloc_page(GFP_KERNEL);
	if (!buf.page)
		return -ENOMEM;
	got = pipe_fill_page(rd, buf.page, min_t(size_t, len, PAGE_SIZE));
	if (got <= 0) {
		__free_page(buf.page);
		return got;
	}
	buf.len = got;
	/* There was room and a reader, and the pipe is locked: this takes it. */
	return add_to_pipe(pipe, &buf);
}

static bool splice_has_room(const struct pipe_inode_info *pipe)
{
	return pipe->readers && !pipe_full(pipe->head, pipe->tail, pipe->max_usage);
}

/**
 * trace_pipe_splice() - splice() from trace_pipe
 * @rd:		the reader
 * @file:	O_NONBLOCK counts
 * @ppos:	not used
 * @pipe:	where the text goes, locked
 * @len:	most bytes
 * @flags:	SPLICE_F_NONBLOCK counts
 *
 * Text is cut where a page ends and goes on in the next one; a page is filled only when the pipe has room for
 * it, so nothing is taken that cannot be given.
 *
 * Context: task.
 * Return: as trace_pipe_read().
 */
ssize_t trace_pipe_splice(struct trace_reader *rd, struct file *file, loff_t *ppos, struct pipe_inode_info *pipe,
			  size_t len, unsigned int flags)
{
	bool nonblock = file->f_flags & O_NONBLOCK || flags & SPLICE_F_NONBLOCK;
	ssize_t done = 0, got = 0;
	int ret;

	guard(mutex)(&rd->lock);
	while (!done) {
		if (!splice_has_room(pipe))
			return pipe->readers ? -EAGAIN : -EPIPE;
		ret = pipe_wait(rd, nonblock);
		if (ret <= 0)
			return ret;
		while (len > done && splice_has_room(pipe)) {
			got = splice_page(rd, pipe, len - done);
			if (got <= 0)
				break;
			done += got;
		}
		if (!len || got < 0)
			break;
	}
	return done ?: got;
}

/**
 * trace_pipe_poll() - poll() of trace_pipe
 * @rd:		the reader
 * @file:	its file
 * @pt:		who polls
 *
 * Option block: reading counts as possible at any time.
 *
 * Context: task.
 * Return: EPOLLIN | EPOLLRDNORM or 0.
 */
__poll_t trace_pipe_poll(struct trace_reader *rd, struct file *file, struct poll_table_struct *pt)
{
	__poll_t ready = (__force __poll_t)ring_poll(rd->ring, rd->cpu, file, pt, 0);

	if (READ_ONCE(rd->iter.tr->opts) & TRACE_OPT(BLOCK) || READ_ONCE(rd->have) || text_left(rd))
		ready |= EPOLLIN | EPOLLRDNORM;
	return ready;
}

/**
 * trace_pipe_flush() - a descriptor of the file was closed
 * @rd:		the reader
 * @id:		whose: the table of open files it was in
 *
 * Somebody of the same table who waits in read() or splice() is woken and sees the end of the file.  A child that
 * closes its copy disturbs nobody: its table is another.
 *
 * Context: task.
 */
void trace_pipe_flush(struct trace_reader *rd, fl_owner_t id)
{
	WRITE_ONCE(rd->closer, id);
	ring_wake(rd->ring, rd->cpu);
}
