/* test_same.h - that results are the same to the bit, whatever the number of threads. */
#ifndef TEST_SAME_H
#define TEST_SAME_H

#include <stdlib.h>
#include <string.h>

#include "atalanta.h"
#include "tests/test.h"

static ata_problem parse(const char *text)
{
    ata_problem problem;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

/* The transform of some numbers. */
static void transform(const ata_problem *problem, const ata_options *options, const float *in, float *out)
{
    ata_plan *plan = NULL;
    CHECK(ata_plan_create(&plan, problem, options) == ATA_OK, "%s", ata_last_error()->message);
    if (plan) CHECK(ata_plan_execute(plan, in, out) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* With a recipe, or NULL for the planner's. */
static void is_the_same_by_threads(const char *text, const char *recipe, size_t numbers)
{
    ata_options options = {.recipe = recipe, .threads = 1};
    const ata_problem problem = parse(text);
    float *in = malloc(numbers * sizeof *in), *one = calloc(numbers, sizeof *one), *many = calloc(numbers, sizeof *one);
    for (size_t i = 0; in && i < numbers; i++) in[i] = (float)((i * 2654435761u) % 1000) - 500;
    if (in && one && many) {
        transform(&problem, &options, in, one);
        for (int threads = 2; threads <= 9; threads += threads == 3 ? 2 : 1) {
            options.threads = threads;
            memset(many, 0, numbers * sizeof *many);
            transform(&problem, &options, in, many);
            CHECK(memcmp(one, many, numbers * sizeof *one) == 0, "%s: other results by %d threads", text, threads);
        }
    }
    free(in);
    free(one);
    free(many);
}

#endif
