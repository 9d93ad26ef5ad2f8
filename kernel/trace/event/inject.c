// SPDX-License-Identifier: GPL-2.0
/*
 * inject.c - the file "inject" of an event: record one whose fields the user gives.
 *
 *	FIELD=VALUE ...		numbers, or strings in quotation marks; what is left out is 0 or ""
 */

#include <linux/slab.h>
#include <linux/string.h>
#include "event_internal.h"

/* Bytes of a record under construction. */
#define RECORD_ROOM	2048U

/* What string pointers of an injected record point to; there is no memory that would live as long. */
static const char pointed_to[] = "(injected)";

static bool is_dyn(const struct trace_field *field)
{
	return str_has_prefix(field->type, "__data_loc ") || str_has_prefix(field->type, "__rel_loc ");
}

static bool is_text(const struct trace_field *field)
{
	return strstr(field->type, "char") && (is_dyn(field) || field->len);
}

static bool is_pointer(const struct trace_field *field)
{
	return !strcmp(field->type, "char *") || !strcmp(field->type, "const char *");
}

/* Put @len bytes of text behind the record, which becomes longer, and say where in the field. */
static int dyn_put(void *rec, unsigned int *rec_len, const struct trace_field *field, const char *text,
		   unsigned int len)
{
	unsigned int at = *rec_len, base = 0;

	if (at + len + 1 > RECORD_ROOM)
		return -E2BIG;
	if (field->type[2] == 'r')
		base = field->offset + sizeof(u32);
	memcpy(rec + at, text, len);
	*(u32 *)(rec + field->offset) = (at - base) | (len + 1) << 16;
	*rec_len = at + len + 1;
	return 0;
}

static int text_put(void *rec, unsigned int *rec_len, const struct trace_field *field, const char *text,
		    unsigned int len)
{
	if (is_dyn(field))
		return dyn_put(rec, rec_len, field, text, len);
	memcpy(rec + field->offset, text, min(len, field->size - 1U));
	return 0;
}

static int number_put(void *rec, const struct trace_field *field, const struct lex *lx)
{
	void *at = rec + field->offset;
	s64 val = 0;
	int ret;

	if (is_dyn(field) || field->len)
		return -EINVAL;
	ret = lx->text[lx->tok] == '-' ? lex_s64(lx, &val) : lex_u64(lx, (u64 *)&val);
	if (ret)
		return ret;
	switch (field->size) {
	case 1:
		*(u8 *)at = val;
		return 0;
	case 2:
		*(u16 *)at = val;
		return 0;
	case 4:
		*(u32 *)at = val;
		return 0;
	case 8:
		*(u64 *)at = val;
		return 0;
	default:
		return -EINVAL;
	}
}

static int value_put(void *rec, unsigned int *rec_len, const struct trace_field *field, const struct lex *lx)
{
	int quote = lex_quote(lx);

	if (quote < 0)
		return -EINVAL;
	if (!quote)
		return number_put(rec, field, lx);
	if (is_pointer(field))
		return 0;
	if (!is_text(field))
		return -EINVAL;
	return text_put(rec, rec_len, field, lx->text + lx->tok + 1, lx->len - 2);
}

/* The fixed part: all zero, strings empty.  Returns its length. */
static int record_init(void *rec, struct trace_event_call *call)
{
	const struct trace_field *fields;
	unsigned int nr = 0, len = trace_event_get_offsets(call);

	if (len > RECORD_ROOM / 2)
		return -E2BIG;
	fields = trace_event_fields(call, &nr);
	for (unsigned int i = 0; fields && i < nr; i++) {
		if (is_pointer(&fields[i]))
			*(const char **)(rec + fields[i].offset) = pointed_to;
		else if (is_dyn(&fields[i]) && is_text(&fields[i]))
			dyn_put(rec, &len, &fields[i], "", 0);
	}
	return len;
}

static int record_parse(void *rec, struct trace_event_call *call, const char *text)
{
	int len = record_init(rec, call), ret;
	unsigned int rec_len = len;
	struct lex lx;

	if (len < 0)
		return len;
	for (lex_init(&lx, text); !lex_end(&lx);) {
		const struct trace_field *field;
		char *name;

		if (!lex_word(&lx, "="))
			return -EINVAL;
		name = lex_dup(&lx, GFP_KERNEL);
		if (!name)
			return -ENOMEM;
		field = trace_event_field(call, name);
		kfree(name);
		if (!field)
			return -ENOENT;
		/* not those that are no part of the record */
		if (field->filter == FILTER_CPU || field->filter == FILTER_COMM || field->filter == FILTER_STACKTRACE)
			return -EINVAL;
		if (!lex_char(&lx, '=') || !lex_word(&lx, NULL))
			return -EINVAL;
		ret = value_put(rec, &rec_len, field, &lx);
		if (ret)
			return ret;
	}
	return rec_len;
}

/**
 * event_inject() - record an event with the fields that the user gives
 * @file:	the event in an instance
 * @text:	FIELD=VALUE ...
 *
 * Context: task, event_mutex held.
 * Return: 0; -ENODEV, -EINVAL, -ENOENT (no such field), -E2BIG, -ENOMEM, or a lexer's error.
 */
int event_inject(struct trace_event_file *file, const char *text)
{
	void *rec __free(kfree) = kzalloc(RECORD_ROOM, GFP_KERNEL);
	struct trace_event_buffer buf;
	struct trace_entry *to;
	int len;

	lockdep_assert_held(&event_mutex);
	if (file->flags & EVENT_FILE_FL_FREED)
		return -ENODEV;
	if (!rec)
		return -ENOMEM;
	len = record_parse(rec, file->call, text);
	if (len < 0)
		return len;
	guard(preempt_notrace)();
	to = trace_event_buffer_reserve(&buf, file, len);
	if (!to)
		return 0;
	/* the common fields tell who injected it */
	memcpy(to + 1, rec + sizeof(*to), len - sizeof(*to));
	trace_event_buffer_commit(&buf);
	return 0;
}
