#!/bin/sh
# table.sh - the whole table of a machine: every set of bench/sets, for each number of threads, and a random thousand;
# kept as bench/results/NAME-*.jsonl, and drawn as bench/results/NAME.svg, NAME-large.svg and NAME-random.svg.
#
# usage: table.sh BUILD NAME THREADS...
# e.g.   bench/table.sh build/release xeon 1 16
#
# Variables of the environment:
#   PEERS=fftw,fftw:patient     the peers of the table; mkl needs ATALANTA_MKL
#   PEER_SECONDS=5              how long a peer may plan a problem: a plan that came to it is marked plan_limited
#   MEASURE_SECONDS=0.5         how long a problem is measured
#   PROGRAM="python3 bench/torch_peer.py"     a peer that is a program, for the set of large problems; none unless set
#   RANDOM_COUNT=1000           how many random problems; 0 for none
#   SEED=1                      which
set -eu

build=${1:?usage: table.sh BUILD NAME THREADS...}
name=${2:?usage: table.sh BUILD NAME THREADS...}
shift 2
[ $# -gt 0 ] || set -- 1

folder=$(dirname "$0")
peers=${PEERS:-fftw,fftw:patient}
peer_seconds=${PEER_SECONDS:-5}
seconds=${MEASURE_SECONDS:-0.5}
count=${RANDOM_COUNT:-1000}

sets=
for set in pow2-f32 pow2-f64 r2c-f32 npow2 nd batch; do sets=$sets${sets:+,}$folder/sets/$set.txt; done

files=
large=
for threads in "$@"; do
    sh "$folder/run.sh" "$build" "$name-$threads" --set "$sets" --threads "$threads" --peer "$peers" \
        --peer-seconds "$peer_seconds" --seconds "$seconds"
    files="$files $folder/results/$name-$threads.jsonl"
    [ -z "${PROGRAM:-}" ] && continue
    sh "$folder/run.sh" "$build" "$name-large-$threads" --set "$folder/sets/large.txt" --threads "$threads" \
        --peer "$peers" --peer-seconds "$peer_seconds" --peer-program "$PROGRAM" --seconds "$seconds"
    large="$large $folder/results/$name-large-$threads.jsonl"
done
# shellcheck disable=SC2086 # names of files, made above
"$build/atalanta" plot $files -o "$folder/results/$name.svg"
# shellcheck disable=SC2086
[ -z "$large" ] || "$build/atalanta" plot $large -o "$folder/results/$name-large.svg"

if [ "$count" -gt 0 ]; then
    sh "$folder/run.sh" "$build" "$name-random" --random "$count" --seed "${SEED:-1}"
    "$build/atalanta" plot "$folder/results/$name-random.jsonl" -o "$folder/results/$name-random.svg"
fi
