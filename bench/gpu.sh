#!/bin/sh
# gpu.sh - the benchmarks on a GPU, kept: bench/results/NAME-1d.jsonl and others, a file for each set.
#
# usage: gpu.sh BUILD NAME      NAME is of the GPU, such as h200
# SECONDS_EACH=0.3 is how long each problem is measured. Without a GPU it says in one line what is missing and fails.
set -eu

build=${1:?usage: gpu.sh BUILD NAME}
name=${2:?usage: gpu.sh BUILD NAME}
folder=$(dirname "$0")
seconds=${SECONDS_EACH:-0.3}

if ! missing=$("$build/atalanta" plan 8 --on gpu 2>&1 >/dev/null); then
    echo "gpu-bench: nothing was measured: $missing" >&2
    exit 1
fi
# measure RESULT SET PEERS FLAG...
measure() {
    result=$1 set=$2 peers=$3
    shift 3
    sh "$folder/run.sh" "$build" "$name-$result" --set "$folder/sets/gpu-$set.txt" --on gpu --peer "$peers" \
        --seconds "$seconds" "$@"
}
measure 1d 1d cufft,vkfft
measure 1d-large 1d-large cufft
measure 1d-types 1d-types cufft
measure 1d-graph graph cufft,vkfft --graph
measure nd nd cufft,vkfft
measure real real cufft
