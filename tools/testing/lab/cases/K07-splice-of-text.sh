# SPDX-License-Identifier: GPL-2.0
# Text that is longer than a page goes through splice() whole: cut at page borders, continued in the next page.
# source: CVE-2025-37923 (and what was left of it: text was dropped instead)
# timeout: 90

fill() {
	: >trace
	for i in $(seq 40); do head -c 3000 /dev/zero | tr '\0' m >trace_marker; done
}

# The prefix may differ between two fills, so compare what is between the colon and the end of the line.
fill
timeout 2 dd if=trace_pipe of=/tmp/by-read bs=65536 2>/dev/null
equal "lines by read()" "$(wc -l </tmp/by-read)" 40
equal "marker bytes by read()" "$(tr -cd m </tmp/by-read | wc -c)" "$((40 * 3001))"

fill
bytes=$(tf splice trace_pipe 65536 100 | sed 's/spliced \([0-9]*\).*/\1/')
equal "bytes by splice()" "$bytes" "$(wc -c </tmp/by-read)"

fill
(timeout 3 busybox cat trace_pipe | cat >/tmp/by-cat)
equal "lines through a pipe" "$(wc -l </tmp/by-cat)" 40
equal "marker bytes through a pipe" "$(tr -cd m </tmp/by-cat | wc -c)" "$((40 * 3001))"

# Small pieces.
fill
timeout 5 dd if=trace_pipe of=/tmp/by-piece bs=777 count=100000 2>/dev/null
equal "marker bytes in pieces of 777" "$(tr -cd m </tmp/by-piece | wc -c)" "$((40 * 3001))"
quiet_kernel
pass
