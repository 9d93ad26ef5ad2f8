# SPDX-License-Identifier: GPL-2.0
# All that a program needs to decode a record is in its format file, in one form: name, offset, size, sign; ids are unique.
# source: https://github.com/bpftrace/bpftrace/issues/4308
# timeout: 90

for f in events/*/*/format; do cat $f; done >/tmp/formats
at_least "events" "$(ls -d events/*/*/ | wc -l)" 100
equal "formats without an id" "$(grep -LE '^ID: [0-9]+$' events/*/*/format | wc -l)" 0
equal "formats without a name" "$(grep -LE '^name: [a-zA-Z0-9_]+$' events/*/*/format | wc -l)" 0
equal "formats without a print fmt" "$(grep -LE '^print fmt: ' events/*/*/format | wc -l)" 0
equal "fields of another form" "$(grep 'field:' /tmp/formats |
	grep -vcE '^	field:[^;]+;	offset:[0-9]+;	size:-?[0-9]+;	signed:[01];$')" 0
equal "ids used twice" "$(cat events/*/*/id | sort | uniq -d | wc -l)" 0
for e in events/sched/sched_switch events/irq/irq_handler_entry events/ftrace/print; do
	equal "id of $e" "$(cat $e/id)" "$(sed -n 's/^ID: //p' $e/format)"
done
quiet_kernel
pass
