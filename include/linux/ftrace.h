/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ftrace.h - hooks on functions, and the few other names that the rest of the kernel takes from
 * its tracer: boot steps, dump on oops, preemption and stack tracers.
 *
 * What a hook is: Documentation/trace/ftrace-uses.rst.  How it is done: kernel/trace/hook.
 */
#ifndef _LINUX_FTRACE_H
#define _LINUX_FTRACE_H

#include <linux/errno.h>
#include <linux/fs.h>			/* users count on what it brings */
#include <linux/ftrace_regs.h>
#include <linux/init.h>
#include <linux/kallsyms.h>		/* and on the section names behind this */
#include <linux/linkage.h>
#include <linux/list.h>
#include <linux/stacktrace.h>
#include <linux/trace_recursion.h>
#include <linux/types.h>

struct ctl_table;
struct module;
struct pt_regs;
struct task_struct;

/* --- where was I called from --- */

/* Without frame pointers the compiler cannot walk up. */
#ifdef CONFIG_FRAME_POINTER
#define caller_addr(n)	((unsigned long)__builtin_return_address(n))
#else
#define caller_addr(n)	0UL
#endif

#define CALLER_ADDR0	((unsigned long)__builtin_return_address(0))
#define CALLER_ADDR1	caller_addr(1)
#define CALLER_ADDR2	caller_addr(2)
#define CALLER_ADDR3	caller_addr(3)
#define CALLER_ADDR4	caller_addr(4)
#define CALLER_ADDR5	caller_addr(5)
#define CALLER_ADDR6	caller_addr(6)

int in_lock_functions(unsigned long addr);

/* The nearest caller that is not a locking primitive. */
static __always_inline unsigned long get_lock_parent_ip(void)
{
	unsigned long ip = CALLER_ADDR0;

	if (in_lock_functions(ip))
		ip = CALLER_ADDR1;
	return in_lock_functions(ip) ? CALLER_ADDR2 : ip;
}

/* --- boot, dump, sysctl --- */

#define MAX_TRACER_SIZE		128	/* longest text of ftrace_dump_on_oops, NUL included */

#ifdef CONFIG_TRACING
extern char ftrace_dump_on_oops[MAX_TRACER_SIZE];
extern int __disable_trace_on_warning;
extern int tracepoint_printk;

void early_trace_init(void);
void trace_init(void);
void disable_trace_on_warning(void);
int tracepoint_printk_sysctl(const struct ctl_table *table, int write, void *buffer, size_t *lenp,
			     loff_t *ppos);
#else
static inline void early_trace_init(void) { }
static inline void trace_init(void) { }
static inline void disable_trace_on_warning(void) { }
#endif

#ifdef CONFIG_STACK_TRACER
extern int stack_tracer_enabled;
int stack_trace_sysctl(const struct ctl_table *table, int write, void *buffer, size_t *lenp, loff_t *ppos);
#endif

#ifdef CONFIG_TRACE_PREEMPT_TOGGLE
void trace_preempt_off(unsigned long ip, unsigned long parent_ip);
void trace_preempt_on(unsigned long ip, unsigned long parent_ip);
#else
/* Macros: the arguments walk the stack, and must not when nobody looks. */
#define trace_preempt_off(ip, parent_ip)	do { } while (0)
#define trace_preempt_on(ip, parent_ip)		do { } while (0)
#endif

/* --- hooks --- */

struct ftrace_ops;
struct hook_set;

/**
 * typedef ftrace_func_t - what a hook does when a function is entered
 * @ip:		the call site in the traced function
 * @parent_ip:	where the function returns to
 * @op:		the hook
 * @fregs:	registers, see <linux/ftrace_regs.h>
 *
 * Context: whatever the traced function was called in, NMI included; preemption is not disabled.
 */
typedef void (*ftrace_func_t)(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op,
			      struct ftrace_regs *fregs);

/* What ops_func is asked when a direct call and an IPMODIFY hook meet on one function. */
enum ftrace_ops_cmd {
	FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_SELF,	/* the asked hook is being registered */
	FTRACE_OPS_CMD_ENABLE_SHARE_IPMODIFY_PEER,	/* an IPMODIFY hook wants in */
	FTRACE_OPS_CMD_DISABLE_SHARE_IPMODIFY_PEER,	/* the IPMODIFY hook is gone */
};

typedef int (*ftrace_ops_func_t)(struct ftrace_ops *op, enum ftrace_ops_cmd cmd);

enum {
	/* set by the owner before registration */
	FTRACE_OPS_FL_SAVE_REGS			= 1 << 0,	/* a whole pt_regs, or refuse */
	FTRACE_OPS_FL_SAVE_REGS_IF_SUPPORTED	= 1 << 1,	/* a whole pt_regs where there is one */
	FTRACE_OPS_FL_RECURSION			= 1 << 2,	/* func needs protection from recursion */
	FTRACE_OPS_FL_RCU			= 1 << 3,	/* call func only where RCU watches */
	FTRACE_OPS_FL_IPMODIFY			= 1 << 4,	/* func may change the return point; one a function */
	FTRACE_OPS_FL_PERMANENT			= 1 << 5,	/* must not be stopped by ftrace_enabled */
	FTRACE_OPS_FL_DYNAMIC			= 1 << 6,	/* memory may go after unregistering */
	FTRACE_OPS_FL_STUB			= 1 << 7,	/* func need not be called */
	FTRACE_OPS_FL_GRAPH			= 1 << 8,	/* func exchanges return addresses: called last */

	/* set by the hook layer, under its lock */
	FTRACE_OPS_FL_ENABLED			= 1 << 16,	/* registered */
	FTRACE_OPS_FL_DIRECT			= 1 << 17,	/* sites call ->direct_call */
	FTRACE_OPS_FL_ALLOC_TRAMP		= 1 << 18,	/* ->trampoline is our own to free */
};

/**
 * struct ftrace_ops - a hook on a set of functions
 * @func:	called on entry
 * @flags:	FTRACE_OPS_FL_*
 * @private:	the owner's
 * @next:	the list of registered hooks; writes under hook_lock, readers under RCU (tasks)
 * @filter:	functions wanted, NULL for all; hook_lock, readers under RCU (tasks)
 * @avoid:	functions not wanted, NULL for none; the same
 * @trampoline:	a copy of ftrace_caller that calls @func alone, 0 for none; hook_lock
 * @trampoline_size: its bytes
 * @direct_call: FTRACE_OPS_FL_DIRECT: the address that sites call
 * @ops_func:	see enum ftrace_ops_cmd.  May be NULL.
 * @node:	entry in the table of trampolines; hook_lock, readers under RCU
 *
 * All zero but @func and @flags is the right start.
 */
struct ftrace_ops {
	ftrace_func_t			func;
	unsigned long			flags;
	void				*private;
#ifdef CONFIG_FUNCTION_TRACER
	struct ftrace_ops __rcu		*next;
	struct hook_set __rcu		*filter;
	struct hook_set __rcu		*avoid;
	unsigned long			trampoline;
	unsigned long			trampoline_size;
	unsigned long			direct_call;
	ftrace_ops_func_t		ops_func;
	struct list_head		node;
#endif
};

#ifdef CONFIG_FUNCTION_TRACER
extern int ftrace_enabled;

void ftrace_init(void);
void ftrace_free_init_mem(void);

int ftrace_set_notrace(struct ftrace_ops *op, unsigned char *pattern, int len, int reset);
int ftrace_set_filter(struct ftrace_ops *op, unsigned char *pattern, int len, int reset);
int ftrace_set_filter_ips(struct ftrace_ops *op, unsigned long *ips, unsigned int nr, int remove, int reset);
int ftrace_set_filter_ip(struct ftrace_ops *op, unsigned long ip, int remove, int reset);
void ftrace_free_filter(struct ftrace_ops *op);
int unregister_ftrace_function(struct ftrace_ops *op);
int register_ftrace_function(struct ftrace_ops *op);

unsigned long ftrace_location(unsigned long ip);
unsigned long ftrace_location_range(unsigned long start, unsigned long end);
int ftrace_text_reserved(const void *start, const void *end);
bool is_ftrace_trampoline(unsigned long addr);
struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr);
int ftrace_lookup_symbols(const char **sorted_syms, size_t cnt, unsigned long *addrs);

/* Sites call ftrace_caller or a copy; also what vmlinux.lds.h and the unwinder name. */
void ftrace_caller(void);
void ftrace_regs_caller(void);
void ftrace_stub(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *op, struct ftrace_regs *fregs);

/* --- what the architecture gives to kernel/trace/hook --- */

#define HOOK_TARGET_NONE	0UL		/* a nop */
#define HOOK_TARGET_BAD		(~0UL)		/* neither nop nor call */

/* Callers of sites with several hooks: the list of hooks, and a direct call if one of them asks for it. */
void hook_list_caller(void);
void hook_list_regs_caller(void);

unsigned long arch_hook_target(unsigned long ip);	/* what the site at @ip calls now */
/* Queue a change; then make all that is queued true.  text_mutex held, @ip ascending. */
void arch_hook_set_target(unsigned long ip, unsigned long target);
void arch_hook_flush(void);
/* Code of a trampoline that will live at @at and call @func, into @buf; at most arch_hook_tramp_bytes(). */
unsigned int arch_hook_tramp_bytes(bool regs);
int arch_hook_tramp_fill(void *buf, unsigned long at, bool regs, struct ftrace_ops *ops, ftrace_func_t func);
/* A page that can be executed, full of traps, and how to write to it. */
void *arch_hook_text_alloc(void);
void arch_hook_text_write(unsigned long at, const void *buf, unsigned int bytes);
/* @op is one of several hooks on a site: have hook_list_caller go on to @addr. */
void arch_hook_direct(struct ftrace_regs *fregs, unsigned long addr);

/* For kexec, which must run unhooked. */
static inline int __ftrace_enabled_save(void)
{
	int was = ftrace_enabled;

	ftrace_enabled = 0;
	return was;
}

static inline void __ftrace_enabled_restore(int was)
{
	ftrace_enabled = was;
}
#else /* !CONFIG_FUNCTION_TRACER */
static inline void ftrace_init(void) { }
static inline void ftrace_free_init_mem(void) { }

static inline int unregister_ftrace_function(struct ftrace_ops *op) { return -ENODEV; }
static inline int register_ftrace_function(struct ftrace_ops *op) { return -ENODEV; }
static inline void ftrace_free_filter(struct ftrace_ops *op) { }

static inline int ftrace_set_filter_ip(struct ftrace_ops *op, unsigned long ip, int remove, int reset)
{
	return -ENODEV;
}

static inline unsigned long ftrace_location(unsigned long ip) { return 0; }
static inline unsigned long ftrace_location_range(unsigned long start, unsigned long end) { return 0; }
static inline int ftrace_text_reserved(const void *start, const void *end) { return 0; }
static inline bool is_ftrace_trampoline(unsigned long addr) { return false; }
static inline struct ftrace_ops *ftrace_ops_trampoline(unsigned long addr) { return NULL; }
static inline int __ftrace_enabled_save(void) { return 0; }
static inline void __ftrace_enabled_restore(int was) { }
#endif /* CONFIG_FUNCTION_TRACER */

/* --- direct calls: a site calls the owner's own trampoline --- */

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
int modify_ftrace_direct_nolock(struct ftrace_ops *op, unsigned long to);
int modify_ftrace_direct(struct ftrace_ops *op, unsigned long to);
int register_ftrace_direct(struct ftrace_ops *op, unsigned long to);
int unregister_ftrace_direct(struct ftrace_ops *op, unsigned long to, bool free_filters);
#else
static inline int modify_ftrace_direct_nolock(struct ftrace_ops *op, unsigned long to) { return -ENODEV; }
static inline int modify_ftrace_direct(struct ftrace_ops *op, unsigned long to) { return -ENODEV; }
static inline int register_ftrace_direct(struct ftrace_ops *op, unsigned long to) { return -ENODEV; }

static inline int unregister_ftrace_direct(struct ftrace_ops *op, unsigned long to, bool free_filters)
{
	return -ENODEV;
}
#endif

/* --- modules and symbols --- */

/* The section in which the compiler lists call sites. */
#define FTRACE_CALLSITE_SECTION		"__mcount_loc"

#if defined(CONFIG_FUNCTION_TRACER) && defined(CONFIG_MODULES)
void ftrace_free_mem(struct module *m, void *from, void *to);
void ftrace_release_mod(struct module *m);
void ftrace_module_enable(struct module *m);
void ftrace_module_init(struct module *m);
#else
static inline void ftrace_free_mem(struct module *m, void *from, void *to) { }
static inline void ftrace_release_mod(struct module *m) { }
static inline void ftrace_module_enable(struct module *m) { }
static inline void ftrace_module_init(struct module *m) { }
#endif

#if defined(CONFIG_FUNCTION_TRACER) && defined(CONFIG_KALLSYMS)
int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size, unsigned long *off, char **modname,
			      const unsigned char **modbuildid, char *sym);
int ftrace_mod_get_kallsym(unsigned int nr, unsigned long *addr, char *type, char *name, char *mod, int *exported);
#else
static inline int ftrace_mod_address_lookup(unsigned long addr, unsigned long *size, unsigned long *off,
					    char **modname, const unsigned char **modbuildid, char *sym)
{
	return 0;
}

static inline int ftrace_mod_get_kallsym(unsigned int nr, unsigned long *addr, char *type, char *name, char *mod,
					 int *exported)
{
	return -ERANGE;
}
#endif

/* --- function return --- */

#ifdef CONFIG_FUNCTION_GRAPH_TRACER
#include <linux/sched.h>

/* For functions that change stacks: their return must not be hooked. */
#define __notrace_funcgraph	notrace

struct fgraph_ops;

/**
 * struct fgraph_ret - what a return handler is told
 * @ip:		the call site that was hooked on entry
 * @parent_ip:	where the function returns to
 * @retval:	the first return register
 * @calltime:	local clock on entry; 0 if no user asked for times
 * @rettime:	local clock on return
 * @subtime:	of the time between, what was spent in hooked functions below
 * @depth:	calls around this one that the same user traces
 */
struct fgraph_ret {
	unsigned long	ip;
	unsigned long	parent_ip;
	unsigned long	retval;
	u64		calltime;
	u64		rettime;
	u64		subtime;
	int		depth;
};

/* What an entry handler wants of a call. */
enum {
	FGRAPH_SKIP,		/* nothing: as if it had not been hooked */
	FGRAPH_TRACE,		/* its return handler */
	FGRAPH_MUTE,		/* silence until it returns */
};

/* Both run in the context of the traced function.  @depth: calls around it that were not skipped. */
typedef int (*fgraph_entry_t)(struct fgraph_ops *gops, unsigned long ip, unsigned long parent_ip,
			      struct ftrace_regs *fregs, int depth);
typedef void (*fgraph_return_t)(struct fgraph_ops *gops, const struct fgraph_ret *ret);

/**
 * struct fgraph_ops - a user of the shadow stack
 * @ops:	its set of functions; filters are set on it before registration
 * @entry:	on entry: FGRAPH_*
 * @ret:	on return, if @entry said FGRAPH_TRACE
 * @private:	the owner's
 * @idx:	its bit in a frame's mask; graph lock
 * @want_time:	fill fgraph_ret::calltime and rettime
 */
struct fgraph_ops {
	struct ftrace_ops	ops;
	fgraph_entry_t		entry;
	fgraph_return_t		ret;
	void			*private;
	int			idx;
	bool			want_time;
};

int register_ftrace_graph(struct fgraph_ops *gops);
int unregister_ftrace_graph(struct fgraph_ops *gops);

void ftrace_graph_init_task(struct task_struct *t);
void ftrace_graph_exit_task(struct task_struct *t);
void ftrace_graph_init_idle_task(struct task_struct *t, int cpu);
unsigned long ftrace_graph_ret_addr(struct task_struct *task, int *idx, unsigned long ret, unsigned long *retp);
void fgraph_skip_time(struct task_struct *task, u64 delta);
void fgraph_return(const unsigned long *regs, unsigned long *slot);	/* for return_to_handler */

static inline void unpause_graph_tracing(void)
{
	atomic_dec(&current->tracing_graph_pause);
}

static inline void pause_graph_tracing(void)
{
	atomic_inc(&current->tracing_graph_pause);
}
#else /* !CONFIG_FUNCTION_GRAPH_TRACER */
#define __notrace_funcgraph

static inline unsigned long ftrace_graph_ret_addr(struct task_struct *t, int *idx, unsigned long ret,
						  unsigned long *slot)
{
	return ret;
}

static inline void ftrace_graph_init_idle_task(struct task_struct *t, int cpu) { }
static inline void ftrace_graph_init_task(struct task_struct *t) { }
static inline void ftrace_graph_exit_task(struct task_struct *t) { }
static inline void unpause_graph_tracing(void) { }
static inline void pause_graph_tracing(void) { }
#endif /* CONFIG_FUNCTION_GRAPH_TRACER */

#endif /* _LINUX_FTRACE_H */
