/* test_problem.c - what completing a problem fills in, what it refuses and how it says so. */
#include "test.h"

#include <math.h>
#include <stdint.h>

#include "problem/problem.h"

/* --- Defaults ---------------------------------------------------------------------------------------------------- */

static ata_problem complete(ata_problem problem)
{
    ata_problem full = {.rank = -1};
    const ata_status status = ata_problem_complete(&problem, &full);
    CHECK(status == ATA_OK, "%s", ata_error_last()->message);
    return full;
}

static void check_strides(const ata_dim *dim, int64_t in, int64_t out, const char *what)
{
    CHECK(dim->stride_in == in && dim->stride_out == out, "%s: %lld and %lld instead of %lld and %lld", what,
          (long long)dim->stride_in, (long long)dim->stride_out, (long long)in, (long long)out);
}

static void test_defaults(void)
{
    const ata_problem p = complete((ata_problem){.dim = {{.n = 4096}}});
    CHECK(p.kind == ATA_C2C && p.rank == 1 && p.batch_rank == 0);
    CHECK(p.type == ATA_F32 && p.type_in == ATA_F32 && p.type_out == ATA_F32);
    CHECK(p.direction == ATA_FORWARD && p.scale == ATA_SCALE_NONE && p.scale_number == 1);
    check_strides(&p.dim[0], 1, 1, "one dimension");
    const ata_problem q = complete((ata_problem){.type = ATA_BF16, .type_in = ATA_I8, .dim = {{.n = 4}}});
    CHECK(q.type == ATA_BF16 && q.type_in == ATA_I8 && q.type_out == ATA_BF16);
    const ata_problem stale = complete((ata_problem){.rank = 1, .dim = {{.n = 4}, {5, 6, 7}}});
    CHECK(stale.dim[1].n == 0 && stale.dim[1].stride_out == 0, "what lies behind the last dimension is cleared");
}

static void test_default_strides(void)
{
    ata_problem p = complete((ata_problem){
        .rank = 3, .dim = {{.n = 4}, {.n = 5}, {.n = 6}}, .batch_rank = 2, .batch = {{.n = 2}, {.n = 3}}});
    check_strides(&p.dim[2], 1, 1, "last");
    check_strides(&p.dim[1], 6, 6, "middle");
    check_strides(&p.dim[0], 30, 30, "first");
    check_strides(&p.batch[1], 120, 120, "inner batch");
    check_strides(&p.batch[0], 360, 360, "outer batch");
    p = complete(
        (ata_problem){.kind = ATA_R2C, .rank = 2, .dim = {{.n = 4}, {.n = 6}}, .batch_rank = 1, .batch = {{.n = 2}}});
    check_strides(&p.dim[1], 1, 1, "r2c row");
    check_strides(&p.dim[0], 6, 4, "r2c rows");
    check_strides(&p.batch[0], 24, 16, "r2c batch");
    p = complete((ata_problem){.kind = ATA_C2R, .rank = 2, .dim = {{.n = 4}, {.n = 7}}});
    check_strides(&p.dim[0], 4, 7, "c2r rows");
}

static void test_default_strides_in_place(void)
{
    for (int64_t n = 1; n <= 9; n++) {
        ata_problem p = {.kind = ATA_R2C,
                         .place = ATA_IN_PLACE,
                         .rank = 2,
                         .dim = {{.n = 3}, {.n = n}},
                         .batch_rank = 1,
                         .batch = {{.n = 2}}};
        ata_problem full = complete(p);
        check_strides(&full.dim[1], 1, 1, "row");
        check_strides(&full.dim[0], 2 * (n / 2 + 1), n / 2 + 1, "rows");
        check_strides(&full.batch[0], 6 * (n / 2 + 1), 3 * (n / 2 + 1), "batch");
        p.kind = ATA_C2R;
        full = complete(p);
        check_strides(&full.dim[0], n / 2 + 1, 2 * (n / 2 + 1), "rows of c2r");
    }
}

static void test_default_strides_outside_given_ones(void)
{
    ata_problem p = complete(
        (ata_problem){.rank = 2, .dim = {{.n = 4, .stride_in = 10}, {.n = 8}}, .batch_rank = 1, .batch = {{.n = 3}}});
    check_strides(&p.dim[0], 10, 8, "padded rows at one end");
    check_strides(&p.batch[0], 40, 32, "batch outside padded rows");
    p = complete(
        (ata_problem){.dim = {{.n = 8, .stride_in = -2, .stride_out = 3}}, .batch_rank = 1, .batch = {{.n = 3}}});
    check_strides(&p.batch[0], 16, 24, "batch outside a negative stride");
    p = complete(
        (ata_problem){.rank = 2,
                      .dim = {{.n = 4, .stride_in = 1, .stride_out = 1}, {.n = 8, .stride_in = 4, .stride_out = 4}},
                      .batch_rank = 1,
                      .batch = {{.n = 3}}});
    check_strides(&p.batch[0], 32, 32, "batch outside a transposed matrix");
    p = complete((ata_problem){.kind = ATA_R2C,
                               .place = ATA_IN_PLACE,
                               .rank = 2,
                               .dim = {{.n = 4, .stride_in = 20, .stride_out = 10}, {.n = 8}},
                               .batch_rank = 1,
                               .batch = {{.n = 3}}});
    check_strides(&p.batch[0], 80, 40, "batch outside rows padded in place");
}

/* A length of 1 has no neighbours: any stride will do, and none of them goes further. */
static void test_strides_of_length_one(void)
{
    const int64_t wild[] = {0, 1, -7, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        ata_problem p = {.rank = 3, .batch_rank = 1};
        p.dim[0] = (ata_dim){1, wild[i], wild[i]};
        p.dim[1] = (ata_dim){6, 2, 3};
        p.dim[2] = p.batch[0] = p.dim[0];
        p = complete(p);
        check_strides(&p.dim[2], 1, 1, "inside");
        check_strides(&p.dim[0], 12, 18, "outside");
        check_strides(&p.batch[0], 12, 18, "batch");
    }
    const ata_problem rows = complete((ata_problem){
        .rank = 2, .dim = {{.n = 1, .stride_in = 520}, {.n = 512}}, .batch_rank = 1, .batch = {{.n = 10}}});
    check_strides(&rows.batch[0], 520, 512, "a batch of single padded rows");
}

static void test_scale(void)
{
    const struct {
        ata_kind kind;
        double length; /* logical, of 4 x 6 points */
    } cases[] = {{ATA_C2C, 24},      {ATA_R2C, 24},       {ATA_C2R, 24},  {ATA_DHT, 24},
                 {ATA_DCT1, 6 * 10}, {ATA_DST1, 10 * 14}, {ATA_DCT2, 96}, {ATA_DCT3, 96},
                 {ATA_DCT4, 96},     {ATA_DST2, 96},      {ATA_DST3, 96}, {ATA_DST4, 96}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ata_problem p = {
            .kind = cases[i].kind, .rank = 2, .dim = {{.n = 4}, {.n = 6}}, .batch_rank = 1, .batch = {{.n = 5}}};
        p.scale = ATA_SCALE_N;
        CHECK(complete(p).scale_number == 1 / cases[i].length, "%s", ata_kind_name(p.kind));
        p.scale = ATA_SCALE_SQRT;
        CHECK(complete(p).scale_number == 1 / sqrt(cases[i].length), "%s", ata_kind_name(p.kind));
        p.scale = ATA_SCALE_NUMBER;
        p.scale_number = -0.25;
        CHECK(complete(p).scale_number == -0.25);
        p.scale = ATA_SCALE_NONE;
        p.scale_number = i % 2 ? 0 : 1;
        CHECK(complete(p).scale_number == 1 && complete(p).scale == ATA_SCALE_NONE);
    }
}

static void test_direction(void)
{
    const ata_kind undone_by[] = {[ATA_DCT1] = ATA_DCT1, [ATA_DCT2] = ATA_DCT3, [ATA_DCT3] = ATA_DCT2,
                                  [ATA_DCT4] = ATA_DCT4, [ATA_DST1] = ATA_DST1, [ATA_DST2] = ATA_DST3,
                                  [ATA_DST3] = ATA_DST2, [ATA_DST4] = ATA_DST4, [ATA_DHT] = ATA_DHT};
    for (int kind = ATA_DCT1; kind <= ATA_DHT; kind++) {
        const ata_problem p =
            complete((ata_problem){.kind = (ata_kind)kind, .direction = ATA_INVERSE, .dim = {{.n = 8}}});
        CHECK(p.kind == undone_by[kind] && p.direction == ATA_FORWARD, "%s", ata_kind_name((ata_kind)kind));
    }
    CHECK(complete((ata_problem){.kind = ATA_C2R, .dim = {{.n = 8}}}).direction == ATA_INVERSE);
    CHECK(complete((ata_problem){.direction = ATA_INVERSE, .dim = {{.n = 8}}}).direction == ATA_INVERSE);
}

static void test_completing_twice_changes_nothing(void)
{
    const ata_problem p = complete((ata_problem){.kind = ATA_DCT2,
                                                 .direction = ATA_INVERSE,
                                                 .scale = ATA_SCALE_SQRT,
                                                 .rank = 2,
                                                 .dim = {{.n = 4, .stride_out = 9}, {.n = 1}},
                                                 .batch_rank = 1,
                                                 .batch = {{.n = 3}}});
    ata_problem twice = p;
    CHECK(ata_problem_complete(&twice, &twice) == ATA_OK);
    CHECK(memcmp(&twice, &p, sizeof p) == 0);
    CHECK(ata_problem_complete(&twice, NULL) == ATA_OK, "checking only");
}

/* --- Facts ------------------------------------------------------------------------------------------------------- */

static void check_extent(ata_problem problem, ata_extent expected, const char *what)
{
    ata_extent extent = {0, 0, 0, 0};
    const ata_problem full = complete(problem);
    ata_problem_reach(&full, &extent);
    CHECK(memcmp(&extent, &expected, sizeof extent) == 0, "%s: in %lld, %lld before; out %lld, %lld before", what,
          (long long)extent.in_bytes, (long long)extent.in_before, (long long)extent.out_bytes,
          (long long)extent.out_before);
}

static void test_reach(void)
{
    check_extent((ata_problem){.dim = {{.n = 8}}}, (ata_extent){64, 0, 64, 0}, "c2c");
    check_extent((ata_problem){.layout = ATA_SPLIT, .dim = {{.n = 8}}}, (ata_extent){32, 0, 32, 0}, "split");
    check_extent((ata_problem){.kind = ATA_R2C, .type = ATA_F64, .dim = {{.n = 7}}}, (ata_extent){56, 0, 64, 0}, "r2c");
    check_extent((ata_problem){.kind = ATA_C2R, .place = ATA_IN_PLACE, .dim = {{.n = 7}}}, (ata_extent){32, 0, 32, 0},
                 "c2r in place");
    check_extent((ata_problem){.dim = {{.n = 8, .stride_in = -3}}}, (ata_extent){22 * 8, 21 * 8, 64, 0}, "backwards");
    check_extent(
        (ata_problem){.rank = 2, .dim = {{.n = 3, .stride_in = 10, .stride_out = -20}, {.n = 4, .stride_in = -2}}},
        (ata_extent){(20 + 6 + 1) * 8, 6 * 8, (40 + 3 + 1) * 8, 40 * 8}, "both ways");
    check_extent((ata_problem){.kind = ATA_DCT2,
                               .type_in = ATA_I8,
                               .type_out = ATA_F16,
                               .dim = {{.n = 5}},
                               .batch_rank = 1,
                               .batch = {{.n = 4, .stride_in = 2}}},
                 (ata_extent){11, 0, 40, 0}, "overlapping frames");
}

static void test_facts(void)
{
    const ata_problem p = complete((ata_problem){.kind = ATA_R2C,
                                                 .type = ATA_F16,
                                                 .type_out = ATA_F32,
                                                 .rank = 2,
                                                 .dim = {{.n = 4}, {.n = 9}},
                                                 .batch_rank = 2,
                                                 .batch = {{.n = 3}, {.n = 5}}});
    CHECK(ata_problem_compute_type(&p) == ATA_F32);
    CHECK(ata_problem_element_bytes_in(&p) == 2 && ata_problem_element_bytes_out(&p) == 8);
    CHECK(ata_problem_length_in(&p, 1) == 9 && ata_problem_length_out(&p, 1) == 5 &&
          ata_problem_length_out(&p, 0) == 4);
    CHECK(ata_problem_batch_count(&p) == 15 && ata_problem_points(&p) == 36);
    CHECK(ata_problem_minimal_bytes(&p) == 15 * (36 * 2 + 20 * 8));
    CHECK(fabs(ata_problem_flops(&p) - 2.5 * 36 * log2(36) * 15) < 1e-6);
    const ata_problem q = complete((ata_problem){.type = ATA_F64, .layout = ATA_SPLIT, .dim = {{.n = 16}}});
    CHECK(ata_problem_compute_type(&q) == ATA_F64 && ata_problem_element_bytes_in(&q) == 8);
    CHECK(ata_problem_minimal_bytes(&q) == 2 * 16 * 16 && ata_problem_flops(&q) == 5.0 * 16 * 4);
    const ata_problem one = complete((ata_problem){.dim = {{.n = 1}}});
    CHECK(ata_problem_flops(&one) == 0);
}

static void test_names(void)
{
    CHECK(strcmp(ata_kind_name(ATA_DST3), "dst3") == 0 && strcmp(ata_type_name(ATA_BF16), "bf16") == 0);
    CHECK(!ata_kind_name((ata_kind)13) && !ata_kind_name((ata_kind)-1));
    CHECK(!ata_type_name(ATA_TYPE_DEFAULT) && !ata_type_name((ata_type)7) && !ata_type_name((ata_type)-1));
    CHECK(ata_type_bytes(ATA_F64) == 8 && ata_type_bytes(ATA_I8) == 1 && ata_type_bytes((ata_type)99) == 0);
}

static const test_case cases[] = {
    {"defaults", test_defaults},
    {"default_strides", test_default_strides},
    {"default_strides_in_place", test_default_strides_in_place},
    {"default_strides_outside_given_ones", test_default_strides_outside_given_ones},
    {"strides_of_length_one", test_strides_of_length_one},
    {"scale", test_scale},
    {"direction", test_direction},
    {"completing_twice_changes_nothing", test_completing_twice_changes_nothing},
    {"reach", test_reach},
    {"facts", test_facts},
    {"names", test_names},
};
TEST_MAIN(cases)
