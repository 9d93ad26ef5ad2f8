// SPDX-License-Identifier: GPL-2.0
/*
 * probe.c - probe events: define, list, remove, switch on and off, record.
 *
 *	LETTER[NUMBER][:[GROUP/][EVENT]] PLACE [ARG...]		define
 *	-:[GROUP/][EVENT] [PLACE [ARG...]]			remove
 *
 * An event may have several probes as long as they are of one kind and have the same arguments.
 */

#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/rculist.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "probe.h"

DEFINE_MUTEX(probe_lock);

static LIST_HEAD(probe_events);			/* probe_lock */
static const struct probe_kind *kinds[8];	/* filled at boot */
static unsigned int nr_kinds;

void __init probe_kind_register(struct probe_kind *kind)
{
	if (WARN_ON(nr_kinds == ARRAY_SIZE(kinds)))
		return;
	kinds[nr_kinds++] = kind;
}

static const struct probe_kind *kind_find(enum dynevent_file which, const struct probe_def *def)
{
	for (unsigned int i = 0; i < nr_kinds; i++) {
		const struct probe_kind *k = kinds[i];

		if (which != DYNEVENT_ANY && which != k->file)
			continue;
		if (strchr(k->letters, def->letter) && (which != DYNEVENT_ANY || !k->takes || k->takes(def)))
			return k;
	}
	return NULL;
}

struct probe_event *probe_next(struct probe_event *pe)
{
	struct list_head *next = pe ? pe->node.next : probe_events.next;

	lockdep_assert_held(&probe_lock);
	return next == &probe_events ? NULL : list_entry(next, struct probe_event, node);
}

static struct probe_event *event_find(const char *group, const char *name)
{
	struct probe_event *pe = NULL;

	while ((pe = probe_next(pe)))
		if (!strcmp(pe->class.system, group) && !strcmp(pe->call.name, name))
			return pe;
	return NULL;
}

bool probe_is_on(const struct probe_event *pe)
{
	return !list_empty(&pe->uses);
}

/* === The head of a definition === */

static bool c_name(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (*++name)
		if (!isalnum(*name) && *name != '_')
			return false;
	return true;
}

static int copy_name(const struct probe_def *def, char *dst, unsigned int from, unsigned int to,
		     enum probe_err too_long)
{
	if (to - from >= PROBE_NAME_SIZE)
		return probe_error(&def->line, too_long, from);
	memcpy(dst, def->line.text + from, to - from);
	dst[to - from] = '\0';
	return 0;
}

/* Where group and event part: at a '/', or else at a '.'; @to if there is no group. */
static unsigned int group_end(const char *text, unsigned int from, unsigned int to)
{
	const char *sep = memchr(text + from, '/', to - from) ?: memchr(text + from, '.', to - from);

	return sep ? sep - text : to;
}

/* [GROUP/][EVENT] in columns [@from, @to) */
static int parse_event_name(struct probe_def *def, unsigned int from, unsigned int to)
{
	unsigned int sep = group_end(def->line.text, from, to);
	int ret;

	def->name_col = from;
	if (from == to)
		return probe_error(&def->line, PE_EVENT_EMPTY, from);
	if (sep < to) {
		if (sep == from)
			return probe_error(&def->line, PE_GROUP_EMPTY, from);
		ret = copy_name(def, def->group, from, sep, PE_GROUP_LONG);
		if (ret)
			return ret;
		if (!c_name(def->group))
			return probe_error(&def->line, PE_GROUP_BAD, from);
		from = sep + 1;
		if (from == to)
			return 0;	/* "GROUP/": an automatic name */
	}
	ret = copy_name(def, def->event, from, to, PE_EVENT_LONG);
	if (!ret && !c_name(def->event))
		ret = probe_error(&def->line, PE_EVENT_BAD, from);
	return ret;
}

static unsigned int skip_blanks(const char *text, unsigned int col)
{
	while (isspace(text[col]))
		col++;
	return col;
}

static unsigned int skip_word(const char *text, unsigned int col)
{
	bool quoted = false;

	while (text[col] && (quoted || !isspace(text[col])))
		if (text[col++] == '"')
			quoted = !quoted;
	return col;
}

static int parse_number(struct probe_def *def, unsigned int from, unsigned int to)
{
	char digits[24];

	def->number_col = from;
	if (from == to)
		return 0;
	def->has_number = true;
	if (to - from >= sizeof(digits))
		return probe_error(&def->line, PE_MAXACT, from);
	memcpy(digits, def->line.text + from, to - from);
	digits[to - from] = '\0';
	return kstrtoul(digits, 0, &def->number) ? probe_error(&def->line, PE_MAXACT, from) : 0;
}

/* Where the parts are; names and number are looked at later, when the kind is known and errors have a name. */
struct head_cols {
	unsigned int number, colon, end;
};

static struct head_cols head_split(struct probe_def *def, const char *text)
{
	struct head_cols hc;

	def->line.text = text;
	def->letter = text[0];
	hc.number = 1;
	hc.end = skip_word(text, 0);
	hc.colon = hc.number;
	while (hc.colon < hc.end && text[hc.colon] != ':')
		hc.colon++;
	def->place = skip_blanks(text, hc.end);
	def->place_end = skip_word(text, def->place);
	def->args = def->place_end;
	return hc;
}

static int head_parse(struct probe_def *def, struct head_cols hc)
{
	int ret = parse_number(def, hc.number, hc.colon);

	if (!ret && hc.colon < hc.end)
		ret = parse_event_name(def, hc.colon + 1, hc.end);
	return ret;
}

/* === Fields and print format === */

static int event_fields(struct probe_event *pe, const struct probe *p)
{
	const char *heads[2] = { p->ret ? "__probe_func" : "__probe_ip", "__probe_ret_ip" };
	unsigned int nr_heads = pe->kind->flags & TRACE_EVENT_FL_EPROBE ? 0 : p->ret ? 2 : 1;
	struct trace_field *f;

	pe->fields = kcalloc(nr_heads + p->prog.nr + 1, sizeof(*f), GFP_KERNEL);
	if (!pe->fields)
		return -ENOMEM;
	f = pe->fields;
	for (unsigned int i = 0; i < nr_heads; i++)
		*f++ = (struct trace_field){
			.type = "unsigned long", .name = heads[i], .size = sizeof(long),
			.offset = sizeof(struct trace_entry) + i * sizeof(long), .filter = FILTER_TRACE_FN,
		};
	for (unsigned int i = 0; i < p->prog.nr; i++) {
		const struct fetch_arg *a = &p->prog.args[i];
		bool string = a->type->kind != FETCH_NUM;

		*f++ = (struct trace_field){
			.type = a->type->decl, .name = a->name, .offset = a->pos, .len = a->nr_elems,
			.size = a->type->size * (a->nr_elems ?: 1), .is_signed = a->type->is_signed,
			.filter = string && !a->nr_elems ? FILTER_DYN_STRING : FILTER_OTHER,
		};
	}
	pe->nr_fields = f - pe->fields;
	return 0;
}

static const struct trace_field *probe_get_fields(struct trace_event_call *call, unsigned int *nr)
{
	struct probe_event *pe = probe_event_of(call);

	*nr = pe->nr_fields;
	return pe->fields;
}

static void print_fmt_write(struct seq_buf *sb, const struct probe_event *pe, const struct probe *p)
{
	bool head = !(pe->kind->flags & TRACE_EVENT_FL_EPROBE);

	seq_buf_putc(sb, '"');
	if (head)
		seq_buf_puts(sb, p->ret ? "(%lx <- %lx)" : "(%lx)");
	for (unsigned int i = 0; i < p->prog.nr; i++) {
		if (head || i)
			seq_buf_putc(sb, ' ');
		fetch_print_fmt(sb, &p->prog.args[i]);
	}
	seq_buf_putc(sb, '"');
	if (head)
		seq_buf_puts(sb, p->ret ? ", REC->__probe_func, REC->__probe_ret_ip" : ", REC->__probe_ip");
	for (unsigned int i = 0; i < p->prog.nr; i++)
		fetch_print_fmt_args(sb, &p->prog.args[i]);
}

static int event_print_fmt(struct probe_event *pe, const struct probe *p)
{
	unsigned int size = 128;
	struct seq_buf sb;
	char *buf;

	/* the text is as long as it is: try, and try again with more room */
	for (;; size *= 2) {
		buf = kzalloc(size, GFP_KERNEL);
		if (!buf)
			return -ENOMEM;
		seq_buf_init(&sb, buf, size);
		print_fmt_write(&sb, pe, p);
		if (!seq_buf_has_overflowed(&sb) && seq_buf_used(&sb) < size)
			break;
		kfree(buf);
	}
	pe->call.print_fmt = buf;
	return 0;
}

/* === On and off === */

static void probes_disarm(struct probe_event *pe)
{
	struct probe *p;

	if (!pe->kind->disarm)
		return;
	list_for_each_entry(p, &pe->probes, node)
		p->kind->disarm(p);
}

static int probes_arm(struct probe_event *pe)
{
	struct probe *p;
	int ret;

	list_for_each_entry(p, &pe->probes, node) {
		ret = fetch_resolve(&p->prog);
		if (!ret && p->kind->arm)
			ret = p->kind->arm(p);
		if (ret) {
			list_for_each_entry_continue_reverse(p, &pe->probes, node)
				if (p->kind->disarm)
					p->kind->disarm(p);
			return ret;
		}
	}
	return 0;
}

/* Kinds that are switched on in one instance at a time. */
static int probes_use(struct probe_event *pe, struct trace_event_file *file)
{
	struct probe *p;
	int ret;

	if (!pe->kind->use)
		return 0;
	list_for_each_entry(p, &pe->probes, node) {
		ret = pe->kind->use(p, file);
		if (ret) {
			list_for_each_entry_continue_reverse(p, &pe->probes, node)
				pe->kind->unuse(p, file);
			return ret;
		}
	}
	return 0;
}

static void probes_unuse(struct probe_event *pe, struct trace_event_file *file)
{
	struct probe *p;

	if (!pe->kind->unuse)
		return;
	list_for_each_entry(p, &pe->probes, node)
		pe->kind->unuse(p, file);
}

static int use_add(struct probe_event *pe, struct trace_event_file *file)
{
	struct probe_use *u = kmalloc(sizeof(*u), GFP_KERNEL);
	bool first = !probe_is_on(pe);
	int ret;

	if (!u)
		return -ENOMEM;
	u->file = file;
	list_add_tail_rcu(&u->node, &pe->uses);
	ret = first ? probes_arm(pe) : 0;
	if (!ret) {
		ret = probes_use(pe, file);
		if (ret && first)
			probes_disarm(pe);
	}
	if (ret) {
		list_del_rcu(&u->node);
		kfree_rcu(u, rcu);
	}
	return ret;
}

static void use_del(struct probe_event *pe, struct trace_event_file *file)
{
	struct probe_use *u;

	probes_unuse(pe, file);
	list_for_each_entry(u, &pe->uses, node) {
		if (u->file != file)
			continue;
		list_del_rcu(&u->node);
		kfree_rcu(u, rcu);
		break;
	}
	if (!probe_is_on(pe))
		probes_disarm(pe);
}

static int probe_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct probe_event *pe = probe_event_of(call);

	switch (type) {
	case TRACE_REG_REGISTER:
		return use_add(pe, data);
	case TRACE_REG_UNREGISTER:
		use_del(pe, data);
		return 0;
	case TRACE_REG_PERF_REGISTER:
		/* an event on another event is hit in an instance, and perf is none */
		return pe->kind->use ? 0 : use_add(pe, data);
	case TRACE_REG_PERF_UNREGISTER:
		if (!pe->kind->use)
			use_del(pe, data);
		return 0;
	default:
		return 0;
	}
}

/* === Record === */

static void head_store(const struct probe *p, void *rec, unsigned long a, unsigned long b)
{
	unsigned long *words = rec + sizeof(struct trace_entry);

	if (p->kind->flags & TRACE_EVENT_FL_EPROBE)
		return;
	words[0] = a;
	if (p->ret)
		words[1] = b;
}

/**
 * probe_hit() - record a hit of a probe wherever its event is on
 * @p:		the probe
 * @env:	the hit
 * @a:		address of the probe, or the function of a return probe
 * @b:		address it returns to
 *
 * Context: of the hit, preemption off.
 */
void probe_hit(struct probe *p, const struct fetch_env *env, unsigned long a, unsigned long b)
{
	unsigned int room = fetch_dyn_bytes(&p->prog, env);
	struct probe_use *u;

	this_cpu_inc(*p->hits);
	list_for_each_entry_rcu(u, &p->event->uses, node) {
		struct trace_event_buffer buf;
		void *rec = trace_event_buffer_reserve(&buf, u->file, p->prog.size + room);

		if (!rec)
			continue;
		buf.regs = env->regs;
		head_store(p, rec, a, b);
		fetch_store(&p->prog, env, rec, room);
		trace_event_buffer_commit(&buf);
	}
}

void probe_hit_file(struct probe *p, const struct fetch_env *env, struct trace_event_file *file)
{
	unsigned int room = fetch_dyn_bytes(&p->prog, env);
	struct trace_event_buffer buf;
	void *rec;

	this_cpu_inc(*p->hits);
	rec = trace_event_buffer_reserve(&buf, file, p->prog.size + room);
	if (!rec)
		return;
	fetch_store(&p->prog, env, rec, room);
	trace_event_buffer_commit(&buf);
}

void probe_hit_fetched(struct probe *p, struct pt_regs *regs, void *rec, unsigned int len, unsigned long a,
		       unsigned long b)
{
	const unsigned int head = sizeof(struct trace_entry);	/* filled in by whoever takes the record */
	struct probe_use *u;
	void *dst;

	this_cpu_inc(*p->hits);
	head_store(p, rec, a, b);
	list_for_each_entry_rcu(u, &p->event->uses, node) {
		struct trace_event_buffer buf;

		dst = trace_event_buffer_reserve(&buf, u->file, len);
		if (!dst)
			continue;
		buf.regs = regs;
		memcpy(dst + head, rec + head, len - head);
		trace_event_buffer_commit(&buf);
	}
}

/* === Make and free === */

/* Also of what is no probe: NULL or an error. */
static void probe_free(struct probe *p)
{
	if (IS_ERR_OR_NULL(p))
		return;
	p->kind->free(p);
	fetch_free(&p->prog);
	free_percpu(p->hits);
	kfree(p);
}

DEFINE_FREE(probe, struct probe *, probe_free(_T))

static unsigned int head_bytes(const struct probe *p)
{
	if (p->kind->flags & TRACE_EVENT_FL_EPROBE)
		return sizeof(struct trace_entry);
	return p->ret ? sizeof(struct probe_ret_head) : sizeof(struct probe_entry_head);
}

static struct probe *probe_make(const struct probe_kind *kind, struct probe_def *def, struct head_cols hc)
{
	struct probe *p __free(probe) = kzalloc(kind->size, GFP_KERNEL);
	int ret;

	if (!p)
		return ERR_PTR(-ENOMEM);
	p->kind = kind;
	p->letter = def->letter;
	def->line.who = kind->who;
	strscpy(def->group, kind->group);
	p->hits = alloc_percpu(unsigned long);
	if (!p->hits)
		return ERR_PTR(-ENOMEM);
	ret = head_parse(def, hc);
	if (ret)
		return ERR_PTR(ret);
	if (def->place == def->place_end)
		return ERR_PTR(-EINVAL);
	ret = kind->parse(p, def);
	if (ret)
		return ERR_PTR(ret);
	p->number = def->number;
	ret = fetch_parse(&p->prog, &def->line, def->args, def->args_end ?: strlen(def->line.text), head_bytes(p));
	return ret ? ERR_PTR(ret) : no_free_ptr(p);
}

static void event_free(struct probe_event *pe)
{
	kfree(pe->call.print_fmt);
	kfree(pe->fields);
	kfree(pe->call.name);
	kfree(pe->class.system);
	kfree(pe);
}

static struct probe_event *event_make(const struct probe_def *def, struct probe *p)
{
	struct probe_event *pe = kzalloc(sizeof(*pe), GFP_KERNEL);

	if (!pe)
		return NULL;
	pe->kind = p->kind;
	INIT_LIST_HEAD(&pe->node);
	INIT_LIST_HEAD(&pe->probes);
	INIT_LIST_HEAD(&pe->uses);
	pe->class.system = kstrdup(def->group, GFP_KERNEL);
	pe->class.reg = probe_reg;
	pe->class.get_fields = probe_get_fields;
	pe->call.class = &pe->class;
	pe->call.name = kstrdup(def->event, GFP_KERNEL);
	pe->call.flags = p->kind->flags | TRACE_EVENT_FL_DYNAMIC;
	pe->call.event.funcs = p->kind->funcs;
	if (!pe->class.system || !pe->call.name || event_fields(pe, p) || event_print_fmt(pe, p)) {
		event_free(pe);
		return NULL;
	}
	return pe;
}

static void probe_link(struct probe_event *pe, struct probe *p)
{
	p->event = pe;
	list_add_tail_rcu(&p->node, &pe->probes);
}

/* Take the probes on @gone, all off and of one kind, out of the kernel and free them: one wait for all. */
static void probes_del(struct list_head *gone)
{
	unsigned int nr = list_count_nodes(gone), n = 0;
	struct probe **ps __free(kvfree) = NULL;
	struct probe *p, *tmp;

	if (!nr)
		return;
	ps = kvmalloc_array(nr, sizeof(*ps), GFP_KERNEL);
	list_for_each_entry(p, gone, node) {
		if (ps)
			ps[n++] = p;
		else		/* no memory: one wait each */
			p->kind->del(&p, 1);
	}
	if (ps)
		ps[0]->kind->del(ps, nr);
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(p, tmp, gone, node) {
		list_del(&p->node);
		probe_free(p);
	}
}

/* === Define === */

/* A first probe: the event is made with it. */
static int define_new(struct probe_def *def, struct probe *p, bool local)
{
	struct probe_event *pe = event_make(def, p);
	int ret;

	if (!pe)
		return -ENOMEM;
	pe->local = local;
	probe_link(pe, p);
	ret = p->kind->add(p, def);
	if (!ret) {
		ret = local ? 0 : trace_add_event_call(&pe->call);
		if (ret == -EEXIST)
			probe_error(&def->line, PE_EVENT_TAKEN, 0);
		if (ret)
			p->kind->del(&p, 1);
	}
	if (ret) {
		list_del(&p->node);
		event_free(pe);
		return ret;
	}
	if (!local)
		list_add_tail(&pe->node, &probe_events);
	return 0;
}

static unsigned int arg_col(const struct probe_def *def, unsigned int n)
{
	unsigned int col = skip_blanks(def->line.text, def->args);

	while (n-- && def->line.text[col])
		col = skip_blanks(def->line.text, skip_word(def->line.text, col));
	return col;
}

/* A probe that is new on an event that is on: switch it on like the others. */
static int probe_join(struct probe_event *pe, struct probe *p)
{
	struct probe_use *u;
	int ret = fetch_resolve(&p->prog);

	if (!ret && p->kind->arm)
		ret = p->kind->arm(p);
	if (!p->kind->use)
		return ret;
	list_for_each_entry(u, &pe->uses, node)
		ret = ret ?: p->kind->use(p, u->file);
	return ret;
}

/* One more probe on an event that is there. */
static int define_more(struct probe_event *pe, struct probe_def *def, struct probe *p)
{
	struct probe *first = probe_first(pe), *other;
	unsigned int differs;
	int ret;

	if (first->kind != p->kind || first->ret != p->ret) {
		probe_error(&def->line, PE_KIND_DIFFERS, 0);
		return -EEXIST;
	}
	differs = fetch_differs(&first->prog, &p->prog);
	if (differs) {
		probe_error(&def->line, PE_ARG_DIFFERS, arg_col(def, differs - 1));
		return -EEXIST;
	}
	list_for_each_entry(other, &pe->probes, node) {
		if (!fetch_same(&other->prog, &p->prog) ||
		    !p->kind->at(other, def->line.text + def->place, def->place_end - def->place))
			continue;
		probe_error(&def->line, PE_SAME, 0);
		return -EEXIST;
	}
	guard(mutex)(&event_mutex);
	ret = p->kind->add(p, def);
	if (ret)
		return ret;
	probe_link(pe, p);
	return probe_is_on(pe) ? probe_join(pe, p) : 0;
}

static int probe_define(enum dynevent_file which, const char *text)
{
	struct probe_def *def __free(kfree) = kzalloc(sizeof(*def), GFP_KERNEL);
	const struct probe_kind *kind;
	struct probe_event *pe;
	struct head_cols hc;
	int ret;

	if (!def)
		return -ENOMEM;
	hc = head_split(def, text);
	kind = kind_find(which, def);
	if (!kind)
		return -EINVAL;

	struct probe *p __free(probe) = probe_make(kind, def, hc);

	if (IS_ERR(p))
		return PTR_ERR(p);
	guard(mutex)(&probe_lock);
	pe = event_find(def->group, def->event);
	ret = pe ? define_more(pe, def, p) : define_new(def, p, false);
	if (!ret)
		retain_and_null_ptr(p);
	return ret;
}

/**
 * dynevent_local_create() - an event of one probe that is not listed
 * @definition:	as in dynamic_events
 *
 * Context: task, no lock of the tracer held.
 * Return: the event or ERR_PTR.
 */
struct trace_event_call *dynevent_local_create(const char *definition)
{
	struct probe_def *def __free(kfree) = kzalloc(sizeof(*def), GFP_KERNEL);
	const struct probe_kind *kind;
	struct head_cols hc;
	int ret;

	if (!def)
		return ERR_PTR(-ENOMEM);
	hc = head_split(def, definition);
	kind = kind_find(DYNEVENT_ANY, def);
	if (!kind)
		return ERR_PTR(-EINVAL);

	struct probe *p __free(probe) = probe_make(kind, def, hc);

	if (IS_ERR(p))
		return ERR_CAST(p);
	guard(mutex)(&probe_lock);
	ret = define_new(def, p, true);
	return ret ? ERR_PTR(ret) : &no_free_ptr(p)->event->call;
}

/**
 * dynevent_local_remove() - remove an event of dynevent_local_create()
 * @call:	the event; off
 *
 * Context: task, no lock of the tracer held.
 */
void dynevent_local_remove(struct trace_event_call *call)
{
	struct probe_event *pe = probe_event_of(call);

	guard(mutex)(&probe_lock);
	probes_del(&pe->probes);
	event_free(pe);
}

/* === Remove === */

/* Unlist an event: its probes go to @gone, itself to @events, for events_free(). */
static int event_remove(struct probe_event *pe, struct list_head *events, struct list_head *gone)
{
	int ret;

	if (probe_is_on(pe))
		return -EBUSY;
	ret = trace_remove_event_call(&pe->call);
	if (ret)
		return ret;
	list_move(&pe->node, events);
	list_splice_tail_init(&pe->probes, gone);
	return 0;
}

static void events_free(struct list_head *events, struct list_head *gone)
{
	struct probe_event *pe, *tmp;

	probes_del(gone);
	list_for_each_entry_safe(pe, tmp, events, node)
		event_free(pe);
}

/* Does the rest of a removal line, from its place on, name @p?  An empty rest names every probe. */
static bool probe_named(const struct probe *p, const struct probe_def *def)
{
	const char *text = def->line.text;
	unsigned int col = skip_blanks(text, def->args), n = 0;

	if (def->place == def->place_end)
		return true;
	if (!p->kind->at(p, text + def->place, def->place_end - def->place))
		return false;
	for (; text[col]; n++, col = skip_blanks(text, skip_word(text, col))) {
		unsigned int len = skip_word(text, col) - col;
		const struct fetch_arg *a = &p->prog.args[n];
		unsigned int name;

		if (n >= p->prog.nr)
			return false;
		name = strlen(a->name);
		if (len == strlen(a->body) && !strncmp(text + col, a->body, len))
			continue;
		if (len != name + 1 + strlen(a->body) || strncmp(text + col, a->name, name) ||
		    text[col + name] != '=' || strncmp(text + col + name + 1, a->body, strlen(a->body)))
			return false;
	}
	return true;
}

/* Remove the probes of @pe that @def names: the whole event, or some of several. */
static int remove_named(struct probe_event *pe, const struct probe_def *def, bool *found)
{
	struct probe *p, *tmp;
	LIST_HEAD(events);
	LIST_HEAD(gone);
	bool all = true;
	int ret = 0;

	list_for_each_entry(p, &pe->probes, node)
		all &= probe_named(p, def);
	if (all) {
		*found = true;
		ret = event_remove(pe, &events, &gone);
		events_free(&events, &gone);
		return ret;
	}
	list_for_each_entry_safe(p, tmp, &pe->probes, node) {
		if (!probe_named(p, def))
			continue;
		*found = true;
		if (probe_is_on(pe))
			return -EBUSY;
		scoped_guard(mutex, &event_mutex)
			list_move_tail(&p->node, &gone);
	}
	probes_del(&gone);
	return 0;
}

static int probe_remove(enum dynevent_file which, const char *text)
{
	struct probe_def *def __free(kfree) = kzalloc(sizeof(*def), GFP_KERNEL);
	struct probe_event *pe, *tmp;
	struct head_cols hc;
	bool found = false;
	int ret;

	if (!def)
		return -ENOMEM;
	hc = head_split(def, text);
	def->line.who = "trace_dynevent";
	if (hc.colon == hc.end)
		return -EINVAL;		/* "-" names nothing */
	ret = parse_event_name(def, hc.colon + 1, hc.end);
	if (ret)
		return ret;
	guard(mutex)(&probe_lock);
	list_for_each_entry_safe(pe, tmp, &probe_events, node) {
		if (which != DYNEVENT_ANY && which != pe->kind->file)
			continue;
		if (def->group[0] && strcmp(def->group, pe->class.system))
			continue;
		if (def->event[0] && strcmp(def->event, pe->call.name))
			continue;
		ret = remove_named(pe, def, &found);
		if (ret)
			return ret;
	}
	return found ? 0 : -ENOENT;
}

int dynevent_write(enum dynevent_file which, const char *line)
{
	line = skip_spaces(line);
	switch (line[0]) {
	case '\0':
	case '#':
		return 0;
	case '-':
		return probe_remove(which, line);
	case '!':
		return probe_remove(which, line + 1);
	default:
		return probe_define(which, line);
	}
}

/* Remove the events of one kind that nobody uses; the newest first: an event may be probed by a later one. */
static int clear_kind(const struct probe_kind *kind)
{
	struct probe_event *pe, *tmp;
	LIST_HEAD(events);
	LIST_HEAD(gone);
	int ret = 0;

	list_for_each_entry_safe_reverse(pe, tmp, &probe_events, node) {
		if (pe->kind != kind)
			continue;
		ret = event_remove(pe, &events, &gone);
		if (ret)
			break;
	}
	events_free(&events, &gone);
	return ret;
}

int dynevent_clear(enum dynevent_file which)
{
	struct probe_event *pe;
	int ret = 0;

	guard(mutex)(&probe_lock);
	list_for_each_entry(pe, &probe_events, node)
		if ((which == DYNEVENT_ANY || which == pe->kind->file) && probe_is_on(pe))
			return -EBUSY;
	/* kinds were registered lowest first: an event probe goes before the event it is on */
	for (unsigned int i = nr_kinds; !ret && i--; )
		if (which == DYNEVENT_ANY || which == kinds[i]->file)
			ret = clear_kind(kinds[i]);
	return ret;
}

/* === List === */

static void probe_show(const struct probe *p, struct seq_file *m)
{
	seq_putc(m, p->letter);
	if (p->number)
		seq_printf(m, "%u", p->number);
	seq_printf(m, ":%s/%s ", p->event->class.system, p->event->call.name);
	p->kind->show_place(p, m);
	for (unsigned int i = 0; i < p->prog.nr; i++)
		seq_printf(m, " %s=%s", p->prog.args[i].name, p->prog.args[i].body);
	if (p->kind->show_tail)
		p->kind->show_tail(p, m);
	seq_putc(m, '\n');
}

int dynevent_show(enum dynevent_file which, struct seq_file *m)
{
	struct probe_event *pe = NULL;
	struct probe *p;

	guard(mutex)(&probe_lock);
	while ((pe = probe_next(pe)))
		if (which == DYNEVENT_ANY || which == pe->kind->file)
			list_for_each_entry(p, &pe->probes, node)
				probe_show(p, m);
	return 0;
}

static unsigned long hits_sum(const struct probe *p)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += *per_cpu_ptr(p->hits, cpu);
	return sum;
}

int dynevent_profile_show(enum dynevent_file which, struct seq_file *m)
{
	struct probe_event *pe = NULL;
	struct probe *p;

	guard(mutex)(&probe_lock);
	while ((pe = probe_next(pe))) {
		unsigned long hits = 0, missed = 0;

		if (which != pe->kind->file)
			continue;
		list_for_each_entry(p, &pe->probes, node) {
			hits += hits_sum(p);
			missed += p->kind->missed ? p->kind->missed(p) : 0;
		}
		if (which == DYNEVENT_UPROBE) {
			seq_puts(m, "  ");
			probe_first(pe)->kind->show_place(probe_first(pe), m);
			seq_printf(m, " %-44s %15lu\n", pe->call.name, hits);
		} else {
			seq_printf(m, "  %-44s %15lu %15lu\n", pe->call.name, hits, missed);
		}
	}
	return 0;
}
