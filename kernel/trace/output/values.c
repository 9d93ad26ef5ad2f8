// SPDX-License-Identifier: GPL-2.0
/*
 * values.c - what TP_printk() helpers (__print_flags() and its kin) turn values into.
 *
 * Each appends one NUL-terminated string to a scratch trace_seq and returns where it starts.  Several may be
 * arguments of one printf(), so the scratch is emptied once per record, by trace_raw_output_prep().
 */

#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/trace_events.h>
#include "output_internal.h"

/**
 * value_load() - a number of any size
 * @p:		where it is
 * @size:	1, 2, 4 or 8 bytes
 * @is_signed:	extend its sign
 *
 * Context: any.
 * Return: the number.
 */
u64 value_load(const void *p, unsigned int size, bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? (s64)*(const s8 *)p : *(const u8 *)p;
	case 2:
		return is_signed ? (s64)*(const s16 *)p : *(const u16 *)p;
	case 4:
		return is_signed ? (s64)*(const s32 *)p : *(const u32 *)p;
	default:
		return *(const u64 *)p;
	}
}

static const char *text_end(struct trace_seq *p, const char *text)
{
	trace_seq_putc(p, '\0');
	return text;
}

/* Names of the set bits; what has no name as one hexadecimal number at the end. */
#define PRINT_FLAGS(p, delim, left, table)						\
do {											\
	const char *between = "";							\
											\
	for (; (table)->name && (left); (table)++) {					\
		if (((left) & (table)->mask) != (table)->mask)				\
			continue;							\
		(left) &= ~(table)->mask;						\
		trace_seq_puts(p, between);						\
		trace_seq_puts(p, (table)->name);					\
		between = (delim) ? (delim) : "";					\
	}										\
	if (left) {									\
		trace_seq_puts(p, between);						\
		trace_seq_printf(p, "0x%llx", (unsigned long long)(left));		\
	}										\
} while (0)

/* The name of a value, or the value. */
#define PRINT_SYMBOL(p, val, table)							\
do {											\
	while ((table)->name && (table)->mask != (val))					\
		(table)++;								\
	if ((table)->name)								\
		trace_seq_puts(p, (table)->name);					\
	else										\
		trace_seq_printf(p, "0x%llx", (unsigned long long)(val));		\
} while (0)

/**
 * trace_print_flags_seq() - __print_flags()
 * @p:		scratch
 * @delim:	between two names
 * @flags:	the value
 * @flag_array:	names of masks, up to a NULL name
 *
 * Context: any; so for all functions of this file.
 * Return: the text, in @p.
 */
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim, unsigned long flags,
				  const struct trace_print_flags *flag_array)
{
	const char *text = trace_seq_buffer_ptr(p);

	PRINT_FLAGS(p, delim, flags, flag_array);
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_flags_seq);

/**
 * trace_print_symbols_seq() - __print_symbolic()
 * @p:			scratch
 * @val:		the value
 * @symbol_array:	names of values, up to a NULL name
 *
 * Return: the text, in @p.
 */
const char *trace_print_symbols_seq(struct trace_seq *p, unsigned long val,
				    const struct trace_print_flags *symbol_array)
{
	const char *text = trace_seq_buffer_ptr(p);

	PRINT_SYMBOL(p, val, symbol_array);
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_symbols_seq);

/**
 * trace_print_flags_seq_u64() - __print_flags_u64()
 * @p:		scratch
 * @delim:	between two names
 * @flags:	the value
 * @flag_array:	names of masks, up to a NULL name
 *
 * Return: the text, in @p.
 */
const char *trace_print_flags_seq_u64(struct trace_seq *p, const char *delim, unsigned long long flags,
				      const struct trace_print_flags_u64 *flag_array)
{
	const char *text = trace_seq_buffer_ptr(p);

	PRINT_FLAGS(p, delim, flags, flag_array);
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_flags_seq_u64);

/**
 * trace_print_symbols_seq_u64() - __print_symbolic_u64()
 * @p:			scratch
 * @val:		the value
 * @symbol_array:	names of values, up to a NULL name
 *
 * Return: the text, in @p.
 */
const char *trace_print_symbols_seq_u64(struct trace_seq *p, unsigned long long val,
					const struct trace_print_flags_u64 *symbol_array)
{
	const char *text = trace_seq_buffer_ptr(p);

	PRINT_SYMBOL(p, val, symbol_array);
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_symbols_seq_u64);

/**
 * trace_print_bitmask_seq() - __get_bitmask() and __get_cpumask() as text
 * @p:			scratch
 * @bitmask_ptr:	the mask
 * @bitmask_size:	its size in bytes
 *
 * Return: the text, in @p.
 */
const char *trace_print_bitmask_seq(struct trace_seq *p, void *bitmask_ptr, unsigned int bitmask_size)
{
	const char *text = trace_seq_buffer_ptr(p);

	trace_seq_bitmask(p, bitmask_ptr, bitmask_size * 8);
	return text_end(p, text);
}
EXPORT_SYMBOL_GPL(trace_print_bitmask_seq);

/**
 * trace_print_hex_seq() - __print_hex() and __print_hex_str()
 * @p:			scratch
 * @buf:		bytes
 * @len:		how many
 * @concatenate:	no blanks between them
 *
 * Return: the text, in @p.
 */
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf, int len, bool concatenate)
{
	const char *text = trace_seq_buffer_ptr(p);
	char piece[3];
	int i;

	for (i = 0; i < len; i++) {
		hex_byte_pack(piece, buf[i]);
		piece[2] = ' ';
		trace_seq_putmem(p, piece, concatenate || i == len - 1 ? 2 : 3);
	}
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_hex_seq);

/**
 * trace_print_array_seq() - __print_array()
 * @p:		scratch
 * @buf:	the array
 * @count:	elements
 * @el_size:	bytes of one
 *
 * Return: the text, in @p.
 */
const char *trace_print_array_seq(struct trace_seq *p, const void *buf, int count, size_t el_size)
{
	const char *text = trace_seq_buffer_ptr(p);
	bool known = is_power_of_2(el_size) && el_size <= 8;
	int i;

	trace_seq_putc(p, '{');
	for (i = 0; i < count; i++, buf += el_size) {
		if (i)
			trace_seq_putc(p, ',');
		if (!known)
			trace_seq_printf(p, "BAD SIZE:%zu ", el_size);
		trace_seq_printf(p, "0x%llx", value_load(buf, known ? el_size : 1, false));
	}
	trace_seq_putc(p, '}');
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_array_seq);

/**
 * trace_print_hex_dump_seq() - __print_hex_dump()
 * @p:			scratch
 * @prefix_str:		before each line
 * @prefix_type:	DUMP_PREFIX_*
 * @rowsize:		bytes per line: 16 or 32
 * @groupsize:		bytes per group: 1, 2, 4, 8
 * @buf:		bytes
 * @len:		how many
 * @ascii:		with their characters
 *
 * Return: the text, in @p: a new line and the dump.
 */
const char *trace_print_hex_dump_seq(struct trace_seq *p, const char *prefix_str, int prefix_type, int rowsize,
				     int groupsize, const void *buf, size_t len, bool ascii)
{
	const char *text = trace_seq_buffer_ptr(p);

	trace_seq_putc(p, '\n');
	trace_seq_hex_dump(p, prefix_str, prefix_type, rowsize, groupsize, buf, len, ascii);
	return text_end(p, text);
}
EXPORT_SYMBOL(trace_print_hex_dump_seq);

/**
 * trace_raw_output_prep() - start the text of an event
 * @iter:	the reader
 * @event:	what its printer was called for
 *
 * Return: TRACE_TYPE_HANDLED to go on; anything else is the printer's result.
 */
int trace_raw_output_prep(struct trace_iterator *iter, struct trace_event *event)
{
	struct trace_event_call *call = container_of(event, struct trace_event_call, event);
	const char *name = trace_event_name(call);

	if (WARN_ON_ONCE(iter->ent->type != event->type))
		return TRACE_TYPE_UNHANDLED;
	trace_seq_init(&iter->tmp_seq);
	seq_put(&iter->seq, name, strlen(name));
	seq_put(&iter->seq, ": ", 2);
	return trace_handle_return(&iter->seq);
}
EXPORT_SYMBOL(trace_raw_output_prep);

/**
 * trace_handle_return() - result of a printer
 * @s:	the text it made
 *
 * Return: TRACE_TYPE_HANDLED if it fitted.
 */
enum print_line_t trace_handle_return(struct trace_seq *s)
{
	return trace_seq_has_overflowed(s) ? TRACE_TYPE_PARTIAL_LINE : TRACE_TYPE_HANDLED;
}
EXPORT_SYMBOL_GPL(trace_handle_return);
