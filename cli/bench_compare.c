/* bench_compare.c - two contenders' whole outputs side by side: what a sample of transforms or of outputs may miss.
 *
 * For a GPU, where arrays are too large for a reference of every transform, and where peers compute on the same arrays:
 * their results must agree within what rounding allows. Numbers of the short types take long to read one by one; of
 * them some are looked at.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/layout.h"
#include "check/number.h"
#include "cli/bench.h"

enum { SHORT_STEP = 5 }; /* every fifth of f16 and bf16; odd, so that real and imaginary parts have their turns */

/* Without gaps: every byte of the reach is a number's. */
static bool is_packed(const bench_data *data, const check_end *end)
{
    const int64_t arrays = end->split ? 2 : 1;
    ata_extent extent;
    if (arrays != 1 || ata_problem_extent(&data->problem, &extent) != ATA_OK) return false;
    return extent.out_bytes == end->batches * end->points * end->numbers * end->bytes;
}

unsigned char *cli_bench_result_keep(const bench_data *data)
{
    check_end end;
    check_end_init(&end, &data->problem, CHECK_OUT);
    if (!data->device || data->problem.type_out != data->problem.type || !is_packed(data, &end)) return NULL;
    if (data->bytes_out > cli_memory_available()) return NULL;
    unsigned char *kept = malloc((size_t)data->bytes_out);
    if (kept) memcpy(kept, data->host_out, (size_t)data->bytes_out);
    return kept;
}

double cli_bench_result_compare(const bench_data *data, const unsigned char *kept)
{
    check_end end;
    check_end_init(&end, &data->problem, CHECK_OUT);
    const ata_type type = end.type;
    const int64_t count = end.batches * end.points * end.numbers;
    double difference = 0, norm = 0;
    if (type == ATA_F32) {
        const float *ours = (const float *)kept, *theirs = (const float *)data->host_out;
        for (int64_t i = 0; i < count; i++) {
            const double off = (double)ours[i] - (double)theirs[i];
            difference += off * off;
            norm += (double)theirs[i] * (double)theirs[i];
        }
    } else {
        const int64_t step = end.bytes < 4 ? SHORT_STEP : 1;
        for (int64_t i = 0; i < count; i += step) {
            const double ours = check_number_load(type, kept + i * end.bytes),
                         theirs = check_number_load(type, data->host_out + i * end.bytes);
            difference += (ours - theirs) * (ours - theirs);
            norm += theirs * theirs;
        }
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
