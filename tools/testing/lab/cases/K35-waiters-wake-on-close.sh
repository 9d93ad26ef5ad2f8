# SPDX-License-Identifier: GPL-2.0
# Whoever waits for data wakes up when the file is closed, when recording is switched off, and by a signal.
# source: upstream f3ddb74ad079
# timeout: 60

out=$(tf closewake per_cpu/cpu0/trace_pipe_raw)
equal "exit code of a splice whose file was closed" $? 0
matches "its report" "$out" 'woke n=*'

cat per_cpu/cpu1/trace_pipe >/dev/null &
reader=$!
sleep 1
kill $reader
wait $reader
equal "exit code of a reader that was killed" $? 143

# A line, and then no more recording: that is the end of the file.
echo last >trace_marker
timeout 10 cat trace_pipe >/tmp/piped &
reader=$!
sleep 1
put 0 tracing_on
wait $reader
equal "exit code of a reader when recording was switched off" $? 0
equal "lines it got" "$(count 'tracing_mark_write: last' /tmp/piped)" 1
put 1 tracing_on
quiet_kernel
pass
