// SPDX-License-Identifier: GPL-2.0
/*
 * Words, numbers and quoted strings of one line of user text.
 *
 * The text is never changed, so a parser can point at any column of what the user wrote.
 */

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base.h"

/* Longest number: 64 binary digits would not get past kstrtoull() anyway. */
#define NUMBER_MAX	32

static void skip_blanks(struct lex *lx)
{
	while (isspace(lx->text[lx->pos]))
		lx->pos++;
	lx->tok = lx->pos;
	lx->len = 0;
}

static bool ends_word(char c, const char *stops)
{
	return !c || isspace(c) || (stops && strchr(stops, c));
}

/* Offset behind the quoted run that begins at @pos, or of the end of the text. */
static unsigned int quoted_end(const char *text, unsigned int pos)
{
	const char quote = text[pos++];

	while (text[pos] && text[pos] != quote)
		pos++;
	return text[pos] ? pos + 1 : pos;
}

/**
 * lex_init() - start at the first character
 * @lx:		the cursor
 * @text:	the line; kept until the cursor is not used any more
 *
 * Context: any.  So for all functions of this file, unless they say otherwise.
 */
void lex_init(struct lex *lx, const char *text)
{
	*lx = (struct lex){ .text = text };
}

/**
 * lex_word() - step to the next word
 * @lx:		the cursor
 * @stops:	characters that end a word beside white space; may be NULL
 *
 * A word that begins with a quotation mark goes on to the next one like it, whatever is between;
 * the marks belong to the token, so that "0" and 0 can be told apart.
 *
 * Return: true: there is a word, never empty.  False: there is none, as the text is at its end or
 * at a stop (which lex_end() and lex_char() tell apart); the token is empty, at the place in
 * question.
 */
bool lex_word(struct lex *lx, const char *stops)
{
	const char *text = lx->text;

	skip_blanks(lx);
	if (text[lx->pos] == '"' || text[lx->pos] == '\'') {
		lx->pos = quoted_end(text, lx->pos);
	} else {
		while (!ends_word(text[lx->pos], stops))
			lx->pos++;
	}
	lx->len = lx->pos - lx->tok;
	return lx->len;
}

/**
 * lex_char() - step over one character if it is next
 * @lx:	the cursor
 * @c:	the character
 *
 * Return: true: @c was next and is the token now.
 */
bool lex_char(struct lex *lx, char c)
{
	skip_blanks(lx);
	if (!c || lx->text[lx->pos] != c)
		return false;
	lx->pos++;
	lx->len = 1;
	return true;
}

/**
 * lex_end() - is nothing left?
 * @lx:	the cursor; if there is, the (empty) token is where it begins
 *
 * Return: true: only blanks are left.
 */
bool lex_end(struct lex *lx)
{
	skip_blanks(lx);
	return !lx->text[lx->pos];
}

/**
 * lex_is() - compare the token
 * @lx:		the cursor
 * @word:	what it may be
 *
 * Return: true: it is exactly that.
 */
bool lex_is(const struct lex *lx, const char *word)
{
	return strlen(word) == lx->len && !memcmp(lx->text + lx->tok, word, lx->len);
}

/**
 * lex_quote() - is the token a quoted string?
 * @lx:	the cursor
 *
 * Return: its quotation mark; 0: no; -EINVAL: it has no closing mark.
 */
int lex_quote(const struct lex *lx)
{
	const char *tok = lx->text + lx->tok;

	if (!lx->len || (tok[0] != '"' && tok[0] != '\''))
		return 0;
	if (lx->len < 2 || tok[lx->len - 1] != tok[0])
		return -EINVAL;
	return tok[0];
}

/**
 * lex_dup() - a copy of the token
 * @lx:		the cursor
 * @gfp:	how to allocate it
 *
 * Context: what @gfp allows.
 * Return: the token, of a quoted string what is between the marks; kfree() it.  NULL: no memory.
 */
char *lex_dup(const struct lex *lx, gfp_t gfp)
{
	unsigned int marks = lex_quote(lx) > 0;

	return kmemdup_nul(lx->text + lx->tok + marks, lx->len - 2 * marks, gfp);
}

/* The token as a string of its own: 0, -EINVAL. */
static int number_text(const struct lex *lx, char buf[NUMBER_MAX])
{
	if (!lx->len || lx->len >= NUMBER_MAX)
		return -EINVAL;
	memcpy(buf, lx->text + lx->tok, lx->len);
	buf[lx->len] = '\0';
	return 0;
}

/**
 * lex_u64() - the token as a number
 * @lx:		the cursor
 * @val:	the number, if 0 is returned
 *
 * Decimal, or with 0x hexadecimal, or with 0 octal.
 *
 * Return: 0; -EINVAL: no number; -ERANGE: too large.
 */
int lex_u64(const struct lex *lx, u64 *val)
{
	char buf[NUMBER_MAX];

	return number_text(lx, buf) ?: kstrtou64(buf, 0, val);
}

/**
 * lex_s64() - the token as a number that may have a sign
 * @lx:		the cursor
 * @val:	the number, if 0 is returned
 *
 * Return: as lex_u64().
 */
int lex_s64(const struct lex *lx, s64 *val)
{
	char buf[NUMBER_MAX];

	return number_text(lx, buf) ?: kstrtos64(buf, 0, val);
}
