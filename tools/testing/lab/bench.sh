#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# bench.sh [--compare OLD.json]: the yardstick on stock and on ours, side by side, at one instruction a nanosecond.
#
# Prints a table (figure, unit, stock, ours, ratio) and leaves it as $RETRACE_OUT/bench/bench.json.
. "$(dirname "$0")/lab.sh"

work=$OUT/bench
mkdir -p "$work"

measure() {
	local kernel=$1 share=$work/$1
	mkdir -p "$share"
	cp "$work/yardstick" "$share/"
	printf '%s\n' 'cp /mnt/host/yardstick /tmp/y' 'exec /tmp/y' >"$share/job"
	say "measure the $kernel kernel"
	GUEST_FIGURES=1 GUEST_TIMEOUT=300 "$LAB/guest.sh" "$kernel" "$share" >&2 || die "the $kernel guest failed"
	awk 'NF == 3' "$share/log" >"$work/$kernel.txt"
}

# Section sizes of vmlinux and lines of code: figures that need no guest.
sizes() {
	local kernel=$1 dir
	dir=$(build_dir "$kernel")
	size -A "$dir/vmlinux" | awk '/^\.text/{t+=$2} /^\.(data|rodata|init\.data|init\.rodata)/{d+=$2} /^\.bss/{b+=$2}
		END{printf "vmlinux_text %.1f KiB\nvmlinux_data %.1f KiB\nvmlinux_bss %.1f KiB\n", t/1024, d/1024, b/1024}' >>"$work/$kernel.txt"
}

table() {
	awk 'NR == FNR { stock[$1] = $2; unit[$1] = $3; order[++n] = $1; next } { ours[$1] = $2; if (!($1 in stock)) { order[++n] = $1; unit[$1] = $3 } }
	function show(v) { return v == "" || v == "-" ? "-" : sprintf("%.1f", v) }
	END {
		printf "%-24s %-10s %12s %12s %8s\n", "figure", "unit", "stock", "ours", "ratio"
		for (i = 1; i <= n; i++) {
			f = order[i]; s = stock[f]; o = ours[f]
			r = (s + 0 > 0 && o != "" && o != "-") ? sprintf("%.2f", o / s) : "-"
			printf "%-24s %-10s %12s %12s %8s\n", f, unit[f], show(s), show(o), r
		}
	}' "$work/stock.txt" "$work/ours.txt"
}

json() {
	awk 'BEGIN { printf "{" } NR > 1 { printf "%s\n  \"%s\": { \"unit\": \"%s\", \"stock\": %s, \"ours\": %s }", sep, $1, $2,
		$3 == "-" ? "null" : $3, $4 == "-" ? "null" : $4; sep = "," } END { print "\n}" }'
}

compare() {
	jq -rn --slurpfile old "$1" --slurpfile new "$work/bench.json" '
		$new[0] | to_entries[] | . as $e | $old[0][$e.key] as $o
		| select($o != null and $o.ours != null and $e.value.ours != null)
		| select(($e.value.ours - $o.ours) | fabs > ($o.ours * 0.01))
		| "\($e.key) \($o.ours) -> \($e.value.ours) \($e.value.unit)"'
}

gcc -O2 -static -o "$work/yardstick" "$REPO/tools/testing/yardstick/yardstick.c"
for kernel in stock ours; do
	measure "$kernel"
	sizes "$kernel"
done
table | tee "$work/table"
json <"$work/table" >"$work/bench.json"
[ "${1:-}" != --compare ] || compare "$2"
