/* test_chirp.c - core/chirp.h: the spectrum that needs no transform is that of the chirp, wherever anything is asked of
 * it.
 */
#include <math.h>
#include <stdlib.h>

#include "core/chirp.h"
#include "core/integer.h"
#include "core/roots.h"
#include "test.h"

/* A sum, and what was lost to rounding. */
static void add(double *sum, double *rest, double x)
{
    const double before = *sum;
    *sum += x;
    const double part = *sum - before;
    *rest += (before - (*sum - part)) + (x - part);
}

/* The inverse transform of the spectrum at k, by its definition; the spectrum is over m already. */
static ata_root invert(const double *re, const double *im, const ata_root_table *roots, int64_t m, int64_t k)
{
    ata_root sum = {0, 0}, rest = {0, 0};
    for (int64_t j = 0; j < m; j++) {
        const ata_root w = ata_roots_get(roots, ata_integer_mul_mod(j, k, m));
        add(&sum.re, &rest.re, re[j] * w.re + im[j] * w.im);
        add(&sum.im, &rest.im, im[j] * w.re - re[j] * w.im);
    }
    return (ata_root){sum.re + rest.re, sum.im + rest.im};
}

static void check_chirp(int64_t n, int64_t m)
{
    const int64_t places[] = {0, 1, 2, n / 3, n / 2, n - 2, n - 1};
    double *re = malloc((size_t)m * sizeof *re), *im = malloc((size_t)m * sizeof *im);
    ata_root_table roots, squares;
    ata_chirp chirp;
    ata_chirp_block row;
    CHECK(ata_chirp_suits(n, m), "%d in %d", (int)n, (int)m);
    CHECK(ata_chirp_init(&chirp, n, m) == ATA_OK && ata_roots_init(&roots, m) == ATA_OK &&
          ata_roots_init(&squares, 2 * n) == ATA_OK);
    for (int64_t first = 0; first <= m / 2; first += ATA_CHIRP_BLOCK) {
        const int64_t left = m / 2 + 1 - first, count = left < ATA_CHIRP_BLOCK ? left : ATA_CHIRP_BLOCK;
        ata_chirp_spectrum(&chirp, first, &row);
        ata_chirp_put_f64(row.re, first, count, m, 1, re);
        ata_chirp_put_f64(row.im, first, count, m, 1, im);
    }
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int side = 0; side < 2; side++) {
            const int64_t k = side == 0 || places[i] == 0 ? places[i] : m - places[i];
            const ata_root is = invert(re, im, &roots, m, k);
            const ata_root w = ata_roots_get(&squares, ata_integer_mul_mod(places[i], places[i], 2 * n));
            const double error = hypot(is.re - w.re, is.im + w.im);
            CHECK(error < 2e-15, "%d in %d, point %d is off by %g", (int)n, (int)m, (int)k, error);
        }
    ata_chirp_fini(&chirp);
    ata_roots_fini(&roots);
    ata_roots_fini(&squares);
    free(re);
    free(im);
}

/* From both ends to the middle, and one number of each to a table that is exactly so long. */
static void rows_are_put_both_ways(void)
{
    const double row[] = {1, 2, 3, 4, 5};
    double wide[9] = {0};
    float narrow[8] = {0};
    static const double all[] = {1, 2, 3, 4, 5, -5, -4, -3, -2}, even[] = {1, 2, 3, 4, 5, 4, 3, 2};
    ata_chirp_put_f64(row, 0, 3, 9, -1, wide);
    ata_chirp_put_f64(row + 3, 3, 2, 9, -1, wide);
    ata_chirp_put_f32(row, 0, 5, 8, 1, narrow);
    for (int i = 0; i < 9; i++) CHECK(wide[i] == all[i], "%d: %g", i, wide[i]);
    for (int i = 0; i < 8; i++) CHECK(narrow[i] == (float)even[i], "%d: %g", i, (double)narrow[i]);
}

/* Too few points, too close, odd, too long: there a transform has to do it. */
static void what_does_not_suit_is_said(void)
{
    CHECK(!ata_chirp_suits(1009, 2048) && ata_chirp_least(1009) == 2017);
    CHECK(!ata_chirp_suits(10007, 2 * 10007 - 1) && !ata_chirp_suits(10007, 20015) && !ata_chirp_suits(10007, 40960));
    CHECK(ata_chirp_suits(10007, ata_chirp_least(10007)) && !ata_chirp_suits(10007, ata_chirp_least(10007) - 2));
    const int64_t many = 11184811; /* roots of twice the square of the next length are beyond doubles */
    CHECK(!ata_chirp_suits(many, (int64_t)1 << 25) && ata_chirp_least(many) == 2 * many - 1);
    CHECK(!ata_chirp_suits((int64_t)1 << 40, (int64_t)5 << 39));
}

static void spectra_are_right(void)
{
    check_chirp(4096, ata_chirp_least(4096));
    check_chirp(4099, 8400);
    check_chirp(4099, 10240);
    check_chirp(10007, ata_chirp_least(10007));
    check_chirp(10007, 20480);
    check_chirp(10008, 20480);
    check_chirp(99991, 204800);
}

static const test_case cases[] = {
    {"spectra_are_right", spectra_are_right},
    {"rows_are_put_both_ways", rows_are_put_both_ways},
    {"what_does_not_suit_is_said", what_does_not_suit_is_said},
};

TEST_MAIN(cases)
