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

#include <linux/compiler_attributes.h>
#include <linux/ctype.h>
#include <linux/export.h>
#include <linux/module.h>
#include <linux/sched/task_stack.h>
#include <linux/trace_events.h>
#include <asm/sections.h>
#include "output_internal.h"

#define UNSAFE_TEXT	"[UNSAFE-MEMORY]"

/**
 * struct out - text being written straight into a trace_seq
 * @s:		whose
 * @p:		where the next character goes
 * @end:	behind the last that fits; @p when one did not
 */
struct out {
	struct trace_seq	*s;
	char			*p;
	char			*end;
};

static void out_begin(struct out *o, struct trace_seq *s)
{
	o->s = s;
	o->p = s->buffer + s->seq.len;
	o->end = s->full ? o->p : s->buffer + sizeof(s->buffer);
}

/* Let the trace_seq know of the text. */
static void out_sync(struct out *o)
{
	o->s->seq.len = o->p - o->s->buffer;
}

/* Is there room for @n characters?  If not, there is none for anything that follows. */
static inline bool out_room(struct out *o, int n)
{
	if (likely(o->end - o->p >= n))
		return true;
	o->s->full = 1;
	o->end = o->p;
	return false;
}

static void out_mem(struct out *o, const char *p, unsigned int len)
{
	if (out_room(o, len))
		o->p = put_mem(o->p, p, len);
}

/* What stands before the next conversion.  Return: the '%' or the end. */
static inline const char *out_literal(struct out *o, const char *fmt)
{
	char *p = o->p, *end = o->end, c;

	while ((c = *fmt) && c != '%') {
		if (unlikely(p == end)) {
			o->s->full = 1;
			break;
		}
		*p++ = c;
		fmt++;
	}
	o->p = p;
	return c == '%' || !c ? fmt : fmt + strcspn(fmt, "%");
}

static void out_pad(struct out *o, char c, int n)
{
	if (n > 0 && out_room(o, n))
		o->p = put_pad(o->p, c, n);
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
 * @kind:	of the letter
 * @conv:	the letter
 */
struct spec {
	int	flags;
	char	odd;
	int	width;
	int	prec;
	int	size;
	u8	kind;
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

/* What a character behind a '%' is; jump tables are not to be had in a kernel with return thunks. */
enum kind {
	KIND_NONE, KIND_FLAG, KIND_DIGIT, KIND_SIZE,		/* parts of a conversion */
	KIND_SIGNED, KIND_UNSIGNED, KIND_HEX, KIND_ODD_INT,	/* its letter */
	KIND_STR, KIND_PTR, KIND_CHAR, KIND_PERCENT,
};

static const u8 kinds[128] = {
	['-'] = KIND_FLAG, ['+'] = KIND_FLAG, [' '] = KIND_FLAG, ['#'] = KIND_FLAG, ['0'] = KIND_FLAG,
	['1' ... '9'] = KIND_DIGIT, ['*'] = KIND_DIGIT, ['.'] = KIND_DIGIT,
	['h'] = KIND_SIZE, ['l'] = KIND_SIZE, ['L'] = KIND_SIZE, ['q'] = KIND_SIZE,
	['z'] = KIND_SIZE, ['Z'] = KIND_SIZE, ['t'] = KIND_SIZE,
	['d'] = KIND_SIGNED, ['i'] = KIND_SIGNED, ['u'] = KIND_UNSIGNED, ['x'] = KIND_HEX,
	['X'] = KIND_ODD_INT, ['o'] = KIND_ODD_INT,
	['s'] = KIND_STR, ['p'] = KIND_PTR, ['c'] = KIND_CHAR, ['%'] = KIND_PERCENT,
};

static inline enum kind kind_of(char c)
{
	return (u8)c < ARRAY_SIZE(kinds) ? kinds[(u8)c] : KIND_NONE;
}

static const char *spec_size(const char *f, int *size)
{
	char c = *f++;

	if (c == 'l') {
		*size = sizeof(long);
		if (*f != 'l')
			return f;
		*size = 8;
		return f + 1;
	}
	if (c == 'h') {
		*size = *f == 'h' ? 1 : 2;
		return f + (*f == 'h');
	}
	*size = c == 'L' || c == 'q' ? 8 : sizeof(long);
	return f;
}

static const char *spec_flags(const char *f, struct spec *sp)
{
	for (; kind_of(*f) == KIND_FLAG; f++) {
		if (*f == '-')
			sp->flags |= SPEC_LEFT;
		else if (*f == '0')
			sp->flags |= SPEC_ZERO;
		else
			sp->flags |= SPEC_ODD, sp->odd = *f;
	}
	return f;
}

static const char *spec_width(const char *f, struct spec *sp, struct args *args)
{
	if (*f != '.')
		f = spec_number(f, &sp->width, args);
	if (sp->width < 0) {
		sp->width = -sp->width;
		sp->flags |= SPEC_LEFT;
	}
	if (*f == '.')
		f = spec_number(f + 1, &sp->prec, args);
	return f;
}

/* @f is behind the '%'.  Return: behind the conversion letter. */
static inline const char *spec_parse(const char *f, struct spec *sp, struct args *args)
{
	sp->flags = 0;
	sp->width = 0;
	sp->prec = -1;
	sp->size = sizeof(int);
	sp->kind = kind_of(*f);
	if (sp->kind < KIND_SIZE) {
		f = spec_flags(f, sp);
		if (kind_of(*f) == KIND_DIGIT)
			f = spec_width(f, sp, args);
		sp->kind = kind_of(*f);
	}
	if (sp->kind == KIND_SIZE) {
		f = spec_size(f, &sp->size);
		sp->kind = kind_of(*f);
	}
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

static inline u64 int_arg(struct args *args, const struct spec *sp)
{
	u64 v;

	if (sp->size == 8)
		return va_arg(args->ap, u64);
	v = va_arg(args->ap, unsigned int);
	if (sp->size == 4)
		return sp->kind == KIND_SIGNED ? (s64)(s32)v : v;
	if (sp->size == 2)
		return sp->kind == KIND_SIGNED ? (s64)(s16)v : (u16)v;
	return sp->kind == KIND_SIGNED ? (s64)(s8)v : (u8)v;
}

/* Forms of integers that are rare. */
static noinline void out_odd_int(struct out *o, const struct spec *sp, u64 v)
{
	char tail[] = { 'l', 'l', sp->conv }, text[48];

	spec_text(sp, tail, sizeof(tail), text);
	out_sync(o);
	trace_seq_printf(o->s, text, v);
	out_begin(o, o->s);
}

static inline void out_int(struct out *o, const struct spec *sp, u64 v)
{
	bool minus = sp->kind == KIND_SIGNED && (s64)v < 0;
	char digits[24] __uninitialized, *end = digits + sizeof(digits), *p = end;
	int len, pad;

	if (sp->flags & SPEC_ODD || sp->prec >= 0 || sp->kind == KIND_ODD_INT) {
		out_odd_int(o, sp, v);
		return;
	}
	if (!out_room(o, sizeof(digits)))
		return;
	if (sp->kind == KIND_HEX) {
		do {
			*--p = hex_asc[v & 0xf];
		} while (v >>= 4);
	} else {
		p = put_back(end, minus ? -v : v);
	}
	len = end - p + minus;
	pad = sp->width - len;
	if (pad > 0 && !(sp->flags & (SPEC_LEFT | SPEC_ZERO)))
		out_pad(o, ' ', pad);
	if (minus)
		out_mem(o, "-", 1);
	if (pad > 0 && (sp->flags & (SPEC_LEFT | SPEC_ZERO)) == SPEC_ZERO)
		out_pad(o, '0', pad);
	if (out_room(o, sizeof(digits)))
		while (p < end)
			*o->p++ = *p++;
	if (pad > 0 && sp->flags & SPEC_LEFT)
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
		out_sync(o);
		iter_print_sym(iter, o->s, (unsigned long)ptr, *f == 'S');
		out_begin(o, o->s);
		return end;
	}
	if (!ptr_kind_is_value(*f) && ptr && !iter_mem_ok(iter, ptr)) {
		out_mem(o, UNSAFE_TEXT, sizeof(UNSAFE_TEXT) - 1);
		return end;
	}
	/* Option hash-ptr off: the real value. */
	if (!isalnum(*f) && !(iter->opts & TRACE_OPT(HASH_PTR)))
		tail[len++] = 'x';
	spec_text(sp, tail, len, text);
	out_sync(o);
	trace_seq_printf(o->s, text, ptr);
	out_begin(o, o->s);
	return end;
}

/* Numbers as they mostly come, without width and flags.  There is room for 24 characters. */
static inline void out_plain(struct out *o, enum kind how, u64 v)
{
	if (v < 10) {
		*o->p++ = '0' + v;
	} else if (how == KIND_HEX) {
		o->p = put_hex(o->p, v, 0);
	} else {
		if (how == KIND_SIGNED && (s64)v < 0) {
			*o->p++ = '-';
			v = -v;
		}
		o->p = put_num(o->p, v, 0, ' ');
	}
}

/* The same with its conversion, @f behind the '%'.  Return: behind it, or NULL: it is another, nothing was taken. */
static inline const char *out_fast(struct out *o, const char *f, struct args *args)
{
	bool is_long = *f == 'l';
	enum kind kind;
	u64 v;

	kind = kind_of(f[is_long]);
	if (kind < KIND_SIGNED || kind > KIND_HEX || (is_long && sizeof(long) != sizeof(u64)))
		return NULL;
	if (unlikely(o->end - o->p < 24))
		return NULL;
	if (is_long)
		v = va_arg(args->ap, u64);
	else if (kind == KIND_SIGNED)
		v = va_arg(args->ap, int);
	else
		v = va_arg(args->ap, unsigned int);
	out_plain(o, kind, v);
	return f + is_long + 1;
}

static void out_char(struct out *o, const struct spec *sp, char c)
{
	if (!(sp->flags & SPEC_LEFT))
		out_pad(o, ' ', sp->width - 1);
	out_mem(o, &c, 1);
	if (sp->flags & SPEC_LEFT)
		out_pad(o, ' ', sp->width - 1);
}

/* One conversion; @f is behind the '%'.  Return: behind it. */
static noinline const char *out_one(struct out *o, struct trace_iterator *iter, const char *f, struct args *args)
{
	struct spec sp __uninitialized;

	f = spec_parse(f, &sp, args);
	if (sp.kind >= KIND_SIGNED && sp.kind <= KIND_ODD_INT) {
		out_int(o, &sp, int_arg(args, &sp));
	} else if (sp.kind == KIND_STR) {
		out_str(o, iter, &sp, va_arg(args->ap, const char *));
	} else if (sp.kind == KIND_PTR) {
		f = out_ptr(o, iter, &sp, f, va_arg(args->ap, const void *));
	} else if (sp.kind == KIND_CHAR) {
		out_char(o, &sp, va_arg(args->ap, int));
	} else {
		/* %%, or not known here, so its argument is not either: show it and take nothing. */
		out_mem(o, "%", 1);
		if (sp.conv && sp.kind != KIND_PERCENT)
			out_mem(o, &sp.conv, 1);
	}
	return f;
}

/**
 * iter_vprintf() - formatted text of a record
 * @iter:	the reader; ->ent is the record that the arguments come from
 * @fmt:	as for printf(), with the kernel's extensions
 * @ap:		arguments
 *
 * All of it is appended to ->seq or, if it does not fit, nothing.
 *
 * Context: any.
 */
void iter_vprintf(struct trace_iterator *iter, const char *fmt, va_list ap)
{
	size_t len = iter->seq.seq.len;
	const char *next;
	struct args args;
	struct out o;

	va_copy(args.ap, ap);
	out_begin(&o, &iter->seq);
	for (;;) {
		fmt = out_literal(&o, fmt);
		if (!*fmt)
			break;
		next = out_fast(&o, fmt + 1, &args);
		fmt = next ?: out_one(&o, iter, fmt + 1, &args);
	}
	va_end(args.ap);
	out_sync(&o);
	if (iter->seq.full)
		iter->seq.seq.len = len;
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
