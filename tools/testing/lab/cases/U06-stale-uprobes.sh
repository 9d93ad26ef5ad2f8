# SPDX-License-Identifier: GPL-2.0
# Probes on a program that is gone are listed and removed one by one; one that is on is not removed.
# source: https://github.com/open-telemetry/opentelemetry-ebpf-instrumentation/pull/3490
# needs: uprobe_events

cp "$(command -v tf)" /tmp/tf
off=$(/tmp/tf off x)
for n in 1 2 3; do works add "p:grp$n/e /tmp/tf:$off" uprobe_events; done
equal "definitions" "$(count grp uprobe_events)" 3
works add '-:grp2/e' uprobe_events
equal "definitions" "$(count grp uprobe_events)" 2
works put 1 events/grp1/e/enable
rm /tmp/tf
equal "errno while it is on" "$(errno_of '-:grp1/e' uprobe_events)" 16
works put 0 events/grp1/e/enable
works sh -c ': >uprobe_events'
equal "directories left" "$(ls events | grep -c grp)" 0
quiet_kernel
pass
