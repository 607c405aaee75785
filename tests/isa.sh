#!/bin/sh
# isa.sh - one instruction set, through the program and through the tests that go through many problems, made short.
#
# Exit status 77 where this machine does not have the set: CTest then counts the test as skipped.
#
# usage: isa.sh ISA PROGRAM TEST...
set -eu

isa=$1
program=$2
shift 2
best=$("$program" info --json | sed -n 's/.*the CPU, with \([a-z0-9]*\) vectors.*/\1/p')
export ATALANTA_ISA="$isa"

if ! answer=$("$program" plan 'c2c 8' --wisdom none 2>&1); then
    echo "$answer"
    case $answer in
    *"ATALANTA_ISA is \"$isa\", which this machine does not have"*) exit 77 ;;
    esac
    exit 1
fi

# The shorter of what is short here and what the caller asks for.
least()
{
    if [ -n "$2" ] && [ "$2" -lt "$1" ]; then echo "$2"; else echo "$1"; fi
}
ATALANTA_TEST_LIMIT=$(least 200 "${ATALANTA_TEST_LIMIT:-}")
ATALANTA_TEST_RANDOM=$(least 1000 "${ATALANTA_TEST_RANDOM:-}")
export ATALANTA_TEST_LIMIT ATALANTA_TEST_RANDOM

# Where tests take long, those by themselves have been through the best set.
if [ -z "${ATALANTA_TEST_ONCE:-}" ] || [ "$best" != "$isa" ]; then
    for test in "$@"; do
        "$test"
    done
fi
"$program" verify --list quick --wisdom none >"$isa.out" || { cat "$isa.out"; exit 1; }
# Two passes, a real and a prime line too long for the cache, and odd addresses.
"$program" verify 'c2c 2^18' 'c2c f64 2^17 inverse' 'r2c 2^17' 'c2c 65537' 'c2c f64 96x100x20' --seed 1 --threads 2 \
    --wisdom none >"$isa.out" || { cat "$isa.out"; exit 1; }
# Lines that part, with results that may go past the caches.
"$program" verify 'c2c 2^20' 'c2c f64 2^19 inverse' --threads 2 --wisdom none >"$isa.out" || { cat "$isa.out"; exit 1; }
rm -f "$isa.out"
