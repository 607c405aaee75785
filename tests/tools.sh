#!/bin/sh
# tools.sh - the checks of the tree can fail: each offence is planted in a tree of its own and must be found; and
# setup.sh says what is missing.
set -eu

tools=$(cd "$(dirname "$0")/../tools" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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

# plant FILE TEXT: write a file into the tree, with the first line that the style asks for.
plant()
{
    mkdir -p "$work/tree/$(dirname "$1")"
    printf '/* %s - planted. */\n%b\n' "$(basename "$1")" "$2" >"$work/tree/$1"
}

# A small tree in which everything is as it should be.
begin()
{
    rm -rf "$work/tree"
    plant include/atalanta.h ''
    plant src/core/core.h '#include "atalanta.h"'
    plant src/problem/problem.h '#include "core/core.h"'
    plant src/recipe/recipe.h '#include "problem/problem.h"'
    plant src/planner/planner.h '#include "recipe/recipe.h"'
    plant src/planner/rules/rules.h '#include "planner/planner.h"'
    plant src/planner/rules/one.c '#include "planner/rules/rules.h"\nconst ata_rule ata_rule_one = {0};'
    plant src/engine/engine.h '#include "recipe/recipe.h"'
    plant src/engine/cpu/cpu.h '#include "engine/engine.h"'
    plant src/engine/cpu/line/line_one.c '#include "engine/cpu/cpu.h"\n#include <math.h>'
    plant src/engine/cpu/codelets/dft_2.h ''
    plant src/engine/gpu/machine.h '#include "engine/engine.h"'
    plant src/engine/gpu/kernels/pass.cu '#include "engine/cpu/codelets/dft_2.h"'
    plant src/engine/cuda/machine.c '#include "engine/gpu/machine.h"'
    plant src/engine/emu/emu.c '#include "engine/gpu/machine.h"'
    plant src/plan/registry.c \
        '#include "engine/cpu/cpu.h"\n#include "planner/rules/rules.h"\nconst void *p = &ata_rule_one;'
    plant src/plan/plan.h '#include "planner/planner.h"\n#include "engine/engine.h"'
    plant src/api/api.c '#include "plan/plan.h"\n#include <string.h>'
    plant check/check.h '#include "atalanta.h"'
    plant cli/cli.h '#include "check/check.h"'
    plant cli/main.c '#include "cli.h"'
    plant examples/one.c '#include <atalanta.h>'
    plant bench/costs.c '#include "engine/cpu/cpu.h"'
    plant src/engine/cpu/stage.h '#include CODELET_FILE'
    plant src/engine/cpu/stages.h '#define CODELET_FILE "engine/cpu/cpu.h"\n#include "engine/cpu/stage.h"'
}

# expect TOOL FILE WORDS: the tool fails, and names the file and the rule.
expect()
{
    if sh "$tools/$1" "$work/tree" >"$work/out" 2>&1; then
        bad "$1 passed a tree with an offence in $2 ($3)"
    elif grep -q "^$2:[0-9]*: .*$3" "$work/out"; then
        good
    else
        bad "$1 does not say \"$3\" of $2; it says: $(cat "$work/out")"
    fi
}

# offence FILE INCLUDE WORDS: one include is planted in a good tree.
offence()
{
    begin
    plant "$1" "#include $2"
    expect check_includes.sh "$1" "$3"
}

# blemish FILE TEXT WORDS: one line is planted in a good tree.
blemish()
{
    begin
    plant "$1" "$2"
    expect check_style.sh "$1" "$3"
}

begin
for tool in check_includes.sh check_style.sh; do
    if sh "$tools/$tool" "$work/tree" >"$work/out" 2>&1; then
        good
    else
        bad "$tool on a good tree says: $(cat "$work/out")"
    fi
done

offence src/core/bad.c '"problem/problem.h"' 'core may not include problem'
offence src/problem/bad.c '"recipe/recipe.h"' 'problem may not include recipe'
offence src/recipe/bad.c '"engine/engine.h"' 'recipe may not include engine'
offence src/planner/bad.c '"engine/engine.h"' 'planner may not include engine'
offence src/engine/cpu/bad.c '"planner/planner.h"' 'engine may not include planner'
offence src/engine/bad.c '"plan/plan.h"' 'engine may not include plan'
offence src/plan/bad.c '"engine/cpu/cpu.h"' 'only src/plan/registry.c may name an engine'
offence src/plan/bad.c '"planner/rules/rules.h"' 'only src/plan/registry.c may name the rules'
offence src/planner/bad.c '"planner/rules/rules.h"' 'only src/plan/registry.c may name the rules'
offence src/engine/bad.c '"engine/cpu/cpu.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/cuda/bad.c '"engine/cpu/cpu.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/cpu/bad.c '"engine/gpu/machine.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/gpu/bad.c '"engine/cpu/codelets/dft_2.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/gpu/kernels/bad.cu '"engine/cpu/cpu.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/emu/bad.c '"engine/cpu/cpu.h"' 'only src/plan/registry.c may name an engine'
offence src/engine/gpu/bad.c '"engine/emu/words.h"' 'is no file under src/'
offence src/api/bad.c '"check/check.h"' 'nothing under src/ may include check/'
offence src/api/bad.c '"cli/cli.h"' 'nothing under src/ may include cli/'
offence src/core/bad.c '"core.h"' 'written from the src root'
offence src/core/bad.c '"../problem/problem.h"' 'written from the src root'
offence src/core/bad.c '"core/none.h"' 'is no file under src/'
offence src/core/bad.c '<atalanta.h>' 'write it in quotes'
offence src/attic/bad.c '"core/core.h"' 'is no room'
offence src/mpi/bad.c '"plan/plan.h"' 'includes only the public header'
offence check/bad.c '"core/core.h"' 'may include only the public header'
offence check/bad.c '"cli/cli.h"' 'may include only the public header'
offence cli/bad.c '"plan/plan.h"' 'may include only the public header'
offence cli/bad.c '<plan/plan.h>' 'may include only the public header'
offence examples/bad.c '"check/check.h"' 'may include only the public header'
offence compat/fftw3/bad.c '"core/core.h"' 'may include only the public header'
offence bench/bad.c '"engine/cpu/cpu.h"' 'may include only the public header'
offence bench/costs.c '"plan/plan.h"' 'may include only the public header'
offence bench/costs.c '"engine/cpu/none.h"' 'is no file under src/'
offence src/core/bad.c 'SOME_MACRO' 'must name its file'
begin
plant src/core/bad.h '#define CODELET_FILE "engine/engine.h"'
expect check_includes.sh src/core/bad.h 'core may not include engine'
begin
plant src/planner/bad.c 'extern const ata_rule ata_rule_one;'
expect check_includes.sh src/planner/bad.c 'only src/plan/registry.c may name ata_rule_one'
begin
plant src/core/a.h '#ifndef ATA_A_H\n#define ATA_A_H\n#endif'
plant src/problem/bad.h '#ifndef ATA_A_H\n#define ATA_A_H\n#endif'
expect check_includes.sh src/problem/bad.h 'is the guard of src/core/a.h too'

# The words are put together here, since this file is checked too.
blemish src/core/bad.c "/* TO""DO */" 'a note to do something later'
blemish tests/bad.c "// FIX""ME: this" 'a note to do something later'
blemish src/core/bad.c "#if ""0\n#endif" 'dead code'
blemish cli/bad.c '\tint x;' 'a tab'
blemish check/bad.c 'int x; ' 'a blank at the end'
blemish include/bad.h "$(printf '%0121d' 0)" '121 characters'
blemish src/core/bad.c "$(awk 'BEGIN { for (i = 0; i < 600; i++) printf "\\n" }')" 'lines; at most 600'
begin
echo 'int x;' >"$work/tree/src/core/bad.c"
expect check_style.sh src/core/bad.c 'must be a comment that names the file'
begin
awk 'BEGIN { print "/* Generated by gen.py; do not edit. */"; for (i = 0; i < 700; i++) print "\tint x; " }' \
    >"$work/tree/src/core/codelets.c"
if sh "$tools/check_style.sh" "$work/tree" >"$work/out" 2>&1; then
    good
else
    bad "check_style.sh of generated code says: $(head -1 "$work/out")"
fi

# check_exports.sh, with a stand-in for nm that tells of a library there is not.
printf 'ATA_API int ata_one(void);\nATA_API const char *\nata_two(int (*f)(void));\n' >"$work/api.h"
# exports SYMBOLS WORDS: a library with these symbols is refused with these words; with no words, it is good.
exports()
{
    printf '#!/bin/sh\nfor s in %s; do echo "0000000000000000 T $s"; done\n' "$1" >"$work/nm"
    chmod +x "$work/nm"
    if NM="$work/nm" sh "$tools/check_exports.sh" lib.so "$work/api.h" >"$work/out" 2>&1; then
        if [ -z "$2" ]; then good; else bad "check_exports.sh passed a library with: $1"; fi
    elif [ -n "$2" ] && grep -q "$2" "$work/out"; then
        good
    else
        bad "check_exports.sh of $1 says: $(cat "$work/out")"
    fi
}
exports 'ata_one ata_two@@ATALANTA_0' ''
exports 'ata_one ata_two helper' 'exports helper, which does not start with ata_'
exports 'ata_one ata_two ata_three' 'exports ata_three, which .* does not declare'
exports 'ata_one' 'declares ata_two, which lib.so does not export'

# setup.sh with a PATH that has a shell's own tools and nothing to build with.
mkdir -p "$work/bin"
for tool in sh sed grep id env; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
sed "s|^PATH=.*|PATH=$work/bin|" "$tools/setup.sh" >"$work/setup.sh"
# setup NEEDED: run it; one line, which names NEEDED (a pattern of grep's).
setup()
{
    if env -i PATH="$work/bin" ATALANTA_SETUP=check "$work/bin/sh" "$work/setup.sh" >"$work/out" 2>&1; then
        bad "setup.sh is content without: $1"
    elif [ "$(wc -l <"$work/out")" -eq 1 ] && grep -q "$1" "$work/out"; then
        good
    else
        bad "setup.sh without $1 says: $(cat "$work/out")"
    fi
}
# a_tool NAME [OUTPUT]: a stand-in that succeeds.
a_tool()
{
    printf '#!/bin/sh\necho "%s"\n' "${2:-}" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
setup 'install, .*: gcc libc6-dev g++ binutils make cmake pkg-config (cmake 3.16 or later)'
a_tool cc
a_tool c++
a_tool nm
a_tool make
a_tool ldconfig 'libfftw3f.so.3 libfftw3.so.3'
setup 'install, .*: cmake pkg-config (cmake 3.16 or later)'
a_tool pkg-config
a_tool cmake 'cmake version 3.13.4'
setup 'install, .*: cmake (cmake 3.16 or later; this one is 3.13)$'
for version in 3.16.0 3.25.1 4.0.0-rc1; do
    a_tool cmake "cmake version $version"
    if env -i PATH="$work/bin" "$work/bin/sh" "$work/setup.sh" >"$work/out" 2>&1 && [ ! -s "$work/out" ]; then
        good
    else
        bad "setup.sh with everything there and cmake $version says: $(cat "$work/out")"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
