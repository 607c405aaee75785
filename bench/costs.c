/* costs.c - measures what the CPU engine's stages cost, and prints the numbers of src/engine/cpu/tables.c.
 *
 *     cmake --build build/release --target atalanta_costs && build/release/atalanta_costs
 *
 * A radix r costs what a line of r and 4 takes more than the 4, columns side by side in the first-level cache:
 * ns a point, the mean of r first (with twiddles) and r last (without), medians of many runs. Butterflies with both
 * parts of a number in one vector are timed by themselves: columns, and last stages of a line, ns a vector.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/cpu/line/sets.h"
#include "samples.h"

enum { SAMPLES = 41, POINTS = 1024, BYTES = 1 << 24 };

/* Nanoseconds of one run of blocks, the median. */
static double measure(const ata_line_functions *functions, const ata_line *line, const ata_way *way,
                      const ata_blocks *blocks)
{
    double sample[SAMPLES];
    int runs = 1;
    for (;; runs *= 2) {
        const double begin = now();
        for (int i = 0; i < runs; i++) functions->run_blocks(line, way, blocks);
        if (now() - begin > 50e3) break;
    }
    for (int s = 0; s < SAMPLES; s++) {
        const double begin = now();
        for (int i = 0; i < runs; i++) functions->run_blocks(line, way, blocks);
        sample[s] = (now() - begin) / runs;
    }
    qsort(sample, SAMPLES, sizeof sample[0], compare);
    return sample[SAMPLES / 2];
}

/* Nanoseconds a point of a line of two radices, columns side by side with their parts apart. */
static double time_line(const ata_line_functions *functions, ata_type type, int64_t first, int64_t second, char *memory)
{
    const ata_step steps[2] = {{ATA_OP_RADIX, 1, first}, {ATA_OP_RADIX, 1, second}};
    ata_line *line;
    if (functions->build(steps, 2, ATA_ROLE_COMPLEX, ATA_C2C, ATA_FORM_NATURAL, false, &line) != ATA_OK) return 0;
    const int64_t real = (int64_t)functions->real_bytes, width = functions->width;
    const int64_t lanes = (POINTS / line->n + width) / width * width;
    const int64_t plane = (line->n + 16) * lanes * real;
    const ata_side side = {.type = type, .is_complex = true, .row = lanes * real, .lane = real};
    ata_way way = {.in = side, .out = side, .lanes = lanes, .runs = 1, .scale = 1};
    const ata_blocks blocks = {.count = 1,
                               .in_re = memory,
                               .in_im = memory + plane,
                               .out_re = memory + 2 * plane,
                               .out_im = memory + 3 * plane,
                               .scratch = memory + (4 * plane + 4095) / 4096 * 4096};
    functions->prepare(line, &way);
    const double ns = measure(functions, line, &way, &blocks) / (double)(line->n * lanes);
    functions->destroy(line);
    return ns;
}

static void print_radices(const ata_line_functions *functions, ata_type type, char *memory)
{
    printf("%s %s, %d numbers a vector\n    .radix = {", functions->isa, type == ATA_F32 ? "f32" : "f64",
           functions->width);
    const double two_fours = time_line(functions, type, 4, 4, memory);
    for (int64_t r = 2; r <= 64; r++) {
        if (!functions->has_radix(r)) continue;
        const double both = time_line(functions, type, r, 4, memory) + time_line(functions, type, 4, r, memory);
        printf("%s[%d] = %.3f", r > 2 ? ", " : "", (int)r, (both - two_fours) / 2);
    }
    printf("},\n");
}

/* Nanoseconds that a stage of paired lines takes for a vector, in the first-level cache: the least of many runs.
 * Its factors are whatever lies there. */
static double time_paired(const ata_line_functions *functions, int64_t radix, ata_paired_form form, char *memory)
{
    enum { LINES = 32, RUNS = 300, PART_BYTES = 1 << 16 };
    const ata_function stage = functions->paired_stage(radix, form, false);
    const ata_call call = {.x_next = 2 * LINES,
                           .y_next = 2 * LINES,
                           .x_lane = 2,
                           .y_lane = 2,
                           .run = LINES,
                           .count = 1,
                           .twiddle = memory + 2 * PART_BYTES};
    const ptrdiff_t real = (ptrdiff_t)functions->real_bytes;
    double least = 1e30;
    for (int s = 0; s < SAMPLES; s++) {
        const double begin = now();
        for (int i = 0; i < RUNS; i++)
            stage(&call, memory, memory + real, memory + PART_BYTES, memory + PART_BYTES + real);
        const double taken = (now() - begin) / RUNS;
        if (taken < least) least = taken;
    }
    return least / (LINES / (functions->width / 2.0));
}

static void print_paired(const ata_line_functions *functions, char *memory)
{
    static const struct {
        const char *name;
        ata_paired_form form;
    } stages[] = {{"columns", ATA_PAIRED_COLUMNS}, {"last", ATA_PAIRED_LAST}};
    for (int i = 0; i < 2; i++) {
        if (!functions->paired_stage(2, stages[i].form, false)) continue;
        printf("    paired, %s: ", stages[i].name);
        for (int64_t r = 2; r <= 32; r++)
            if (functions->paired_stage(r, stages[i].form, false))
                printf("%s[%d] = %.1f", r > 2 ? ", " : "", (int)r, time_paired(functions, r, stages[i].form, memory));
        printf("\n");
    }
}

int main(void)
{
    char *memory = aligned_alloc(4096, BYTES);
    if (!memory) return 1;
    for (int t = 0; t < 2; t++) {
        const ata_type type = t == 0 ? ATA_F32 : ATA_F64;
        for (const ata_line_functions *const *set = ata_line_sets(type); *set; set++) {
            if (type == ATA_F32)
                for (size_t i = 0; i < BYTES / sizeof(float); i++)
                    ((float *)memory)[i] = (float)rand() / (float)RAND_MAX;
            else
                for (size_t i = 0; i < BYTES / sizeof(double); i++) ((double *)memory)[i] = rand() / (double)RAND_MAX;
            print_radices(*set, type, memory);
            print_paired(*set, memory);
        }
    }
    free(memory);
    return 0;
}
