// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe.c - probes on kernel functions and addresses, and on the return of functions.
 *
 *	p[:[GROUP/][EVENT]] [MODULE:]SYMBOL[+OFFSET][%return] | ADDRESS
 *	r[MAXACTIVE][:[GROUP/][EVENT]] [MODULE:]SYMBOL[+0]
 *
 * A probe on a module that is not loaded waits for it.
 */

#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "probe.h"

#define KPROBE_MAXACTIVE_MAX	4096
#define KPROBE_PARAMS		6	/* kept from the entry of a function for its return probe */

/**
 * struct kprobe_probe - a probe on the kernel
 * @p:		common part
 * @rp:		the kretprobe, whose @kp alone is used by an entry probe
 * @symbol:	"[MODULE:]SYMBOL", or NULL for an address
 * @module:	the module's name, or NULL
 * @offset:	from the symbol
 * @here:	registered with kprobes; false while the module is not loaded.  probe_lock
 */
struct kprobe_probe {
	struct probe		p;
	struct kretprobe	rp;
	char			*symbol;
	char			*module;
	unsigned long		offset;
	bool			here;
};

static struct kprobe_probe *to_kprobe(const struct probe *p)
{
	return container_of(p, struct kprobe_probe, p);
}

/* === Hits === */

static int entry_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct kprobe_probe *k = container_of(kp, struct kprobe_probe, rp.kp);
	struct fetch_env env = { .regs = regs };

	probe_hit(&k->p, &env, (unsigned long)kp->addr, 0);
	return 0;
}

NOKPROBE_SYMBOL(entry_hit);

static int return_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	unsigned long *params = (unsigned long *)ri->data;

	for (unsigned int i = 0; i < KPROBE_PARAMS; i++)
		params[i] = regs_get_kernel_argument(regs, i);
	return 0;
}

NOKPROBE_SYMBOL(return_entry);

static int return_hit(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct fetch_env env = { .regs = regs };
	struct kprobe_probe *k;

	if (!rp)	/* being removed */
		return 0;
	k = container_of(rp, struct kprobe_probe, rp);
	if (rp->data_size)
		env.params = (unsigned long *)ri->data;
	probe_hit(&k->p, &env, (unsigned long)rp->kp.addr, get_kretprobe_retaddr(ri));
	return 0;
}

NOKPROBE_SYMBOL(return_hit);

/* === Place === */

static int parse_maxactive(struct probe *p, struct probe_def *def)
{
	if (!def->has_number)
		return 0;
	if (def->letter != 'r')
		return probe_error(&def->line, PE_MAXACT_KIND, def->number_col);
	if (def->number > KPROBE_MAXACTIVE_MAX)
		return probe_error(&def->line, PE_MAXACT_BIG, def->number_col);
	return 0;
}

/* Cut "%return" off the place: sets p->ret. */
static int parse_suffix(struct probe *p, struct probe_def *def, unsigned int *end)
{
	const char *text = def->line.text, *pct = memchr(text + def->place, '%', def->place_end - def->place);

	if (!pct)
		return 0;
	if (def->place_end - (pct - text) != 7 || strncmp(pct, "%return", 7))
		return probe_error(&def->line, PE_PLACE_SUFFIX, pct - text);
	*end = pct - text;
	p->ret = true;
	return 0;
}

static int parse_address(struct kprobe_probe *k, struct probe_def *def, const char *place)
{
	unsigned long addr;

	if (k->p.ret || kstrtoul(place, 0, &addr))
		return probe_error(&def->line, k->p.ret ? PE_RETPROBE : PE_PLACE, def->place);
	k->rp.kp.addr = (kprobe_opcode_t *)addr;
	return 0;
}

static int count_symbol(void *data, unsigned long addr)
{
	unsigned int *count = data;

	(*count)++;
	return 0;
}

struct module_count {
	const char	*name;
	unsigned int	count;
};

static int count_module_symbol(void *data, const char *name, unsigned long addr)
{
	struct module_count *mc = data;

	mc->count += !strcmp(name, mc->name);
	return 0;
}

static unsigned int symbol_count(const char *module, const char *name)
{
	struct module_count mc = { .name = name };
	unsigned int count = 0;

	if (!module)
		kallsyms_on_each_match_symbol(count_symbol, name, &count);
	module_kallsyms_on_each_symbol(module, count_module_symbol, &mc);
	return count + mc.count;
}

static bool module_here(const char *name)
{
	guard(preempt)();
	return find_module(name);
}

static int check_symbol(struct kprobe_probe *k, struct probe_def *def)
{
	const char *bare = k->module ? strchr(k->symbol, ':') + 1 : k->symbol;
	unsigned int count;

	if (k->module && !module_here(k->module))
		return 0;
	count = symbol_count(k->module, bare);
	if (count > 1) {
		probe_error(&def->line, PE_SYM_AMBIGUOUS, def->place);
		return -EADDRNOTAVAIL;
	}
	if (!count) {
		probe_error(&def->line, PE_PLACE, def->place);
		return -ENOENT;
	}
	return 0;
}

/* [MODULE:]SYMBOL[+OFFSET] */
static int parse_symbol(struct kprobe_probe *k, struct probe_def *def, char *place)
{
	char *plus = strpbrk(place, "+-"), *colon = strchr(place, ':');

	if (plus && (*plus == '-' || kstrtoul(plus + 1, 0, &k->offset)))
		return probe_error(&def->line, PE_PLACE, def->place);
	if (plus)
		*plus = '\0';
	if (colon) {
		k->module = kmemdup_nul(place, colon - place, GFP_KERNEL);
		if (!k->module)
			return -ENOMEM;
	}
	k->symbol = kstrdup(place, GFP_KERNEL);
	if (!k->symbol)
		return -ENOMEM;
	if (k->p.ret && k->offset)
		return probe_error(&def->line, PE_RETPROBE, def->place);
	k->rp.kp.symbol_name = k->symbol;
	k->rp.kp.offset = k->offset;
	return check_symbol(k, def);
}

/* "p_SYMBOL_OFFSET", with what a C name may not have turned into '_' */
static void auto_name(const struct kprobe_probe *k, struct probe_def *def)
{
	char letter = k->p.ret ? 'r' : 'p';

	if (k->symbol)
		snprintf(def->event, sizeof(def->event), "%c_%s_%ld", letter, k->symbol, k->offset);
	else
		snprintf(def->event, sizeof(def->event), "%c_0x%lx", letter, (unsigned long)k->rp.kp.addr);
	for (char *c = def->event; *c; c++)
		if (!isalnum(*c))
			*c = '_';
}

static int kprobe_parse(struct probe *p, struct probe_def *def)
{
	struct kprobe_probe *k = to_kprobe(p);
	unsigned int end = def->place_end;
	int ret;

	p->ret = def->letter == 'r';
	ret = parse_maxactive(p, def) ?: parse_suffix(p, def, &end);
	if (ret)
		return ret;
	if (p->ret)
		p->letter = 'r';

	char *place __free(kfree) = kmemdup_nul(def->line.text + def->place, end - def->place, GFP_KERNEL);

	if (!place)
		return -ENOMEM;
	ret = isdigit(*place) ? parse_address(k, def, place) : parse_symbol(k, def, place);
	if (ret)
		return ret;
	if (!def->event[0])
		auto_name(k, def);
	def->line.have = FETCH_HAVE_REGS | FETCH_HAVE_STACK | FETCH_HAVE_KERNEL;
	if (p->ret)
		def->line.have |= FETCH_HAVE_RETVAL | FETCH_HAVE_PARAMS;
	else if (!k->offset)
		def->line.have |= FETCH_HAVE_PARAMS;
	return 0;
}

/* === Register === */

static bool uses_params(const struct fetch_prog *prog)
{
	for (unsigned int i = 0; i < prog->nr; i++)
		if (prog->args[i].src == FETCH_PARAM)
			return true;
	return false;
}

/* kprobes wants a fresh object each time; what describes the place stays. */
static void kprobe_fill(struct kprobe_probe *k)
{
	kprobe_opcode_t *addr = k->symbol ? NULL : k->rp.kp.addr;

	memset(&k->rp, 0, sizeof(k->rp));
	k->rp.kp.addr = addr;
	k->rp.kp.symbol_name = k->symbol;
	k->rp.kp.offset = k->offset;
	k->rp.kp.flags = KPROBE_FLAG_DISABLED;
	if (!k->p.ret) {
		k->rp.kp.pre_handler = entry_hit;
		return;
	}
	k->rp.handler = return_hit;
	k->rp.maxactive = k->p.number;
	if (uses_params(&k->p.prog)) {
		k->rp.entry_handler = return_entry;
		k->rp.data_size = KPROBE_PARAMS * sizeof(long);
	}
}

static int kprobe_register(struct kprobe_probe *k)
{
	int ret;

	kprobe_fill(k);
	ret = k->p.ret ? register_kretprobe(&k->rp) : register_kprobe(&k->rp.kp);
	k->here = !ret;
	return ret;
}

static void kprobe_unregister(struct kprobe_probe *k)
{
	if (k->p.ret)
		unregister_kretprobe(&k->rp);
	else
		unregister_kprobe(&k->rp.kp);
	k->here = false;
}

static int kprobe_add(struct probe *p, struct probe_def *def)
{
	struct kprobe_probe *k = to_kprobe(p);
	int ret;

	if (k->module && !module_here(k->module))
		return 0;
	ret = kprobe_register(k);
	if (!ret)
		return 0;
	if (ret == -EILSEQ)
		probe_error(&def->line, PE_BOUNDARY, def->place);
	else if (ret == -ENOENT)
		probe_error(&def->line, PE_PLACE, def->place);
	else
		probe_error(&def->line, PE_REGISTER, def->place);
	return ret;
}

/* kprobes waits for one grace period however many it is given. */
static void kprobe_del(struct probe **ps, unsigned int nr)
{
	struct kprobe **kps __free(kvfree) = kvmalloc_array(nr, sizeof(*kps), GFP_KERNEL);
	struct kretprobe **rps __free(kvfree) = kvmalloc_array(nr, sizeof(*rps), GFP_KERNEL);
	unsigned int nr_kps = 0, nr_rps = 0;

	for (unsigned int i = 0; i < nr; i++) {
		struct kprobe_probe *k = to_kprobe(ps[i]);

		if (!k->here)
			continue;
		k->here = false;
		if (kps && rps) {
			if (k->p.ret)
				rps[nr_rps++] = &k->rp;
			else
				kps[nr_kps++] = &k->rp.kp;
		} else {
			kprobe_unregister(k);
		}
	}
	if (nr_kps)
		unregister_kprobes(kps, nr_kps);
	if (nr_rps)
		unregister_kretprobes(rps, nr_rps);
}

static int kprobe_arm(struct probe *p)
{
	struct kprobe_probe *k = to_kprobe(p);

	if (!k->here)
		return 0;	/* when its module comes */
	return enable_kprobe(&k->rp.kp);
}

static void kprobe_disarm(struct probe *p)
{
	struct kprobe_probe *k = to_kprobe(p);

	if (k->here)
		disable_kprobe(&k->rp.kp);
}

/* A module came: register what waits for it. */
static void module_came(const char *name)
{
	struct probe_event *pe = NULL;
	struct probe *p;

	guard(mutex)(&probe_lock);
	while ((pe = probe_next(pe))) {
		if (!(pe->kind->flags & TRACE_EVENT_FL_KPROBE))
			continue;
		list_for_each_entry(p, &pe->probes, node) {
			struct kprobe_probe *k = to_kprobe(p);
			int ret;

			if (!k->module || strcmp(k->module, name))
				continue;
			ret = kprobe_register(k);
			if (!ret && probe_is_on(pe))
				ret = kprobe_arm(p);
			if (ret)
				pr_warn("probe %s cannot be set in module %s: %d\n", pe->call.name, name, ret);
		}
	}
}

/* A module went, and kprobes with it took our probes in it off. */
static void module_went(const char *name)
{
	struct probe_event *pe = NULL;
	struct probe *p;

	guard(mutex)(&probe_lock);
	while ((pe = probe_next(pe))) {
		if (!(pe->kind->flags & TRACE_EVENT_FL_KPROBE))
			continue;
		list_for_each_entry(p, &pe->probes, node) {
			struct kprobe_probe *k = to_kprobe(p);

			if (!k->here || !k->module || strcmp(k->module, name))
				continue;
			kprobe_unregister(k);
		}
	}
}

static int kprobe_module_event(struct notifier_block *nb, unsigned long event, void *data)
{
	struct module *mod = data;

	if (event == MODULE_STATE_COMING)
		module_came(mod->name);
	else if (event == MODULE_STATE_GOING)
		module_went(mod->name);
	return NOTIFY_DONE;
}

/* After kprobes' own notifier, which has priority 0. */
static struct notifier_block kprobe_module_nb = {
	.notifier_call	= kprobe_module_event,
	.priority	= -1,
};

/* === Text === */

static void kprobe_show_place(const struct probe *p, struct seq_file *m)
{
	struct kprobe_probe *k = to_kprobe(p);

	if (!k->symbol)
		seq_printf(m, "0x%px", k->rp.kp.addr);
	else if (k->offset)
		seq_printf(m, "%s+%lu", k->symbol, k->offset);
	else
		seq_puts(m, k->symbol);
}

static bool kprobe_at(const struct probe *p, const char *place, unsigned int len)
{
	struct kprobe_probe *k = to_kprobe(p);
	const char *pct = memchr(place, '%', len);
	char text[KSYM_NAME_LEN + 32];

	if (pct)
		len = pct - place;
	if (!k->symbol)
		scnprintf(text, sizeof(text), "0x%px", k->rp.kp.addr);
	else if (k->offset)
		scnprintf(text, sizeof(text), "%s+%lu", k->symbol, k->offset);
	else
		scnprintf(text, sizeof(text), "%s", k->symbol);
	return strlen(text) == len && !strncmp(text, place, len);
}

static void kprobe_free(struct probe *p)
{
	struct kprobe_probe *k = to_kprobe(p);

	kfree(k->symbol);
	kfree(k->module);
}

static unsigned long kprobe_missed(const struct probe *p)
{
	struct kprobe_probe *k = to_kprobe(p);

	return k->rp.kp.nmissed + k->rp.nmissed;
}

static enum print_line_t kprobe_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	struct probe_event *pe = probe_event_of(container_of(event, struct trace_event_call, event));
	const struct probe *p = probe_first(pe);
	const void *rec = iter->ent;
	struct trace_seq *s = &iter->seq;

	if (p->ret) {
		const struct probe_ret_head *h = rec;

		trace_seq_printf(s, "%s: (%pS <- %ps)", pe->call.name, (void *)h->ret_ip, (void *)h->func);
	} else {
		const struct probe_entry_head *h = rec;

		trace_seq_printf(s, "%s: (%pS)", pe->call.name, (void *)h->ip);
	}
	return fetch_print(s, &p->prog, rec);
}

static struct trace_event_functions kprobe_funcs = { .trace = kprobe_print };

/* Paths belong to uprobes, which share the letters. */
static bool kprobe_takes(const struct probe_def *def)
{
	return def->line.text[def->place] != '/';
}

static struct probe_kind kprobe_kind = {
	.who		= "trace_kprobe",
	.letters	= "pr",
	.group		= "kprobes",
	.file		= DYNEVENT_KPROBE,
	.size		= sizeof(struct kprobe_probe),
	.flags		= TRACE_EVENT_FL_KPROBE,
	.takes		= kprobe_takes,
	.parse		= kprobe_parse,
	.add		= kprobe_add,
	.del		= kprobe_del,
	.arm		= kprobe_arm,
	.disarm		= kprobe_disarm,
	.show_place	= kprobe_show_place,
	.at		= kprobe_at,
	.free		= kprobe_free,
	.missed		= kprobe_missed,
	.funcs		= &kprobe_funcs,
};

void __init kprobe_kind_init(void)
{
	probe_kind_register(&kprobe_kind);
	if (register_module_notifier(&kprobe_module_nb))
		pr_warn("probes on modules will not follow them\n");
}
