// SPDX-License-Identifier: GPL-2.0
/*
 * open.c - the one way in which control files are opened, read, written and closed.
 *
 * The gate has two halves.  gate_open() turns the numbers in an inode's cookie into references: to the
 * instance, which then cannot be removed, and in event directories to the event in the instance, which can:
 * a module may go, a probe be deleted.  So gate_enter() looks again before each show and store, and
 * keeps event_mutex until that is done.
 */

#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uaccess.h>

#include "control_internal.h"

int ctl_number(const char *text, unsigned long *val)
{
	return kstrtoul(text, 10, val);
}

/* === The gate === */

static void open_free(struct ctl_open *co)
{
	if (!co)
		return;
	if (co->event)
		event_file_put(co->event);
	trace_array_put(co->tr);
	kfree(co);
}

DEFINE_FREE(ctl_open, struct ctl_open *, open_free(_T))

/* The event a cookie means, if it is still that: ids are used again. */
static struct trace_event_file *event_open(struct trace_array *tr, const struct ctl_cookie *ck)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	call = trace_event_by_type(ck->n);
	if (!call || strcmp(trace_event_name(call), ck->name))
		return ERR_PTR(-ENODEV);
	return event_file_get(tr, call);
}

static struct ctl_open *gate_open(const struct ctl_cookie *ck, fmode_t mode)
{
	struct ctl_open *co __free(ctl_open) = kzalloc(sizeof(*co), GFP_KERNEL);

	if (!co)
		return ERR_PTR(-ENOMEM);
	co->file = ck->file;
	co->dir = ck->dir;
	co->mode = mode;
	co->n = ck->n;
	co->cpu = ck->dir == TDIR_CPU ? ck->n : RING_ALL_CPUS;
	co->system = ck->name;
	co->tr = trace_array_get_id(ck->tr);
	if (!co->tr)
		return ERR_PTR(-ENODEV);
	if (ck->dir == TDIR_EVENT) {
		struct trace_event_file *event = event_open(co->tr, ck);

		if (IS_ERR(event))
			return ERR_CAST(event);
		co->event = event;
	}
	return no_free_ptr(co);
}

static bool in_events(const struct ctl_open *co)
{
	return co->dir == TDIR_EVENTS || co->dir == TDIR_SYSTEM || co->dir == TDIR_EVENT;
}

/* 0: what the file belongs to is there, and stays until gate_leave(). */
static int gate_enter(struct ctl_open *co, bool store)
{
	bool gone = false;

	if (!in_events(co) || (store && (co->file->flags & CTL_UNLOCKED)))
		return 0;
	mutex_lock(&event_mutex);
	if (co->dir == TDIR_EVENT)
		gone = co->event->flags & EVENT_FILE_FL_FREED;
	else if (co->dir == TDIR_SYSTEM)
		gone = !ctl_system_exists(co->system);
	if (!gone)
		return 0;
	mutex_unlock(&event_mutex);
	return -ENODEV;
}

static void gate_leave(struct ctl_open *co, bool store)
{
	if (in_events(co) && !(store && (co->file->flags & CTL_UNLOCKED)))
		mutex_unlock(&event_mutex);
}

/* === Showing === */

static void *show_start(struct seq_file *m, loff_t *pos)
{
	return *pos ? NULL : m->private;
}

static void *show_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return NULL;
}

static void show_stop(struct seq_file *m, void *v)
{
}

static int show_show(struct seq_file *m, void *v)
{
	struct ctl_open *co = v;
	int ret;

	if (!co->file->show)
		return 0;
	ret = gate_enter(co, false);
	if (ret)
		return ret;
	ret = co->file->show(co, m);
	gate_leave(co, false);
	return ret;
}

static const struct seq_operations show_ops = {
	.start	= show_start,
	.next	= show_next,
	.stop	= show_stop,
	.show	= show_show,
};

/* === File operations === */

struct ctl_open *ctl_open_of(struct file *file)
{
	struct seq_file *m = file->private_data;

	return container_of(m->op, struct ctl_open, ops);
}

static const struct ctl_stream no_stream;

static const struct ctl_stream *stream_of(const struct ctl_open *co)
{
	return co->file->stream ?: &no_stream;
}

static int open_all(struct ctl_open *co, struct file *file)
{
	const struct ctl_stream *st = stream_of(co);
	struct seq_file *m;
	int ret = 0;

	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC) && co->file->trunc)
		ret = co->file->trunc(co);
	if (!ret && st->open)
		ret = st->open(co, file);
	if (ret)
		return ret;
	/* From here on constant. */
	memcpy((void *)&co->ops, st->seq ?: &show_ops, sizeof(co->ops));
	ret = seq_open(file, &co->ops);
	if (ret) {
		if (st->release)
			st->release(co);
		return ret;
	}
	m = file->private_data;
	m->private = st->seq ? co->private : co;
	return 0;
}

static int ctl_file_open(struct inode *inode, struct file *file)
{
	struct ctl_open *co = gate_open(inode->i_private, file->f_mode);
	int ret;

	if (IS_ERR(co))
		return PTR_ERR(co);
	ret = open_all(co, file);
	if (ret)
		open_free(co);
	return ret;
}

static int ctl_file_release(struct inode *inode, struct file *file)
{
	struct ctl_open *co = ctl_open_of(file);

	if (stream_of(co)->release)
		stream_of(co)->release(co);
	seq_release(inode, file);
	open_free(co);
	return 0;
}

static ssize_t ctl_file_read(struct file *file, char __user *ubuf, size_t cnt, loff_t *ppos)
{
	struct ctl_open *co = ctl_open_of(file);

	if (stream_of(co)->read)
		return stream_of(co)->read(co, file, ubuf, cnt);
	return seq_read(file, ubuf, cnt, ppos);
}

/* For splice and sendfile, which bring their own pages. */
static ssize_t ctl_file_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	return stream_of(ctl_open_of(iocb->ki_filp))->read ? -EINVAL : seq_read_iter(iocb, to);
}

/* A whole write as text. */
static int store_text(struct ctl_open *co, const char __user *ubuf, size_t cnt)
{
	char *text;
	int ret;

	if (cnt >= (co->file->max ?: PAGE_SIZE))
		return -EINVAL;
	text = memdup_user_nul(ubuf, cnt);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = gate_enter(co, true);
	if (!ret) {
		ret = co->file->store(co, strim(text));
		gate_leave(co, true);
	}
	kfree(text);
	return ret;
}

/* A write to a file that is text as a whole. */
static noinline ssize_t text_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	int ret = 0;

	if (co->file->store)
		ret = store_text(co, ubuf, cnt);
	else if (!co->file->trunc)
		ret = -EINVAL;
	if (ret)
		return ret;
	*ppos += cnt;
	return cnt;
}

static ssize_t ctl_file_write(struct file *file, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	struct ctl_open *co = ctl_open_of(file);

	if (!cnt)
		return 0;
	if (stream_of(co)->write)
		return stream_of(co)->write(co, ubuf, cnt, ppos);
	return text_write(co, ubuf, cnt, ppos);
}

static loff_t ctl_file_llseek(struct file *file, loff_t offset, int whence)
{
	struct ctl_open *co = ctl_open_of(file);

	if (stream_of(co)->read)
		return -ESPIPE;
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;	/* what is written has no place */
	return 0;
}

static ssize_t ctl_file_splice_read(struct file *file, loff_t *ppos, struct pipe_inode_info *pipe,
				    size_t len, unsigned int flags)
{
	struct ctl_open *co = ctl_open_of(file);

	if (stream_of(co)->splice)
		return stream_of(co)->splice(co, file, ppos, pipe, len, flags);
	if (stream_of(co)->read)
		return -EINVAL;
	return copy_splice_read(file, ppos, pipe, len, flags);
}

static __poll_t ctl_file_poll(struct file *file, struct poll_table_struct *pt)
{
	struct ctl_open *co = ctl_open_of(file);

	return stream_of(co)->poll ? stream_of(co)->poll(co, file, pt) : DEFAULT_POLLMASK;
}

static int ctl_file_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct ctl_open *co = ctl_open_of(file);

	return stream_of(co)->mmap ? stream_of(co)->mmap(co, vma) : -ENODEV;
}

static long ctl_file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct ctl_open *co = ctl_open_of(file);

	return stream_of(co)->ioctl ? stream_of(co)->ioctl(co, file, cmd, arg) : -ENOTTY;
}

static int ctl_file_flush(struct file *file, fl_owner_t id)
{
	struct ctl_open *co = ctl_open_of(file);

	return stream_of(co)->flush ? stream_of(co)->flush(co, id) : 0;
}

const struct file_operations ctl_fops = {
	.open		= ctl_file_open,
	.release	= ctl_file_release,
	.read		= ctl_file_read,
	.read_iter	= ctl_file_read_iter,
	.write		= ctl_file_write,
	.llseek		= ctl_file_llseek,
	.splice_read	= ctl_file_splice_read,
	.poll		= ctl_file_poll,
	.mmap		= ctl_file_mmap,
	.unlocked_ioctl	= ctl_file_ioctl,
	.compat_ioctl	= compat_ptr_ioctl,
	.flush		= ctl_file_flush,
};
