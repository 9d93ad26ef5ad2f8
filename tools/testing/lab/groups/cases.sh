#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What users ran into, as tests: tools/testing/lab/cases/*.sh (or $TESTS, patterns without .sh).
. "$(dirname "$0")/../lab.sh"
set -f

list=$LOGS/cases.list
for f in $(find "$LAB/cases" -name "*.sh" | sort); do
	[ -f "$f" ] || continue
	t=$(basename "$f" .sh)
	for p in ${TESTS:-*}; do
		# shellcheck disable=SC2053
		if [[ $t == $p ]]; then
			boot=$(sed -n 's/^# boot: *//p' "$f" | head -1)
			echo "case $t.sh${boot:+ boot: $boot}"
		fi
	done
done >"$list"
[ -s "$list" ] || { skip cases "no case matches"; exit; }
"$LAB/guest-tests.sh" cases "$list"
