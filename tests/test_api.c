/* test_api.c - what the public interface refuses: every bad input gets its own status and a whole error, and touches
 * nothing. What it answers is test_api_answers.c's. */
#include "test_api.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "core/status.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* --- Errors ------------------------------------------------------------------------------------------------------ */

static void forget_error(void)
{
    ata_fail(ATA_OK, NULL, NULL, NULL, "%s", "");
}

/* A call gave `got`: it is the status expected, and the last error is whole. `value` NULL stands for any but an empty
 * one. */
static void check_error(ata_status got, ata_status expected, const char *field, const char *value)
{
    const ata_error *error = ata_last_error();
    CHECK(got == expected && error->status == expected, "%s instead of %s (%s): %s", ata_status_name(got),
          ata_status_name(expected), field, error->message);
    CHECK(strcmp(error->field, field) == 0, "field is \"%s\" instead of \"%s\"", error->field, field);
    CHECK(value ? strcmp(error->value, value) == 0 : error->value[0] != '\0', "value of %s is \"%s\" instead of \"%s\"",
          field, error->value, value ? value : "any");
    CHECK(error->accepted[0] != '\0', "%s", error->message);
    CHECK(strstr(error->message, field) && strlen(error->message) > strlen(field) + 8, "%s", error->message);
    CHECK(strlen(error->message) < sizeof error->message - 1, "cut: %s", error->message);
    forget_error();
}

static void check_null(ata_status got, const char *field)
{
    check_error(got, ATA_ERROR_NULL, field, "NULL");
}

static void *const wild =
    (void *)(uintptr_t)0x5a5a5a5a; /* what a pointer holds that a call must set, or must not look at */

/* --- Problems ---------------------------------------------------------------------------------------------------- */

typedef struct bad_problem {
    ata_status status;
    const char *field, *value;
    ata_problem problem;
} bad_problem;

/* Every function that takes a problem refuses it in the same way and leaves what it was to fill in. */
static void check_bad_problem(const bad_problem *bad)
{
    ata_problem problem = bad->problem, complete, before;
    ata_extent extent, extent_before;
    ata_plan *plan = wild;
    memset(&before, 0x5a, sizeof before);
    memset(&extent_before, 0x5a, sizeof extent_before);
    complete = before;
    extent = extent_before;
    check_error(ata_problem_check(&problem, &complete), bad->status, bad->field, bad->value);
    check_error(ata_problem_check(&problem, NULL), bad->status, bad->field, bad->value);
    check_error(ata_problem_extent(&problem, &extent), bad->status, bad->field, bad->value);
    check_error(ata_plan_create(&plan, &problem, NULL), bad->status, bad->field, bad->value);
    CHECK(plan == NULL, "%s: *plan is not NULL", bad->field);
    CHECK(memcmp(&complete, &before, sizeof before) == 0, "%s: the result was written to", bad->field);
    CHECK(memcmp(&extent, &extent_before, sizeof extent) == 0, "%s: the extent was written to", bad->field);
    CHECK(memcmp(&problem, &bad->problem, sizeof problem) == 0, "%s: the problem was changed", bad->field);
    char text[512];
    CHECK(ata_problem_print(&problem, text, sizeof text, NULL) == ATA_OK, "a bad problem can be shown");
}

/* What each check looks at is test_problem_errors.c's; here one of each stands for how it reaches a caller. */
static void test_problems(void)
{
    static const bad_problem bad[] = {
        {ATA_ERROR_KIND, "kind", "13", {.kind = (ata_kind)13, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "kind", "-1", {.kind = (ata_kind)-1, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "direction", "2", {.direction = (ata_direction)2, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "place", "-7", {.place = (ata_place)-7, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "layout", "3", {.layout = (ata_layout)3, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "order", "-2", {.order = (ata_order)-2, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale", "2147483647", {.scale = (ata_scale)INT_MAX, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "scale_number", "nan", {.scale = ATA_SCALE_NUMBER, .scale_number = NAN, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "direction", NULL, {.kind = ATA_R2C, .direction = ATA_INVERSE, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "layout", NULL, {.kind = ATA_DST3, .layout = ATA_SPLIT, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "order", NULL, {.kind = ATA_C2R, .order = ATA_BIT_REVERSED, .dim = {{.n = 8}}}},
        {ATA_ERROR_KIND, "algorithm", "foo", {.algorithm = "foo", .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "7", {.type = (ata_type)7, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "-1", {.type = (ata_type)-1, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type", "i8", {.type = ATA_I8, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_in", "f64", {.type_in = ATA_F64, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_out", "f64", {.type = ATA_BF16, .type_out = ATA_F64, .dim = {{.n = 8}}}},
        {ATA_ERROR_TYPE, "type_out", "-3", {.type_out = (ata_type)-3, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "-1", {.rank = -1, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "17", {.rank = 17, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "rank", "9999", {.rank = 9999, .dim = {{.n = 8}}}},
        {ATA_ERROR_RANK, "batch_rank", "-1", {.dim = {{.n = 8}}, .batch_rank = -1}},
        {ATA_ERROR_RANK, "batch_rank", "33", {.dim = {{.n = 8}}, .batch_rank = 33}},
        {ATA_ERROR_LENGTH, "dim[0].n", "0", {.rank = 1}},
        {ATA_ERROR_LENGTH, "dim[1].n", "-3", {.rank = 2, .dim = {{.n = 8}, {.n = -3}}}},
        {ATA_ERROR_LENGTH, "batch[0].n", "0", {.dim = {{.n = 8}}, .batch_rank = 1}},
        {ATA_ERROR_LENGTH, "batch[0].n", "-1", {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = -1}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "1", {.kind = ATA_DCT1, .dim = {{.n = 1}}}},
        {ATA_ERROR_LENGTH, "dim[0].n", "12", {.order = ATA_BIT_REVERSED, .dim = {{.n = 12}}}},
        {ATA_ERROR_OVERFLOW, "dim[0].n", NULL, {.rank = 2, .dim = {{.n = 1LL << 40}, {.n = 1LL << 40}}}},
        {ATA_ERROR_OVERFLOW, "dim[0].n", NULL, {.rank = 2, .dim = {{.n = 1 << 30}, {.n = 1 << 30}}}},
        {ATA_ERROR_OVERFLOW, "batch[0].n", NULL, {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = INT64_MAX}}}},
        {ATA_ERROR_OVERFLOW, "dim[0].stride_out", NULL, {.dim = {{.n = 8, .stride_out = INT64_MIN}}}},
        {ATA_ERROR_COLLISION, "dim[0].stride_out", "3", {.rank = 2, .dim = {{.n = 4, .stride_out = 3}, {.n = 4}}}},
        {ATA_ERROR_COLLISION,
         "batch[0].stride_out",
         "-1",
         {.dim = {{.n = 8}}, .batch_rank = 1, .batch = {{.n = 3, .stride_out = -1}}}},
        {ATA_ERROR_PLACE, "dim[0].stride_out", "2 and 1", {.place = ATA_IN_PLACE, .dim = {{.n = 8, .stride_in = 2}}}},
        {ATA_ERROR_PLACE, "type_out", "f16", {.place = ATA_IN_PLACE, .type_out = ATA_F16, .dim = {{.n = 8}}}},
        {ATA_ERROR_PLACE,
         "dim[0].stride_in",
         NULL,
         {.kind = ATA_R2C, .place = ATA_IN_PLACE, .rank = 2, .dim = {{.n = 4, .stride_in = 16}, {.n = 16}}}},
        {ATA_ERROR_PLACE,
         "layout",
         NULL,
         {.kind = ATA_C2R, .place = ATA_IN_PLACE, .layout = ATA_SPLIT, .dim = {{.n = 8}}}},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) check_bad_problem(&bad[i]);
}

static void test_problem_text(void)
{
    static const struct {
        ata_status status;
        const char *text;
    } bad[] = {
        {ATA_ERROR_SYNTAX, ""},       {ATA_ERROR_SYNTAX, "c2c"},        {ATA_ERROR_SYNTAX, "c2c 8 9"},
        {ATA_ERROR_SYNTAX, "c2c 8x"}, {ATA_ERROR_SYNTAX, "c2c 8 fast"}, {ATA_ERROR_SYNTAX, "8 scale=2x"},
        {ATA_ERROR_KIND, "fft 8"},    {ATA_ERROR_TYPE, "c2c f80 8"},    {ATA_ERROR_LENGTH, "c2c 0"},
    };
    ata_problem problem, before;
    memset(&before, 0x5a, sizeof before);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        problem = before;
        forget_error();
        const ata_status status = ata_problem_parse(&problem, bad[i].text);
        const ata_error *error = ata_last_error();
        CHECK(status == bad[i].status && error->status == status, "\"%s\": %s", bad[i].text, ata_status_name(status));
        CHECK(error->field[0] && error->accepted[0] && error->message[0], "\"%s\"", bad[i].text);
        CHECK(memcmp(&problem, &before, sizeof before) == 0, "\"%s\": the problem was written to", bad[i].text);
    }
    check_null(ata_problem_parse(&problem, NULL), "text");
    check_null(ata_problem_parse(NULL, "c2c 8"), "problem");
}

/* --- Options and recipes ----------------------------------------------------------------------------------------- */

static void check_bad_options(const char *text, const ata_options *options, ata_status status, const char *field,
                              const char *value)
{
    const ata_problem problem = problem_of(text);
    const ata_options before = *options;
    ata_plan *plan = wild;
    check_error(ata_plan_create(&plan, &problem, options), status, field, value);
    CHECK(plan == NULL && memcmp(&before, options, sizeof before) == 0, "%s=%s", field, value ? value : "");
}

static void test_options(void)
{
    static const struct {
        ata_status status;
        const char *field, *value;
        ata_options options;
    } bad[] = {
        {ATA_ERROR_OPTION, "threads", "-1", {.threads = -1}},
        {ATA_ERROR_OPTION, "threads", "1025", {.threads = ATA_MAX_THREADS + 1}},
        {ATA_ERROR_OPTION, "threads", "99999", {.threads = 99999}},
        {ATA_ERROR_OPTION, "effort", "7", {.effort = (ata_effort)7}},
        {ATA_ERROR_OPTION, "effort", "-1", {.effort = (ata_effort)-1}},
        {ATA_ERROR_OPTION, "concurrency", "-1", {.concurrency = -1}},
        {ATA_ERROR_OPTION, "concurrency", "65", {.concurrency = 65}},
        {ATA_ERROR_ENGINE, "engine", "gpu2", {.engine = "gpu2"}},
        {ATA_ERROR_ENGINE, "engine", "CPU", {.engine = "CPU"}},
        {ATA_ERROR_ENGINE, "engine", "gpu:-1", {.engine = "gpu:-1"}},
        {ATA_ERROR_ENGINE, "engine", "gpu:", {.engine = "gpu:"}},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        check_bad_options("c2c 4096", &bad[i].options, bad[i].status, bad[i].field, bad[i].value);
    const ata_problem problem = problem_of("c2c 8");
    ata_plan *plan;
    CHECK(ata_plan_create(&plan, &problem, &(ata_options){.engine = "gpu:"}) == ATA_ERROR_ENGINE);
    CHECK(strstr(ata_last_error()->message, "gpu:NUMBER"), "%s", ata_last_error()->message);
    const ata_options good[] = {
        {.threads = ATA_MAX_THREADS}, {.concurrency = 64}, {.engine = "auto"}, {.engine = "cpu"}};
    for (size_t i = 0; i < COUNT_OF(good); i++) ata_plan_destroy(plan_of("c2c 8", &good[i]));
}

static void test_recipes(void)
{
    static const struct {
        ata_status status;
        const char *problem, *recipe;
    } bad[] = {
        {ATA_ERROR_UNSUPPORTED, "c2c 18", "{X(18)}"},
        {ATA_ERROR_UNSUPPORTED, "c2c 4096", "{X(128), X(32)}"},
        {ATA_ERROR_UNSUPPORTED, "c2c 29", "{X(rader:29(28))}"},
        {ATA_ERROR_RECIPE, "c2c 6", "{X(4)}"},
        {ATA_ERROR_RECIPE, "c2c 8x8", "{X(8)}"},
        {ATA_ERROR_RECIPE, "c2c 8", "{X(8)} {X(8)}"},
        {ATA_ERROR_RECIPE, "c2c 8", "{dif: X(8)}"},
        {ATA_ERROR_RECIPE, "c2c 8 order=bitrev", "{X(8)}"},
        {ATA_ERROR_RECIPE, "c2c 8 order=bitrev", "{dit: X(8)}"},
        {ATA_ERROR_RECIPE, "c2c 8", "{X(half:8(4))}"},
        {ATA_ERROR_RECIPE, "r2c 8", "{X(8)}"},
        {ATA_ERROR_RECIPE, "r2c 4x8", "{Y(4)} {X(half:8(4))}"},
        {ATA_ERROR_RECIPE, "c2r 4x8", "{X(half:8(4))} {Y(4)}"},
        {ATA_ERROR_RECIPE, "dct2 8", "{X(hartley:8(half:8(4)))}"},
        {ATA_ERROR_RECIPE, "dct4 7", "{X(quarter:7(7))}"},
        {ATA_ERROR_RECIPE, "c2c 15", "{X(rader:15(7, 2))}"},
        {ATA_ERROR_RECIPE, "c2c 29", "{X(rader:29(9, 3))}"},
        {ATA_ERROR_RECIPE, "c2c 17", "{X(bluestein:17(16, 2))}"},
        {ATA_ERROR_RECIPE, "c2c 36", "{X(good-thomas:36(9, 2, 2))}"},
        {ATA_ERROR_RECIPE, "c2c 36", "{X(good-thomas:36(line:6(3, 2), line:6(3, 2)))}"},
        {ATA_ERROR_RECIPE, "c2c 8", "{X(9223372036854775807), X(9223372036854775807)}"},
        {ATA_ERROR_RECIPE, "c2c 5", "{X(bluestein:5(bluestein:9223372036854775807(2)))}"},
        {ATA_ERROR_RECIPE, "c2c 5", "{X(bluestein:5(bluestein:4611686018427387905(2)))}"},
        {ATA_ERROR_RECIPE, "c2c 5", "{X(bluestein:5(rader:9223372036854775783(2)))}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "X(8)"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(8}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X 8}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(8)} and more"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(0)}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(-8)}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(99999999999999999999)}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{Y(8)}"},
        {ATA_ERROR_UNSUPPORTED, "c2c 8x8", "{X(8), Y(8)}"}, /* in one pass: not on the CPU */
        {ATA_ERROR_SYNTAX, "c2c 8", "{D-3(8)}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(winograd:8(8))}"},
        {ATA_ERROR_SYNTAX, "c2c 7", "{X(rader:7)}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{X(line:8())}"},
        {ATA_ERROR_SYNTAX, "c2c 8", "{sideways: X(8)}"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const ata_options options = {.recipe = bad[i].recipe};
        check_bad_options(bad[i].problem, &options, bad[i].status, "recipe", NULL);
    }
    const char *const cut[] = {"", " ", "{", "{X", "{X(", "{X(8", "{X(8)", "{X(8),", "{X(8)} {"};
    for (size_t i = 0; i < COUNT_OF(cut); i++) {
        const ata_options options = {.recipe = cut[i]};
        check_bad_options("c2c 8", &options, ATA_ERROR_SYNTAX, "recipe", ""); /* nothing stands where it ends */
    }
}

/* More passes, more steps and deeper steps than a recipe may have, as a damaged file could. */
static void test_huge_recipes(void)
{
    enum { REPEAT = 20000 };
    static const struct {
        const char *begin, *repeated, *end;
        ata_status status;
    } bad[] = {
        {"", "{X(1)} ", "{X(8)}", ATA_ERROR_RECIPE},
        {"{X(8)", ", X(1)", "}", ATA_ERROR_SYNTAX},
        {"{X(", "line:8(", "8", ATA_ERROR_SYNTAX},
        {"{X(", "bluestein:8(", "8", ATA_ERROR_SYNTAX},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const size_t length = strlen(bad[i].repeated);
        char *text = malloc(REPEAT * length + 64), *at = text;
        at += sprintf(at, "%s", bad[i].begin);
        for (int r = 0; r < REPEAT; r++, at += length) memcpy(at, bad[i].repeated, length);
        sprintf(at, "%s", bad[i].end);
        const ata_problem problem = problem_of("c2c 8");
        const ata_options options = {.recipe = text};
        ata_plan *plan = wild;
        CHECK(ata_plan_create(&plan, &problem, &options) == bad[i].status && plan == NULL, "%s...", bad[i].repeated);
        CHECK(ata_last_error()->status == bad[i].status && ata_last_error()->message[0], "%s...", bad[i].repeated);
        free(text);
    }
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

enum { DATA_BYTES = 64 * 2 * 8 };
static unsigned char data[6][DATA_BYTES]; /* in, in_imag, out, out_imag, another, what all of them held */

static void fill_data(void)
{
    for (int i = 0; i < DATA_BYTES; i++) data[5][i] = (unsigned char)(i * 37 + 11);
    for (int a = 0; a < 5; a++) memcpy(data[a], data[5], DATA_BYTES);
}

/* An execution that is refused leaves every array as it was. */
static void check_refused(const ata_plan *plan, const ata_buffers *buffers, ata_status status, const char *field,
                          const char *value)
{
    fill_data();
    check_error(ata_plan_execute_with(plan, buffers), status, field, value);
    const bool plain = buffers && !buffers->in_imag && !buffers->out_imag && !buffers->scratch;
    if (plain) check_error(ata_plan_execute(plan, buffers->in, buffers->out), status, field, value);
    for (int a = 0; a < 5; a++) CHECK(memcmp(data[a], data[5], DATA_BYTES) == 0, "array %d was written to", a);
}

static void test_execute_arrays(void)
{
    void *const in = data[0], *const out = data[2];
    ata_plan *plan = plan_of("c2c 64", NULL);
    check_refused(NULL, &(ata_buffers){.in = in, .out = out}, ATA_ERROR_NULL, "plan", "NULL");
    check_refused(plan, NULL, ATA_ERROR_NULL, "buffers", "NULL");
    check_refused(plan, &(ata_buffers){.out = out}, ATA_ERROR_NULL, "in", "NULL");
    check_refused(plan, &(ata_buffers){.in = in}, ATA_ERROR_NULL, "out", "NULL");
    check_refused(plan, &(ata_buffers){.in = in, .out = in}, ATA_ERROR_PLACE, "out", NULL);
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK);
    ata_plan_destroy(plan);

    plan = plan_of("c2c 64 inplace", NULL);
    check_refused(plan, &(ata_buffers){.out = out}, ATA_ERROR_NULL, "in", "NULL");
    check_refused(plan, &(ata_buffers){.in = in, .out = out}, ATA_ERROR_PLACE, "out", NULL);
    CHECK(ata_plan_execute(plan, in, in) == ATA_OK && ata_plan_execute(plan, in, NULL) == ATA_OK);
    ata_plan_destroy(plan);
    ata_plan_destroy(NULL);
}

static void test_execute_split(void)
{
    void *const in = data[0], *const in_imag = data[1], *const out = data[2], *const out_imag = data[3];
    ata_plan *plan = plan_of("c2c 64 split", NULL);
    check_refused(plan, &(ata_buffers){.in = in, .out = out}, ATA_ERROR_NULL, "in_imag", "NULL");
    check_refused(plan, &(ata_buffers){in, out, in_imag, NULL, NULL, 0, NULL}, ATA_ERROR_NULL, "out_imag", "NULL");
    check_refused(plan, &(ata_buffers){in, out, NULL, out_imag, NULL, 0, NULL}, ATA_ERROR_NULL, "in_imag", "NULL");
    check_refused(plan, &(ata_buffers){in, in, in_imag, out_imag, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    unsigned char *const within = data[2] + 8; /* 64 numbers of 4 bytes: into each of the others in turn */
    check_refused(plan, &(ata_buffers){within, out, in_imag, out_imag, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    check_refused(plan, &(ata_buffers){in, out, within, out_imag, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    check_refused(plan, &(ata_buffers){within, in, in_imag, out, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    check_refused(plan, &(ata_buffers){in, in_imag, within, out, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    check_refused(plan, &(ata_buffers){in, out, in_imag, within, NULL, 0, NULL}, ATA_ERROR_PLACE, "out_imag", NULL);
    CHECK(ata_plan_execute_with(plan, &(ata_buffers){in, out, in_imag, data[2] + 256, NULL, 0, NULL}) == ATA_OK);
    ata_plan_destroy(plan);
    plan = plan_of("c2c 64 split inplace", NULL);
    check_refused(plan, &(ata_buffers){.in = out, .in_imag = within}, ATA_ERROR_PLACE, "in_imag", NULL);
    check_refused(plan, &(ata_buffers){.in = in, .out = in}, ATA_ERROR_NULL, "in_imag", "NULL");
    CHECK(ata_plan_execute_with(plan, &(ata_buffers){.in = in, .in_imag = in_imag}) == ATA_OK);
    check_refused(plan, &(ata_buffers){in, in, in_imag, out_imag, NULL, 0, NULL}, ATA_ERROR_PLACE, "out", NULL);
    ata_plan_destroy(plan);
    plan = plan_of("r2c 64 split", NULL);
    check_refused(plan, &(ata_buffers){.in = in, .out = out}, ATA_ERROR_NULL, "out_imag", "NULL");
    CHECK(ata_plan_execute_with(plan, &(ata_buffers){in, out, NULL, out_imag, NULL, 0, NULL}) == ATA_OK);
    ata_plan_destroy(plan);
    plan = plan_of("c2r 64 split", NULL);
    check_refused(plan, &(ata_buffers){.in = in, .out = out}, ATA_ERROR_NULL, "in_imag", "NULL");
    CHECK(ata_plan_execute_with(plan, &(ata_buffers){in, out, in_imag, NULL, NULL, 0, NULL}) == ATA_OK);
    ata_plan_destroy(plan);
}

/* A layout that was forgotten shows in the arrays of an execution, however that is done: in one call or not. */
static void test_execute_imag(void)
{
    void *const in = data[0], *const in_imag = data[1], *const out = data[2], *const out_imag = data[3];
    static const struct {
        const char *problem;
        const char *mend_in, *mend_out; /* NULL: that end is split */
    } plans[] = {
        {"c2c 8", "set layout to ATA_SPLIT", "set layout to ATA_SPLIT"},
        {"c2c 37", "set layout to ATA_SPLIT", "set layout to ATA_SPLIT"},
        {"c2c 8*8", "set layout to ATA_SPLIT", "set layout to ATA_SPLIT"},
        {"r2c 16", "set in_imag to NULL", "set layout to ATA_SPLIT"},
        {"r2c 16 split", "set in_imag to NULL", NULL},
        {"c2r 16 split", NULL, "set out_imag to NULL"},
        {"dct2 16", "set in_imag to NULL", "set out_imag to NULL"},
    };
    for (size_t i = 0; i < COUNT_OF(plans); i++) {
        ata_plan *plan = plan_of(plans[i].problem, NULL);
        const char *const mends[] = {plans[i].mend_in, plans[i].mend_out};
        for (int end = 0; end < 2; end++) {
            if (!mends[end]) continue;
            const char *field = end == 0 ? "in_imag" : "out_imag";
            const bool other = !mends[1 - end];
            const ata_buffers buffers = {
                in, out, end == 0 || other ? in_imag : NULL, end == 1 || other ? out_imag : NULL, NULL, 0, NULL};
            CHECK(ata_plan_execute_with(plan, &buffers) == ATA_ERROR_KIND &&
                      strstr(ata_last_error()->message, mends[end]),
                  "%s, %s: %s", plans[i].problem, field, ata_last_error()->message);
            check_refused(plan, &buffers, ATA_ERROR_KIND, field, "an array");
        }
        ata_plan_destroy(plan);
    }
    ata_plan *plan = plan_of("c2c 8 inplace", NULL);
    check_refused(plan, &(ata_buffers){.in = in, .in_imag = in_imag}, ATA_ERROR_KIND, "in_imag", "an array");
    check_refused(plan, &(ata_buffers){.in = in, .out_imag = out_imag}, ATA_ERROR_KIND, "out_imag", "an array");
    ata_plan_destroy(plan);
}

/* Without gaps, every distance at which two arrays overlap is refused, and the first at which they do not is taken. */
static void test_execute_overlap(void)
{
    static const char *const problems[] = {"c2c 8",          "c2c 8*2",         "c2c 16 istride=-1",
                                           "c2c 12 out=f16", "c2c 8*4 idist=2", "r2c 32",
                                           "c2r 32",         "dct2 32",         "c2c 4x8 ostride=1,4"};
    static unsigned char memory[2048];
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        const ata_problem problem = problem_of(problems[i]);
        ata_plan *plan = plan_of(problems[i], NULL);
        ata_extent extent;
        CHECK(ata_problem_extent(&problem, &extent) == ATA_OK);
        unsigned char *in = memory + 1024;
        for (int64_t distance = -512; distance <= 512; distance++) {
            unsigned char *out = in + distance;
            const int64_t begin_in = -extent.in_before, begin_out = distance - extent.out_before;
            const bool meets = begin_out < begin_in + extent.in_bytes && begin_in < begin_out + extent.out_bytes;
            const ata_status status = ata_plan_execute(plan, in, out);
            CHECK(status == (meets ? ATA_ERROR_PLACE : ATA_OK), "%s, %d bytes apart: %s", problems[i], (int)distance,
                  ata_status_name(status));
            CHECK(ata_plan_execute_with(plan, &(ata_buffers){.in = in, .out = out}) == status);
        }
        ata_plan_destroy(plan);
    }
}

/* Arrays with gaps may lie in each other's: numbers that alternate, and columns of one matrix. */
static void test_execute_gaps(void)
{
    static const char *const problems[] = {"c2c 8 istride=2 ostride=2", "c2c 8*4 istride=8 ostride=8 idist=1 odist=1",
                                           "c2c 8 split istride=4 ostride=4"};
    static const int64_t away[] = {1, 4, 2}; /* in elements, from input to output */
    static float memory[128], apart[128], expected[128];
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        const bool split = strstr(problems[i], "split") != NULL;
        const size_t step = (size_t)away[i] * (split ? 1 : 2);
        ata_plan *plan = plan_of(problems[i], NULL);
        for (int j = 0; j < 128; j++) memory[j] = (float)(j * 37 % 101);
        memcpy(apart, memory, sizeof apart);
        memcpy(expected, memory, sizeof expected);
        ata_buffers buffers = {.in = apart, .out = expected + step};
        if (split) buffers.in_imag = apart + 1, buffers.out_imag = expected + step + 1;
        CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s", ata_last_error()->message);
        buffers = (ata_buffers){.in = memory, .out = memory + step};
        if (split) buffers.in_imag = memory + 1, buffers.out_imag = memory + step + 1;
        CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s", ata_last_error()->message);
        CHECK(memcmp(memory, expected, sizeof memory) == 0, "%s", problems[i]);
        ata_plan_destroy(plan);
    }
}

static void test_execute_scratch(void)
{
    void *const in = data[0], *const out = data[2];
    ata_plan *plan = plan_of("c2c 64", &(ata_options){.caller_scratch = 1}), *own = plan_of("c2c 64", NULL);
    ata_plan_info info;
    CHECK(ata_plan_get_info(plan, &info) == ATA_OK && info.scratch_bytes > 0);
    char value[24];
    snprintf(value, sizeof value, "%zu", info.scratch_bytes - 1);
    unsigned char *scratch = malloc(info.scratch_bytes);
    ata_buffers buffers = {.in = in, .out = out};
    check_refused(plan, &buffers, ATA_ERROR_SCRATCH, "scratch", "NULL");
    buffers.scratch_bytes = info.scratch_bytes; /* bytes of nothing */
    check_refused(plan, &buffers, ATA_ERROR_SCRATCH, "scratch", "NULL");
    buffers.scratch = scratch;
    buffers.scratch_bytes = info.scratch_bytes - 1;
    check_refused(plan, &buffers, ATA_ERROR_SCRATCH, "scratch_bytes", value);
    check_refused(own, &buffers, ATA_ERROR_SCRATCH, "scratch_bytes", value); /* brought where none is needed */
    buffers.scratch_bytes = 0;
    check_refused(plan, &buffers, ATA_ERROR_SCRATCH, "scratch_bytes", "0");
    buffers.scratch_bytes = info.scratch_bytes;
    CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK && ata_plan_execute_with(own, &buffers) == ATA_OK);
    free(scratch);
    ata_plan_destroy(plan);
    ata_plan_destroy(own);
}

/* --- Other pointers ---------------------------------------------------------------------------------------------- */

static void test_null(void)
{
    ata_problem problem = problem_of("c2c 8"), complete;
    ata_plan *plan = wild;
    ata_extent extent;
    ata_plan_info info;
    char text[8] = "before";
    size_t length = 77;
    check_null(ata_problem_check(NULL, &complete), "problem");
    check_null(ata_problem_extent(NULL, &extent), "problem");
    check_null(ata_problem_extent(&problem, NULL), "extent");
    check_null(ata_plan_create(NULL, &problem, NULL), "plan");
    check_null(ata_plan_create(&plan, NULL, NULL), "problem");
    CHECK(plan == NULL && ata_plan_create(&plan, &problem, NULL) == ATA_OK);
    check_null(ata_plan_get_info(NULL, &info), "plan");
    check_null(ata_plan_get_info(plan, NULL), "info");
    check_null(ata_problem_print(NULL, text, sizeof text, &length), "problem");
    check_null(ata_problem_print(&problem, NULL, 8, &length), "text");
    ata_status (*const print[])(const ata_plan *, char *, size_t,
                                size_t *) = {ata_plan_print_recipe, ata_plan_print_problem, ata_plan_print_report};
    for (size_t i = 0; i < COUNT_OF(print); i++) {
        check_null(print[i](NULL, text, sizeof text, &length), "plan");
        check_null(print[i](plan, NULL, 8, &length), "text");
    }
    CHECK(strcmp(text, "before") == 0 && length == 77, "\"%s\" %zu", text, length);
    ata_plan_destroy(plan);
    ata_wisdom *wisdom = NULL;
    check_null(ata_wisdom_create(NULL), "wisdom");
    CHECK(ata_wisdom_create(&wisdom) == ATA_OK);
    check_null(ata_wisdom_load(NULL, "file"), "wisdom");
    check_null(ata_wisdom_load(wisdom, NULL), "path");
    check_null(ata_wisdom_store(NULL, "file"), "wisdom");
    check_null(ata_wisdom_store(wisdom, NULL), "path");
    CHECK(ata_wisdom_get_count(NULL) == 0);
    ata_wisdom_destroy(wisdom);
    ata_wisdom_destroy(NULL);
}

/* --- Numbers past the last --------------------------------------------------------------------------------------- */

static void test_indices(void)
{
    static const int bad[] = {-1, INT_MIN, INT_MAX, 1000};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const char *name = "a", *summary = "b", *missing = "c";
        check_error(ata_engine_get(bad[i], &name, &summary, &missing), ATA_ERROR_ENGINE, "index", NULL);
        check_error(ata_rule_get(bad[i], &name, &summary), ATA_ERROR_OPTION, "index", NULL);
        CHECK(*name == 'a' && *summary == 'b' && *missing == 'c');
    }
}

static const test_case cases[] = {
    {"problems", test_problems},
    {"problem_text", test_problem_text},
    {"options", test_options},
    {"recipes", test_recipes},
    {"huge_recipes", test_huge_recipes},
    {"execute_arrays", test_execute_arrays},
    {"execute_split", test_execute_split},
    {"execute_imag", test_execute_imag},
    {"execute_overlap", test_execute_overlap},
    {"execute_gaps", test_execute_gaps},
    {"execute_scratch", test_execute_scratch},
    {"null", test_null},
    {"indices", test_indices},
};
TEST_MAIN(cases)
