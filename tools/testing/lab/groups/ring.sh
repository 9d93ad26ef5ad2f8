#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The ring in user space: tools/testing/tracering. Its "ok", "not ok" and "skip" lines count, else its exit code.
. "$(dirname "$0")/../lab.sh"

dir=$REPO/tools/testing/tracering
[ -f "$dir/Makefile" ] || { skip ring "tools/testing/tracering is not there"; exit; }
log=$LOGS/ring.log
rc=0
make -C "$dir" --no-print-directory check OUT="$OUT/tracering" O="$OUT/tracering" >"$log" 2>&1 || rc=$?
grep -E '^(ok|not ok|skip) ' "$log" | sed -E 's/^(ok|not ok|skip) (ring: )?/\1 ring: /' || true
if [ $rc != 0 ] && ! grep -q '^not ok ' "$log"; then
	not_ok ring "$(grep -aE 'error|ERROR|rror:' "$log" | head -1 | cut -c1-200) ($log)"
elif [ $rc = 0 ] && ! grep -qE '^(ok|not ok|skip) ' "$log"; then
	ok ring
fi
