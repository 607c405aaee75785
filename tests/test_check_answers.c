/* test_check_answers.c - the references themselves, against closed forms, hand computations and each other; and that
 * a wrong answer, a few bounds off, is found to be wrong. */
#include <math.h>
#include <stdlib.h>

#include "check/error.h"
#include "check/reference.h"
#include "check/roots.h"
#include "tests/test.h"

static ata_problem parse(const char *text)
{
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_problem_check(&problem, &problem) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

/* The reference of a packed f64 problem for the input `in`. */
static check_reference solve(const char *text, const double *in)
{
    const ata_problem problem = parse(text);
    check_reference reference = {0};
    CHECK(check_reference_create(&reference, &problem, in, NULL, 1e9, 1) == ATA_OK, "%s", text);
    return reference;
}

static void expect(const char *text, const double *in, const double *out)
{
    check_reference reference = solve(text, in);
    for (int64_t i = 0; i < reference.points * reference.numbers; i++) {
        CHECK(fabsl(reference.value[i] - (long double)out[i]) < 1e-15L, "%s: [%d] is %.17Lg, not %.17g", text, (int)i,
              reference.value[i], out[i]);
    }
    check_reference_destroy(&reference);
}

static void roots_are_exact(void)
{
    for (int64_t n = 1; n <= 48; n++) {
        for (int64_t j = 0; j < n; j++) {
            long double re, im;
            check_root_get(j, n, &re, &im);
            CHECK(fabsl(re - cosl(2 * 3.14159265358979323846264338327950288L * j / n)) < 1e-18L, "%d/%d", (int)j,
                  (int)n);
            CHECK(fabsl(im - sinl(2 * 3.14159265358979323846264338327950288L * j / n)) < 1e-18L, "%d/%d", (int)j,
                  (int)n);
        }
    }
    static const int64_t lengths[] = {5, 1024, 1025, 4096, 1000003, 16777216};
    for (int i = 0; i < 6; i++) { /* the table of products against the direct way */
        check_roots roots;
        CHECK(check_roots_create(&roots, lengths[i]) == ATA_OK);
        for (int64_t j = 0; j < lengths[i]; j += 1 + lengths[i] / 997) {
            long double re, im;
            check_root_get(j, lengths[i], &re, &im);
            const dd_complex root = check_roots_get(&roots, j);
            CHECK(fabsl(dd_value(root.re) - re) < 3e-19L && fabsl(dd_value(root.im) - im) < 3e-19L, "%d/%d", (int)j,
                  (int)lengths[i]);
        }
        check_roots_destroy(&roots);
    }
}

static void small_transforms_by_hand(void)
{
    const double h = sqrt(0.75);
    expect("c2c f64 1", (double[]){3, 4}, (double[]){3, 4});
    expect("c2c f64 2", (double[]){1, 2, 3, 5}, (double[]){4, 7, -2, -3});
    expect("c2c f64 3", (double[]){0, 0, 1, 0, 0, 0}, (double[]){1, 0, -0.5, -h, -0.5, h});
    expect("c2c f64 3 inverse", (double[]){0, 0, 1, 0, 0, 0}, (double[]){1, 0, -0.5, h, -0.5, -h});
    expect("c2c f64 4", (double[]){1, 0, 2, 0, 3, 0, 4, 0}, (double[]){10, 0, -2, 2, -2, 0, -2, -2});
    expect("c2c f64 4 scale=n", (double[]){1, 0, 2, 0, 3, 0, 4, 0}, (double[]){2.5, 0, -0.5, 0.5, -0.5, 0, -0.5, -0.5});
    expect("c2c f64 4 order=bitrev", (double[]){1, 0, 2, 0, 3, 0, 4, 0}, (double[]){10, 0, -2, 0, -2, 2, -2, -2});
    expect("c2c f64 4 inverse order=bitrev", (double[]){10, 0, -2, 0, -2, 2, -2, -2},
           (double[]){4, 0, 8, 0, 12, 0, 16, 0});
    expect("c2c f64 2x2", (double[]){1, 0, 2, 0, 3, 0, 4, 0}, (double[]){10, 0, -2, 0, -4, 0, 0, 0});
    expect("reverse f64 4", (double[]){1, 2, 3, 4, 5, 6, 7, 8}, (double[]){1, 2, 5, 6, 3, 4, 7, 8});
    expect("reverse f64 4 inverse", (double[]){1, 2, 3, 4, 5, 6, 7, 8}, (double[]){1, 2, 5, 6, 3, 4, 7, 8});
    expect("reverse f64 2x4", (double[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
           (double[]){0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15});
    expect("r2c f64 4", (double[]){1, 2, 3, 4}, (double[]){10, 0, -2, 2, -2, 0});
    expect("r2c f64 2x3", (double[]){1, 0, 0, 0, 0, 1}, (double[]){2, 0, 0.5, h, 0, 0, 1.5, -h});
    expect("c2r f64 4", (double[]){10, 77, -2, 2, -2, 99}, (double[]){4, 8, 12, 16}); /* the 77 and 99 do not count */
    expect("c2r f64 3", (double[]){6, 5, 1, 0}, (double[]){8, 5, 5});
    expect("c2r f64 1", (double[]){6, 5}, (double[]){6});
}

static void real_transforms_by_hand(void)
{
    const double r = sqrt(2), s = sqrt(3);
    expect("dct1 f64 2", (double[]){3, 1}, (double[]){4, 2});
    expect("dct1 f64 3", (double[]){1, 2, 3}, (double[]){8, -2, 0});
    expect("dct2 f64 1", (double[]){5}, (double[]){10});
    expect("dct2 f64 2", (double[]){1, 3}, (double[]){8, -2 * r});
    expect("dct3 f64 1", (double[]){5}, (double[]){5});
    expect("dct3 f64 2", (double[]){1, 3}, (double[]){1 + 3 * r, 1 - 3 * r});
    expect("dct2 f64 2 inverse", (double[]){1, 3}, (double[]){1 + 3 * r, 1 - 3 * r});
    expect("dct4 f64 1", (double[]){5}, (double[]){5 * r});
    expect("dst1 f64 1", (double[]){5}, (double[]){10});
    expect("dst1 f64 2", (double[]){1, 3}, (double[]){4 * s, -2 * s});
    expect("dst2 f64 2", (double[]){1, 3}, (double[]){4 * r, -4});
    expect("dst3 f64 1", (double[]){5}, (double[]){5});
    expect("dst3 f64 2", (double[]){1, 3}, (double[]){r + 3, r - 3});
    expect("dst4 f64 1", (double[]){5}, (double[]){5 * r});
    expect("dht f64 3", (double[]){1, 2, 4}, (double[]){7, -2 - s, -2 + s});
    expect("dht f64 4", (double[]){1, 2, 3, 4}, (double[]){10, -4, -2, 0});
}

/* One cosine makes two lines; an impulse at j makes the j-th powers of the first root. */
static void spectra_in_closed_form(void)
{
    enum { N = 45, AT = 7 };
    double wave[2 * N] = {0}, impulse[2 * N] = {0};
    for (int j = 0; j < N; j++) {
        long double re, im;
        check_root_get(j * AT % N, N, &re, &im);
        wave[2 * j] = (double)re;
    }
    impulse[2 * AT] = 1;
    check_reference lines = solve("c2c f64 45", wave), circle = solve("c2c f64 45", impulse);
    for (int k = 0; k < N; k++) {
        long double re, im;
        check_root_get(k * AT % N, N, &re, &im);
        CHECK(fabsl(lines.value[2 * k] - (k == AT || k == N - AT ? N / 2.0L : 0)) < 1e-14L &&
              fabsl(lines.value[2 * k + 1]) < 1e-14L);
        CHECK(fabsl(circle.value[2 * k] - re) < 1e-18L && fabsl(circle.value[2 * k + 1] + im) < 1e-18L, "k = %d", k);
    }
    check_reference_destroy(&lines);
    check_reference_destroy(&circle);
}

static check_line create_line(ata_kind kind, bool inverse, int64_t n, check_method method)
{
    check_line line;
    CHECK(check_line_create(&line, kind, inverse, n, method) == ATA_OK);
    return line;
}

static void execute_line(const check_line *line, long double *x_re, long double *x_im, long double *y_re,
                         long double *y_im)
{
    dd_complex *scratch = malloc((size_t)(check_line_get_scratch(line) + 1) * sizeof *scratch);
    CHECK(scratch != NULL);
    if (scratch) check_line_execute(line, x_re, x_im, y_re, y_im, scratch);
    free(scratch);
}

/* There by the definition and back by halving: the input times the logical length, for every kind and many lengths. */
static void kinds_undo_themselves(void)
{
    for (int kind = ATA_C2C; kind <= ATA_DHT; kind++) {
        if (kind == ATA_C2R) continue;
        for (int64_t n = kind == ATA_DCT1 ? 2 : 1; n <= 40; n++) {
            ata_problem problem = {.kind = (ata_kind)kind, .direction = ATA_INVERSE, .rank = 1, .dim = {{.n = n}}};
            const ata_kind undoing = kind == ATA_R2C ? ATA_C2R : check_problem_get_kind(&problem);
            check_line there = create_line((ata_kind)kind, false, n, CHECK_BY_DEFINITION);
            check_line back = create_line(undoing, true, n, CHECK_BY_HALVING);
            long double x[2][40], y[2][40], z[2][40], kept[2][40];
            for (int64_t j = 0; j < n; j++) {
                kept[0][j] = x[0][j] = sinl(0.3L + (long double)(j * j));
                kept[1][j] = x[1][j] = cosl(0.7L * (long double)j);
            }
            execute_line(&there, x[0], kind == ATA_C2C ? x[1] : NULL, y[0], y[1]);
            execute_line(&back, y[0], kind <= ATA_R2C ? y[1] : NULL, z[0], z[1]);
            const long double points = check_problem_get_points(&problem);
            for (int64_t j = 0; j < n; j++) {
                CHECK(fabsl(z[0][j] - points * kept[0][j]) < 1e-16L * points, "kind %d, n = %d", kind, (int)n);
                CHECK(kind != ATA_C2C || fabsl(z[1][j] - points * kept[1][j]) < 1e-16L * points, "n = %d", (int)n);
            }
            check_line_destroy(&there);
            check_line_destroy(&back);
        }
    }
}

/* Halving against the definition, to the digits that the shorter of the two precisions has. */
static void halving_agrees_with_the_definition(void)
{
    static const int64_t lengths[] = {1, 2, 3, 4, 7, 8, 12, 17, 32, 45, 64, 101, 128, 243, 256, 499, 512, 1000};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const int64_t n = lengths[i];
        check_line slow = create_line(ATA_C2C, false, n, CHECK_BY_DEFINITION);
        check_line fast = create_line(ATA_C2C, false, n, CHECK_BY_HALVING);
        static long double x[2][1000], a[2][1000], b[2][1000];
        for (int64_t j = 0; j < n; j++) x[0][j] = sinl((long double)(j * j)), x[1][j] = cosl((long double)(3 * j + 1));
        execute_line(&slow, x[0], x[1], a[0], a[1]);
        execute_line(&fast, x[0], x[1], b[0], b[1]);
        long double difference = 0, norm = 0;
        for (int64_t k = 0; k < n; k++) {
            difference += powl(a[0][k] - b[0][k], 2) + powl(a[1][k] - b[1][k], 2);
            norm += a[0][k] * a[0][k] + a[1][k] * a[1][k];
        }
        const long double limit = sizeof(long double) == 16 && 1 + 0x1p-100L != 1 ? 1e-29L : 1e-17L;
        CHECK(sqrtl(difference / norm) < limit, "n = %d: %Lg", (int)n, sqrtl(difference / norm));
        check_line_destroy(&slow);
        check_line_destroy(&fast);
    }
}

/* --- Wrong answers --------------------------------------------------------------------------------------------- */

static const char *const problems[] = {
    "c2c 16",
    "c2c f64 100",
    "r2c 60",
    "c2r f64 45",
    "dct2 f64 32",
    "dst3 20",
    "dht 17",
    "c2c f16 64",
    "c2c bf16 30",
    "c2c f64 32 out=f32",
    "c2c 64 in=i16 out=i16 scale=sqrt",
    "c2c 8x9*3 ostride=1,-8 split",
    "c2c 16 order=bitrev",
    "r2c 5x6x7 inplace",
    "c2c f64 1*20",
    "reverse 16*3",
    "reverse f64 4x8 split in=i16 out=f16",
};

typedef struct trial {
    check_arrays arrays;
    check_reference reference;
    double bound;
} trial;

/* The right answer, as a perfect library would store it, in the arrays. */
static trial create_trial(const char *text)
{
    trial t;
    const ata_problem problem = parse(text);
    CHECK(check_arrays_create(&t.arrays, &problem, 1) == ATA_OK);
    check_arrays_fill(&t.arrays, 3);
    CHECK(check_reference_create(&t.reference, &problem, t.arrays.in_re, t.arrays.in_im, 1e9, 1) == ATA_OK);
    t.bound = check_error_get_bound(&problem);
    const long double *value = t.reference.value;
    for (int64_t s = 0; s < t.reference.samples; s++) {
        check_walk walk;
        check_walk_init_batch(&walk, &t.arrays.out, t.reference.sample[s]);
        do {
            double out[2] = {0, 0};
            for (int part = 0; part < t.arrays.out.numbers; part++) out[part] = (double)*value++;
            check_end_store(&t.arrays.out, t.arrays.out_re, t.arrays.out_im, walk.offset, out);
        } while (check_walk_next(&walk));
    }
    return t;
}

static double measure(const trial *t)
{
    return check_reference_get_excess(&t->reference, &t->arrays.out, check_problem_get_arithmetic(&t->arrays.problem),
                                      t->arrays.out_re, t->arrays.out_im);
}

/* Move the first output's real part towards zero by so much of the norm of all; at least to the next number of its
 * type. */
static void perturb(trial *t, double relative)
{
    const check_end *end = &t->arrays.out;
    long double norm = 0;
    const int64_t count = t->reference.samples * t->reference.points * t->reference.numbers;
    for (int64_t i = 0; i < count; i++) norm += t->reference.value[i] * t->reference.value[i];
    double value[2], changed[2];
    check_end_load(end, t->arrays.out_re, t->arrays.out_im, 0, value);
    for (double size = relative * (double)sqrtl(norm);; size *= 2) {
        changed[0] = value[0] - copysign(size, value[0]), changed[1] = value[1];
        check_end_store(end, t->arrays.out_re, t->arrays.out_im, 0, changed);
        check_end_load(end, t->arrays.out_re, t->arrays.out_im, 0, changed);
        if (changed[0] != value[0]) break;
    }
}

static void wrong_answers_are_caught(void)
{
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        trial t = create_trial(problems[i]);
        CHECK(check_error_passes(measure(&t), t.bound / 2), "%s: a perfect answer has an error of %g", problems[i],
              measure(&t));
        perturb(&t, t.bound > 0 ? 4 * t.bound : 1e-12); /* a reversal has to be exact */
        CHECK(!check_error_passes(measure(&t), t.bound), "%s: a wrong answer passes", problems[i]);
        check_reference_destroy(&t.reference);
        check_arrays_destroy(&t.arrays);
    }
}

/* A reference made from an f64 problem serves an f32 output of the same shape: their inputs are the same numbers. */
static void one_reference_serves_both_precisions(void)
{
    trial wide = create_trial("c2c f64 60*3 istride=2"), narrow = create_trial("c2c 60*3 istride=2");
    const double error = check_reference_get_error(&wide.reference, &narrow.arrays.out, narrow.arrays.out_re, NULL);
    CHECK(error > 0 && error < 0x1p-24, "%g", error);
    check_reference_destroy(&wide.reference);
    check_arrays_destroy(&wide.arrays);
    check_reference_destroy(&narrow.reference);
    check_arrays_destroy(&narrow.arrays);
}

/* --- Roundings between passes ---------------------------------------------------------------------------------- */

/* Transform a packed cube of `side` points a side along each of its dimensions by a plan of its own, in place, so that
 * what is between them is rounded to the type, as on a GPU. */
static void execute_apart(const char *type, int rank, int side, void *data)
{
    for (int d = 0, inner = 1; d < rank; d++, inner *= side) {
        int outer = 1;
        for (int i = d + 1; i < rank; i++) outer *= side;
        char text[128];
        snprintf(text, sizeof text, "c2c %s %d*%dx%d istride=%d ostride=%d idist=%d,1 odist=%d,1 inplace", type, side,
                 outer, inner, inner, inner, inner * side, inner * side);
        const ata_problem problem = parse(text);
        ata_plan *plan;
        CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK, "%s: %s", text, ata_last_error()->message);
        CHECK(ata_plan_execute(plan, data, data) == ATA_OK, "%s", ata_last_error()->message);
        ata_plan_destroy(plan);
    }
}

/* A transform in r + 1 passes keeps the bound with r roundings between them, and not the one with fewer. */
static void roundings_between_passes_are_counted(void)
{
    static const struct {
        const char *type;
        int rank, side;
    } list[] = {{"f16", 2, 64}, {"bf16", 2, 64}, {"f16", 3, 16}, {"bf16", 3, 32}, {"f16", 1, 4096}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const int roundings = list[i].rank - 1, side = list[i].side;
        char text[64];
        snprintf(text, sizeof text, "c2c %s %d inplace", list[i].type, side);
        if (roundings == 1) snprintf(text, sizeof text, "c2c %s %dx%d inplace", list[i].type, side, side);
        if (roundings == 2) snprintf(text, sizeof text, "c2c %s %dx%dx%d inplace", list[i].type, side, side, side);
        const ata_problem problem = parse(text);
        trial t;
        CHECK(check_arrays_create(&t.arrays, &problem, 0) == ATA_OK);
        check_arrays_fill(&t.arrays, 3);
        CHECK(check_reference_create(&t.reference, &problem, t.arrays.in_re, NULL, CHECK_BUDGET_USUAL, 1) == ATA_OK);
        execute_apart(list[i].type, list[i].rank, side, t.arrays.out_re);
        const double error = measure(&t), arithmetic = check_error_get_bound(&problem);
        const double bound = arithmetic + check_error_get_between(&problem, roundings);
        const double fewer = arithmetic + (roundings ? check_error_get_between(&problem, roundings - 1) : 0);
        CHECK(check_error_passes(error, bound), "%s: %g is more than %g", text, error, bound);
        CHECK(roundings != 1 || !check_error_passes(error, fewer), "%s: %g is no more than %g", text, error, fewer);
        const double whole = check_reference_get_error(&t.reference, &t.arrays.out, t.arrays.out_re, NULL);
        CHECK(whole < (problem.type == ATA_F16 ? 6e-4 : 4.8e-3), "%s: off by %g in all", text, whole);
        check_reference_destroy(&t.reference);
        check_arrays_destroy(&t.arrays);
    }
}

static const test_case cases[] = {
    {"roots are exact", roots_are_exact},
    {"small transforms by hand", small_transforms_by_hand},
    {"real transforms by hand", real_transforms_by_hand},
    {"spectra in closed form", spectra_in_closed_form},
    {"kinds undo themselves", kinds_undo_themselves},
    {"halving agrees with the definition", halving_agrees_with_the_definition},
    {"wrong answers are caught", wrong_answers_are_caught},
    {"one reference serves both precisions", one_reference_serves_both_precisions},
    {"roundings between passes are counted", roundings_between_passes_are_counted},
};

TEST_MAIN(cases)
