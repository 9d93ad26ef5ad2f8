// SPDX-License-Identifier: GPL-2.0
/*
 * Call sites and hooks of modules, and symbols of text that is not in any symbol table: functions of a
 * module's init text that were traced and are gone, and trampolines.
 */
#include <linux/kallsyms.h>
#include <linux/memory.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "hook_internal.h"

/* --- names of what is gone --- */

/* A trace may be read long after the functions in it were freed: keep the names of those that were hooked. */
struct ghost {
	struct list_head	node;		/* ghosts; ghost_lock, readers under RCU */
	unsigned long		addr, size;
	struct rcu_head		rcu;
	char			mod[MODULE_NAME_LEN];
	char			name[];
};

static LIST_HEAD(ghosts);
static DEFINE_SPINLOCK(ghost_lock);
static unsigned int nr_ghosts;			/* ghost_lock */

#define MAX_GHOSTS	512

static void ghost_add(unsigned long ip, const char *name, const char *mod, unsigned long size, unsigned long off)
{
	size_t bytes = strlen(name) + 1;
	struct ghost *old = NULL, *g = kmalloc(struct_size(g, name, bytes), GFP_KERNEL);

	if (!g)
		return;
	g->addr = ip - off;
	g->size = size;
	strscpy(g->mod, mod);
	memcpy(g->name, name, bytes);
	spin_lock(&ghost_lock);
	list_add_tail_rcu(&g->node, &ghosts);
	if (++nr_ghosts > MAX_GHOSTS) {
		old = list_first_entry(&ghosts, struct ghost, node);
		list_del_rcu(&old->node);
		nr_ghosts--;
	}
	spin_unlock(&ghost_lock);
	if (old)
		kfree_rcu(old, rcu);
}

/* Keep the names of hooked functions in [start, end), while their module still knows them. */
static void ghosts_take(unsigned long start, unsigned long end)
{
	char name[KSYM_NAME_LEN], *mod;
	unsigned long size, off;
	struct hook_table *tb;

	guard(mutex)(&hook_lock);
	list_for_each_entry(tb, &hook_tables, node) {
		if (!tb->mod || tb->start < start || tb->end > end)
			continue;
		for (unsigned int i = 0; i < tb->nr; i++) {
			unsigned long ip = hook_ip(tb, &tb->site[i]);

			if ((tb->site[i].st & HOOK_ST_TOUCHED) && kallsyms_lookup(ip, &size, &off, &mod, name))
				ghost_add(ip, name, mod ?: "", size, off);
		}
	}
}

/**
 * ftrace_mod_address_lookup() - name an address in text that is gone, or in a trampoline
 * @addr:	the address
 * @size:	set to the size of the function
 * @off:	set to the offset in it
 * @modname:	set to the module
 * @modbuildid:	set to NULL
 * @sym:	KSYM_NAME_LEN bytes for the name
 *
 * Context: any; the names stay valid until preemption is on again.
 * Return: the length of the name, 0 if there is none.
 */
int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size, unsigned long *off, char **modname,
			      const unsigned char **modbuildid, char *sym)
{
	struct ghost *g;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(g, &ghosts, node) {
		if (addr - g->addr >= g->size)
			continue;
		if (size)
			*size = g->size;
		if (off)
			*off = addr - g->addr;
		if (modname)
			*modname = g->mod;
		if (modbuildid)
			*modbuildid = NULL;
		return strscpy(sym, g->name, KSYM_NAME_LEN);
	}
	return 0;
}

/**
 * ftrace_mod_get_kallsym() - enumerate such symbols for /proc/kallsyms
 * @symnum:	which
 * @value:	set to the address
 * @type:	set to the type letter
 * @name:	KSYM_NAME_LEN bytes for the name
 * @module_name: MODULE_NAME_LEN bytes for the module
 * @exported:	set to 0
 *
 * Context: task.
 * Return: 0, -ERANGE behind the last.
 */
int ftrace_mod_get_kallsym(unsigned int symnum, unsigned long *value, char *type, char *name, char *module_name,
			   int *exported)
{
	unsigned long size;
	struct ghost *g;

	*type = 't';
	*exported = 0;
	guard(rcu)();
	list_for_each_entry_rcu(g, &ghosts, node) {
		if (symnum--)
			continue;
		*value = g->addr;
		strscpy(name, g->name, KSYM_NAME_LEN);
		strscpy(module_name, g->mod, MODULE_NAME_LEN);
		return 0;
	}
	strscpy(name, "ftrace_trampoline", KSYM_NAME_LEN);
	strscpy(module_name, "__builtin__ftrace", MODULE_NAME_LEN);
	return hook_tramp_nth(symnum, value, &size);
}

/* --- modules --- */

/* Sites of a module that some other build made calls instead of nops. */
static void make_nops(struct hook_table *tb)
{
	guard(mutex)(&text_mutex);
	for (unsigned int i = 0; i < tb->nr; i++) {
		unsigned long ip = hook_ip(tb, &tb->site[i]);
		unsigned long target = arch_hook_target(ip);

		if (target != HOOK_TARGET_NONE && target != HOOK_TARGET_BAD)
			arch_hook_set_target(ip, HOOK_TARGET_NONE);
	}
	arch_hook_flush();
}

static int table_of(struct module *mod, unsigned long *ips, unsigned int nr, bool init)
{
	struct hook_table *tb;

	if (!nr)
		return 0;
	tb = hook_table_make(mod, ips, nr, init);
	if (!tb)
		return -ENOMEM;
	make_nops(tb);
	hook_table_add(tb);
	return 0;
}

/* Those of @ips that are in the init text, or are not, to @out; returns how many. */
static unsigned int pick(struct module *mod, const unsigned long *ips, unsigned int nr, bool init,
			 unsigned long *out)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < nr; i++)
		if (within_module(ips[i], mod) && within_module_init(ips[i], mod) == init)
			out[n++] = ips[i];
	return n;
}

/**
 * ftrace_module_init() - a module's text is in place
 * @mod:	the module, not formed yet
 *
 * Without memory for its tables its functions cannot be hooked; it is loaded all the same.
 *
 * Context: task.
 */
void ftrace_module_init(struct module *mod)
{
	unsigned long *ips __free(kvfree) = NULL;
	unsigned int nr = mod->num_ftrace_callsites, n;
	int ret;

	if (!nr)
		return;
	ips = kvmalloc_array(nr, 2 * sizeof(*ips), GFP_KERNEL);
	if (!ips) {
		pr_warn("hook: no memory for call sites of %s\n", mod->name);
		return;
	}
	memcpy(ips + nr, mod->ftrace_callsites, nr * sizeof(*ips));
	nr = hook_sort_unique(ips + nr, nr);

	guard(mutex)(&hook_lock);
	n = pick(mod, ips + mod->num_ftrace_callsites, nr, false, ips);
	ret = table_of(mod, ips, n, false);
	n = pick(mod, ips + mod->num_ftrace_callsites, nr, true, ips);
	if (table_of(mod, ips, n, true) || ret)
		pr_warn("hook: no memory for call sites of %s\n", mod->name);
}

/**
 * ftrace_module_enable() - a module is about to run: hooks that want its functions get them
 * @mod:	the module, coming
 *
 * Context: task.
 */
void ftrace_module_enable(struct module *mod)
{
	struct hook_table *tb;

	mutex_lock(&hook_lock);
	list_for_each_entry(tb, &hook_tables, node)
		if (tb->mod == mod)
			hook_patch_table(tb);
	mutex_unlock(&hook_lock);
	hook_module_live(mod->name);
}

/**
 * ftrace_release_mod() - a module is gone, or never came to be
 * @mod:	the module; nothing of it runs
 *
 * Context: task.
 */
void ftrace_release_mod(struct module *mod)
{
	for_each_mod_mem_type(type) {
		const struct module_memory *mem = &mod->mem[type];

		if (mem->size && mod_mem_type_is_text(type))
			hook_text_gone((unsigned long)mem->base, (unsigned long)mem->base + mem->size);
	}
}

/**
 * ftrace_free_mem() - init text of a module goes away
 * @mod:	the module
 * @start:	first byte
 * @end:	behind the last
 *
 * Context: task.
 */
void ftrace_free_mem(struct module *mod, void *start, void *end)
{
	if (start == end)
		return;
	ghosts_take((unsigned long)start, (unsigned long)end);
	hook_text_gone((unsigned long)start, (unsigned long)end);
}
