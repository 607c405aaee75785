#!/bin/sh
# gpu.sh - the benchmarks on a GPU, kept: bench/results/NAME-1d.jsonl, and short problems inside graphs.
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
sh "$folder/run.sh" "$build" "$name-1d" --set "$folder/sets/gpu-1d.txt" --on gpu --peer cufft,vkfft --seconds "$seconds"
sh "$folder/run.sh" "$build" "$name-1d-graph" --set "$folder/sets/gpu-graph.txt" --on gpu --graph --peer cufft,vkfft \
    --seconds "$seconds"
