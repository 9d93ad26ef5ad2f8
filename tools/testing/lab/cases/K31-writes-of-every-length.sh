# SPDX-License-Identifier: GPL-2.0
# Every control file survives writes of no bytes, of one, and of a MiB.
# source: https://nvd.nist.gov/vuln/detail/CVE-2025-39887
# timeout: 120

head -c 1048576 /dev/zero | tr '\0' a >/tmp/long
for f in $(find . -maxdepth 2 -type f -perm -200 ! -name free_buffer ! -path './events/*' | sort); do
	timeout 5 tf zw "$f" >/dev/null 2>&1
	timeout 5 sh -c "printf x >'$f'" 2>/dev/null
	timeout 20 sh -c "cat /tmp/long >'$f'" 2>/dev/null
done
# still in working order
echo 1 >tracing_on
echo nop >current_tracer
echo >trace
works put alive trace_marker
equal "marks" "$(count 'alive' trace)" 1
quiet_kernel
pass
