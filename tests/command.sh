# command.sh - what tests of one command of the program share: a folder of its own, and few words. Read by scripts that
# have set `command` and got the program's path as their only argument.

program=$1
if [ ! -x "$program" ]; then
    echo "$(basename "$0"): \"$program\" is no program; give the path of atalanta" >&2
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
ATALANTA_CUDA_DRIVER=$folder/no_driver.so
export HOME XDG_CACHE_HOME ATALANTA_CUDA_DRIVER
unset ATALANTA_WISDOM ATALANTA_ISA

passed=0
failed=0

# expect TITLE COMMAND...: the command succeeds.
expect() {
    title=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $title" >&2
        [ -s err ] && sed 's/^/    stderr: /' err | head -5 >&2
    fi
}

# run STATUS ARGUMENT...: run the program into the files out and err; true if it exits with that status.
run() {
    wanted=$1
    shift
    "$program" "$command" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" -eq "$wanted" ] || echo "exit status $status instead of $wanted" >>err
    [ "$status" -eq "$wanted" ]
}

# bad WORDS ARGUMENT...: exit status 2, nothing on standard output, and one line on standard error with these words.
bad() {
    words=$1
    shift
    expect "bad: $words" run 2 "$@"
    expect "one line: $words" sh -c '[ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$1" err' sh "$words"
}

has() {
    grep -qF -- "$1" out
}
