#!/bin/sh
# test_cli.sh - the program as its users meet it: help, exit statuses, one line for every mistake, JSON, pipes, wisdom.
#
# Usage: test_cli.sh PROGRAM. Everything is done in a folder of its own, with a cache of its own.

program=$1
if [ ! -x "$program" ]; then
    echo "test_cli.sh: \"$program\" is no program; give the path of atalanta" >&2
    exit 2
fi
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 2' HUP INT TERM
cd "$folder" || exit 2
HOME=$folder
XDG_CACHE_HOME=$folder/cache
export HOME XDG_CACHE_HOME
unset ATALANTA_WISDOM ATALANTA_FFTW_DIR ATALANTA_MKL ATALANTA_ISA ATALANTA_CUFFT ATALANTA_VKFFT \
    ATALANTA_CACHE ATALANTA_CACHE_MB
ATALANTA_CUDA_DRIVER=$folder/no_driver.so # also where there is a GPU: these tests are of a machine without one
export ATALANTA_CUDA_DRIVER

passed=0
failed=0

pass() {
    passed=$((passed + 1))
}

fail() {
    failed=$((failed + 1))
    echo "FAILED $1" >&2
    [ -s err ] && sed 's/^/    stderr: /' err | head -5 >&2
}

# run STATUS ARGUMENT...: run the program into the files out and err; true if it exits with that status.
run() {
    wanted=$1
    shift
    "$program" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$wanted" ] && return 0
    echo "exit status $status instead of $wanted" >>err
    return 1
}

# good TITLE ARGUMENT...: exit status 0 and nothing on standard error.
good() {
    title=$1
    shift
    if run 0 "$@" && [ ! -s err ]; then pass; else fail "$title"; fi
}

# bad PATTERN ARGUMENT...: exit status 2, nothing on standard output, one line on standard error that names the field.
bad() {
    pattern=$1
    shift
    if run 2 "$@" && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -e "^atalanta.*$pattern" err; then
        pass
    else
        fail "atalanta $*: expected one line with \"$pattern\""
    fi
}

# json TITLE COUNT: the file out holds COUNT lines, each a JSON object.
json() {
    if [ "$(wc -l <out)" -ne "$2" ]; then
        fail "$1: $(wc -l <out) lines instead of $2"
    elif command -v python3 >/dev/null 2>&1; then
        if python3 -c 'import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    assert isinstance(json.loads(line), dict)' out 2>>err; then pass; else fail "$1: not JSON"; fi
    elif grep -v '^{".*}$' out >/dev/null; then
        fail "$1: not JSON"
    else
        pass
    fi
}

# holds TITLE PATTERN...: the file out holds each pattern.
holds() {
    title=$1
    shift
    for pattern in "$@"; do
        grep -q -e "$pattern" out || {
            fail "$title: \"$pattern\" is not there"
            return
        }
    done
    pass
}

# --- Help and version ------------------------------------------------------------------------------------------------

good "--help" --help
holds "--help" plan run verify bench plot tune cache info Example: SHAPE
good "help" help
good "--version" --version
holds "--version" '^atalanta [0-9]*\.[0-9]*\.[0-9]*$'
for command in plan run verify bench plot tune cache info; do
    good "$command --help" $command --help
    holds "$command --help" "^Usage: atalanta $command" '^Example:' "^  .*atalanta $command" '--on ENGINE *.*gpu'
    cp out first
    good "help $command" help $command
    if cmp -s out first; then pass; else fail "help $command differs from $command --help"; fi
done

good "bench --help" bench --help
holds "bench --help, of GPUs" '--graph' 'cufft, vkfft' 'ATALANTA_CUFFT' 'ATALANTA_VKFFT' "GPU's L2 cache"
good "verify --help" verify --help
holds "verify --help, of engines" 'or gpu' '--on emu' 'counted apart'

# --- Mistakes --------------------------------------------------------------------------------------------------------

bad 'no command'
bad 'unknown command "bnech".*bench' bnech
bad 'unknown command "frobnicate"' frobnicate
bad 'unknown command "bnech".*bench' help bnech
bad 'unknown flag "--verison".*--version' --verison
bad 'unknown flag --thread;.*--threads' bench 8 --thread 2
bad 'unknown flag --frobnicate' plan 8 --frobnicate
bad 'unknown flag -x' plan -x 8
bad '--threads has no value' bench 8 --threads
bad '--threads has no value' bench 8 --threads --json
bad '--threads has no value' bench 8 --threads=
bad '--recipe has no value' plan 8 --recipe
bad '--json is "1"' plan 8 --json=1
for threads in 0 -1 99999; do
    bad "--threads is $threads; it must be 1 to 1024" plan 8 --threads $threads
done
bad '--threads is "two"' plan 8 --threads two
bad '--threads is "1e3"' plan 8 --threads 1e3
bad '--threads is "99999999999999999999"' plan 8 --threads 99999999999999999999
bad '--seconds is "soon"' bench 8 --seconds soon
bad '--seconds is "1,5"' bench 8 --seconds 1,5
bad '--seconds is "nan"' bench 8 --seconds nan
bad '--seconds is -1' bench 8 --seconds -1
bad '--seconds is 0' tune 8 --seconds 0
bad '--on is "toaster"' plan 8 --on toaster
bad '--peer is "nosuch"' bench 8 --peer nosuch
bad '--peer is "ffwt".*fftw' bench 8 --peer ffwt
bad '--peer is "fftw:hasty".*fftw:estimate' bench 8 --peer fftw:hasty
bad '--peer is ""' bench 8 --peer fftw,
bad '--peer is "cufft", which computes on a GPU.*use --on gpu' bench 8 --peer cufft
bad '--peer is "vkfft", which computes on a GPU.*use --on gpu' bench 8 --peer fftw,vkfft --on cpu
bad '--graph goes with --on gpu' bench 8 --graph
bad '--on is "gpu:x"' plan 8 --on gpu:x
bad '--on is "gpus"' plan 8 --on gpus
for command in plan verify bench tune; do
    bad '--on is "gpu[:1]*"' $command 8 --on gpu
    bad '--on is "gpu:1"' $command 8 --on gpu:1
done
bad '--on is "gpu"' bench 8 --on gpu --peer cufft,vkfft --graph
bad '--list is "tiny"; it must be quick, normal, large or gpu' verify --list tiny
bad '--random is 0' bench --random 0
bad '--random is "many"' bench --random many
bad '"8" and --random' bench 8 --random 3
bad '--set and --random' bench --set nosuch --random 3
bad '--recipe and --random' bench --recipe '{X(8)}' --random 3
bad '--seed goes with --random' bench 8 --seed 3
bad '--peer-program.*"exit 3" ended' bench 8 --peer-program 'exit 3'
bad '--peer-program.*does not tell its name' bench 8 --peer-program 'read x; echo hello'
bad '--peer-program.*no thanks' bench 8 --peer-program 'read x; echo cannot no thanks'
bad 'PROBLEM is missing' plan
bad 'PROBLEM is missing' bench --json
bad 'PROBLEM is missing' tune
bad '"extra" is not expected' info extra
bad 'quotes' plan c2c 1024
bad '"--help"' plan -- --help

bad '"c2d"' plan 'c2d 8'
bad '"f33"' plan 'c2c f33 8'
bad '8x' plan 8x
bad 'in=f64x' plan '8 in=f64x'
bad 'SHAPE' plan 2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2
bad 'n is 0' plan 0
bad 'n is 0' plan 8*0
bad 'n' plan 2^63
bad 'n' plan 99999999999999999999999
bad '2^47\|overflow' plan '2^40*2^40'
# The tables of a plan have to fit, its data need not. A sanitizer takes more addresses than these for itself.
if (ulimit -v 8000000 && "$program" plan 8) >out 2>&1; then
    (ulimit -v 8000000 && "$program" plan '2^32*64') >out 2>err
    if [ $? -eq 0 ] && [ ! -s err ]; then pass; else fail "a plan of 4 TiB"; fi
    (ulimit -v 8000000 && "$program" plan 2^44) >out 2>err
    if [ $? -eq 2 ] && grep -q '"c2c 17592186044416" cannot be looked at.*tables of a plan' err; then
        pass
    else
        fail "a plan whose tables do not fit"
    fi
fi
bad 'memory' bench 2^40
bad 'stride_out' plan '8*2 odist=1'
bad 'stride_out' plan '4x4 ostride=1,1'
bad 'place' plan 'r2c 8 inplace istride=2'
bad 'r2c' plan 'r2c 8 inverse'
bad 'algorithm is magic; it must be one of straightforward' plan '8 algo=magic'
bad 'algo=8' plan '8 algo=8'
bad 'algorithm is locality, which is for one dimension of a power of two' plan '12 algo=locality'
bad 'recipe is given, but the problem asks for the algorithm radix8' plan '512 algo=radix8' --recipe '{X(512)}'
bad 'power of two' plan 'reverse 12'
bad 'its span must be 64' plan '4x64' --recipe '{X(8, 8, 8, 56, tw), Y(4)} {X(8)}'
bad 'recipe' plan 8 --recipe 'nonsense('
one_line='8
9'
bad '8?9' plan "$one_line"

# --- Output that cannot be written -----------------------------------------------------------------------------------

if [ -w /dev/full ]; then
    for arguments in '--help' 'info' 'info --json' 'plan 8' 'bench 8 --seconds 0.01 --json' 'plan --help'; do
        # shellcheck disable=SC2086 # the arguments are words
        "$program" $arguments >/dev/full 2>err
        status=$?
        if [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q 'standard output' err; then
            pass
        else
            fail "$arguments to a full device: status $status"
        fi
    done
fi
"$program" info >&- 2>err
if [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]; then pass; else fail "info with standard output closed"; fi

# A reader that goes away: no complaint, status 0, and no rows that nobody reads.
{ "$program" bench 8 16 32 64 --seconds 0.05 --json 2>err; echo $? >status; } | head -1 >out
if [ "$(cat status)" -eq 0 ] && [ ! -s err ]; then pass; else fail "bench into head -1: status $(cat status)"; fi
json "bench into head -1" 1
{ "$program" plan 8 16 32 2>err; echo $? >status; } | :
if [ "$(cat status)" -eq 0 ] && [ ! -s err ]; then pass; else fail "plan into a reader that reads nothing"; fi

# --- plan and info ---------------------------------------------------------------------------------------------------

good "plan" plan 'c2c 1024'
holds "plan" 1024
good "plan, an algorithm" plan 'c2c 512 algo=radix8'
holds "plan, an algorithm" 'algorithm: radix8 was asked for' '{X(8), X(8), X(8)}'
in_full='{X(8, 8, 8, 64, tw)} {X(8, 8, 1, 8, no-tw)} {Y(1, 4, 1, 4, no-tw)}'
good "plan, stages in full" plan 'c2c 4x64' --recipe "$in_full"
holds "plan, stages in full" '{X(8)} {X(8)} {Y(4)}' '1  {X(8, 8, 8, 64, tw)}' '3  {Y(1, 4, 1, 4, no-tw)}'
good "plan, several" plan 8 'r2c f64 100' 'dct2 16x16'
good "plan, flags first" plan --threads 2 --on cpu -- 1024
good "plan --json" plan 'c2c 1024' 'c2c f16 64*3 inverse' --json
json "plan --json" 2
holds "plan --json" '"problem": "c2c 1024"' '"on": "cpu"' '"threads": 1' '"recipe": "' '"passes": [0-9]' \
    '"scratch_bytes": [0-9]' '"bytes_estimated": [0-9]' '"bytes_minimal": 16384' '"flops": 51200' \
    '"time_estimated_us": [0-9]' '"chosen_by": "estimate"' '"plan_ms": [0-9]'
recipe=$(sed -n '1s/.*"recipe": "\([^"]*\)".*/\1/p' out)
good "plan --recipe" plan 'c2c 1024' --recipe "$recipe" --json
holds "plan --recipe" '"chosen_by": "caller"'
good "info" info
holds "info" '^atalanta' '^cpu' '^features' '^engines' '^peers' '^rules' '^wisdom'
good "info --json" info --json
json "info --json" 1
holds "info --json" '"version"' '"cpu"' '"gpu": null' '"features"' '"cores"' '"engines"' '"peers"' '"rules"' \
    '"algorithms"' '"wisdom"'
good "info --measure" info --measure --on cpu --threads 2
holds "info --measure" '^bounds .*2 threads' 'copy .* GB/s' 'arithmetic .* GFLOP/s of f32' 'exchange .* GB/s'
good "info --measure --json" info --measure --json
json "info --measure --json" 1
holds "info --measure --json" '"bounds": {"engine": "cpu"' '"copy_gb_per_s"' '"arithmetic_gflops"' '"exchange_bytes"'
bad 'engine is "emu"' info --measure --on emu
ATALANTA_FFTW_DIR=$folder run 0 info && holds "info without peers" 'missing: libfftw3f.so.3 was not found'
ATALANTA_CUFFT=$folder/nosuch.so ATALANTA_VKFFT=$folder/nosuch.so run 0 info
holds "info without peers on a GPU" 'cufft  f32: missing: .*nosuch.so was not found.*ATALANTA_CUFFT' \
    'vkfft  f32: missing: .*nosuch.so cannot be loaded; build atalanta_vkfft'

# The instruction set in use, those there are, and one that there is not.
run 0 info
isas=$(sed -n 's/.* vectors (this machine has: \(.*\))$/\1/p' out)
if [ -n "$isas" ]; then pass; else fail "info names no instruction sets"; fi
for isa in $isas; do
    ATALANTA_ISA=$isa run 0 info
    holds "info with ATALANTA_ISA=$isa" "with $isa vectors"
    ATALANTA_ISA=$isa run 0 plan 'c2c 60' && pass || fail "plan with ATALANTA_ISA=$isa"
done
ATALANTA_ISA=mmx
export ATALANTA_ISA
for command in plan verify bench tune; do
    bad "ATALANTA_ISA is \"mmx\", which this machine does not have; set it to one of: $isas" $command 8
done
unset ATALANTA_ISA

# --- bench -----------------------------------------------------------------------------------------------------------

good "bench --json" bench 'c2c 256' 'r2c f64 100 inplace' 'c2c 64 split inverse scale=n' --seconds 0.02 --json
json "bench --json" 3
for key in problem on threads name passes time_us gflops fraction_of_copy ratio error_l2 plan_ms scratch_bytes; do
    if [ "$(grep -c "\"$key\": " out)" -eq 3 ]; then pass; else fail "bench --json: key $key"; fi
done
holds "bench --json" '"name": "atalanta"' '"ratio": 1,' '"error_l2": [0-9.]*e-0[78]' '"error_l2": [0-9.]*e-1[67]'
good "bench" bench 64 --seconds 0.02
holds "bench" '^c2c 64 ' ' atalanta ' ' copy '
ATALANTA_FFTW_DIR=$folder run 0 bench 64 128 --seconds 0.02 --json --peer fftw,fftw:estimate
json "bench with a peer that is missing" 2
if [ "$(wc -l <err)" -eq 1 ] && grep -q 'fftw is missing' err; then pass; else fail "a missing peer is told of once"; fi
ATALANTA_MKL=$folder/nosuch.so run 0 bench 64 128 --seconds 0.02 --json --peer mkl
if [ "$(wc -l <err)" -eq 1 ] && grep -q 'mkl is missing' err; then pass; else fail "a missing MKL is told of once"; fi
if "$program" info | grep -q 'f32: fftw-3'; then
    good "bench --peer" bench 'c2r 96' 'c2c 32 inplace' --seconds 0.02 --peer fftw:estimate --json
    json "bench --peer" 5
    holds "bench --peer" '"name": "fftw:estimate", "passes": null' '"error_l2": [0-9.]*e-0[78]' '"effort": "estimate"' \
        '"plan_limited": false' '^{"summary": "bench".*"problems": 2.*"ratio_mean": [0-9].*"worst": \['
    good "efforts of a peer" bench 16 --seconds 0.02 --peer fftw,fftw:measure,fftw-estimate,fftw:patient --json
    json "efforts of a peer" 5
    holds "efforts of a peer" '"effort": "measure"' '"name": "fftw:estimate"' \
        '"name": "fftw:patient".*"effort": "patient"'
    good "a limit to planning" bench 2^12 --seconds 0.02 --peer fftw:patient --peer-seconds 0.001 --json
    holds "a limit to planning" '"plan_limited": true'
    good "bench --peer for people" bench 64 128 --seconds 0.02 --peer fftw:estimate
    holds "bench --peer for people" '^fftw:estimate: geometric mean of the ratios [0-9.]* over 2 problems' \
        ' below 0.95$'
    run 0 bench 'c2c f16 64' --seconds 0.02 --peer fftw:estimate --json
    json "bench of what a peer cannot do" 1
    if [ "$(wc -l <err)" -eq 1 ] && grep -q 'left out' err; then pass; else fail "why a peer is left out"; fi
    good "bench --random" bench --random 6 --seed 3 --seconds 0.002
    holds "bench --random" '^6 random problems of seed 3$' '^fftw:estimate: .* over 6 problems' 'the worst 6:'
    good "bench --random --json" bench --random 2 --seconds 0.002 --json
    json "bench --random --json" 5

    # FFTW without its library of threads: the row says so, and does not count.
    library=$("$program" info --json | sed -n 's/.*"name": "fftw", "type": "f32", "file": "\([^"]*\)".*/\1/p')
    mkdir bare && ln -s "$library" bare/libfftw3f.so.3
    if ! nm -D "$library" 2>/dev/null | grep -q fftwf_init_threads; then
        ATALANTA_FFTW_DIR=$folder/bare run 0 bench 64 --threads 2 --seconds 0.02 --peer fftw:estimate --json
        holds "FFTW without threads" '"note": "libfftw3f_threads.so.3 was not found' '"problems": 0,.*"not_counted": 1'
    fi
fi

# A peer that is a program: here a few lines of shell that claim a microsecond for everything.
cat >peer.sh <<'END'
while read -r word rest; do
    case $word in
    hello) echo "hello shell 1.0" ;;
    prepare)
        case $rest in
        *dct*) echo "cannot do cosines" ;;
        *) echo "ready 5000 ${THREADS:-${rest%% *}}" ;;
        esac
        ;;
    run) echo "took $((rest * 1000))" ;;
    drop) echo dropped ;;
    esac
done
END
good "bench --peer-program" bench 64 'r2c f64 8x8' --seconds 0.02 --peer-program 'sh peer.sh' --json
json "bench --peer-program" 5
holds "bench --peer-program" '"name": "shell".*"time_us": \(1\|0.99[0-9]*\),.*"plan_ms": 0.005' '"version": "shell 1.0"'
run 0 bench 'dct2 64' --seconds 0.02 --peer-program 'sh peer.sh' --json
if grep -q 'shell is left out of "dct2 64": do cosines' err; then pass; else fail "what a program cannot do"; fi
bad 'peer short failed at "c2c 64"' bench 64 --json \
    --peer-program 'read x; echo hello short 1; read x; echo ready 1 1; cat'
run 0 bench 64 --threads 2 --seconds 0.02 --json --peer-program 'THREADS=1 sh peer.sh'
holds "a program with fewer threads" '"note": "it computes on 1 thread only"'

# Sets of problems.
printf '# a set\n\n  c2c 64   # twice\nr2c f64 2^4\r\n' >set.txt
good "bench --set" bench --set set.txt --seconds 0.02 --json
json "bench --set" 2
holds "bench --set" '"problem": "c2c 64"' '"problem": "r2c f64 16"'
good "bench of a set and more" bench 8 --set set.txt,set.txt --seconds 0.02 --json
json "bench of a set and more" 5
"$program" bench --set - --seconds 0.02 --json <set.txt >out 2>err
json "bench of standard input" 2
printf 'c2c 64\n\nc2c sixty\n' >bad.txt
bad 'bad.txt:3: .*sixty' bench --set bad.txt
bad 'bad.txt:3: .*sixty' bench --set set.txt,bad.txt
printf '# nothing\n' >empty.txt
bad 'empty.txt holds no problem' bench --set empty.txt
bad 'nosuch.txt.*cannot be read' bench --set nosuch.txt
bad '"" cannot be read' bench --set set.txt,
bad 'cannot be read' bench --set .

# --- plot ------------------------------------------------------------------------------------------------------------

"$program" bench 8 16 100 8x8 'r2c 2^4*3' --seconds 0.02 --json --peer-program 'sh peer.sh' >rows.jsonl 2>err
{
    echo '{"command": "atalanta bench", "info": {"version": "1.2.3", "cpu": "A \"fine\" <machine>", "cores": 4}}'
    cat rows.jsonl
} >kept.jsonl
good "plot" plot kept.jsonl -o chart.svg
holds "plot" '^10 rows drawn into chart.svg$'
cp chart.svg out
holds "plot" '^<svg ' 'atalanta 1.2.3 beside shell' 'A &quot;fine&quot; &lt;machine&gt;, 4 cores' '>GFLOP/s<' '>2^4<' \
    'c2c f32, powers of two, 1 thread' 'c2c f32, other lengths' '>8x8<' 'r2c f32, dimensions and batches' '^</svg>$'
good "plot into PNG" plot kept.jsonl rows.jsonl --output chart.png --title 'My title' --json
json "plot into PNG" 1
if [ "$(head -c 4 chart.png | tail -c 3)" = PNG ]; then pass; else fail "plot into PNG made none"; fi
"$program" plot - -o piped.svg <rows.jsonl >out 2>err
if [ -s piped.svg ]; then pass; else fail "plot of standard input"; fi
sed 's/"on": "cpu"/"on": "gpu"/; s/"cores"/"gpu": "A GPU of glass", "cores"/' kept.jsonl >gpu.jsonl
good "plot of a GPU" plot gpu.jsonl -o gpu.svg
cp gpu.svg out
holds "plot of a GPU" 'A GPU of glass;' 'c2c f32, powers of two, on a GPU'
bad 'FILE is missing' plot -o chart.svg
bad '--output is missing' plot rows.jsonl
bad '--output is "chart.gif"' plot rows.jsonl -o chart.gif
bad 'nosuch.jsonl cannot be read' plot nosuch.jsonl -o chart.svg
bad 'nowhere/chart.svg' plot rows.jsonl -o nowhere/chart.svg
: >nothing.jsonl
bad 'nothing.jsonl holds no rows' plot nothing.jsonl -o none.svg
{ head -2 rows.jsonl; head -1 rows.jsonl | cut -c1-60; } >cut.jsonl
bad 'cut.jsonl:3: ' plot cut.jsonl -o none.svg
sed 's/c2c 16/c2d 16/' rows.jsonl >wrong.jsonl
bad 'wrong.jsonl:3: .*c2d' plot wrong.jsonl -o none.svg
sed 's/"gflops"/"speed"/' rows.jsonl >lacking.jsonl
bad 'lacking.jsonl:1: .*"gflops"' plot lacking.jsonl -o none.svg
echo 'c2c 64' >text.jsonl
bad 'text.jsonl:1: ' plot text.jsonl -o none.svg
echo '{"hello": 1}' >other.jsonl
bad 'other.jsonl:1: .*"problem"' plot other.jsonl -o none.svg
sed 's/fine/other/' kept.jsonl >elsewhere.jsonl
bad 'another machine' plot kept.jsonl elsewhere.jsonl -o none.svg
if [ -e none.svg ]; then fail "a chart of a bad file was written"; else pass; fi

# --- run and verify, as far as they share what all commands share ----------------------------------------------------

good "verify" verify 'c2c 64' 'r2c f64 100' --seed 3
holds "verify" '^c2c 64 ' '^r2c f64 100 ' 'reference' ' ok$'
good "verify --json" verify 'c2c 64' --json
holds "verify --json" '"problem": "c2c 64"' '"check": "reference"' '"passed": true'
json "verify --json" "$(wc -l <out)"
# Several at a time: the same output, in the same order, to the byte.
good "verify --random" verify --random 60 --seed 4 --on cpu --json
cp out one_job
good "verify --random --jobs" verify --random 60 --seed 4 --on cpu --json --jobs 7
if cmp -s out one_job; then pass; else fail "verify --random --jobs 7: not the output of one job"; fi
good "verify of some" verify 'c2c 64' 'r2c 100' 'dct2 8x8' --on cpu
cp out one_job
good "verify of some --jobs" verify 'c2c 64' 'r2c 100' 'dct2 8x8' --on cpu --jobs 2
if cmp -s out one_job; then pass; else fail "verify of some --jobs 2: not the output of one job"; fi
bad '--jobs is 0; it must be 1 to' verify 8 --jobs 0
bad '"c2d"' verify 'c2d 8'
bad '--seed is "x"' verify 8 --seed x
bad 'FILE is missing' run
bad 'nosuch.wav' run nosuch.wav
bad '--picture is "a.gif"' run nosuch.wav --picture a.gif
head -c 512 /dev/zero | tr '\0' '\101' >numbers.raw # 128 floats
good "run" run 'r2c 128' numbers.raw -o result.raw
if [ "$(wc -c <result.raw)" -eq 520 ]; then pass; else fail "run: the result has $(wc -c <result.raw) bytes"; fi
bad 'nowhere' run 'r2c 128' numbers.raw --output nowhere/result.raw
bad '-o has no value' run 'r2c 128' numbers.raw -o

good "verify --recipe" verify 'c2c 4096' --recipe '{X(8), X(8), X(64)}'
holds "verify --recipe" 'reference .* ok' 'round trip .* ok'
good "verify --recipe, by hand" verify 'c2c 16' --recipe '{reverse: X(16)} {dit: X(2), X(2), X(2), X(2)}' --json
bad 'length 72 along X' verify 'c2c 4096' --recipe '{X(8), X(9)}'
bad '--recipe is of one problem' verify --list quick --recipe '{X(8)}'

# --- tune and wisdom -------------------------------------------------------------------------------------------------

good "tune" tune 'c2c 240' --seconds 0.02
holds "tune" '^c2c 240 ' estimate tuned gain 'cache/atalanta/wisdom knows 1 problem'
good "tune --json" tune 'c2c 240' 'c2c 360' --seconds 0.02 --json
json "tune --json" 2
holds "tune --json" '"chosen_by": "measure"' '"recipe_estimate": "' '"recipe_tuned": "' '"gain": '
good "plan with wisdom" plan 'c2c 240' --json
holds "plan with wisdom" '"chosen_by": "wisdom"'
good "plan without wisdom" plan 'c2c 240' --json --wisdom none
holds "plan without wisdom" '"chosen_by": "estimate"'
good "tune --wisdom" tune 'c2c 16' --seconds 0.02 --wisdom my.wisdom
if [ -s my.wisdom ]; then pass; else fail "tune --wisdom made no file"; fi
good "info with wisdom" info
holds "info with wisdom" 'cache/atalanta/wisdom (2 problems)'

# What was measured with one instruction set is not for another.
sets=$("$program" info | sed -n 's/.*(this machine has: \(.*\)).*/\1/p')
if [ "${sets#* }" != "$sets" ]; then
    ATALANTA_ISA=${sets%% *}
    export ATALANTA_ISA
    good "tune with $ATALANTA_ISA" tune 'c2c 240' --seconds 0.02 --wisdom isa.wisdom
    good "plan with $ATALANTA_ISA" plan 'c2c 240' --json --wisdom isa.wisdom
    holds "plan with $ATALANTA_ISA" '"chosen_by": "wisdom"'
    unset ATALANTA_ISA
    good "plan with the best set" plan 'c2c 240' --json --wisdom isa.wisdom
    holds "plan with the best set" '"chosen_by": "estimate"'
fi

"$program" tune 'c2c 240' 'c2c 360' --seconds 0.5 --wisdom shared.wisdom >/dev/null 2>&1 &
long=$!
sleep 0.2 # it has begun with its first problem
good "tune beside another" tune 'c2c 16' --seconds 0.02 --wisdom shared.wisdom
wait "$long"
good "tune after both" tune 'c2c 32' --seconds 0.02 --wisdom shared.wisdom
holds "tune after both" 'shared.wisdom knows 4 problems'

bad '--wisdom is "none"' tune 8 --wisdom none
bad 'nowhere' tune 8 --seconds 0.02 --wisdom nowhere/file
bad 'nowhere' plan 8 --wisdom nowhere/file
sed 's/|/!/' my.wisdom >damaged
cp damaged kept
bad 'damaged' tune 8 --wisdom damaged
if cmp -s damaged kept; then pass; else fail "a damaged wisdom file was overwritten"; fi
bad 'damaged' plan 8 --wisdom damaged
cp damaged cache/atalanta/wisdom
run 0 plan 8
if [ "$(wc -l <err)" -eq 1 ] && grep -q 'wisdom' err; then pass; else fail "damaged wisdom at the usual place"; fi
good "info with damaged wisdom" info --json
holds "info with damaged wisdom" '"usable": false'

# --- The kernel cache ------------------------------------------------------------------------------------------------

good "cache without a folder" cache
holds "cache without a folder" 'cache/atalanta/kernels: 0 kernels'
if [ -e cache/atalanta/kernels ]; then fail "looking at the cache made its folder"; else pass; fi
mkdir -m 700 cache/atalanta/kernels
echo junk >cache/atalanta/kernels/0123456789abcdef0123456789abcdef.kernel
echo mine >cache/atalanta/kernels/letter
good "cache" cache
holds "cache" 'cache/atalanta/kernels: 1 kernel, ' '(damaged)$'
good "cache --json" cache --json
json "cache --json" 1
holds "cache --json" '"name": "0123456789abcdef0123456789abcdef.kernel"' '"title": null' '"bytes": 5'
good "cache --clear" cache --clear
holds "cache --clear" '^1 kernel removed$'
if [ "$(ls cache/atalanta/kernels)" = letter ]; then pass; else fail "cache --clear left or took too much"; fi
good "cache --clear --json" cache --clear --json
holds "cache --clear --json" '"removed": 0'
chmod 777 cache/atalanta/kernels
bad 'others may write to it.*ATALANTA_CACHE' cache
bad 'others may write to it.*ATALANTA_CACHE' cache --clear
bad '"8" is not expected' cache 8
ATALANTA_CACHE=off
export ATALANTA_CACHE
good "cache switched off" cache
holds "cache switched off" '^no folder: ATALANTA_CACHE is off'
good "cache switched off --json" cache --json
holds "cache switched off --json" '"folder": null'
unset ATALANTA_CACHE

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
