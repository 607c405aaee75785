/* test_answer.h - the right answer to a problem by a given recipe, on the emulator. */
#ifndef ATALANTA_TEST_ANSWER_H
#define ATALANTA_TEST_ANSWER_H

#include "check/verify.h"
#include "test.h"

/* Identities are left out: they take many transforms more, and the definition says it all. */
static inline void check_answer(const char *text, const char *recipe, size_t seed)
{
    const ata_options options = {.engine = "emu", .recipe = recipe};
    ata_problem problem;
    check_result result;
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(check_problem(&problem, &options, CHECK_ALL & ~CHECK_IDENTITIES, seed, &result) == ATA_OK && result.passed,
          "%s %s: %s", text, recipe, result.failure);
}

#endif
