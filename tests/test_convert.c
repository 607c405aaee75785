/* test_convert.c - numbers of 8 and 16 bits at the ends of a transform: what vectors make of rows of them is, bit for
 * bit, what is made of each by itself, for every pattern of bits that can come in and for numbers of every kind that
 * can go out; and it is right.
 *
 * A transform of one point leaves it as it is, so that nothing but the conversions shows. Points side by side are done
 * by vectors, points that lie apart number by number.
 */
#include <math.h>
#include <stdlib.h>

#include "atalanta.h"
#include "check/number.h"
#include "check/random.h"
#include "test.h"

enum { APART = 3 }; /* how many places a point has where they lie apart */

static const ata_type narrow_types[] = {ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
enum { NARROW_TYPES = 4 };

/* Some numbers, as complex points in turn. */
typedef struct numbers {
    ata_type type;
    int64_t points;
    unsigned char *bytes;
} numbers;

static numbers make_numbers(ata_type type, int64_t points)
{
    return (numbers){type, points, calloc((size_t)(2 * points), (size_t)check_number_get_bytes(type))};
}

/* The points of an end: both parts side by side, or in two halves, and `apart` places each. */
static unsigned char *place_of(unsigned char *array, const numbers *x, bool split, int64_t apart, int64_t i, int part)
{
    const int64_t bytes = check_number_get_bytes(x->type);
    return array + bytes * (split ? part * x->points * apart + i * apart : 2 * i * apart + part);
}

/* Transform points of one to points of one, the wider numbers side by side and the narrower ones `apart`; what comes
 * out is written to `out`. */
static void convert(const ata_problem *how, const numbers *in, numbers *out, int64_t apart)
{
    ata_problem problem = *how;
    ata_plan *plan = NULL;
    const bool split = problem.layout == ATA_SPLIT;
    const size_t in_bytes = (size_t)check_number_get_bytes(in->type),
                 out_bytes = (size_t)check_number_get_bytes(out->type);
    const int64_t apart_in = in_bytes < out_bytes ? apart : 1, apart_out = in_bytes < out_bytes ? 1 : apart;
    unsigned char *from = calloc((size_t)(2 * in->points * apart_in), in_bytes),
                  *to = calloc((size_t)(2 * in->points * apart_out), out_bytes);
    problem.rank = problem.batch_rank = 1;
    problem.dim[0].n = 1;
    problem.batch[0] = (ata_dim){.n = in->points, .stride_in = apart_in, .stride_out = apart_out};
    problem.type_in = in->type;
    problem.type_out = out->type;
    for (int64_t i = 0; i < 2 * in->points; i++)
        memcpy(place_of(from, in, split, apart_in, i / 2, (int)(i % 2)), in->bytes + (size_t)i * in_bytes, in_bytes);
    CHECK(ata_plan_create(&plan, &problem, &(ata_options){.engine = "cpu"}) == ATA_OK, "%s", ata_last_error()->message);
    const ata_buffers buffers = {.in = from,
                                 .out = to,
                                 .in_imag = split ? place_of(from, in, true, apart_in, 0, 1) : NULL,
                                 .out_imag = split ? place_of(to, out, true, apart_out, 0, 1) : NULL};
    CHECK(plan && ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s", ata_last_error()->message);
    for (int64_t i = 0; i < 2 * in->points; i++)
        memcpy(out->bytes + (size_t)i * out_bytes, place_of(to, out, split, apart_out, i / 2, (int)(i % 2)), out_bytes);
    ata_plan_destroy(plan);
    free(from);
    free(to);
}

/* Number by number and by vectors, in every layout; `out` holds what vectors made of the last. */
static void convert_both(ata_type compute, double scale, const numbers *in, numbers *out)
{
    numbers single = make_numbers(out->type, out->points);
    for (int layout = 0; layout < 4; layout++) {
        const ata_problem how = {.type = compute,
                                 .layout = layout % 2 ? ATA_SPLIT : ATA_INTERLEAVED,
                                 .direction = layout / 2 ? ATA_INVERSE : ATA_FORWARD,
                                 .scale = ATA_SCALE_NUMBER,
                                 .scale_number = scale};
        convert(&how, in, &single, APART);
        convert(&how, in, out, 1);
        int64_t wrong = 0;
        const size_t bytes = (size_t)check_number_get_bytes(out->type);
        while (wrong < 2 * out->points &&
               memcmp(out->bytes + (size_t)wrong * bytes, single.bytes + (size_t)wrong * bytes, bytes) == 0)
            wrong++;
        CHECK(wrong == 2 * out->points, "type %d to %d, layout %d: number %lld, %a, became %a and not %a", in->type,
              out->type, layout, (long long)wrong,
              check_number_load(in->type, in->bytes + wrong * check_number_get_bytes(in->type)),
              check_number_load(out->type, out->bytes + (size_t)wrong * bytes),
              check_number_load(out->type, single.bytes + (size_t)wrong * bytes));
    }
    free(single.bytes);
}

/* Hold what came out against the definitions, at the first number that is wrong. NaNs have no value to compare. */
static void check_values(const numbers *in, const numbers *out)
{
    const int in_bytes = check_number_get_bytes(in->type), out_bytes = check_number_get_bytes(out->type);
    for (int64_t i = 0; i < 2 * in->points; i++) {
        unsigned char expected[8];
        const double value = check_number_load(in->type, in->bytes + i * in_bytes);
        const double got = check_number_load(out->type, out->bytes + i * out_bytes);
        check_number_store(out->type, expected, value);
        const double wanted = check_number_load(out->type, expected);
        const bool right = isnan(wanted) ? isnan(got) : got == wanted && !signbit(got) == !signbit(wanted);
        CHECK(right, "type %d to %d: %a became %a", in->type, out->type, value, got);
        if (!right) return;
    }
}

/* --- In ----------------------------------------------------------------------------------------------------------- */

/* Every pattern, and some again, so that rows end within a vector. */
static void test_in(void)
{
    enum { POINTS = (1 << 15) + 7 };
    for (int t = 0; t < NARROW_TYPES; t++)
        for (int wide = 0; wide < 2; wide++) {
            const ata_type type = narrow_types[t], compute = wide ? ATA_F64 : ATA_F32;
            const int bytes = check_number_get_bytes(type);
            numbers in = make_numbers(type, POINTS), out = make_numbers(compute, POINTS);
            for (int64_t i = 0; i < 2 * POINTS; i++)
                for (int b = 0; b < bytes; b++) in.bytes[i * bytes + b] = (unsigned char)(i >> 8 * b);
            convert_both(compute, 1, &in, &out);
            check_values(&in, &out);
            free(in.bytes);
            free(out.bytes);
        }
}

/* --- Out ---------------------------------------------------------------------------------------------------------- */

/* Number i of the type, then one halfway to the next, and those beside that. */
static double number_near(ata_type compute, ata_type type, int64_t i, int which)
{
    const unsigned char pattern[2] = {(unsigned char)i, (unsigned char)(i >> 8)};
    const unsigned char next[2] = {(unsigned char)(i + 1), (unsigned char)((i + 1) >> 8)};
    const double value = check_number_load(type, pattern), middle = (value + check_number_load(type, next)) / 2;
    const double end = which == 2 ? -INFINITY : INFINITY;
    if (which == 0) return value;
    if (which == 1) return middle;
    return compute == ATA_F32 ? nextafterf((float)middle, (float)end) : nextafter(middle, end);
}

/* Those, and numbers of any bits at all. */
static void fill_out(numbers *in, ata_type type)
{
    const int bytes = check_number_get_bytes(in->type);
    const int64_t patterns = (int64_t)1 << 8 * check_number_get_bytes(type);
    for (int64_t i = 0; i < 2 * in->points; i++) {
        const uint64_t any = check_random_get_keyed(7, (uint64_t)i);
        if (i >= 4 * patterns) memcpy(in->bytes + i * bytes, &any, (size_t)bytes);
        else check_number_store(in->type, in->bytes + i * bytes, number_near(in->type, type, i / 4, (int)(i % 4)));
    }
}

static void test_out(void)
{
    enum { POINTS = (1 << 18) + 13 };
    static const double scales[] = {3e4, 0.37, 1};
    for (int t = 0; t < NARROW_TYPES; t++)
        for (int wide = 0; wide < 2; wide++) {
            const ata_type type = narrow_types[t], compute = wide ? ATA_F64 : ATA_F32;
            numbers in = make_numbers(compute, POINTS), out = make_numbers(type, POINTS);
            fill_out(&in, type);
            for (int s = 0; s < 3; s++) convert_both(compute, scales[s], &in, &out);
            check_values(&in, &out);
            free(in.bytes);
            free(out.bytes);
        }
}

static const test_case cases[] = {{"in", test_in}, {"out", test_out}};
TEST_MAIN(cases)
