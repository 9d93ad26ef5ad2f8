# SPDX-License-Identifier: GPL-2.0
# Each page of trace_pipe_raw has its own time stamp and length, as header_page says, and gaps are flagged.
# source: mail e8f9744ddffc4527b222ce72d41c61a1@AcuMS.aculab.com
# timeout: 60

# word FILE OFFSET: 8 bytes of it as a decimal number.
word() { od -A n -t u8 -j "$2" -N 8 "$1" | tr -d ' '; }

works put 256 buffer_size_kb
: >trace
taskset 1 sh -c 'i=0; while [ $i -lt 500 ]; do echo m$i >trace_marker; i=$((i + 1)); done'
put 0 tracing_on
oldest=$(awk '/^oldest event ts/ { print $4 }' per_cpu/cpu0/stats)
timeout 2 dd if=per_cpu/cpu0/trace_pipe_raw of=/tmp/raw bs=4096 count=3 2>/dev/null
equal "bytes of three pages" "$(wc -c </tmp/raw)" 12288
last=0
for page in 0 1 2; do
	stamp=$(word /tmp/raw $((page * 4096)))
	commit=$(word /tmp/raw $((page * 4096 + 8)))
	at_least "time of page $page" "$stamp" "$last"
	at_least "bytes of page $page" "$((commit & 0xfffff))" 1000
	at_most "bytes of page $page" "$((commit & 0xfffff))" 4080
	equal "flags of page $page" "$((commit & 0xc0000000))" 0
	last=$stamp
done
# The first page starts with the oldest record.
apart=$(awk -v s="$(word /tmp/raw 0)" -v t="$oldest" 'BEGIN { d = s / 1000 - t * 1000000; printf "%d", d < 0 ? -d : d }')
at_most "microseconds between the first page and the oldest record" "$apart" 1

# A gap: the next page says that records are missing before it.
put 1 tracing_on
works put 8 buffer_size_kb
: >trace
taskset 1 sh -c 'i=0; while [ $i -lt 500 ]; do echo m$i >trace_marker; i=$((i + 1)); done'
timeout 2 dd if=per_cpu/cpu0/trace_pipe_raw of=/tmp/raw bs=4096 count=1 2>/dev/null
commit=$(word /tmp/raw 8)
equal "flag of missing records" "$((commit & 0x80000000))" $((0x80000000))
quiet_kernel
pass
