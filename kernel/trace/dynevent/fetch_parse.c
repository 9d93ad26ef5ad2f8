// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_parse.c - compile the arguments of a probe definition.
 *
 *	ARG	= [NAME=]EXPR[:TYPE]
 *	EXPR	= %REG | $VAR | @ADDR | @SYM[+-OFFS] | @+FILEOFFS | \IMM | \"TEXT" | +-[u]OFFS(EXPR)
 *	TYPE	= WORD[N] | bWIDTH@SHIFT/SIZE | %pd | %pD
 *
 * A piece of the line is a span; the column of an error is the start of the span that is wrong.
 */

#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch.h"

/* Columns [@from, @to) of the line. */
struct span {
	unsigned int	from;
	unsigned int	to;
};

struct parse {
	const struct probe_line	*line;
	struct fetch_arg	*arg;
};

static const char *span_text(const struct parse *ps, struct span sp)
{
	return ps->line->text + sp.from;
}

static char span_first(const struct parse *ps, struct span sp)
{
	return sp.from < sp.to ? *span_text(ps, sp) : '\0';
}

static char *span_dup(const struct parse *ps, struct span sp)
{
	return kmemdup_nul(span_text(ps, sp), sp.to - sp.from, GFP_KERNEL);
}

static int span_error(const struct parse *ps, enum probe_err err, unsigned int col)
{
	return probe_error(ps->line, err, col);
}

/* First @c outside of a quoted text, or sp.to. */
static unsigned int span_find(const struct parse *ps, struct span sp, char c)
{
	bool quoted = false;

	for (unsigned int i = sp.from; i < sp.to; i++) {
		char at = ps->line->text[i];

		if (at == '"')
			quoted = !quoted;
		else if (at == c && !quoted)
			return i;
	}
	return sp.to;
}

#define NUMBER_ROOM	32

/* The span as a string of its own: 0, -EINVAL: it is too long to be a number. */
static int span_copy(const struct parse *ps, struct span sp, char buf[NUMBER_ROOM])
{
	unsigned int len = sp.to - sp.from;

	if (!len || len >= NUMBER_ROOM)
		return -EINVAL;
	memcpy(buf, span_text(ps, sp), len);
	buf[len] = '\0';
	return 0;
}

/* The span as a number of any base: 0, -EINVAL, -ERANGE. */
static int span_long(const struct parse *ps, struct span sp, long *val)
{
	char buf[NUMBER_ROOM];

	return span_copy(ps, sp, buf) ?: kstrtol(buf, 0, val);
}

static int span_ulong(const struct parse *ps, struct span sp, unsigned long *val)
{
	char buf[NUMBER_ROOM];

	return span_copy(ps, sp, buf) ?: kstrtoul(buf, 0, val);
}

static bool span_is(const struct parse *ps, struct span sp, const char *word)
{
	return strlen(word) == sp.to - sp.from && !strncmp(span_text(ps, sp), word, sp.to - sp.from);
}

static bool span_starts(const struct parse *ps, struct span sp, const char *word)
{
	return sp.to - sp.from >= strlen(word) && !strncmp(span_text(ps, sp), word, strlen(word));
}

/* === Sources === */

static int parse_register(struct parse *ps, struct span sp)
{
	char name[16];
	unsigned int len = sp.to - sp.from - 1;
	int offset;

	if (!(ps->line->have & FETCH_HAVE_REGS))
		return span_error(ps, PE_VAR, sp.from);
	if (len >= sizeof(name))
		return span_error(ps, PE_REG, sp.from);
	memcpy(name, span_text(ps, sp) + 1, len);
	name[len] = '\0';
	offset = regs_query_register_offset(name);
	if (offset < 0)
		return span_error(ps, PE_REG, sp.from);
	ps->arg->src = FETCH_REG;
	ps->arg->offset = offset;
	return 0;
}

#define STACK_WORDS_MAX	(THREAD_SIZE / sizeof(long))
#define PARAMS_MAX	6	/* those that come in registers */

static int parse_stack(struct parse *ps, struct span sp, unsigned int num)
{
	struct span digits = { num, sp.to };

	if (num == sp.to) {
		ps->arg->src = FETCH_STACK;
		return 0;
	}
	ps->arg->src = FETCH_STACK_N;
	if (!isdigit(span_first(ps, digits)))
		return span_error(ps, PE_VAR, sp.from);
	if (span_ulong(ps, digits, &ps->arg->imm) || ps->arg->imm >= STACK_WORDS_MAX)
		return span_error(ps, PE_STACK_NUM, sp.from);
	return 0;
}

static int parse_param(struct parse *ps, struct span sp, unsigned int num)
{
	struct span digits = { num, sp.to };
	unsigned long n;

	if (span_is(ps, digits, "*"))
		return span_error(ps, PE_BTF, sp.from);
	if (span_ulong(ps, digits, &n) || !n || n > PARAMS_MAX)
		return span_error(ps, PE_ARG_NUM, sp.from);
	ps->arg->src = FETCH_PARAM;
	ps->arg->imm = n - 1;
	return 0;
}

static int parse_field(struct parse *ps, struct span sp)
{
	char *name __free(kfree) = kmemdup_nul(span_text(ps, sp) + 1, sp.to - sp.from - 1, GFP_KERNEL);

	if (!name)
		return -ENOMEM;
	ps->arg->field = trace_event_field(ps->line->call, name);
	if (!ps->arg->field)
		return span_error(ps, PE_ATTACH_FIELD, sp.from);
	ps->arg->src = FETCH_FIELD;
	return 0;
}

static int parse_variable(struct parse *ps, struct span sp)
{
	unsigned int have = ps->line->have;

	if (span_is(ps, sp, "$comm") || span_is(ps, sp, "$COMM")) {
		if (ps->arg->nr_deref)
			return span_error(ps, PE_COMM_DEREF, sp.from);
		ps->arg->src = FETCH_COMM;
		return 0;
	}
	if (have & FETCH_HAVE_FIELDS)
		return parse_field(ps, sp);
	if (span_is(ps, sp, "$retval")) {
		if (!(have & FETCH_HAVE_RETVAL))
			return span_error(ps, PE_RETVAL, sp.from);
		ps->arg->src = FETCH_RETVAL;
		return 0;
	}
	if (span_starts(ps, sp, "$stack") && (have & FETCH_HAVE_STACK))
		return parse_stack(ps, sp, sp.from + 6);
	if (span_starts(ps, sp, "$arg") && (have & FETCH_HAVE_PARAMS))
		return parse_param(ps, sp, sp.from + 4);
	return span_error(ps, PE_VAR, sp.from);
}

/* SYM[+-OFFS]; the symbol is looked up again when the probe is switched on, since modules come and go. */
static int parse_symbol(struct parse *ps, struct span sp)
{
	struct span name = { sp.from + 1, sp.to }, offs;
	long val = 0;

	for (unsigned int i = name.from; i < sp.to; i++) {
		char c = ps->line->text[i];

		if (c == '+' || c == '-') {
			name.to = i;
			break;
		}
	}
	offs = (struct span){ name.to, sp.to };
	if (offs.from < offs.to && span_long(ps, offs, &val))
		return span_error(ps, PE_ADDR, sp.from);
	if (name.from == name.to)
		return span_error(ps, PE_ADDR, sp.from);
	ps->arg->text = span_dup(ps, name);
	if (!ps->arg->text)
		return -ENOMEM;
	if (!kallsyms_lookup_name(ps->arg->text))
		return span_error(ps, PE_ADDR, sp.from);
	ps->arg->src = FETCH_SYM;
	ps->arg->addend = val;
	return 0;
}

static int parse_file_offset(struct parse *ps, struct span sp)
{
	struct span num = { sp.from + 2, sp.to };
	long val;

	if (ps->line->have & FETCH_HAVE_KERNEL)
		return span_error(ps, PE_FILE_ON_KPROBE, sp.from);
	if (span_long(ps, num, &val))
		return span_error(ps, PE_FILE_OFFSET, sp.from);
	ps->arg->src = FETCH_FILE;
	ps->arg->imm = val;
	return 0;
}

/* An address is a place in memory: it comes with one dereference of offset 0. */
static int deref_add(struct parse *ps, struct span sp, long offset, bool user)
{
	struct fetch_arg *arg = ps->arg;

	if (arg->nr_deref == FETCH_DEREF_MAX)
		return span_error(ps, PE_DEREF_DEEP, sp.from);
	arg->deref[arg->nr_deref++] = (struct fetch_deref){ .offset = offset, .user = user };
	return 0;
}

static int parse_address(struct parse *ps, struct span sp)
{
	struct span rest = { sp.from + 1, sp.to };
	char c = span_first(ps, rest);
	int ret;

	if (c == '+')
		return parse_file_offset(ps, sp) ?: deref_add(ps, sp, 0, true);
	if (isdigit(c)) {
		ret = span_ulong(ps, rest, &ps->arg->imm) ? span_error(ps, PE_ADDR, sp.from) : 0;
		ps->arg->src = FETCH_IMM;
	} else if (ps->line->have & FETCH_HAVE_KERNEL) {
		ret = parse_symbol(ps, sp);
	} else {
		ret = span_error(ps, PE_SYM_ON_UPROBE, sp.from);
	}
	return ret ?: deref_add(ps, sp, 0, !(ps->line->have & FETCH_HAVE_KERNEL));
}

static int parse_immediate(struct parse *ps, struct span sp)
{
	struct span rest = { sp.from + 1, sp.to };
	long val;

	if (span_first(ps, rest) == '"') {
		if (rest.to - rest.from < 2 || ps->line->text[rest.to - 1] != '"')
			return span_error(ps, PE_IMMSTR_OPEN, rest.to);
		ps->arg->src = FETCH_TEXT;
		ps->arg->text = span_dup(ps, (struct span){ rest.from + 1, rest.to - 1 });
		return ps->arg->text ? 0 : -ENOMEM;
	}
	if (span_long(ps, rest, &val) && span_ulong(ps, rest, (unsigned long *)&val))
		return span_error(ps, PE_IMM, rest.from);
	ps->arg->src = FETCH_IMM;
	ps->arg->imm = val;
	return 0;
}

/* === Expressions === */

/* One layer of dereference, taken off the outside. */
struct layer {
	struct span	span;
	long		offset;
	bool		user;
};

/* "+8(...)" -> offset 8 and the span inside */
static int parse_layer(struct parse *ps, struct span *sp, struct layer *ly)
{
	unsigned int open = span_find(ps, *sp, '(');
	struct span num = *sp;

	ly->span = *sp;
	ly->user = false;
	if (open == sp->to)
		return span_error(ps, PE_DEREF_BRACE, sp->from);
	num.to = open;
	if (ps->line->text[sp->from + 1] == 'u') {
		char text[32];
		unsigned int len = open - sp->from - 2;

		/* the sign stands before the 'u', the digits behind it */
		if (!len || len + 2 > sizeof(text))
			return span_error(ps, PE_DEREF_OFFSET, sp->from);
		text[0] = ps->line->text[sp->from];
		memcpy(text + 1, ps->line->text + sp->from + 2, len);
		text[len + 1] = '\0';
		if (kstrtol(text, 0, &ly->offset))
			return span_error(ps, PE_DEREF_OFFSET, sp->from);
		ly->user = true;
	} else if (span_long(ps, num, &ly->offset)) {
		return span_error(ps, PE_DEREF_OFFSET, sp->from);
	}
	if (sp->to == open + 1 || ps->line->text[sp->to - 1] != ')')
		return span_error(ps, PE_DEREF_OPEN, sp->to);
	sp->from = open + 1;
	sp->to--;
	return 0;
}

static int parse_source(struct parse *ps, struct span sp)
{
	char c = span_first(ps, sp);

	switch (c) {
	case '%':
		return parse_register(ps, sp);
	case '$':
		return parse_variable(ps, sp);
	case '@':
		return parse_address(ps, sp);
	case '\\':
		return parse_immediate(ps, sp);
	default:
		if ((isalpha(c) || c == '_') && (ps->line->have & FETCH_HAVE_PARAMS))
			return span_error(ps, PE_BTF, sp.from);	/* the name of a parameter */
		return span_error(ps, PE_ARG_EXPR, sp.from);
	}
}

/* Dereferences are written from the outside in and done from the inside out. */
static int parse_expr(struct parse *ps, struct span sp)
{
	struct layer *layers __free(kfree) = NULL;
	unsigned int nr = 0;
	int ret;

	layers = kmalloc_array(FETCH_TEXT_MAX, sizeof(*layers), GFP_KERNEL);
	if (!layers)
		return -ENOMEM;
	while (span_first(ps, sp) == '+' || span_first(ps, sp) == '-') {
		ret = parse_layer(ps, &sp, &layers[nr]);
		if (ret)
			return ret;
		nr++;
	}
	if (nr && (span_is(ps, sp, "$comm") || span_is(ps, sp, "$COMM")))
		return span_error(ps, PE_COMM_DEREF, sp.from);
	ret = parse_source(ps, sp);
	while (!ret && nr--)
		ret = deref_add(ps, layers[nr].span, layers[nr].offset, layers[nr].user);
	return ret;
}

/* === Types === */

/* bWIDTH@SHIFT/SIZE */
static int parse_bitfield(struct parse *ps, struct span sp)
{
	struct span width = sp, shift, size;
	unsigned long w, s, z;

	width.from++;
	width.to = span_find(ps, sp, '@');
	shift = (struct span){ width.to + 1, span_find(ps, sp, '/') };
	size = (struct span){ shift.to + 1, sp.to };
	if (width.to == sp.to || shift.to == sp.to || shift.from > shift.to || size.from > size.to ||
	    span_ulong(ps, width, &w) || span_ulong(ps, shift, &s) || span_ulong(ps, size, &z))
		return span_error(ps, PE_BITFIELD, sp.from);
	if ((z != 8 && z != 16 && z != 32 && z != 64) || !w || w + s > z)
		return span_error(ps, PE_BITFIELD, sp.from);
	ps->arg->type = fetch_type_find(z == 8 ? "u8" : z == 16 ? "u16" : z == 32 ? "u32" : "u64", z == 8 ? 2 : 3);
	ps->arg->lshift = z - (w + s);
	ps->arg->rshift = z - w;
	return 0;
}

/* WORD[N]: take the [N] off *sp. */
static int parse_array(struct parse *ps, struct span *sp)
{
	unsigned int open = span_find(ps, *sp, '['), close;
	unsigned long n;

	if (open == sp->to)
		return 0;
	close = span_find(ps, *sp, ']');
	if (close == sp->to)
		return span_error(ps, PE_ARRAY_OPEN, sp->to);
	if (close + 1 != sp->to)
		return span_error(ps, PE_ARRAY_SUFFIX, close + 1);
	if (span_ulong(ps, (struct span){ open + 1, close }, &n) || !n)
		return span_error(ps, PE_ARRAY_NUM, open + 1);
	if (n > FETCH_ELEMS_MAX)
		return span_error(ps, PE_ARRAY_BIG, open + 1);
	if (!ps->arg->nr_deref)
		return span_error(ps, PE_ARG_EXPR, sp->from);
	ps->arg->nr_elems = n;
	sp->to = open;
	return 0;
}

/* The name of a dentry, or of a file's dentry, is a string two or three pointers away. */
static int parse_vfs_name(struct parse *ps, struct span sp)
{
	int ret = 0;

	if (span_is(ps, sp, "%pD"))
		ret = deref_add(ps, sp, offsetof(struct file, f_path.dentry), false);
	ps->arg->type = fetch_type_find("string", 6);
	return ret ?: deref_add(ps, sp, offsetof(struct dentry, d_name.name), false) ?: deref_add(ps, sp, 0, false);
}

static bool holds_text(const struct fetch_arg *arg)
{
	if (arg->src == FETCH_FIELD && !arg->nr_deref)
		return arg->field->filter == FILTER_STATIC_STRING || arg->field->filter == FILTER_DYN_STRING ||
		       arg->field->filter == FILTER_RDYN_STRING || arg->field->filter == FILTER_PTR_STRING;
	return arg->src == FETCH_COMM || arg->src == FETCH_TEXT;
}

/* Type word against expression. */
static int check_type(struct parse *ps, struct span sp)
{
	const struct fetch_arg *arg = ps->arg;
	bool string = arg->type->kind == FETCH_STRING || arg->type->kind == FETCH_USTRING;

	if (string && !arg->nr_deref && !holds_text(arg))
		return span_error(ps, PE_STRING, sp.from);
	if (!string && (arg->src == FETCH_COMM || arg->src == FETCH_TEXT))
		return span_error(ps, PE_TYPE, sp.from);
	if (arg->type->kind == FETCH_SYMSTR) {
		if (!(ps->line->have & FETCH_HAVE_KERNEL))
			return span_error(ps, PE_TYPE, sp.from);
		if (arg->nr_elems)
			return span_error(ps, PE_SYMSTR, sp.from);
	}
	return 0;
}

static int parse_type(struct parse *ps, struct span sp)
{
	bool kernel = ps->line->have & FETCH_HAVE_KERNEL;
	int ret;

	if (kernel && (span_is(ps, sp, "%pd") || span_is(ps, sp, "%pD")))
		return parse_vfs_name(ps, sp);
	ret = parse_array(ps, &sp);
	if (ret)
		return ret;
	if (span_first(ps, sp) == 'b' && sp.to - sp.from > 1 && isdigit(span_text(ps, sp)[1]))
		return parse_bitfield(ps, sp);
	ps->arg->type = fetch_type_find(span_text(ps, sp), sp.to - sp.from);
	if (!ps->arg->type)
		return span_error(ps, PE_TYPE, sp.from);
	return check_type(ps, sp);
}

static const struct fetch_type *default_type(const struct fetch_arg *arg)
{
	const struct trace_field *f = arg->field;

	if (holds_text(arg))
		return fetch_type_find("string", 6);
	if (arg->src == FETCH_FIELD && !arg->nr_deref && f->filter == FILTER_OTHER && f->size < 8)
		return fetch_type_find(f->size == 1 ? "x8" : f->size == 2 ? "x16" : "x32", f->size == 1 ? 2 : 3);
	return fetch_type_find("x64", 3);
}

/* === Arguments === */

static int parse_name(struct parse *ps, struct fetch_prog *prog, struct span arg, struct span name)
{
	if (name.from == name.to)
		return span_error(ps, PE_NAME_EMPTY, arg.from);
	if (name.to - name.from > FETCH_NAME_MAX)
		return span_error(ps, PE_NAME_LONG, arg.from);
	if (!isalpha(span_first(ps, name)) && span_first(ps, name) != '_')
		return span_error(ps, PE_NAME_BAD, arg.from);
	for (unsigned int i = name.from; i < name.to; i++)
		if (!isalnum(ps->line->text[i]) && ps->line->text[i] != '_')
			return span_error(ps, PE_NAME_BAD, arg.from);
	ps->arg->name = span_dup(ps, name);
	return ps->arg->name ? 0 : -ENOMEM;
}

/* Names that the record has already. */
static bool name_taken(const struct fetch_prog *prog, const struct fetch_arg *arg)
{
	static const char *const reserved[] = {
		"common_type", "common_flags", "common_preempt_count", "common_pid", "common_tgid",
		"__probe_ip", "__probe_ret_ip", "__probe_func", "__probe_vaddr",
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(reserved); i++)
		if (!strcmp(reserved[i], arg->name))
			return true;
	for (const struct fetch_arg *a = prog->args; a < arg; a++)
		if (!strcmp(a->name, arg->name))
			return true;
	return false;
}

static int parse_arg(struct parse *ps, struct fetch_prog *prog, struct span sp)
{
	struct span body = sp, expr, type;
	unsigned int eq = span_find(ps, sp, '=');
	int ret;

	if (eq != sp.to) {
		ret = parse_name(ps, prog, sp, (struct span){ sp.from, eq });
		if (ret)
			return ret;
		body.from = eq + 1;
	} else {
		ps->arg->name = kasprintf(GFP_KERNEL, "arg%u", prog->nr + 1);
		if (!ps->arg->name)
			return -ENOMEM;
	}
	if (name_taken(prog, ps->arg))
		return span_error(ps, PE_NAME_USED, sp.from);
	if (body.from == body.to)
		return span_error(ps, PE_ARG_EMPTY, body.from);
	if (body.to - body.from > FETCH_TEXT_MAX)
		return span_error(ps, PE_ARG_LONG, body.from);
	ps->arg->body = span_dup(ps, body);
	if (!ps->arg->body)
		return -ENOMEM;
	expr = body;
	expr.to = span_find(ps, body, ':');
	type = (struct span){ min(expr.to + 1, body.to), body.to };
	ret = parse_expr(ps, expr);
	if (ret)
		return ret;
	if (expr.to != body.to)
		return parse_type(ps, type);
	ps->arg->type = default_type(ps->arg);
	return 0;
}

/* Next blank-separated word of the line from *col on; blanks in a quoted text belong to the word. */
static bool next_span(const char *text, unsigned int *col, unsigned int end, struct span *sp)
{
	unsigned int i = *col;
	bool quoted = false;

	while (i < end && isspace(text[i]))
		i++;
	sp->from = i;
	while (i < end && (quoted || !isspace(text[i]))) {
		if (text[i] == '"')
			quoted = !quoted;
		i++;
	}
	sp->to = i;
	*col = i;
	return sp->from < sp->to;
}

static void arg_free(struct fetch_arg *arg)
{
	kfree(arg->name);
	kfree(arg->body);
	kfree(arg->text);
}

void fetch_free(struct fetch_prog *prog)
{
	for (unsigned int i = 0; i < prog->nr; i++)
		arg_free(&prog->args[i]);
	kfree(prog->args);
	*prog = (struct fetch_prog){};
}

static void place_args(struct fetch_prog *prog, unsigned int head)
{
	unsigned int pos = head;

	for (unsigned int i = 0; i < prog->nr; i++) {
		struct fetch_arg *arg = &prog->args[i];

		arg->pos = pos;
		pos += arg->type->size * (arg->nr_elems ?: 1);
		prog->dynamic |= arg->type->kind != FETCH_NUM;
	}
	prog->size = pos;
}

/**
 * fetch_parse() - compile the arguments of a definition
 * @prog:	result; fetch_free() it
 * @line:	the definition
 * @col:	column where the arguments begin
 * @end:	column where they end
 * @head:	bytes of the record before the first argument
 *
 * Context: task.
 * Return: 0, -EINVAL with a line in error_log, -ENOMEM.
 */
int fetch_parse(struct fetch_prog *prog, const struct probe_line *line, unsigned int col, unsigned int end,
		unsigned int head)
{
	struct fetch_arg *args;
	struct span sp;
	int ret = 0;

	*prog = (struct fetch_prog){};
	prog->args = kcalloc(FETCH_ARGS_MAX, sizeof(*prog->args), GFP_KERNEL);
	if (!prog->args)
		return -ENOMEM;
	while (!ret && next_span(line->text, &col, end, &sp)) {
		struct parse ps = { .line = line, .arg = &prog->args[prog->nr] };

		if (prog->nr == FETCH_ARGS_MAX) {
			ret = probe_error(line, PE_ARGS_MANY, sp.from);
			break;
		}
		ret = parse_arg(&ps, prog, sp);
		prog->nr++;	/* also when half made: fetch_free() frees what there is */
	}
	if (ret) {
		fetch_free(prog);
		return ret;
	}
	place_args(prog, head);
	/* most probes have few arguments: give the rest of the array back */
	args = krealloc_array(prog->args, max(prog->nr, 1U), sizeof(*args), GFP_KERNEL);
	if (args)
		prog->args = args;
	return 0;
}

/* === Compare === */

unsigned int fetch_differs(const struct fetch_prog *a, const struct fetch_prog *b)
{
	unsigned int nr = min(a->nr, b->nr);

	for (unsigned int i = 0; i < nr; i++)
		if (a->args[i].type != b->args[i].type || a->args[i].nr_elems != b->args[i].nr_elems ||
		    strcmp(a->args[i].name, b->args[i].name))
			return i + 1;
	return a->nr == b->nr ? 0 : nr + 1;
}

bool fetch_same(const struct fetch_prog *a, const struct fetch_prog *b)
{
	if (fetch_differs(a, b))
		return false;
	for (unsigned int i = 0; i < a->nr; i++)
		if (strcmp(a->args[i].body, b->args[i].body))
			return false;
	return true;
}

/**
 * fetch_resolve() - look up the symbols that arguments name
 * @prog:	the arguments
 *
 * Context: task, before the probe is switched on.
 * Return: 0, -ENOENT.
 */
int fetch_resolve(struct fetch_prog *prog)
{
	for (unsigned int i = 0; i < prog->nr; i++) {
		struct fetch_arg *arg = &prog->args[i];
		unsigned long addr;

		if (arg->src != FETCH_SYM)
			continue;
		addr = kallsyms_lookup_name(arg->text);
		if (!addr)
			return -ENOENT;
		arg->imm = addr + arg->addend;
	}
	return 0;
}
