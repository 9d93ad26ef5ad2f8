#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# guest-tests.sh NAME LIST: run the tests of LIST (see guest/run-items) in guests of $KERNEL, one result line each.
#
# A test during which the guest dies, hangs or complains fails, and a new guest goes on with those after it. Lines
# may carry " boot: WORDS" behind the test: those with the same words share a guest that boots with them.
. "$(dirname "$0")/lab.sh"

name=$1
list=$2
kernel=${KERNEL:-ours}
dir=$LOGS/$name-$kernel
max_guests=${MAX_GUESTS:-8}
# One run of a group on a kernel at a time: the logs are kept by these names.
exec 6>"$dir.lock"
flock 6
rm -rf "$dir"
mkdir -p "$dir"
total=$(wc -l <"$list")
# Each test has a limit of its own; this one is for a guest that hangs.
limit=${GUEST_TIMEOUT:-$((300 + 45 * total))}
nr=0

# report FILE: turn what the guest wrote into result lines.
report() {
	sed -n -e "s/\.\(sh\|tc\)\>//;s/^pass [a-z]* \(.*\)/ok $name: \1/p" \
		-e "s/^fail [a-z]* \(.*\) # \(.*\)/not ok $name: \1: \2/p;t" \
		-e "s/^fail [a-z]* \(.*\)/not ok $name: \1/p" \
		-e "s/^skip [a-z]* \(.*\)/skip $name: \1/p" "$1"
}

# watch SHARE: how far the guest is, every half minute.
watch() {
	{ set +x; } 2>/dev/null
	while sleep 30 >/dev/null 2>&1; do
		say "$name: $(cat "$dir"/*/results 2>/dev/null | grep -c '^end') of $total tests run"
	done
}

# run_batch LIST BOOT: guests until every test of LIST has had its turn.
run_batch() {
	local left=$1 boot=$2 share rc out died tries=0
	while [ -s "$left" ]; do
		nr=$((nr + 1))
		tries=$((tries + 1))
		share=$dir/guest$nr
		mkdir -p "$share"
		cp "$left" "$share/list"
		: >"$share/results"
		echo "export TEST_LIMIT=${TEST_LIMIT:-180} CASE_SCALE=${CASE_SCALE:-1}; /lab/run-items /mnt/host/list /mnt/host/results" >"$share/job"
		rc=0
		out=$(GUEST_APPEND="$boot ${GUEST_APPEND:-}" GUEST_TIMEOUT=$limit "$LAB/guest.sh" "$kernel" "$share") || rc=$?
		[ -n "$out" ] || [ $rc = 0 ] || out="guest.sh was killed ($rc)"
		report "$share/results"
		died=$(awk '/^start/ { s = substr($0, 7) } /^end/ { s = "" } END { print s }' "$share/results")
		if [ -n "$died" ]; then
			died=${died#* }
			not_ok "$name: ${died%.[st][hc]}" "the guest died: $(tr '\n' ' ' <<<"$out" | cut -c1-300)"
		elif [ $rc -ge 2 ]; then
			not_ok "$name: guest $nr" "$(tr '\n' ' ' <<<"$out" | cut -c1-300)"
		fi
		if grep -q '^all done' "$share/results"; then
			return
		fi
		if [ -z "$died" ] && ! grep -q '^start' "$share/results"; then
			not_ok "$name: guest $nr started no test" "$(tr '\n' ' ' <<<"$out" | cut -c1-300)"
			return
		fi
		# What has started is done with, whatever came of it.
		sed -n 's/^start //p' "$share/results" >"$share/started"
		grep -vxFf "$share/started" "$share/list" >"$dir/left" || true
		left=$dir/left
		if [ $tries -ge "$max_guests" ]; then
			while read -r line; do not_ok "$name: ${line#* }" "not run, $tries guests died"; done <"$left"
			return
		fi
	done
}

watch 6>&- &
watcher=$!
trap 'kill $watcher 2>/dev/null || true' EXIT
sed 's/ boot: .*//;t;s/.*//' "$list" >/dev/null
sed -n 's/.* boot: //p' "$list" | sort -u >"$dir/boots"
grep -v ' boot: ' "$list" >"$dir/plain" || true
run_batch "$dir/plain" ""
while read -r words; do
	grep -F " boot: $words" "$list" | sed 's/ boot: .*//' >"$dir/batch"
	run_batch "$dir/batch" "$words"
done <"$dir/boots"
