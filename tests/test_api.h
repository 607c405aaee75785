/* test_api.h - what the tests of the public functions share: problems and plans from text. */
#ifndef ATALANTA_TEST_API_H
#define ATALANTA_TEST_API_H

#include "atalanta.h"
#include "test.h"

static inline ata_problem problem_of(const char *text)
{
    ata_problem problem = {.rank = 0};
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

static inline ata_plan *plan_of(const char *text, const ata_options *options)
{
    const ata_problem problem = problem_of(text);
    ata_plan *plan;
    CHECK(ata_plan_create(&plan, &problem, options) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return plan;
}

#endif
