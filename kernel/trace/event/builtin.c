// SPDX-License-Identifier: GPL-2.0
/*
 * builtin.c - the records that the tracer itself writes, as events: events/ftrace.
 *
 * They have ids that never change and no tracepoint, and cannot be switched on.  Their tables are what
 * user space reads to decode them, so they are pinned to the structures in event.h.
 */

#include <linux/build_bug.h>
#include "event_internal.h"

#define FIELD(t, n, off, sz, sgn)	{ .type = #t, .name = #n, .offset = (off), .size = (sz), .is_signed = (sgn) }
#define ARRAY(t, n, off, sz, nr)	{ .type = #t, .name = #n, .offset = (off), .size = (sz), .len = (nr) }
#define TEXT(n, off, nr)		{ .type = "char", .name = #n, .offset = (off), .size = (nr), .len = (nr), \
					  .filter = FILTER_STATIC_STRING }
/* Up to the end of the record. */
#define TAIL(t, n, off, flt)		{ .type = #t "[]", .name = #n, .offset = (off), .filter = (flt) }
#define ULONG(n, off)			FIELD(unsigned long, n, off, 8, 0)
#define UINT(n, off)			FIELD(unsigned int, n, off, 4, 0)
#define INT(n, off)			FIELD(int, n, off, 4, 1)
#define U64(n, off)			FIELD(u64, n, off, 8, 0)
#define UCHAR(n, off)			FIELD(unsigned char, n, off, 1, 0)

#define PRINT_FMT(...)			#__VA_ARGS__

static const struct trace_field function_fields[] = {
	{ .type = "unsigned long", .name = "ip", .offset = 8, .size = 8, .filter = FILTER_TRACE_FN },
	{ .type = "unsigned long", .name = "parent_ip", .offset = 16, .size = 8, .filter = FILTER_TRACE_FN },
};

static_assert(offsetof(struct ftrace_entry, ip) == 8 && offsetof(struct ftrace_entry, parent_ip) == 16);

/* Also of wakeup. */
static const struct trace_field context_switch_fields[] = {
	UINT(prev_pid, 8), UINT(next_pid, 12), UINT(next_cpu, 16),
	UCHAR(prev_prio, 20), UCHAR(prev_state, 21), UCHAR(next_prio, 22), UCHAR(next_state, 23),
};

static_assert(offsetof(struct ctx_switch_entry, prev_pid) == 8 &&
	      offsetof(struct ctx_switch_entry, next_state) == 23);

static const struct trace_field kernel_stack_fields[] = {
	INT(size, 8), ARRAY(unsigned long, caller, 16, 64, 8),
};

static_assert(offsetof(struct stack_entry, size) == 8 && offsetof(struct stack_entry, caller) == 16);

static const struct trace_field print_fields[] = { ULONG(ip, 8), TAIL(char, buf, 16, FILTER_STATIC_STRING) };

static_assert(offsetof(struct print_entry, buf) == 16);

static const struct trace_field bprint_fields[] = {
	ULONG(ip, 8), FIELD(const char *, fmt, 16, 8, 0), TAIL(u32, buf, 24, FILTER_OTHER),
};

static_assert(offsetof(struct bprint_entry, fmt) == 16 && offsetof(struct bprint_entry, buf) == 24);

static const struct trace_field bputs_fields[] = { ULONG(ip, 8), FIELD(const char *, str, 16, 8, 0) };

static_assert(offsetof(struct bputs_entry, str) == 16);

static const struct trace_field raw_data_fields[] = { UINT(id, 8), TAIL(char, buf, 12, FILTER_OTHER) };

static_assert(offsetof(struct raw_data_entry, id) == 8 && offsetof(struct raw_data_entry, buf) == 12);

static const struct trace_field mmiotrace_rw_fields[] = {
	FIELD(resource_size_t, phys, 8, 8, 0), ULONG(value, 16), ULONG(pc, 24),
	INT(map_id, 32), UCHAR(opcode, 36), UCHAR(width, 37),
};

static const struct trace_field mmiotrace_map_fields[] = {
	FIELD(resource_size_t, phys, 8, 8, 0), ULONG(virt, 16), ULONG(len, 24),
	INT(map_id, 32), UCHAR(opcode, 36),
};

static const struct trace_field branch_fields[] = {
	UINT(line, 8), TEXT(func, 12, 31), TEXT(file, 43, 21),
	FIELD(char, correct, 64, 1, 0), FIELD(char, constant, 65, 1, 0),
};

static const struct trace_field graph_exit_fields[] = {
	ULONG(func, 8), ULONG(retval, 16), INT(depth, 24), UINT(overrun, 28),
	FIELD(unsigned long long, calltime, 32, 8, 0), FIELD(unsigned long long, rettime, 40, 8, 0),
};

static_assert(offsetof(struct ftrace_graph_ret_entry, retval) == 16 &&
	      offsetof(struct ftrace_graph_ret_entry, calltime) == 32);

static const struct trace_field graph_entry_fields[] = { ULONG(func, 8), INT(depth, 16) };

static_assert(offsetof(struct ftrace_graph_ent_entry, depth) == 16);

static const struct trace_field user_stack_fields[] = {
	UINT(tgid, 8), ARRAY(unsigned long, caller, 16, 64, 8),
};

static_assert(offsetof(struct userstack_entry, caller) == 16 && sizeof(struct userstack_entry) == 80);

static const struct trace_field hwlat_fields[] = {
	U64(duration, 8), U64(outer_duration, 16), U64(nmi_total_ts, 24), FIELD(s64, tv_sec, 32, 8, 1),
	FIELD(long, tv_nsec, 40, 8, 1), UINT(nmi_count, 48), UINT(seqnum, 52), UINT(count, 56),
};

static const struct trace_field osnoise_fields[] = {
	U64(noise, 8), U64(runtime, 16), U64(max_sample, 24), UINT(hw_count, 32), UINT(nmi_count, 36),
	UINT(irq_count, 40), UINT(softirq_count, 44), UINT(thread_count, 48),
};

static const struct trace_field timerlat_fields[] = { UINT(seqnum, 8), INT(context, 12), U64(timer_latency, 16) };

static const struct trace_field func_repeats_fields[] = {
	ULONG(ip, 8), ULONG(parent_ip, 16), FIELD(u16, count, 24, 2, 0), FIELD(u16, top_delta_ts, 26, 2, 0),
	FIELD(u32, bottom_delta_ts, 28, 4, 0),
};

static_assert(offsetof(struct func_repeats_entry, top_delta_ts) == 26);

#define STACK_FMT	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" \"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "	\
			"\"\\t=> %ps\\n\\t=> %ps\\n\", "						\
			"(void *)REC->caller[0], (void *)REC->caller[1], (void *)REC->caller[2], "	\
			"(void *)REC->caller[3], (void *)REC->caller[4], (void *)REC->caller[5], "	\
			"(void *)REC->caller[6], (void *)REC->caller[7]"

#define RECORD(table)	{ .system = "ftrace", .fields = (table), .nr_fields = ARRAY_SIZE(table) }

/* By type. */
static struct trace_event_class builtin_classes[TRACE_LAST_TYPE] = {
	[TRACE_FN]		= RECORD(function_fields),
	[TRACE_CTX]		= RECORD(context_switch_fields),
	[TRACE_WAKE]		= RECORD(context_switch_fields),
	[TRACE_STACK]		= RECORD(kernel_stack_fields),
	[TRACE_PRINT]		= RECORD(print_fields),
	[TRACE_BPRINT]		= RECORD(bprint_fields),
	[TRACE_MMIO_RW]		= RECORD(mmiotrace_rw_fields),
	[TRACE_MMIO_MAP]	= RECORD(mmiotrace_map_fields),
	[TRACE_BRANCH]		= RECORD(branch_fields),
	[TRACE_GRAPH_RET]	= RECORD(graph_exit_fields),
	[TRACE_GRAPH_ENT]	= RECORD(graph_entry_fields),
	[TRACE_USER_STACK]	= RECORD(user_stack_fields),
	[TRACE_BPUTS]		= RECORD(bputs_fields),
	[TRACE_HWLAT]		= RECORD(hwlat_fields),
	[TRACE_OSNOISE]		= RECORD(osnoise_fields),
	[TRACE_TIMERLAT]	= RECORD(timerlat_fields),
	[TRACE_RAW_DATA]	= RECORD(raw_data_fields),
	[TRACE_FUNC_REPEATS]	= RECORD(func_repeats_fields),
};

#define CALL(id, nm, fmt)					\
	{							\
		.class		= &builtin_classes[id],		\
		.name		= (nm),				\
		.event.type	= (id),				\
		.print_fmt	= (fmt),			\
		.flags		= TRACE_EVENT_FL_IGNORE_ENABLE,	\
	}

struct trace_event_call trace_builtin_calls[] = {
	CALL(TRACE_FN, "function", PRINT_FMT(" %ps <-- %ps", (void *)REC->ip, (void *)REC->parent_ip)),
	CALL(TRACE_GRAPH_ENT, "funcgraph_entry", PRINT_FMT("--> %ps (%d)", (void *)REC->func, REC->depth)),
	CALL(TRACE_GRAPH_RET, "funcgraph_exit",
	     PRINT_FMT("<-- %ps (%d) (start: %llx  end: %llx) over: %d retval: %lx", (void *)REC->func, REC->depth,
		       REC->calltime, REC->rettime, REC->depth, REC->retval)),
	CALL(TRACE_CTX, "context_switch",
	     PRINT_FMT("%u:%u:%u  ==> %u:%u:%u [%03u]", REC->prev_pid, REC->prev_prio, REC->prev_state,
		       REC->next_pid, REC->next_prio, REC->next_state, REC->next_cpu)),
	CALL(TRACE_WAKE, "wakeup",
	     PRINT_FMT("%u:%u:%u  ==+ %u:%u:%u [%03u]", REC->prev_pid, REC->prev_prio, REC->prev_state,
		       REC->next_pid, REC->next_prio, REC->next_state, REC->next_cpu)),
	CALL(TRACE_STACK, "kernel_stack", STACK_FMT),
	CALL(TRACE_USER_STACK, "user_stack", STACK_FMT),
	CALL(TRACE_BPRINT, "bprint", PRINT_FMT("%ps: %s", (void *)REC->ip, REC->fmt)),
	CALL(TRACE_PRINT, "print", PRINT_FMT("%ps: %s", (void *)REC->ip, REC->buf)),
	CALL(TRACE_BPUTS, "bputs", PRINT_FMT("%ps: %s", (void *)REC->ip, REC->str)),
	CALL(TRACE_RAW_DATA, "raw_data", PRINT_FMT("id:%04x %08x", REC->id, (int)REC->buf[0])),
	CALL(TRACE_MMIO_RW, "mmiotrace_rw",
	     PRINT_FMT("%lx %lx %lx %d %x %x", (unsigned long)REC->phys, REC->value, REC->pc, REC->map_id,
		       REC->opcode, REC->width)),
	CALL(TRACE_MMIO_MAP, "mmiotrace_map",
	     PRINT_FMT("%lx %lx %lx %d %x", (unsigned long)REC->phys, REC->virt, REC->len, REC->map_id,
		       REC->opcode)),
	CALL(TRACE_BRANCH, "branch",
	     PRINT_FMT("%u:%s:%s (%u)%s", REC->line, REC->func, REC->file, REC->correct,
		       REC->constant ? " CONSTANT" : "")),
	CALL(TRACE_HWLAT, "hwlat",
	     PRINT_FMT("cnt:%u\tts:%010llu.%010lu\tinner:%llu\touter:%llu\tcount:%d\tnmi-ts:%llu\tnmi-count:%u\n",
		       REC->seqnum, REC->tv_sec, REC->tv_nsec, REC->duration, REC->outer_duration, REC->count,
		       REC->nmi_total_ts, REC->nmi_count)),
	CALL(TRACE_FUNC_REPEATS, "func_repeats",
	     PRINT_FMT(" %ps <-%ps\t(repeats:%u  delta: -%llu)", (void *)REC->ip, (void *)REC->parent_ip,
		       REC->count, (((u64)(REC)->top_delta_ts << 32) | (REC)->bottom_delta_ts))),
	CALL(TRACE_OSNOISE, "osnoise",
	     PRINT_FMT("noise:%llu\tmax_sample:%llu\thw:%u\tnmi:%u\tirq:%u\tsoftirq:%u\tthread:%u\n", REC->noise,
		       REC->max_sample, REC->hw_count, REC->nmi_count, REC->irq_count, REC->softirq_count,
		       REC->thread_count)),
	CALL(TRACE_TIMERLAT, "timerlat",
	     PRINT_FMT("seq:%u\tcontext:%d\ttimer_latency:%llu\n", REC->seqnum, REC->context, REC->timer_latency)),
};

const unsigned int nr_trace_builtin_calls = ARRAY_SIZE(trace_builtin_calls);

/* The event of a built-in type, NULL if there is none (TRACE_BLK has no event). */
struct trace_event_call *trace_builtin_call(int type)
{
	for (unsigned int i = 0; i < nr_trace_builtin_calls; i++)
		if (trace_builtin_calls[i].event.type == type)
			return &trace_builtin_calls[i];
	return NULL;
}

/**
 * trace_event_set_printer() - say how a record of the tracer itself is printed
 * @type:	TRACE_FN ... TRACE_LAST_TYPE - 1
 * @funcs:	printers
 *
 * Context: boot.
 */
void trace_event_set_printer(int type, struct trace_event_functions *funcs)
{
	struct trace_event_call *call = trace_builtin_call(type);

	if (!WARN_ON(!call))
		call->event.funcs = funcs;
}

/**
 * trace_event_set_reg() - say how perf switches on a record of the tracer
 * @type:	its type
 * @reg:	verb function
 *
 * Context: boot.
 */
void trace_event_set_reg(int type, int (*reg)(struct trace_event_call *call, enum trace_reg type, void *data))
{
	builtin_classes[type].reg = reg;
}
