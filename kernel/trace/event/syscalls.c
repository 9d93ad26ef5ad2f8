// SPDX-License-Identifier: GPL-2.0
/*
 * syscalls.c - events of the system calls: syscalls:sys_enter_NAME and syscalls:sys_exit_NAME.
 *
 * All of them hang on the two tracepoints raw_syscalls:sys_enter and sys_exit.  An instance has one probe on
 * each while it traces any call, and a table of event files by number that the probe looks into.
 */

#include <linux/compat.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <trace/events/syscalls.h>
#include <asm/syscall.h>
#include "event_internal.h"

enum sys_dir { SYS_ENTER, SYS_EXIT, NR_SYS_DIRS };

#define SYS_ARGS_MAX	6

/* ABI: events/syscalls. */
struct sys_enter_rec	{ struct trace_entry ent; int nr; unsigned long args[]; };
struct sys_exit_rec	{ struct trace_entry ent; int nr; long ret; };

static_assert(offsetof(struct sys_enter_rec, nr) == 8 && offsetof(struct sys_enter_rec, args) == 16);
static_assert(offsetof(struct sys_exit_rec, ret) == 16);

/* By number; NULL: nothing is known of it.  Fixed after boot. */
static struct syscall_metadata *syscall_by_nr[NR_syscalls] __ro_after_init;

/**
 * struct sys_events - the system calls that an instance or perf traces
 * @rcu:	frees it after the last hit
 * @nr:		of files in a direction; event_mutex
 * @file:	by direction and number; RCU (sched), writes under event_mutex
 */
struct sys_events {
	struct rcu_head			rcu;
	unsigned int			nr[NR_SYS_DIRS];
	struct trace_event_file __rcu	*file[NR_SYS_DIRS][NR_syscalls];
};

static struct sys_events *perf_sys;	/* of perf, made when it first asks; event_mutex */

/* === Hits === */

/*
 * The number of the system call that @regs are in, -1 if its events do not cover it: the numbers of a
 * 32-bit program mean other calls, and a tracer may have put anything there.
 */
static int syscall_nr_of(struct pt_regs *regs)
{
	int nr = syscall_get_nr(current, regs);

	if (unlikely(nr < 0 || nr >= NR_syscalls) || in_compat_syscall())
		return -1;
	return nr;
}

static void enter_hit(void *data, struct pt_regs *regs, long id)
{
	struct sys_events *sys = data;
	struct trace_event_buffer buf __uninitialized;
	unsigned long args[SYS_ARGS_MAX] __uninitialized;
	struct trace_event_file *file;
	struct sys_enter_rec *rec;
	int nr = syscall_nr_of(regs), nr_args;

	file = nr < 0 ? NULL : rcu_dereference_sched(sys->file[SYS_ENTER][nr]);
	if (!file)
		return;
	nr_args = syscall_by_nr[nr]->nb_args;
	buf.ip = _RET_IP_;
	rec = trace_event_buffer_reserve(&buf, file, struct_size(rec, args, nr_args));
	if (!rec)
		return;
	rec->nr = nr;
	syscall_get_arguments(current, regs, args);
	for (int i = 0; i < nr_args; i++)
		rec->args[i] = args[i];
	trace_event_buffer_commit(&buf);
}

static void exit_hit(void *data, struct pt_regs *regs, long ret)
{
	struct sys_events *sys = data;
	struct trace_event_buffer buf __uninitialized;
	struct trace_event_file *file;
	struct sys_exit_rec *rec;
	int nr = syscall_nr_of(regs);

	file = nr < 0 ? NULL : rcu_dereference_sched(sys->file[SYS_EXIT][nr]);
	if (!file)
		return;
	buf.ip = _RET_IP_;
	rec = trace_event_buffer_reserve(&buf, file, sizeof(*rec));
	if (!rec)
		return;
	rec->nr = nr;
	rec->ret = ret;
	trace_event_buffer_commit(&buf);
}

/* === On and off === */

static int probe_set(struct sys_events *sys, enum sys_dir dir, bool on)
{
	if (dir == SYS_ENTER)
		return on ? register_trace_sys_enter(enter_hit, sys) : unregister_trace_sys_enter(enter_hit, sys);
	return on ? register_trace_sys_exit(exit_hit, sys) : unregister_trace_sys_exit(exit_hit, sys);
}

static int file_on(struct sys_events **sysp, struct trace_event_file *file, enum sys_dir dir, int nr)
{
	struct sys_events *sys = *sysp;
	int ret = 0;

	if (!sys)
		*sysp = sys = kzalloc(sizeof(*sys), GFP_KERNEL);
	if (!sys)
		return -ENOMEM;
	if (!sys->nr[dir])
		ret = probe_set(sys, dir, true);
	if (ret)
		return ret;
	sys->nr[dir]++;
	rcu_assign_pointer(sys->file[dir][nr], file);
	return 0;
}

static void file_off(struct sys_events *sys, enum sys_dir dir, int nr)
{
	RCU_INIT_POINTER(sys->file[dir][nr], NULL);
	if (!--sys->nr[dir])
		probe_set(sys, dir, false);
}

/* The instance goes, and all its files went. */
void event_syscalls_free(struct event_inst *inst)
{
	if (inst->sys)
		kfree_rcu(inst->sys, rcu);
	inst->sys = NULL;
}

static int syscall_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	enum sys_dir dir = call->class == &event_class_syscall_enter ? SYS_ENTER : SYS_EXIT;
	int nr = ((struct syscall_metadata *)call->data)->syscall_nr;
	struct trace_event_file *file = data;

	lockdep_assert_held(&event_mutex);
	switch (type) {
	case TRACE_REG_REGISTER:
		return file_on(&event_inst(file->tr)->sys, file, dir, nr);
	case TRACE_REG_UNREGISTER:
		file_off(event_inst(file->tr)->sys, dir, nr);
		return 0;
	case TRACE_REG_PERF_REGISTER:
		return file_on(&perf_sys, trace_event_perf_file(call), dir, nr);
	case TRACE_REG_PERF_UNREGISTER:
		file_off(perf_sys, dir, nr);
		return 0;
	default:
		return 0;
	}
}

/* === Fields and format === */

#define NR_FIELD { .type = "int", .name = "__syscall_nr", .offset = offsetof(struct sys_enter_rec, nr), \
		   .size = sizeof(int), .is_signed = 1 }

static const struct trace_field exit_fields[] = {
	NR_FIELD,
	{ .type = "long", .name = "ret", .offset = offsetof(struct sys_exit_rec, ret), .size = sizeof(long),
	  .is_signed = 1 },
};

static struct trace_field *enter_fields_make(const struct syscall_metadata *meta)
{
	/* asked for by readers, too, who may hold a spinning lock */
	struct trace_field *table = kcalloc(meta->nb_args + 1, sizeof(*table), GFP_ATOMIC | __GFP_NOWARN);

	if (!table)
		return NULL;
	table[0] = (struct trace_field)NR_FIELD;
	for (int i = 0; i < meta->nb_args; i++)
		table[i + 1] = (struct trace_field){
			.type	= meta->types[i],
			.name	= meta->args[i],
			.offset	= offsetof(struct sys_enter_rec, args) + i * sizeof(unsigned long),
			.size	= sizeof(unsigned long),
		};
	return table;
}

static const struct trace_field *enter_get_fields(struct trace_event_call *call, unsigned int *nr)
{
	struct syscall_metadata *meta = call->data;
	/* its rows before the pointer; pairs with the cmpxchg() below */
	struct trace_field *table = smp_load_acquire(&meta->fields), *other;

	if (!table) {
		table = enter_fields_make(meta);
		other = table ? cmpxchg(&meta->fields, NULL, table) : NULL;
		if (other) {
			kfree(table);
			table = other;
		}
	}
	*nr = table ? meta->nb_args + 1 : 0;
	return table;
}

/* The print format of a system call; it is made from the arguments' names. */
void event_syscall_print_fmt(struct trace_event_call *call, struct seq_file *m)
{
	const struct syscall_metadata *meta = call->data;

	if (call->class == &event_class_syscall_exit) {
		seq_puts(m, "\"0x%lx\", REC->ret");
		return;
	}
	seq_putc(m, '"');
	for (int i = 0; i < meta->nb_args; i++)
		seq_printf(m, "%s%s: 0x%%0%zulx", i ? ", " : "", meta->args[i], sizeof(unsigned long));
	seq_putc(m, '"');
	for (int i = 0; i < meta->nb_args; i++)
		seq_printf(m, ", ((unsigned long)(REC->%s))", meta->args[i]);
}

/* === Text === */

static enum print_line_t text_done(struct trace_seq *s)
{
	return trace_seq_has_overflowed(s) ? TRACE_TYPE_PARTIAL_LINE : TRACE_TYPE_HANDLED;
}

static const struct syscall_metadata *meta_of(int nr)
{
	return nr >= 0 && nr < NR_syscalls ? syscall_by_nr[nr] : NULL;
}

static enum print_line_t enter_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct sys_enter_rec *rec = (const void *)iter->ent;
	const struct syscall_metadata *meta = meta_of(rec->nr);
	struct trace_seq *s = &iter->seq;

	if (!meta)
		return TRACE_TYPE_UNHANDLED;
	trace_seq_printf(s, "%s(", meta->name);
	for (int i = 0; i < meta->nb_args; i++) {
		trace_seq_puts(s, i ? ", " : "");
		if (iter->opts & TRACE_OPT(VERBOSE))
			trace_seq_printf(s, "%s ", meta->types[i]);
		trace_seq_printf(s, "%s: %lx", meta->args[i], rec->args[i]);
	}
	trace_seq_puts(s, ")\n");
	return text_done(s);
}

static enum print_line_t exit_print(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct sys_exit_rec *rec = (const void *)iter->ent;
	const struct syscall_metadata *meta = meta_of(rec->nr);
	struct trace_seq *s = &iter->seq;

	if (!meta)
		return TRACE_TYPE_UNHANDLED;
	trace_seq_printf(s, "%s -> 0x%lx\n", meta->name, rec->ret);
	return text_done(s);
}

struct trace_event_functions enter_syscall_print_funcs = { .trace = enter_print };
struct trace_event_functions exit_syscall_print_funcs = { .trace = exit_print };

/* === Boot === */

/* A call that has no number on this machine has no event. */
static int syscall_raw_init(struct trace_event_call *call)
{
	const struct syscall_metadata *meta = call->data;

	return meta->syscall_nr < 0 ? -ENOSYS : trace_event_raw_init(call);
}

struct trace_event_class event_class_syscall_enter = {
	.system		= "syscalls",
	.reg		= syscall_reg,
	.get_fields	= enter_get_fields,
	.raw_init	= syscall_raw_init,
};

struct trace_event_class event_class_syscall_exit = {
	.system		= "syscalls",
	.reg		= syscall_reg,
	.fields		= exit_fields,
	.nr_fields	= ARRAY_SIZE(exit_fields),
	.raw_init	= syscall_raw_init,
};

/* "_openat" of any of the names that architectures give the function, NULL if it is none of these. */
static const char *__init bare_name(const char *symbol)
{
	static const char *const prefixes[] __initconst = {
		"__x64_sys", "__ia32_sys", "__do_sys", "__se_sys", "__arm64_sys", "__riscv_sys", "__s390x_sys", "sys",
	};

	for (unsigned int i = 0; i < ARRAY_SIZE(prefixes); i++) {
		size_t len = str_has_prefix(symbol, prefixes[i]);

		if (len)
			return symbol + len;
	}
	return NULL;
}

#define NAME_BITS	8

/* Metadata by name, while the table of numbers is made: an open hash of the linker's table. */
struct name_hash {
	u16	head[1 << NAME_BITS];	/* index + 1 */
	u16	next[];
};

static unsigned int __init name_bucket(const char *bare)
{
	return full_name_hash(NULL, bare, strlen(bare)) & ((1 << NAME_BITS) - 1);
}

static struct name_hash *__init names_make(void)
{
	unsigned int nr = __stop_syscalls_metadata - __start_syscalls_metadata;
	struct name_hash *nh = kzalloc(struct_size(nh, next, nr), GFP_KERNEL);

	for (unsigned int i = 0; nh && i < nr; i++) {
		u16 *head = &nh->head[name_bucket(bare_name(__start_syscalls_metadata[i]->name))];

		nh->next[i] = *head;
		*head = i + 1;
	}
	return nh;
}

static struct syscall_metadata *__init names_find(const struct name_hash *nh, const char *bare)
{
	for (unsigned int i = nh->head[name_bucket(bare)]; i; i = nh->next[i - 1])
		if (!strcmp(bare_name(__start_syscalls_metadata[i - 1]->name), bare))
			return __start_syscalls_metadata[i - 1];
	return NULL;
}

/* Number the system calls: the table of addresses to names, and these to metadata. */
void __init event_syscalls_init(void)
{
	struct name_hash *nh __free(kfree) = names_make();
	char symbol[KSYM_NAME_LEN];

	for (int nr = 0; nh && nr < NR_syscalls; nr++) {
		struct syscall_metadata *meta;
		const char *bare;

		if (lookup_symbol_name((unsigned long)sys_call_table[nr], symbol))
			continue;
		bare = bare_name(symbol);
		/* what stands in for calls that are not there is none itself */
		meta = bare && strcmp(bare, "_ni_syscall") ? names_find(nh, bare) : NULL;
		if (!meta)
			continue;
		meta->syscall_nr = nr;
		syscall_by_nr[nr] = meta;
	}
}
