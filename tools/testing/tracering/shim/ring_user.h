/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel, as far as the ring needs it, in user space.
 *
 * A CPU is a thread that called cpu_up().  SIGUSR1 is its interrupt line: the handler runs calls of
 * other CPUs and the test's interrupt function, or notes that one is pending while interrupts are
 * off. SIGUSR2 is its NMI: it always gets through.  Other threads are tasks that never write.
 */
#ifndef _RING_USER_H
#define _RING_USER_H

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/types.h>

/* --- compiler --- */

#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define noinline		__attribute__((noinline))
#define __aligned(n)		__attribute__((aligned(n)))
#define ____cacheline_aligned	__attribute__((aligned(64)))
#define __init
#define __force
#define __packed		__attribute__((packed))
#define __acquire(l)
#define __release(l)
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define barrier()		__asm__ __volatile__("" : : : "memory")
#define READ_ONCE(x)		(*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v)	(*(volatile __typeof__(x) *)&(x) = (v))
#define data_race(x)		(x)
#define OPTIMIZER_HIDE_VAR(v)	__asm__("" : "=r" (v) : "0" (v))
#define min(a, b)		({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a < _b ? _a : _b; })
#define max(a, b)		({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define min_t(t, a, b)		({ t _a = (a); t _b = (b); _a < _b ? _a : _b; })
#define max_t(t, a, b)		({ t _a = (a); t _b = (b); _a > _b ? _a : _b; })
#define swap(a, b)		do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define container_of(p, t, m)	((t *)((char *)(p) - offsetof(t, m)))
#define hlist_entry		container_of
#define struct_size(p, m, n)	(sizeof(*(p)) + sizeof((p)->m[0]) * (n))

static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	return n < 2 ? 1 : 1UL << (64 - __builtin_clzl(n - 1));
}

static inline s64 div_s64_rem(s64 a, s32 b, s32 *rem)
{
	*rem = a % b;
	return a / b;
}

#define PAGE_SHIFT		12
#define PAGE_SIZE		(1UL << PAGE_SHIFT)
#define jiffies			user_jiffies()
unsigned long user_jiffies(void);

/* --- memory order and atomics --- */

#define smp_mb()		__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb()		__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_mb__after_atomic()	smp_mb()
#define smp_load_acquire(p)	__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define try_cmpxchg(p, old, new)	\
	__atomic_compare_exchange_n(p, old, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define xchg(p, v)		__atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)

typedef struct { int counter; } atomic_t;

#define atomic_read(a)		READ_ONCE((a)->counter)
#define atomic_set(a, v)	WRITE_ONCE((a)->counter, v)
#define atomic_or(v, a)		((void)__atomic_fetch_or(&(a)->counter, v, __ATOMIC_SEQ_CST))
#define atomic_andnot(v, a)	((void)__atomic_fetch_and(&(a)->counter, ~(v), __ATOMIC_SEQ_CST))
#define atomic_add(v, a)	((void)__atomic_fetch_add(&(a)->counter, v, __ATOMIC_SEQ_CST))
#define atomic_add_return(v, a)	__atomic_add_fetch(&(a)->counter, v, __ATOMIC_SEQ_CST)
#define atomic_xchg(a, v)	__atomic_exchange_n(&(a)->counter, v, __ATOMIC_SEQ_CST)

typedef u64 ring_count_t;

static inline void ring_count(ring_count_t *c)
{
	__asm__ __volatile__("incq %0" : "+m" (*c));
}

static inline u64 ring_count_read(const ring_count_t *c)
{
	return READ_ONCE(*c);
}

static inline void ring_count_clear(ring_count_t *c)
{
	WRITE_ONCE(*c, 0);
}

extern bool user_no_cas;		/* play a CPU without a 16-byte compare-exchange */
#define ring_has_cas()		likely(!user_no_cas)

static __always_inline bool __ring_head_cas(void *head, u64 old_lo, u64 old_hi, u64 new_lo, u64 new_hi)
{
	bool same;

	__asm__ __volatile__("cmpxchg16b %1"
			     : "=@ccz" (same), "+m" (*(unsigned __int128 *)head),
			       "+a" (old_lo), "+d" (old_hi)
			     : "b" (new_lo), "c" (new_hi) : "memory");
	return same;
}

#define ring_clock_read(fn)	(fn)()

/* --- contexts --- */

#define USER_CPUS_MAX		16

struct user_cpu {
	int		id;		/* -1: a task that is on no CPU of ours */
	int		irq_off;	/* depth */
	int		nmi;		/* depth */
	int		preempt;	/* depth */
	bool		pending;	/* an interrupt came while irq_off */
};

extern __thread struct user_cpu user_cpu __attribute__((tls_model("initial-exec")));
extern void (*user_irq_fn)(void);	/* what the test does in an interrupt */
extern void (*user_nmi_fn)(void);	/* and in an NMI */
extern int user_nr_cpus;

void cpu_up(int id);			/* the calling thread becomes CPU @id */
void cpu_down(void);
bool user_online(int cpu);
void user_irq_replay(void);
void user_kick(int cpu, bool nmi);	/* raise an interrupt on @cpu */

#define nr_cpu_ids			user_nr_cpus
#define cpu_online(cpu)			user_online(cpu)
#define for_each_online_cpu(cpu)	\
	for ((cpu) = user_online_from(0); (cpu) < nr_cpu_ids; (cpu) = user_online_from((cpu) + 1))

/* The first CPU from @cpu on that is there. */
static inline int user_online_from(int cpu)
{
	while (cpu < user_nr_cpus && !user_online(cpu))
		cpu++;
	return cpu;
}

#define raw_smp_processor_id()		(user_cpu.id)
#define get_cpu()			(user_cpu.preempt++, user_cpu.id)
#define put_cpu()			((void)user_cpu.preempt--)
#define preempt_disable_notrace()	do { user_cpu.preempt++; barrier(); } while (0)
#define preempt_enable_notrace()	do { barrier(); user_cpu.preempt--; } while (0)
#define in_nmi()			(user_cpu.nmi)
#define ring_lock_may_hang()		(user_cpu.nmi != 0)

#define local_irq_save(f)		do { (f) = user_cpu.irq_off++; barrier(); } while (0)
#define local_irq_restore(f)		do {					\
	barrier();								\
	user_cpu.irq_off = (f);							\
	if (unlikely(user_cpu.pending) && !user_cpu.irq_off)			\
		user_irq_replay();						\
} while (0)
#define raw_local_irq_save		local_irq_save
#define raw_local_irq_restore		local_irq_restore

int smp_call_function_single(int cpu, void (*fn)(void *info), void *info, int wait);
void synchronize_rcu(void);
#define rcu_read_lock()			do { } while (0)
#define rcu_read_unlock()		do { } while (0)
#define cpu_to_node(cpu)		0

/* --- locks --- */

typedef struct { int locked; } raw_spinlock_t;

#define SINGLE_DEPTH_NESTING		1
#define raw_spin_lock_init(l)		((l)->locked = 0)
#define raw_spin_trylock(l)		(!__atomic_exchange_n(&(l)->locked, 1, __ATOMIC_ACQUIRE))
#define raw_spin_unlock(l)		__atomic_store_n(&(l)->locked, 0, __ATOMIC_RELEASE)
#define raw_spin_lock_nested(l, n)	raw_spin_lock(l)
#define raw_spin_lock_irqsave(l, f)	do { local_irq_save(f); raw_spin_lock(l); } while (0)
#define raw_spin_unlock_irqrestore(l, f) do { raw_spin_unlock(l); local_irq_restore(f); } while (0)

static inline void raw_spin_lock(raw_spinlock_t *l)
{
	while (!raw_spin_trylock(l))
		sched_yield();
}

struct mutex { pthread_mutex_t m; };

#define mutex_init(x)			pthread_mutex_init(&(x)->m, NULL)
#define mutex_lock(x)			pthread_mutex_lock(&(x)->m)
#define mutex_unlock(x)			pthread_mutex_unlock(&(x)->m)
#define lockdep_assert_held(l)		((void)(l))
#define lockdep_assert_cpus_held()	do { } while (0)

void cpus_read_lock(void);
void cpus_read_unlock(void);

struct hlist_node { void *next; };

enum { CPUHP_TRACE_RB_PREPARE };
#define cpuhp_setup_state_multi(state, name, up, down)	((void)(up), 0)
#define cpuhp_state_add_instance_nocalls_cpuslocked(state, node)	((void)(node), 0)
#define cpuhp_state_remove_instance_nocalls(state, node)	((void)(node))

/* --- memory --- */

enum { GFP_KERNEL = 0, GFP_NOWAIT = 0, __GFP_NOWARN = 0, RING_GFP = 0 };

extern long user_alloc_fail;		/* the allocation after so many fails; < 0: none */
extern unsigned long user_mem_avail;	/* pages */

static inline void *user_zalloc(size_t size)
{
	if (user_alloc_fail >= 0 && user_alloc_fail-- == 0)
		return NULL;
	return calloc(1, size);
}

#define kmalloc(size, gfp)		((void)(gfp), malloc(size))
#define kzalloc(size, gfp)		user_zalloc(size)
#define kcalloc(n, size, gfp)		user_zalloc((size_t)(n) * (size))
#define kvcalloc(n, size, gfp)		user_zalloc((size_t)(n) * (size))
#define kfree(p)			free(p)
#define kvfree(p)			free(p)
#define cond_resched()			do { } while (0)
#define ring_mem_avail()		user_mem_avail
#define usleep_range(a, b)		usleep(a)

void *kzalloc_node(size_t size, gfp_t gfp, int node);
void *ring_buf_alloc(int cpu, unsigned int order);
void ring_buf_free(void *buf);
unsigned int ring_buf_order(const void *buf);
bool ring_bufs_fill(void **bufs, unsigned long nr, int cpu, unsigned int order);

#define IS_ERR(p)			((unsigned long)(p) >= -4095UL)
#define ERR_PTR(e)			((void *)(long)(e))
#define PTR_ERR_OR_ZERO(p)		(IS_ERR(p) ? (int)(long)(p) : 0)

/* --- waiting --- */

typedef struct {
	pthread_mutex_t	m;
	pthread_cond_t	c;
	unsigned int	seq;		/* wake-ups */
	int		nr;		/* who wait */
} wait_queue_head_t;

struct user_wait {
	wait_queue_head_t	*q;
	unsigned int		seq;
};

enum { TASK_INTERRUPTIBLE };

void init_waitqueue_head(wait_queue_head_t *q);
void prepare_to_wait(wait_queue_head_t *q, struct user_wait *w, int state);
void finish_wait(wait_queue_head_t *q, struct user_wait *w);
void user_schedule(struct user_wait *w);
void wake_up_all(wait_queue_head_t *q);

#define DEFINE_WAIT(name)		struct user_wait name = { }
#define schedule()			user_schedule(&wait)
#define waitqueue_active(q)		(READ_ONCE((q)->nr) != 0)
#define signal_pending(task)		(user_signal)
#define current				NULL
extern bool user_signal;

struct poll_table_struct { int calls; };
#define poll_wait(file, q, pt)		((void)(file), (pt) ? (pt)->calls++ : 0)
enum { EPOLLIN = 1, EPOLLRDNORM = 0x40 };

struct irq_work {
	void		(*func)(struct irq_work *work);
	struct irq_work	*next;
	int		pending;
};

void init_irq_work(struct irq_work *work, void (*func)(struct irq_work *work));
void irq_work_queue(struct irq_work *work);
void irq_work_sync(struct irq_work *work);

struct timer_list {
	void			(*fn)(struct timer_list *t);
	struct timer_list	*next;
	unsigned long		expires;
	int			pending;
};

void timer_setup(struct timer_list *t, void (*fn)(struct timer_list *t), int flags);
void mod_timer(struct timer_list *t, unsigned long expires);
void timer_shutdown_sync(struct timer_list *t);
#define timer_pending(t)		READ_ONCE((t)->pending)

/* --- mapping: a vma is a table of the pages put in --- */

struct file;
struct vm_area_struct {
	unsigned long	vm_start, vm_end, vm_pgoff, vm_flags;
	void		**pages;
};

enum {
	VM_WRITE = 2, VM_EXEC = 4, VM_MAYWRITE = 0x20, VM_MAYSHARE = 0x80,
	VM_MIXEDMAP = 0x1000, VM_DONTCOPY = 0x2000, VM_DONTDUMP = 0x4000, VM_DONTEXPAND = 0x8000,
};

#define vm_flags_mod(v, set, clear)	((v)->vm_flags = ((v)->vm_flags | (set)) & ~(clear))
#define vma_pages(v)			(((v)->vm_end - (v)->vm_start) >> PAGE_SHIFT)
#define virt_to_page(p)			((void *)(p))

static inline int vm_insert_page(struct vm_area_struct *v, unsigned long at, void *page)
{
	v->pages[(at - v->vm_start) >> PAGE_SHIFT] = page;
	return 0;
}

/* --- text --- */

struct trace_seq {
	char	buf[4096];
	int	len;
};

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

extern int user_reports;		/* broken invariants */
#define ring_report(fmt, ...)	do {				\
	user_reports++;						\
	fprintf(stderr, "ring: " fmt, ##__VA_ARGS__);		\
} while (0)

#endif /* _RING_USER_H */
