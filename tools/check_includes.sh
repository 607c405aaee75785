#!/bin/sh
# check_includes.sh - hold the direction of includes, which is what keeps the rooms of the house apart.
#
#   core <- problem <- recipe <- { planner, engine } <- plan <- stream <- api
#
#   - A room includes itself and the rooms to its left. Planner and engine are peers that never include each other.
#   - Only src/plan/registry.c names the rules (planner/rules/, planner/named/) and the engines (engine/NAME/); beside
#     it, the files of the rules are included by rules of their folder, and those of an engine by that engine. The
#     machines that run GPU kernels (engine/cuda/, engine/emu/) also include engine/gpu/, which says what a machine is,
#     and the kernels (engine/gpu/kernels/) the codelets of the CPU.
#   - Nothing under src/ includes check/, cli/ or anything else outside src/, but for the public header.
#   - check/, cli/, examples/, compat/, bench/ and src/mpi/ see the public header and their own folder; cli/ and bench/
#     may also include check/. bench/costs.c and bench/shapes.c include the CPU's and the GPU's engine too: they measure
#     single stages and kernels, for the engines' tables, and no public function runs these.
#   - A project's include is written from the src root, "room/file.h"; outside src/ from the root, "check/file.h", or by
#     its bare name in the same folder. Angle brackets are for the system's headers, and for users of the public one.
#   - An include names its file, so that grep finds it. The text of a function that is included once for each of several
#     files (a stage, for each codelet) may include NAME_FILE; `#define NAME_FILE "room/file.h"` counts as the include.
#   - Every header has a guard of its own: of two with the same, the second to be included would be empty.
#
# Prints every offence as FILE:LINE: the rule it breaks. Exit status 1 if there is any.
#
# usage: check_includes.sh [ROOT]
set -eu
LC_ALL=C
export LC_ALL

cd "${1:-$(dirname "$0")/..}"

folders=''
for folder in src check cli examples compat bench; do
    [ -d "$folder" ] && folders="$folders $folder"
done
[ -n "$folders" ] || {
    echo "check_includes: no src/ in $(pwd); name the root of the project" >&2
    exit 2
}

find $folders -type f \( -name '*.[ch]' -o -name '*.inc' -o -name '*.def' -o -name '*.cu' -o -name '*.cuh' \) -print |
    sort | awk '
function offence(rule)
{
    printf "%s:%d: %s\n", file, line_number, rule
    bad = 1
}

function exists(path,    line, found)
{
    found = (getline line < path) >= 0
    close(path)
    return found
}

# The first `count` parts of a path.
function head(path, count,    parts, i, text)
{
    split(path, parts, "/")
    text = parts[1]
    for (i = 2; i <= count; i++) text = text "/" parts[i]
    return text
}

# An include of src/ROOM/...
function check_inside(name,    parts, count, room, to)
{
    if (name == "atalanta.h") return
    split(file, parts, "/")
    room = parts[2]
    count = split(name, parts, "/")
    to = parts[1]
    if (name ~ /(^|\/)\.\.?(\/|$)/ || count < 2) {
        offence("\"" name "\" must be written from the src root, as \"room/file.h\"")
    } else if (to == "check" || to == "cli" || to == "tests" || to == "bench" || to == "examples" || to == "compat") {
        offence("nothing under src/ may include " to "/")
    } else if (!exists("src/" name)) {
        offence("\"" name "\" is no file under src/; includes are written from the src root, as \"room/file.h\"")
    } else if (!(room in may)) {
        offence("src/" room "/ is no room that tools/check_includes.sh knows; give it its place in the direction")
    } else if (index(may[room], " " to " ") == 0) {
        if (room == "mpi") offence("src/mpi/ is a library of its own and includes only the public header, not " to "/")
        else offence(room " may not include " to "; the direction is " direction)
    } else if (file != registry && head(name, 2) ~ /^planner\/(rules|named)$/ &&
               head(file, 3) != "src/" head(name, 2)) {
        offence("only " registry " may name the rules (" head(name, 2) "/)")
    } else if (file != registry && to == "engine" && count > 2 && head(file, 3) != "src/" head(name, 2) &&
               !(head(file, 3) ~ /^src\/engine\/(cuda|emu)$/ && head(name, 2) == "engine/gpu") &&
               !(head(file, 4) == "src/engine/gpu/kernels" && head(name, 3) == "engine/cpu/codelets")) {
        offence("only " registry " may name an engine (" head(name, 2) "/)")
    }
}

# An include of a folder that stands outside src/.
function check_outside(name, quoted,    parts, folder, to)
{
    if (name == "atalanta.h") return
    folder = head(file, 1)
    to = head(name, 1)
    if (name ~ /(^|\/)\.\.?(\/|$)/) {
        offence("\"" name "\" must be written from the root, as \"folder/file.h\"")
    } else if (to == folder || ((folder == "cli" || folder == "bench") && to == "check")) {
        if (!exists(name)) offence("\"" name "\" is no file of the project")
    } else if (index(name, "/") == 0 && exists(directory "/" name)) {
        return
    } else if ((file == "bench/costs.c" && head(name, 2) == "engine/cpu") ||
               (file == "bench/shapes.c" && head(name, 2) ~ /^engine\/(gpu|cuda)$/)) {
        if (!exists("src/" name)) offence("\"" name "\" is no file under src/")
    } else {
        offence(folder "/ may include only the public header, not \"" name "\"")
    }
}

# Names of rules and engines as symbols: const ata_rule ata_rule_NAME = ..., and the same of ata_named and ata_engine.
function note_definition(text)
{
    if (text !~ /^const ata_(rule|named|engine) ata_[a-z0-9_]+ *=/) return
    sub(/^const ata_(rule|named|engine) /, "", text)
    sub(/ *=.*/, "", text)
    owner[text] = head(file, 3)
}

# A guard is the first directive of a header, and is defined by the second.
function check_guard(text,    name)
{
    if (text !~ /^#/ || ++directives > 2) return
    name = text
    if (directives == 1) guard = sub(/^#ifndef +/, "", name) ? name : ""
    if (directives == 1 || guard == "" || !sub(/^#define +/, "", name) || name != guard) return
    if (guard in guarded) offence(guard " is the guard of " guarded[guard] " too")
    guarded[guard] = file
}

BEGIN {
    direction = "core <- problem <- recipe <- {planner, engine} <- plan <- stream <- api"
    registry = "src/plan/registry.c"
    may["core"] = " core "
    may["problem"] = may["core"] "problem "
    may["recipe"] = may["problem"] "recipe "
    may["planner"] = may["recipe"] "planner "
    may["engine"] = may["recipe"] "engine "
    may["plan"] = may["recipe"] "planner engine plan "
    may["stream"] = may["plan"] "stream "
    may["api"] = may["stream"] "api "
    may["mpi"] = " mpi "
}

{
    file = $0
    files[++file_count] = file
    directory = file
    sub(/\/[^\/]*$/, "", directory)
    line_number = 0
    directives = 0
    while ((getline text < file) > 0) {
        line_number++
        note_definition(text)
        if (file ~ /h$/) check_guard(text)
        if (text ~ /^[ \t]*#[ \t]*include[ \t]+[A-Z0-9_]+_FILE$/) continue
        if (text ~ /^[ \t]*#[ \t]*define[ \t]+[A-Z0-9_]+_FILE[ \t]+"[^"]*\.h"$/)
            sub(/define[ \t]+[A-Z0-9_]+_FILE/, "include", text)
        if (!sub(/^[ \t]*#[ \t]*include(_next)?[ \t]*/, "", text)) continue
        quote = substr(text, 1, 1)
        if (quote != "\"" && quote != "<") {
            offence("an include must name its file, so that grep finds it")
            continue
        }
        name = substr(text, 2)
        name = substr(name, 1, index(name, quote == "<" ? ">" : "\"") - 1)
        if (quote == "<") {
            if (file ~ /^src\// && (name == "atalanta.h" || exists("src/" name) || exists(name)))
                offence("<" name "> is the project'\''s own: write it in quotes")
            else if (file !~ /^src\// && name != "atalanta.h" && (exists("src/" name) || exists(name)))
                offence("<" name "> is the project'\''s own, and " head(file, 1) "/ may include only the public header")
        } else if (file ~ /^src\//) {
            check_inside(name)
        } else {
            check_outside(name)
        }
    }
    close(file)
}

# Naming without including: a rule or an engine declared by hand somewhere else.
END {
    for (i = 1; i <= file_count; i++) {
        file = files[i]
        if (file == registry || file !~ /^src\//) continue
        line_number = 0
        while ((getline text < file) > 0) {
            line_number++
            if (text !~ /ata_/) continue
            count = split(text, words, /[^A-Za-z0-9_]+/)
            for (w = 1; w <= count; w++)
                if (words[w] in owner && owner[words[w]] != head(file, 3))
                    offence("only " registry " may name " words[w])
        }
        close(file)
    }
    exit bad
}'
