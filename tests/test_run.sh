#!/bin/sh
# test_run.sh - `atalanta run` as a user meets it: files in, results, pictures and sentences out.
#
# Signals are made here with printf and awk, so that nothing but a shell is needed; where python3 has numpy, results are
# also compared with its transforms.
#
# usage: test_run.sh PROGRAM
set -u
LC_ALL=C
export LC_ALL

program=${1:?usage: test_run.sh PROGRAM}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

good()
{
    passed=$((passed + 1))
}

bad()
{
    failed=$((failed + 1))
    echo "FAILED: $*" >&2
}

# run ARGUMENT...: its output, errors and exit status go to out, err and $status.
run()
{
    "$program" run "$@" >out 2>err </dev/null
    status=$?
}

# works WHAT ARGUMENT...
works()
{
    what=$1
    shift
    run "$@"
    if [ "$status" -eq 0 ] && [ ! -s err ]; then good; else bad "$what: status $status: $(cat err)"; fi
}

# refuses WORDS ARGUMENT...: exit status 2, one line on standard error that has these words, nothing on standard output.
refuses()
{
    words=$1
    shift
    run "$@"
    if [ "$status" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -e "$words" err && [ ! -s out ]; then
        good
    else
        bad "run $*: status $status, and not \"$words\" but: $(cat err)"
    fi
}

# has PATTERN FILE
has()
{
    if grep -q -e "$1" "$2"; then good; else bad "no \"$1\" in $2 after run: $(head -c 600 "$2")"; fi
}

# bytes: octal escapes of numbers 0 to 255 on standard input, for printf.
bytes()
{
    awk '{ for (i = 1; i <= NF; i++) printf "\\%03o", $i }'
}

# little NUMBER SIZE: its bytes, lowest first, as decimal numbers.
little()
{
    awk -v n="$1" -v size="$2" 'BEGIN { for (i = 0; i < size; i++) { printf "%d ", n % 256; n = int(n / 256) } }'
}

# wav FILE RATE CHANNELS SAMPLES AWK_EXPRESSION: 16-bit; the expression gives channel c of frame t, from -1 to 1.
wav()
{
    size=$((2 * $3 * $4))
    {
        printf 'RIFF'
        printf "$(little $((36 + size)) 4 | bytes)"
        printf 'WAVEfmt '
        printf "$({ little 16 4; little 1 2; little "$3" 2; little "$2" 4; little $((2 * $3 * $2)) 4
            little $((2 * $3)) 2; little 16 2; } | bytes)"
        printf 'data'
        printf "$(little "$size" 4 | bytes)"
        printf "$(awk -v channels="$3" -v samples="$4" -v rate="$2" 'BEGIN {
            turn = 8 * atan2(1, 1)
            for (t = 0; t < samples; t++) for (c = 0; c < channels; c++) {
                v = int(32767 * ('"$5"') + 32768.5) - 32768
                if (v < 0) v += 65536
                printf "%d %d ", v % 256, int(v / 256)
            }
            print ""
        }' | bytes)"
    } >"$1"
}

# npy FILE DESCR SHAPE DATA: DATA is a text for printf.
npy()
{
    header="{'descr': '$2', 'fortran_order': False, 'shape': $3, }"
    {
        printf '\223NUMPY\001\000'
        printf "$(little 118 2 | bytes)"
        printf '%-117s\n' "$header"
        printf "$4"
    } >"$1"
}

# --- A tone is found where it is -----------------------------------------------------------------------------------

wav tone.wav 8000 1 1600 '0.5 * sin(turn * 1000 * t / rate)'
works 'a WAV file' tone.wav
has '^r2c 1600 in=i16' out
has '^ *1000 Hz *-6\.0 dBFS' out
works 'JSON' tone.wav --json
has '"problem": "r2c 1600 in=i16".*"rate": 8000.*"hz": 1000' out
works 'another rate than the file says' tone.wav --rate 16000
has '^ *2000 Hz' out
works 'JSON' tone.wav --json
if [ "$(wc -l <out)" -eq 1 ]; then good; else bad 'JSON of more than one line'; fi

wav two.wav 8000 2 800 'c ? 0.25 * sin(turn * 2000 * t / rate) : 0.5 * sin(turn * 500 * t / rate)'
works 'two channels' two.wav
has '^ *500 Hz *-6\.0 dBFS.*channel 1' out
has '^ *2000 Hz *-12\.0 dBFS.*channel 2' out
works 'a problem for two channels' 'r2c 400' two.wav
has 'istride=2' out
has 'are not used' out

works 'a spectrogram' tone.wav --spectrogram 64,16 --output frames.npy
has '^ *1000 Hz *-6\.0 dBFS' out
has 'r2c 64\*97 in=i16 idist=16' out
works 'its frames, read again' frames.npy --json

# --- Raw numbers ---------------------------------------------------------------------------------------------------

# 1, 0, 0, 0 as f32: every frequency is 1.
printf '\000\000\200\077' >one.raw
{ cat one.raw; printf '\000%.0s' 1 2 3 4 5 6 7 8 9 10 11 12; } >impulse.raw
for _ in 1 2 3; do cat one.raw; printf '\000\000\000\000'; done >ones.raw
works 'raw numbers' 'r2c 4' impulse.raw --output result.raw
if cmp -s result.raw ones.raw; then good; else bad 'the transform of an impulse is not all ones'; fi
works 'raw numbers and back' 'c2r 4 scale=n' result.raw -o back.raw
if cmp -s back.raw impulse.raw; then good; else bad 'the inverse does not give the impulse back'; fi
works 'split arrays' 'c2c 2 split' impulse.raw -o split.raw
{ cat one.raw one.raw; printf '\000\000\000\000\000\000\000\000'; } >expected.raw
if cmp -s split.raw expected.raw; then good; else bad 'the split transform of an impulse'; fi
if "$program" run 'r2c 4' - -o - <impulse.raw 2>err | cmp -s - ones.raw; then good; else bad "pipes: $(cat err)"; fi
"$program" run 'r2c 4' impulse.raw -o - 2>err | true
if [ ! -s err ]; then good; else bad "a closed pipe: $(cat err)"; fi
works 'in place' 'c2c 2 inplace' impulse.raw -o place.raw

npy impulse.npy '<f4' '(4,)' '\000\000\200\077\000\000\000\000\000\000\000\000\000\000\000\000'
works 'an NPY file' impulse.npy -o result.npy
has "'descr': '<c8', 'fortran_order': False, 'shape': (3,)" result.npy
if tail -c 24 result.npy | cmp -s - ones.raw; then good; else bad 'the NPY result of an impulse'; fi
if "$program" run - -o - <impulse.npy 2>err | cmp -s - result.npy; then good; else bad "NPY pipes: $(cat err)"; fi
works 'padded rows in place' 'r2c 4 inplace' impulse.npy -o place.raw
if cmp -s place.raw ones.raw; then good; else bad 'r2c in place of an NPY file'; fi
npy plane.npy '|u1' '(2, 4)' '\001\002\003\004\005\006\007\010'
works 'two dimensions' plane.npy --show
has '^r2c 2x4 in=i16' out
npy longs.npy '<i8' '(2,)' '\001\000\000\000\000\000\000\000\376\377\377\377\377\377\377\377'
works 'integers of 8 bytes' longs.npy
has 'bin 1 *9.5 dB  magnitude 3' out
works 'bf16' 'r2c bf16 8' plane.npy -o bf16.npy
has "'<c8'.*(5,)" bf16.npy
works 'bit-reversed order' 'c2c 8 order=bitrev' plane.npy
has 'bin 0 *31.1 dB  magnitude 36' out
works 'real numbers for a complex transform' 'c2c f64 8' plane.npy --json

# --- Pictures ------------------------------------------------------------------------------------------------------

for ending in svg png; do
    works "a spectrum as $ending" tone.wav --picture "spectrum.$ending"
    works "two channels as $ending" two.wav --picture "two.$ending"
    works "a spectrogram as $ending" tone.wav --spectrogram 64 --picture "spectrogram.$ending"
    works "an image as $ending" plane.npy --picture "image.$ending"
    works "a signal as $ending" 'c2r 4' result.raw --rate 8 --picture "signal.$ending"
done
has '<text' spectrum.svg
has '</svg>' spectrum.svg
has 'kHz\|Hz' spectrum.svg
has 'base64' image.svg
has 'PNG' spectrum.png
works 'drawn in a pipe' tone.wav --show
has 'frequency (Hz)' out
if LC_ALL=de_DE.ISO-8859-1 "$program" run tone.wav --show | LC_ALL=C grep -q '[^ -~]'; then
    bad 'not ASCII in a locale without Unicode'
else
    good
fi

# --- Refusals: one line that names what is wrong --------------------------------------------------------------------

refuses 'FILE is missing'
refuses 'put it in quotes' r2c 4 tone.wav
refuses 'cannot be opened' none.wav
refuses 'cannot be read' "$work"
refuses 'neither WAV nor NPY' impulse.raw
refuses 'has 16 bytes, but "c2c 1024" takes 8192' 'c2c 1024' impulse.raw
refuses 'has 16 bytes, but "c2c 1099511627776" takes' 'c2c 2^40' impulse.raw
refuses 'has 16 bytes, but "c2c 1" takes 8' 'c2c 1' impulse.raw
refuses '"c2c 1099511627776" needs 16.0 TiB for its arrays' 'c2c 2^40' /dev/zero
refuses '"c2c 1099511627776 inplace" needs 8.0 TiB for its arrays' 'c2c 2^40 inplace' /dev/zero
refuses 'has 4 numbers, but "r2c 5" takes 5' 'r2c 5' impulse.npy
refuses 'holds complex numbers' 'r2c 3' result.npy
refuses 'must end in .svg or .png' tone.wav --picture a.gif
refuses 'leave one of them out' tone.wav --show --json
refuses 'name a file' tone.wav --json --output -
refuses 'must be N or N,HOP' tone.wav --spectrogram 0
refuses 'must be N or N,HOP' tone.wav --spectrogram 64,x
refuses 'use shorter frames' tone.wav --spectrogram 5000
refuses 'leave PROBLEM out' 'r2c 4' tone.wav --spectrogram 64
refuses 'takes a WAV or NPY' impulse.raw --spectrogram 64
refuses 'of one dimension' plane.npy --spectrogram 2
refuses '--rate is' tone.wav --rate -1
refuses '--rate is' tone.wav --rate 0
refuses 'shape' 'r2c' tone.wav
head -c 1000 tone.wav >cut.wav
refuses 'cut.wav: the WAV file is cut short' cut.wav
head -c 130 impulse.npy >cut.npy
refuses 'cut.npy: the NPY file is cut short' cut.npy
npy odd.npy '<f16' '(1,)' '0123456789abcdef'
refuses "holds '<f16'" odd.npy
: >empty
refuses 'neither WAV nor NPY' empty
refuses 'has 0 bytes' 'r2c 4' empty
refuses 'cannot be written' tone.wav --output "$work/none/a.npy"
refuses 'cannot be written' tone.wav --picture "$work/none/a.svg"
if [ -w /dev/full ]; then refuses 'cannot be written' tone.wav --output /dev/full; fi
ln -s result.raw link.raw
works 'over a link' 'r2c 4' impulse.raw -o link.raw
if [ -h link.raw ]; then good; else bad 'a link became a file'; fi
name=$(printf 'two\nlines.wav')
refuses 'cannot be opened' "$name"
left=$(find . -name '*.??????')
if [ -z "$left" ]; then good; else bad "temporary files were left: $left"; fi

# --- numpy ---------------------------------------------------------------------------------------------------------

# compare PROBLEM-OR-EMPTY SETUP EXPECTED: `a` is made by SETUP, and the result must be EXPECTED.
compare()
{
    python3 -c "import numpy as np; rng = np.random.default_rng(1); $2; np.save('a.npy', a)" &&
        "$program" run ${1:+"$1"} a.npy -o b.npy >out 2>err &&
        python3 -c "import numpy as np, sys; a = np.load('a.npy'); b = np.load('b.npy'); e = $3
assert b.shape == e.shape, (b.shape, e.shape)
error = np.linalg.norm(b - e) / np.linalg.norm(e)
sys.exit(0 if error < (1e-14 if b.dtype in (np.complex128, np.float64) else 1e-6) else str(error))" 2>>err &&
        good || bad "compared with numpy: run \"$1\" after $2: $(cat err)"
}

if python3 -c 'import numpy' 2>/dev/null; then
    compare '' 'a = rng.standard_normal(1000).astype("f4")' 'np.fft.rfft(a.astype("f8"))'
    compare '' 'a = rng.standard_normal((12, 30))' 'np.fft.rfftn(a)'
    compare '' 'a = np.asfortranarray(rng.standard_normal((5, 6, 7)))' 'np.fft.rfftn(a)'
    compare '' 'a = rng.standard_normal((4, 9)) + 1j * rng.standard_normal((4, 9))' 'np.fft.fftn(a)'
    compare '' 'a = rng.integers(-1000, 1000, 64).astype(">i4")' 'np.fft.rfft(a)'
    compare '' 'a = rng.integers(-1000, 1000, 64)' 'np.fft.rfft(a)'
    compare '' 'a = rng.integers(0, 1000, 64).astype("u8")' 'np.fft.rfft(a)'
    compare 'c2c f64 8*5' 'a = rng.standard_normal((5, 8)).astype("c16")' 'np.fft.fft(a)'
    compare 'r2c f64 10 inplace' 'a = rng.standard_normal(10)' 'np.fft.rfft(a)'
    compare 'c2r f64 10 scale=n' 'a = np.fft.rfft(rng.standard_normal(10))' 'np.fft.irfft(a, 10)'
    compare 'r2c f64 8*3 istride=3 idist=1' 'a = rng.standard_normal((8, 3))' 'np.fft.rfft(a.T)'
    compare 'c2c f64 16 split' 'a = rng.standard_normal(16).astype("c16")' 'np.fft.fft(a)'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
