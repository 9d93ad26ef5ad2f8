#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The KUnit suites built into the kernel, each case a result.
. "$(dirname "$0")/../lab.sh"

kernel=${KERNEL:-ours}
share=$LOGS/kunit-$kernel
rm -rf "$share"
mkdir -p "$share"
echo true >"$share/job"
rc=0
out=$(GUEST_APPEND="kunit.enable=1 log_buf_len=4M ${GUEST_APPEND:-}" GUEST_TIMEOUT=${GUEST_TIMEOUT:-300} \
	"$LAB/guest.sh" "$kernel" "$share") || rc=$?
log=$share/dmesg
[ -s "$log" ] || log=$share/console
# Suites stand at the left, their cases one level in; "# Subtest:" names the suite before its cases.
tr -d '\r' <"$log" | sed 's/^\[[^]]*\] //' | awk '
	/^    # Subtest: / { suite = $3 }
	/^    # / && suite != "" { note = substr($0, 7) }
	/^    (not )?ok [0-9]+ / {
		bad = $1 == "not"; name = bad ? $4 : $3
		if ($0 ~ /# SKIP/) { sub(/.*# SKIP */, ""); print "skip kunit: " suite "." name " # " ($0 == "" ? "no reason" : $0) }
		else if (bad) print "not ok kunit: " suite "." name (note != "" ? ": " note : "")
		else print "ok kunit: " suite "." name
		note = ""; n++
	}
	/^(not )?ok [0-9]+ / { suite = "" }
	END { exit n == 0 }' >"$share/results" || true
cat "$share/results"
if [ $rc -ge 2 ]; then
	not_ok "kunit: guest" "$(tr '\n' ' ' <<<"$out" | cut -c1-300)"
elif [ ! -s "$share/results" ]; then
	skip kunit "no KUnit suite in this kernel"
fi
