#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# check.sh [GROUP...]: build, run groups of tests (all of them by default), print their results and the totals.
#
# Environment: KERNEL (ours, stock, debug) for the groups that boot a guest, TESTS (patterns) to choose in a group.
# Groups that need the machine and groups that need a guest run side by side: one guest uses one CPU.
. "$(dirname "$0")/lab.sh"

host_groups="lint layers ring"
guest_groups="kunit selftests ours cases clients"
kernel=${KERNEL:-ours}
chosen=${*:-$host_groups $guest_groups}
results=$LOGS/check
rm -rf "$results"
mkdir -p "$results"
start=$SECONDS

# run_groups GROUP...: those of the arguments that were chosen, one after the other.
run_groups() {
	local group begin
	for group; do
		[[ " $chosen " == *" $group "* ]] || continue
		begin=$SECONDS
		say "$group ..."
		if ! "$LAB/groups/$group.sh" >"$LOGS/$group.out" 2> >(tee "$LOGS/$group.err" >&2); then
			not_ok "$group" "its script failed: $(tail -1 "$LOGS/$group.err")" >>"$LOGS/$group.out"
		fi
		mv "$LOGS/$group.out" "$results/$group"
		cat "$results/$group"
		say "$group: $(grep -c '^ok ' "$results/$group" || true) passed," \
			"$(grep -c '^not ok ' "$results/$group" || true) failed," \
			"$(grep -c '^skip ' "$results/$group" || true) skipped in $((SECONDS - begin)) s"
	done
}

build() {
	"$LAB/unpack.sh" && { [ "$kernel" = stock ] || "$LAB/assemble.sh"; } && "$LAB/kbuild.sh" "$kernel"
}

for group in $chosen; do
	[ -x "$LAB/groups/$group.sh" ] || die "no group $group; there are: $host_groups $guest_groups"
done

if build; then
	ok "build: $kernel"
	# shellcheck disable=SC2086
	run_groups $host_groups &
	# shellcheck disable=SC2086
	run_groups $guest_groups
	wait
else
	not_ok "build: $kernel" "see $LOGS/kbuild-$kernel.log"
	# shellcheck disable=SC2086
	run_groups lint ring
	for group in $chosen; do
		[ -f "$results/$group" ] || skip "$group" "the kernel did not build" | tee "$results/$group"
	done
	echo "not ok build" >"$results/build"
fi
[ -f "$results/build" ] || echo "ok build" >"$results/build"

all=$(cat "$results"/* | grep -aE '^(ok|not ok|skip) ')
failed=$(grep -c '^not ok ' <<<"$all" || true)
if [ "$failed" != 0 ]; then
	echo "--- failed:"
	grep '^not ok ' <<<"$all"
fi
say "took $((SECONDS - start)) s; details in $LOGS"
echo "$(grep -c '^ok ' <<<"$all" || true) passed, $failed failed, $(grep -c '^skip ' <<<"$all" || true) skipped"
[ "$failed" = 0 ]
