// SPDX-License-Identifier: GPL-2.0
/*
 * files_event.c - set_event and its kin, and the files under events/.
 *
 * In events/ the gate holds event_mutex over show and store, unless CTL_UNLOCKED says that store takes it
 * itself.
 */

#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "control_internal.h"

/* === Words: set_event === */

#define EVENT_WORD_MAX	256	/* bytes of the longest word, NUL included */
#define WHOLE_WRITE	1024	/* a shorter write is not cut by a buffer of the writer's: its end ends a word */

static int show_events(struct trace_array *tr, struct seq_file *m, bool on_only)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	for (call = event_next(tr, NULL, on_only); call; call = event_next(tr, call, on_only))
		seq_printf(m, "%s:%s\n", call->class->system, trace_event_name(call));
	return 0;
}

static int available_show(struct ctl_open *co, struct seq_file *m)
{
	return show_events(co->tr, m, false);
}

static int set_event_show(struct ctl_open *co, struct seq_file *m)
{
	return show_events(co->tr, m, true);
}

static int set_event_trunc(struct ctl_open *co)
{
	int ret = event_set_match(co->tr, NULL, NULL, NULL, false);

	return ret == -EINVAL ? 0 : ret;
}

/**
 * struct word_file - an open file that takes words
 * @lock:	one write at a time
 * @words:	@lock
 */
struct word_file {
	struct mutex		lock;
	struct user_words	words;
};

static int words_open(struct ctl_open *co, struct file *file)
{
	struct word_file *wf;
	int ret;

	if (!(co->mode & FMODE_WRITE))
		return 0;
	wf = kmalloc(sizeof(*wf), GFP_KERNEL);
	if (!wf)
		return -ENOMEM;
	mutex_init(&wf->lock);
	ret = user_words_init(&wf->words, EVENT_WORD_MAX);
	if (ret) {
		kfree(wf);
		return ret;
	}
	co->private = wf;
	return 0;
}

static void set_event_release(struct ctl_open *co)
{
	struct word_file *wf = co->private;

	if (!wf)
		return;
	if (wf->words.partial)
		event_set(co->tr, wf->words.buf, true);
	user_words_free(&wf->words);
	kfree(wf);
}

static ssize_t set_event_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	struct word_file *wf = co->private;
	struct user_words *uw = &wf->words;
	size_t done = 0;
	ssize_t ret;

	guard(mutex)(&wf->lock);
	while (done < cnt) {
		ret = user_words_next(uw, ubuf + done, cnt - done, ppos);
		if (ret < 0)
			return ret;
		done += ret;
		if (uw->partial && cnt < WHOLE_WRITE)
			uw->partial = false;
		if (uw->partial || !uw->len)
			continue;
		ret = event_set(co->tr, uw->buf, true);
		if (ret)
			return ret;
	}
	return cnt;
}

static const struct ctl_stream set_event_stream = {
	.open		= words_open,
	.release	= set_event_release,
	.write		= set_event_write,
};

/* === Pid lists === */

static ssize_t pids_write(struct ctl_open *co, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	return event_pids_write(co->tr, co->file->arg, ubuf, cnt, ppos);
}

static int pids_show(struct ctl_open *co, struct seq_file *m)
{
	return event_pids_show(co->tr, co->file->arg, m);
}

static int pids_trunc(struct ctl_open *co)
{
	event_pids_clear(co->tr, co->file->arg);
	return 0;
}

static const struct ctl_stream pids_stream = { .write = pids_write };

/* === events/ and events/SYSTEM/ === */

static const char *system_of(const struct ctl_open *co)
{
	return co->dir == TDIR_SYSTEM ? co->system : NULL;
}

static int state_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%c\n", event_state(co->tr, system_of(co), NULL));
	return 0;
}

static int on_or_off(const char *text, unsigned long *val)
{
	int ret = ctl_number(text, val);

	return !ret && *val > 1 ? -EINVAL : ret;
}

static int state_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = on_or_off(text, &val);

	return ret ?: event_set_match(co->tr, NULL, system_of(co), NULL, val);
}

static int header_show(struct seq_file *m, const struct ring *ring)
{
	struct trace_seq *s = kmalloc(sizeof(*s), GFP_KERNEL);

	if (!s)
		return -ENOMEM;
	trace_seq_init(s);
	if (ring)
		ring_print_page_header(ring, s);
	else
		ring_print_event_header(s);
	trace_print_seq(m, s);
	kfree(s);
	return 0;
}

static int header_page_show(struct ctl_open *co, struct seq_file *m)
{
	return header_show(m, co->tr->ring);
}

static int header_event_show(struct ctl_open *co, struct seq_file *m)
{
	return header_show(m, NULL);
}

static int system_filter_show(struct ctl_open *co, struct seq_file *m)
{
	event_filter_show_system(co->tr, co->system, m);
	return 0;
}

static int system_filter_store(struct ctl_open *co, char *text)
{
	return event_filter_set_system(co->tr, co->system, text);
}

/* === events/SYSTEM/EVENT/ === */

static int enable_show(struct ctl_open *co, struct seq_file *m)
{
	unsigned long flags = READ_ONCE(co->event->flags);

	seq_printf(m, "%d%s\n", event_file_is_on(co->event),
		   flags & (EVENT_FILE_FL_SOFT_MODE | EVENT_FILE_FL_SOFT_DISABLED) ? "*" : "");
	return 0;
}

static int enable_store(struct ctl_open *co, char *text)
{
	unsigned long val;
	int ret = on_or_off(text, &val);

	return ret ?: event_file_enable(co->event, val);
}

static int filter_show(struct ctl_open *co, struct seq_file *m)
{
	event_filter_show(rcu_dereference_protected(co->event->filter, lockdep_is_held(&event_mutex)), m);
	return 0;
}

static int filter_store(struct ctl_open *co, char *text)
{
	return event_filter_set(co->event, text);
}

static int format_show(struct ctl_open *co, struct seq_file *m)
{
	trace_event_format(co->event->call, m);
	return 0;
}

static int id_show(struct ctl_open *co, struct seq_file *m)
{
	seq_printf(m, "%d\n", co->event->call->event.type);
	return 0;
}

/* === The tables === */

const struct ctl_file ctl_set_event_files[] = {
	{ "available_events",		0440, CTL_TOP, .show = available_show },
	{ "set_event",			0640, .show = set_event_show, .trunc = set_event_trunc,
	  .stream = &set_event_stream },
	{ "set_event_notrace_pid",	0640, .show = pids_show, .trunc = pids_trunc, .stream = &pids_stream,
	  .arg = true },
	{ "set_event_pid",		0640, .show = pids_show, .trunc = pids_trunc, .stream = &pids_stream },
	{ }
};

const struct ctl_file ctl_events_files[] = {
	{ "enable",		0640, CTL_UNLOCKED, state_show, state_store },
	{ "header_event",	0440, .show = header_event_show },
	{ "header_page",	0440, .show = header_page_show },
	{ }
};

const struct ctl_file ctl_system_files[] = {
	{ "enable",	0640, CTL_SWITCHABLE | CTL_UNLOCKED, state_show, state_store },
	{ "filter",	0640, CTL_SWITCHABLE, system_filter_show, system_filter_store },
	{ }
};

const struct ctl_file ctl_event_files[] = {
	{ "enable",	0640, CTL_SWITCHABLE, enable_show, enable_store },
	{ "filter",	0640, CTL_SWITCHABLE, filter_show, filter_store },
	{ "format",	0440, .show = format_show },
	{ "id",		0440, .show = id_show },
	{ }
};
