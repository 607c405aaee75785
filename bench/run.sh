#!/bin/sh
# run.sh - a benchmark kept: bench/results/NAME.jsonl, with the machine and the command that made it in the first line.
#
# usage: run.sh BUILD NAME ARGUMENT...      the arguments are those of `atalanta bench`; --json is added
# e.g.   bench/run.sh build/release laptop "c2c 4096" "c2c 2^20" --peer fftw
set -eu

build=${1:?usage: run.sh BUILD NAME ARGUMENT...}
name=${2:?usage: run.sh BUILD NAME ARGUMENT...}
shift 2

# The command as a person would type it, and then as JSON takes it.
command='atalanta bench'
for word in "$@"; do
    case $word in
    *[!a-zA-Z0-9.,:=^/_-]*) command="$command '$word'" ;;
    *) command="$command $word" ;;
    esac
done
command=$(printf '%s' "$command" | sed 's/\\/\\\\/g; s/"/\\"/g')

results=$(dirname "$0")/results
temporary=$results/.$name.$$
mkdir -p "$results"
trap 'rm -f "$temporary"' EXIT
{
    # Without the wisdom, which is the person's who runs this, not the machine's.
    # Nor the folders in which its peers lie.
    info=$("$build/atalanta" info --json |
        sed 's/, "rules": .*, "wisdom": {[^}]*}//; s#"\(file\|missing\)": "/[^" ]*/#"\1": "#g')
    printf '{"command": "%s --wisdom none --json", "info": %s}\n' "$command" "$info"
    "$build/atalanta" bench "$@" --wisdom none --json
} >"$temporary"
mv "$temporary" "$results/$name.jsonl"
echo "$results/$name.jsonl"
