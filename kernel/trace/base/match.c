// SPDX-License-Identifier: GPL-2.0
/*
 * Name patterns.
 *
 * Most patterns are a name with a star at an end; these are recognised once, and matched without
 * the general matcher.
 */

#include <linux/glob.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "base.h"

/**
 * match_init() - compile a pattern
 * @m:		the result
 * @pattern:	"name", "!name", with *, ?, [a-z], [!a-z] and \ before one of these; cut up, and
 *		kept as long as @m
 *
 * Context: any.
 */
void match_init(struct match *m, char *pattern)
{
	bool front, back;

	*m = (struct match){ .kind = MATCH_GLOB };
	if (*pattern == '!') {
		m->not = true;
		pattern++;
	}
	m->str = pattern;
	m->len = strlen(pattern);

	front = m->len && pattern[0] == '*';
	back = m->len > 1 && pattern[m->len - 1] == '*';
	/* Anything special between the ends, or a star that a backslash makes a plain one? */
	if (strcspn(pattern + front, "*?[\\") < m->len - front - back)
		return;

	if (back)
		pattern[--m->len] = '\0';
	m->str += front;
	m->len -= front;
	if (front && (back || !m->len))
		m->kind = m->len ? MATCH_MIDDLE : MATCH_ALL;
	else if (front)
		m->kind = MATCH_END;
	else if (back)
		m->kind = MATCH_FRONT;
	else
		m->kind = MATCH_EXACT;
}

/**
 * match_test() - does a string match, leaving aside that the pattern may be negated?
 * @m:		the pattern
 * @str:	the string
 * @len:	room it has; it ends there, or at a NUL before
 *
 * Context: any.
 * Return: true: it matches.
 */
bool match_test(const struct match *m, const char *str, unsigned int len)
{
	if (m->kind == MATCH_ALL)
		return true;
	if (m->kind == MATCH_GLOB)
		return glob_match_len(m->str, str, len);

	len = strnlen(str, len);
	if (len < m->len)
		return false;
	switch (m->kind) {
	case MATCH_EXACT:
		return len == m->len && !memcmp(str, m->str, len);
	case MATCH_FRONT:
		return !memcmp(str, m->str, m->len);
	case MATCH_END:
		return !memcmp(str + len - m->len, m->str, m->len);
	case MATCH_MIDDLE:
		return strnstr(str, m->str, len);
	default:
		return false;
	}
}
