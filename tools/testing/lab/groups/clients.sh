#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Debian's perf and trace-cmd on our files, unmodified: one result a command line.
. "$(dirname "$0")/../lab.sh"

kernel=${KERNEL:-ours}
share=$LOGS/clients-$kernel
rm -rf "$share"
mkdir -p "$share/lib"
for tool in perf trace-cmd; do
	path=$(type -P "$tool") || { skip clients "no $tool on this machine"; exit; }
	cp -L "$path" "$share/$tool"
	ldd "$path" | grep -oE '/[^ ]+' | while read -r lib; do cp -L "$lib" "$share/lib/"; done
done
cp "$LAB/guest/clients" "$share/clients"
echo 'sh /mnt/host/clients' >"$share/job"
rc=0
out=$(GUEST_TIMEOUT=${GUEST_TIMEOUT:-240} "$LAB/guest.sh" "$kernel" "$share") || rc=$?
grep -E '^(ok|not ok|skip) ' "$share/log" || true
[ $rc = 0 ] || not_ok "clients: guest" "$(tr '\n' ' ' <<<"$out" | cut -c1-300)"
