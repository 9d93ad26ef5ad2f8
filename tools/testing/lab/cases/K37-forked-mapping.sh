# SPDX-License-Identifier: GPL-2.0
# A mapped ring is inherited by a child: each copy counts, and when the last is gone the ring may change its size again.
# source: https://lore.kernel.org/r/20260304220338.162605195@kernel.org

raw=per_cpu/cpu0/trace_pipe_raw
out=$(tf mmapfork $raw)
case $out in
*Invalid* | *errno=*) unsupported "the ring cannot be mapped: $(echo "$out" | head -1)" ;;
esac
works put 512 buffer_size_kb
if [ -e snapshot ]; then
	works put 1 snapshot
	works put 0 snapshot
fi
for i in $(seq 20); do tf mmapfork $raw >/dev/null; done
works put 256 buffer_size_kb
echo after >trace_marker
equal "markers afterwards" "$(count 'tracing_mark_write: after' trace)" 1
quiet_kernel
pass
