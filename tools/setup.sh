#!/bin/sh
# setup.sh - see that what building and testing need is there, and fetch what is not.
#
# usage: setup.sh [build]     with "build", what only tests need is not asked for: a C++ compiler and pkg-config
#
# With nothing missing it prints nothing, reaches no network and takes milliseconds: every `make` target may call it.
# What is missing is installed from the distribution's packages where that is allowed (root or password-less sudo, and
# apt-get); elsewhere one line says what to install, and the exit status is 1. FFTW, which benchmarks and tests compare
# with when they find it, is optional: without it there is a line of warning and the exit status stays 0.
#
# ATALANTA_SETUP=check never installs anything, it only says what is missing.
set -u

purpose=${1:-test}

# A user's PATH often lacks the folders of ldconfig and apt's helpers. They come first, as they do for root.
PATH=/usr/local/sbin:/usr/sbin:/sbin:$PATH
export PATH

CMAKE_LEAST=3.16

have()
{
    command -v "$1" >/dev/null 2>&1
}

have_one_of()
{
    for candidate in "$@"; do
        have "$candidate" && return 0
    done
    return 1
}

# Whether the C compiler finds the C library's headers, which are a package of their own.
have_libc_headers()
{
    for candidate in ${CC:-} cc gcc clang; do
        have "$candidate" || continue
        printf '#include <stdio.h>\n' | "$candidate" -E -x c - >/dev/null 2>&1
        return
    done
    return 0 # without a compiler that is what is missing; its package brings the headers
}

cmake_version()
{
    cmake --version 2>/dev/null | sed -n '1s/^cmake version \([0-9]*\.[0-9]*\).*/\1/p'
}

have_cmake()
{
    version=$(cmake_version)
    [ -n "$version" ] || return 1
    major=${version%%.*} minor=${version#*.}
    [ "$major" -gt "${CMAKE_LEAST%%.*}" ] ||
        { [ "$major" -eq "${CMAKE_LEAST%%.*}" ] && [ "$minor" -ge "${CMAKE_LEAST#*.}" ]; }
}

# have_library NAME: as the dynamic linker would find it.
have_library()
{
    if have ldconfig; then
        ldconfig -p 2>/dev/null | grep -qF "$1" && return 0
    fi
    for folder in /usr/lib /usr/lib64 /usr/lib/*-linux-gnu* /usr/local/lib; do
        [ -e "$folder/$1" ] && return 0
    done
    return 1
}

# What is missing, as Debian's packages: `needed` and `wanted`.
look()
{
    needed='' wanted=''
    have_one_of ${CC:-} cc gcc clang || needed="$needed gcc libc6-dev"
    have_libc_headers || needed="$needed libc6-dev"
    [ "$purpose" = build ] || have_one_of ${CXX:-} c++ g++ clang++ || needed="$needed g++"
    have nm || needed="$needed binutils"
    have make || needed="$needed make"
    have_cmake || needed="$needed cmake"
    [ "$purpose" = build ] || have pkg-config || needed="$needed pkg-config"
    have_library libfftw3f.so.3 || wanted="$wanted libfftw3-single3"
    have_library libfftw3.so.3 || wanted="$wanted libfftw3-double3"
    needed=${needed# } wanted=${wanted# }
}

# as_root COMMAND...; fails at once where that is not allowed.
as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_install()
{
    [ "${ATALANTA_SETUP:-}" != check ] && have apt-get || return 1
    [ "$(id -u)" -eq 0 ] || { have sudo && sudo -n true 2>/dev/null; }
}

# Short limits: where there is no network this has to fail soon. The second try is for lists that are empty or old.
install_packages()
{
    echo "setup: installing $*"
    limits='-o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 -o DPkg::Lock::Timeout=120'
    install="env DEBIAN_FRONTEND=noninteractive apt-get $limits -y -qq --no-install-recommends install"
    as_root $install "$@" </dev/null >/dev/null 2>&1 && return
    as_root apt-get $limits -qq update </dev/null >/dev/null 2>&1
    as_root $install "$@" </dev/null >/dev/null 2>&1
}

look
[ -z "$needed$wanted" ] && exit 0

if may_install; then
    # Apart, so that a distribution without FFTW still gets the rest.
    [ -n "$needed" ] && install_packages $needed
    [ -n "$wanted" ] && install_packages $wanted
    look
fi
if [ -n "$needed" ]; then
    found=$(cmake_version)
    case " $needed " in
    *' cmake '*) needed="$needed (cmake $CMAKE_LEAST or later${found:+; this one is $found})" ;;
    esac
    echo "setup: missing; please install, by Debian's names: $needed${wanted:+, and if you like $wanted}" >&2
    exit 1
fi
if [ -n "$wanted" ]; then
    echo "setup: FFTW, an optional peer, is missing (Debian: $wanted); comparisons with it are left out" >&2
fi
exit 0
