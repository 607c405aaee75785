#!/bin/sh
# run.sh - the tests that need a GPU: the list of problems, what callers with data on the device are promised, and,
# where compute-sanitizer is present, its four tools over one problem of each family of kernels.
#
# usage: run.sh BUILD
# Without a GPU it says in one line what is missing and fails: a test that did not run has not passed.
set -u

build=${1:?usage: run.sh BUILD}
folder=$(dirname "$0")
program=$build/atalanta
cache=$(mktemp -d) || exit 1
trap 'rm -rf "$cache"' EXIT
unset ATALANTA_WISDOM
XDG_CACHE_HOME=$cache # not the wisdom of the person who runs this
export XDG_CACHE_HOME

if ! missing=$("$program" plan 8 --on gpu 2>&1 >/dev/null); then
    echo "gpu-test: nothing was tested: $missing" >&2
    exit 1
fi

failed=''
jobs=$(getconf _NPROCESSORS_ONLN) || jobs=1 # most of the time goes into compiling kernels
echo "== verify --list gpu"
"$program" verify --list gpu --on gpu --jobs "$jobs" || failed="$failed verify"
echo "== verify --list gpu, at odd addresses"
"$program" verify --list gpu --on gpu --seed 1 --jobs "$jobs" || failed="$failed verify-odd"
echo "== test_device"
"$build/tests/test_device" || failed="$failed test_device"

for name in test_stream test_stream_faults test_window test_three_sets test_roots; do
    echo "== $name, on a GPU in place of the emulator"
    ATALANTA_TEST_ON=gpu "$build/tests/$name" || failed="$failed $name"
done

sanitizer=$(command -v compute-sanitizer || true)
[ -n "$sanitizer" ] || sanitizer=$(ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
if [ -z "$sanitizer" ]; then
    echo "== compute-sanitizer is not present: left out"
else
    # The problems as arguments, each a word.
    set --
    while IFS= read -r line; do
        case $line in '' | '#'*) ;; *) set -- "$@" "$line" ;; esac
    done <"$folder/sanitize.txt"
    for tool in memcheck racecheck initcheck synccheck; do
        echo "== compute-sanitizer --tool $tool, $# problems"
        "$sanitizer" --tool $tool --error-exitcode 1 "$program" verify "$@" --on gpu >"$cache/log" 2>&1 && continue
        # A barrier in shared memory is made and then armed by the same thread, which racecheck warns of.
        grep -q 'RACECHECK SUMMARY: .*(0 errors' "$cache/log" && ! grep -q FAILED "$cache/log" && continue
        tail -40 "$cache/log"
        failed="$failed $tool"
    done
fi

if [ -n "$failed" ]; then
    echo "gpu-test: failed:$failed" >&2
    exit 1
fi
echo "gpu-test: all passed"
