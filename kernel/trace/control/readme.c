// SPDX-License-Identifier: GPL-2.0
/*
 * readme.c - the file README: a reminder of what the files are for.
 *
 * Tests and tools look in it for what this kernel can do, so a feature that comes later adds its own lines.
 */

#include <linux/bug.h>

#include "control_internal.h"

#define TEXTS_MAX	16

static const char readme_basic[] =
	"Kernel tracing, a short guide\n"
	"\n"
	"Commands are words written to files, answers are what the files show.  First steps:\n"
	"\n"
	"# echo 1 > events/sched/sched_switch/enable : record each task switch\n"
	"# cat trace                : show what is recorded\n"
	"# echo > trace             : drop it\n"
	"# echo 0 > tracing_on      : stop recording, keep what there is\n"
	"# echo 1 > tracing_on      : go on\n"
	"\n"
	"What was recorded\n"
	"  trace\t\t\t- as text; reading takes nothing away, '> trace' clears\n"
	"  trace_pipe\t\t- as text, taken out by reading; waits for more\n"
	"  per_cpu/cpuN/\t\t- the same of one CPU, with counters in stats\n"
	"  per_cpu/cpuN/trace_pipe_raw - whole sub-buffers, for tools: read, splice, mmap\n"
	"  printk_formats, eval_map, events/header_*, saved_cmdlines, saved_tgids\n"
	"\t\t\t- what tools need to make text of them\n"
	"  error_log\t\t- what was wrong with the last commands\n"
	"\n"
	"How it is recorded\n"
	"  tracing_on\t\t- 1: record, 0: do not\n"
	"  tracing_cpumask\t- on these CPUs only\n"
	"  buffer_size_kb\t- room per CPU, in KiB\n"
	"  buffer_subbuf_size_kb\t- size of the pieces it is made of; no record is larger\n"
	"  buffer_percent\t- how full it is when a raw reader that waits is woken\n"
	"  free_buffer\t\t- gives the memory back when it is closed\n"
	"  trace_clock\t\t- where time stamps come from\n"
	"  trace_options, options/ - switches, see Documentation/trace/ftrace.rst\n"
	"  saved_cmdlines_size\t- how many tasks are known by name\n"
	"\n"
	"What is recorded\n"
	"  current_tracer\t- one of available_tracers\n"
	"  set_event\t\t- some of available_events: SYSTEM:EVENT, SYSTEM:*, !EVENT\n"
	"  set_event_pid, set_event_notrace_pid - only of these tasks, not of these\n"
	"  events/\t\t- a directory per system, and in it one per event:\n"
	"      enable\t\t- 1: record it.  Also for all events of a system, and for all\n"
	"      filter\t\t- only if this is true, such as: prev_pid == 1 && next_comm ~ \"sh*\"\n"
	"      format, id\t- how a record of it looks\n"
	"  trace_marker\t\t- what is written here is recorded as text\n"
	"  trace_marker_raw\t- what is written here is recorded as it is, after a 4-byte id\n"
	"\n"
	"  instances/\t\t- mkdir NAME makes another set of all this, rmdir removes it\n"
	"\n"
	"Mount options\n"
	"  [uid=<uid>] [gid=<gid>] [mode=<mode>]\t- owner and permissions of the root and what has none of\n"
	"\t\t\t  its own; they may be changed by a remount\n";

static const char readme_snapshot[] =
	"\n"
	"Snapshots\n"
	"  snapshot\t\t- shows what the last snapshot kept\n"
	"\t\t\t  1: take one (and make room for it), 0: give the room back, 2: clear\n";

static const char *texts[TEXTS_MAX] = {		/* boot only */
	readme_basic,
	IS_ENABLED(CONFIG_TRACER_SNAPSHOT) ? readme_snapshot : "",
};

void __init trace_ctl_readme(const char *text)
{
	for (unsigned int i = 0; i < TEXTS_MAX; i++) {
		if (!texts[i]) {
			texts[i] = text;
			return;
		}
	}
	WARN(1, "trace: too many parts of README\n");
}

int ctl_readme_show(struct ctl_open *co, struct seq_file *m)
{
	for (unsigned int i = 0; i < TEXTS_MAX && texts[i]; i++)
		seq_puts(m, texts[i]);
	return 0;
}
