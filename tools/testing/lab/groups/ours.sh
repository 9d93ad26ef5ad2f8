#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Our own scripts for ftracetest: tools/testing/selftests/ftrace/test.d/retrace (or $TESTS, patterns).
. "$(dirname "$0")/../lab.sh"
set -f

list=$LOGS/ours.list
dir=$REPO/tools/testing/selftests/ftrace/test.d
: >"$list"
if [ -d "$dir" ]; then
	(cd "$dir" && find . -name '*.tc' -printf '%P\n' | sort) | while read -r t; do
		for p in ${TESTS:-*}; do
			# shellcheck disable=SC2053
			[[ $t == $p ]] && echo "selftest $t"
		done
	done >"$list" || true
fi
[ -s "$list" ] || { skip ours "no test matches"; exit; }
"$LAB/guest-tests.sh" ours "$list"
