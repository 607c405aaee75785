#!/bin/sh
# papers.sh - the five papers on a GPU, kept: bench/results/NAME-papers.jsonl, and the page drawn of it.
#
# usage: papers.sh BUILD NAME [ARGUMENT...]      NAME is of the GPU, such as h200; the arguments are those of
#                                                `atalanta reproduce`, such as --full or --quick
# The first line of the file holds the machine and the command. The page is bench/results/NAME-papers.html. Kernels that
# were compiled are kept in a cache of 512 MiB meanwhile, so that none is compiled twice.
set -eu

build=${1:?usage: papers.sh BUILD NAME [ARGUMENT...]}
name=${2:?usage: papers.sh BUILD NAME [ARGUMENT...]}
shift 2
results=$(dirname "$0")/results
temporary=$results/.$name-papers.$$

if ! missing=$("$build/atalanta" plan 8 --on gpu 2>&1 >/dev/null); then
    echo "papers: nothing was measured: $missing" >&2
    exit 1
fi
mkdir -p "$results"
trap 'rm -f "$temporary"' EXIT
ATALANTA_CACHE_MB=${ATALANTA_CACHE_MB:-512}
export ATALANTA_CACHE_MB
status=0
"$build/atalanta" reproduce all --wisdom none --out "$temporary" "$@" || status=$?
[ "$status" -le 1 ] || exit "$status" # 1: a result was wrong, which was told; the rest is kept
# The command without the file that was only on the way.
sed "1s# --out [^ \"]*# --out $name-papers.jsonl#" "$temporary" >"$results/$name-papers.jsonl"
"$build/atalanta" reproduce all --from "$results/$name-papers.jsonl" --page "$results/$name-papers.html" >/dev/null
echo "$results/$name-papers.jsonl"
echo "$results/$name-papers.html"
exit "$status"
