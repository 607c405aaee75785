/* test_chirp.c - the spectrum of Bluestein's chirp that needs no transform (core/chirp.h, engine/cpu/loops/chirp.h) is
 * that of the chirp, wherever anything is asked of it; and roots that are looked up are those of the table.
 */
#include <math.h>
#include <stdlib.h>

#include "core/chirp.h"
#include "core/integer.h"
#include "core/roots.h"
#include "engine/cpu/loops/loops.h"
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
        ata_cpu_loops_get()->chirp_spectrum(&chirp, first, &row);
        for (int64_t j = first; j < first + count; j++) {
            const int64_t mirror = j == 0 ? 0 : m - j;
            re[j] = re[mirror] = row.re[j - first];
            im[j] = im[mirror] = row.im[j - first];
        }
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

/* Any number of roots, in any order: doubles to the bit, floats correctly rounded; nothing is written behind the
 * last. */
static void roots_are_looked_up(void)
{
    enum { N = 999983, MOST = 200 };
    static const int64_t counts[] = {1, 2, 63, 64, 65, MOST};
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    ata_root_table roots;
    int64_t k[MOST];
    CHECK(ata_roots_init(&roots, N) == ATA_OK);
    for (int64_t i = 0; i < MOST; i++) k[i] = i == 0 ? 0 : i == 1 ? N - 1 : ata_integer_mul_mod(i * i, 77777, N);
    for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        double re[MOST + 1], im[MOST + 1];
        float narrow_re[MOST + 1], narrow_im[MOST + 1];
        re[counts[c]] = im[counts[c]] = narrow_re[counts[c]] = narrow_im[counts[c]] = 7;
        loops->f64.look_up(&roots, k, counts[c], re, im);
        loops->f32.look_up(&roots, k, counts[c], narrow_re, narrow_im);
        for (int64_t i = 0; i < counts[c]; i++) {
            const ata_root w = ata_roots_get(&roots, k[i]);
            CHECK(re[i] == w.re && im[i] == w.im, "root %d of %d", (int)i, (int)counts[c]);
            CHECK(narrow_re[i] == (float)w.re && narrow_im[i] == (float)w.im, "root %d of %d", (int)i, (int)counts[c]);
        }
        CHECK(re[counts[c]] == 7 && im[counts[c]] == 7 && narrow_re[counts[c]] == 7 && narrow_im[counts[c]] == 7);
    }
    ata_roots_fini(&roots);
}

/* Chirps of any length from any block on: doubles as their roots are to the bit but for one in many, floats rounded. */
static void squares_are_right(void)
{
    static const int64_t lengths[] = {64, 1009, 4096, 999983, 16777259}, firsts[] = {0, 256, 4096, 499968};
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        const int64_t n = 2 * lengths[l];
        ata_root_table roots;
        static double inside[4][ATA_CHIRP_BLOCK], re[ATA_CHIRP_BLOCK], im[ATA_CHIRP_BLOCK];
        static float narrow_re[ATA_CHIRP_BLOCK], narrow_im[ATA_CHIRP_BLOCK];
        CHECK(ata_roots_init(&roots, n) == ATA_OK);
        for (int64_t j = 0; j < ATA_CHIRP_BLOCK; j++) {
            const ata_root_wide w = ata_roots_get_wide(&roots, j * j % n);
            inside[0][j] = w.re_hi, inside[1][j] = w.re_lo, inside[2][j] = w.im_hi, inside[3][j] = w.im_lo;
        }
        for (unsigned f = 0; f < sizeof firsts / sizeof firsts[0]; f++) {
            const ata_root_rows rows = {inside[0], ATA_CHIRP_BLOCK};
            loops->f64.squares(&roots, rows, firsts[f], re, im);
            loops->f32.squares(&roots, rows, firsts[f], narrow_re, narrow_im);
            for (int64_t i = 0; i < ATA_CHIRP_BLOCK; i++) {
                const int64_t j = firsts[f] + i;
                const ata_root w = ata_roots_get(&roots, ata_integer_mul_mod(j, j, n));
                CHECK(fabs(re[i] - w.re) <= 1.2e-16 && fabs(im[i] - w.im) <= 1.2e-16, "square %d of %d", (int)j,
                      (int)n);
                CHECK((w.re != 0 || re[i] == 0) && (w.im != 0 || im[i] == 0), "square %d of %d: zeros", (int)j, (int)n);
                CHECK(fabs(narrow_re[i] - w.re) <= 3e-8 && fabs(narrow_im[i] - w.im) <= 3e-8, "%d of %d", (int)j,
                      (int)n);
            }
        }
        ata_roots_fini(&roots);
    }
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
    {"roots_are_looked_up", roots_are_looked_up},
    {"squares_are_right", squares_are_right},
    {"what_does_not_suit_is_said", what_does_not_suit_is_said},
};

TEST_MAIN(cases)
