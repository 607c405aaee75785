/* bench_compare.c - two contenders' whole outputs side by side: what a sample of transforms or of outputs may miss.
 *
 * For a GPU, where arrays are too large for a reference of every transform, and where peers compute on the same arrays:
 * their results must agree within what rounding allows. Numbers of the short types take long to read one by one; of
 * them some are looked at.
 */
#include <math.h>
#include <string.h>

#include "check/layout.h"
#include "check/number.h"
#include "check/parallel.h"
#include "cli/bench.h"

enum {
    SHORT_STEP = 5,         /* every fifth of f16 and bf16; odd, so that real and imaginary parts have their turns */
    COMPARE_PART = 1 << 18, /* numbers that one thread compares at a time */
    COPY_PART = 1 << 22     /* bytes that it copies */
};

/* Without gaps: every byte of the reach is a number's. */
static bool is_packed(const bench_data *data, const check_end *end)
{
    const int64_t arrays = end->split ? 2 : 1;
    ata_extent extent;
    if (arrays != 1 || ata_problem_extent(&data->problem, &extent) != ATA_OK) return false;
    return extent.out_bytes == end->batches * end->points * end->numbers * end->bytes;
}

/* Two results, and what a part of them adds up to. */
typedef struct comparison {
    const unsigned char *ours;
    unsigned char *kept;         /* where ours is copied to */
    const unsigned char *theirs; /* or what it is compared with */
    check_end end;
    struct {
        double difference, norm;
    } parts[CHECK_PARTS];
} comparison;

static void copy_part(void *state, int64_t part, int64_t begin, int64_t end)
{
    (void)part;
    const comparison *c = state;
    memcpy(c->kept + begin, c->ours + begin, (size_t)(end - begin));
}

const unsigned char *cli_bench_result_keep(const bench_data *data)
{
    check_end end;
    check_end_init(&end, &data->problem, CHECK_OUT);
    if (!data->device || data->problem.type_out != data->problem.type || !is_packed(data, &end)) return NULL;
    bench_block *block = &data->memory->kept;
    const int64_t missing = data->bytes_out - block->bytes;
    if (missing > 0 && missing > cli_memory_available()) return NULL;
    comparison c = {.ours = data->host_out, .kept = cli_bench_block_get(block, data->bytes_out)};
    if (c.kept) check_parallel_split(data->bytes_out, COPY_PART, copy_part, &c);
    return c.kept;
}

static void compare_part(void *state, int64_t part, int64_t begin, int64_t end)
{
    comparison *c = state;
    const int bytes = c->end.bytes;
    double difference = 0, norm = 0;
    if (c->end.type == ATA_F32) {
        const float *ours = (const float *)c->ours, *theirs = (const float *)c->theirs;
        for (int64_t i = begin; i < end; i++) {
            const double off = (double)ours[i] - (double)theirs[i];
            difference += off * off;
            norm += (double)theirs[i] * (double)theirs[i];
        }
    } else {
        for (int64_t i = begin; i < end; i += bytes < 4 ? SHORT_STEP : 1) {
            const double ours = check_number_load(c->end.type, c->ours + i * bytes),
                         theirs = check_number_load(c->end.type, c->theirs + i * bytes);
            difference += (ours - theirs) * (ours - theirs);
            norm += theirs * theirs;
        }
    }
    c->parts[part].difference = difference;
    c->parts[part].norm = norm;
}

double cli_bench_result_compare(const bench_data *data, const unsigned char *kept)
{
    comparison c = {.ours = kept, .theirs = data->host_out};
    check_end_init(&c.end, &data->problem, CHECK_OUT);
    const int64_t count = c.end.batches * c.end.points * c.end.numbers;
    const int64_t step = check_parallel_get_step(count, COMPARE_PART);
    check_parallel_split(count, step, compare_part, &c);
    double difference = 0, norm = 0;
    for (int64_t p = 0; p < check_parallel_count_parts(count, step); p++) {
        difference += c.parts[p].difference;
        norm += c.parts[p].norm;
    }
    return sqrt(difference / norm);
}

double cli_bench_result_bound(const bench_data *data)
{
    switch (data->problem.type) {
    case ATA_F64: return 1e-10;
    case ATA_F32: return 1e-4;
    default: return 0.05;
    }
}
