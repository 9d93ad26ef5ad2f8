// SPDX-License-Identifier: GPL-2.0
/*
 * fields.c - records without their own printer: options fields, raw, hex and bin, from the field table.
 */

#include <linux/kernel.h>
#include <linux/trace_events.h>
#include "output_internal.h"

/* Where the data of a field is and how long it is; checked against the record. */
struct span {
	const void	*p;
	unsigned int	len;
};

/* A dynamic field holds where its data is: length in the upper half, offset in the lower. */
static bool field_span(const struct trace_iterator *iter, const struct trace_field *f, struct span *sp)
{
	const void *rec = iter->ent;
	unsigned int start = f->offset, len = f->size;
	bool rel = str_has_prefix(f->type, "__rel_loc");
	u32 loc;

	/* A fixed array may be declared longer than what was recorded of it ("caller[8]"). */
	if (f->len && start < iter->ent_size)
		len = min(len, iter->ent_size - start);
	if (start + len > iter->ent_size)
		return false;
	if (rel || str_has_prefix(f->type, "__data_loc")) {
		loc = *(const u32 *)(rec + start);
		len = loc >> 16;
		start = (loc & 0xffff) + (rel ? f->offset + sizeof(u32) : 0);
		if (start + len > iter->ent_size)
			return false;
	} else if (!f->size) {
		len = iter->ent_size - start;	/* "type name[]" at the end */
	}
	sp->p = rec + start;
	sp->len = len;
	return true;
}

static bool is_number(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static bool is_text(const struct trace_field *f)
{
	return f->filter == FILTER_STATIC_STRING || f->filter == FILTER_DYN_STRING ||
	       f->filter == FILTER_RDYN_STRING;
}

static void put_value(struct trace_seq *s, const void *p, unsigned int size, bool is_signed)
{
	u64 v = value_load(p, size, is_signed);
	u64 shown = size < 8 ? v & GENMASK_ULL(8 * size - 1, 0) : v;

	trace_seq_printf(s, is_signed ? "0x%llx (%lld)" : "0x%llx (%llu)", shown, v);
}

static void put_bytes(struct trace_seq *s, const u8 *p, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		trace_seq_printf(s, i ? ",%02x" : "%02x", p[i]);
}

/* Size of one element, if it can be told. */
static unsigned int element_size(const struct trace_field *f)
{
	if (f->len)
		return f->size / f->len;
	if (strstr(f->type, "u64") || strstr(f->type, "s64") || strstr(f->type, "long"))
		return 8;
	if (strstr(f->type, "u32") || strstr(f->type, "s32") || strstr(f->type, "int"))
		return 4;
	if (strstr(f->type, "u16") || strstr(f->type, "s16") || strstr(f->type, "short"))
		return 2;
	return 1;
}

static void put_array(struct trace_seq *s, const struct trace_field *f, const struct span *sp)
{
	unsigned int size = element_size(f), i;

	if (!is_number(size)) {
		put_bytes(s, sp->p, sp->len);
		return;
	}
	trace_seq_putc(s, '{');
	for (i = 0; i + size <= sp->len; i += size) {
		if (i)
			trace_seq_putc(s, ',');
		trace_seq_printf(s, "0x%llx", value_load(sp->p + i, size, false));
	}
	trace_seq_putc(s, '}');
}

static void put_field(struct trace_iterator *iter, const struct trace_field *f)
{
	struct trace_seq *s = &iter->seq;
	struct span sp;

	trace_seq_printf(s, " %s=", f->name);
	if (!field_span(iter, f, &sp))
		trace_seq_puts(s, "<OVERFLOW>");
	else if (is_text(f) || (!f->size && str_has_prefix(f->type, "char")))
		trace_seq_putmem(s, sp.p, strnlen(sp.p, sp.len));
	else if (f->filter == FILTER_CPUMASK)
		trace_seq_bitmask(s, sp.p, sp.len * 8);
	else if (f->filter == FILTER_PTR_STRING)
		trace_seq_printf(s, "(0x%0*llx)", 2 * (int)f->size, value_load(sp.p, f->size, false));
	else if (f->len || !f->size || sp.p != (const void *)iter->ent + f->offset)
		put_array(s, f, &sp);
	else if (is_number(f->size))
		put_value(s, sp.p, f->size, f->is_signed);
	else
		put_bytes(s, sp.p, sp.len);
}

/**
 * fields_print() - "name: field=value ..."
 * @iter:	the reader
 * @call:	the record's event
 *
 * Context: task, event_mutex held if the event makes its table when first asked; else any.
 * Return: TRACE_TYPE_HANDLED, or TRACE_TYPE_PARTIAL_LINE when it did not fit.
 */
enum print_line_t fields_print(struct trace_iterator *iter, struct trace_event_call *call)
{
	const struct trace_field *f;
	unsigned int nr = 0, i;

	f = trace_event_fields(call, &nr);
	trace_seq_printf(&iter->seq, "%s:", trace_event_name(call));
	for (i = 0; f && i < nr; i++)
		put_field(iter, &f[i]);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

static void put_raw(struct trace_iterator *iter, const struct trace_field *f)
{
	struct trace_seq *s = &iter->seq;
	struct span sp;

	trace_seq_putc(s, ' ');
	if (!field_span(iter, f, &sp))
		trace_seq_putc(s, '?');
	else if (is_text(f))
		trace_seq_putmem(s, sp.p, strnlen(sp.p, sp.len));
	else if (is_number(sp.len) && !f->len && strchr(f->type, '*'))
		trace_seq_printf(s, "%llx", value_load(sp.p, sp.len, false));
	else if (is_number(sp.len) && !f->len)
		trace_seq_printf(s, f->is_signed ? "%lld" : "%llu", value_load(sp.p, sp.len, f->is_signed));
	else
		put_array(s, f, &sp);
}

/**
 * raw_print() - the fields of a record as bare numbers
 * @iter:	the reader
 * @call:	the record's event, NULL when it is not known
 *
 * Context: as fields_print().
 * Return: as fields_print().
 */
enum print_line_t raw_print(struct trace_iterator *iter, struct trace_event_call *call)
{
	const struct trace_field *f;
	unsigned int nr = 0, i;

	if (raw_print_builtin(iter))
		return trace_handle_return(&iter->seq);
	trace_seq_printf(&iter->seq, "type: %d", iter->ent->type);
	f = call ? trace_event_fields(call, &nr) : NULL;
	for (i = 0; f && i < nr; i++)
		put_raw(iter, &f[i]);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/**
 * hex_print() - the bytes of a record behind its head as hexadecimal words
 * @iter:	the reader
 *
 * Context: any.
 * Return: as fields_print().
 */
enum print_line_t hex_print(struct trace_iterator *iter)
{
	const u32 *word = (const void *)(iter->ent + 1);
	const u32 *end = (const void *)iter->ent + round_down(iter->ent_size, sizeof(u32));

	trace_seq_printf(&iter->seq, "type: %d", iter->ent->type);
	while (word < end)
		trace_seq_printf(&iter->seq, " %08x", *word++);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/**
 * bin_print() - a record as it is: its length, then its bytes
 * @iter:	the reader
 *
 * Context: any.
 * Return: as fields_print().
 */
enum print_line_t bin_print(struct trace_iterator *iter)
{
	u32 len = iter->ent_size;

	trace_seq_putmem(&iter->seq, &len, sizeof(len));
	trace_seq_putmem(&iter->seq, iter->ent, len);
	return trace_handle_return(&iter->seq);
}
