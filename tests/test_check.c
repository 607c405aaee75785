/* test_check.c - the check room itself: numbers, arrays, errors, bounds and the generator. A check that cannot fail
 * checks nothing, so most of these plant a fault and see it found. */
#include <math.h>
#include <stdlib.h>

#include "check/array.h"
#include "check/error.h"
#include "check/generate.h"
#include "check/number.h"
#include "check/random.h"
#include "tests/test.h"

/* --- Numbers --------------------------------------------------------------------------------------------------- */

static double stored(ata_type type, double value)
{
    unsigned char room[9]; /* at an odd address on purpose */
    check_number_store(type, room + 1, value);
    return check_number_load(type, room + 1);
}

static void small_floats_survive(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16};
    for (int t = 0; t < 2; t++) {
        double last = -1;
        for (unsigned bits = 0; bits < 0x10000; bits++) {
            const uint16_t word = (uint16_t)bits;
            uint16_t back = 0;
            const double value = check_number_load(types[t], &word);
            check_number_store(types[t], &back, value);
            if (isnan(value)) CHECK(isnan(stored(types[t], value)), "bits %x", bits);
            else CHECK(back == word, "bits %x became %x", bits, back);
            if (bits < 0x8000 && !isnan(value)) { /* the values of a format go up with its bits */
                CHECK(value > last, "bits %x", bits);
                last = value;
            }
        }
    }
}

/* Every point between two neighbours, below, on and above the middle; the middle goes to the even one. */
static void small_floats_round(void)
{
    static const ata_type types[] = {ATA_F16, ATA_BF16};
    for (int t = 0; t < 2; t++) {
        const unsigned end = types[t] == ATA_F16 ? 0x7bff : 0x7f7f;
        for (unsigned bits = 0; bits < end; bits++) {
            const uint16_t low = (uint16_t)bits, high = (uint16_t)(bits + 1);
            const double a = check_number_load(types[t], &low), b = check_number_load(types[t], &high),
                         middle = (a + b) / 2;
            const double even = bits % 2 ? b : a;
            if (stored(types[t], middle) != even || stored(types[t], -middle) != -even ||
                stored(types[t], nextafter(middle, a)) != a || stored(types[t], nextafter(middle, b)) != b) {
                CHECK(false, "type %d, bits %x", types[t], bits);
            }
        }
    }
}

static void numbers_saturate(void)
{
    static const struct {
        ata_type type;
        double value, expected;
    } cases[] = {
        {ATA_F16, 65504, 65504},
        {ATA_F16, 65519, 65504},
        {ATA_F16, 65520, 65504},
        {ATA_F16, 1e300, 65504},
        {ATA_F16, -1e9, -65504},
        {ATA_F16, INFINITY, INFINITY},
        {ATA_F16, 0x1p-25, 0},
        {ATA_F16, 0x1.8p-25, 0x1p-24},
        {ATA_BF16, 1e39, 0x1.fep127},
        {ATA_BF16, -3.4e38, -0x1.fep127},
        {ATA_I8, 127.4, 127},
        {ATA_I8, 127.5, 127},
        {ATA_I8, -128.5, -128},
        {ATA_I8, -1000, -128},
        {ATA_I8, 0.5, 0},
        {ATA_I8, 1.5, 2},
        {ATA_I8, -2.5, -2},
        {ATA_I8, NAN, 0},
        {ATA_I16, 1e9, 32767},
        {ATA_I16, -1e9, -32768},
        {ATA_I16, 32766.5, 32766},
        {ATA_I16, NAN, 0},
        {ATA_F32, 1 + 0x1p-24, 1},
        {ATA_F32, 1 + 0x1.8p-24, 1 + 0x1p-23},
        {ATA_I8, INFINITY, 127},
        {ATA_I16, -INFINITY, -32768},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(stored(cases[i].type, cases[i].value) == cases[i].expected, "%g in type %d became %g", cases[i].value,
              cases[i].type, stored(cases[i].type, cases[i].value));
    }
    CHECK(signbit(stored(ATA_F16, -0.0)) && signbit(stored(ATA_BF16, -1e-60)));
}

/* Just within the interval of a stored value it is stored as that, just outside as something else. */
static void origins_are_exact(void)
{
    static const ata_type types[] = {ATA_F32, ATA_F16, ATA_BF16, ATA_I16, ATA_I8};
    check_random random;
    check_random_init(&random, 5);
    for (int i = 0; i < 20000; i++) {
        const ata_type type = types[i % 5];
        const double size = type >= ATA_I16 ? 300 : exp2((double)check_random_get_int(&random, -30, 17));
        const double value = stored(type, size * check_random_get_unit(&random));
        double low, high;
        check_number_get_origin(type, value, &low, &high);
        CHECK(low <= value && value <= high, "type %d: %g", type, value);
        CHECK(isinf(low) ||
                  (stored(type, nextafter(low, INFINITY)) == value && stored(type, nextafter(low, -INFINITY)) != value),
              "type %d: %a", type, value);
        CHECK(isinf(high) || (stored(type, nextafter(high, -INFINITY)) == value &&
                              stored(type, nextafter(high, INFINITY)) != value),
              "type %d: %a", type, value);
    }
}

/* --- Arrays ---------------------------------------------------------------------------------------------------- */

static ata_problem parse(const char *text)
{
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    CHECK(ata_problem_check(&problem, &problem) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

static void walks_visit_everything(void)
{
    const ata_problem problem = parse("c2c f64 4x3*2 istride=-6,1 idist=50 ostride=1,4");
    check_end in;
    check_end_init(&in, &problem, CHECK_IN);
    check_walk walk;
    int64_t position = 0;
    check_walk_init(&walk, &in);
    do {
        const int64_t b = position / 12, i = position / 3 % 4, j = position % 3;
        CHECK(walk.position == position && walk.offset == 16 * (50 * b - 6 * i + j), "position %d", (int)position);
        position++;
    } while (check_walk_next(&walk));
    CHECK(position == 24 && in.batches == 2 && in.points == 12);
    check_walk_init_batch(&walk, &in, 1);
    CHECK(walk.offset == 800);
    for (position = 1; check_walk_next(&walk);) position++;
    CHECK(position == 12 && walk.index[0] == 1);
}

static const char *const shapes[] = {
    "c2c 12",
    "c2c f64 5 istride=-2 ostride=3",
    "r2c 9x8 istride=-10,1 ostride=6,1",
    "c2c 6*3 split istride=2 idist=20",
    "r2c 7*3 inplace",
    "c2r 4x6 inplace",
    "c2c 8x3 inplace istride=4,1 ostride=4,1",
    "dct2 f16 4 ostride=-2",
    "c2c 8 split inplace",
    "c2r 10 split",
    "c2c 16 in=i8 out=i8",
};

/* Write every output and nothing else: no damage. One byte more, anywhere: damage. */
static void damage_is_seen(void)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const ata_problem problem = parse(shapes[i]);
        for (int misalign = 0; misalign < 64; misalign += 21) {
            check_arrays arrays;
            static const double one[2] = {1, 1};
            CHECK(check_arrays_create(&arrays, &problem, misalign) == ATA_OK);
            CHECK((uintptr_t)arrays.in_re % 64 == (uintptr_t)misalign &&
                  (uintptr_t)arrays.out_re % 64 == (uintptr_t)misalign);
            check_arrays_set_poison(&arrays, CHECK_POISON);
            check_arrays_fill(&arrays, 1);
            check_walk walk;
            check_walk_init(&walk, &arrays.out);
            do check_end_store(&arrays.out, arrays.out_re, arrays.out_im, walk.offset, one);
            while (check_walk_next(&walk));
            CHECK(check_arrays_count_damage(&arrays, CHECK_POISON) == 0, "%s", shapes[i]);
            unsigned char *lowest = (unsigned char *)arrays.out_re;
            for (int d = 0; d < arrays.out.rank; d++) {
                if (arrays.out.step[d] < 0) lowest += (arrays.out.n[d] - 1) * arrays.out.step[d];
            }
            lowest[-1] = 0;
            CHECK(check_arrays_count_damage(&arrays, CHECK_POISON) == 1, "%s", shapes[i]);
            check_arrays_destroy(&arrays);
        }
    }
    const ata_problem gaps = parse("c2c 5 ostride=2");
    check_arrays arrays;
    CHECK(check_arrays_create(&arrays, &gaps, 0) == ATA_OK);
    check_arrays_set_poison(&arrays, CHECK_POISON);
    ((float *)arrays.out_re)[2] = 0; /* between the first and the second output */
    CHECK(check_arrays_count_damage(&arrays, CHECK_POISON) == 4);
    check_arrays_destroy(&arrays);
}

static void digests_notice(void)
{
    const ata_problem problem = parse("r2c 30*4 idist=8");
    check_arrays arrays;
    CHECK(check_arrays_create(&arrays, &problem, 3) == ATA_OK);
    check_arrays_set_poison(&arrays, CHECK_POISON);
    check_arrays_fill(&arrays, 7);
    const uint64_t in = check_arrays_get_input_digest(&arrays), out = check_arrays_get_output_digest(&arrays);
    check_arrays_fill(&arrays, 7);
    CHECK(check_arrays_get_input_digest(&arrays) == in);
    ((unsigned char *)arrays.in_re)[17] ^= 1;
    CHECK(check_arrays_get_input_digest(&arrays) != in);
    ((unsigned char *)arrays.out_re)[64 * 8 - 1] ^= 0x80; /* the last output's last byte */
    CHECK(check_arrays_get_output_digest(&arrays) != out);
    check_arrays_destroy(&arrays);
}

/* --- Errors and bounds ----------------------------------------------------------------------------------------- */

static void errors_are_relative(void)
{
    check_error error = {0};
    CHECK(check_error_get(&error) == 0);
    for (int i = 0; i < 5000; i++) check_error_add(&error, 3e-8, 2);
    CHECK(fabs(check_error_get(&error) - 1.5e-8) < 1e-20 && fabs(check_error_get_rms(&error) - 2) < 1e-12);
    check_error_add(&error, NAN, 1);
    CHECK(!check_error_passes(check_error_get(&error), 1e300), "NaN passes");
    check_error nothing = {0};
    check_error_add(&nothing, 1, 0);
    CHECK(!check_error_passes(check_error_get(&nothing), 1e300), "a wrong answer to a reference of zero passes");
    check_error infinite = {0};
    check_error_add(&infinite, INFINITY, INFINITY);
    CHECK(!check_error_passes(check_error_get(&infinite), 1e300), "infinity passes");
}

static double bound_of(const char *text)
{
    const ata_problem problem = parse(text);
    return check_error_get_bound(&problem);
}

static void bounds_are_tight(void)
{
    CHECK(fabs(bound_of("c2c 2^20") - 2.5e-7) < 1e-15 && fabs(bound_of("c2c f64 2^20") - 5e-16) < 1e-24);
    CHECK(bound_of("c2c 1048573") <= 4e-7 && bound_of("c2c 1048573") > 3.9999e-7);
    CHECK(bound_of("c2c f64 1048573") <= 8e-16 && bound_of("c2c f64 1048573") > 7.999e-16);
    CHECK(bound_of("c2c 1") == 0x1p-23 && bound_of("c2c f64 1") == 0x1p-52);
    CHECK(bound_of("c2c 2") < 0x1.8p-23 && bound_of("c2c f64 16") < 0x1.ap-52);
    CHECK(bound_of("c2c f16 64") == bound_of("c2c 64") && bound_of("c2c 64 out=i8") == bound_of("c2c 64"));
    CHECK(bound_of("dct2 64") > bound_of("c2c 128"));
    CHECK(check_error_get_storage(ATA_F32, ATA_F32, 1) == 0 && check_error_get_storage(ATA_F64, ATA_F64, 1) == 0);
    CHECK(check_error_get_storage(ATA_F32, ATA_F64, 1) == 0x1p-24 + 0x1p-150);
}

/* Only a GPU keeps f16 and bf16 between passes. */
static void roundings_are_those_of_the_plan(void)
{
    const ata_problem narrow = parse("c2c f16 64"), wide = parse("c2c 64 in=f16 out=f16");
    const ata_plan_info one = {.engine = "emu", .passes = 1}, three = {.engine = "gpu", .passes = 3};
    const ata_plan_info cpu = {.engine = "cpu", .passes = 3};
    CHECK(check_error_count_roundings(&narrow, &one) == 0 && check_error_count_roundings(&narrow, &three) == 2);
    CHECK(check_error_count_roundings(&narrow, &cpu) == 0 && check_error_count_roundings(&wide, &three) == 0);
    CHECK(check_error_get_between(&narrow, 0) == 0 && fabs(check_error_get_between(&narrow, 3) - 0x1p-11) < 1e-19);
}

/* Results right before they were stored have no excess, whatever the storage made of them; others have what they
 * lack. */
static void excess_forgives_storage_only(void)
{
    CHECK(check_error_get_excess(ATA_F16, ATA_F32, 1, 1 + 0x1p-12L) == 0);
    CHECK(check_error_get_excess(ATA_F16, ATA_F32, 1, 1 + 0x1.8p-11L) == -0x1p-12);
    CHECK(check_error_get_excess(ATA_F16, ATA_F32, 65504, 1e9L) == 0);
    CHECK(check_error_get_excess(ATA_F16, ATA_F32, -65504, 1e9L) < -1e8);
    CHECK(check_error_get_excess(ATA_I8, ATA_F32, 3, 3.5L) == 0 &&
          check_error_get_excess(ATA_I8, ATA_F32, 3, 3.75L) == -0.25);
    CHECK(check_error_get_excess(ATA_F32, ATA_F32, 1, 1 + 0x1p-30L) != 0);
    CHECK(check_error_get_excess(ATA_F32, ATA_F64, 1, 1 + 0x1p-30L) == 0);
    CHECK(isnan(check_error_get_excess(ATA_F16, ATA_F32, INFINITY, 1)) &&
          isnan(check_error_get_excess(ATA_F64, ATA_F64, NAN, 1)));
}

/* --- The generator --------------------------------------------------------------------------------------------- */

enum { SEEDS = 4000 };

typedef struct census {
    int kind[12], rank[9], type[5], type_in[7], type_out[7];
    int inverse, in_place, split, reversed, scaled, batched, negative, unusual_in, unusual_out, large;
} census;

static void count_features(census *c, const ata_problem *p, const ata_problem *complete)
{
    bool negative = false, unusual_in = false, unusual_out = false;
    double points = 1;
    for (int d = 0; d < p->rank; d++) {
        negative = negative || p->dim[d].stride_in < 0 || p->dim[d].stride_out < 0;
        unusual_in = unusual_in || p->dim[d].stride_in != 0;
        unusual_out = unusual_out || p->dim[d].stride_out != 0;
        points *= (double)p->dim[d].n;
    }
    for (int d = 0; d < p->batch_rank; d++) points *= (double)p->batch[d].n;
    c->kind[p->kind]++, c->rank[p->rank]++, c->type[p->type]++;
    c->type_in[complete->type_in]++, c->type_out[complete->type_out]++;
    c->inverse += p->direction == ATA_INVERSE, c->in_place += p->place == ATA_IN_PLACE,
        c->split += p->layout == ATA_SPLIT;
    c->reversed += p->order == ATA_BIT_REVERSED, c->scaled += p->scale != ATA_SCALE_NONE,
        c->batched += p->batch_rank > 0;
    c->negative += negative, c->unusual_in += unusual_in, c->unusual_out += unusual_out, c->large += points > 2000;
}

static void generator_covers_everything(void)
{
    census c = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ata_problem problem, again, complete;
        check_generate_problem(&problem, seed, 400);
        check_generate_problem(&again, seed, 400);
        CHECK(ata_problem_check(&problem, &complete) == ATA_OK, "seed %d: %s", (int)seed, ata_last_error()->message);
        CHECK(memcmp(&problem, &again, sizeof problem) == 0, "seed %d is not reproducible", (int)seed);
        count_features(&c, &problem, &complete);
    }
    for (int i = 0; i < 12; i++) CHECK(c.kind[i] > SEEDS / 100, "kind %d: %d", i, c.kind[i]);
    for (int i = 1; i < 9; i++) CHECK(c.rank[i] > SEEDS / 50, "rank %d: %d", i, c.rank[i]);
    for (int i = 1; i < 5; i++) CHECK(c.type[i] > SEEDS / 20, "type %d: %d", i, c.type[i]);
    for (int i = 1; i < 7; i++) {
        CHECK(c.type_in[i] > SEEDS / 50 && c.type_out[i] > SEEDS / 50, "type %d: %d, %d", i, c.type_in[i],
              c.type_out[i]);
    }
    CHECK(c.inverse > SEEDS / 4 && c.in_place > SEEDS / 10 && c.split > SEEDS / 20 && c.reversed > SEEDS / 20,
          "%d %d %d %d", c.inverse, c.in_place, c.split, c.reversed);
    CHECK(c.scaled > SEEDS / 3 && c.batched > SEEDS / 3 && c.negative > SEEDS / 10, "%d %d %d", c.scaled, c.batched,
          c.negative);
    CHECK(c.unusual_in > SEEDS / 4 && c.unusual_out > SEEDS / 4 && c.large < SEEDS / 100, "%d %d %d", c.unusual_in,
          c.unusual_out, c.large);
}

static const test_case cases[] = {
    {"small floats survive", small_floats_survive},
    {"small floats round", small_floats_round},
    {"numbers saturate", numbers_saturate},
    {"origins are exact", origins_are_exact},
    {"walks visit everything", walks_visit_everything},
    {"damage is seen", damage_is_seen},
    {"digests notice", digests_notice},
    {"errors are relative", errors_are_relative},
    {"bounds are tight", bounds_are_tight},
    {"roundings are those of the plan", roundings_are_those_of_the_plan},
    {"excess forgives storage only", excess_forgives_storage_only},
    {"generator covers everything", generator_covers_everything},
};

TEST_MAIN(cases)
