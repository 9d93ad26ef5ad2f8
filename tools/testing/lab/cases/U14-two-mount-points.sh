# SPDX-License-Identifier: GPL-2.0
# Tools find the control files below /sys/kernel/tracing and /sys/kernel/debug/tracing, and see a tracefs.
# source: https://github.com/cilium/ebpf/issues/981, https://github.com/mikesart/gpuvis/pull/19

equal "type of the file system" "$(stat -f -c %t /sys/kernel/tracing)" 74726163
[ -d /sys/kernel/debug ] || unsupported "no debugfs"
other=/sys/kernel/debug/tracing
equal "names below both" "$(ls $other/ | sort)" "$(ls /sys/kernel/tracing/ | sort)"
echo by-the-old-path >$other/trace_marker
equal "marker written by the old path" "$(count 'by-the-old-path' /sys/kernel/tracing/trace)" 1
at_least "mounts" "$(count ' tracefs ' /proc/mounts)" 1
equal "known file systems of that name" "$(count '^nodev[[:space:]]tracefs$' /proc/filesystems)" 1
mkdir -p /tmp/third
works mount -t tracefs none /tmp/third
equal "names below a third" "$(ls /tmp/third | sort)" "$(ls /sys/kernel/tracing/ | sort)"
works umount /tmp/third
quiet_kernel
pass
