// SPDX-License-Identifier: GPL-2.0
/*
 * uprobe.c - probes on programs and libraries.
 *
 *	p|r[:[GROUP/][EVENT]] PATH:OFFSET[(REFCOUNT)][%return] [ARG...]
 *
 * A hit runs in the task that was hit and may sleep: its arguments are fetched into a scratch page
 * first, faulting memory in, and copied from there to wherever the event is on.
 */

#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/perf_event.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uprobes.h>

#include "probe.h"

/**
 * struct uprobe_probe - a probe on a program
 * @p:		common part
 * @consumer:	as uprobes knows it
 * @uprobe:	while it is on, else NULL; event_mutex
 * @path:	the file, held
 * @name:	its path as written
 * @offset:	in the file
 * @ref_offset:	of a semaphore to count up while it is on, or 0
 */
struct uprobe_probe {
	struct probe		p;
	struct uprobe_consumer	consumer;
	struct uprobe		*uprobe;
	struct path		path;
	char			*name;
	unsigned long		offset;
	unsigned long		ref_offset;
};

static struct uprobe_probe *to_uprobe(const struct probe *p)
{
	return container_of(p, struct uprobe_probe, p);
}

/* === Hits === */

#define SCRATCH_BYTES	(2 * PAGE_SIZE)

/* One per CPU where a hit begins; it may end on another CPU, so it is locked. */
struct scratch {
	struct mutex	lock;
	void		*buf;
};

static struct scratch __percpu *scratches;	/* made with the first probe, stays */

static int scratches_make(void)
{
	struct scratch __percpu *all;
	int cpu;

	lockdep_assert_held(&probe_lock);
	if (scratches)
		return 0;
	all = alloc_percpu(struct scratch);
	if (!all)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		struct scratch *sc = per_cpu_ptr(all, cpu);

		mutex_init(&sc->lock);
		sc->buf = kvmalloc_node(SCRATCH_BYTES, GFP_KERNEL, cpu_to_node(cpu));
		if (sc->buf)
			continue;
		for_each_possible_cpu(cpu)
			kvfree(per_cpu_ptr(all, cpu)->buf);
		free_percpu(all);
		return -ENOMEM;
	}
	scratches = all;
	return 0;
}

static void uprobe_fire(struct uprobe_probe *u, const struct fetch_env *env, unsigned long a, unsigned long b)
{
	unsigned int room = fetch_dyn_bytes(&u->p.prog, env);
	struct scratch *sc = raw_cpu_ptr(scratches);

	guard(mutex)(&sc->lock);
	/* what does not fit is cut: fetch_store() ends each string it cuts */
	room = min_t(unsigned int, room, SCRATCH_BYTES - min_t(unsigned int, u->p.prog.size, SCRATCH_BYTES));
	fetch_store(&u->p.prog, env, sc->buf, room);
	guard(preempt)();
	probe_hit_fetched(&u->p, env->regs, sc->buf, u->p.prog.size + room, a, b);
}

static int entry_hit(struct uprobe_consumer *con, struct pt_regs *regs)
{
	struct uprobe_probe *u = container_of(con, struct uprobe_probe, consumer);
	unsigned long ip = instruction_pointer(regs);
	struct fetch_env env = { .regs = regs, .user = true, .base = ip - u->offset };

	uprobe_fire(u, &env, ip, 0);
	return 0;
}

static int return_hit(struct uprobe_consumer *con, unsigned long func, struct pt_regs *regs)
{
	struct uprobe_probe *u = container_of(con, struct uprobe_probe, consumer);
	struct fetch_env env = { .regs = regs, .user = true, .base = func - u->offset };

	uprobe_fire(u, &env, func, instruction_pointer(regs));
	return 0;
}

/* === Place === */

/* Columns of the parts of PATH:OFFSET(REFCOUNT)%return; @end where a part is missing. */
struct place_cols {
	unsigned int colon, open, pct, end;
};

static unsigned int col_of(const char *text, unsigned int from, unsigned int to, char c)
{
	const char *at = memchr(text + from, c, to - from);

	return at ? at - text : to;
}

static int number_at(const char *text, unsigned int from, unsigned int to, unsigned long *val)
{
	char digits[32];

	if (from >= to || to - from >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, text + from, to - from);
	digits[to - from] = '\0';
	return kstrtoul(digits, 0, val);
}

static int parse_refcount(struct uprobe_probe *u, struct probe_def *def, const struct place_cols *pc)
{
	const char *text = def->line.text;
	unsigned int close = col_of(text, pc->open, pc->end, ')');

	if (close == pc->end)
		return probe_error(&def->line, PE_REFCNT_OPEN, pc->end);
	if (close + 1 != pc->end)
		return probe_error(&def->line, PE_REFCNT_SUFFIX, close + 1);
	if (number_at(text, pc->open + 1, close, &u->ref_offset))
		return probe_error(&def->line, PE_REFCNT, pc->open + 1);
	return 0;
}

static int parse_offset(struct uprobe_probe *u, struct probe_def *def, struct place_cols *pc)
{
	const char *text = def->line.text;
	unsigned int end;

	pc->open = col_of(text, pc->colon, pc->end, '(');
	pc->pct = col_of(text, pc->colon, pc->end, '%');
	if (pc->open < pc->end) {
		int ret = parse_refcount(u, def, pc);

		if (ret)
			return ret;
		end = pc->open;
	} else {
		end = pc->pct;
		if (end < pc->end) {
			if (pc->end - end != 7 || strncmp(text + end, "%return", 7))
				return probe_error(&def->line, PE_PLACE_SUFFIX, end);
			u->p.ret = true;
		}
	}
	if (number_at(text, pc->colon + 1, end, &u->offset))
		return probe_error(&def->line, PE_UPROBE_OFFSET, pc->colon + 1);
	return 0;
}

static int parse_path(struct uprobe_probe *u, struct probe_def *def, unsigned int colon)
{
	u->name = kmemdup_nul(def->line.text + def->place, colon - def->place, GFP_KERNEL);
	if (!u->name)
		return -ENOMEM;
	if (kern_path(u->name, LOOKUP_FOLLOW, &u->path)) {
		u->path = (struct path){};
		probe_error(&def->line, PE_FILE_MISSING, def->place);
		return -ENOENT;
	}
	if (!d_is_reg(u->path.dentry))
		return probe_error(&def->line, PE_FILE_IRREGULAR, def->place);
	return 0;
}

/* "p_FILE_0xOFFSET", FILE up to the first character that no C name has */
static void auto_name(const struct uprobe_probe *u, struct probe_def *def)
{
	const char *base = kbasename(u->name);
	unsigned int len = 0;

	while (isalnum(base[len]) || base[len] == '_')
		len++;
	snprintf(def->event, sizeof(def->event), "%c_%.*s_0x%lx", u->p.ret ? 'r' : 'p', len, base, u->offset);
}

static int uprobe_parse(struct probe *p, struct probe_def *def)
{
	struct uprobe_probe *u = to_uprobe(p);
	struct place_cols pc = { .end = def->place_end };
	const char *text = def->line.text;
	int ret;

	if (def->has_number)
		return probe_error(&def->line, PE_MAXACT_KIND, def->number_col);
	p->ret = def->letter == 'r';
	pc.colon = def->place_end;
	for (unsigned int i = def->place; i < def->place_end; i++)
		if (text[i] == ':')
			pc.colon = i;
	if (pc.colon == def->place_end)
		return -EINVAL;
	ret = parse_path(u, def, pc.colon) ?: parse_offset(u, def, &pc);
	if (ret)
		return ret;
	if (p->ret)
		p->letter = 'r';
	if (!def->event[0])
		auto_name(u, def);
	def->line.have = FETCH_HAVE_REGS | FETCH_HAVE_STACK | (p->ret ? FETCH_HAVE_RETVAL : 0);
	return 0;
}

/* === On and off === */

static int uprobe_add(struct probe *p, struct probe_def *def)
{
	struct uprobe_probe *u = to_uprobe(p);

	if (p->ret)
		u->consumer.ret_handler = return_hit;
	else
		u->consumer.handler = entry_hit;
	return scratches_make();
}

static void uprobe_del(struct probe **ps, unsigned int nr)
{
}

static int uprobe_arm(struct probe *p)
{
	struct uprobe_probe *u = to_uprobe(p);
	struct uprobe *up = uprobe_register(d_real_inode(u->path.dentry), u->offset, u->ref_offset, &u->consumer);

	if (IS_ERR(up))
		return PTR_ERR(up);
	u->uprobe = up;
	return 0;
}

static void uprobe_disarm(struct probe *p)
{
	struct uprobe_probe *u = to_uprobe(p);

	if (!u->uprobe)
		return;
	uprobe_unregister_nosync(u->uprobe, &u->consumer);
	uprobe_unregister_sync();
	u->uprobe = NULL;
}

/* === Text === */

static void uprobe_show_place(const struct probe *p, struct seq_file *m)
{
	struct uprobe_probe *u = to_uprobe(p);

	seq_printf(m, "%s:0x%0*lx", u->name, (int)(2 * sizeof(void *)), u->offset);
	if (u->ref_offset)
		seq_printf(m, "(0x%lx)", u->ref_offset);
}

static bool uprobe_at(const struct probe *p, const char *place, unsigned int len)
{
	struct uprobe_probe *u = to_uprobe(p);
	unsigned int name = strlen(u->name), end = len;
	unsigned long offset;

	if (len <= name || strncmp(place, u->name, name) || place[name] != ':')
		return false;
	end = min(col_of(place, name, len, '('), col_of(place, name, len, '%'));
	return !number_at(place, name + 1, end, &offset) && offset == u->offset;
}

static void uprobe_free(struct probe *p)
{
	struct uprobe_probe *u = to_uprobe(p);

	path_put(&u->path);
	kfree(u->name);
}

static enum print_line_t uprobe_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	struct probe_event *pe = probe_event_of(container_of(event, struct trace_event_call, event));
	const struct probe *p = probe_first(pe);
	const void *rec = iter->ent;
	struct trace_seq *s = &iter->seq;

	if (p->ret) {
		const struct probe_ret_head *h = rec;

		trace_seq_printf(s, "%s: (0x%lx <- 0x%lx)", pe->call.name, h->ret_ip, h->func);
	} else {
		const struct probe_entry_head *h = rec;

		trace_seq_printf(s, "%s: (0x%lx)", pe->call.name, h->ip);
	}
	return fetch_print(s, &p->prog, rec);
}

static struct trace_event_functions uprobe_funcs = { .trace = uprobe_print };

static bool uprobe_takes(const struct probe_def *def)
{
	return def->line.text[def->place] == '/';
}

static struct probe_kind uprobe_kind = {
	.who		= "trace_uprobe",
	.letters	= "pr",
	.group		= "uprobes",
	.file		= DYNEVENT_UPROBE,
	.size		= sizeof(struct uprobe_probe),
	.flags		= TRACE_EVENT_FL_UPROBE,
	.takes		= uprobe_takes,
	.parse		= uprobe_parse,
	.add		= uprobe_add,
	.del		= uprobe_del,
	.arm		= uprobe_arm,
	.disarm		= uprobe_disarm,
	.show_place	= uprobe_show_place,
	.at		= uprobe_at,
	.free		= uprobe_free,
	.funcs		= &uprobe_funcs,
};

void __init uprobe_kind_init(void)
{
	probe_kind_register(&uprobe_kind);
}
