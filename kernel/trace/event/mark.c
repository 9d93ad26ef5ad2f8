// SPDX-License-Identifier: GPL-2.0
/*
 * mark.c - what user space writes to trace_marker and trace_marker_raw.
 *
 * The text is copied from user memory straight into the ring.  If that memory is not there at once, the
 * reservation is given back and the text is fetched first, where one may sleep.
 */

#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "event_internal.h"

/* What differs between text and raw data. */
struct mark_kind {
	int		type;
	unsigned int	head;		/* bytes of the record before what the user wrote */
	unsigned int	tail;		/* behind it, at most */
};

static const struct mark_kind mark_text = { TRACE_PRINT, offsetof(struct print_entry, buf), 2 };
static const struct mark_kind mark_raw = { TRACE_RAW_DATA, offsetof(struct raw_data_entry, id), 0 };

static unsigned int mark_len(const struct mark_kind *kind, size_t cnt)
{
	return ALIGN(kind->head + cnt + kind->tail, 4);
}

/* Longest record of a mark, whatever the size of a sub-buffer: its text must fit what prints a line. */
#define MARK_BYTES	4072U

/* Marks up to here fit in any sub-buffer, and need not be measured. */
#define MARK_SHORT	1024U

static size_t mark_max(struct trace_array *tr, const struct mark_kind *kind)
{
	return round_down(min(ring_max_len(tr->ring), MARK_BYTES), 4) - kind->head - kind->tail;
}

/* Behind the @cnt bytes from the user: a new line if there is none, and zeroes to the end of the record. */
static __always_inline void mark_end(const struct mark_kind *kind, void *rec, size_t cnt)
{
	char *p = rec + kind->head + cnt, *end = rec + mark_len(kind, cnt);

	if (kind->tail && p[-1] != '\n')
		*p++ = '\n';
	/* at most five: not worth a call */
	while (p < end)
		*p++ = '\0';
}

/* Out into the ring, with the triggers of ftrace:print. */
static __always_inline void mark_commit(struct trace_array *tr, const struct mark_kind *kind, void *rec, size_t cnt,
					struct ring_res *res)
{
	struct trace_event_file *file = READ_ONCE(event_inst(tr)->marker);
	unsigned long actions = 0;

	mark_end(kind, rec, cnt);
	if (kind->type == TRACE_PRINT && file && (READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_MODE))
		actions = event_actions_run(file, rec);
	event_tap_record(tr, kind->type, rec, mark_len(kind, cnt));
	trace_record_commit(tr, res);
	if (actions)
		event_actions_post(file, actions);
}

/* From user memory: bytes written, -EBADF (recording is off), -EFAULT (it is not there now). */
static __always_inline ssize_t mark_from_user(struct trace_array *tr, const struct mark_kind *kind,
					      const char __user *ubuf, size_t cnt)
{
	struct ring_res res __uninitialized;
	unsigned long left;
	void *rec;

	guard(preempt_notrace)();
	rec = trace_record_reserve(tr, &res, kind->type, mark_len(kind, cnt));
	if (!rec)
		return -EBADF;
	pagefault_disable();
	left = __copy_from_user_inatomic(rec + kind->head, ubuf, cnt);
	pagefault_enable();
	if (unlikely(left)) {
		ring_discard(&res);
		return -EFAULT;
	}
	if (kind->type == TRACE_PRINT)
		((struct print_entry *)rec)->ip = (unsigned long)tracing_mark_write;
	mark_commit(tr, kind, rec, cnt, &res);
	return cnt;
}

/* The same, by way of a copy. */
static noinline ssize_t mark_by_copy(struct trace_array *tr, const struct mark_kind *kind, const char __user *ubuf,
				     size_t cnt)
{
	void *copy __free(kfree) = memdup_user(ubuf, cnt);
	struct ring_res res;
	void *rec;

	if (IS_ERR(copy))
		return PTR_ERR(copy);
	guard(preempt_notrace)();
	rec = trace_record_reserve(tr, &res, kind->type, mark_len(kind, cnt));
	if (!rec)
		return -EBADF;
	memcpy(rec + kind->head, copy, cnt);
	if (kind->type == TRACE_PRINT)
		((struct print_entry *)rec)->ip = (unsigned long)tracing_mark_write;
	mark_commit(tr, kind, rec, cnt, &res);
	return cnt;
}

/* Inline, so that what differs between the kinds is known beforehand. */
static __always_inline ssize_t mark_write(struct trace_array *tr, const struct mark_kind *kind, const char __user *ubuf,
					  size_t cnt)
{
	ssize_t ret;

	if (!(READ_ONCE(tr->opts) & TRACE_OPT(MARKERS)))
		return -EINVAL;
	if (!access_ok(ubuf, cnt))
		return -EFAULT;
	ret = mark_from_user(tr, kind, ubuf, cnt);
	return unlikely(ret == -EFAULT) ? mark_by_copy(tr, kind, ubuf, cnt) : ret;
}

/*
 * Tools know marks by the name of this function, which is where their records say they come from.
 */
ssize_t tracing_mark_write(struct trace_array *tr, const char __user *ubuf, size_t cnt)
{
	if (unlikely(cnt > MARK_SHORT))
		cnt = min(cnt, mark_max(tr, &mark_text));
	return cnt ? mark_write(tr, &mark_text, ubuf, cnt) : 0;
}

/**
 * trace_mark_write() - a write to trace_marker
 * @tr:		instance
 * @ip:		not used
 * @ubuf:	text
 * @cnt:	its length; more than a record holds is cut, and the caller told so
 *
 * Context: task.
 * Return: bytes written, -EFAULT, -EINVAL (option markers is off), -EBADF (recording is off).
 */
ssize_t trace_mark_write(struct trace_array *tr, unsigned long ip, const char __user *ubuf, size_t cnt)
{
	return tracing_mark_write(tr, ubuf, cnt);
}

/**
 * trace_mark_raw_write() - a write to trace_marker_raw
 * @tr:		instance
 * @ubuf:	an id of four bytes and data
 * @cnt:	its length
 *
 * Context: task.
 * Return: as trace_mark_write(); -EINVAL also if @cnt is less than an id or more than a record holds.
 */
ssize_t trace_mark_raw_write(struct trace_array *tr, const char __user *ubuf, size_t cnt)
{
	if (cnt < sizeof_field(struct raw_data_entry, id) || cnt > mark_max(tr, &mark_raw))
		return -EINVAL;
	return mark_write(tr, &mark_raw, ubuf, cnt);
}
