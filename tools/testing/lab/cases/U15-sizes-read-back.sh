# SPDX-License-Identifier: GPL-2.0
# buffer_size_kb never gives less than asked, and what it shows can be written back and shows the same.
# source: https://github.com/google/perfetto/pull/2528, https://github.com/ARM-software/devlib/pull/650

for size in 1 4 7 100 1024 8192; do
	works put $size buffer_size_kb
	got=$(cat buffer_size_kb)
	at_least "size after writing $size" "$got" $size
	works put "$got" buffer_size_kb
	equal "size after writing back $got" "$(cat buffer_size_kb)" "$got"
done
equal "8192 as it is rounded" "$got" 8195
equal "total" "$(cat buffer_total_size_kb)" "$((got * $(ls -d per_cpu/cpu* | wc -l)))"

one=$(cat per_cpu/cpu0/buffer_size_kb)
works put 64 per_cpu/cpu1/buffer_size_kb
equal "size of the other CPU" "$(cat per_cpu/cpu0/buffer_size_kb)" "$one"
equal "size of all when they differ" "$(cat buffer_size_kb)" X

for bad in 0 -5 abc ''; do
	refused put "$bad" buffer_size_kb
done
equal "size of CPU 0 after refused writes" "$(cat per_cpu/cpu0/buffer_size_kb)" "$one"
quiet_kernel
pass
