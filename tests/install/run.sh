#!/bin/sh
# run.sh - install into a folder, build a stranger's program against it in every documented way, run it; then move the
# folder and do it again, which shows that nothing in it remembers where it was.
#
# usage: run.sh BUILD WORK VERSION CC CMAKE GENERATOR MAKE_PROGRAM
set -eu

build=$1 work=$2 version=$3 cc=$4 cmake=$5 generator=$6 make_program=$7
here=$(cd "$(dirname "$0")" && pwd)
case $version in
0.*) soversion=${version%.*} ;; # a minor version may change the interface
*) soversion=${version%%.*} ;;
esac
expected="$version 1+0i 1+0i 1+0i 1+0i 1+0i 1+0i 1+0i 1+0i"

fail()
{
    echo "install: $*" >&2
    exit 1
}

# Run a command quietly; show what it said if it fails.
quietly()
{
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "failed: $*"
    }
}

# expect NAME COMMAND...: the command prints the expected line.
expect()
{
    name=$1
    shift
    found=$("$@") || fail "$name: exit status $? of: $*"
    [ "$found" = "$expected" ] || fail "$name: printed \"$found\"; expected \"$expected\""
    echo "$name: good"
}

# build_and_run PREFIX ROUND
build_and_run()
{
    prefix=$1 round=$2 out=$work/$2
    mkdir -p "$out"
    pc=$(find "$prefix" -name atalanta.pc)
    [ -n "$pc" ] || fail "$round: no atalanta.pc under $prefix"
    PKG_CONFIG_PATH=$(dirname "$pc")
    export PKG_CONFIG_PATH
    libdir=$(pkg-config --variable=libdir atalanta)

    [ "$(pkg-config --modversion atalanta)" = "$version" ] ||
        fail "$round: atalanta.pc says version $(pkg-config --modversion atalanta); expected $version"
    [ -e "$libdir/libatalanta.so.$soversion" ] || fail "$round: no libatalanta.so.$soversion in $libdir"
    LC_ALL=C readelf -d "$libdir/libatalanta.so" | grep -qF "soname: [libatalanta.so.$soversion]" ||
        fail "$round: the library does not call itself libatalanta.so.$soversion"
    [ -e "$prefix/include/atalanta.h" ] || fail "$round: no include/atalanta.h in $prefix"
    [ -n "$(find "$prefix/share" -name LICENSE)" ] || fail "$round: no LICENSE under $prefix/share"

    # Unquoted on purpose: pkg-config answers with several words.
    quietly "$cc" -std=c11 -o "$out/pc_shared" "$here/main.c" $(pkg-config --cflags --libs atalanta)
    expect "$round, pkg-config, shared" env LD_LIBRARY_PATH="$libdir" "$out/pc_shared"
    quietly "$cc" -std=c11 -o "$out/pc_rpath" "$here/main.c" $(pkg-config --cflags --libs atalanta) \
        "-Wl,-rpath,$(pkg-config --variable=libdir atalanta)"
    expect "$round, pkg-config, shared with its folder" "$out/pc_rpath"
    if "$out/pc_shared" >/dev/null 2>&1; then
        fail "$round: the shared program runs without its library, so it was not linked with what was installed"
    fi
    static_libs=$(pkg-config --static --libs atalanta | sed 's/-latalanta/-l:libatalanta.a/')
    quietly "$cc" -std=c11 -o "$out/pc_static" "$here/main.c" $(pkg-config --cflags atalanta) $static_libs
    expect "$round, pkg-config, static" "$out/pc_static"

    quietly "$cmake" -S "$here" -B "$out/cmake" -G "$generator" "-DCMAKE_MAKE_PROGRAM=$make_program" \
        "-DCMAKE_C_COMPILER=$cc" "-DCMAKE_PREFIX_PATH=$prefix" "-DEXPECTED_VERSION=$version" \
        -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -DCMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY=OFF
    grep -q "^Atalanta_DIR:PATH=$prefix/" "$out/cmake/CMakeCache.txt" ||
        fail "$round: find_package found another Atalanta than the one under $prefix"
    quietly "$cmake" --build "$out/cmake"
    expect "$round, find_package, shared" "$out/cmake/stranger_shared"
    expect "$round, find_package, static" "$out/cmake/stranger_static"

    if [ -e "$build/atalanta" ]; then
        [ -x "$prefix/bin/atalanta" ] || fail "$round: no program bin/atalanta in $prefix"
        quietly "$prefix/bin/atalanta" --help
    fi
    if [ -e "$here/../../docs/atalanta.1" ]; then
        [ -e "$prefix/share/man/man1/atalanta.1" ] || fail "$round: no man page share/man/man1/atalanta.1 in $prefix"
    fi
}

command -v pkg-config >/dev/null || fail "pkg-config is missing; install it (Debian: apt-get install pkg-config)"

rm -rf "$work"
mkdir -p "$work"
quietly "$cmake" --install "$build" --prefix "$work/first"
build_and_run "$work/first" installed

mv "$work/first" "$work/second"
found=$(grep -rlF -e "$work/first" -e "$build" --include='*.pc' --include='*.cmake' "$work/second") || true
[ -z "$found" ] || fail "these files remember where they were made: $found"
build_and_run "$work/second" moved
