/* test_large.c - large transforms by identities, and how accurate they are.
 *
 * Accuracy is the relative L2 error on random data against the same transform in double-double arithmetic, held
 * against the numbers the library promises. Everything else large goes through check_problem. ATALANTA_TEST_LIMIT,
 * which lowers lengths under sanitizers, leaves out what has more than 2048 times as many points.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/error.h"
#include "check/reference.h"
#include "check/verify.h"
#include "tests/test.h"

static double get_most_points(void)
{
    const char *limit = getenv("ATALANTA_TEST_LIMIT");
    return limit && atoi(limit) > 0 ? 2048.0 * atoi(limit) : INFINITY;
}

/* --- Accuracy -------------------------------------------------------------------------------------------------- */

static double measure(check_arrays *arrays, const check_reference *reference)
{
    ata_plan *plan;
    double error = NAN;
    CHECK(ata_plan_create(&plan, &arrays->problem, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_execute(plan, arrays->in_re, arrays->out_re) == ATA_OK, "%s", ata_last_error()->message);
    error = check_reference_get_error(reference, &arrays->out, arrays->out_re, arrays->out_im);
    ata_plan_destroy(plan);
    return error;
}

/* Both precisions from one reference. */
static void check_accuracy(int64_t n, double limit_narrow, double limit_wide)
{
    const ata_problem narrow = {.rank = 1, .dim = {{.n = n}}};
    const ata_problem wide = {.type = ATA_F64, .rank = 1, .dim = {{.n = n}}};
    const double limit[] = {limit_narrow, limit_wide};
    check_arrays arrays[2];
    check_reference reference;
    if ((double)n > get_most_points()) return;
    CHECK(check_arrays_create(&arrays[0], &narrow, 0) == ATA_OK && check_arrays_create(&arrays[1], &wide, 0) == ATA_OK);
    for (int i = 0; i < 2; i++) check_arrays_fill(&arrays[i], 2024);
    CHECK(check_reference_create(&reference, &arrays[1].problem, arrays[1].in_re, NULL, 1e9, 1) == ATA_OK);
    for (int i = 0; i < 2; i++) {
        const double error = measure(&arrays[i], &reference);
        printf("c2c %s %-8lld error %.3g, limit %.3g\n", i ? "f64" : "f32", (long long)n, error, limit[i]);
        CHECK(check_error_passes(error, limit[i]), "c2c %s %lld: the error is %.3g and may be %.3g", i ? "f64" : "f32",
              (long long)n, error, limit[i]);
    }
    check_reference_destroy(&reference);
    for (int i = 0; i < 2; i++) check_arrays_destroy(&arrays[i]);
}

static void accuracy_at_a_power_of_two(void)
{
    check_accuracy((int64_t)1 << 20, 2.5e-7, 5e-16);
}

static void accuracy_at_primes(void)
{
    static const int64_t primes[] = {1009, 10007, 65537, 99991, 524287, 786433, 1048573};
    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) check_accuracy(primes[i], 4e-7, 8e-16);
}

/* --- Identities ------------------------------------------------------------------------------------------------ */

static void verify(const char *text, uint64_t seed)
{
    ata_problem problem;
    check_result result;
    double points = 1;
    const ata_options options = {.threads = 2};
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    for (int d = 0; d < problem.rank; d++) points *= (double)problem.dim[d].n;
    if (points > get_most_points()) return;
    /* Up to half a million points a reference costs a second or so; beyond, the identities have to do. */
    unsigned checks = CHECK_ALL;
    if (points > 1 << 19) checks &= ~CHECK_BIT(CHECK_NAME_REFERENCE);
    if (points > 1 << 22) checks &= CHECK_IDENTITIES;
    const ata_status status = check_problem(&problem, &options, checks, seed, &result);
    CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --seed %d --threads 2", result.failure, text,
          (int)seed);
}

static void verify_all(const char *const *texts, int count)
{
    for (int i = 0; i < count; i++) verify(texts[i], (uint64_t)i);
}

#define VERIFY_ALL(texts) verify_all(texts, (int)(sizeof(texts) / sizeof((texts)[0])))

static void powers_of_two(void)
{
    static const char *const texts[] = {"c2c 2^20",         "c2c f64 2^20", "c2c f64 2^21 inverse",
                                        "c2c 2^22 inplace", "c2c f64 2^22", "c2c 2^23 split",
                                        "c2c 2^24",         "c2c f64 2^24"};
    VERIFY_ALL(texts);
}

static void other_lengths(void)
{
    static const char *const texts[] = {"c2c 9999991", "c2c f64 9999991", "c2c 1000003",     "c2c f64 1000003",
                                        "c2c 3145728", "c2c f64 3145728", "c2c 1000000",     "c2c f64 1594323",
                                        "c2c 1771561", "c2c 2125764",     "c2c f64 1062882", "c2c f64 3543122",
                                        "c2c 5000000"};
    VERIFY_ALL(texts);
}

static void real_transforms(void)
{
    static const char *const texts[] = {
        "r2c 2^22", "r2c f64 2^21", "r2c 1000003", "c2r 2^22", "r2c 4251528", "c2r f64 3000000", "dct2 2^20",
        "dst3 f64 2^19", "dht 2^20", "dct4 2^18", "dct4 1000000", "dst1 1048575",
        /* factors that are made while they are used, of as many rows as fill no piece */
        "r2c 4194310", "c2r 4194308 split", "r2c f64 2^21 split", "c2r f64 2097158"};
    VERIFY_ALL(texts);
}

static void many_dimensions(void)
{
    static const char *const texts[] = {
        "c2c 512x512",   "c2c f64 512x512", "c2c 128x128x128",     "c2c f64 128x128x128 inplace",
        "c2c 1021x1031", "r2c 1024x1024",   "c2r f64 128x128x128", "c2c 32x32x32x32",
        "dct2 1000x1000"};
    VERIFY_ALL(texts);
}

/* --- Addresses ------------------------------------------------------------------------------------------------- */

/* Execute a plan with an output that begins `shift` bytes behind a page, and copy what it has written. */
static void execute_at(const ata_plan *plan, const check_arrays *arrays, size_t bytes, size_t shift, char *result)
{
    enum { PAGE = 4096 };
    char *out = aligned_alloc(PAGE, (bytes + shift + PAGE - 1) / PAGE * PAGE);
    CHECK(out != NULL);
    memset(out, 0xa5 + (int)shift, bytes + shift);
    CHECK(ata_plan_execute(plan, arrays->in_re, out + shift) == ATA_OK, "%s", ata_last_error()->message);
    memcpy(result, out + shift, bytes);
    free(out);
}

/* Long lines write past the caches where the output begins with a line of them, and otherwise do not: the numbers are
 * the same to the bit, whatever the number of threads. */
static void addresses_change_nothing(void)
{
    static const char *const texts[] = {"c2c 2^19",    "c2c 2^20",     "c2c 2^21 inverse",
                                        "c2c 786432",  "c2c f64 2^18", "c2c f64 2^19 inverse",
                                        "c2c f64 2^20"};
    static const size_t shifts[] = {0, 16, 32, 48};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_arrays arrays;
        ata_problem problem;
        CHECK(ata_problem_parse(&problem, texts[i]) == ATA_OK);
        if ((double)problem.dim[0].n > get_most_points()) continue;
        CHECK(check_arrays_create(&arrays, &problem, 0) == ATA_OK);
        check_arrays_fill(&arrays, 7);
        const size_t bytes = (size_t)problem.dim[0].n * (problem.type == ATA_F64 ? 16 : 8);
        char *first = malloc(bytes), *other = malloc(bytes);
        CHECK(first && other);
        for (int threads = 1; threads <= 3; threads += 2) {
            ata_plan *plan;
            const ata_options options = {.engine = "cpu", .threads = threads};
            CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
            for (size_t s = 0; s < sizeof shifts / sizeof shifts[0]; s++) {
                const bool is_first = threads == 1 && s == 0;
                execute_at(plan, &arrays, bytes, shifts[s], is_first ? first : other);
                CHECK(is_first || memcmp(first, other, bytes) == 0, "%s: %d threads, %d bytes behind a line", texts[i],
                      threads, (int)shifts[s]);
            }
            ata_plan_destroy(plan);
        }
        free(first);
        free(other);
        check_arrays_destroy(&arrays);
    }
}

static const test_case cases[] = {
    {"accuracy at a power of two", accuracy_at_a_power_of_two},
    {"accuracy at primes", accuracy_at_primes},
    {"powers of two", powers_of_two},
    {"other lengths", other_lengths},
    {"real transforms", real_transforms},
    {"many dimensions", many_dimensions},
    {"addresses change nothing", addresses_change_nothing},
};

TEST_MAIN(cases)
