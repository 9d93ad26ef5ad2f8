// SPDX-License-Identifier: GPL-2.0
/*
 * Names of functions and their call sites.
 *
 * An address may have several names (aliases of system calls, functions folded into one); each of them finds it.
 * Most patterns begin with letters, so the kernel's table of names, which kallsyms keeps sorted, is entered by
 * bisection; what starts with a star is looked for along the text, where addresses of symbols and sites both
 * ascend and only symbols that have a site are spelled out.
 */
#include <linux/bsearch.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/rculist.h>

#include "../../kallsyms_internal.h"
#include "base.h"
#include "hook_internal.h"

/* Read the length of the compressed name at @p; returns its bytes. */
static const u8 *name_body(const u8 *p, unsigned int *len)
{
	*len = *p++;
	if (*len & 0x80)
		*len = (*len & 0x7f) | (*p++ << 7);
	return p;
}

/* Spell out the name at @p into @buf, without the type letter in front; returns its length. */
static unsigned int name_spell(const u8 *p, char *buf)
{
	unsigned int len, n = 0;

	for (p = name_body(p, &len); len; len--, p++) {
		const char *tok = &kallsyms_token_table[kallsyms_token_index[*p]];

		while (*tok && n < KSYM_NAME_LEN)
			buf[n++] = *tok++;
	}
	buf[n ? n : 0] = '\0';
	memmove(buf, buf + 1, n);
	return n ? n - 1 : 0;
}

/* Compressed name of symbol @idx. */
static const u8 *name_at(unsigned int idx)
{
	const u8 *p = &kallsyms_names[kallsyms_markers[idx >> 8]];
	unsigned int len;

	for (unsigned int i = idx & 0xff; i; i--) {
		p = name_body(p, &len);
		p += len;
	}
	return p;
}

/* Symbol that is @nth in the order of names. */
static unsigned int sym_by_name(unsigned int nth)
{
	const u8 *p = &kallsyms_seqs_of_names[3 * nth];

	return p[0] << 16 | p[1] << 8 | p[2];
}

/* First symbol in the order of names that is not less than @str of @len. */
static unsigned int names_lower_bound(const char *str, unsigned int len, char *buf)
{
	unsigned int lo = 0, hi = kallsyms_num_syms;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		name_spell(name_at(sym_by_name(mid)), buf);
		if (strncmp(buf, str, len) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Symbols that begin with m->str, or are it. */
static int kernel_by_prefix(const struct match *m, hook_name_fn fn, void *arg, char *buf)
{
	unsigned int i = names_lower_bound(m->str, m->len, buf);
	int ret = 0;

	for (; !ret && i < kallsyms_num_syms; i++) {
		unsigned int idx = sym_by_name(i), len = name_spell(name_at(idx), buf);
		unsigned long ip;

		if (strncmp(buf, m->str, m->len))
			break;
		if (!match_test(m, buf, len))
			continue;
		ip = ftrace_location(kallsyms_sym_address(idx));
		if (ip)
			ret = fn(arg, ip);
	}
	return ret;
}

/* First symbol at or behind @addr. */
static unsigned int syms_lower_bound(unsigned long addr)
{
	unsigned int lo = 0, hi = kallsyms_num_syms;

	while (lo < hi) {
		unsigned int mid = lo + (hi - lo) / 2;

		if (kallsyms_sym_address(mid) < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Along the text of @tb: symbols and sites ascend together. */
static int kernel_by_walk(struct hook_table *tb, const struct match *m, hook_name_fn fn, void *arg, char *buf)
{
	unsigned int sym = syms_lower_bound(tb->start - HOOK_LANDING_PAD), site = 0, len;
	const u8 *p = name_at(sym);
	int ret = 0;

	for (; !ret && sym < kallsyms_num_syms; sym++, p = name_body(p, &len) + len) {
		unsigned long addr = kallsyms_sym_address(sym);

		while (site < tb->nr && hook_ip(tb, &tb->site[site]) < addr)
			site++;
		if (site == tb->nr)
			break;
		if (hook_ip(tb, &tb->site[site]) - addr > HOOK_LANDING_PAD)
			continue;
		if (match_test(m, buf, name_spell(p, buf)))
			ret = fn(arg, hook_ip(tb, &tb->site[site]));
	}
	return ret;
}

static int kernel_names(const struct match *m, hook_name_fn fn, void *arg)
{
	char buf[KSYM_NAME_LEN + 1];
	struct hook_table *tb;
	int ret = 0;

	if (m->kind == MATCH_EXACT || m->kind == MATCH_FRONT)
		return kernel_by_prefix(m, fn, arg, buf);
	list_for_each_entry(tb, &hook_tables, node)
		if (!tb->mod && !ret)
			ret = kernel_by_walk(tb, m, fn, arg, buf);
	return ret;
}

struct mod_walk {
	const struct match	*m;
	hook_name_fn		fn;
	void			*arg;
};

static int mod_name(void *data, const char *name, unsigned long addr)
{
	struct mod_walk *w = data;
	unsigned long ip;

	if (!match_test(w->m, name, strlen(name)))
		return 0;
	ip = ftrace_location(addr);
	return ip ? w->fn(w->arg, ip) : 0;
}

static bool mod_matches(const struct module *m, const struct match *mod)
{
	return !mod || match_test(mod, m->name, strlen(m->name)) != mod->not;
}

/**
 * hook_each_name() - call back for every function whose name matches
 * @m:		pattern of names
 * @mod:	pattern of module names; NULL for the kernel and all modules.  A negated one takes in the kernel.
 * @fn:		called with @arg and the call site, once for each name; nonzero ends it
 * @arg:	for @fn
 *
 * Context: task; takes hook_lock.
 * Return: what @fn returned last, 0 if it was never called.
 */
int hook_each_name(const struct match *m, const struct match *mod, hook_name_fn fn, void *arg)
{
	struct mod_walk w = { .m = m, .fn = fn, .arg = arg };
	struct hook_table *tb;
	int ret = 0;

	guard(mutex)(&hook_lock);
	if (!mod || mod->not)
		ret = kernel_names(m, fn, arg);
	list_for_each_entry(tb, &hook_tables, node) {
		if (ret)
			break;
		if (tb->mod && !tb->init && mod_matches(tb->mod, mod))
			ret = module_kallsyms_on_each_symbol(tb->mod->name, mod_name, &w);
	}
	return ret;
}

/* Name of the function of site @ip; -ENOENT when there is no function any more, or never was. */
int hook_name(unsigned long ip, char *name, char **modname)
{
	unsigned long size, off;

	if (!kallsyms_lookup(ip, &size, &off, modname, name) || off > HOOK_LANDING_PAD)
		return -ENOENT;
	return 0;
}

/* Sites of the symbols that ftrace_lookup_symbols() still looks for. */
struct sym_search {
	const char	**syms;
	size_t		cnt, found;
	unsigned long	*addrs;
};

static int sym_cmp(const void *key, const void *elt)
{
	return strcmp(*(const char *const *)key, *(const char *const *)elt);
}

static int sym_note(void *data, const char *name, unsigned long addr)
{
	struct sym_search *s = data;
	const char **hit = bsearch(&name, s->syms, s->cnt, sizeof(*s->syms), sym_cmp);

	if (!hit || s->addrs[hit - s->syms] || !ftrace_location(addr))
		return 0;
	s->addrs[hit - s->syms] = addr;
	return ++s->found == s->cnt;
}

/**
 * ftrace_lookup_symbols() - addresses of many functions at once
 * @sorted_syms: their names, in order of strcmp()
 * @cnt:	how many
 * @addrs:	filled with the addresses, in the same order
 *
 * Context: task.
 * Return: 0, -ESRCH: one is missing or cannot be hooked.
 */
int ftrace_lookup_symbols(const char **sorted_syms, size_t cnt, unsigned long *addrs)
{
	struct sym_search s = { .syms = sorted_syms, .cnt = cnt, .addrs = addrs };

	memset(addrs, 0, cnt * sizeof(*addrs));
	if (!kallsyms_on_each_symbol(sym_note, &s))
		module_kallsyms_on_each_symbol(NULL, sym_note, &s);
	return s.found == cnt ? 0 : -ESRCH;
}
