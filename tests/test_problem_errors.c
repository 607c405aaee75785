/* test_problem_errors.c - every problem that is refused, with the status, the field, its value and a sentence with the
 * mend. */
#include "test.h"

#include <math.h>
#include <stdint.h>

#include "problem/problem.h"

typedef struct bad_problem {
    ata_status status;
    const char *field, *value;
    const char *says; /* a part of the sentence */
    ata_problem problem;
} bad_problem;

/* A bad problem fails with all parts of its error filled in, and leaves the result alone. */
static void check_bad(const bad_problem *bad)
{
    ata_problem before, after;
    memset(&before, 0x5a, sizeof before);
    memcpy(&after, &before, sizeof after);
    ata_fail(ATA_OK, NULL, NULL, NULL, "%s", "");
    const ata_status status = ata_problem_complete(&bad->problem, &after);
    const ata_error *error = ata_error_last();
    CHECK(status == bad->status && error->status == bad->status, "%s=%s gives %s: %s", bad->field, bad->value,
          ata_status_name(status), error->message);
    CHECK(strcmp(error->field, bad->field) == 0, "field is %s instead of %s", error->field, bad->field);
    CHECK(strcmp(error->value, bad->value) == 0, "value of %s is %s instead of %s", bad->field, error->value,
          bad->value);
    CHECK(error->accepted[0] != '\0', "%s", error->message);
    CHECK(strstr(error->message, bad->says), "\"%s\" does not say \"%s\"", error->message, bad->says);
    CHECK(strlen(error->message) < sizeof error->message - 1, "cut: %s", error->message);
    CHECK(memcmp(&before, &after, sizeof before) == 0, "%s: the result was written to", bad->field);
}

#define CHECK_ALL(list) \
    for (size_t at = 0; at < sizeof(list) / sizeof((list)[0]); at++) check_bad(&(list)[at])

static void test_choices(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_KIND, "kind", "13", "ATA_REVERSE", {.kind = (ata_kind)13, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "kind", "-1", "ATA_C2C", {.kind = (ata_kind)-1, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "direction", "2", "ATA_INVERSE", {.direction = (ata_direction)2, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "direction", "-1", "ATA_INVERSE", {.direction = (ata_direction)-1, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "place", "7", "ATA_IN_PLACE", {.place = (ata_place)7, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "layout", "-3", "ATA_SPLIT", {.layout = (ata_layout)-3, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "order", "2", "ATA_BIT_REVERSED", {.order = (ata_order)2, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale", "4", "ATA_SCALE_NUMBER", {.scale = (ata_scale)4, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "direction",
         "ATA_INVERSE",
         "c2r",
         {.kind = ATA_R2C, .direction = ATA_INVERSE, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "layout", "ATA_SPLIT", "dct2", {.kind = ATA_DCT2, .layout = ATA_SPLIT, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "order",
         "ATA_BIT_REVERSED",
         "r2c",
         {.kind = ATA_R2C, .order = ATA_BIT_REVERSED, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale", "", "reversal", {.kind = ATA_REVERSE, .scale = ATA_SCALE_N, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "algorithm", "", "locality", {.dim = {{.n = 8}}, .algorithm = "no name"}},
        {ATA_ERROR_KIND, "algorithm", "", "locality", {.dim = {{.n = 8}}, .algorithm = "8-sets"}},
        {ATA_ERROR_KIND, "algorithm", "", "locality", {.dim = {{.n = 8}}, .algorithm = "abcdefghijklmnopqrstuvwx"}},
        {ATA_ERROR_KIND,
         "scale_number",
         "0.5",
         "set scale to ATA_SCALE_NUMBER",
         {.scale_number = 0.5, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "scale_number",
         "nan",
         "set scale to ATA_SCALE_NUMBER",
         {.scale_number = NAN, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale_number", "2", "reversal", {.kind = ATA_REVERSE, .scale_number = 2, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale_number", "0", "finite", {.scale = ATA_SCALE_NUMBER, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "scale_number",
         "nan",
         "finite",
         {.scale = ATA_SCALE_NUMBER, .scale_number = NAN, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "scale_number",
         "-inf",
         "finite",
         {.scale = ATA_SCALE_NUMBER, .scale_number = -INFINITY, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "scale_number",
         "1e+60",
         "ATA_F64",
         {.scale = ATA_SCALE_NUMBER, .scale_number = 1e60, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND,
         "scale_number",
         "-1e-60",
         "ATA_F64",
         {.scale = ATA_SCALE_NUMBER, .scale_number = -1e-60, .dim = {{.n = 8}}}},
    };
    CHECK_ALL(bad);
    CHECK(ata_problem_complete(NULL, NULL) == ATA_ERROR_NULL && strcmp(ata_error_last()->field, "problem") == 0);
}

static void test_types(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_TYPE, "type", "7", "ATA_BF16", {.type = (ata_type)7, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "-1", "ATA_BF16", {.type = (ata_type)-1, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "i8", "type_in or type_out", {.type = ATA_I8, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "i16", "in=i16", {.type = ATA_I16, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_in", "8", "ATA_I8", {.type_in = (ata_type)8, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_out", "-9", "ATA_I8", {.type_out = (ata_type)-9, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_in", "f64", "set type to f64", {.type_in = ATA_F64, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_out", "f64", "type is f16", {.type = ATA_F16, .type_out = ATA_F64, .dim = {{.n = 8}}}},
    };
    CHECK_ALL(bad);
}

static void test_ranks(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_RANK, "rank", "-1", "1 to 16", {.rank = -1, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "17", "1 to 16", {.rank = 17, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "9999", "1 to 16", {.rank = 9999, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "-2147483648", "1 to 16", {.rank = INT32_MIN, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "0", "dim[1].n is 256", {.dim = {{.n = 8}, {.n = 256}}}},
        {ATA_ERROR_RANK, "batch_rank", "-1", "0 to 32", {.dim = {{.n = 8}}, .batch_rank = -1}},
        {ATA_ERROR_RANK, "batch_rank", "33", "0 to 32", {.dim = {{.n = 8}}, .batch_rank = 33}},
        {ATA_ERROR_RANK, "batch_rank", "0", "batch[0].n is 3", {.dim = {{.n = 8}}, .batch = {{.n = 3}}}},
    };
    CHECK_ALL(bad);
}

static void test_lengths(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_LENGTH, "dim[0].n", "0", "1 or more", {.dim = {{.n = 0}}}},
        {ATA_ERROR_LENGTH, "dim[1].n", "-3", "1 or more", {.rank = 2, .dim = {{.n = 8}, {.n = -3}}}},
        {ATA_ERROR_LENGTH, "dim[2].n", "0", "1 or more", {.rank = 3, .dim = {{.n = 8}, {.n = 3}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "-9223372036854775808", "1 or more", {.dim = {{.n = INT64_MIN}}}},
        {ATA_ERROR_LENGTH, "batch[1].n", "0", "1 or more", {.dim = {{.n = 8}}, .batch_rank = 2, .batch = {{.n = 2}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "1", "reversal", {.kind = ATA_REVERSE, .dim = {{.n = 1}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "12", "power of two", {.kind = ATA_REVERSE, .dim = {{.n = 12}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "1", "dct1", {.kind = ATA_DCT1, .dim = {{.n = 1}}}},
        {ATA_ERROR_LENGTH,
         "dim[1].n",
         "12",
         "power of two",
         {.order = ATA_BIT_REVERSED, .rank = 2, .dim = {{.n = 8}, {.n = 12}}}},
    };
    CHECK_ALL(bad);
    const ata_problem fine = {.order = ATA_BIT_REVERSED, .dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 3}}};
    CHECK(ata_problem_complete(&fine, NULL) == ATA_OK, "the batch of a bit-reversed transform may have any length");
}

static void test_overflow(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_OVERFLOW, "dim[0].n", "9223372036854775807", "2^47", {.dim = {{.n = INT64_MAX}}}},
        {ATA_ERROR_OVERFLOW, "dim[0].n", "9223372036854775807", "2^47", {.kind = ATA_R2C, .dim = {{.n = INT64_MAX}}}},
        {ATA_ERROR_OVERFLOW, "dim[0].n", "17592186044417", "input", {.dim = {{.n = ((int64_t)1 << 44) + 1}}}},
        {ATA_ERROR_OVERFLOW,
         "dim[0].n",
         "4294967296",
         "2^47",
         {.rank = 2, .dim = {{.n = 1LL << 32}, {.n = 1LL << 32}}}},
        {ATA_ERROR_OVERFLOW,
         "batch[0].n",
         "4611686018427387904",
         "2^47",
         {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 1LL << 62}}}},
        {ATA_ERROR_OVERFLOW,
         "dim[0].stride_in",
         "9223372036854775807",
         "input",
         {.dim = {{.n = 8, .stride_in = INT64_MAX}}}},
        {ATA_ERROR_OVERFLOW,
         "dim[0].stride_out",
         "-9223372036854775808",
         "output",
         {.dim = {{.n = 2, .stride_out = INT64_MIN}}}},
        {ATA_ERROR_OVERFLOW,
         "dim[0].stride_in",
         "-9223372036854775808",
         "input",
         {.place = ATA_IN_PLACE, .dim = {{.n = 8, .stride_in = INT64_MIN, .stride_out = INT64_MIN}}}},
        {ATA_ERROR_OVERFLOW,
         "batch[0].stride_in",
         "9223372036854775807",
         "input", /* the default after a wild stride */
         {.dim = {{.n = 1, .stride_in = INT64_MIN}}, .batch_rank = 1, .batch = {{.n = 8}}}},
        {ATA_ERROR_OVERFLOW,
         "batch[0].stride_out",
         "35184372088832",
         "output",
         {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 2, .stride_out = (int64_t)1 << 45}}}},
    };
    CHECK_ALL(bad);
    const ata_problem largest = {.dim = {{.n = (int64_t)1 << 44}}};
    CHECK(ata_problem_complete(&largest, NULL) == ATA_OK, "2^47 bytes are still taken");
}

static void test_collisions(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_COLLISION,
         "batch[0].stride_out",
         "7",
         "at least 8",
         {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 3, .stride_out = 7}}}},
        {ATA_ERROR_COLLISION,
         "dim[0].stride_out",
         "-1",
         "dim[1].stride_out is 1",
         {.rank = 2, .dim = {{.n = 4, .stride_out = -1}, {.n = 4}}}},
        {ATA_ERROR_COLLISION,
         "dim[0].stride_out",
         "4",
         "at least 5",
         {.kind = ATA_R2C, .rank = 2, .dim = {{.n = 4, .stride_out = 4}, {.n = 8}}}},
        {ATA_ERROR_COLLISION,
         "stride_out",
         "10, 4, 6",
         "the strides of the output",
         {.rank = 3, .dim = {{.n = 2, .stride_out = 10}, {.n = 2, .stride_out = 4}, {.n = 2, .stride_out = 6}}}},
        {ATA_ERROR_COLLISION,
         "batch[0].stride_out",
         "1",
         "array", /* in place the input is written too */
         {.place = ATA_IN_PLACE,
          .dim = {{.n = 8}},
          .batch_rank = 1,
          .batch = {{.n = 3, .stride_in = 1, .stride_out = 1}}}},
        {ATA_ERROR_COLLISION,
         "stride_in",
         "28, 20, 1",
         "array", /* at the input of a c2r, whose output would do */
         {.kind = ATA_C2R,
          .place = ATA_IN_PLACE,
          .rank = 2,
          .dim = {{.n = 2, .stride_in = 20, .stride_out = 40}, {.n = 16}},
          .batch_rank = 1,
          .batch = {{.n = 2, .stride_in = 28, .stride_out = 56}}}},
    };
    CHECK_ALL(bad);
    const ata_problem frames = {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 30, .stride_in = 2}}};
    CHECK(ata_problem_complete(&frames, NULL) == ATA_OK, "an input may overlap itself");
    const ata_problem woven = {
        .dim = {{.n = 3, .stride_out = 2}}, .batch_rank = 1, .batch = {{.n = 2, .stride_out = 3}}};
    CHECK(ata_problem_complete(&woven, NULL) == ATA_OK, "an output may be interleaved");
}

static const bad_problem bad_places[] = {
    {ATA_ERROR_PLACE,
     "layout",
     "ATA_SPLIT",
     "out of place",
     {.kind = ATA_R2C, .place = ATA_IN_PLACE, .layout = ATA_SPLIT, .dim = {{.n = 8}}}},
    {ATA_ERROR_PLACE,
     "type_out",
     "f16",
     "same number of bytes",
     {.place = ATA_IN_PLACE, .type_out = ATA_F16, .dim = {{.n = 8}}}},
    {ATA_ERROR_PLACE,
     "type_out",
     "f32",
     "same number of bytes",
     {.kind = ATA_C2R, .place = ATA_IN_PLACE, .type_in = ATA_I8, .dim = {{.n = 8}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_out",
     "2 and 1",
     "set dim[0].stride_out to 2",
     {.place = ATA_IN_PLACE, .dim = {{.n = 8, .stride_in = 2}}}},
    {ATA_ERROR_PLACE,
     "batch[0].stride_out",
     "9 and 10",
     "set batch[0].stride_out to 9",
     {.kind = ATA_DHT,
      .place = ATA_IN_PLACE,
      .dim = {{.n = 8}},
      .batch_rank = 1,
      .batch = {{.n = 2, .stride_in = 9, .stride_out = 10}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_in",
     "2",
     "contiguous",
     {.kind = ATA_R2C, .place = ATA_IN_PLACE, .dim = {{.n = 8, .stride_in = 2, .stride_out = 1}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_out",
     "-1",
     "contiguous",
     {.kind = ATA_R2C, .place = ATA_IN_PLACE, .dim = {{.n = 8, .stride_in = 1, .stride_out = -1}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_in",
     "512 and 257",
     "set them to 514 and 257", /* unpadded rows */
     {.kind = ATA_R2C, .place = ATA_IN_PLACE, .rank = 2, .dim = {{.n = 4, .stride_in = 512}, {.n = 512}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_in",
     "512 and 256",
     "set them to 514 and 257", /* the same at both ends */
     {.kind = ATA_R2C,
      .place = ATA_IN_PLACE,
      .rank = 2,
      .dim = {{.n = 4, .stride_in = 512, .stride_out = 256}, {.n = 512}}}},
    {ATA_ERROR_PLACE,
     "batch[0].stride_out",
     "256 and 512",
     "set them to 257 and 514", /* where the complex end is the input */
     {.kind = ATA_C2R,
      .place = ATA_IN_PLACE,
      .dim = {{.n = 512}},
      .batch_rank = 1,
      .batch = {{.n = 2, .stride_in = 256, .stride_out = 512}}}},
    {ATA_ERROR_PLACE,
     "dim[0].stride_in",
     "601 and 257",
     "set them to 602 and 301", /* an odd number of reals */
     {.kind = ATA_R2C, .place = ATA_IN_PLACE, .rank = 2, .dim = {{.n = 4, .stride_in = 601}, {.n = 512}}}},
};

static void test_place(void)
{
    CHECK_ALL(bad_places);
    const ata_problem good[] = {
        {.place = ATA_IN_PLACE, .type_in = ATA_I16, .type_out = ATA_F16, .dim = {{.n = 8}}},
        {.place = ATA_IN_PLACE, .layout = ATA_SPLIT, .dim = {{.n = 8, .stride_in = -2, .stride_out = -2}}},
        {.kind = ATA_R2C,
         .place = ATA_IN_PLACE,
         .rank = 2,
         .dim = {{.n = 4, .stride_in = 602, .stride_out = 301}, {.n = 512}}},
        {.kind = ATA_C2R,
         .place = ATA_IN_PLACE,
         .rank = 2,
         .dim = {{.n = 4, .stride_in = -257, .stride_out = -514}, {.n = 512}}},
        {.kind = ATA_R2C,
         .place = ATA_IN_PLACE,
         .rank = 2,
         .dim = {{.n = 4}, {.n = 512, .stride_in = 1, .stride_out = 1}}},
        {.kind = ATA_R2C,
         .place = ATA_IN_PLACE,
         .rank = 2,
         .dim = {{.n = 4, .stride_in = 2, .stride_out = 1}, {.n = 1, .stride_in = 5}}},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK(ata_problem_complete(&good[i], NULL) == ATA_OK, "%zu: %s", i, ata_error_last()->message);
}

static const test_case cases[] = {
    {"choices", test_choices},   {"types", test_types},           {"ranks", test_ranks}, {"lengths", test_lengths},
    {"overflow", test_overflow}, {"collisions", test_collisions}, {"place", test_place},
};
TEST_MAIN(cases)
