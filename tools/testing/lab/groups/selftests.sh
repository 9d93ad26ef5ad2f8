#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The base's own ftrace selftests, unmodified, those that selftests.list names (or $TESTS, patterns).
. "$(dirname "$0")/../lab.sh"

cd "$BASE/tools/testing/selftests/ftrace/test.d"
shopt -s nullglob
set -f
list=$LOGS/selftests.list
patterns=${TESTS:-$(grep -vE '^(#|$)' "$LAB/selftests.list")}
# expand PATTERN: the tests it names.
expand() {
	set +f
	# shellcheck disable=SC2086
	printf '%s\n' $1
	set -f
}
for p in $patterns; do
	[[ $p == !* ]] || expand "$p"
done | grep '\.tc$' | sort -u >"$list"
for p in $patterns; do
	[[ $p != !* ]] || expand "${p#!}"
done >"$list.not"
grep -vxFf "$list.not" "$list" >"$list.new" || true
mv "$list.new" "$list"
sed -i 's/^/selftest /' "$list"
[ -s "$list" ] || { skip selftests "no test matches"; exit; }
"$LAB/guest-tests.sh" selftests "$list"
