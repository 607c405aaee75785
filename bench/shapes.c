/* shapes.c - times shapes of the GPU's kernel, for the tables of src/engine/gpu/tuning_90.c.
 *
 *     cmake --build build/release --target atalanta_shapes && build/release/atalanta_shapes < shapes.txt
 *
 * A line of the input is a problem and, behind a bar, its sweeps, with semicolons between them: the numbers of each
 * (a * for those of the table) and, behind a colon, its radices.
 *
 *     c2c 2^16*1024   | 16 256 16 1 4 1 0 : 16 16 16 16
 *     c2c 256x256x256 | 32 128 4 0 5 0 1 : X16 X16 Y8 Y8 ; * : Y4 Z16 Z16
 *     PROBLEM         | points threads cluster stage blocks ahead in_turn [balanced] : radices (of 1: an exchange only)
 *
 * Of real points X has the radices of n/2 complex ones. Sweeps of the same length share the numbers of the first.
 * Prints the time of one execution (the median of several samples), its share of the speed of a pass of 1 point, which
 * is a copy, and of complex points the relative L2 error of the last transform of the batch against the CPU's in double
 * precision. With the argument "compile" the kernels are only compiled, into the cache: several such processes at once
 * do that faster.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atalanta.h"
#include "engine/cuda/machine.h"
#include "engine/gpu/engine.h"
#include "samples.h"

enum { SAMPLES = 9, CALLS = 5, MOST_CALLS = 200, SWEEPS = 4, ROWS = 128, LINE = 1024 };

/* How long a sample takes at least, where calls are short: the end of one waits for the host. */
static const double least_sample = 1e-3;

typedef struct shapes {
    int rows;
    bool given;            /* are any numbers? */
    ata_gpu_row row[ROWS]; /* each once for lines one after another and once for lines side by side; then the table */
    ata_recipe recipe;
} shapes;

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static bool is_real(const ata_problem *problem)
{
    return problem->kind == ATA_R2C || problem->kind == ATA_C2R;
}

/* The radices of X inside a half step. */
static void wrap_half(ata_steps *steps)
{
    const ata_steps inner = *steps;
    *steps = (ata_steps){0};
    ata_steps_add(steps, ATA_OP_HALF, 2 * ata_steps_length(inner.step, inner.count));
    for (int s = 0; s < inner.count; s++) ata_steps_add(steps, ATA_OP_RADIX, inner.step[s].n);
    ata_steps_close(steps, 0);
}

/* The radices of a sweep, such as X16 or 16: steps by dimension. X is the last of c2r. */
static bool read_radices(char *text, const ata_problem *problem, ata_gpu_row *row, ata_recipe *recipe)
{
    ata_steps steps[3] = {{0}};
    int count = 0;
    bool first = true;
    const bool backwards = problem->kind == ATA_C2R;
    for (char *word = strtok(text, " \n"); word && count < 6; word = strtok(NULL, " \n")) {
        const int dim = word[0] == 'Y' ? 1 : word[0] == 'Z' ? 2 : 0;
        const int radix = atoi(word + (word[0] >= 'X' && word[0] <= 'Z'));
        if (radix < 1 || radix > 64 || dim >= problem->rank) return false;
        row->radix[count++] = (unsigned char)radix;
        row->n *= radix;
        if (radix > 1) ata_steps_add(&steps[dim], ATA_OP_RADIX, radix);
    }
    if (is_real(problem) && steps[0].count > 0) wrap_half(&steps[0]);
    for (int index = 0; index < 3; index++) {
        const int dim = backwards ? 2 - index : index;
        if (steps[dim].count == 0) continue;
        const ata_form form = ata_form_of(problem);
        const int d = problem->rank - 1 - dim;
        if ((first ? ata_recipe_add_pass(recipe, form, d, &steps[dim])
                   : ata_recipe_join_pass(recipe, form, d, &steps[dim])) != ATA_OK)
            return false;
        first = false;
    }
    return true;
}

/* One sweep; false where it is none. */
static bool read_sweep(char *text, const ata_problem *problem, shapes *all)
{
    ata_gpu_row row = {.n = 1};
    int ahead, in_turn, balanced = 0;
    char *colon = strchr(text, ':');
    if (!colon || !read_radices(colon + 1, problem, &row, &all->recipe)) return false;
    *colon = 0;
    if (strchr(text, '*')) return true;
    if (sscanf(text, "%d %d %d %d %d %d %d %d", &row.points, &row.threads, &row.cluster, &row.cluster_stage,
               &row.blocks, &ahead, &in_turn, &balanced) < 7)
        return false;
    if (ahead) row.how |= ATA_ROW_AHEAD;
    if (in_turn) row.how |= ATA_ROW_IN_TURN;
    if (balanced) row.how |= ATA_ROW_BALANCED;
    all->given = true;
    all->row[all->rows++] = row;
    row.lines = (int)((int64_t)row.points * row.threads * row.cluster / row.n);
    all->row[all->rows++] = row;
    return true;
}

static bool read_line(char *line, ata_problem *problem, shapes *all)
{
    char *bar = strchr(line, '|'), *sweep[SWEEPS], *rest = bar ? bar + 1 : NULL;
    int count = 0;
    if (!bar) return false;
    *bar = 0;
    if (ata_problem_parse(problem, line) != ATA_OK || ata_problem_complete(problem, problem) != ATA_OK) return false;
    while (rest && count < SWEEPS) {
        sweep[count++] = rest;
        rest = strchr(rest, ';');
        if (rest) *rest++ = 0;
    }
    memset(all, 0, sizeof *all);
    for (int p = 0; p < count; p++)
        if (!read_sweep(sweep[p], problem, all)) return false;
    const ata_gpu_row *table = ata_problem_compute_type(problem) == ATA_F64 ? ata_gpu_rows_f64 : ata_gpu_rows_f32;
    for (; table->n > 0 && all->rows < ROWS - 1; table++) all->row[all->rows++] = *table;
    return ata_recipe_check(&all->recipe, problem) == ATA_OK;
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

typedef struct bench {
    ata_site *site;
    ata_device *device;
    void *in, *out, *scratch;
    size_t bytes;
    bool compile_only;
    ata_problem problem; /* the one before, with what was found out about it */
    double copy, *right; /* the right result of its last transform; NULL where it is too long */
} bench;

static double measure(const bench *b, const ata_built *built)
{
    const ata_arrays arrays = {.in = b->in, .out = b->out, .scratch = b->scratch};
    double sample[SAMPLES];
    char byte;
    int calls = CALLS;
    for (int s = -2; s < SAMPLES; s++) { /* the first two warm up */
        const double begin = now();
        for (int i = 0; i < calls; i++)
            if (ata_gpu_execute(built, &arrays) != ATA_OK) return INFINITY;
        /* Copies wait for what is before them. */
        if (ata_machine_cuda.copy_out(b->device, &byte, b->out, 1, NULL) != ATA_OK) return INFINITY;
        const double seconds = (now() - begin) * 1e-9 / calls;
        if (s >= 0) sample[s] = seconds;
        else if (s == -1 && seconds * calls < least_sample)
            calls = least_sample / seconds < MOST_CALLS ? (int)(least_sample / seconds) : MOST_CALLS;
    }
    qsort(sample, SAMPLES, sizeof sample[0], compare);
    return sample[SAMPLES / 2];
}

/* Seconds of a plain pass over as many bytes, which is what a copy takes. */
static double measure_copy(const bench *b, const ata_problem *like)
{
    ata_problem problem = {.type = like->type, .rank = 1, .dim = {{.n = 1}}, .batch_rank = 1, .batch = {{.n = 1}}};
    ata_recipe recipe = {0};
    ata_steps steps = {0};
    ata_built *built;
    problem.batch[0].n = ata_problem_points(like) * ata_problem_batch_count(like) / (is_real(like) ? 2 : 1);
    ata_steps_add(&steps, ATA_OP_RADIX, 1);
    if (ata_problem_complete(&problem, &problem) != ATA_OK ||
        ata_recipe_add_pass(&recipe, ATA_FORM_NATURAL, 0, &steps) != ATA_OK ||
        ata_gpu_build(b->site, &problem, &recipe, 1, NULL, &built) != ATA_OK)
        return INFINITY;
    const double seconds = measure(b, built);
    ata_gpu_destroy(built);
    return seconds;
}

/* A number in memory; of the types of two bytes f16 alone. */
static double value_at(const void *numbers, size_t width, int64_t i)
{
    if (width == 8) return ((const double *)numbers)[i];
    if (width == 4) return ((const float *)numbers)[i];
    const unsigned int half = ((const unsigned short *)numbers)[i], exponent = half >> 10 & 31, fraction = half & 1023;
    const double magnitude = exponent == 31  ? INFINITY
                             : exponent == 0 ? ldexp(fraction, -24)
                                             : ldexp(1024 + fraction, (int)exponent - 25);
    return half >> 15 ? -magnitude : magnitude;
}

/* The last transform of a packed batch, in double precision. */
static double *find_right(const bench *b, const ata_problem *problem)
{
    const int64_t n = ata_problem_points(problem);
    const size_t width = (size_t)ata_type_bytes(problem->type), bytes = (size_t)n * 2 * width;
    if (n > 1 << 24 || problem->type > ATA_F16 || is_real(problem)) return NULL;
    char *x = malloc(bytes);
    double *in = malloc((size_t)n * 16), *out = malloc((size_t)n * 16);
    ata_problem reference = {
        .type = ATA_F64, .rank = problem->rank, .direction = problem->direction, .order = problem->order};
    for (int d = 0; d < problem->rank; d++) reference.dim[d].n = problem->dim[d].n;
    const ata_options options = {.threads = 8};
    ata_plan *plan = NULL;
    bool good = x && in && out && ata_plan_create(&plan, &reference, &options) == ATA_OK &&
                ata_machine_cuda.copy_out(b->device, x, (char *)b->in + b->bytes - bytes, bytes, NULL) == ATA_OK;
    for (int64_t i = 0; good && i < 2 * n; i++) in[i] = value_at(x, width, i);
    good = good && ata_plan_execute(plan, in, out) == ATA_OK;
    ata_plan_destroy(plan);
    free(x);
    free(in);
    if (good) return out;
    free(out);
    return NULL;
}

static double measure_error(const bench *b, const ata_problem *problem)
{
    const int64_t n = ata_problem_points(problem);
    const size_t width = (size_t)ata_type_bytes(problem->type), bytes = (size_t)n * 2 * width;
    char *y = malloc(bytes);
    double difference = 0, norm = 0;
    const bool good = b->right && y &&
                      ata_machine_cuda.copy_out(b->device, y, (char *)b->out + b->bytes - bytes, bytes, NULL) == ATA_OK;
    for (int64_t i = 0; good && i < 2 * n; i++) {
        const double value = value_at(y, width, i);
        difference += (value - b->right[i]) * (value - b->right[i]);
        norm += b->right[i] * b->right[i];
    }
    free(y);
    return good ? sqrt(difference / norm) : NAN;
}

/* Arrays for a problem, the input random. */
static bool make_arrays(bench *b, const ata_problem *problem)
{
    const size_t width = (size_t)ata_type_bytes(problem->type);
    b->bytes = (size_t)(ata_problem_points(problem) * ata_problem_batch_count(problem)) * 2 * width;
    char *random = malloc(b->bytes);
    unsigned int state = 1;
    for (size_t i = 0; random && i < b->bytes / width; i++) {
        state = state * 1664525u + 1013904223u;
        if (width == 8) ((double *)random)[i] = (int)state * 0x1p-31;
        else if (width == 4) ((float *)random)[i] = (float)(int)state * 0x1p-31f;
        else
            ((unsigned short *)random)[i] = (unsigned short)((state >> 16 & 0x83ffu) | 0x3800u); /* about one, in f16 */
    }
    const bool good = random && ata_machine_cuda.allocate(b->device, b->bytes, "the input", &b->in) == ATA_OK &&
                      ata_machine_cuda.allocate(b->device, b->bytes, "the output", &b->out) == ATA_OK &&
                      ata_machine_cuda.copy_in(b->device, b->in, random, b->bytes, NULL) == ATA_OK;
    free(random);
    return good;
}

static void free_arrays(bench *b)
{
    ata_machine_cuda.release(b->device, b->in);
    ata_machine_cuda.release(b->device, b->out);
    free(b->right);
    b->in = b->out = b->right = NULL;
}

/* Arrays, the speed of a copy and the right result are kept while lines have the same problem. */
static bool prepare(bench *b, const ata_problem *problem)
{
    if (b->in && memcmp(&b->problem, problem, sizeof *problem) == 0) return true;
    free_arrays(b);
    b->problem = *problem;
    if (!make_arrays(b, problem)) {
        free_arrays(b);
        return false;
    }
    b->copy = measure_copy(b, problem);
    b->right = find_right(b, problem);
    return true;
}

static void run(bench *b, const ata_problem *problem, const shapes *all, const char *text)
{
    const ata_gpu_tuning *table = &ata_gpu_tuning_90[ata_problem_compute_type(problem) == ATA_F64];
    const ata_gpu_tuning tuning = {.rows = all->row,
                                   .joined = all->given ? NULL : table->joined,
                                   .planes = all->given ? NULL : table->planes,
                                   .tiled = table->tiled,
                                   .kept = table->kept};
    ata_built *built = NULL;
    if (ata_gpu_build_with(b->site, problem, &all->recipe, &tuning, NULL, &built) != ATA_OK ||
        (!b->compile_only && !prepare(b, problem)) ||
        (!b->compile_only && ata_gpu_scratch(built) > 0 &&
         ata_machine_cuda.allocate(b->device, ata_gpu_scratch(built), "scratch", &b->scratch) != ATA_OK)) {
        printf("failed   %s: %s\n", text, ata_last_error()->message);
    } else if (!b->compile_only) {
        const double seconds = measure(b, built), error = measure_error(b, problem);
        printf("%10.2f us  %.3f  %.1e  %s\n", seconds * 1e6, b->copy / seconds, error, text);
    }
    fflush(stdout);
    ata_gpu_destroy(built);
    ata_machine_cuda.release(b->device, b->scratch);
    b->scratch = NULL;
}

int main(int count, char **words)
{
    bench b = {.compile_only = count > 1 && strcmp(words[1], "compile") == 0};
    char line[LINE], text[LINE];
    if (ata_machine_cuda.missing()) return fprintf(stderr, "shapes: %s\n", ata_machine_cuda.missing()), 1;
    if (ata_gpu_open(&ata_machine_cuda, -1, &b.site) != ATA_OK || ata_machine_cuda.open(-1, &b.device) != ATA_OK)
        return fprintf(stderr, "shapes: %s\n", ata_last_error()->message), 1;
    while (fgets(line, sizeof line, stdin)) {
        ata_problem problem;
        static shapes all;
        line[strcspn(line, "\n")] = 0;
        snprintf(text, sizeof text, "%s", line);
        if (line[0] == 0 || line[0] == '#') continue;
        if (read_line(line, &problem, &all)) run(&b, &problem, &all, text);
        else printf("unread   %s\n", text);
    }
    free_arrays(&b);
    ata_machine_cuda.close(b.device);
    ata_gpu_close(b.site);
    return 0;
}
