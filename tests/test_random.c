/* test_random.c - thousands of random problems, each through every check that applies.
 *
 *     test_random [COUNT [SEED]]      or ATALANTA_TEST_RANDOM=COUNT
 *
 * A failure prints the command that shows it again.
 */
#include <stdlib.h>

#include "check/generate.h"
#include "check/verify.h"
#include "tests/test.h"

enum { COUNT = 4000, POINTS = 500 };

static long count = COUNT;
static long first_seed = 100000;

/* The text of a problem must give back the problem, or the command that is printed shows something else. */
static void check_text(const ata_problem *problem, const char *text)
{
    ata_problem parsed;
    char again[1024];
    CHECK(ata_problem_parse(&parsed, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    ata_problem full, parsed_full;
    CHECK(ata_problem_check(problem, &full) == ATA_OK && ata_problem_check(&parsed, &parsed_full) == ATA_OK, "%s",
          text);
    CHECK(memcmp(full.dim, parsed_full.dim, sizeof full.dim) == 0 &&
              memcmp(full.batch, parsed_full.batch, sizeof full.batch) == 0,
          "%s", text);
    CHECK(full.kind == parsed_full.kind && full.type_in == parsed_full.type_in &&
              full.scale_number == parsed_full.scale_number,
          "%s", text);
    CHECK(ata_problem_print(&parsed, again, sizeof again, NULL) == ATA_OK && strcmp(text, again) == 0, "%s is %s", text,
          again);
}

static void random_problems(void)
{
    for (long i = 0; i < count; i++) {
        const long seed = first_seed + i;
        ata_problem problem;
        check_result result;
        char text[1024] = "";
        const ata_options options = {.threads = 1 + (int)(i % 4)};
        check_generate_problem(&problem, (uint64_t)seed, POINTS);
        CHECK(ata_problem_print(&problem, text, sizeof text, NULL) == ATA_OK, "seed %ld", seed);
        check_text(&problem, text);
        const ata_status status = check_problem(&problem, &options, CHECK_ALL, (uint64_t)seed, &result);
        CHECK(status == ATA_OK && result.passed, "%s\n  atalanta verify \"%s\" --seed %ld --threads %d", result.failure,
              text, seed, options.threads);
    }
}

static const test_case cases[] = {{"random problems", random_problems}};

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : getenv("ATALANTA_TEST_RANDOM");
    if (wanted && atol(wanted) > 0) count = atol(wanted);
    if (argc > 2) first_seed = atol(argv[2]);
    return test_main(cases, 1, 1, argv);
}
