#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# guest.sh KERNEL DIR: boot a kernel of the lab in QEMU and run DIR/job in it.
#
# DIR is the 9p share (/mnt/host in the guest). Left in it: log (the job's output), rc (its exit code), dmesg,
# console. Environment: GUEST_APPEND (more kernel command line), GUEST_TIMEOUT (seconds, 600), GUEST_SMP (2),
# GUEST_MEM (MiB, 2000), GUEST_LAB (job, shell or both), GUEST_FIGURES=1 (one instruction a nanosecond, 1 CPU).
#
# Exit code: 0 all well, 1 the job failed, 2 the kernel complained, 3 time limit, 4 the guest ended before the job.
. "$(dirname "$0")/lab.sh"

[ $# -eq 2 ] || die "usage: guest.sh ours|stock|debug DIR"
kernel=$1
share=$(cd "$2" && pwd)
image=$(build_dir "$kernel")/arch/x86/boot/bzImage
limit=${GUEST_TIMEOUT:-600}
mode=${GUEST_LAB:-job}
[ -f "$image" ] || die "no kernel at $image (make kernel, make stock-kernel)"
"$LAB/mkinitramfs.sh" "$kernel"
rm -f "$share/rc" "$share/log" "$share/dmesg" "$share/console"

cpu=(-accel tcg,thread=single -smp "${GUEST_SMP:-2}" -m "${GUEST_MEM:-2000}")
[ "${GUEST_FIGURES:-0}" != 1 ] || cpu=(-accel tcg -icount shift=0,sleep=off -smp 1 -m "${GUEST_MEM:-1500}")
# loglevel=5 shows warnings; longer watch times because an emulated CPU shares the machine with others.
append="console=ttyS0 loglevel=5 panic=-1 oops=panic nokaslr rcupdate.rcu_cpu_stall_timeout=60 watchdog_thresh=30"
append="$append lab=$mode ${GUEST_APPEND:-}"
cmd=(qemu-system-x86_64 -machine q35 -cpu max "${cpu[@]}" -no-reboot -nodefaults -display none
	-kernel "$image" -initrd "$OUT/initramfs/$kernel.cpio" -append "$append"
	-fsdev "local,id=h,path=$share,security_model=none" -device virtio-9p-pci,fsdev=h,mount_tag=host)

# What the kernel says when something is wrong. Any such line fails the run.
complaints() {
	cat "$share/console" "$share/dmesg" 2>/dev/null | tr -d '\r' | grep -aE "$(paste -sd'|' <<-'P'
		WARNING: 
		\bBUG: 
		kernel BUG at
		\bOops\b
		KASAN: 
		KCSAN: 
		UBSAN: 
		general protection fault
		Kernel panic
		[Ss]oft lockup
		hard LOCKUP
		blocked for more than
		rcu.*(detected stalls|self-detected stall|kthread starved)
		possible (circular|recursive|irq lock)
		inconsistent lock state
		INFO: trying to register non-static key
		sleeping function called
		scheduling while atomic
		unable to handle
		divide error
		refcount_t: 
		list_(add|del) corruption
		corrupted
		Out of memory
		P
	)" | awk '{ l = $0; sub(/^\[[^]]*\] */, "", l) } !seen[l]++' || true
}

if [ "$mode" != job ]; then
	"${cmd[@]}" -chardev "stdio,id=tty,signal=off,mux=on,logfile=$share/console" -serial chardev:tty ||
		die "qemu failed"
	rc=0
else
	rc=0
	timeout -k 5 "$limit" "${cmd[@]}" -serial "file:$share/console" </dev/null >"$share/qemu" 2>&1 || rc=$?
fi

{ set +x; } 2>/dev/null
status=0
found=$(complaints)
if [ "$mode" = job ]; then
	if [ -f "$share/rc" ]; then
		[ "$(<"$share/rc")" = 0 ] || { status=1; echo "guest: the job ended with $(<"$share/rc")"; }
	elif [ $rc = 124 ] || [ $rc = 137 ]; then
		status=3
		echo "guest: stopped after its time limit of $limit s"
	else
		status=4
		echo "guest: ended before its job did"
		[ -n "$found" ] || { head -5 "$share/qemu"; tail -3 "$share/console"; } 2>/dev/null
	fi
fi
if [ -n "$found" ]; then
	[ $status -ge 2 ] || status=2
	echo "guest: the kernel complained (in $share/console):"
	head -12 <<<"$found" | sed 's/^/    /'
fi
exit $status
