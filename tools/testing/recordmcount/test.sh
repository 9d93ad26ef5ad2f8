#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# test.sh: scripts/recordmcount against what the compiler lists itself, and on files that are broken.
# Usage: test.sh [CC]. Prints one line per test; exits with 1 if one failed.
set -u
cc=${1:-gcc}
src=$(cd "$(dirname "$0")/../../.." && pwd)/scripts
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0

result() { # NAME COMMAND...
	local name=$1
	shift
	if "$@" >out 2>&1; then
		echo "ok $name"
	else
		echo "not ok $name"
		sed 's/^/# /' out
		failed=1
	fi
}

$cc -O1 -g -Wall -Wextra -Wno-sign-compare -fsanitize=address,undefined -fno-sanitize-recover=all -o rmc "$src/recordmcount.c" || exit 1

cat >t.c <<'C'
extern int g(int);
static __attribute__((noinline)) int s(int x) { return g(x) + 1; }
int f(int x) { return s(x) * 2; }
__attribute__((section(".init.text"))) int i(int x) { return g(x); }
__attribute__((cold)) int c(int x) { return g(x) - 1; }
__attribute__((weak)) int w(int x) { return g(x) + 3; }
__attribute__((no_instrument_function)) int n(int x) { return g(x); }
C
flags="-O2 -fno-pie -mcmodel=kernel -pg -mfentry -fcf-protection=branch -fno-asynchronous-unwind-tables"
$cc $flags -c t.c -o ours.o
$cc $flags -mrecord-mcount -mnop-mcount -c t.c -o theirs.o
cp ours.o plain.o

sites() { readelf -rW "$1" | sed -n '/rela__mcount_loc/,/^$/p' | awk '/R_X86_64_64/ { n++ } END { print n + 0 }'; }
text() { objcopy -O binary -j "$2" "$1" - 2>/dev/null | od -An -tx1; }

same_sites() { [ "$(sites ours.o)" = "$(sites theirs.o)" ] && [ "$(sites ours.o)" -ge 5 ]; }
same_text() { [ "$(text ours.o "$1")" = "$(text theirs.o "$1")" ]; }
no_calls() { ! readelf -rW ours.o | grep -q __fentry__; }
links() {
	echo 'int g(int x) { return x; } void __fentry__(void) {}' | $cc -O2 -fno-pie -c -x c - -o g.o &&
	ld -r -o all.o ours.o g.o && readelf -SW all.o | grep -q __mcount_loc
}
again() { cp ours.o twice.o && ./rmc twice.o && cmp ours.o twice.o; }
alone() { echo 'int x;' | $cc -c -x c - -o none.o && cp none.o none2.o && ./rmc none.o && cmp none.o none2.o; }
refuses() { # MESSAGE FILE
	local before
	before=$(cksum <"$2")
	! ./rmc "$2" 2>err && grep -q "$1" err && [ "$(cksum <"$2")" = "$before" ]
}

result "takes an object" ./rmc ours.o
result "lists what the compiler lists" same_sites
result "same nops in .text" same_text .text
result "same nops in .init.text" same_text .init.text
result "same nops in .text.unlikely" same_text .text.unlikely
result "no call is left" no_calls
result "the linker takes it" links
result "a second time changes nothing" again
result "nothing to do changes nothing" alone

echo hello >text.o
result "refuses text" refuses "not an ELF" text.o
$cc -O2 -no-pie -o exe.o -x c - <<<'int main(void) { return 0; }'
result "refuses a program" refuses "not a relocatable" exe.o
$cc -m32 -O2 -c -x c - -o m32.o <<<'int x;' 2>/dev/null && result "refuses 32 bit" refuses "not for x86-64" m32.o
result "names a file that is not there" bash -c '! ./rmc gone.o 2>err && grep -q gone.o err'

# Cut at every length, and with a byte changed at every 7th place: any answer, but no crash.
cuts() {
	local n size ret
	size=$(stat -c %s plain.o)
	for ((n = 0; n < size; n += 13)); do
		head -c $n plain.o >cut.o
		./rmc cut.o >/dev/null 2>err
		ret=$?
		[ $ret -le 1 ] || { cat err; return 1; }
	done
}
bytes() {
	local n size ret
	size=$(stat -c %s plain.o)
	for ((n = 0; n < size; n += 7)); do
		cp plain.o bad.o
		printf '\xff' | dd of=bad.o bs=1 seek=$n conv=notrunc status=none
		./rmc bad.o >/dev/null 2>err
		ret=$?
		[ $ret -le 1 ] || { cat err; return 1; }
	done
}
result "survives files that are cut short" cuts
result "survives bytes that are wrong" bytes
exit $failed
