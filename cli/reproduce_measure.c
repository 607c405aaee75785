/* reproduce_measure.c - what is wanted, measured: sorted by how that is done, transforms of the same data together.
 *
 *     "c2c 2^20 algo=locality"     a transform; all that differ by algorithm and library alone make a group
 *     "roots 2^20"                 the first half of the 2^20-th roots of unity
 *     "bound copy"                 what the machine allows
 *     "copy c2c 512*16384"         arrays to the GPU and back, page-locked
 *     "call c2c 512"               from host to host, a call at a time
 *     "stream c2c 512 lanes=4"     from host to host, in a stream that is kept full
 */
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "check/parallel.h"
#include "cli/reproduce.h"

typedef struct sort {
    const char *prefix;
    bool (*measure)(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);
    bool emulated; /* can it be checked on the emulator? */
} sort;

static const sort sorts[] = {{"roots ", reproduce_measure_roots, true},
                             {"bound ", reproduce_measure_bound, false},
                             {"copy ", reproduce_measure_copy, false},
                             {"call ", reproduce_measure_call, false},
                             {"stream ", reproduce_measure_stream, false}};
enum { SORT_COUNT = sizeof sorts / sizeof sorts[0] };

/* NULL for a transform. */
static const sort *find_sort(const char *what)
{
    for (int i = 0; i < SORT_COUNT; i++)
        if (!strncmp(what, sorts[i].prefix, strlen(sorts[i].prefix))) return &sorts[i];
    return NULL;
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

bool reproduce_run_keep(reproduce_run *run, const reproduce_row *row)
{
    if (run->json) reproduce_row_print(row, stdout);
    if (run->out) {
        reproduce_row_print(row, run->out);
        fflush(run->out); /* what is there is kept, however the run ends */
    }
    return reproduce_source_add(run->source, row);
}

bool reproduce_run_leave_out(reproduce_run *run, const reproduce_key *key, const char *format, ...)
{
    reproduce_row row = {.key = *key, .value = NAN, .error = NAN, .spread = NAN};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row.note, sizeof row.note, format, arguments);
    va_end(arguments);
    return reproduce_run_keep(run, &row);
}

/* --- What is to be done ------------------------------------------------------------------------------------------- */

typedef struct todo {
    reproduce_run *run;
    const char *label;
    reproduce_key *key;
    bool *done;
    int count, finished;
    cli_progress progress;
    pthread_t self;
    atomic_int compiled;
} todo;

/* The points of all transforms of a problem; of roots, how many there are. Infinite for what cannot be read. */
static double count_points(const char *what)
{
    const sort *special = find_sort(what);
    ata_problem problem;
    if (ata_problem_parse(&problem, special ? what + strlen(special->prefix) : what) != ATA_OK) return INFINITY;
    double points = 1;
    for (int i = 0; i < problem.rank; i++) points *= (double)problem.dim[i].n;
    for (int i = 0; i < problem.batch_rank; i++) points *= (double)problem.batch[i].n;
    return points;
}

/* Where there is no GPU, the paper's algorithms that are short enough are checked on the emulator instead. */
static bool choose(const reproduce_run *run, reproduce_key *key)
{
    if (key->threads > run->cores) return false;
    if (!strcmp(key->on, "cpu")) return run->on_cpu;
    if (run->gpu) return true;
    const sort *special = find_sort(key->what);
    const bool checked = special ? special->emulated : strstr(key->what, "algo=") && !strcmp(key->name, "atalanta");
    if (!run->on_emu || !checked || count_points(key->what) > run->emulated) return false;
    snprintf(key->on, sizeof key->on, "emu");
    return true;
}

static bool todo_make(todo *list, const reproduce_wants *wants)
{
    list->key = malloc((size_t)(wants->count + 1) * sizeof *list->key);
    list->done = calloc((size_t)wants->count + 1, sizeof *list->done);
    if (!list->key || !list->done) return false;
    for (int i = 0; i < wants->count; i++) {
        reproduce_key key = wants->key[i];
        if (choose(list->run, &key) && !reproduce_source_find(list->run->source, &key)) list->key[list->count++] = key;
    }
    return true;
}

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

/* A kernel takes a second or so to be compiled, one core each: all plans are made once side by side, and their kernels
 * are in the cache when they are made to be measured. What fails here fails there again, and is told of there. */
static void compile_part(void *state, int64_t part)
{
    todo *list = state;
    const reproduce_key *key = &list->key[part];
    ata_options options = list->run->plan;
    ata_problem problem;
    ata_plan *plan = NULL;
    const bool timed = strcmp(key->on, "gpu") == 0 && strcmp(key->name, "atalanta") == 0 && !find_sort(key->what);
    options.engine = list->run->gpu;
    if (timed && ata_problem_parse(&problem, key->what) == ATA_OK) ata_plan_create(&plan, &problem, &options);
    ata_plan_destroy(plan);
    const int count = atomic_fetch_add(&list->compiled, 1) + 1;
    if (pthread_equal(pthread_self(), list->self))
        cli_progress_update(&list->progress, (double)count / list->count, "%s: compiling kernels", list->label);
}

static void compile_all(todo *list)
{
    if (!list->run->gpu || list->count == 0) return;
    list->self = pthread_self();
    check_parallel_run(check_parallel_count_cores(), list->count, compile_part, list);
}

/* --- One after another -------------------------------------------------------------------------------------------- */

static void tell(todo *list, const reproduce_key *key)
{
    cli_progress_update(&list->progress, (double)list->finished / list->count, "%s: %s on %s", list->label, key->what,
                        key->on);
}

static int measure_special(todo *list, const sort *special, const reproduce_key *key)
{
    reproduce_row row = {.key = *key, .value = NAN, .error = NAN, .spread = NAN};
    file_fault fault = {{0}};
    const bool good = special->measure(list->run, key->what + strlen(special->prefix), &row, &fault);
    list->finished++;
    if (good ? reproduce_run_keep(list->run, &row) : reproduce_run_leave_out(list->run, key, "%s", fault.sentence))
        return CLI_GOOD;
    return cli_complain(list->run->command, "out of memory for the rows");
}

/* Do both transform the same data: is all but the algorithm the same? */
static bool are_alike(const reproduce_key *a, const reproduce_key *b)
{
    static const char word[] = " algo=";
    const char *x = a->what, *y = b->what;
    if (strcmp(a->on, b->on) != 0 || a->threads != b->threads) return false;
    for (;; x++, y++) {
        if (!strncmp(x, word, sizeof word - 1)) x += 1 + strcspn(x + 1, " ");
        if (!strncmp(y, word, sizeof word - 1)) y += 1 + strcspn(y + 1, " ");
        if (*x != *y) return false;
        if (!*x) return true;
    }
}

static int measure_group(todo *list, int first)
{
    const reproduce_key *keys[REPRODUCE_GROUP_MAX];
    int count = 0;
    for (int i = first; i < list->count && count < REPRODUCE_GROUP_MAX; i++) {
        if (list->done[i] || find_sort(list->key[i].what) || !are_alike(&list->key[first], &list->key[i])) continue;
        list->done[i] = true;
        keys[count++] = &list->key[i];
    }
    list->finished += count;
    return reproduce_measure_group(list->run, keys, count);
}

static int measure_all(todo *list)
{
    int result = CLI_GOOD;
    for (int i = 0; i < list->count && result == CLI_GOOD; i++) {
        if (list->done[i]) continue;
        tell(list, &list->key[i]);
        const sort *special = find_sort(list->key[i].what);
        result = special ? measure_special(list, special, &list->key[i]) : measure_group(list, i);
        if (list->run->json && !cli_row_end()) break;
    }
    return result;
}

int reproduce_measure(reproduce_run *run, const reproduce_wants *wants, const char *label)
{
    todo list = {.run = run, .label = label};
    if (wants->failed || !todo_make(&list, wants)) {
        free(list.key);
        free(list.done);
        return cli_complain(run->command, "out of memory for what is to be measured");
    }
    cli_progress_begin(&list.progress);
    compile_all(&list);
    const int result = measure_all(&list);
    cli_progress_end(&list.progress);
    free(list.key);
    free(list.done);
    return result;
}
