// SPDX-License-Identifier: GPL-2.0
/*
 * files_raw.c - trace_pipe_raw and snapshot_raw: whole sub-buffers of one CPU, as they are.
 *
 * read() gives a sub-buffer from its header on, in pieces if the caller likes.  splice() hands over the page
 * itself where the ring can spare it.  mmap() shows the ring where it is.
 *
 * A reader that waits is woken by data, by tracing_on going off, by another thread of its own closing the
 * descriptor it waits on, and by an ioctl; each time it looks why.
 */

#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uaccess.h>
#include <uapi/linux/trace_mmap.h>

#include "control_internal.h"

/**
 * struct raw_file - an open raw file
 * @ring:	live or spare one; NULL: a snapshot file without a snapshot
 * @snapshot:	@ring is the spare, held by trace_snapshot_get()
 * @lock:	one read() at a time: the rest of @page
 * @page:	sub-buffer being handed out in pieces; NULL before the first
 * @off:	bytes of it that are gone
 * @bytes:	of it; equal to @off: nothing left
 * @wakes:	times that waiters were told to go
 * @closer:	whose descriptor was closed last; NULL: everybody is to go
 */
struct raw_file {
	struct ring	*ring;
	bool		snapshot;
	struct mutex	lock;
	void		*page;
	size_t		off;
	size_t		bytes;
	unsigned int	wakes;
	fl_owner_t	closer;
};

/* === Open and close === */

static int raw_open(struct ctl_open *co, struct file *file)
{
	struct raw_file *raw = kzalloc(sizeof(*raw), GFP_KERNEL);

	if (!raw)
		return -ENOMEM;
	mutex_init(&raw->lock);
	raw->ring = co->tr->ring;
	co->private = raw;
	return stream_open(file_inode(file), file);
}

static int snapshot_raw_open(struct ctl_open *co, struct file *file)
{
	struct raw_file *raw;
	int ret = raw_open(co, file);

	if (ret)
		return ret;
	raw = co->private;
	guard(mutex)(&trace_types_lock);
	if (co->tr->tracer->use_max_tr) {
		kfree(raw);
		return -EBUSY;
	}
	raw->snapshot = !trace_snapshot_get(co->tr);
	raw->ring = raw->snapshot ? co->tr->spare : NULL;
	return 0;
}

static void raw_release(struct ctl_open *co)
{
	struct raw_file *raw = co->private;

	if (raw->page)
		ring_page_free(raw->ring, co->cpu, raw->page);
	if (raw->snapshot) {
		guard(mutex)(&trace_types_lock);
		trace_snapshot_put(co->tr);
	}
	kfree(raw);
}

/* === Waiting === */

/**
 * struct raw_wait - one call that waits
 * @co:		the file
 * @wakes:	raw_file::wakes when it began
 * @was_on:	recording was on at some time since
 */
struct raw_wait {
	struct ctl_open	*co;
	unsigned int	wakes;
	bool		was_on;
};

static struct raw_wait raw_wait_begin(struct ctl_open *co)
{
	struct raw_file *raw = co->private;

	return (struct raw_wait){ co, READ_ONCE(raw->wakes), trace_array_is_on(co->tr) };
}

/* Nothing more to wait for?  Runs in the waiting task. */
static bool raw_done(void *arg)
{
	struct raw_wait *w = arg;
	struct raw_file *raw = w->co->private;
	unsigned int wakes = READ_ONCE(raw->wakes) - w->wakes;
	bool on = trace_array_is_on(w->co->tr);

	/* After two closes nobody knows whose the first was. */
	if (wakes && (wakes > 1 || !raw->closer || raw->closer == (fl_owner_t)current->files))
		return true;
	if (w->was_on && !on)
		return true;
	w->was_on = on;
	return false;
}

static void raw_wake(struct ctl_open *co, fl_owner_t closer)
{
	struct raw_file *raw = co->private;

	if (!raw->ring)
		return;
	WRITE_ONCE(raw->closer, closer);
	/* The count is what waiters look at: closer first. */
	smp_store_release(&raw->wakes, raw->wakes + 1);
	ring_wake(raw->ring, co->cpu);
}

/* A descriptor of the file is being closed: if a thread of the same process waits, it must not for ever. */
static int raw_flush(struct ctl_open *co, fl_owner_t id)
{
	raw_wake(co, id);
	return 0;
}

/* === read() === */

/* What of @want there is: the order may have changed since a page was made. */
static size_t buf_bytes(const void *page, size_t want)
{
	return min(want, page_size(virt_to_head_page(page)));
}

/* A sub-buffer in raw->page: 0, -EAGAIN, -ENOMEM. */
static int page_fill(struct ctl_open *co, struct raw_file *raw)
{
	size_t want;
	int ret;

	do {
		if (!raw->page)
			raw->page = ring_page_alloc(raw->ring, co->cpu);
		if (!raw->page)
			return -ENOMEM;
		want = ring_subbuf_bytes(raw->ring);
		ret = ring_page_read(raw->ring, co->cpu, &raw->page, want, false);
		/* The order grew since the page was made: take another. */
		if (ret == -EINVAL) {
			ring_page_free(raw->ring, co->cpu, raw->page);
			raw->page = NULL;
		}
	} while (ret == -EINVAL);
	raw->bytes = ret < 0 ? 0 : buf_bytes(raw->page, want);
	raw->off = 0;
	return ret < 0 ? ret : 0;
}

static ssize_t page_rest(struct raw_file *raw, char __user *ubuf, size_t cnt)
{
	size_t nr = min(cnt, raw->bytes - raw->off);
	size_t left = copy_to_user(ubuf, raw->page + raw->off, nr);

	if (nr && left == nr)
		return -EFAULT;
	raw->off += nr - left;
	return nr - left;
}

static ssize_t read_once(struct ctl_open *co, char __user *ubuf, size_t cnt)
{
	struct raw_file *raw = co->private;
	int ret;

	guard(mutex)(&raw->lock);
	if (raw->off == raw->bytes) {
		ret = page_fill(co, raw);
		if (ret)
			return ret;
	}
	return page_rest(raw, ubuf, cnt);
}

static ssize_t raw_read(struct ctl_open *co, struct file *file, char __user *ubuf, size_t cnt)
{
	struct raw_file *raw = co->private;
	struct raw_wait w;
	ssize_t ret;
	int err;

	if (!cnt || !raw->ring)
		return 0;
	w = raw_wait_begin(co);
	while ((ret = read_once(co, ubuf, cnt)) == -EAGAIN) {
		if (raw->snapshot || raw_done(&w))
			return 0;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		err = ring_wait(raw->ring, co->cpu, 0, raw_done, &w);
		if (err)
			return err;
	}
	return ret;
}

/* === splice() === */

static void raw_pipe_release(struct pipe_inode_info *pipe, struct pipe_buffer *buf)
{
	put_page(buf->page);
}

static const struct pipe_buf_operations raw_pipe_ops = {
	.release	= raw_pipe_release,
	.get		= generic_pipe_buf_get,
};

static void raw_spd_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/* One sub-buffer into @spd: 0, -EAGAIN, -ENOMEM. */
static int splice_page(struct ctl_open *co, struct splice_pipe_desc *spd, size_t bytes, bool full)
{
	struct raw_file *raw = co->private;
	void *page = ring_page_alloc(raw->ring, co->cpu);
	int ret;

	if (!page)
		return -ENOMEM;
	ret = ring_page_read(raw->ring, co->cpu, &page, bytes, full);
	if (ret < 0) {
		ring_page_free(raw->ring, co->cpu, page);
		return ret;
	}
	spd->pages[spd->nr_pages] = virt_to_page(page);
	spd->partial[spd->nr_pages] = (struct partial_page){ .len = buf_bytes(page, bytes) };
	spd->nr_pages++;
	return 0;
}

static int splice_fill(struct ctl_open *co, struct splice_pipe_desc *spd, size_t len, size_t bytes, bool full)
{
	int ret = 0;

	while (spd->nr_pages < spd->nr_pages_max && len >= bytes && !ret) {
		ret = splice_page(co, spd, bytes, full);
		len -= bytes;
	}
	return spd->nr_pages ? 0 : ret;
}

/* What there is, after waiting for it: 0 with or, if there will be none, without pages; or an error. */
static int splice_wait_fill(struct ctl_open *co, struct splice_pipe_desc *spd, size_t len, size_t bytes,
			    bool nonblock)
{
	struct raw_file *raw = co->private;
	int percent = raw->snapshot ? 0 : co->tr->buffer_percent;
	struct raw_wait w = raw_wait_begin(co);
	bool waited = false;
	int ret;

	for (;;) {
		ret = splice_fill(co, spd, len, bytes, percent);
		/* Woken with less than a whole sub-buffer there: take that rather than spin. */
		if (ret == -EAGAIN && waited)
			ret = splice_fill(co, spd, len, bytes, false);
		if (ret != -EAGAIN)
			return ret;
		if (raw->snapshot || raw_done(&w)) {
			ret = splice_fill(co, spd, len, bytes, false);
			return ret == -EAGAIN ? 0 : ret;
		}
		if (nonblock)
			return -EAGAIN;
		ret = ring_wait(raw->ring, co->cpu, percent, raw_done, &w);
		if (ret)
			return ret;
		waited = true;
	}
}

static ssize_t raw_splice(struct ctl_open *co, struct file *file, loff_t *ppos, struct pipe_inode_info *pipe,
			  size_t len, unsigned int flags)
{
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct page *pages[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {
		.pages		= pages,
		.partial	= partial,
		.nr_pages_max	= PIPE_DEF_BUFFERS,
		.ops		= &raw_pipe_ops,
		.spd_release	= raw_spd_release,
	};
	struct raw_file *raw = co->private;
	size_t bytes;
	ssize_t ret;

	if (!raw->ring)
		return 0;
	bytes = ring_subbuf_bytes(raw->ring);
	if (len < bytes)
		return -EINVAL;
	if (splice_grow_spd(pipe, &spd))
		return -ENOMEM;
	ret = splice_wait_fill(co, &spd, len, bytes,
			       (file->f_flags & O_NONBLOCK) || (flags & SPLICE_F_NONBLOCK));
	if (!ret && spd.nr_pages)
		ret = splice_to_pipe(pipe, &spd);
	splice_shrink_spd(&spd);
	return ret;
}

/* === poll(), mmap(), ioctl() === */

static __poll_t raw_poll(struct ctl_open *co, struct file *file, struct poll_table_struct *pt)
{
	struct raw_file *raw = co->private;

	if (!raw->ring)
		return EPOLLIN | EPOLLRDNORM;
	return (__force __poll_t)ring_poll(raw->ring, co->cpu, file, pt, co->tr->buffer_percent);
}

static struct ctl_open *vma_co(struct vm_area_struct *vma)
{
	return ctl_open_of(vma->vm_file);
}

static void raw_vma_open(struct vm_area_struct *vma)
{
	struct ctl_open *co = vma_co(vma);

	ring_map_dup(co->tr->ring, co->cpu);
}

static void raw_vma_close(struct vm_area_struct *vma)
{
	struct ctl_open *co = vma_co(vma);

	ring_unmap(co->tr->ring, co->cpu);
}

/* A part of a mapping would have no header page. */
static int raw_vma_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static const struct vm_operations_struct raw_vm_ops = {
	.open		= raw_vma_open,
	.close		= raw_vma_close,
	.may_split	= raw_vma_may_split,
};

static int raw_mmap(struct ctl_open *co, struct vm_area_struct *vma)
{
	int ret = ring_map(co->tr->ring, co->cpu, vma);

	if (!ret)
		vma->vm_ops = &raw_vm_ops;
	return ret;
}

/* A new page for the reader of a mapping; waits for data unless the file is non-blocking. */
static long raw_get_reader(struct ctl_open *co, struct file *file)
{
	struct raw_file *raw = co->private;
	struct raw_wait w = raw_wait_begin(co);
	int ret;

	if (!(file->f_flags & O_NONBLOCK)) {
		ret = ring_wait(raw->ring, co->cpu, co->tr->buffer_percent, raw_done, &w);
		if (ret)
			return ret;
	}
	return ring_map_get_reader(raw->ring, co->cpu);
}

static long raw_ioctl(struct ctl_open *co, struct file *file, unsigned int cmd, unsigned long arg)
{
	switch (cmd) {
	case TRACE_MMAP_IOCTL_GET_READER:
		return raw_get_reader(co, file);
	case 0:		/* let all who wait on this file go */
		raw_wake(co, NULL);
		return 0;
	default:
		return -ENOTTY;
	}
}

static const struct ctl_stream raw_stream = {
	.open		= raw_open,
	.release	= raw_release,
	.read		= raw_read,
	.splice		= raw_splice,
	.poll		= raw_poll,
	.mmap		= raw_mmap,
	.ioctl		= raw_ioctl,
	.flush		= raw_flush,
};

static const struct ctl_stream snapshot_raw_stream = {
	.open		= snapshot_raw_open,
	.release	= raw_release,
	.read		= raw_read,
	.splice		= raw_splice,
	.poll		= raw_poll,
};

const struct ctl_file ctl_raw_cpu_files[] = {
	{ "trace_pipe_raw",	0440, .stream = &raw_stream },
	{ "snapshot_raw",	0440, .stream = &snapshot_raw_stream },
	{ }
};
