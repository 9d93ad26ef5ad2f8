// SPDX-License-Identifier: GPL-2.0
/*
 * check.c - does a print format look at memory outside of its record?
 *
 * A conversion like %pI4 follows its pointer when the record is printed, long after the hit; if the record holds
 * only the pointer, what it points to may be gone.  Events of modules are checked when they come, and
 * one that does this is shown field by field instead.  (A %s with a pointer is another matter: the printer
 * sees to it that the string is there.)
 */

#include <linux/ctype.h>
#include <linux/string.h>
#include "event_internal.h"

/* A cursor over a print format: its text, then its arguments. */
struct fmt_walk {
	const char	*text;		/* in or behind the next string literal */
	const char	*arg;		/* the next argument */
};

/* Behind the end of the literal that begins at @s. */
static const char *literal_end(const char *s)
{
	for (s++; *s && *s != '"'; s++)
		if (*s == '\\' && s[1])
			s++;
	return *s ? s + 1 : s;
}

/* The comma behind the argument or the format at @s, or the end. */
static const char *arg_end(const char *s)
{
	int depth = 0;

	while (*s && (*s != ',' || depth)) {
		if (*s == '"') {
			s = literal_end(s);
			continue;
		}
		depth += (*s == '(' || *s == '{') - (*s == ')' || *s == '}');
		s++;
	}
	return s;
}

/* Take the next argument: its text from *@arg on, its length is returned. */
static unsigned int arg_next(struct fmt_walk *w, const char **arg)
{
	const char *end;

	while (isspace(*w->arg))
		w->arg++;
	*arg = w->arg;
	end = arg_end(w->arg);
	w->arg = *end ? end + 1 : end;
	return end - *arg;
}

/*
 * The next conversion: its character, 0 at the end.  *@ext is the letter behind %p.  Arguments of a '*' are
 * skipped.
 */
static char conv_next(struct fmt_walk *w, char *ext)
{
	const char *s = w->text, *skipped;

	while (*s && !(s[0] == '%' && s[1] != '%'))
		s += s[0] == '%' && s[1] == '%' ? 2 : 1;
	if (!*s)
		return 0;
	for (s++; *s && strchr("-+ #0123456789.*hljztLq", *s); s++)
		if (*s == '*')
			arg_next(w, &skipped);
	w->text = *s ? s + 1 : s;
	*ext = *s && isalnum(s[1]) ? s[1] : 0;
	return *s;
}

/* Does %p with @ext follow the pointer? */
static bool follows(char conv, char ext)
{
	/* plain, as a number, a symbol, an error code */
	return conv == 'p' && ext && !strchr("xKFfSsBe", ext);
}

/* Is what @arg points to outside of the record: a field that is itself a pointer? */
static bool arg_is_outside(struct trace_event_call *call, const char *arg, unsigned int len)
{
	const struct trace_field *field;
	char name[64];
	const char *rec;
	unsigned int n = 0;

	rec = strnstr(arg, "REC->", len);
	if (!rec || strnstr(arg, "__get_", len) || strnstr(arg, "__print_", len) || (rec > arg && rec[-1] == '&'))
		return false;
	for (rec += strlen("REC->"); n < sizeof(name) - 1 && (isalnum(rec[n]) || rec[n] == '_'); n++)
		name[n] = rec[n];
	name[n] = '\0';
	field = trace_event_field(call, name);
	return field && !field->len && strchr(field->type, '*');
}

/**
 * event_fmt_is_safe() - check the print format of an event
 * @call:	the event
 *
 * Context: task.
 * Return: false: it follows a pointer out of the record.
 */
bool event_fmt_is_safe(struct trace_event_call *call)
{
	struct fmt_walk w = { .text = call->print_fmt };
	const char *end;
	char conv, ext;

	if (!call->print_fmt)
		return true;
	end = arg_end(call->print_fmt);
	w.arg = *end ? end + 1 : end;
	while (w.text < end && (conv = conv_next(&w, &ext))) {
		const char *arg;
		unsigned int len;

		if (w.text > end)
			break;
		len = arg_next(&w, &arg);
		if (follows(conv, ext) && arg_is_outside(call, arg, len))
			return false;
	}
	return true;
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	return TRACE_TYPE_UNHANDLED;
}

static struct trace_event_functions raw_funcs = { .trace = print_raw };

/* Print an event of @mod by its fields if its format is not to be trusted. */
void event_fmt_check(struct trace_event_call *call, const struct module *mod)
{
	if (event_fmt_is_safe(call))
		return;
	pr_warn("%s: event %s: the print format follows a pointer out of the record; its fields are shown instead\n",
		mod->name, trace_event_name(call));
	call->event.funcs = &raw_funcs;
}
