#!/bin/sh
# test_stream_cli.sh - `atalanta stream` as its users meet it: files, pipes, the generator, pace, interrupts, failing
# devices, one line for every mistake.
#
# Usage: test_stream_cli.sh PROGRAM. Everything is done in a folder of its own, with a cache of its own.

command=stream
. "$(dirname "$0")/command.sh"

# --- Files and pipes are what `run` makes of the same frames ----------------------------------------------------------

head -c 64000 /dev/urandom >frames.raw # 250 frames of 64 points in i16
"$program" run "c2c 64*250 in=i16" frames.raw -o whole.raw >/dev/null 2>&1
expect 'a file' run 0 "c2c 64 in=i16" frames.raw -o streamed.raw --batch 7
expect 'as many bytes as a file' [ "$(wc -c <streamed.raw)" -eq "$(wc -c <whole.raw)" ]
expect 'all frames told' has '250 accepted, 250 collected'
"$program" stream "c2c 64 in=i16" - -o - --batch 7 <frames.raw >piped.raw 2>err
expect 'standard input to standard output' cmp piped.raw streamed.raw
(head -c 100 frames.raw; sleep 0.3; tail -c +101 frames.raw) |
    "$program" stream "c2c 64 in=i16" - -o slow.raw --batch 7 >out
expect 'a pipe that pauses within a frame' cmp slow.raw streamed.raw
head -c 63999 frames.raw >cut.raw
expect 'a file cut within a frame' run 0 "c2c 64 in=i16" cut.raw
expect 'all but the frame that is cut' has '249 accepted, 249 collected'
expect 'the rest is told of' grep -qx '.*cut.raw ends inside a frame of 256 bytes; its last 255 are left out' err
expect 'only so many frames' run 0 "c2c 64 in=i16" frames.raw --frames 10 -o ten.raw
expect 'ten frames' [ "$(wc -c <ten.raw)" -eq $((10 * 64 * 8)) ]
expect 'frames that overlap' run 0 "r2c 64 in=i16" frames.raw --hop 16 --window hann --batch 8
expect 'a frame a hop, but the last' has '1997 accepted, 1997 collected'
expect 'so many of them' run 0 "r2c 64 in=i16" frames.raw --hop 16 --frames 100
expect 'and the steps they reach into' has '100 accepted, 100 collected'
expect 'of the generator too' run 0 "c2c 64" --hop 16 --offset 40 --frames 100
expect 'with an offset' has '100 accepted, 100 collected'
expect 'a guard interval' run 0 "c2c 48 in=i16" frames.raw --hop 64 --offset 16
expect 'a frame a step' has '250 accepted, 250 collected'
head -c 49148 frames.raw >strided.raw # 96 frames of 64 points with gaps, but the last gap
"$program" run "c2c 64*96 in=i16 istride=2" strided.raw -o whole.raw >/dev/null 2>&1
expect 'frames with strides' run 0 "c2c 64 in=i16 istride=2" frames.raw --frames 96 -o streamed.raw
expect 'as far apart as in a batch' cmp streamed.raw whole.raw
expect 'of real numbers' run 0 "r2c 64 in=i16 istride=2" frames.raw
expect 'a step is no number short' has '250 accepted, 250 collected'
"$program" stream "c2c 64 in=i16" frames.raw -o - 2>err | head -c 100 >few
expect 'a reader that goes away' [ "$(wc -c <few)" -eq 100 ]

expect 'no frame at all' run 0 "c2c 64" /dev/null
expect 'no rate of them' has 'rate         0 frames/s, 0 ns a frame; 0 GB/s in, 0 GB/s out'
expect 'no frame at all, as JSON' run 0 "c2c 64" /dev/null --json
expect 'null for rates' grep -q '"ns_per_frame": null, "gb_per_s_in": null, .*"latency_max_us": null, "rate"' out

# --- Headers are no samples -------------------------------------------------------------------------------------------

# wav CHANNELS: a WAV file of the 64000 bytes of frames.raw, 16-bit, with a chunk behind them.
wav() {
    printf 'RIFF\060\372\000\000WAVEfmt \020\000\000\000\001\000'
    printf "\\00$1\\000\\100\\037\\000\\000\\200\\076\\000\\000\\$(printf %03o $((2 * $1)))\\000\\020\\000"
    printf 'data\000\372\000\000'
    cat frames.raw
    printf 'LIST\004\000\000\000abcd'
}

# npy DESCR COUNT: the same bytes as an NPY file.
npy() {
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': ($2,), }"
    cat frames.raw
}

wav 1 >mono.wav
wav 2 >stereo.wav
wav 4 >four.wav
npy '<i2' 32000 >i16.npy
npy '<c8' 8000 >c8.npy
npy '<i8' 8000 >i64.npy
"$program" stream "r2c 64 in=i16" frames.raw -o plain.raw >/dev/null
expect 'a WAV file' run 0 "r2c 64 in=i16" mono.wav -o streamed.raw
expect 'its samples and nothing else' cmp streamed.raw plain.raw
expect 'an NPY file' run 0 "r2c 64 in=i16" i16.npy -o streamed.raw
expect 'its numbers and nothing else' cmp streamed.raw plain.raw
"$program" stream "r2c 64 in=i16" - -o streamed.raw <mono.wav >/dev/null
expect 'a WAV file as standard input' cmp streamed.raw plain.raw
"$program" stream "c2c 64 in=i16" frames.raw -o plain.raw >/dev/null
expect 'two channels are complex numbers' run 0 "c2c 64 in=i16" stereo.wav -o streamed.raw
expect 'and nothing else' cmp streamed.raw plain.raw
"$program" stream "r2c 64 in=i16 istride=2" frames.raw --offset 1 --frames 100 -o plain.raw >/dev/null
expect 'one channel' run 0 "r2c 64 in=i16 istride=2" stereo.wav --offset 1 --frames 100 -o streamed.raw
expect 'that one' cmp streamed.raw plain.raw
expect 'complex numbers' run 0 "c2c 64" c8.npy
expect 'all of them' has '125 accepted, 125 collected'
cp frames.raw kept.raw
bad 'takes f32; write in=i16' "r2c 64" mono.wav -o kept.raw
bad 'use r2c' "c2c 64 in=i16" mono.wav
bad 'use c2c' "r2c 64" c8.npy
bad 'write istride=2' "r2c 64 in=i16" stereo.wav
bad 'write istride=2' "r2c 64 in=i16 istride=2" stereo.wav --hop 63
bad 'use r2c' "c2c 64 in=i16" four.wav
bad 'does not convert' "r2c f64 64" i64.npy
head -c 3000 mono.wav >cut.wav
bad 'cut.wav: the WAV file is cut short' "r2c 64 in=i16" cut.wav -o kept.raw
expect 'no output is emptied for it' cmp kept.raw frames.raw
cat mono.wav | "$program" stream "r2c 2 in=i8" - >out 2>err
expect 'a header in a pipe' grep -q 'standard input begins with the header of a WAV file' err
cat i16.npy | "$program" stream "r2c 2 in=i8" - >out 2>err
expect 'of the other kind' grep -q 'header of an NPY file' err
printf 'RIFFraff' | "$program" stream "r2c 4 in=i8" - -o raff.raw >out
expect 'what only begins like one' has '2 accepted, 2 collected'

# --- The generator ----------------------------------------------------------------------------------------------------

expect 'every frame right' run 0 "c2c 64 in=i8 out=i8" --frames 20000 --check
expect 'none wrong' has '0 of 20000 frames are wrong'
expect 'on the emulator too' run 0 "c2c 64 in=i8 out=i8" --frames 500 --check --on emu --batch 100
expect 'a guard interval checked' run 0 "c2c 64" --frames 5000 --check --hop 80 --offset 79
expect 'right over the end of a step' has '0 of 5000 frames are wrong'
expect 'json' run 0 "c2c 64" --frames 1000 --json
expect 'one object' sh -c '[ "$(wc -l <out)" -eq 1 ] && grep -q "\"collected\": 1000, .*\"missed\": 0}" out'
expect 'paced' run 0 "c2c 64" --rate 1000 --seconds 0.3 --deadline 1000000
expect 'the pace is told' has '1000 frames/s wanted'
expect 'no deadline missed' has 'deadline     1e+06 us: 0 frames missed it'
expect 'seconds beside frames' run 0 "c2c 64" --frames 999999999999 --seconds 0.2
expect 'seconds before the first frame is due' run 0 "c2c 64" --rate 0.1 --seconds 0.2
expect 'none was' has '0 accepted, 0 collected'
expect 'a rate that no integer holds' run 0 "c2c 64" --rate 1e300 --frames 1000
expect 'all the same' has '1000 accepted, 1000 collected'
expect 'two frames far apart' run 0 "c2c 64" --rate 2 --frames 2
expect 'on time' sh -c "sed -n 's/.*at most \\([0-9.e+]*\\) us behind/\\1/p' out | awk '{ exit !(\$1 < 250000) }'"
expect 'a deadline nobody can keep' run 0 "c2c 4096" --deadline 0.001 --frames 100
expect 'missed by all' has '100 frames missed it'
expect 'a picture' run 0 "c2c 64" --show --seconds 0.5 --rate 5000
expect 'lines of it' sh -c '[ "$(grep -c "" out)" -gt 3 ]'

# --- Devices that fail ------------------------------------------------------------------------------------------------

expect 'a device dropped' run 0 "c2c 64" --devices cpu,cpu --batch 16 --frames 50000 --check --fail 1@10000
expect 'told of' grep -q 'device 1 is dropped' err
expect 'and nothing lost' has '0 of 50000 frames are wrong'
expect 'no device left' run 2 "c2c 64" --batch 16 --frames 50000 --fail 0@1000
expect 'the reason' grep -q 'no device of the stream is left' err
expect 'no others spoken of' grep -q 'device 0 is dropped, and no other is left' err

# --- An interrupt: everything accepted is written ---------------------------------------------------------------------

mkfifo endless
"$program" stream "c2c 64 in=i16" endless -o until.raw --batch 100 >out 2>err &
streaming=$!
exec 9>endless
cat frames.raw >&9
while [ "$(wc -c <until.raw 2>/dev/null || echo 0)" -lt 100 ]; do sleep 0.05; done
kill -INT "$streaming" # while the pipe is open and silent
wait "$streaming"
expect 'an interrupt ends well' [ $? -eq 0 ]
exec 9>&-
accepted=$(sed -n 's/^frames *\([0-9]*\) accepted, \([0-9]*\) collected.*/\1/p' out)
expect 'what was accepted is written' [ "$(wc -c <until.raw)" -eq $((accepted * 64 * 8)) ]

mkfifo silent
"$program" stream "c2c 64 in=i16" silent -o nothing.raw >out 2>err & # nobody ever writes
streaming=$!
while [ ! -e nothing.raw ]; do sleep 0.05; done
sleep 0.3 # it listens to interrupts soon after
kill -INT "$streaming"
wait "$streaming"
expect 'an interrupt before anybody writes' [ $? -eq 0 ]
expect 'with a summary' has '0 accepted, 0 collected'

# --- A mistake empties no file ----------------------------------------------------------------------------------------

cp frames.raw same.raw
ln same.raw twin.raw
bad 'which is FILE itself' 'c2c 64 in=i16' same.raw -o same.raw
bad 'which is FILE itself' 'c2c 64 in=i16' same.raw -o twin.raw
"$program" stream 'c2c 64 in=i16' - -o same.raw <twin.raw >out 2>err
expect 'the same file as standard input' grep -q 'which is FILE itself' err
expect 'nothing of it is lost' cmp same.raw frames.raw
bad 'cannot be opened' 'c2c 64 in=i16' nowhere.raw -o same.raw
bad 'cannot be read' 'c2c 64 in=i16' . -o same.raw
expect 'nor for a source that is missing' cmp same.raw frames.raw
expect 'over a longer file' run 0 'c2c 64 in=i16' ten.raw -o same.raw
expect 'nothing of the longer one is left' [ "$(wc -c <same.raw)" -eq $((20 * 64 * 8)) ]
expect 'a device is no file' run 0 'c2c 64 in=i16' /dev/null -o /dev/null

# --- Mistakes ---------------------------------------------------------------------------------------------------------

bad 'PROBLEM is missing'
bad 'shape is "64q"' 'c2c 64q'
bad 'at most two are taken' a b c
bad 'cannot be opened' 'c2c 64' nowhere.raw
bad 'cannot be written' 'c2c 64' -o nowhere/out.raw
bad '--rate is -1' 'c2c 64' --rate -1
for flag in rate seconds deadline frames hop batch depth lanes; do
    bad "--$flag is 0; it must be" 'c2c 64' "--$flag" 0
done
expect 'an offset of nothing' run 0 'c2c 64' --offset 0 --frames 10
bad '--offset is -1' 'c2c 64' --offset -1
bad '--seconds is -0' 'c2c 64' --seconds=-0.0
bad '--frames is -2' 'c2c 64' --frames -2
bad '--batch is -5' 'c2c 64' --batch -5
bad '--depth is 1; it must be 2 to 1024' 'c2c 64' --depth 1
bad '--lanes is 99' 'c2c 64' --lanes 99
bad '--window is "flat"' 'c2c 64' --window flat
bad '--fail is "x"' 'c2c 64' --fail x
bad '--fail is "0@5,"' 'c2c 64' --fail 0@5,
bad '--fail is "0@-5"' 'c2c 64' --fail 0@-5
bad '--fail is "-1@5"' 'c2c 64' --fail -1@5
bad '--fail names device 7, and the last one is 0' 'c2c 64' --fail 7@5
bad 'devices is "gpo"' 'c2c 64' --devices gpo
bad 'devices is " cpu"' 'c2c 64' --devices ' cpu'
bad 'hop is 99999999999999' 'c2c 64' --hop 99999999999999
bad 'cannot share standard output' 'c2c 64' --show --json
bad 'leave FILE' 'c2c 64' frames.raw --check
bad '--check takes c2c' 'r2c 64' --check
bad '--hop is 32, and --check' 'c2c 64' --check --hop 32
bad '--offset is 64, and --check' 'c2c 64' --check --offset 64
bad 'leave *BATCH out' 'c2c 64*2' --check
bad 'istride= and ostride= out' 'c2c 64 ostride=2' --check
bad '509 is none' 'c2c 509' --check
bad 'place is in place' 'c2c 64 inplace'
bad 'window is set' 'c2c 8x8' --window hann

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
