/* test_manners.c - which lines are done one by one and which in blocks, and that both give the right results. */
#include "check/verify.h"
#include "engine/cpu/alone.h"
#include "tests/test.h"

static void expect(ata_kind kind, int64_t n, int64_t lines, ata_cpu_manner manner)
{
    static const ata_type precisions[] = {ATA_F32, ATA_F64};
    for (int i = 0; i < 2; i++) {
        const ata_cpu_manner found = ata_cpu_real_manner(kind, n, precisions[i], lines);
        CHECK(found == manner, "kind %d, %lld points, %lld lines, type %d: %d instead of %d", kind, (long long)n,
              (long long)lines, precisions[i], found, manner);
    }
}

/* Those that were measured, whatever the vectors. */
static void few_are_alone_and_many_in_blocks(void)
{
    expect(ATA_DCT2, 64, 3, ATA_MANNER_ALONE);
    expect(ATA_DCT3, 75, 2, ATA_MANNER_ALONE);
    expect(ATA_DST2, 51, 3, ATA_MANNER_ALONE); /* 17 is a large prime */
    expect(ATA_DHT, 256, 64, ATA_MANNER_BLOCKS);
    expect(ATA_DCT1, 129, 32, ATA_MANNER_BLOCKS);
    expect(ATA_DST1, 127, 32, ATA_MANNER_BLOCKS);
}

static void what_was_not_measured_is_not_known(void)
{
    expect(ATA_DCT2, 64, 1, ATA_MANNER_UNKNOWN);
    expect(ATA_R2C, 32, 16, ATA_MANNER_UNKNOWN);   /* one codelet */
    expect(ATA_DHT, 37, 16, ATA_MANNER_UNKNOWN);   /* a convolution */
    expect(ATA_DCT2, 51, 16, ATA_MANNER_UNKNOWN);  /* many with a large prime */
    expect(ATA_DCT1, 2, 4, ATA_MANNER_UNKNOWN);    /* a line of one point inside */
    expect(ATA_DHT, 8192, 16, ATA_MANNER_UNKNOWN); /* blocks leave the caches */
    expect(ATA_R2C, 2000003, 2, ATA_MANNER_UNKNOWN);
}

static void verify(const char *kind, const char *type, int n, int lines)
{
    char text[64];
    ata_problem problem;
    check_result result;
    snprintf(text, sizeof text, "%s %s%d*%d", kind, type, n, lines);
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    const ata_status status = check_problem(&problem, &(ata_options){.threads = 2}, CHECK_ALL, 7, &result);
    CHECK(status == ATA_OK && result.passed, "%s: %s", text, result.failure);
}

/* On both sides of where one manner becomes better than the other. */
static void both_are_right(void)
{
    static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst4", "dht"};
    static const int lengths[] = {27, 33, 36, 47, 51, 64, 75, 89, 105, 128, 231};
    static const int lines[] = {2, 3, 5, 8, 17, 33};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++)
            for (size_t l = 0; l < sizeof lines / sizeof lines[0]; l++)
                verify(kinds[k], (n + l) % 2 ? "f64 " : "", lengths[n], lines[l]);
}

static const test_case cases[] = {
    {"few are alone and many in blocks", few_are_alone_and_many_in_blocks},
    {"what was not measured is not known", what_was_not_measured_is_not_known},
    {"both are right", both_are_right},
};

TEST_MAIN(cases)
