#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# mkinitramfs.sh KERNEL: write $RETRACE_OUT/initramfs/KERNEL.cpio from this machine's Debian packages.
#
# What all kernels share (tools, selftests, cases) and what belongs to one kernel (its modules) are two
# archives, laid one behind the other. Neither is compressed: unpacking costs more under emulation than reading.
. "$(dirname "$0")/lab.sh"

kernel=${1:?usage: mkinitramfs.sh ours|stock|debug}
dir=$(build_dir "$kernel")
work=$OUT/initramfs
list=$work/common.list
mkdir -p "$work"

# The selftests need the full tools where busybox has none, or a smaller one.
tools="
[ basename cat chgrp chmod chown comm cp cut date dd dirname du echo env expr false fold head id join ln ls md5sum
mkdir mkfifo mknod mktemp mv nice nl nproc od paste printf pwd readlink realpath rm rmdir seq shuf sleep sort
split stat stdbuf stty sync tac tail tee test timeout touch tr true truncate tty uname uniq unlink wc yes
chrt dmesg flock mount nsenter setpriv setsid taskset umount unshare
bash dash gawk grep sed find xargs diff cmp ping readelf nm kmod"
links="sh:dash awk:gawk modprobe:kmod insmod:kmod rmmod:kmod lsmod:kmod modinfo:kmod depmod:kmod"

# add_file DEST SRC [MODE]
add_file() { echo "file $1 $2 ${3:-0755} 0 0" >>"$list"; }

# add_libs FILE: the shared objects it is linked with.
add_libs() {
	ldd "$1" 2>/dev/null | grep -oE '/[^ ]+' | sort -u >>"$work/libs" || true
}

add_tools() {
	local t path applet
	: >"$work/libs"
	: >"$work/names"
	for t in $tools; do
		path=$(PATH=/usr/sbin:/usr/bin:/sbin:/bin type -P "$t") || die "no $t on this machine (make deps)"
		add_file "/usr/bin/$t" "$(readlink -f "$path")"
		add_libs "$path"
		echo "$t" >>"$work/names"
	done
	for t in $links; do
		echo "slink /usr/bin/${t%%:*} ${t#*:} 0777 0 0" >>"$list"
		echo "${t%%:*}" >>"$work/names"
	done
	add_file /usr/bin/busybox /bin/busybox
	echo busybox >>"$work/names"
	for applet in $(/bin/busybox --list); do
		grep -qxF "$applet" "$work/names" || echo "slink /usr/bin/$applet busybox 0777 0 0" >>"$list"
	done
	add_tree_of_libs
}

add_tree_of_libs() {
	local lib d
	sort -u "$work/libs" | while read -r lib; do
		d=$(dirname "$lib")
		while [ "$d" != / ]; do
			echo "$d"
			d=$(dirname "$d")
		done
	done | sort -u | grep -vxE '/lib|/usr|/usr/lib' | sed 's/.*/dir & 0755 0 0/' >>"$list"
	sort -u "$work/libs" | while read -r lib; do
		add_file "$lib" "$(readlink -f "$lib")"
	done
}

# add_dir DEST SRC: a whole directory tree.
add_dir() {
	local f mode
	(cd "$2" && find . -type d -printf '%P\n' | sort) | while read -r f; do
		echo "dir $1${f:+/$f} 0755 0 0"
	done >>"$list"
	(cd "$2" && find . -type f -printf '%P\n' | sort) | while read -r f; do
		mode=0644
		[ ! -x "$2/$f" ] || mode=0755
		echo "file $1/$f $2/$f $mode 0 0"
	done >>"$list"
}

add_helper() {
	local bin=$work/$1
	if [ ! -x "$bin" ] || [ "$LAB/$1.c" -nt "$bin" ]; then
		gcc -static -no-pie -O2 -Wall -Wextra -pthread -o "$bin" "$LAB/$1.c"
	fi
	add_file "/usr/bin/$1" "$bin"
}

add_tests() {
	local st=tools/testing/selftests ours=$REPO/tools/testing/selftests/ftrace/test.d
	add_dir /lab/selftests/ftrace "$BASE/$st/ftrace"
	[ ! -d "$ours" ] || add_dir /lab/selftests/ftrace/test.d "$ours"
	add_dir /lab/selftests/kselftest "$BASE/$st/kselftest"
	add_dir /lab/cases "$LAB/cases"
	add_file /lab/caselib.sh "$LAB/caselib.sh" 0644
	add_file /lab/run-items "$LAB/guest/run-items"
}

common() {
	printf '%s\n' root:x:0:0:root:/root:/bin/sh user:x:1000:1000:user:/tmp:/bin/sh \
		other:x:1001:1001:other:/tmp:/bin/sh >"$work/passwd"
	printf '%s\n' root:x:0: tty:x:5: user:x:1000: other:x:1001: tracing:x:2000: >"$work/group"
	{
		for d in /dev /proc /sys /tmp /run /root /etc /usr /usr/bin /lib /usr/lib /mnt /mnt/host /lab \
			/lab/selftests /var /var/tmp; do
			echo "dir $d 0755 0 0"
		done
		for d in /bin /sbin; do echo "slink $d usr/bin 0777 0 0"; done
		echo "slink /usr/sbin bin 0777 0 0"
		echo "nod /dev/console 0600 0 0 c 5 1"
		echo "nod /dev/null 0666 0 0 c 1 3"
		echo "file /init $LAB/guest/init 0755 0 0"
		echo "file /etc/passwd $work/passwd 0644 0 0"
		echo "file /etc/group $work/group 0644 0 0"
	} >"$list"
	add_tools
	add_helper tf
	add_tests
	"$work/gen_init_cpio" "$list" >"$work/common.cpio"
}

# The modules are staged again only when one of them, or the config, is newer.
modules() {
	local stage=$work/$kernel.stage cpio=$work/$kernel.modules.cpio
	list=$work/$kernel.list
	if [ -e "$cpio" ] && [ -z "$(find "$dir" \( -name '*.ko' -o -path "$dir/.config" \) -newer "$cpio" -print -quit)" ]; then
		return
	fi
	rm -rf "$stage"
	make -s -C "$(source_dir "$kernel")" O="$dir" modules_install INSTALL_MOD_PATH="$stage" INSTALL_MOD_STRIP=1 \
		>"$LOGS/modules-$kernel.log" 2>&1 || { cat "$LOGS/modules-$kernel.log" >&2; die "modules_install failed"; }
	: >"$list"
	add_dir /lib/modules "$stage/lib/modules"
	"$work/gen_init_cpio" "$list" >"$cpio"
}

if [ ! -x "$work/gen_init_cpio" ] || [ "$BASE/usr/gen_init_cpio.c" -nt "$work/gen_init_cpio" ]; then
	gcc -O2 -o "$work/gen_init_cpio" "$BASE/usr/gen_init_cpio.c"
fi
exec 9>"$work/lock"
flock 9
common
modules
cat "$work/common.cpio" "$work/$kernel.modules.cpio" >"$work/$kernel.cpio"
