/* shapes.c - times shapes of the GPU's kernel, for the tables of src/engine/gpu/tuning_90.c.
 *
 *     cmake --build build/release --target atalanta_shapes && build/release/atalanta_shapes < shapes.txt
 *
 * A line of the input is a problem and, behind a bar, the numbers of each of its passes, with a semicolon between
 * passes:
 *
 *     c2c 2^16*1024 | 16 256 16 1 4 1 0 : 16 16 16 16
 *     PROBLEM       | points threads cluster stage blocks ahead in_turn : radices (of 1: an exchange only)
 *
 * Passes of the same length share the numbers of the first. Prints the time of one execution (the median of several
 * samples), its share of the speed of a pass of 1 point, which is a copy, and the relative L2 error of the last
 * transform of the batch against the CPU's in double precision.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "atalanta.h"
#include "engine/cuda/machine.h"
#include "engine/gpu/engine.h"

enum { SAMPLES = 9, CALLS = 5, PASSES = 3, LINE = 1024 };

typedef struct shapes {
    ata_gpu_row row[2 * PASSES + 1]; /* each once for lines one after another and once for lines side by side */
    ata_recipe recipe;
} shapes;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* The numbers of pass p; false where they are none. */
static bool read_pass(char *text, const ata_problem *problem, int p, shapes *all)
{
    ata_gpu_row row = {.n = 1};
    int ahead, in_turn, used = 0, count = 0;
    ata_steps steps = {0};
    if (sscanf(text, "%d %d %d %d %d %d %d :%n", &row.points, &row.threads, &row.cluster, &row.cluster_stage,
               &row.blocks, &ahead, &in_turn, &used) != 7 ||
        used == 0)
        return false;
    row.ahead = ahead != 0;
    row.in_turn = in_turn != 0;
    for (char *word = strtok(text + used, " \n"); word && count < 6; word = strtok(NULL, " \n")) {
        const int radix = atoi(word);
        if (radix < 1 || radix > 64) return false;
        row.radix[count++] = (unsigned char)radix;
        row.n *= radix;
        if (radix > 1) ata_steps_add(&steps, ATA_OP_RADIX, radix);
    }
    all->row[2 * p] = row;
    row.lines = (int)((int64_t)row.points * row.threads * row.cluster / row.n);
    all->row[2 * p + 1] = row;
    return ata_recipe_add_pass(&all->recipe, ata_form_of(problem), problem->rank - 1, &steps) == ATA_OK;
}

static bool read_line(char *line, ata_problem *problem, shapes *all)
{
    char *bar = strchr(line, '|'), *pass[PASSES], *rest = bar ? bar + 1 : NULL;
    int count = 0;
    if (!bar) return false;
    *bar = 0;
    if (ata_problem_parse(problem, line) != ATA_OK || ata_problem_complete(problem, problem) != ATA_OK) return false;
    while (rest && count < PASSES) {
        pass[count++] = rest;
        rest = strchr(rest, ';');
        if (rest) *rest++ = 0;
    }
    memset(all, 0, sizeof *all);
    for (int p = 0; p < count; p++)
        if (!read_pass(pass[p], problem, p, all)) return false;
    return ata_recipe_check(&all->recipe, problem) == ATA_OK;
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

typedef struct bench {
    ata_site *site;
    ata_device *device;
    void *in, *out, *scratch;
    size_t bytes;
} bench;

static double measure(const bench *b, const ata_built *built)
{
    const ata_arrays arrays = {.in = b->in, .out = b->out, .scratch = b->scratch};
    double sample[SAMPLES];
    char byte;
    for (int s = -1; s < SAMPLES; s++) { /* the first warms up */
        const double begin = now();
        for (int i = 0; i < CALLS; i++)
            if (ata_gpu_execute(built, &arrays) != ATA_OK) return INFINITY;
        /* Copies wait for what is before them. */
        if (ata_machine_cuda.copy_out(b->device, &byte, b->out, 1, NULL) != ATA_OK) return INFINITY;
        if (s >= 0) sample[s] = (now() - begin) / CALLS;
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
    problem.batch[0].n = ata_problem_points(like) * ata_problem_batch_count(like);
    ata_steps_add(&steps, ATA_OP_RADIX, 1);
    if (ata_problem_complete(&problem, &problem) != ATA_OK ||
        ata_recipe_add_pass(&recipe, ATA_FORM_NATURAL, 0, &steps) != ATA_OK ||
        ata_gpu_build(b->site, &problem, &recipe, 1, NULL, &built) != ATA_OK)
        return INFINITY;
    const double seconds = measure(b, built);
    ata_gpu_destroy(built);
    return seconds;
}

/* Of the last transform of a packed batch. */
static double measure_error(const bench *b, const ata_problem *problem)
{
    const int64_t n = ata_problem_points(problem);
    const size_t width = (size_t)ata_type_bytes(problem->type), bytes = (size_t)n * 2 * width;
    const size_t at = b->bytes - bytes;
    if (n > 1 << 24 || problem->type > ATA_F64) return NAN;
    char *x = malloc(bytes), *y = malloc(bytes);
    double *in = malloc((size_t)n * 16), *out = malloc((size_t)n * 16), difference = 0, norm = 0;
    ata_problem reference = {.type = ATA_F64, .rank = 1, .dim = {{.n = n}}, .direction = problem->direction};
    ata_plan *plan = NULL;
    if (x && y && in && out && ata_plan_create(&plan, &reference, NULL) == ATA_OK &&
        ata_machine_cuda.copy_out(b->device, x, (char *)b->in + at, bytes, NULL) == ATA_OK &&
        ata_machine_cuda.copy_out(b->device, y, (char *)b->out + at, bytes, NULL) == ATA_OK) {
        for (int64_t i = 0; i < 2 * n; i++) in[i] = width == 8 ? ((double *)x)[i] : ((float *)x)[i];
        if (ata_plan_execute(plan, in, out) == ATA_OK)
            for (int64_t i = 0; i < 2 * n; i++) {
                const double value = width == 8 ? ((double *)y)[i] : ((float *)y)[i];
                difference += (value - out[i]) * (value - out[i]);
                norm += out[i] * out[i];
            }
    }
    ata_plan_destroy(plan);
    free(x);
    free(y);
    free(in);
    free(out);
    return sqrt(difference / norm);
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
    ata_machine_cuda.release(b->device, b->scratch);
    b->in = b->out = b->scratch = NULL;
}

static void run(bench *b, const ata_problem *problem, const shapes *all, const char *text)
{
    const ata_gpu_tuning tuning = {.rows = all->row};
    ata_built *built = NULL;
    if (!make_arrays(b, problem) ||
        ata_gpu_build_with(b->site, problem, &all->recipe, &tuning, NULL, &built) != ATA_OK ||
        (ata_gpu_scratch(built) > 0 &&
         ata_machine_cuda.allocate(b->device, ata_gpu_scratch(built), "scratch", &b->scratch) != ATA_OK)) {
        printf("failed   %s: %s\n", text, ata_last_error()->message);
    } else {
        const double seconds = measure(b, built), error = measure_error(b, problem), copy = measure_copy(b, problem);
        printf("%10.2f us  %.3f  %.1e  %s\n", seconds * 1e6, copy / seconds, error, text);
    }
    fflush(stdout);
    ata_gpu_destroy(built);
    free_arrays(b);
}

int main(void)
{
    bench b = {0};
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
    ata_machine_cuda.close(b.device);
    ata_gpu_close(b.site);
    return 0;
}
