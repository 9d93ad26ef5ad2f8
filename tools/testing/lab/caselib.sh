# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# caselib.sh - sourced before each case of tools/testing/lab/cases, in the guest, by dash.
#
# A case is a file NAME.sh. It starts in the tracing directory with everything reset, is stopped after 60
# seconds (or what "# timeout: N" says) and must call `pass`, or `fail WHY`, or `unsupported WHY` once, as its last
# act; ending without one of them is a failure. "# needs: PATH..." (in the tracing directory) skips the case on a
# kernel without these files. "# boot: WORDS" gives it a guest of its own with these words on the kernel command line.

T=/sys/kernel/tracing

# done_with RESULT [WHY]: the runner reads this file.
done_with() {
	printf '%s\n' "$*" >"$CASE_RESULT"
	exit 0
}
pass() { done_with pass; }
fail() { done_with fail "$@"; }
unsupported() { done_with skip "$@"; }

# equal WHAT GOT WANTED: fail unless both texts are the same.
equal() {
	[ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"
}

# matches WHAT GOT PATTERN: fail unless the shell pattern matches the text.
matches() {
	# shellcheck disable=SC2254
	case $2 in
	$3) ;;
	*) fail "$1 is '$2', not like '$3'" ;;
	esac
}

# at_least WHAT GOT NUMBER, at_most WHAT GOT NUMBER
at_least() {
	[ "$2" -ge "$3" ] 2>/dev/null || fail "$1 is '$2', less than $3"
}
at_most() {
	[ "$2" -le "$3" ] 2>/dev/null || fail "$1 is '$2', more than $3"
}

# works CMD...: fail unless it succeeds. refused CMD...: fail unless it does not.
works() {
	"$@" || fail "'$*' ended with $?"
}
refused() {
	! "$@" 2>/dev/null || fail "'$*' was not refused"
}

# put TEXT FILE: write and report success, without ending the shell where a redirection fails.
put() {
	(printf '%s\n' "$1" >"$2") 2>/dev/null
}

# add TEXT FILE: the same, appending.
add() {
	(printf '%s\n' "$1" >>"$2") 2>/dev/null
}

# errno_of TEXT FILE: the error number of one write of TEXT, 0 where it worked.
errno_of() {
	tf write "$2" "$1" | sed 's/.*errno=//; s/ .*//'
}

# count PATTERN FILE: lines that match, always a number.
count() {
	grep -cE -- "$1" "$2" || true
}

# kernel_complaints: how many lines of the kernel log since the case began say that something broke.
kernel_complaints() {
	dmesg | tail -n "+$((CASE_DMESG + 1))" |
		grep -cE 'WARNING: |BUG: |Oops|KASAN|general protection|soft lockup|blocked for more|rcu.*stall' || true
}

# quiet_kernel: fail if there is any.
quiet_kernel() {
	equal "number of kernel complaints" "$(kernel_complaints)" 0
}

# set_if FILE TEXT: write where the file exists.
set_if() {
	[ ! -e "$1" ] || put "$2" "$1"
}

# reset_tracing: back to how the kernel booted, as far as a case may have changed it.
reset_tracing() {
	local f
	cd $T || return
	for f in instances/*/; do
		[ -d "$f" ] || continue
		set_if "$f/events/enable" 0
		rmdir "$f"
	done 2>/dev/null
	set_if current_tracer nop
	set_if tracing_on 1
	set_if events/enable 0
	for f in set_event_pid set_event_notrace_pid set_ftrace_pid set_ftrace_filter set_ftrace_notrace dynamic_events \
		kprobe_events uprobe_events synthetic_events error_log; do
		[ ! -e $f ] || (: >$f) 2>/dev/null
	done
	if grep -qv '^none' events/*/*/filter 2>/dev/null; then
		for f in $(grep -lv '^none' events/*/*/filter); do put 0 "$f"; done
	fi
	set_if trace_clock local
	set_if tracing_cpumask ffffffff
	for f in overwrite context-info irq-info markers record-cmd trace_printk; do set_if options/$f 1; done
	for f in raw hex bin fields verbose latency-format event-fork record-tgid pause-on-trace stacktrace \
		userstacktrace disable_on_free; do
		set_if options/$f 0
	done
	set_if snapshot 0
	set_if buffer_subbuf_size_kb 4
	set_if buffer_percent 50
	set_if buffer_size_kb 1408
	(: >trace) 2>/dev/null
}
