#!/bin/sh
# demo.sh - what `make run` shows: a plan, its verification, a file transformed and drawn, and a race; under a minute.
#
# Every step prints the command it runs, so that each can be tried by hand. What is made lies under BUILD/demo.
#
# usage: demo.sh BUILD
set -eu

build=${1:?usage: demo.sh BUILD}
program=$build/atalanta
demo=$build/demo
mkdir -p "$demo"

# say TEXT: a line between the steps.
say()
{
    printf '\n%s\n' "$*"
}

# step COMMAND...: show it as it could be typed, quoted where that is needed, then run it.
step()
{
    line='$'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9_./=,:-]*) line="$line \"$word\"" ;;
        *) line="$line $word" ;;
        esac
    done
    printf '%s\n' "$line"
    "$@"
}

say 'A sound: two tones, a chirp and some noise, two seconds at 48 kHz.'
maker=$build/examples/make_signal
if [ ! -x "$maker" ]; then
    maker=$demo/make_signal
    ${CC:-cc} -o "$maker" "$(dirname "$0")/../examples/make_signal.c" -lm
fi
step "$maker" "$demo/signal.wav"

say 'What the library is going to do with it.'
step "$program" plan 'r2c 96000 in=i16'

say 'Is the answer right? Compared with exact transforms.'
step "$program" verify 'r2c 96000 in=i16'

say 'Its spectrum, in the terminal and as a picture.'
step "$program" run "$demo/signal.wav" --show --picture "$demo/spectrum.svg"

say 'How it changes over time: overlapping frames, read where they lie.'
step "$program" run "$demo/signal.wav" --spectrogram 1024 --show --picture "$demo/spectrogram.png"

say 'How fast? Beside FFTW, if it is there.'
step "$program" bench 'c2c 4096' 'c2c 2^20' 'r2c 2^16' --peer fftw

say 'Without end: 8-bit frames on two devices, one of which fails; every frame is checked.'
step "$program" stream 'c2c 512 in=i8 out=i8' --devices cpu,cpu --frames 50000 --check --fail 1@20000

say "Pictures: $demo/spectrum.svg and $demo/spectrogram.png. Next: $program --help"
