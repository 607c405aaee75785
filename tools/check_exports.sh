#!/bin/sh
# check_exports.sh - hold the shared library to its header: it exports every function that is declared with ATA_API, and
# not one symbol more.
#
# usage: check_exports.sh LIBRARY HEADER
set -eu
LC_ALL=C
export LC_ALL

library=$1 header=$2
nm=${NM:-nm}
command -v "$nm" >/dev/null || {
    echo "check_exports: $nm is missing; install it (Debian: apt-get install binutils)" >&2
    exit 1
}

# A declaration may go over several lines; the function's name is the word before the first bracket.
declared=$(awk '
    /^ATA_API / { open = 1; text = "" }
    open {
        text = text " " $0
        at = index(text, "(")
        if (at) {
            text = substr(text, 1, at - 1)
            sub(/ *$/, "", text)
            sub(/^.*[ *]/, "", text)
            print text
            open = 0
        }
    }' "$header" | sort -u)
[ -n "$declared" ] || {
    echo "check_exports: $header declares nothing with ATA_API" >&2
    exit 1
}

# A symbol's version, "@@VERSION", is no part of its name.
symbols=$("$nm" -D --defined-only "$library")
exported=$(printf '%s\n' "$symbols" | awk 'NF { name = $NF; sub(/@.*/, "", name); print name }' | sort -u)

status=0
for name in $exported; do
    case $name in
    ata_*) ;;
    *)
        echo "$library: exports $name, which does not start with ata_"
        status=1
        ;;
    esac
    printf '%s\n' "$declared" | grep -qxF "$name" || {
        echo "$library: exports $name, which $header does not declare; take ATA_API away or hide it"
        status=1
    }
done
for name in $declared; do
    printf '%s\n' "$exported" | grep -qxF "$name" || {
        echo "$header: declares $name, which $library does not export; define it or take the declaration away"
        status=1
    }
done
exit $status
