#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# compare.sh [ref]: the layout of the tracing files, ours against those of stock, values masked.
#
# Stock's output is kept in $RETRACE_OUT/ref and made again only when its kernel, or what is looked at, changes.
# With "ref" only that is made. Exit 1 where a file differs; differences are listed by file.
. "$(dirname "$0")/lab.sh"

# record KERNEL DIR: run guest/layout in a guest of KERNEL, output to DIR/out.
record() {
	local rc=0 out
	rm -rf "$2"
	mkdir -p "$2"
	cp "$LAB/guest/layout" "$2/layout"
	echo "sh /mnt/host/layout /mnt/host/out" >"$2/job"
	out=$(GUEST_TIMEOUT=300 "$LAB/guest.sh" "$1" "$2") || rc=$?
	[ $rc = 0 ] || echo "compare: guest of $1: $out" >&2
}

# Lines of a trace become a mask: the widths of the columns, the event, its text without values; each once.
mask_trace() {
	awk '
	function values(s) {
		gsub(/(comm|filename|name)=[^ ]+/, "&", s)
		gsub(/comm=[^ ]+/, "comm=C", s)
		gsub(/filename=[^ ]+/, "filename=F", s)
		gsub(/gfp_flags=[^ ]+/, "gfp_flags=G", s)
		gsub(/(function|call_site|ptr|page|hrtimer)=[^ ]+/, "X", s)
		gsub(/prev_state=[^ ]+/, "prev_state=S", s)
		gsub(/\[action=[A-Z_]+\]/, "[action=A]", s)
		gsub(/mode=[A-Z|]+/, "mode=M", s)
		gsub(/accounted=[a-z]+/, "accounted=B", s)
		if (s ~ /NR [0-9]+ \([0-9a-f, ]+\)/)
			gsub(/\([0-9a-f, ]+\)/, "(" gsub(/,/, ",", s) + 1 " values)", s)
		if (s ~ /buf: /)
			sub(/buf: .*/, "buf: " gsub(/ [0-9a-f][0-9a-f]/, "&", s) " bytes", s)
		gsub(/0x[0-9a-f]+/, "N", s)
		gsub(/[0-9a-f]*[0-9][0-9a-f]*/, "N", s)
		gsub(/\(f+N/, "(N", s)
		gsub(/-N/, "N", s)
		return s
	}
	/^# [0-9a-f]+ buf: / { $0 = "mark: " $0; print values($0); next }
	/^#/ { gsub(/[0-9]+/, "N"); print "0 " $0; next }
	/^ => / { print "stack line"; next }
	/<stack trace>/ { print "stack head " values($0); next }
	{
		if ($0 ~ /^ *[^ ].*us[ +!#*@$]*: /) {
			# latency format: task, CPU and flags, delta and its mark
			sub(/^.*-[0-9]+ +/, "TASK-PID ")
			if (match($0, /[0-9][^ ]{4,6} /))
				flags = RLENGTH - 2
			sub(/^.*us[ +!#*@$]*: /, "")
			print "latency, flags " flags " | " values($0)
			next
		}
		if ($0 ~ /\] [0-9]+\.[0-9]+ms \(\+/)	# verbose
			sub(/^ *[^ ]+ +/, "TASK ")
		at = match($0, /\[[0-9][0-9][0-9]\]/)
		colon = at ? index(substr($0, at), ": ") : 0
		head = at ? substr($0, at + 5, colon - 5) : ""
		body = at ? substr($0, at + colon + 1) : $0
		# the width of the flags, of the stamp, and where the CPU stands
		n = split(head, w, " +")
		flags = w[2] ~ /^[.dDbBnNpPhHzZsS0-9a-fL#xX]+$/ && w[2] !~ /^[0-9]+\.[0-9]+/ ? length(w[2]) : 0
		stamp = head
		sub(/:$/, "", stamp)
		kind = stamp ~ /\.[0-9][0-9][0-9][0-9][0-9][0-9]:?$/ ? "sec.usec" : stamp ~ /us[!+#*$@ ]*$/ ? "us" : "other"
		print "cpu at " at ", flags " flags ", stamp " kind " | " values(body)
	}' "$1" | LC_ALL=C sort | uniq
}

mask() {
	local name
	name=$(basename "$1")
	case $name in
	trace-raw | trace-hex) sed -E 's/[0-9a-f]*[0-9][0-9a-f]*/N/g; s/ +/ /g; s/^.*\[N\]/TASK [N]/; s/-N/N/g' "$1" |
		awk '{ k = /^#/ ? $0 : $1 " " $2 " fields " NF } !seen[k]++ { print k }' | sort ;;
	trace-* | pipe) mask_trace "$1" ;;
	formats) sed -E 's/^ID: .*/ID: N/' "$1" ;;
	*stats*) sed -E 's/[0-9]+/N/g' "$1" ;;
	saved_*) sed -E 's/^[0-9]+ .*/PID NAME/' "$1" | sort -u ;;
	printk_formats) sed -E 's/^0x[0-9a-f]+ : ".*"/ADDR : "TEXT"/' "$1" | sort -u ;;
	error_log) sed -E 's/^\[ *[0-9]+\.[0-9]+\]/[TIME]/' "$1" ;;
	*) cat "$1" ;;
	esac
}

ref=$OUT/ref
tag=$({ cat "$LAB/guest/layout"; cat "$OUT/stock/.lab-config"; } | sha256sum)
if [ "$(cat "$ref/tag" 2>/dev/null)" != "$tag" ]; then
	say "record the layout of stock"
	record stock "$ref"
	echo "$tag" >"$ref/tag"
fi
[ "${1:-}" != ref ] || exit 0
say "record the layout of ours"
record "${KERNEL:-ours}" "$OUT/layout"

differ=0
same=0
: >"$LOGS/compare.diff"
for f in "$ref"/out/*; do
	n=$(basename "$f")
	if [ ! -f "$OUT/layout/out/$n" ]; then
		differ=$((differ + 1))
		echo "missing: $n"
	elif diff -u --label "stock/$n" --label "ours/$n" <(mask "$f") <(mask "$OUT/layout/out/$n") >"$LOGS/compare.one"; then
		same=$((same + 1))
	else
		differ=$((differ + 1))
		echo "differs: $n ($(grep -c '^-[^-]' "$LOGS/compare.one") lines of stock, $(grep -c '^+[^+]' "$LOGS/compare.one") of ours)"
		cat "$LOGS/compare.one" >>"$LOGS/compare.diff"
	fi
done
echo "$same files alike, $differ differ (see $LOGS/compare.diff)"
[ $differ = 0 ]
