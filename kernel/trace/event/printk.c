// SPDX-License-Identifier: GPL-2.0
/*
 * printk.c - trace_printk() and its kin: text from the kernel, in any context.
 *
 * A constant format is not printed at once: the record holds its address and the arguments.  So formats must
 * outlive the records: those of a module are copied when it comes, and the copies stay.
 */

#include <linux/export.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace.h>
#include "scratch.h"

/* === Writing === */

/* An instance that takes what is printed now, or NULL.  Preemption is off. */
static struct trace_array *printk_dest(void)
{
	struct trace_array *tr = trace_printk_dest();

	/* there is a top level if there is a destination */
	return tr && (READ_ONCE(trace_array_top()->opts) & TRACE_OPT(PRINTK)) ? tr : NULL;
}

/* The record is complete; @skip: frames of ours above the function that called for it. */
static void printk_commit(struct trace_array *tr, struct ring_res *res, int skip)
{
	trace_record_commit(tr, res);
	if (unlikely(READ_ONCE(tr->opts) & TRACE_OPT(STACKTRACE)))
		trace_record_stack(tr, skip + 1, NULL);
}

/* Frames between trace_record_stack() and who called one of the exported functions. */
#define PRINTK_SKIP	2

static noinline int put_text(struct trace_array *tr, unsigned long ip, const char *text, unsigned int len)
{
	bool newline = len && text[len - 1] != '\n';
	unsigned int bytes = ALIGN(offsetof(struct print_entry, buf) + len + newline + 1, 4);
	struct print_entry *rec;
	struct ring_res res;

	rec = trace_record_reserve(tr, &res, TRACE_PRINT, bytes);
	if (!rec)
		return 0;
	rec->ip = ip;
	memcpy(rec->buf, text, len);
	if (newline)
		rec->buf[len] = '\n';
	memset(rec->buf + len + newline, 0, bytes - offsetof(struct print_entry, buf) - len - newline);
	event_tap_record(tr, TRACE_PRINT, rec, bytes);
	printk_commit(tr, &res, PRINTK_SKIP);
	return len;
}

static noinline __printf(3, 0) int put_vprintf(struct trace_array *tr, unsigned long ip, const char *fmt, va_list args)
{
	struct print_entry *rec;
	unsigned int len, bytes;
	struct ring_res res;
	char *text = scratch_get();

	if (!text)
		return 0;
	len = vscnprintf(text, SCRATCH_BYTES, fmt, args);
	bytes = ALIGN(offsetof(struct print_entry, buf) + len + 1, 4);
	rec = trace_record_reserve(tr, &res, TRACE_PRINT, bytes);
	if (rec) {
		rec->ip = ip;
		memcpy(rec->buf, text, len);
		memset(rec->buf + len, 0, bytes - offsetof(struct print_entry, buf) - len);
		event_tap_record(tr, TRACE_PRINT, rec, bytes);
		printk_commit(tr, &res, PRINTK_SKIP);
	}
	scratch_put();
	return rec ? len : 0;
}

static noinline __printf(3, 0) int put_bprintf(struct trace_array *tr, unsigned long ip, const char *fmt, va_list args)
{
	struct bprint_entry *rec;
	unsigned int words, bytes;
	struct ring_res res;
	u32 *bin = scratch_get();
	int ret = 0;

	if (!bin)
		return 0;
	words = vbin_printf(bin, SCRATCH_BYTES / sizeof(*bin), fmt, args);
	if (words > SCRATCH_BYTES / sizeof(*bin))
		goto out;
	bytes = struct_size(rec, buf, words);
	rec = trace_record_reserve(tr, &res, TRACE_BPRINT, bytes);
	if (!rec)
		goto out;
	rec->ip = ip;
	rec->fmt = fmt;
	memcpy(rec->buf, bin, words * sizeof(*bin));
	event_tap_record(tr, TRACE_BPRINT, rec, bytes);
	printk_commit(tr, &res, PRINTK_SKIP);
	ret = words;
out:
	scratch_put();
	return ret;
}

/**
 * __ftrace_vprintk() - trace_printk() with a format that is not constant
 * @ip:		where from
 * @fmt:	format
 * @ap:		arguments
 *
 * Context: any.
 * Return: bytes of text, 0: nothing recorded.
 */
int __ftrace_vprintk(unsigned long ip, const char *fmt, va_list ap)
{
	struct trace_array *tr;

	guard(preempt_notrace)();
	tr = fmt ? printk_dest() : NULL;
	return tr ? put_vprintf(tr, ip, fmt, ap) : 0;
}
EXPORT_SYMBOL_GPL(__ftrace_vprintk);

/**
 * __ftrace_vbprintk() - trace_printk() with a constant format
 * @ip:		where from
 * @fmt:	format; NULL if it turned out not to be constant
 * @ap:		arguments
 *
 * Context: any.
 * Return: words of arguments, 0: nothing recorded.
 */
int __ftrace_vbprintk(unsigned long ip, const char *fmt, va_list ap)
{
	struct trace_array *tr;

	guard(preempt_notrace)();
	tr = fmt ? printk_dest() : NULL;
	return tr ? put_bprintf(tr, ip, fmt, ap) : 0;
}
EXPORT_SYMBOL_GPL(__ftrace_vbprintk);

/**
 * __trace_printk() - what trace_printk() calls for a format that is not constant
 * @ip:		where from
 * @fmt:	format, with arguments
 *
 * Context: any.
 * Return: as __ftrace_vprintk().
 */
int __trace_printk(unsigned long ip, const char *fmt, ...)
{
	struct trace_array *tr;
	va_list ap;
	int ret;

	guard(preempt_notrace)();
	tr = fmt ? printk_dest() : NULL;
	if (!tr)
		return 0;
	va_start(ap, fmt);
	ret = put_vprintf(tr, ip, fmt, ap);
	va_end(ap);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_printk);

/**
 * __trace_bprintk() - what trace_printk() calls for a constant format
 * @ip:		where from
 * @fmt:	format, with arguments
 *
 * Context: any.
 * Return: as __ftrace_vbprintk().
 */
int __trace_bprintk(unsigned long ip, const char *fmt, ...)
{
	struct trace_array *tr;
	va_list ap;
	int ret;

	guard(preempt_notrace)();
	tr = fmt ? printk_dest() : NULL;
	if (!tr)
		return 0;
	va_start(ap, fmt);
	ret = put_bprintf(tr, ip, fmt, ap);
	va_end(ap);
	return ret;
}
EXPORT_SYMBOL_GPL(__trace_bprintk);

/**
 * __trace_puts() - record a string
 * @ip:		where from
 * @str:	the string
 * @size:	its length
 *
 * Context: any.
 * Return: bytes of text, 0: nothing recorded.
 */
int __trace_puts(unsigned long ip, const char *str, int size)
{
	struct trace_array *tr;

	guard(preempt_notrace)();
	tr = printk_dest();
	return tr ? put_text(tr, ip, str, size) : 0;
}
EXPORT_SYMBOL_GPL(__trace_puts);

/**
 * __trace_bputs() - record the address of a constant string
 * @ip:		where from
 * @str:	the string
 *
 * Context: any.
 * Return: 1, 0: nothing recorded.
 */
int __trace_bputs(unsigned long ip, const char *str)
{
	struct bputs_entry *rec;
	struct trace_array *tr;
	struct ring_res res;

	guard(preempt_notrace)();
	tr = printk_dest();
	rec = tr ? trace_record_reserve(tr, &res, TRACE_BPUTS, sizeof(*rec)) : NULL;
	if (!rec)
		return 0;
	rec->ip = ip;
	rec->str = str;
	event_tap_record(tr, TRACE_BPUTS, rec, sizeof(*rec));
	printk_commit(tr, &res, PRINTK_SKIP - 1);
	return 1;
}
EXPORT_SYMBOL_GPL(__trace_bputs);

/**
 * trace_dump_stack() - record how we got here
 * @skip:	frames to leave out above the caller
 *
 * Context: any.
 */
void trace_dump_stack(int skip)
{
	struct trace_array *tr;

	guard(preempt_notrace)();
	tr = printk_dest();
	if (tr)
		trace_record_stack(tr, skip + 1, NULL);
}
EXPORT_SYMBOL_GPL(trace_dump_stack);

/**
 * trace_array_puts() - record a string in an instance
 * @tr:		instance
 * @ip:		where from
 * @str:	the string
 * @len:	its length
 *
 * Context: any.
 * Return: bytes of text, 0: nothing recorded.
 */
int trace_array_puts(struct trace_array *tr, unsigned long ip, const char *str, unsigned int len)
{
	guard(preempt_notrace)();
	return put_text(tr, ip, str, len);
}

/**
 * trace_array_vprintk() - print into an instance
 * @tr:		instance
 * @ip:		where from
 * @fmt:	format
 * @args:	arguments
 *
 * Context: any.
 * Return: bytes of text, 0: nothing recorded.
 */
int trace_array_vprintk(struct trace_array *tr, unsigned long ip, const char *fmt, va_list args)
{
	guard(preempt_notrace)();
	return put_vprintf(tr, ip, fmt, args);
}

/**
 * trace_array_printk() - print into an instance of the caller's
 * @tr:		instance, with a reference; not the top level, which trace_printk() is for
 * @ip:		where from
 * @fmt:	format, with arguments
 *
 * Context: any.
 * Return: bytes of text, 0: nothing recorded, -ENOENT: no instance.
 */
int trace_array_printk(struct trace_array *tr, unsigned long ip, const char *fmt, ...)
{
	va_list ap;
	int ret;

	if (!tr)
		return -ENOENT;
	if (tr == trace_array_top())
		return 0;
	va_start(ap, fmt);
	ret = trace_array_vprintk(tr, ip, fmt, ap);
	va_end(ap);
	return ret;
}
EXPORT_SYMBOL_GPL(trace_array_printk);

/* === Formats === */

/* A format of a module; never freed. */
struct kept_fmt {
	struct list_head	node;		/* kept_fmts; event_mutex */
	char			text[];
};

static LIST_HEAD(kept_fmts);

static const char *keep(const char *text)
{
	size_t size = strlen(text) + 1;
	struct kept_fmt *kf;

	/* a module that is loaded again brings the same ones */
	list_for_each_entry(kf, &kept_fmts, node)
		if (!strcmp(kf->text, text))
			return kf->text;
	kf = kmalloc(struct_size(kf, text, size), GFP_KERNEL);
	if (!kf)
		return NULL;
	memcpy(kf->text, text, size);
	list_add_tail(&kf->node, &kept_fmts);
	return kf->text;
}

/* A module comes or goes: its sites are made to use formats that stay.  0, -ENOMEM. */
int trace_printk_module(struct module *mod, bool coming)
{
	const char **fmts;
	unsigned int nr = module_printk_fmts(mod, &fmts);

	lockdep_assert_held(&event_mutex);
	for (unsigned int i = 0; coming && i < nr; i++) {
		const char *text;

		if (!fmts[i])
			continue;
		text = keep(fmts[i]);
		if (!text)
			return -ENOMEM;
		fmts[i] = text;
	}
	if (coming && nr)
		trace_printk_expand();
	return 0;
}

/* Somebody will print: the ring gets its size now, as it cannot then. */
void trace_printk_expand(void)
{
	guard(mutex)(&trace_types_lock);
	if (trace_array_expand(trace_array_top()))
		pr_warn("trace_printk(): no memory for the ring\n");
}

void __init trace_printk_init(void)
{
	if (&__start___trace_bprintk_fmt[0] == &__stop___trace_bprintk_fmt[0])
		return;
	pr_notice("trace_printk() is in this kernel: for debugging, not for production\n");
	trace_printk_expand();
}

static void fmt_show(const char *text, struct seq_file *m)
{
	seq_printf(m, "0x%lx : \"", (unsigned long)text);
	for (; *text; text++) {
		switch (*text) {
		case '\n':
			seq_puts(m, "\\n");
			break;
		case '\t':
			seq_puts(m, "\\t");
			break;
		case '\\':
			seq_puts(m, "\\\\");
			break;
		case '"':
			seq_puts(m, "\\\"");
			break;
		default:
			seq_putc(m, *text);
		}
	}
	seq_puts(m, "\"\n");
}

/**
 * trace_printk_formats_show() - text of printk_formats
 * @m:	where to
 *
 * Context: task; takes event_mutex.
 * Return: 0.
 */
int trace_printk_formats_show(struct seq_file *m)
{
	struct kept_fmt *kf;

	for (const char **f = __start___trace_bprintk_fmt; f < __stop___trace_bprintk_fmt; f++)
		if (*f)
			fmt_show(*f, m);
	for (const char **f = __start___tracepoint_str; f < __stop___tracepoint_str; f++)
		if (*f)
			fmt_show(*f, m);
	guard(mutex)(&event_mutex);
	list_for_each_entry(kf, &kept_fmts, node)
		fmt_show(kf->text, m);
	return 0;
}
