#!/bin/sh
# test_reproduce_cli.sh - `atalanta reproduce` as its users meet it: what there is, CPU parts measured at small sizes,
# the emulator's checks, results kept and shown again, the page, one line for every mistake.
#
# Usage: test_reproduce_cli.sh PROGRAM. Everything is done in a folder of its own, with a cache of its own.

command=reproduce
. "$(dirname "$0")/command.sh"
cp "$program" atalanta || exit 2 # far from the tree and its results
program=$folder/atalanta

# lines COUNT WORDS: so many lines of the file out have these words.
lines() {
    [ "$(grep -cF -- "$2" out)" -eq "$1" ]
}

# --- What there is ----------------------------------------------------------------------------------------------------

expect 'the list' run 0 --list
expect 'every paper' sh -c 'for paper in 000 001 002 003 004; do grep -q "^$paper  [A-Z]" out || exit 1; done'
expect 'its exhibits' has 'figures-3-and-4-natural'
expect 'of one paper' run 0 003 --list
expect 'and no other' sh -c '[ "$(grep -c "^00" out)" -eq 1 ]'

expect 'as JSON' run 0 003 --list --json
expect 'a line an exhibit' sh -c '! grep -v "^{\"paper\": \"003\", .*\"exhibit\": .*\"title\": .*}$" out'

# --- On the CPU -------------------------------------------------------------------------------------------------------

expect 'times of 002' run 0 002 --only figure-3,table-1 --on cpu --largest 2^12 --seconds 0.001 --out two.jsonl
expect 'two tables' lines 2 '  2^11'
expect 'algorithms and ours' sh -c 'grep -q "^  N  *CT, CPU  *CG, CPU .* CPU$" out'
expect 'what was found' has 'atalanta, CPU at least as fast as every algorithm of the paper'
expect 'nothing said' [ ! -s err ]
expect 'rows kept' sh -c '[ "$(grep -c "\"c2c 2^1[012] algo=ct-dif order=bitrev\", \"on\": \"cpu\"" two.jsonl)" -eq 3 ]'
expect 'each checked' sh -c '! grep "\"unit\": \"us\"" two.jsonl | grep -q "\"error_l2\": null"'
expect 'shown again' run 0 002 --only figure-3,table-1 --from two.jsonl
expect 'the same tables' lines 2 '  2^11'
expect 'and where they are from' has 'two.jsonl'
expect 'from a pipe' sh -c '"$1" reproduce 002 --only figure-3 --from - <two.jsonl >out 2>err' sh "$program"
expect 'as JSON' run 0 002 --only table-1 --on cpu --largest 2^12 --seconds 0.001 --json
expect 'rows, cases, a finding or none' sh -c '[ "$(grep -c "^{\"what\": \"roots" out)" -eq 2 ] &&
    [ "$(grep -c "\"case\": \"2^1[12]\"" out)" -eq 2 ]'
cp out json.out
expect 'and that can be read, too' run 0 002 --only table-1 --from json.out

expect 'threads' run 0 001 --only figures-6-and-7 --on cpu --largest 2^4 --seconds 0.001
expect 'no size so small' has 'no figures'

expect 'the ladder' run 0 003 --only table-4 --on cpu --seconds 0.01 --batch 16
expect 'every rung but one' sh -c '[ "$(grep -c "^  [a-z0-9-]* *[0-9-][0-9]* *| *[0-9.]" out)" -eq 9 ]'
expect 'one CPU is not two' has 'there is one cpu, and not two'

# --- The page ---------------------------------------------------------------------------------------------------------

expect 'a page' run 0 002 003 --from two.jsonl --page page.html
expect 'is told of' has 'the page is page.html'
expect 'and written' grep -q '^</html>$' page.html
expect 'with a figure' grep -q '<svg ' page.html
expect 'and what is missing' grep -q 'No figures yet' page.html
if command -v python3 >/dev/null 2>&1; then
    expect 'that a parser takes' python3 -c '
import html.parser, sys
class check(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attrs):
        if tag != "meta": self.open.append(tag)
        assert not any(name in ("src", "href") and not value.startswith("#") for name, value in attrs)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
parser = check()
parser.feed(open("page.html", encoding="utf-8").read())
assert not parser.open'
fi

# --- On the emulator, and without results of a GPU --------------------------------------------------------------------

expect 'the emulator' run 0 000 --only table-1 --on emu --largest 2^11 --json
expect 'algorithms, both ways' sh -c '[ "$(grep -c "\"on\": \"emu\"" out)" -eq 12 ]'
expect 'right' sh -c '! grep "\"on\": \"emu\"" out | grep -q "\"error_l2\": null"'
expect 'not timed' sh -c '! grep -q "\"unit\": \"us\"" out'
expect 'without a GPU' run 0 000 --only table-1 --quick --largest 2^10
expect 'checked' has 'were checked on the emulator'
expect 'no figures' has 'no figures: it needs a GPU'
mkdir -p bench/results
cp two.jsonl bench/results/h200-papers.jsonl
expect 'results that come with it' run 0 002 --only figure-3 --quick --largest 2^10 --seconds 0.001
expect 'here' has 'measured here'
expect 'and there' has 'bench/results/h200-papers.jsonl'
rm -r bench

# --- Mistakes ---------------------------------------------------------------------------------------------------------

bad 'there is no paper "999"' 999
bad 'has "table-9"' 000 --only table-1,table-9
bad 'has "figure-4"' 000 --only figure-4
bad '--quick and --full' --quick --full
bad '--from and --out' --from a --out b
bad '--seconds is 0' --seconds 0
bad '--batch is 0' --batch 0
bad '--largest is "12x"' --largest 12x
bad '--page is "page.pdf"' --page page.pdf
bad 'nowhere.jsonl cannot be read' --from nowhere.jsonl
bad '--on is "gpu", which cannot be used here' --on gpu
echo 'no JSON' >bad.jsonl
bad 'bad.jsonl:1: no row of atalanta reproduce' --from bad.jsonl
bad '--out: nowhere/x.jsonl cannot be written' 000 --out nowhere/x.jsonl --on cpu
run 2 002 --from two.jsonl --page nowhere/page.html
expect 'a page that cannot be written' grep -q 'nowhere/page.html' err

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
