/* test_roots.c - ata_roots: every root near enough to the truth, none written beside its place, on the CPU and by the
 * GPU's kernel on the emulator (or, with ATALANTA_TEST_ON=gpu, on a GPU).
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "atalanta.h"
#include "core/roots.h"
#include "engine/cpu/loops/loops.h"
#include "test.h"
#include "test_engines.h"

enum { GUARD = 64 };

/* An array with guards around it, at an odd address if asked for. */
typedef struct array {
    unsigned char *memory, *out;
    size_t bytes;
} array;

static array make(int64_t count, ata_type type, bool odd)
{
    array a = {.bytes = (size_t)count * (type == ATA_F64 ? 16 : 8)};
    a.memory = malloc(a.bytes + 2 * GUARD);
    a.out = a.memory + GUARD - (odd ? 1 : 0);
    memset(a.memory, 0xa5, a.bytes + 2 * GUARD);
    return a;
}

static void check_guards(const array *a, const char *what)
{
    bool whole = true;
    for (unsigned char *p = a->memory; p < a->out; p++) whole = whole && *p == 0xa5;
    for (unsigned char *p = a->out + a->bytes; p < a->memory + a->bytes + 2 * GUARD; p++) whole = whole && *p == 0xa5;
    CHECK(whole, "%s: written beside the array", what);
}

static void get(const array *a, ata_type type, int64_t k, double *re, double *im)
{
    double wide[2];
    float narrow[2];
    if (type == ATA_F64) {
        memcpy(wide, a->out + 16 * k, sizeof wide);
        *re = wide[0], *im = wide[1];
    } else {
        memcpy(narrow, a->out + 8 * k, sizeof narrow);
        *re = narrow[0], *im = narrow[1];
    }
}

/* How far a number is from hi + lo, in units of its last place. */
static double units_off(double value, double hi, double lo, ata_type type)
{
    int exponent;
    if (value == 0) return hi == 0 && !signbit(value) ? 0 : INFINITY;
    frexp(value, &exponent);
    return fabs((value - hi) - lo) / ldexp(1, exponent - (type == ATA_F64 ? 53 : 24));
}

static void check_values(const array *a, int64_t n, int64_t count, ata_type type, double limit, const char *what)
{
    double worst = 0;
    int64_t where = 0;
    for (int64_t k = 0; k < count; k++) {
        double re, im;
        get(a, type, k, &re, &im);
        const ata_root_wide root = ata_root_compute(k, n);
        const double off_re = units_off(re, root.re_hi, root.re_lo, type),
                     off_im = units_off(im, root.im_hi, root.im_lo, type);
        const double off = off_re > off_im || off_re != off_re ? off_re : off_im;
        if (!(off <= worst)) worst = off, where = k;
    }
    CHECK(worst <= limit, "%s: root %lld of %lld is off by %g units", what, (long long)where, (long long)n, worst);
}

static double limit_of(const char *engine, ata_type type)
{
    return strcmp(engine, "cpu") == 0 || type == ATA_F32 ? 0.501 : 0.75;
}

static void check(const char *engine, int threads, int64_t n, int64_t count, ata_type type, bool odd)
{
    const ata_options options = {.engine = engine, .threads = threads};
    array a = make(count, type, odd);
    char what[96];
    snprintf(what, sizeof what, "%s, %d threads, %lld of %lld, %s", engine, threads, (long long)count, (long long)n,
             type == ATA_F64 ? "f64" : "f32");
    CHECK(ata_roots(&options, n, count, type, a.out) == ATA_OK, "%s: %s", what, ata_last_error()->message);
    check_values(&a, n, count, type, limit_of(engine, type), what);
    check_guards(&a, what);
    free(a.memory);
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

static void short_lengths(void)
{
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t count = 1; count <= n; count++) {
            check("cpu", 1, n, count, ATA_F64, false);
            check("cpu", 3, n, count, ATA_F32, true);
        }
}

static void long_lengths(void)
{
    static const int64_t lengths[] = {255, 256, 1000, 1023, 1024, 1026, 4095, 4100, 65536, 65537, 99998, 131076};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const int64_t n = lengths[i], counts[] = {n, n - 1, n / 2, n / 2 + 1, n / 4 + 1, n / 8, n * 7 / 8, 1};
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
            check("cpu", c % 3 == 0 ? 1 : 4, n, counts[c], c % 2 ? ATA_F32 : ATA_F64, c % 2 == 1);
    }
    check("cpu", 2, 1 << 20, 1 << 19, ATA_F64, false);
    check("cpu", 2, 1 << 20, 1 << 20, ATA_F32, true);
}

/* Of two-level tables, near quarters of the circle, where the parts of two factors nearly cancel, and elsewhere:
 * each is what is computed by itself, rounded. */
static void tables_are_rounded(void)
{
    static const int64_t lengths[] = {1000, 10006, 100000, 126702, 1000003, 1 << 20};
    enum { NEAR = 500, STEP = 97 };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const int64_t n = lengths[i];
        ata_root_table roots;
        int wrong = 0;
        CHECK(ata_roots_init(&roots, n) == ATA_OK);
        for (int64_t k = 0; k < n; k++) {
            const int64_t from_quarter = 4 * k % n;
            if (k % STEP != 0 && from_quarter > NEAR && n - from_quarter > NEAR) continue;
            const ata_root is = ata_roots_get(&roots, k);
            const ata_root_wide right = ata_root_compute(k, n);
            wrong += is.re != right.re_hi || is.im != right.im_hi;
        }
        CHECK(wrong == 0, "%d roots of %lld are not correctly rounded", wrong, (long long)n);
        ata_roots_fini(&roots);
    }
}

/* Where an index or an angle that was rounded would show. */
static void largest_lengths(void)
{
    const int64_t most = (int64_t)1 << 47;
    for (int64_t n = most; n > most - 4; n--) {
        check("cpu", 2, n, 3000, ATA_F64, false);
        check("cpu", 1, n, 3000, ATA_F32, false);
    }
}

static void kernel(void)
{
    const char *engine = test_engines("emu");
    static const int64_t lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 100, 1023, 1024, 1025, 4096, 10007};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        check(engine, 1, lengths[i], lengths[i], ATA_F64, false);
        check(engine, 1, lengths[i], lengths[i], ATA_F32, true);
        check(engine, 1, lengths[i], lengths[i] / 2 + 1, ATA_F32, false);
    }
    check(engine, 1, 1 << 18, 1 << 17, ATA_F64, false);
    for (int64_t n = ((int64_t)1 << 47) - 1; n <= (int64_t)1 << 47; n++) {
        check(engine, 1, n, 3000, ATA_F64, true);
        check(engine, 1, n, 3000, ATA_F32, false);
    }
}

/* Against the C library, which knows nothing of ours. */
static void definition(void)
{
    enum { N = 997 };
    static double out[2 * N];
    const long double turn = 6.283185307179586476925286766559005768L;
    CHECK(ata_roots(NULL, N, N, ATA_F64, out) == ATA_OK, "%s", ata_last_error()->message);
    for (int k = 0; k < N; k++) {
        const double re = (double)cosl(turn * k / N), im = (double)-sinl(turn * k / N);
        CHECK(fabs(out[2 * k] - re) < 3e-16 && fabs(out[2 * k + 1] - im) < 3e-16, "root %d", k);
    }
}

static void quarters_are_exact(void)
{
    static const char *const engines[] = {"cpu", "emu"};
    for (int e = 0; e < 2; e++)
        for (int64_t n = 4; n <= 4096; n *= 4) {
            static float out[2 * 4096];
            const ata_options options = {.engine = test_engines(engines[e])};
            CHECK(ata_roots(&options, n, n, ATA_TYPE_DEFAULT, out) == ATA_OK, "%s", ata_last_error()->message);
            static const float expected[4][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
            for (int64_t q = 0; q < 4; q++)
                CHECK(memcmp(out + 2 * (q * n / 4), expected[q], sizeof expected[q]) == 0, "%s: %lld/4 of %lld",
                      engines[e], (long long)q, (long long)n);
        }
}

/* Neither the number of threads nor that of roots changes a bit. */
static void the_same_bits(void)
{
    enum { N = 30012 };
    static double all[2 * N], some[2 * N];
    const ata_options one = {.threads = 1};
    CHECK(ata_roots(&one, N, N, ATA_F64, all) == ATA_OK);
    for (int threads = 1; threads <= 8; threads += 7)
        for (int64_t count = N; count > 0; count = count * 2 / 3) {
            const ata_options options = {.threads = threads};
            memset(some, 0, sizeof some);
            CHECK(ata_roots(&options, N, count, ATA_F64, some) == ATA_OK);
            CHECK(memcmp(some, all, 16 * (size_t)count) == 0, "%d threads, %d roots", threads, (int)count);
        }
}

/* --- What is refused ---------------------------------------------------------------------------------------------- */

static void check_refused(const ata_options *options, int64_t n, int64_t count, ata_type type, void *out,
                          ata_status status, const char *field)
{
    const ata_status got = ata_roots(options, n, count, type, out);
    const ata_error *error = ata_last_error();
    CHECK(got == status && strcmp(error->field, field) == 0, "%s for %s: %s", ata_status_name(got), field,
          error->message);
    CHECK(strstr(error->message, field) && error->accepted[0], "%s", error->message);
}

static void refusals(void)
{
    float out[16], before[16];
    memset(out, 0x5a, sizeof out);
    memcpy(before, out, sizeof out);
    const int64_t most = (int64_t)1 << 47;
    check_refused(NULL, 0, 0, ATA_F32, out, ATA_ERROR_LENGTH, "n");
    check_refused(NULL, -8, 1, ATA_F32, out, ATA_ERROR_LENGTH, "n");
    check_refused(NULL, most + 1, 1, ATA_F32, out, ATA_ERROR_LENGTH, "n");
    check_refused(NULL, INT64_MAX, 1, ATA_F32, out, ATA_ERROR_LENGTH, "n");
    check_refused(NULL, 8, 9, ATA_F32, out, ATA_ERROR_LENGTH, "count");
    check_refused(NULL, 8, -1, ATA_F32, out, ATA_ERROR_LENGTH, "count");
    check_refused(NULL, 8, 8, ATA_F16, out, ATA_ERROR_TYPE, "type");
    check_refused(NULL, 8, 8, (ata_type)99, out, ATA_ERROR_TYPE, "type");
    check_refused(NULL, 8, 8, ATA_F32, NULL, ATA_ERROR_NULL, "out");
    check_refused(&(ata_options){.threads = -1}, 8, 8, ATA_F32, out, ATA_ERROR_OPTION, "threads");
    check_refused(&(ata_options){.threads = ATA_MAX_THREADS + 1}, 8, 8, ATA_F32, out, ATA_ERROR_OPTION, "threads");
    check_refused(&(ata_options){.engine = "abacus"}, 8, 8, ATA_F32, out, ATA_ERROR_ENGINE, "engine");
    check_refused(&(ata_options){.engine = "emu:7"}, 8, 8, ATA_F32, out, ATA_ERROR_ENGINE, "engine");
    CHECK(memcmp(out, before, sizeof out) == 0, "a refused call wrote");
    CHECK(ata_roots(NULL, 8, 0, ATA_F32, NULL) == ATA_OK, "none is no mistake");
}

/* What tables of factors are made with: as near as their rounding, but for 2^-78, which a small part shows. */
static void rows_are_turned(void)
{
    enum { COUNT = 37, N = 99991 };
    static double rows[4][COUNT], wide[2][COUNT];
    static float narrow[2][COUNT];
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    for (int64_t first = 0; first < N - COUNT; first += 1009) {
        const ata_root_wide a = ata_root_compute(first, N);
        for (int64_t j = 0; j < COUNT; j++) {
            const ata_root_wide b = ata_root_halve(ata_root_compute(j, N));
            rows[0][j] = b.re_hi, rows[1][j] = b.re_lo, rows[2][j] = b.im_hi, rows[3][j] = b.im_lo;
        }
        loops->f64.turn(ata_root_halve(a), (ata_root_rows){rows[0], COUNT}, COUNT, wide[0], wide[1]);
        for (int64_t j = 0; j < COUNT; j++) rows[0][j] += rows[1][j], rows[2][j] += rows[3][j];
        loops->f32.turn(a, (ata_root_rows){rows[0], COUNT}, COUNT, narrow[0], narrow[1]);
        for (int64_t j = 0; j < COUNT; j++) {
            const ata_root_wide w = ata_root_compute(first + j, N);
            CHECK(fabs((wide[0][j] - w.re_hi) - w.re_lo) <= 0.5001 * 0x1p-53 &&
                      fabs((wide[1][j] - w.im_hi) - w.im_lo) <= 0.5001 * 0x1p-53,
                  "f64: root %lld", (long long)(first + j));
            CHECK(fabs(narrow[0][j] - w.re_hi) <= 0.5001 * 0x1p-24 && fabs(narrow[1][j] - w.im_hi) <= 0.5001 * 0x1p-24,
                  "f32: root %lld", (long long)(first + j));
        }
    }
}

static const test_case cases[] = {
    {"tables are rounded", tables_are_rounded},
    {"short lengths", short_lengths},
    {"long lengths", long_lengths},
    {"largest lengths", largest_lengths},
    {"kernel", kernel},
    {"definition", definition},
    {"quarters are exact", quarters_are_exact},
    {"the same bits", the_same_bits},
    {"refusals", refusals},
    {"rows are turned", rows_are_turned},
};
TEST_MAIN(cases)
