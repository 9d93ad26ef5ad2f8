// SPDX-License-Identifier: GPL-2.0
/*
 * filter_parse.c - a filter's text to a tree.
 *
 *	any	= all { "||" all }
 *	all	= one { "&&" one }
 *	one	= { "!" } ( "(" any ")" | term )
 *
 * Terms are in filter_term.c.  The depth of the tree is that of the parentheses, which is bounded.
 */

#include <linux/slab.h>
#include <linux/string.h>
#include "filter.h"

#define MAX_DEPTH	64
#define MAX_TERMS	8192

/* In the order of enum filter_err. */
static const char *const err_texts[] = {
#define X(id, text) text,
	FILTER_ERRORS(X)
#undef X
};

const char *filter_err_text(enum filter_err code)
{
	return err_texts[code];
}

/* What a term owns. */
void filter_insn_clean(struct filter_insn *insn)
{
	switch (insn->cmp) {
	case CMP_STRING:
		kfree(insn->str);
		break;
	case CMP_CPU_IN:
	case CMP_CPU_ONLY:
	case CMP_MASK_MEET:
	case CMP_MASK_EQ:
		kfree(insn->mask);
		break;
	}
}

void filter_tree_free(struct filter_node *node)
{
	struct filter_node *next;

	for (; node; node = next) {
		next = node->next;
		if (node->kind == NODE_TERM)
			filter_insn_clean(&node->insn);
		else
			filter_tree_free(node->first);
		kfree(node);
	}
}

static bool eat(struct filter_cursor *fc, const char *op)
{
	struct lex *lx = &fc->lx;

	if (lex_end(lx) || strncmp(lx->text + lx->pos, op, strlen(op)))
		return false;
	lx->pos += strlen(op);
	return true;
}

static struct filter_node *parse_any(struct filter_cursor *fc);

static struct filter_node *parse_term(struct filter_cursor *fc)
{
	struct filter_node *node;
	int ret;

	if (++fc->nr > MAX_TERMS)
		return ERR_PTR(filter_fail(fc, FILTER_ERR_TOO_MANY_PREDS, fc->lx.pos));
	node = kzalloc(sizeof(*node), GFP_KERNEL);
	if (!node)
		return ERR_PTR(-ENOMEM);
	node->leaves = 1;
	ret = filter_term(fc, &node->insn);
	if (!ret)
		return node;
	kfree(node);
	return ERR_PTR(ret);
}

static struct filter_node *parse_paren(struct filter_cursor *fc)
{
	unsigned int open = fc->lx.pos - 1;
	struct filter_node *node;

	if (++fc->depth > MAX_DEPTH)
		return ERR_PTR(filter_fail(fc, FILTER_ERR_TOO_MANY_OPEN, open));
	node = parse_any(fc);
	if (IS_ERR(node))
		return node;
	fc->depth--;
	if (eat(fc, ")"))
		return node;
	filter_tree_free(node);
	if (lex_end(&fc->lx))
		return ERR_PTR(filter_fail(fc, FILTER_ERR_TOO_MANY_OPEN, open));
	return ERR_PTR(filter_fail(fc, FILTER_ERR_TOO_MANY_PREDS, fc->lx.pos));
}

static struct filter_node *parse_one(struct filter_cursor *fc)
{
	struct filter_node *node;
	bool neg = false;

	while (eat(fc, "!"))
		neg = !neg;
	if (lex_end(&fc->lx))
		return ERR_PTR(filter_fail(fc, FILTER_ERR_MEANINGLESS, fc->lx.pos));
	node = eat(fc, "(") ? parse_paren(fc) : parse_term(fc);
	if (!IS_ERR(node))
		node->neg ^= neg;
	return node;
}

/* One or several, joined by @op: the one itself, or a node of @kind over them. */
static struct filter_node *parse_chain(struct filter_cursor *fc, const char *op, int kind,
				       struct filter_node *(*parse)(struct filter_cursor *fc))
{
	struct filter_node *first = parse(fc), *node, *kid, **tail;

	if (IS_ERR(first) || !eat(fc, op))
		return first;
	node = kzalloc(sizeof(*node), GFP_KERNEL);
	if (!node) {
		filter_tree_free(first);
		return ERR_PTR(-ENOMEM);
	}
	node->kind = kind;
	node->first = first;
	node->leaves = first->leaves;
	tail = &first->next;
	do {
		kid = parse(fc);
		if (IS_ERR(kid)) {
			filter_tree_free(node);
			return kid;
		}
		node->leaves += kid->leaves;
		*tail = kid;
		tail = &kid->next;
	} while (eat(fc, op));
	return node;
}

static struct filter_node *parse_all(struct filter_cursor *fc)
{
	return parse_chain(fc, "&&", NODE_AND, parse_one);
}

static struct filter_node *parse_any(struct filter_cursor *fc)
{
	return parse_chain(fc, "||", NODE_OR, parse_all);
}

/**
 * filter_parse() - text to tree
 * @call:	the event whose fields it names
 * @text:	the filter
 * @err:	what is wrong with it, if -EINVAL is returned
 *
 * Context: task.
 * Return: the tree, for filter_tree_free(); ERR_PTR(-EINVAL), ERR_PTR(-ENOMEM).
 */
struct filter_node *filter_parse(struct trace_event_call *call, const char *text, struct filter_error *err)
{
	struct filter_cursor fc = { .call = call, .err = err };
	struct filter_node *node;
	unsigned int pos;

	lex_init(&fc.lx, text);
	if (lex_end(&fc.lx))
		return ERR_PTR(filter_fail(&fc, FILTER_ERR_NO_FILTER, 0));
	node = parse_any(&fc);
	if (IS_ERR(node) || lex_end(&fc.lx))
		return node;
	pos = fc.lx.pos;
	filter_tree_free(node);
	return ERR_PTR(filter_fail(&fc, text[pos] == ')' ? FILTER_ERR_TOO_MANY_CLOSE : FILTER_ERR_TOO_MANY_PREDS, pos));
}
