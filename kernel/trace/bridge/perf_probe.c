// SPDX-License-Identifier: GPL-2.0
/*
 * perf_probe.c - probes that perf makes for itself: the PMUs "kprobe" and "uprobe".
 *
 * The perf event describes the probe; an event is made that no file lists, and goes with the perf event.
 */

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/limits.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "bridge.h"
#include "dynevent.h"

static int local_attach(struct perf_event *p_event, const char *definition)
{
	struct trace_event_call *call = dynevent_local_create(definition);
	int ret;

	if (IS_ERR(call))
		return PTR_ERR(call);
	scoped_guard(mutex, &event_mutex)
		ret = trace_perf_attach(call, p_event);
	if (ret)
		dynevent_local_remove(call);
	return ret;
}

static void local_detach(struct perf_event *p_event)
{
	struct trace_event_call *call = p_event->tp_event;

	scoped_guard(mutex, &event_mutex)
		trace_perf_detach(p_event);
	dynevent_local_remove(call);
}

/* A string of the user who opens the perf event: "" for none, ERR_PTR(-E2BIG) if it is too long. */
static char *user_word(u64 addr, long max)
{
	char *word;

	if (!addr)
		return kstrdup("", GFP_KERNEL) ?: ERR_PTR(-ENOMEM);
	word = strndup_user(u64_to_user_ptr(addr), max);
	return word == ERR_PTR(-EINVAL) ? ERR_PTR(-E2BIG) : word;
}

/**
 * perf_kprobe_init() - a perf event of the PMU "kprobe" is opened
 * @p_event:	attr.kprobe_func and attr.probe_offset, or attr.kprobe_addr say where
 * @is_retprobe: at the return of the function
 *
 * Context: task.
 * Return: 0, -E2BIG (name too long), as dynevent_write() or trace_perf_attach().
 */
int perf_kprobe_init(struct perf_event *p_event, bool is_retprobe)
{
	char *func __free(kfree) = user_word(p_event->attr.kprobe_func, KSYM_NAME_LEN);
	char *def __free(kfree) = NULL;
	const struct perf_event_attr *attr = &p_event->attr;
	char kind = is_retprobe ? 'r' : 'p';

	if (IS_ERR(func))
		return PTR_ERR(no_free_ptr(func));
	if (*func)
		def = kasprintf(GFP_KERNEL, "%c:perf/kprobe %s+%llu", kind, func, attr->probe_offset);
	else
		def = kasprintf(GFP_KERNEL, "%c:perf/kprobe 0x%llx", kind, attr->kprobe_addr);
	return def ? local_attach(p_event, def) : -ENOMEM;
}

/**
 * perf_kprobe_destroy() - it is closed
 * @p_event:	as perf_kprobe_init()
 *
 * Context: task.
 */
void perf_kprobe_destroy(struct perf_event *p_event)
{
	local_detach(p_event);
}

/**
 * perf_uprobe_init() - a perf event of the PMU "uprobe" is opened
 * @p_event:	attr.uprobe_path and attr.probe_offset say where
 * @ref_ctr_offset: of a counter in the program of who looks, 0: none
 * @is_retprobe: at the return of the function
 *
 * Context: task.
 * Return: 0, -EINVAL (no path), -E2BIG (too long), as dynevent_write() or trace_perf_attach().
 */
int perf_uprobe_init(struct perf_event *p_event, unsigned long ref_ctr_offset, bool is_retprobe)
{
	char *path __free(kfree) = user_word(p_event->attr.uprobe_path, PATH_MAX);
	char *def __free(kfree) = NULL;
	const struct perf_event_attr *attr = &p_event->attr;
	char kind = is_retprobe ? 'r' : 'p';

	if (IS_ERR(path))
		return PTR_ERR(no_free_ptr(path));
	if (!*path)
		return -EINVAL;
	if (ref_ctr_offset)
		def = kasprintf(GFP_KERNEL, "%c:perf/uprobe %s:0x%llx(0x%lx)", kind, path, attr->probe_offset,
				ref_ctr_offset);
	else
		def = kasprintf(GFP_KERNEL, "%c:perf/uprobe %s:0x%llx", kind, path, attr->probe_offset);
	return def ? local_attach(p_event, def) : -ENOMEM;
}

/**
 * perf_uprobe_destroy() - it is closed
 * @p_event:	as perf_uprobe_init()
 *
 * Context: task.
 */
void perf_uprobe_destroy(struct perf_event *p_event)
{
	local_detach(p_event);
}
