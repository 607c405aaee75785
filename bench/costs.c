/* costs.c - measures what the CPU engine's stages and algorithms cost, and prints the table for src/engine/cpu/tables.c.
 *
 *     cmake --build build/release --target atalanta_costs && build/release/atalanta_costs
 *
 * A radix costs what a stage costs on average in lines of two stages of it, columns side by side in the first-level
 * cache: ns a point, the median of many runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/cpu/line/sets.h"

enum { SAMPLES = 41, POINTS = 1024, BYTES = 1 << 24 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds of one run of blocks, the median. */
static double measure(const ata_line_functions *functions, const ata_line *line, const ata_block *block)
{
    double sample[SAMPLES];
    int runs = 1;
    for (;; runs *= 2) {
        const double begin = now();
        for (int i = 0; i < runs; i++) functions->run_blocks(line, block);
        if (now() - begin > 50e3) break;
    }
    for (int s = 0; s < SAMPLES; s++) {
        const double begin = now();
        for (int i = 0; i < runs; i++) functions->run_blocks(line, block);
        sample[s] = (now() - begin) / runs;
    }
    qsort(sample, SAMPLES, sizeof sample[0], compare);
    return sample[SAMPLES / 2];
}

/* Nanoseconds a point of a line of these steps: `lanes` columns with their parts apart, or one line. */
static double time_line(const ata_line_functions *functions, ata_type type, const ata_step *steps, int count, int lanes,
                        char *memory)
{
    ata_line *line;
    if (functions->build(steps, count, ATA_ROLE_COMPLEX, ATA_C2C, ATA_FORM_NATURAL, lanes == 1, &line) != ATA_OK)
        return 0;
    const int64_t real = (int64_t)functions->real_bytes, plane = (line->n + 16) * lanes * real;
    const ata_block block = {.count = 1,
                             .in_re = memory,
                             .in_im = memory + plane,
                             .out_re = memory + 2 * plane,
                             .out_im = memory + 3 * plane,
                             .row_in = lanes * real,
                             .row_out = lanes * real,
                             .lane_in = real,
                             .lane_out = real,
                             .lanes = lanes,
                             .type_in = type,
                             .type_out = type,
                             .scale = 1,
                             .scratch = memory + (4 * plane + 4095) / 4096 * 4096};
    const double ns = measure(functions, line, &block) / (double)(line->n * lanes);
    functions->destroy(line);
    return ns;
}

static void print_radices(const ata_line_functions *functions, ata_type type, char *memory)
{
    printf("%s %s, %d numbers a vector: columns\n    .radix = {", functions->isa, type == ATA_F32 ? "f32" : "f64",
           functions->width);
    for (int64_t r = 2; r <= 64; r++) {
        if (!functions->has_radix(r)) continue;
        const ata_step steps[2] = {{ATA_OP_RADIX, 1, r}, {ATA_OP_RADIX, 1, r}};
        const int fitting = (int)(POINTS / (r * r)) / functions->width * functions->width;
        const int lanes = fitting > functions->width ? fitting : functions->width;
        printf("[%d] = %.3f, ", (int)r, time_line(functions, type, steps, 2, lanes, memory) / 2);
    }
    printf("},\n  single lines of 16 x r x r\n    ");
    for (int64_t r = 2; r <= 32; r++) {
        if (!functions->has_radix(r)) continue;
        const ata_step steps[3] = {{ATA_OP_RADIX, 1, 16}, {ATA_OP_RADIX, 1, r}, {ATA_OP_RADIX, 1, r}};
        printf("%d: %.3f, ", (int)r, time_line(functions, type, steps, 3, 1, memory));
    }
    printf("\n");
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
        }
    }
    free(memory);
    return 0;
}
