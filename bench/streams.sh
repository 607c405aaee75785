#!/bin/sh
# streams.sh - streams from host to host on a GPU, measured and kept: bench/results/NAME-streams.jsonl.
#
# usage: streams.sh BUILD NAME      NAME is of the GPU, such as h200
# ON=gpu names the engine; EACH=5, MINUTE=60 and FRAMES=100000000 are how long most parts, the one in real time and the
# soak are; QUICK=1 makes everything short, to see that it works (ON=cpu QUICK=1 works anywhere).
#
#   ladder       the rungs of paper 003 (atalanta reproduce 003 --only table-4)
#   sustained    512 points in i8, i16, f16 and f32, flat out
#   shape        the same i8 stream with other batches and lanes: what the usual choice is worth
#   real time    one transform per 226.95 ns for a minute, with a deadline of 500 us, or of 20 ms and latency preferred
#   latency      the same rate, and a low one, with the preference for latency
#   soak         frames checked one by one while devices fail; an interrupt; memory that cannot be had
#
# Fails when a check does: a frame wrong, a deadline missed in the minute, an interrupt that loses frames.
set -eu

build=${1:?usage: streams.sh BUILD NAME}
name=${2:?usage: streams.sh BUILD NAME}
on=${ON:-gpu}
quick=${QUICK:-0}
atalanta=$build/atalanta
folder=$(dirname "$0")/results
result=$folder/$name-streams.jsonl
temporary=$folder/.$name-streams.$$
failed=0

long() { if [ "$quick" = 1 ]; then echo "$1"; else echo "$2"; fi; }
each=$(long 0.3 "${EACH:-5}")
minute=$(long 1 "${MINUTE:-60}")
frames=$(long 200000 "${FRAMES:-100000000}")
rate=$(long 50000 4406257.7) # transforms a second: one per 226.95 ns

if ! missing=$("$atalanta" plan 8 --on "$on" 2>&1 >/dev/null); then
    echo "streams: nothing was measured: $missing" >&2
    exit 1
fi
mkdir -p "$folder"
trap 'rm -f "$temporary" "$temporary.part"' EXIT

# put PART ARGUMENT...: run `atalanta stream`, and keep its line with the name of the part and the command in front.
put() {
    part=$1
    shift
    printf '%s: atalanta stream' "$part" >&2
    printf " '%s'" "$@" >&2
    echo >&2
    status=0
    "$atalanta" stream "$@" --wisdom none --json >"$temporary.part" || status=$?
    command=$(printf ' %s' "$@")
    sed "s#^{#{\"part\": \"$part\", \"arguments\": \"${command# }\", #" "$temporary.part" >>"$temporary"
    return "$status"
}

# field NAME: a number of the line that was kept last.
field() {
    sed -n "s/.*\"$1\": \([-0-9.e+]*\).*/\1/p" "$temporary.part"
}

complain() {
    echo "streams: $1" >&2
    failed=1
}

info=$("$atalanta" info --json | sed 's/, "rules": .*, "wisdom": {[^}]*}//; s#"file": "[^"]*/#"file": "#g')
printf '{"command": "bench/streams.sh BUILD %s", "on": "%s", "info": %s}\n' "$name" "$on" "$info" >"$temporary"

echo "ladder: atalanta reproduce 003" >&2
"$atalanta" reproduce 003 --only table-4 --on "$on" --seconds "$each" --wisdom none --json |
    sed 's/^{/{"part": "ladder", /' >>"$temporary"

# What the host's bus hides: the kernels alone, on arrays of the device.
for algorithm in three-sets-plain three-sets; do
    problem="c2c 512*65536 in=i8 out=i8 algo=$algorithm"
    echo "kernels: atalanta bench \"$problem\"" >&2
    "$atalanta" bench "$problem" --on "$on" --wisdom none --json |
        sed "s/^{/{\"part\": \"kernels\", \"asked\": \"$algorithm\", /" >>"$temporary" ||
        complain "no kernel $algorithm"
done

for problem in "c2c 512 in=i8 out=i8" "c2c 512 in=i16 out=i16" "c2c f16 512" "c2c 512"; do
    put sustained "$problem" --on "$on" --seconds "$each" || complain "$problem was not measured"
done
put sustained "c2c 512 in=i8 out=i8" --on "$on" --seconds "$each" --hop 576 --offset 64 || complain 'no guard interval'

for lanes in 1 2 3 6 8; do
    put shape "c2c 512 in=i8 out=i8" --on "$on" --seconds "$each" --lanes "$lanes" || complain "$lanes lanes"
done
for batch in 512 1024 2048 8192 16384; do
    put shape "c2c 512 in=i8 out=i8" --on "$on" --seconds "$each" --batch "$batch" || complain "batches of $batch"
done

put 'real time' "c2c 512 in=i8 out=i8" --on "$on" --rate "$rate" --deadline 500 --seconds "$minute" ||
    complain 'real time was not measured'
[ "$quick" = 1 ] || [ "$(field missed)" = 0 ] || complain "$(field missed) deadlines of 500 us were missed"
put 'real time, latency preferred, a longer deadline' "c2c 512 in=i8 out=i8" --on "$on" --rate "$rate" \
    --deadline 20000 --latency --lanes 2 --seconds "$minute" || complain 'a longer deadline was not measured'
[ "$quick" = 1 ] || [ "$(field missed)" = 0 ] || complain "$(field missed) deadlines of 20 ms were missed"
put latency "c2c 512 in=i8 out=i8" --on "$on" --rate "$rate" --deadline 500 --latency --seconds "$each" ||
    complain 'latency at real time was not measured'
put latency "c2c 512 in=i8 out=i8" --on "$on" --rate 10000 --latency --seconds "$each" ||
    complain 'latency at a low rate was not measured'
put latency "c2c 512 in=i8 out=i8" --on "$on" --rate 10000 --latency --lanes 1 --seconds "$each" ||
    complain 'latency of one lane was not measured'

# Of three devices the second and the third fail; the consumer, which looks at every number, is slow.
put soak "c2c 512 in=i8 out=i8" --devices "$on,$on,cpu" --frames "$frames" --check \
    --fail "1@$((frames / 3)),2@$((frames * 2 / 3))" || complain 'the soak found wrong frames'
[ "$(field wrong)" = 0 ] && [ "$(field collected)" = "$frames" ] || complain 'the soak lost frames'

# Everything accepted before an interrupt comes out, and right.
"$atalanta" stream "c2c 512 in=i8 out=i8" --on "$on" --check --frames 1000000000000 --json >"$temporary.part" &
streaming=$!
sleep "$(long 1 5)"
kill -INT "$streaming"
wait "$streaming" || complain 'an interrupt ended badly'
sed 's/^{/{"part": "interrupt", /' "$temporary.part" >>"$temporary"
[ "$(field wrong)" = 0 ] && [ "$(field accepted)" = "$(field collected)" ] || complain 'an interrupt lost frames'

# Memory that cannot be had is refused in one line, and nothing is harmed.
if "$atalanta" stream "c2c 512" --on "$on" --batch 16777216 --depth 1024 2>"$temporary.part" >/dev/null; then
    complain 'rings of 128 TiB were made'
fi
[ "$(wc -l <"$temporary.part")" -eq 1 ] || complain 'a refusal of more than one line'

mv "$temporary" "$result"
echo "$result"
exit "$failed"
