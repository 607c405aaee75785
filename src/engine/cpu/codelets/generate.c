/* generate.c - writes dft_R.h, the transforms of small length R that the stages of a line are made of, and rdft_R.h and
 * irdft_R.h, those of real numbers and the ways back to them; and pdft_R.h, with both parts of a number in one vector.
 *
 *     cd src/engine/cpu/codelets
 *     cc -O1 -I../../.. -o generate [a-z]*.c -lm
 *     ./generate .
 *
 * The files are committed, so that building the library takes a compiler alone; a test runs `generate --check`. Each
 * goes from an algorithm (dft.c, prime.c) over a graph of instructions (graph.c) to an order of them (schedule.c), is
 * carried out once against the definition, and only then written (emit.c).
 */
#include <stdlib.h>
#include <string.h>

#include "engine/cpu/codelets/dft.h"
#include "engine/cpu/codelets/emit.h"

static const int radices[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,
                              15, 16, 17, 19, 20, 23, 25, 29, 31, 32, 64, 0};
static const int real_radices[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,  18,
                                   19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 64, 128, 0};

static const int paired_radices[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 23, 29, 32, 0};

static const int *radices_of(graph_kind kind)
{
    return kind == GRAPH_COMPLEX ? radices : kind == GRAPH_PAIRED ? paired_radices : real_radices;
}

static const char usage[] =
    "usage: generate [--check] DIRECTORY\n"
    "\n"
    "Writes DIRECTORY/dft_R.h, rdft_R.h, irdft_R.h and pdft_R.h for every radix R and prints what each costs.\n"
    "With --check nothing is written; the exit status is 1 if a file differs from what would be, and\n"
    "it is named.\n"
    "\n"
    "example: generate src/engine/cpu/codelets\n";

/* Values that may be alive before the algorithms' own order is kept. AVX2 can have constants from memory, so they are
 * not counted; a few values too many, spilled, take less time than what waits for others. */
enum { FEW_REGISTERS = 16, MANY_REGISTERS = 33 };

typedef struct codelet {
    graph g;
    schedule few, many;
    bool has_many; /* an order of its own, where that is worth a second text */
} codelet;

static bool is_right(const graph *g, const schedule *s)
{
    const long double error = emit_error(g, s);
    if (error <= 1e-15L) return true;
    fprintf(stderr, "generate: %s_%d is wrong: relative error %.3Lg\n", emit_stem(g->kind), g->radix, error);
    return false;
}

static bool build(codelet *c, graph_kind kind, int radix)
{
    point in[GRAPH_POINTS], out[GRAPH_POINTS];
    graph_start(&c->g, kind, radix, in);
    dft_build(&c->g, radix, in, out);
    if (!graph_finish(&c->g, out)) return false;
    schedule_build(&c->few, &c->g, FEW_REGISTERS);
    schedule_build(&c->many, &c->g, MANY_REGISTERS);
    c->has_many = kind == GRAPH_PAIRED && !schedule_is_same(&c->few, &c->many);
    return is_right(&c->g, &c->few) && is_right(&c->g, &c->many);
}

/* Whether the file at `path` holds what `made` does. */
static bool is_same(FILE *made, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return false;
    rewind(made);
    int a, b;
    do {
        a = getc(made);
        b = getc(file);
    } while (a == b && a != EOF);
    fclose(file);
    return a == b;
}

static bool write_or_check(const codelet *c, const char *directory, bool check)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s_%d.h", directory, emit_stem(c->g.kind), c->g.radix);
    if (length >= (int)sizeof path) {
        fprintf(stderr, "generate: the name of the directory is too long\n");
        return false;
    }
    FILE *file = check ? tmpfile() : fopen(path, "w");
    if (!file) {
        perror(check ? "generate: a temporary file" : path);
        return false;
    }
    emit_print(&c->g, &c->few, c->has_many ? &c->many : NULL, file);
    const bool same = !check || is_same(file, path);
    const bool written = !ferror(file);
    if (fclose(file) != 0 || !written) {
        perror(path);
        return false;
    }
    if (!same) fprintf(stderr, "generate: %s differs from what generate.c makes; run generate and commit it\n", path);
    return same;
}

static bool generate(graph_kind kind, int radix, const char *directory, bool check)
{
    static codelet made;
    if (!build(&made, kind, radix)) return false;
    const bool same = write_or_check(&made, directory, check);
    const counts c = emit_count(&made.g, &made.few);
    printf("%5s_%-2d  %4d instructions: %3d additions, %3d multiplications, %3d fused; at most %3d values alive\n",
           emit_stem(kind), radix, c.additions + c.products + c.fused, c.additions, c.products, c.fused, c.alive);
    return same;
}

int main(int argc, char **argv)
{
    const bool check = argc > 1 && strcmp(argv[1], "--check") == 0;
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc != (check ? 3 : 2) || argv[argc - 1][0] == '-') {
        fputs(usage, stderr);
        return 2;
    }
    int status = 0;
    for (graph_kind kind = GRAPH_COMPLEX; kind <= GRAPH_PAIRED; kind++) {
        for (const int *radix = radices_of(kind); *radix; radix++) {
            if (!generate(kind, *radix, argv[argc - 1], check)) status = 1;
            if (status && !check) return status;
        }
    }
    return status;
}
