# SPDX-License-Identifier: GPL-2.0
# With fewer tasks than saved_cmdlines_size every line has a name, also when only system calls are recorded.
# source: https://github.com/ARM-software/lisa/pull/1171, mail 3cdef49951734e83a14959628233d4f0@AcuMS.aculab.com
# needs: events/syscalls/sys_enter_openat saved_cmdlines_size
# timeout: 120

before=$(cat saved_cmdlines_size)
works put 4096 saved_cmdlines_size
at_least saved_cmdlines_size "$(cat saved_cmdlines_size)" 4096
: >trace
works put 1 events/syscalls/sys_enter_openat/enable
for i in $(seq 300); do cat /etc/passwd >/dev/null; done
put 0 events/enable
put 0 tracing_on
at_least "lines" "$(count 'sys_openat' trace)" 300
equal "lines without a name" "$(count '<\.\.\.>' trace)" 0
at_least "lines that name cat" "$(count '^ *cat-[0-9]+' trace)" 300
at_least "saved names" "$(wc -l <saved_cmdlines)" 300
put "$before" saved_cmdlines_size
quiet_kernel
pass
