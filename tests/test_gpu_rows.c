/* test_gpu_rows.c - rows of the tuning tables that small problems do not come to, run by the emulator. Those for wide
 * strips in clusters are taken for more tiles than an emulator should run: here each is the only one of a table, and
 * held against the CPU. Those for narrow numbers belong to recipes that less data is not planned with: here they are
 * given.
 */
#include <stdlib.h>

#include "check/verify.h"
#include "engine/emu/machine.h"
#include "engine/gpu/engine.h"
#include "tests/test.h"

enum { TILES = 2, LONGEST = 2048 };

static void fill(double *x, size_t count)
{
    unsigned int state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (double)(int)state * 0x1p-31;
    }
}

static double distance(const double *a, const double *b, size_t count)
{
    double difference = 0, norm = 0;
    for (size_t i = 0; i < count; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        norm += a[i] * a[i];
    }
    return norm > 0 ? difference / norm : 1;
}

/* Its radices as the text of a recipe, where 1s do not stand. */
static void write_recipe(const ata_gpu_row *row, char *text, size_t size)
{
    size_t at = 0;
    for (int s = 0; s < ATA_GPU_ROW_STAGES && row->radix[s] > 0; s++)
        if (row->radix[s] > 1)
            at += (size_t)snprintf(text + at, size - at, "%sX(%d)", at > 0 ? ", " : "{", row->radix[s]);
    snprintf(text + at, size - at, "}");
}

static ata_recipe recipe_of(const ata_gpu_row *row)
{
    char text[128];
    ata_recipe recipe;
    write_recipe(row, text, sizeof text);
    CHECK(ata_recipe_read(&recipe, 1, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return recipe;
}

/* What comes back is compared in f64, whatever the row computes in. */
static void check_row(ata_site *site, const ata_gpu_row *row, bool wide)
{
    char text[160];
    const long long n = (long long)row->n, lines = (long long)TILES * row->lines;
    const size_t count = 2 * (size_t)(n * lines);
    snprintf(text, sizeof text, "c2c%s %lld*%lld istride=%lld idist=1 ostride=%lld odist=1", wide ? " f64" : "", n,
             lines, lines, lines);
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK && ata_problem_complete(&problem, &problem) == ATA_OK, "%s",
          text);
    const ata_gpu_row only[2] = {*row, {0}};
    const ata_gpu_tuning tuning = {.rows = only};
    const ata_recipe recipe = recipe_of(row);
    ata_built *built = NULL;
    ata_plan *plan = NULL;
    double *right = malloc(count * sizeof *right), *in = malloc(count * sizeof *in), *out = malloc(count * sizeof *out);
    void *there_in = malloc(count * sizeof(double)), *there_out = malloc(count * sizeof(double));
    CHECK(right && in && out && there_in && there_out);
    fill(in, count);
    for (size_t i = 0; i < count; i++)
        if (wide) ((double *)there_in)[i] = in[i];
        else ((float *)there_in)[i] = (float)in[i];
    CHECK(ata_gpu_build_with(site, &problem, &recipe, &tuning, NULL, &built) == ATA_OK, "%s: %s", text,
          ata_last_error()->message);
    CHECK(ata_gpu_execute(built, &(ata_arrays){.in = there_in, .out = there_out}) == ATA_OK, "%s: %s", text,
          ata_last_error()->message);
    for (size_t i = 0; i < count; i++) out[i] = wide ? ((double *)there_out)[i] : (double)((float *)there_out)[i];
    problem.type = problem.type_in = problem.type_out = ATA_F64;
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK && ata_plan_execute(plan, in, right) == ATA_OK, "%s",
          ata_last_error()->message);
    const double error = distance(right, out, count);
    CHECK(error < (wide ? 1e-30 : 1e-13), "%s in clusters of %d: %g", text, row->cluster, error);
    ata_plan_destroy(plan);
    ata_gpu_destroy(built);
    free(right), free(in), free(out), free(there_in), free(there_out);
}

static void check_rows(const ata_gpu_row *rows, bool wide)
{
    ata_site *site;
    int count = 0;
    CHECK(ata_gpu_open(&ata_machine_emu, -1, &site) == ATA_OK, "%s", ata_last_error()->message);
    for (const ata_gpu_row *row = rows; row->n > 0; row++) {
        if (row->lines == 0 || row->cluster == 1 || row->n > LONGEST) continue;
        check_row(site, row, wide);
        count++;
    }
    CHECK(count >= 3, "%d rows", count);
    ata_gpu_close(site);
}

static void wide_strips_f32(void)
{
    check_rows(ata_gpu_rows_f32, false);
}

static void wide_strips_f64(void)
{
    check_rows(ata_gpu_rows_f64, true);
}

static void narrow_numbers(void)
{
    unsigned seed = 0;
    for (const ata_gpu_row *row = ata_gpu_tuning_90[0].narrow_rows; row->n > 0; row++) {
        const long long n = (long long)row->n, lines = (long long)row->points * row->threads * row->cluster / n;
        char text[160], recipe[128];
        if (row->lines > 0)
            snprintf(text, sizeof text, "c2c f16 %lld*%lld istride=%lld idist=1 ostride=%lld odist=1", n, 3 * lines,
                     3 * lines, 3 * lines);
        else snprintf(text, sizeof text, "c2c bf16 %lld*%lld inverse", n, 3 * lines - 1);
        write_recipe(row, recipe, sizeof recipe);
        const ata_options options = {.engine = "emu", .recipe = recipe};
        ata_problem problem;
        check_result result;
        CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s", text);
        CHECK(check_problem(&problem, &options, CHECK_ALL & ~CHECK_IDENTITIES, seed++, &result) == ATA_OK &&
                  result.passed,
              "%s %s: %s", text, recipe, result.failure);
    }
}

static const test_case cases[] = {
    {"wide strips f32", wide_strips_f32},
    {"wide strips f64", wide_strips_f64},
    {"narrow numbers", narrow_numbers},
};

TEST_MAIN(cases)
