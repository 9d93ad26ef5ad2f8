// SPDX-License-Identifier: GPL-2.0
/*
 * format.c - text of a format file: what user space decodes records by.
 *
 * ABI: libtraceevent and others parse it.
 */

#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include "event_internal.h"

static void field_show(const struct trace_field *field, struct seq_file *m)
{
	int type_len = strlen(field->type);
	char dim[16] = "";

	/* "char[]" up to the end of the record: the brackets follow the name, as in C; those of a __data_loc do not */
	if (field->len) {
		snprintf(dim, sizeof(dim), "[%u]", field->len);
	} else if (field->type[0] != '_' && type_len > 2 && !strcmp(field->type + type_len - 2, "[]")) {
		type_len -= 2;
		strscpy(dim, "[]");
	}
	seq_printf(m, "\tfield:%.*s %s%s;\toffset:%u;\tsize:%u;\tsigned:%d;\n", type_len, field->type, field->name,
		   dim, field->offset, field->size, !!field->is_signed);
}

/* Length of the quoted string at @s, its quotation marks included. */
static unsigned int quoted_len(const char *s)
{
	unsigned int len = 1;

	while (s[len] && s[len] != '"')
		len += s[len] == '\\' && s[len + 1] ? 2 : 1;
	return s[len] ? len + 1 : len;
}

static unsigned int word_len(const char *s)
{
	unsigned int len = 0;

	while (isalnum(s[len]) || s[len] == '_')
		len++;
	return len;
}

/* Length of "sizeof(TYPE)" at @s if that is what is there. */
static unsigned int sizeof_len(const char *s)
{
	const char *end;

	if (!str_has_prefix(s, "sizeof("))
		return 0;
	end = strchr(s, ')');
	return end ? end - s + 1 : 0;
}

/* The identifier at @s, or its value; returns its length.  @member: it follows "->" or "." and is nobody's enum. */
static unsigned int word_show(const char *system, const char *s, bool member, struct seq_file *m)
{
	unsigned int len = sizeof_len(s) ?: word_len(s);
	const struct trace_eval_map *map = NULL;

	if (!member)
		map = event_eval_find(system, s, len);
	if (!map && s[len - 1] == ')')
		len = word_len(s);
	if (map)
		seq_printf(m, "%ld", (long)map->eval_value);
	else
		seq_write(m, s, len);
	return len;
}

/**
 * event_print_fmt_show() - a print format with values in place of names
 * @system:	of the event
 * @fmt:	the format as it was written
 * @m:		where to
 *
 * Context: task, event_mutex held.
 */
void event_print_fmt_show(const char *system, const char *fmt, struct seq_file *m)
{
	const char *s = fmt;

	while (*s) {
		unsigned int len;

		if (*s == '"') {
			len = quoted_len(s);
			seq_write(m, s, len);
		} else if (isdigit(*s)) {
			len = word_len(s);	/* 0x1f, 10UL */
			seq_write(m, s, len);
		} else if (isalpha(*s) || *s == '_') {
			bool member = s > fmt && (s[-1] == '.' || (s[-1] == '>' && s - fmt > 1 && s[-2] == '-'));

			len = word_show(system, s, member, m);
		} else {
			len = 1;
			seq_putc(m, *s);
		}
		s += len;
	}
}

/**
 * trace_event_format() - text of the format file of an event
 * @call:	the event
 * @m:		where to
 *
 * Context: task, event_mutex held.
 */
void trace_event_format(struct trace_event_call *call, struct seq_file *m)
{
	const struct trace_field *fields;
	unsigned int nr = 0;

	lockdep_assert_held(&event_mutex);
	seq_printf(m, "name: %s\nID: %d\nformat:\n", trace_event_name(call), call->event.type);
	for (unsigned int i = 0; i < nr_trace_common_fields; i++)
		field_show(&trace_common_fields[i], m);
	seq_putc(m, '\n');
	fields = trace_event_fields(call, &nr);
	for (unsigned int i = 0; fields && i < nr; i++)
		field_show(&fields[i], m);
	seq_puts(m, "\nprint fmt: ");
	if (is_syscall_trace_event(call))
		event_syscall_print_fmt(call, m);
	else
		event_print_fmt_show(call->class->system, call->print_fmt, m);
	seq_putc(m, '\n');
}
