// SPDX-License-Identifier: GPL-2.0
/*
 * printf.c - printf() for records: one pass over the format, and no pointer followed that may dangle.
 *
 * A record outlives what it speaks of.  So a pointer argument that would be followed (%s and most kinds of %p)
 * must point into the record, into text made for it, into data of the kernel image or of a loaded module;
 * anything else is shown as [UNSAFE-MEMORY].
 *
 * Plain %s, %d, %u, %x and %ps, which make up nearly all formats, are done here; for the rest one conversion at a
 * time is handed to the kernel's own printf.
 */

#include <linux/ctype.h>
#include <linux/export.h>
#include <linux/module.h>
#include <linux/sched/task_stack.h>
#include <linux/trace_events.h>
#include <asm/sections.h>
#include "output_internal.h"

#define UNSAFE_TEXT	"[UNSAFE-MEMORY]"

/* Text on its way to a trace_seq, so that not every piece costs a call. */
struct out {
	struct trace_seq	*s;
	unsigned int		n;
	char			buf[192];
};

static void out_flush(struct out *o)
{
	if (o->n)
		trace_seq_putmem(o->s, o->buf, o->n);
	o->n = 0;
}

static void out_mem(struct out *o, const char *p, unsigned int len)
{
	if (len > sizeof(o->buf) - o->n) {
		out_flush(o);
		if (len > sizeof(o->buf)) {
			trace_seq_putmem(o->s, p, len);
			return;
		}
	}
	memcpy(o->buf + o->n, p, len);
	o->n += len;
}

static void out_pad(struct out *o, char c, int n)
{
	while (n-- > 0)
		out_mem(o, &c, 1);
}

/* flags of a conversion */
enum {
	SPEC_LEFT	= 1 << 0,	/* - */
	SPEC_ZERO	= 1 << 1,	/* 0 */
	SPEC_ODD	= 1 << 2,	/* + # and blank */
};

/**
 * struct spec - one conversion
 * @flags:	SPEC_*
 * @odd:	the one of "+# " that was given last
 * @width:	0: none
 * @prec:	-1: none
 * @size:	bytes of an integer argument
 * @conv:	the letter
 */
struct spec {
	int	flags;
	char	odd;
	int	width;
	int	prec;
	int	size;
	char	conv;
};

struct args {
	va_list	ap;
};

static const char *spec_number(const char *f, int *n, struct args *args)
{
	if (*f == '*') {
		*n = va_arg(args->ap, int);
		return f + 1;
	}
	for (*n = 0; isdigit(*f); f++)
		*n = *n * 10 + *f - '0';
	return f;
}

static const char *spec_size(const char *f, int *size)
{
	switch (*f) {
	case 'h':
		*size = f[1] == 'h' ? 1 : 2;
		return f + (f[1] == 'h' ? 2 : 1);
	case 'l':
		*size = 8;
		if (f[1] == 'l')
			return f + 2;
		*size = sizeof(long);
		return f + 1;
	case 'L':
	case 'q':
		*size = 8;
		return f + 1;
	case 'z':
	case 'Z':
	case 't':
		*size = sizeof(long);
		return f + 1;
	default:
		*size = sizeof(int);
		return f;
	}
}

/* @f is behind the '%'.  Return: behind the conversion letter. */
static const char *spec_parse(const char *f, struct spec *sp, struct args *args)
{
	*sp = (struct spec){ .prec = -1 };
	for (;; f++) {
		if (*f == '-')
			sp->flags |= SPEC_LEFT;
		else if (*f == '0')
			sp->flags |= SPEC_ZERO;
		else if (*f == '+' || *f == ' ' || *f == '#')
			sp->flags |= SPEC_ODD, sp->odd = *f;
		else
			break;
	}
	if (isdigit(*f) || *f == '*')
		f = spec_number(f, &sp->width, args);
	if (sp->width < 0) {
		sp->width = -sp->width;
		sp->flags |= SPEC_LEFT;
	}
	if (*f == '.')
		f = spec_number(f + 1, &sp->prec, args);
	f = spec_size(f, &sp->size);
	sp->conv = *f;
	return *f ? f + 1 : f;
}

/* The conversion as text for the kernel's printf; @tail: size and letters. */
static void spec_text(const struct spec *sp, const char *tail, int tail_len, char text[48])
{
	char *p = text;

	*p++ = '%';
	if (sp->flags & SPEC_ODD)
		*p++ = sp->odd;
	if (sp->flags & SPEC_LEFT)
		*p++ = '-';
	if (sp->flags & SPEC_ZERO)
		*p++ = '0';
	if (sp->width)
		p = put_num(p, sp->width, 0, ' ');
	if (sp->prec >= 0) {
		*p++ = '.';
		p = put_num(p, sp->prec, 0, ' ');
	}
	p = put_mem(p, tail, min(tail_len, 12));
	*p = '\0';
}

static u64 int_arg(struct args *args, const struct spec *sp)
{
	bool is_signed = sp->conv == 'd' || sp->conv == 'i';
	u64 v;

	if (sp->size == 8)
		return va_arg(args->ap, u64);
	v = va_arg(args->ap, unsigned int);
	switch (sp->size) {
	case 1:
		return is_signed ? (s64)(s8)v : (u8)v;
	case 2:
		return is_signed ? (s64)(s16)v : (u16)v;
	default:
		return is_signed ? (s64)(s32)v : v;
	}
}

static void out_int(struct out *o, const struct spec *sp, u64 v)
{
	bool is_signed = sp->conv == 'd' || sp->conv == 'i';
	bool minus = is_signed && (s64)v < 0;
	char digits[24], *end = digits + sizeof(digits), *p;
	int len, pad;

	if (sp->flags & SPEC_ODD || sp->prec >= 0 || sp->conv == 'X' || sp->conv == 'o') {
		char tail[] = { 'l', 'l', sp->conv }, text[48];

		spec_text(sp, tail, sizeof(tail), text);
		out_flush(o);
		trace_seq_printf(o->s, text, v);
		return;
	}
	if (sp->conv == 'x')
		p = end - (put_hex(digits, v, 0) - digits), memmove(p, digits, end - p);
	else
		p = put_back(end, minus ? -v : v);
	len = end - p + minus;
	pad = sp->width - len;
	if (!(sp->flags & (SPEC_LEFT | SPEC_ZERO)))
		out_pad(o, ' ', pad);
	if (minus)
		out_mem(o, "-", 1);
	if ((sp->flags & (SPEC_LEFT | SPEC_ZERO)) == SPEC_ZERO)
		out_pad(o, '0', pad);
	out_mem(o, p, end - p);
	if (sp->flags & SPEC_LEFT)
		out_pad(o, ' ', pad);
}

static bool within(const void *p, const void *start, size_t len)
{
	return p >= start && p < start + len;
}

/**
 * iter_mem_ok() - may this pointer, found in a record or computed from one, be followed?
 * @iter:	the reader
 * @p:		the pointer
 *
 * Context: any.
 * Return: true if what it points at is the record itself or memory that is there now and readable.
 */
bool iter_mem_ok(struct trace_iterator *iter, const void *p)
{
	unsigned long addr = (unsigned long)p;

	return within(p, iter->ent, iter->ent_size) || within(p, iter, sizeof(*iter)) ||
	       is_kernel_rodata(addr) || is_kernel_core_data(addr) ||
	       object_is_on_stack(p) || is_module_address(addr);
}

/**
 * iter_mem_left() - how far memory that iter_mem_ok() allowed may be read
 * @iter:	the reader
 * @p:		the pointer
 *
 * Context: any.
 * Return: bytes up to the end of the record if @p lies in it, INT_MAX otherwise.
 */
unsigned int iter_mem_left(struct trace_iterator *iter, const void *p)
{
	if (within(p, iter->ent, iter->ent_size))
		return (const void *)iter->ent + iter->ent_size - p;
	return INT_MAX;
}

static void out_str(struct out *o, struct trace_iterator *iter, const struct spec *sp, const char *str)
{
	unsigned int len, most;
	int pad;

	if (!str) {
		str = "(null)";
		most = INT_MAX;
	} else if (!iter_mem_ok(iter, str)) {
		str = UNSAFE_TEXT;
		most = INT_MAX;
	} else {
		most = iter_mem_left(iter, str);
		if (sp->prec >= 0)
			most = min_t(unsigned int, most, sp->prec);
	}
	len = strnlen(str, most);
	pad = sp->width - (int)len;
	if (!(sp->flags & SPEC_LEFT))
		out_pad(o, ' ', pad);
	out_mem(o, str, len);
	if (sp->flags & SPEC_LEFT)
		out_pad(o, ' ', pad);
}

/* Kinds of %p that print the pointer, or look it up, and do not follow it. */
static bool ptr_kind_is_value(char kind)
{
	return !isalnum(kind) || strchr("SsFfBxKe", kind);
}

/* @f is behind the 'p'.  Return: behind the letters that belong to it. */
static const char *out_ptr(struct out *o, struct trace_iterator *iter, const struct spec *sp, const char *f,
			   const void *ptr)
{
	const char *end = f;
	char tail[14] = "p", text[48];
	int len = 1;

	while (isalnum(*end)) {
		if (len < sizeof(tail) - 1)
			tail[len++] = *end;
		end++;
	}
	if ((*f == 's' || *f == 'S') && !isalnum(f[1]) && !sp->width && ptr) {
		out_flush(o);
		iter_print_sym(iter, o->s, (unsigned long)ptr, *f == 'S');
		return end;
	}
	if (!ptr_kind_is_value(*f) && ptr && !iter_mem_ok(iter, ptr)) {
		out_mem(o, UNSAFE_TEXT, sizeof(UNSAFE_TEXT) - 1);
		return end;
	}
	/* Option hash-ptr off: the real value. */
	if (!isalnum(*f) && !(iter->opts & TRACE_OPT(HASH_PTR)))
		tail[len++] = 'x';
	out_flush(o);
	spec_text(sp, tail, len, text);
	trace_seq_printf(o->s, text, ptr);
	return end;
}

/* One conversion; @f is behind the '%'.  Return: behind it. */
static const char *out_one(struct out *o, struct trace_iterator *iter, const char *f, struct args *args)
{
	struct spec sp;
	char c;

	f = spec_parse(f, &sp, args);
	switch (sp.conv) {
	case 's':
		out_str(o, iter, &sp, va_arg(args->ap, const char *));
		break;
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		out_int(o, &sp, int_arg(args, &sp));
		break;
	case 'p':
		f = out_ptr(o, iter, &sp, f, va_arg(args->ap, const void *));
		break;
	case 'c':
		c = va_arg(args->ap, int);
		if (!(sp.flags & SPEC_LEFT))
			out_pad(o, ' ', sp.width - 1);
		out_mem(o, &c, 1);
		if (sp.flags & SPEC_LEFT)
			out_pad(o, ' ', sp.width - 1);
		break;
	case '%':
		out_mem(o, "%", 1);
		break;
	default:
		/* Not known here, so its argument is not either: show it and take nothing. */
		out_mem(o, "%", 1);
		if (sp.conv)
			out_mem(o, &sp.conv, 1);
		break;
	}
	return f;
}

/**
 * iter_vprintf() - formatted text of a record
 * @iter:	the reader; ->ent is the record that the arguments come from
 * @fmt:	as for printf(), with the kernel's extensions
 * @ap:		arguments
 *
 * Context: any.
 */
void iter_vprintf(struct trace_iterator *iter, const char *fmt, va_list ap)
{
	struct out o = { .s = &iter->seq, .n = 0 };
	const char *from;
	struct args args;

	va_copy(args.ap, ap);
	while (*fmt) {
		from = fmt;
		while (*fmt && *fmt != '%')
			fmt++;
		out_mem(&o, from, fmt - from);
		if (*fmt)
			fmt = out_one(&o, iter, fmt + 1, &args);
	}
	va_end(args.ap);
	out_flush(&o);
}

/**
 * trace_event_printf() - text of an event, called by its generated printer
 * @iter:	the reader
 * @fmt:	TP_printk()'s format, with a new line
 *
 * Context: any.
 * Return: the printer's result.
 */
enum print_line_t trace_event_printf(struct trace_iterator *iter, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	iter_vprintf(iter, fmt, ap);
	va_end(ap);
	return trace_handle_return(&iter->seq);
}
EXPORT_SYMBOL(trace_event_printf);
