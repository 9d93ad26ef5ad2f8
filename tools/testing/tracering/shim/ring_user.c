// SPDX-License-Identifier: GPL-2.0
/*
 * Threads as CPUs, signals as interrupts; see ring_user.h.
 */
#include "ring_user.h"
#include <malloc.h>
#include <time.h>

__thread struct user_cpu user_cpu __attribute__((tls_model("initial-exec"))) = { .id = -1 };
void (*user_irq_fn)(void);
void (*user_nmi_fn)(void);
int user_nr_cpus = 4;
bool user_no_cas, user_signal;
int user_reports;
long user_alloc_fail = -1;
unsigned long user_mem_avail = 1 << 20;

/* A call of one CPU by another; one at a time per CPU, the caller waits. */
static struct {
	pthread_t	thread;
	int		online;
	int		lock;		/* of the caller */
	void		(*fn)(void *info);
	void		*info;
	int		state;		/* 1: to be run, 2: done */
} cpus[USER_CPUS_MAX];

static pthread_rwlock_t hotplug = PTHREAD_RWLOCK_INITIALIZER;

unsigned long user_jiffies(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000UL + t.tv_nsec / 1000000;
}

/* --- interrupts --- */

static void run_call(void)
{
	int id = user_cpu.id;

	if (__atomic_load_n(&cpus[id].state, __ATOMIC_ACQUIRE) != 1)
		return;
	cpus[id].fn(cpus[id].info);
	__atomic_store_n(&cpus[id].state, 2, __ATOMIC_RELEASE);
}

static void irq_enter(void)
{
	int err = errno;

	user_cpu.irq_off++;
	run_call();
	if (user_irq_fn)
		user_irq_fn();
	user_cpu.irq_off--;
	errno = err;
}

static void on_irq(int sig)
{
	if (user_cpu.id < 0)
		return;
	if (user_cpu.irq_off || user_cpu.nmi)
		user_cpu.pending = true;
	else
		irq_enter();
}

void user_irq_replay(void)
{
	while (user_cpu.pending && !user_cpu.irq_off && !user_cpu.nmi) {
		user_cpu.pending = false;
		barrier();
		irq_enter();
	}
}

static void on_nmi(int sig)
{
	int err = errno;

	if (user_cpu.id < 0)
		return;
	user_cpu.nmi++;
	if (user_nmi_fn)
		user_nmi_fn();
	user_cpu.nmi--;
	errno = err;
	if (user_cpu.pending && !user_cpu.irq_off && !user_cpu.nmi)
		user_irq_replay();
}

void cpu_up(int id)
{
	struct sigaction irq = { .sa_handler = on_irq, .sa_flags = SA_RESTART };
	struct sigaction nmi = { .sa_handler = on_nmi, .sa_flags = SA_RESTART };

	sigemptyset(&irq.sa_mask);
	sigemptyset(&nmi.sa_mask);
	sigaction(SIGUSR1, &irq, NULL);
	sigaction(SIGUSR2, &nmi, NULL);
	user_cpu = (struct user_cpu){ .id = id };
	pthread_rwlock_wrlock(&hotplug);
	cpus[id].thread = pthread_self();
	__atomic_store_n(&cpus[id].online, 1, __ATOMIC_RELEASE);
	pthread_rwlock_unlock(&hotplug);
}

void cpu_down(void)
{
	int id = user_cpu.id;

	/* Who holds hotplug off may wait for a call: run it. */
	while (pthread_rwlock_trywrlock(&hotplug))
		usleep(10);
	__atomic_store_n(&cpus[id].online, 0, __ATOMIC_RELEASE);
	user_cpu.id = -1;
	pthread_rwlock_unlock(&hotplug);
}

bool user_online(int cpu)
{
	return __atomic_load_n(&cpus[cpu].online, __ATOMIC_ACQUIRE);
}

void cpus_read_lock(void)
{
	pthread_rwlock_rdlock(&hotplug);
}

void cpus_read_unlock(void)
{
	pthread_rwlock_unlock(&hotplug);
}

void user_kick(int cpu, bool nmi)
{
	/* Not while it goes down: its thread must exist. */
	if (pthread_rwlock_tryrdlock(&hotplug))
		return;
	if (user_online(cpu))
		pthread_kill(cpus[cpu].thread, nmi ? SIGUSR2 : SIGUSR1);
	pthread_rwlock_unlock(&hotplug);
}

int smp_call_function_single(int cpu, void (*fn)(void *info), void *info, int wait)
{
	(void)wait;
	while (__atomic_exchange_n(&cpus[cpu].lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	cpus[cpu].fn = fn;
	cpus[cpu].info = info;
	__atomic_store_n(&cpus[cpu].state, 1, __ATOMIC_RELEASE);
	pthread_kill(cpus[cpu].thread, SIGUSR1);
	while (__atomic_load_n(&cpus[cpu].state, __ATOMIC_ACQUIRE) != 2)
		sched_yield();
	__atomic_store_n(&cpus[cpu].state, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&cpus[cpu].lock, 0, __ATOMIC_RELEASE);
	return 0;
}

static void rcu_look(void *info)
{
	*(bool *)info = user_cpu.preempt == 0;
}

void synchronize_rcu(void)
{
	bool quiet;
	int cpu;

	cpus_read_lock();
	for (cpu = 0; cpu < user_nr_cpus; cpu++) {
		for (quiet = false; user_online(cpu) && cpu != user_cpu.id && !quiet; ) {
			smp_call_function_single(cpu, rcu_look, &quiet, 1);
			if (!quiet)
				usleep(10);
		}
	}
	cpus_read_unlock();
}

/* --- memory --- */

void *kzalloc_node(size_t size, gfp_t gfp, int node)
{
	void *p;

	(void)gfp;
	(void)node;
	if (user_alloc_fail >= 0 && user_alloc_fail-- == 0)
		return NULL;
	if (posix_memalign(&p, size, size))
		return NULL;
	return memset(p, 0, size);
}

void *ring_buf_alloc(int cpu, unsigned int order)
{
	void *p;

	(void)cpu;
	if (user_alloc_fail >= 0 && user_alloc_fail-- == 0)
		return NULL;
	if (posix_memalign(&p, PAGE_SIZE, PAGE_SIZE << order))
		return NULL;
	return memset(p, 0, PAGE_SIZE << order);
}

void ring_buf_free(void *buf)
{
	free(buf);
}

unsigned int ring_buf_order(const void *buf)
{
	return 63 - __builtin_clzl(malloc_usable_size((void *)buf) >> PAGE_SHIFT);
}

bool ring_bufs_fill(void **bufs, unsigned long nr, int cpu, unsigned int order)
{
	unsigned long i;

	for (i = 0; i < nr; i++) {
		bufs[i] = ring_buf_alloc(cpu, order);
		if (!bufs[i])
			return false;
	}
	return true;
}

/* --- deferred work: one thread does it --- */

static struct irq_work *work_list;
static pthread_mutex_t timer_lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer_list *timers;
static pthread_once_t worker_once = PTHREAD_ONCE_INIT;

static void run_timers(void)
{
	struct timer_list *t, **at;
	unsigned long now = user_jiffies();

	pthread_mutex_lock(&timer_lock);
	for (at = &timers; (t = *at); ) {
		if ((long)(now - t->expires) < 0) {
			at = &t->next;
			continue;
		}
		*at = t->next;
		WRITE_ONCE(t->pending, 0);
		/* The lock is recursive, so that the timer's end can be waited for by taking it. */
		t->fn(t);
		at = &timers;
	}
	pthread_mutex_unlock(&timer_lock);
}

static void *worker(void *arg)
{
	struct irq_work *w, *next;

	for (;;) {
		w = __atomic_exchange_n(&work_list, NULL, __ATOMIC_ACQ_REL);
		for (; w; w = next) {
			next = w->next;
			__atomic_store_n(&w->pending, 2, __ATOMIC_SEQ_CST);
			w->func(w);
			/* Unless it was queued again meanwhile. */
			int two = 2;

			__atomic_compare_exchange_n(&w->pending, &two, 0, false, __ATOMIC_SEQ_CST,
						    __ATOMIC_SEQ_CST);
		}
		run_timers();
		usleep(100);
	}
	return arg;
}

static void worker_start(void)
{
	pthread_mutexattr_t attr;
	pthread_t thread;
	sigset_t all, old;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&timer_lock, &attr);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_create(&thread, NULL, worker, NULL);
	pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void init_irq_work(struct irq_work *work, void (*func)(struct irq_work *work))
{
	pthread_once(&worker_once, worker_start);
	*work = (struct irq_work){ .func = func };
}

void irq_work_queue(struct irq_work *work)
{
	if (__atomic_exchange_n(&work->pending, 1, __ATOMIC_SEQ_CST) == 1)
		return;
	work->next = READ_ONCE(work_list);
	while (!try_cmpxchg(&work_list, &work->next, work))
		;
}

void irq_work_sync(struct irq_work *work)
{
	while (__atomic_load_n(&work->pending, __ATOMIC_SEQ_CST))
		usleep(50);
}

void timer_setup(struct timer_list *t, void (*fn)(struct timer_list *t), int flags)
{
	(void)flags;
	*t = (struct timer_list){ .fn = fn };
}

void mod_timer(struct timer_list *t, unsigned long expires)
{
	pthread_mutex_lock(&timer_lock);
	t->expires = expires;
	if (!t->pending && t->fn) {
		WRITE_ONCE(t->pending, 1);
		t->next = timers;
		timers = t;
	}
	pthread_mutex_unlock(&timer_lock);
}

void timer_shutdown_sync(struct timer_list *t)
{
	struct timer_list **at;

	pthread_mutex_lock(&timer_lock);
	for (at = &timers; *at; at = &(*at)->next) {
		if (*at == t) {
			*at = t->next;
			break;
		}
	}
	t->fn = NULL;
	pthread_mutex_unlock(&timer_lock);
}

void init_waitqueue_head(wait_queue_head_t *q)
{
	memset(q, 0, sizeof(*q));
	pthread_mutex_init(&q->m, NULL);
	pthread_cond_init(&q->c, NULL);
}

void prepare_to_wait(wait_queue_head_t *q, struct user_wait *w, int state)
{
	(void)state;
	pthread_mutex_lock(&q->m);
	if (!w->q)
		q->nr++;
	w->q = q;
	w->seq = q->seq;
	pthread_mutex_unlock(&q->m);
}

void user_schedule(struct user_wait *w)
{
	pthread_mutex_lock(&w->q->m);
	while (w->q->seq == w->seq && !user_signal)
		pthread_cond_wait(&w->q->c, &w->q->m);
	pthread_mutex_unlock(&w->q->m);
}

void finish_wait(wait_queue_head_t *q, struct user_wait *w)
{
	pthread_mutex_lock(&q->m);
	if (w->q)
		q->nr--;
	pthread_mutex_unlock(&q->m);
}

void wake_up_all(wait_queue_head_t *q)
{
	pthread_mutex_lock(&q->m);
	q->seq++;
	pthread_cond_broadcast(&q->c);
	pthread_mutex_unlock(&q->m);
}

void trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	s->len += vsnprintf(s->buf + s->len, sizeof(s->buf) - s->len, fmt, ap);
	va_end(ap);
}
