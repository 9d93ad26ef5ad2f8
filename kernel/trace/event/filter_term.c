// SPDX-License-Identifier: GPL-2.0
/*
 * filter_term.c - one term of a filter: FIELD[.ustring|.function] OPERATOR VALUE, checked against the
 * event's fields.  FIELD[N] is an element of an array of numbers; without [N] one of them must fit.
 *
 * What may be on the right depends on what is on the left: a string, a number, a set of CPUs or a function.
 */

#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "filter.h"

enum term_op { OP_EQ, OP_NE, OP_LE, OP_GE, OP_LT, OP_GT, OP_BITS, OP_GLOB, NR_OPS };

/* Longer ones first. */
static const char *const ops[NR_OPS] = {
	[OP_EQ] = "==", [OP_NE] = "!=", [OP_LE] = "<=", [OP_GE] = ">=",
	[OP_LT] = "<", [OP_GT] = ">", [OP_BITS] = "&", [OP_GLOB] = "~",
};

enum suffix { SUFFIX_NONE, SUFFIX_USTRING, SUFFIX_FUNCTION };

/**
 * struct term - a term while it is read
 * @fc:		the text
 * @insn:	what it becomes
 * @field:	left side
 * @kind:	FILTER_* of the field
 * @suffix:	behind its name
 * @index:	of an element, -1: none was given
 * @op:		operator
 * @op_pos:	its column
 */
struct term {
	struct filter_cursor	*fc;
	struct filter_insn	*insn;
	const struct trace_field *field;
	int			kind;
	enum suffix		suffix;
	int			index;
	enum term_op		op;
	unsigned int		op_pos;
};

int filter_fail(struct filter_cursor *fc, enum filter_err code, unsigned int pos)
{
	*fc->err = (struct filter_error){ .code = code, .pos = pos };
	return -EINVAL;
}

static int fail(struct term *t, enum filter_err code, unsigned int pos)
{
	return filter_fail(t->fc, code, pos);
}

/* === Left side === */

/* Is @type an offset and a length of what is behind the fixed part? */
static bool is_loc(const char *type)
{
	return str_has_prefix(type, "__data_loc") || str_has_prefix(type, "__rel_loc");
}

/* FILTER_* of a field, from its type where its declaration left it open. */
static int field_kind(const struct trace_field *field)
{
	const char *type = field->type;

	if (field->filter != FILTER_OTHER)
		return field->filter;
	if (is_loc(type)) {
		if (strstr(type, "cpumask"))
			return FILTER_CPUMASK;
		if (strstr(type, "char"))
			return type[2] == 'd' ? FILTER_DYN_STRING : FILTER_RDYN_STRING;
		return FILTER_OTHER;
	}
	if (field->len && (!strcmp(type, "char") || !strcmp(type, "const char")))
		return FILTER_STATIC_STRING;
	if (!strcmp(type, "char *") || !strcmp(type, "const char *"))
		return FILTER_PTR_STRING;
	return FILTER_OTHER;
}

/* "name[N]": N into t->index. */
static int take_index(struct term *t, char *name)
{
	char *open = strchr(name, '['), *end = name + strlen(name) - 1;

	if (!open)
		return 0;
	if (*end != ']')
		return -EINVAL;
	*open++ = '\0';
	*end = '\0';
	if (kstrtoint(open, 10, &t->index) || t->index < 0)
		return -EINVAL;
	return 0;
}

static int take_suffix(struct term *t, char *name)
{
	char *dot = strchr(name, '.');

	if (!dot)
		return take_index(t, name);
	*dot++ = '\0';
	if (!strcmp(dot, "ustring"))
		t->suffix = SUFFIX_USTRING;
	else if (!strcmp(dot, "function"))
		t->suffix = SUFFIX_FUNCTION;
	else
		return -EINVAL;
	return 0;
}

static int read_field(struct term *t)
{
	char *name __free(kfree) = NULL;
	struct lex *lx = &t->fc->lx;

	lex_word(lx, "=!<>&|~()");
	name = lex_dup(lx, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	if (!take_suffix(t, name))
		t->field = trace_event_field(t->fc->call, name);
	/* the column is that of what follows, as it always was */
	lex_end(lx);
	if (!t->field)
		return fail(t, FILTER_ERR_FIELD_NOT_FOUND, lx->pos);
	t->kind = field_kind(t->field);
	return 0;
}

static int read_op(struct term *t)
{
	struct lex *lx = &t->fc->lx;
	const char *text = lx->text + lx->pos;

	t->op_pos = lx->pos;
	/* "field &&" is a term without an operator, not a bit test */
	for (t->op = 0; t->op < NR_OPS; t->op++)
		if (str_has_prefix(text, ops[t->op]) && !str_has_prefix(text, "&&"))
			break;
	if (t->op == NR_OPS)
		return fail(t, FILTER_ERR_INVALID_OP, lx->pos);
	lx->pos += strlen(ops[t->op]);
	return 0;
}

/* === Strings === */

static bool is_string(const struct term *t)
{
	if (t->suffix == SUFFIX_USTRING)
		return true;
	switch (t->kind) {
	case FILTER_STATIC_STRING:
	case FILTER_DYN_STRING:
	case FILTER_RDYN_STRING:
	case FILTER_PTR_STRING:
	case FILTER_COMM:
		return t->suffix == SUFFIX_NONE;
	default:
		return false;
	}
}

static int string_load(const struct term *t)
{
	if (t->suffix == SUFFIX_USTRING)
		return LOAD_USER_STRING;
	switch (t->kind) {
	case FILTER_DYN_STRING:
		return LOAD_DYN_STRING;
	case FILTER_RDYN_STRING:
		return LOAD_REL_STRING;
	case FILTER_PTR_STRING:
		return LOAD_KERNEL_STRING;
	case FILTER_COMM:
		return LOAD_COMM;
	default:
		return LOAD_STATIC_STRING;
	}
}

static struct filter_str *str_make(const char *text, unsigned int len, bool glob)
{
	struct filter_str *str = kmalloc(struct_size(str, text, len + 1), GFP_KERNEL);

	if (!str)
		return NULL;
	memcpy(str->text, text, len);
	str->text[len] = '\0';
	if (glob)
		match_init(&str->match, str->text);
	else
		str->match = (struct match){ .kind = MATCH_EXACT, .len = len, .str = str->text };
	return str;
}

static int term_string(struct term *t)
{
	struct lex *lx = &t->fc->lx;
	struct filter_insn *insn = t->insn;
	const char *text;
	unsigned int len;
	int quote;

	if (t->op != OP_EQ && t->op != OP_NE && t->op != OP_GLOB)
		return fail(t, FILTER_ERR_ILLEGAL_FIELD_OP, t->op_pos);
	if (t->suffix == SUFFIX_USTRING && t->field->size != sizeof(long))
		return fail(t, FILTER_ERR_EXPECT_STRING, t->op_pos);
	if (!lex_word(lx, "&|()"))
		return fail(t, FILTER_ERR_INVALID_VALUE, lx->tok);
	quote = lex_quote(lx);
	if (quote < 0)
		return fail(t, FILTER_ERR_MISSING_QUOTE, lx->tok);
	text = lx->text + lx->tok + !!quote;
	len = lx->len - 2 * !!quote;
	if (len >= MAX_FILTER_STR_VAL)
		return fail(t, FILTER_ERR_OPERAND_TOO_LONG, lx->tok);

	insn->str = str_make(text, len, t->op == OP_GLOB);
	if (!insn->str)
		return -ENOMEM;
	insn->cmp = CMP_STRING;
	insn->load = string_load(t);
	insn->not = (t->op == OP_NE) ^ insn->str->match.not;
	return 0;
}

/* === Numbers === */

/* Bytes of the number, or of an element of an array of numbers. */
static unsigned int number_size(const struct trace_field *field)
{
	if (is_loc(field->type))
		return 0;
	return field->len ? field->size / field->len : field->size;
}

static int number_load(const struct trace_field *field)
{
	if (field->filter == FILTER_CPU)
		return LOAD_CPU;
	switch (number_size(field)) {
	case 1:
		return field->is_signed ? LOAD_S8 : LOAD_U8;
	case 2:
		return field->is_signed ? LOAD_S16 : LOAD_U16;
	case 4:
		return field->is_signed ? LOAD_S32 : LOAD_U32;
	case 8:
		return field->is_signed ? LOAD_S64 : LOAD_U64;
	default:	/* a structure, an array behind the fixed part */
		return -EINVAL;
	}
}

static int number_cmp(enum term_op op, bool is_signed)
{
	switch (op) {
	case OP_LT:
		return is_signed ? CMP_LT : CMP_ULT;
	case OP_LE:
		return is_signed ? CMP_LE : CMP_ULE;
	case OP_GT:
		return is_signed ? CMP_GT : CMP_UGT;
	case OP_GE:
		return is_signed ? CMP_GE : CMP_UGE;
	case OP_BITS:
		return CMP_BITS;
	default:
		return CMP_EQ;
	}
}

/* @neg and @mag to what a field of this size and sign would hold; hex digits name bits. */
static int number_fit(const struct trace_field *field, bool neg, u64 mag, bool hex, u64 *val)
{
	unsigned int bits = number_size(field) * BITS_PER_BYTE;

	if (!field->is_signed) {
		*val = mag;
		return neg ? -EINVAL : 0;
	}
	if (neg) {
		*val = -mag;
		return mag > 1ULL << 63 ? -EINVAL : 0;
	}
	if (hex && (bits == 64 || !(mag >> bits))) {
		*val = sign_extend64(mag, bits - 1);
		return 0;
	}
	*val = mag;
	return mag > S64_MAX ? -EINVAL : 0;
}

static int read_number(struct term *t, u64 *val)
{
	struct lex *lx = &t->fc->lx;
	bool neg, hex;
	u64 mag;

	if (!lex_word(lx, "&|()=<>!~"))
		return fail(t, FILTER_ERR_INVALID_VALUE, lx->tok);
	if (lex_quote(lx))
		return fail(t, FILTER_ERR_EXPECT_DIGIT, lx->tok);
	neg = lx->text[lx->tok] == '-';
	lx->tok += neg;
	lx->len -= neg;
	if (!lx->len || !isdigit(lx->text[lx->tok]))
		return fail(t, FILTER_ERR_INVALID_VALUE, lx->tok - neg);
	hex = !strncasecmp(lx->text + lx->tok, "0x", 2);
	if (lex_u64(lx, &mag) || number_fit(t->field, neg, mag, hex, val))
		return fail(t, FILTER_ERR_ILLEGAL_INTVAL, lx->tok - neg);
	return 0;
}

static int term_number(struct term *t)
{
	struct filter_insn *insn = t->insn;
	int load = number_load(t->field);

	if (t->op == OP_GLOB || load < 0)
		return fail(t, FILTER_ERR_ILLEGAL_FIELD_OP, t->op_pos);
	insn->size = number_size(t->field);
	if (t->index >= 0)
		insn->offset += t->index * insn->size;
	else
		insn->count = t->field->len;
	insn->load = load;
	insn->cmp = number_cmp(t->op, t->field->is_signed);
	insn->not = t->op == OP_NE;
	return read_number(t, &insn->num);
}

/* === Sets of CPUs === */

static bool at_cpus(struct filter_cursor *fc)
{
	const char *text;

	lex_end(&fc->lx);
	text = fc->lx.text + fc->lx.pos;
	return str_has_prefix(text, "CPUS") && !isalnum(text[4]) && text[4] != '_';
}

/* "CPUS{LIST}": the set into insn->mask. */
static int read_cpus(struct term *t)
{
	char *list __free(kfree) = NULL;
	struct lex *lx = &t->fc->lx;
	struct cpumask *mask;
	unsigned int len, start;

	lx->pos += strlen("CPUS");
	if (!lex_char(lx, '{'))
		return fail(t, FILTER_ERR_MISSING_BRACE_OPEN, lx->pos);
	start = lx->pos;
	len = strcspn(lx->text + start, "}");
	if (!lx->text[start + len])
		return fail(t, FILTER_ERR_MISSING_BRACE_CLOSE, start + len);
	if (len >= MAX_FILTER_STR_VAL)
		return fail(t, FILTER_ERR_OPERAND_TOO_LONG, start);
	lx->pos = start + len + 1;

	list = kmemdup_nul(lx->text + start, len, GFP_KERNEL);
	mask = kzalloc(cpumask_size(), GFP_KERNEL);
	if (!list || !mask) {
		kfree(mask);
		return -ENOMEM;
	}
	if (cpulist_parse(list, mask) || cpumask_empty(mask)) {
		kfree(mask);
		return fail(t, FILTER_ERR_INVALID_CPULIST, start);
	}
	t->insn->mask = mask;
	return 0;
}

static int term_cpus(struct term *t)
{
	struct filter_insn *insn = t->insn;
	bool is_mask = t->kind == FILTER_CPUMASK;
	int ret, load;

	if (is_mask)
		load = t->field->type[2] == 'd' ? LOAD_DYN_MASK : LOAD_REL_MASK;
	else
		load = is_string(t) || t->field->len ? -EINVAL : number_load(t->field);
	if (load < 0 || t->suffix || (t->op != OP_EQ && t->op != OP_NE && t->op != OP_BITS))
		return fail(t, FILTER_ERR_ILLEGAL_FIELD_OP, t->op_pos);
	ret = read_cpus(t);
	if (ret)
		return ret;
	insn->load = load;
	insn->not = t->op == OP_NE;
	if (is_mask)
		insn->cmp = t->op == OP_BITS ? CMP_MASK_MEET : CMP_MASK_EQ;
	else
		insn->cmp = t->op == OP_BITS ? CMP_CPU_IN : CMP_CPU_ONLY;
	return 0;
}

/* === Functions === */

static int function_address(const char *name, unsigned long *addr)
{
	if (isdigit(name[0]))
		return kstrtoul(name, 0, addr);
	*addr = kallsyms_lookup_name(name);
	return *addr ? 0 : -ENOENT;
}

static int term_function(struct term *t)
{
	char *name __free(kfree) = NULL;
	struct lex *lx = &t->fc->lx;
	unsigned long addr, size, off;

	if (t->field->size != sizeof(long) || is_loc(t->field->type))
		return fail(t, FILTER_ERR_ILLEGAL_FIELD_OP, t->op_pos);
	if (t->op != OP_EQ && t->op != OP_NE)
		return fail(t, FILTER_ERR_INVALID_OP, t->op_pos);
	if (!lex_word(lx, "&|()"))
		return fail(t, FILTER_ERR_INVALID_VALUE, lx->tok);
	if (lex_quote(lx) < 0)
		return fail(t, FILTER_ERR_MISSING_QUOTE, lx->tok);
	name = lex_dup(lx, GFP_KERNEL);
	if (!name)
		return -ENOMEM;
	if (function_address(name, &addr) || !kallsyms_lookup_size_offset(addr, &size, &off))
		return fail(t, FILTER_ERR_NO_FUNCTION, lx->tok);
	t->insn->load = LOAD_U64;
	t->insn->cmp = CMP_RANGE;
	t->insn->not = t->op == OP_NE;
	t->insn->num = addr - off;
	t->insn->len = size;
	return 0;
}

/* === All of it === */

/**
 * filter_term() - read one term
 * @fc:		the text, at a character that is not blank
 * @insn:	zeroed; load, compare and operand are filled in if 0 is returned
 *
 * Context: task.
 * Return: 0; -EINVAL with the error noted in @fc; -ENOMEM.
 */
int filter_term(struct filter_cursor *fc, struct filter_insn *insn)
{
	struct term t = { .fc = fc, .insn = insn, .index = -1 };
	int ret;

	ret = read_field(&t) ?: read_op(&t);
	if (ret)
		return ret;
	if (t.index >= 0 && (t.index >= t.field->len || t.kind != FILTER_OTHER))
		return fail(&t, FILTER_ERR_ILLEGAL_FIELD_OP, t.op_pos);
	insn->offset = t.field->offset;
	insn->size = t.field->size;
	if (t.suffix == SUFFIX_FUNCTION || (t.kind == FILTER_TRACE_FN && t.suffix == SUFFIX_NONE))
		return term_function(&t);
	if (at_cpus(fc))
		return term_cpus(&t);
	if (is_string(&t))
		return term_string(&t);
	if (t.kind == FILTER_CPUMASK || t.kind == FILTER_STACKTRACE)
		return fail(&t, FILTER_ERR_ILLEGAL_FIELD_OP, t.op_pos);
	return term_number(&t);
}
