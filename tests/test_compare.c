/* test_compare.c - whole results side by side, as `bench` compares them on a GPU, over arrays that nobody computed. */
#include <math.h>
#include <stdlib.h>

#include "cli/bench.h"
#include "tests/test.h"

static void one_number_shows(void)
{
    enum { N = 1 << 20 };
    static const gpu device; /* that there is one; nothing is asked of it */
    bench_memory memory = {0};
    bench_data data = {.device = &device, .memory = &memory, .bytes_out = N * 8};
    const ata_problem problem = {.kind = ATA_C2C, .rank = 1, .dim = {{.n = N}}};
    CHECK(ata_problem_check(&problem, &data.problem) == ATA_OK);
    float *out = malloc((size_t)data.bytes_out);
    CHECK(out != NULL);
    if (!out) return;
    for (int i = 0; i < 2 * N; i++) out[i] = (float)(i % 7) - 3;
    data.host_out = (unsigned char *)out;
    const unsigned char *kept = cli_bench_result_keep(&data);
    CHECK(kept && cli_bench_result_compare(&data, kept) == 0);
    out[2 * N - 1] += 1000;
    CHECK(kept && cli_bench_result_compare(&data, kept) > 0.1);
    out[5] = NAN;
    CHECK(kept && isnan(cli_bench_result_compare(&data, kept)));
    free(out);
    cli_bench_memory_fini(&memory);
}

static const test_case cases[] = {
    {"one number shows", one_number_shows},
};
TEST_MAIN(cases)
