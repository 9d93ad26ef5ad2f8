// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_type.c - types of probe arguments: names, sizes, and their text.
 */

#include <linux/kernel.h>
#include <linux/seq_buf.h>
#include <linux/string.h>

#include "fetch.h"

#define NUM(_name, _decl, _fmt, _size, _signed) \
	{ .name = _name, .decl = _decl, .fmt = _fmt, .size = _size, .is_signed = _signed, .kind = FETCH_NUM }
#define STR(_name, _kind) \
	{ .name = _name, .decl = "__data_loc char[]", .fmt = "\\\"%s\\\"", .size = sizeof(u32), .kind = _kind }

static const struct fetch_type types[] = {
	NUM("u8",  "u8",  "%u",  1, false), NUM("u16", "u16", "%u",  2, false),
	NUM("u32", "u32", "%u",  4, false), NUM("u64", "u64", "%Lu", 8, false),
	NUM("s8",  "s8",  "%d",  1, true),  NUM("s16", "s16", "%d",  2, true),
	NUM("s32", "s32", "%d",  4, true),  NUM("s64", "s64", "%Ld", 8, true),
	NUM("x8",  "u8",  "0x%x", 1, false), NUM("x16", "u16", "0x%x",  2, false),
	NUM("x32", "u32", "0x%x", 4, false), NUM("x64", "u64", "0x%Lx", 8, false),
	NUM("char", "u8", "'%c'", 1, false),
	NUM("symbol", "u64", "%pS", 8, false),
	STR("string",  FETCH_STRING),
	STR("ustring", FETCH_USTRING),
	STR("symstr",  FETCH_SYMSTR),
};

const struct fetch_type *fetch_type_find(const char *name, unsigned int len)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(types); i++)
		if (strlen(types[i].name) == len && !strncmp(types[i].name, name, len))
			return &types[i];
	return NULL;
}

/* === Text of a record === */

static u64 load(const struct fetch_type *t, const void *p)
{
	switch (t->size) {
	case 1:
		return t->is_signed ? (u64)*(const s8 *)p : *(const u8 *)p;
	case 2:
		return t->is_signed ? (u64)*(const s16 *)p : *(const u16 *)p;
	case 4:
		return t->is_signed ? (u64)*(const s32 *)p : *(const u32 *)p;
	default:
		return *(const u64 *)p;
	}
}

static void print_number(struct trace_seq *s, const struct fetch_type *t, u64 val)
{
	if (t->fmt[0] == '\'')
		trace_seq_printf(s, "'%c'", (char)val);
	else if (!strcmp(t->fmt, "%pS"))
		trace_seq_printf(s, "%pS", (void *)(unsigned long)val);
	else if (t->fmt[0] == '0')
		trace_seq_printf(s, "0x%llx", val);
	else if (t->is_signed)
		trace_seq_printf(s, "%lld", (long long)val);
	else
		trace_seq_printf(s, "%llu", val);
}

/* A string's location word: length with its NUL above, offset in the record below; length 0: it could not be read. */
static void print_string(struct trace_seq *s, u32 loc, const void *rec)
{
	if (loc >> 16)
		trace_seq_printf(s, "\"%s\"", (const char *)rec + (loc & 0xffff));
	else
		trace_seq_puts(s, "(fault)");
}

static void print_elem(struct trace_seq *s, const struct fetch_type *t, const void *p, const void *rec)
{
	if (t->kind == FETCH_NUM)
		print_number(s, t, load(t, p));
	else
		print_string(s, *(const u32 *)p, rec);
}

/* " name=value" */
static void print_arg(struct trace_seq *s, const struct fetch_arg *arg, const void *rec)
{
	const void *p = rec + arg->pos;

	trace_seq_printf(s, " %s=", arg->name);
	if (!arg->nr_elems) {
		print_elem(s, arg->type, p, rec);
		return;
	}
	for (unsigned int i = 0; i < arg->nr_elems; i++) {
		trace_seq_putc(s, i ? ',' : '{');
		print_elem(s, arg->type, p + i * arg->type->size, rec);
	}
	trace_seq_putc(s, '}');
}

/**
 * fetch_print() - the arguments of a record, up to the end of its line
 * @s:		where to
 * @prog:	the arguments
 * @rec:	the record
 *
 * Context: any.
 * Return: TRACE_TYPE_PARTIAL_LINE if it did not fit, else TRACE_TYPE_HANDLED.
 */
enum print_line_t fetch_print(struct trace_seq *s, const struct fetch_prog *prog, const void *rec)
{
	for (unsigned int i = 0; i < prog->nr; i++)
		print_arg(s, &prog->args[i], rec);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

/* === Text of the format file === */

void fetch_print_fmt(struct seq_buf *sb, const struct fetch_arg *arg)
{
	seq_buf_printf(sb, "%s=", arg->name);
	if (!arg->nr_elems) {
		seq_buf_puts(sb, arg->type->fmt);
		return;
	}
	for (unsigned int i = 0; i < arg->nr_elems; i++) {
		seq_buf_putc(sb, i ? ',' : '{');
		seq_buf_puts(sb, arg->type->fmt);
	}
	seq_buf_putc(sb, '}');
}

void fetch_print_fmt_args(struct seq_buf *sb, const struct fetch_arg *arg)
{
	const char *cast = strcmp(arg->type->fmt, "%pS") ? "" : "(void *)";

	if (!arg->nr_elems) {
		if (arg->type->kind == FETCH_NUM)
			seq_buf_printf(sb, ", %sREC->%s", cast, arg->name);
		else
			seq_buf_printf(sb, ", __get_str(%s)", arg->name);
		return;
	}
	for (unsigned int i = 0; i < arg->nr_elems; i++) {
		if (arg->type->kind == FETCH_NUM)
			seq_buf_printf(sb, ", %sREC->%s[%u]", cast, arg->name, i);
		else
			seq_buf_printf(sb, ", (char *)REC+(REC->%s[%u] & 0xffff)", arg->name, i);
	}
}
