/* test_planner.c - what the planner chooses, asserted as recipes: nothing is transformed. The costs are the test's own,
 * so that the answers do not move when an engine's numbers do. */
#include <math.h>
#include <stdlib.h>

#include "plan/registry.h"
#include "planner/planner.h"
#include "test.h"

/* Vectors of four points; every radix may stand anywhere. */
static ata_costs plain_costs(void)
{
    ata_costs costs = {.radix = {[1] = 0.2,
                                 [2] = 1,
                                 [3] = 1.3,
                                 [4] = 1.2,
                                 [5] = 1.6,
                                 [7] = 2,
                                 [8] = 1.5,
                                 [9] = 2,
                                 [11] = 3,
                                 [13] = 4,
                                 [16] = 1.9},
                       .narrowest = 4,
                       .lanes = 4,
                       .alone = 2.8,
                       .permute = 1,
                       .multiply = 1,
                       .real_step = 0.5,
                       .pass = 2,
                       .twiddle = 1,
                       .out_of_cache = 5,
                       .convolutions = 16,
                       .cache_points = 8192,
                       .split_points = 8192,
                       .pass_points = 8192};
    for (int op = 0; op < ATA_OP_COUNT; op++) costs.bias[op] = 1;
    for (int radix = 1; radix < ATA_COSTS_RADICES; radix++) costs.ends[radix] = costs.combines[radix] = true;
    return costs;
}

static ata_problem problem_of(const char *text)
{
    ata_problem problem;
    if (ata_problem_read(&problem, text) != ATA_OK || ata_problem_complete(&problem, &problem) != ATA_OK) {
        fprintf(stderr, "%s: %s\n", text, ata_error_last()->message);
        exit(2);
    }
    return problem;
}

/* The recipe of a problem, as text. */
static const char *recipe_of(const ata_costs *costs, const char *problem_text)
{
    static char text[1024];
    const ata_problem problem = problem_of(problem_text);
    ata_choice choice;
    ata_text writer = {text, sizeof text, 0};
    text[0] = '\0';
    CHECK(ata_planner_choose(ata_registry_rules, costs, &problem, &choice) == ATA_OK, "%s: %s", problem_text,
          ata_error_last()->message);
    ata_recipe_write(&choice.recipe, problem.rank, &writer);
    CHECK(choice.seconds > 0 && isfinite(choice.seconds));
    return text;
}

static void expect_recipe(const ata_costs *costs, const char *problem, const char *recipe)
{
    const char *text = recipe_of(costs, problem);
    CHECK(strcmp(text, recipe) == 0, "%s: %s, not %s", problem, text, recipe);
}

static void recipes_are_as_expected(void)
{
    static const struct {
        const char *problem, *recipe;
    } expected[] = {
        {"c2c 1", "{X(1)}"},
        {"c2c 2", "{X(2)}"},
        {"c2c 4096", "{X(16), X(16), X(16)}"},
        {"c2c 1000", "{X(5), X(5), X(5), X(8)}"},
        {"c2c 17", "{X(rader:17(4, 4))}"},
        {"c2c 2^20", "{X(8), X(8), X(16)} {X(8), X(8), X(16)}"},
        {"c2c 16 order=bitrev", "{dif: X(4), X(4)}"},
        {"c2c 16 order=bitrev inverse", "{dit: X(4), X(4)}"},
        {"c2c 8x16x4", "{X(4)} {Y(16)} {Z(8)}"},
        {"c2c 8x1x4", "{X(4)} {Z(8)}"},
        {"r2c 4x16", "{X(half:16(8))} {Y(4)}"},
        {"c2r 3x4x16", "{Y(4)} {Z(3)} {X(half:16(8))}"},
        {"r2c 9", "{X(full:9(9))}"},
        {"dct2 16", "{X(fold:16(half:16(8)))}"},
        {"dct1 9", "{X(mirror:9(half:16(8)))}"},
        {"dct4 16", "{X(quarter:16(8))}"},
        {"dht 3x16", "{X(hartley:16(half:16(8)))} {Y(hartley:3(full:3(3)))}"},
    };
    const ata_costs costs = plain_costs();
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
        expect_recipe(&costs, expected[i].problem, expected[i].recipe);
}

/* A single line takes its lanes from its last radix. */
static void the_last_radix_gives_lanes(void)
{
    ata_costs costs = plain_costs();
    expect_recipe(&costs, "c2c 1000", "{X(5), X(5), X(5), X(8)}"); /* 8 is a multiple of the lanes, 5 is none */
    costs.combine_more[8] = 10; /* measured to be worse than it looks; inside a convolution that is not known */
    expect_recipe(&costs, "c2c 1000", "{X(5), X(5), X(5), X(2), X(4)}");
    expect_recipe(&costs, "c2c 1000 split", "{X(5), X(5), X(5), X(8)}");
    costs.combines[4] = costs.combines[8] = false;
    expect_recipe(&costs, "c2c 1000", "{X(8), X(5), X(5), X(5)}");
    costs.ends[8] = false;
    expect_recipe(&costs, "c2c 1000", "{X(5), X(8), X(5), X(5)}");
}

/* A butterfly that has to copy the caller's points in and out is taken only if it wins back what that costs. */
static void copies_are_avoided(void)
{
    ata_costs costs = plain_costs();
    costs.radix[16] = 1.2;
    costs.ends[16] = false;
    costs.column_copy = 1;
    expect_recipe(&costs, "c2c 256x64", "{X(4), X(16)} {Y(4), Y(16), Y(4)}"); /* lanes can be combined by it */
    costs.combines[16] = false;
    expect_recipe(&costs, "c2c 256x64", "{X(8), X(8)} {Y(4), Y(16), Y(4)}");
    costs.pass = 0.1;
    costs.column_copy = 0.05;
    expect_recipe(&costs, "c2c 256x64", "{X(4), X(16)} {Y(16), Y(16)}");
}

/* One butterfly fills no vector where the line is alone: two do. Lines side by side need no second one. */
static void few_lines_are_halved(void)
{
    const ata_costs costs = plain_costs();
    expect_recipe(&costs, "c2c 16", "{X(4), X(4)}");
    expect_recipe(&costs, "c2c 13", "{X(13)}"); /* cannot be */
    expect_recipe(&costs, "c2c 16x20", "{X(5), X(4)} {Y(16)}");
}

/* Lines of two radices with both parts of a number in one vector: only where the parts are neighbours, and not where
 * two radices fill the widest vectors. */
static void short_lines_are_paired(void)
{
    ata_costs costs = plain_costs();
    expect_recipe(&costs, "c2c 35", "{X(5), X(7)}");
    costs.paired_lanes = 2;
    costs.paired_line = 1;
    costs.paired[5] = 3;
    costs.paired[7] = 4;
    expect_recipe(&costs, "c2c 35", "{X(7), X(5)}"); /* 4 vectors of 5 and 3 of 7: the last gathers fewer points */
    costs.paired[7] = 0.1;
    costs.paired_lanes = 4;
    expect_recipe(&costs, "c2c 35*9", "{X(7), X(5)}");
    expect_recipe(&costs, "r2c 70", "{X(half:70(7, 5))}");
    costs.paired[4] = costs.paired[16] = 0.1;
    expect_recipe(&costs, "c2c 64", "{X(4), X(16)}");
    expect_recipe(&costs, "c2c 64 split", "{X(8), X(8)}");
    expect_recipe(&costs, "c2c 64 istride=2 ostride=2", "{X(4), X(16)}"); /* collected first */
    expect_recipe(&costs, "c2c 64*9 istride=9 ostride=9 idist=1 odist=1", "{X(8), X(8)}");
    expect_recipe(&costs, "c2c 64 in=f16 out=f16", "{X(8), X(8)}");
    costs.paired[8] = 0.1;
    costs.lanes = 8;
    expect_recipe(&costs, "c2c 64", "{X(8), X(8)}");
}

/* Where lines of several radices are paired, so are columns, with the radices that are best so; the shortest first. Any
 * may be an end then, unless it finds too many rows on the same lines of a cache. */
static void columns_are_paired(void)
{
    static const char *const columns = "c2c 1024*9 istride=9 ostride=9 idist=1 odist=1";
    static const char *const conflicting =
        "c2c 1024*16 istride=16 ostride=16 idist=1 odist=1"; /* 16 rows, 8 KB apart */
    ata_costs costs = plain_costs();
    costs.paired_lanes = 2;
    costs.paired_line = 1;
    costs.paired_stages = 4096;
    costs.paired[4] = 0.1;
    costs.paired[16] = 0.2;
    expect_recipe(&costs, "c2c 64*9 istride=9 ostride=9 idist=1 odist=1", "{X(4), X(16)}");
    expect_recipe(&costs, "c2c 64*9 split istride=9 ostride=9 idist=1 odist=1", "{X(8), X(8)}");
    expect_recipe(&costs, "c2c 256*9 istride=9 ostride=9 idist=1 odist=1", "{X(16), X(16)}");
    expect_recipe(&costs, columns, "{X(4), X(16), X(16)}");
    costs.ends[16] = false;
    costs.column_copy = 100;
    expect_recipe(&costs, columns, "{X(4), X(16), X(16)}");
    costs.column_period = 4096;
    costs.column_rows = 8;
    expect_recipe(&costs, columns, "{X(4), X(16), X(16)}");
    expect_recipe(&costs, conflicting, "{X(16), X(16), X(4)}");
    costs.column_reads = true;
    expect_recipe(&costs, conflicting, "{X(4), X(4), X(16), X(4)}");
    costs.column_apart = -5; /* so that it is better with the parts apart */
    expect_recipe(&costs, conflicting, "{X(8), X(16), X(8)}");
    costs.column_apart = 0;
    costs.lanes = 8; /* which five columns do not fill: they are paired in any case */
    expect_recipe(&costs, "c2c 1024*5 istride=16 ostride=16 idist=1 odist=1", "{X(4), X(16), X(16)}");
    costs.lanes = 4;
    costs.paired_column[16] = 1;
    costs.paired_column[4] = 0.1;
    expect_recipe(&costs, columns, "{X(4), X(4), X(4), X(4), X(4)}");
    costs.paired_column[4] = 10; /* worse than with the parts apart */
    expect_recipe(&costs, conflicting, "{X(8), X(16), X(8)}");
    costs.column[8] = 100;
    expect_recipe(&costs, conflicting, "{X(4), X(4), X(16), X(4)}");
}

/* Many real lines are each done by itself where two radices make a pair of half their points, and only there: of others
 * the recipe is what it would be without pairs. */
static void real_lines_are_alone_where_paired(void)
{
    ata_costs with = plain_costs();
    with.paired_lanes = 4;
    with.paired_line = 1;
    for (int radix = 2; radix < 17; radix++) with.paired[radix] = 0.1;
    ata_costs without = with;
    with.paired_points = 48;
    with.paired_but = 64;
    static const char *const same[] = {"r2c 74*1000", "c2r 94*1000", "r2c 122*1000", "r2c 64*1000", "r2c 75*1000"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s", recipe_of(&without, same[i]));
        expect_recipe(&with, same[i], text);
    }
    expect_recipe(&with, "r2c 70*1000", "{X(half:70(7, 5))}");
    expect_recipe(&without, "r2c 70*1000", "{X(half:70(5, 7))}");
    /* Shorter ones are, where they are few. */
    with.paired_points = 80;
    with.paired_few_points = 33;
    with.paired_many = 16;
    expect_recipe(&with, "r2c 70*15", "{X(half:70(7, 5))}");
    expect_recipe(&with, "r2c 5x3x70", "{X(half:70(7, 5))} {Y(3)} {Z(5)}");
    expect_recipe(&with, "r2c 70*16", "{X(half:70(5, 7))}");
}

/* Many short lines are one butterfly each where vectors have several widths, whatever two stages would seem to cost. */
static void short_lines_are_one_butterfly(void)
{
    ata_costs costs = plain_costs();
    costs.radix[15] = 2 * (costs.radix[3] + costs.radix[5]);
    costs.bias[ATA_OP_GOOD_THOMAS] = 10;
    costs.lanes = 16;
    expect_recipe(&costs, "c2c 15*1000", "{X(15)}");
    costs.radix[16] = 2 * (costs.radix[2] + costs.radix[8]);
    expect_recipe(&costs, "c2c 16*1000", "{X(16)}");
    costs.lanes = 4;
    expect_recipe(&costs, "c2c 15*1000", "{X(5), X(3)}");
}

/* Many lines with a prime that gives no lanes end with it: then they are done side by side, not in narrow vectors. */
static void long_primes_are_last(void)
{
    ata_costs costs = plain_costs();
    costs.lanes = 16;
    costs.radix[17] = 3;
    costs.combines[17] = false;
    costs.pass = 0.1;
    costs.bias[ATA_OP_GOOD_THOMAS] = 10;
    expect_recipe(&costs, "c2c 85*1000", "{X(5), X(17)}");
    expect_recipe(&costs, "c2c 85", "{X(17), X(5)}");
}

/* Every length has a recipe that passes the check, and none costs more than a constant times n log n. */
static void every_length_is_planned(void)
{
    static const char *const kinds[] = {"c2c", "r2c", "dct1", "dct2", "dct4", "dst1", "dst3", "dst4", "dht"};
    const ata_costs costs = plain_costs();
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int64_t n = 2; n <= 2048; n += k == 0 ? 1 : 7) {
            char text[64];
            snprintf(text, sizeof text, "%s %lld", kinds[k], (long long)n);
            const ata_problem problem = problem_of(text);
            ata_choice choice;
            CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK, "%s", text);
            CHECK(ata_recipe_check(&choice.recipe, &problem) == ATA_OK, "%s: %s", text, ata_error_last()->message);
            CHECK(choice.seconds * 1e9 < 40 * (double)n * (log2((double)n) + 2), "%s costs %g ns", text,
                  choice.seconds * 1e9);
        }
}

static void long_lengths_are_planned(void)
{
    static const int64_t lengths[] = {
        1 << 24,     9999991,        1000003,   999983 * 2, 1LL << 30, 1LL << 35, 3LL * 5 * 7 * 11 * 13 * 17 * 19 * 23,
        1009 * 1009, 999999999989LL, 2147483647};
    const ata_costs costs = plain_costs();
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "c2c %lld", (long long)lengths[i]);
        const ata_problem problem = problem_of(text);
        ata_choice choice;
        CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK, "%s", text);
        CHECK(ata_recipe_check(&choice.recipe, &problem) == ATA_OK, "%s: %s", text, ata_error_last()->message);
    }
}

/* The listed recipes differ, are valid, come cheapest first, and begin with the planner's choice. */
static void alternatives_are_listed(void)
{
    static const char *const texts[] = {"c2c 4096", "c2c 4036",   "c2c 2^20", "r2c 1000",
                                        "dct4 16",  "c2c 240x17", "c2c 1"};
    enum { ROOM = 8 };
    static ata_choice choices[ROOM];
    const ata_costs costs = plain_costs();
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const ata_problem problem = problem_of(texts[i]);
        ata_choice best;
        int count;
        CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &best) == ATA_OK);
        CHECK(ata_planner_list(ata_registry_rules, &costs, &problem, ROOM, choices, &count) == ATA_OK);
        CHECK(count >= 1 && ata_recipe_equal(&best.recipe, &choices[0].recipe), "%s", texts[i]);
        for (int a = 0; a < count; a++) {
            CHECK(ata_recipe_check(&choices[a].recipe, &problem) == ATA_OK);
            CHECK(a == 0 || choices[a - 1].seconds <= choices[a].seconds);
            for (int b = 0; b < a; b++) CHECK(!ata_recipe_equal(&choices[a].recipe, &choices[b].recipe));
        }
    }
    /* Radices that an alternative does without stay away, whatever is known of them; and the choice stays the first. */
    ata_costs measured = costs;
    measured.radix[16] = measured.column[16] = measured.spread_radix[16] = 0.3;
    measured.spread_least = 8192;
    measured.spread_parted = measured.spread_known = 1 << 20;
    measured.spread_rows = measured.spread_last = 16;
    static const char *const fitted[] = {"c2c 2^15", "c2c 4096*9 istride=9 ostride=9 idist=1 odist=1"};
    for (unsigned i = 0; i < sizeof fitted / sizeof fitted[0]; i++) {
        const ata_problem problem = problem_of(fitted[i]);
        int listed, without = 0;
        char first[1024];
        snprintf(first, sizeof first, "%s", recipe_of(&measured, fitted[i]));
        CHECK(strstr(first, "X(16)"), "%s", first);
        CHECK(ata_planner_list(ata_registry_rules, &measured, &problem, ROOM, choices, &listed) == ATA_OK);
        for (int a = 0; a < listed; a++) {
            char text[1024];
            ata_text writer = {text, sizeof text, 0};
            ata_recipe_write(&choices[a].recipe, problem.rank, &writer);
            CHECK(a > 0 || strcmp(text, first) == 0, "%s, not %s", text, first);
            if (choices[a].recipe.pass_count == 1 && !strstr(text, "X(16)") && !strstr(text, "good")) without++;
        }
        CHECK(without > 0, "%s: all of %d recipes have a radix of 16", fitted[i], listed);
    }
    /* What a problem does without may be measured all the same. */
    ata_costs unsplit = costs;
    unsplit.unsplit = true;
    const ata_problem columns = problem_of("c2c 2^20*2 istride=2 ostride=2 idist=1 odist=1"),
                      two = problem_of("c2c 4036");
    int count, passes = 0;
    CHECK(ata_planner_list(ata_registry_rules, &unsplit, &columns, ROOM, choices, &count) == ATA_OK && count >= 2);
    for (int a = 0; a < count; a++)
        if (choices[a].recipe.pass_count > passes) passes = choices[a].recipe.pass_count;
    CHECK(passes > 1, "none of %d recipes is split", count);
    CHECK(ata_planner_choose(ata_registry_rules, &unsplit, &columns, &choices[0]) == ATA_OK);
    CHECK(choices[0].recipe.pass_count == 1);
    CHECK(ata_planner_list(ata_registry_rules, &costs, &two, ROOM, choices, &count) == ATA_OK && count >= 3);
}

static void bytes_are_counted(void)
{
    const ata_costs costs = plain_costs();
    ata_choice choice;
    ata_problem problem = problem_of("c2c 4096*3");
    CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK);
    CHECK(ata_planner_bytes(&problem, choice.recipe.pass_count) == 2 * 8 * 4096 * 3);
    problem = problem_of("c2c f64 64x64");
    CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK);
    CHECK(ata_planner_bytes(&problem, choice.recipe.pass_count) == 4 * 16 * 4096);
    problem = problem_of("r2c 4x16");
    CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK);
    CHECK(ata_planner_bytes(&problem, choice.recipe.pass_count) == 4 * 16 * 4 + 3 * 8 * 9 * 4);
}

/* As the last one a radix that fills most of a vector is as good as one that fills it, where the engine pads rows:
 * those of short lines, not beside a convolution. */
static void rows_are_padded(void)
{
    ata_costs costs = plain_costs(), padded;
    char beside[128];
    costs.lanes = 8;
    padded = costs;
    padded.padded_points = 1600;
    padded.padded_eighths = 5;
    expect_recipe(&costs, "c2c 1575", "{X(7), X(5), X(5), X(9)}");
    expect_recipe(&padded, "c2c 1575", "{X(9), X(5), X(5), X(7)}");
    expect_recipe(&padded, "c2c 1575 split", "{X(7), X(5), X(5), X(9)}");
    padded.padded_points = 1500;
    expect_recipe(&padded, "c2c 1575", "{X(7), X(5), X(5), X(9)}");
    padded.padded_points = 1 << 20;
    padded.padded_eighths = 8;
    expect_recipe(&padded, "c2c 1575", "{X(7), X(5), X(5), X(9)}");
    padded.padded_eighths = 5;
    snprintf(beside, sizeof beside, "%s", recipe_of(&costs, "c2c 58275"));
    expect_recipe(&padded, "c2c 58275", beside); /* 37 times as much */
}

/* A radix that combines the lanes of the widest vectors alone is no last one of lines that do not fill them. */
static void some_radices_combine_wide_lanes(void)
{
    ata_costs costs = plain_costs();
    costs.lanes = 8;
    costs.radix[20] = 1;
    costs.combines[20] = false;
    CHECK(!strstr(recipe_of(&costs, "c2c 560"), "X(20)}"), "%s", recipe_of(&costs, "c2c 560"));
    costs.combines_widest[20] = true;
    expect_recipe(&costs, "c2c 560", "{X(7), X(4), X(20)}");
    CHECK(!strstr(recipe_of(&costs, "c2c 140"), "X(20)}"), "%s", recipe_of(&costs, "c2c 140"));
    CHECK(!strstr(recipe_of(&costs, "c2c 560 split"), "X(20)}"), "%s", recipe_of(&costs, "c2c 560 split"));
}

/* Radices of single lines come longest first, but for the ends; of lines that leave the caches the longest is the last
 * but one. */
static void long_lines_end_with_long_radices(void)
{
    ata_costs costs = plain_costs();
    costs.lanes = 8;
    costs.split_points = 1 << 21;
    expect_recipe(&costs, "c2c 14175", "{X(9), X(7), X(5), X(5), X(9)}");
    costs.spread_parted = 14176;
    expect_recipe(&costs, "c2c 14175", "{X(9), X(7), X(5), X(5), X(9)}");
    costs.spread_parted = 14175;
    expect_recipe(&costs, "c2c 14175", "{X(9), X(5), X(5), X(7), X(9)}");
}

/* Lines that an engine spreads have radices of their own, those that it does not the same as without. Where they part,
 * the first two make some branches. */
static void long_lines_are_spread(void)
{
    static const char *const not_spread[] = {"c2c 8000", "c2c 12288", "c2c 15000"};
    ata_costs plain = plain_costs();
    plain.split_points = 1 << 21;
    ata_costs costs = plain;
    costs.spread_least = 16384;
    costs.spread_parted = costs.spread_known = 1 << 18;
    costs.spread_rows = 16;
    costs.spread_last = 16;
    costs.spread_first = 0.5;
    costs.spread_factor = 0.03;
    costs.spread_slow = 1.3;
    expect_recipe(&costs, "c2c 2^15", "{X(4), X(8), X(8), X(8), X(16)}");
    expect_recipe(&costs, "c2c 2^17", "{X(4), X(16), X(8), X(16), X(16)}");
    expect_recipe(&costs, "c2c 2^18", "{X(8), X(16), X(8), X(16), X(16)}");
    expect_recipe(&costs, "c2c 2^20", "{X(8), X(8), X(8), X(8), X(16), X(16)}");
    /* Lines that are no whole vectors as well. */
    expect_recipe(&costs, "c2c 19683", "{X(3), X(9), X(9), X(9), X(9)}");
    expect_recipe(&costs, "c2c 30870", "{X(2), X(7), X(7), X(5), X(7), X(9)}");
    ata_costs ended = costs; /* as others were measured to be best */
    ended.spread_end[16] = ended.spread_end[8] = 10;
    expect_recipe(&ended, "c2c 2^15", "{X(4), X(16), X(8), X(16), X(4)}");
    ended.spread_radix[16] = 10;
    expect_recipe(&ended, "c2c 2^15", "{X(4), X(8), X(8), X(4), X(8), X(4)}");
    expect_recipe(&ended, "c2c 2^18", "{X(8), X(16), X(8), X(16), X(16)}"); /* but not of the longest */
    ata_costs longer = costs;
    longer.spread_last = 32;
    longer.radix[32] = longer.radix[16];
    CHECK(strstr(recipe_of(&longer, "c2c 2^20"), "X(32)}"), "%s", recipe_of(&longer, "c2c 2^20"));
    for (unsigned i = 0; i < sizeof not_spread / sizeof not_spread[0]; i++) {
        char expected[1024];
        snprintf(expected, sizeof expected, "%s", recipe_of(&plain, not_spread[i]));
        expect_recipe(&costs, not_spread[i], expected);
    }
    /* Lines that would part, but whose pieces are no whole vectors, are planned as those that need not part, up to some
     * length; others part. */
    static const char *const odd[] = {"c2c 531441", "c2c 455625"};
    ata_costs known = costs, unparted = costs;
    known.spread_radix[9] = unparted.spread_radix[9] = 10;
    known.spread_known = unparted.spread_parted = unparted.spread_known = 1 << 20;
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char expected[1024];
        snprintf(expected, sizeof expected, "%s", recipe_of(&unparted, odd[i]));
        CHECK(!strstr(expected, "X(9), X(9)"), "%s", expected);
        expect_recipe(&known, odd[i], expected);
    }
    expect_recipe(&known, "c2c 2^18", "{X(8), X(16), X(8), X(16), X(16)}");
}

/* The CPU engine does long lines that lie side by side in one pass, if they need nothing but butterflies. */
static void long_columns_are_one_pass(void)
{
    static const char *const texts[] = {"c2c 250000*4 istride=4 ostride=4 idist=1 odist=1",
                                        "c2c f64 354375*2 istride=2 ostride=2 idist=1 odist=1"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const ata_problem problem = problem_of(texts[i]);
        ata_plan *plan;
        ata_plan_info info = {0};
        CHECK(ata_plan_create(&plan, &problem, &(ata_options){.engine = "cpu", .caller_scratch = 1}) == ATA_OK);
        CHECK(ata_plan_get_info(plan, &info) == ATA_OK && info.passes == 1, "%s: %d passes", texts[i], info.passes);
        ata_plan_destroy(plan);
    }
}

/* Where an engine that joins passes has no sweep that fits, the dimensions are planned one by one. */
static void without_sweeps_nothing_is_joined(void)
{
    static const ata_sweeps sweeps = {
        .launch = 100, .legs = 2, .stages = 3, .radix_bits = 4, .block_bits = 10, .processors = 4};
    ata_costs costs = plain_costs();
    costs.sweeps = &sweeps;
    static const char *const problems[] = {"c2c 16x16", "c2c 64x32x128 inverse", "c2c 8x8x8x8*3", "r2c 32x64",
                                           "c2r 16x16x16"};
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        const ata_problem problem = problem_of(problems[i]);
        ata_choice choice;
        CHECK(ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) == ATA_OK, "%s", problems[i]);
        CHECK(ata_recipe_check(&choice.recipe, &problem) == ATA_OK, "%s: %s", problems[i], ata_error_last()->message);
        CHECK(choice.recipe.pass_count == problem.rank, "%s: %d passes", problems[i], choice.recipe.pass_count);
    }
}

/* What a recipe of one dimension is estimated to take, where lines from `parted` points on leave the cache. */
static double cost_of(const char *problem_text, const char *recipe_text, int64_t parted)
{
    const ata_problem problem = problem_of(problem_text);
    ata_costs costs = plain_costs();
    ata_recipe recipe;
    costs.spread_least = 1 << 14;
    costs.spread_parted = costs.spread_known = parted;
    costs.spread_slow = 1;
    CHECK(ata_recipe_read(&recipe, 1, recipe_text) == ATA_OK && ata_recipe_check(&recipe, &problem) == ATA_OK, "%s: %s",
          recipe_text, ata_error_last()->message);
    return ata_planner_cost(ata_registry_rules, &costs, &problem, &recipe);
}

/* A convolution that leaves the cache is worth more stages elsewhere; butterflies of as many points are streams. */
static void long_convolutions_cost_memory(void)
{
    static const char *const convolution = "{X(bluestein:200003(16, 16, 16, 16, 7))}";
    static const char *const butterflies = "{X(16), X(16), X(16), X(8), X(8)}";
    const int64_t longer = 1 << 24, shorter = 1 << 18;
    CHECK(cost_of("c2c 200003", convolution, shorter) > 3 * cost_of("c2c 200003", convolution, longer));
    CHECK(cost_of("c2c 2^18", butterflies, shorter) == cost_of("c2c 2^18", butterflies, longer));
}

static const test_case cases[] = {
    {"recipes_are_as_expected", recipes_are_as_expected},
    {"the_last_radix_gives_lanes", the_last_radix_gives_lanes},
    {"copies_are_avoided", copies_are_avoided},
    {"few_lines_are_halved", few_lines_are_halved},
    {"short_lines_are_paired", short_lines_are_paired},
    {"columns_are_paired", columns_are_paired},
    {"real_lines_are_alone_where_paired", real_lines_are_alone_where_paired},
    {"short_lines_are_one_butterfly", short_lines_are_one_butterfly},
    {"long_primes_are_last", long_primes_are_last},
    {"every_length_is_planned", every_length_is_planned},
    {"long_lengths_are_planned", long_lengths_are_planned},
    {"rows_are_padded", rows_are_padded},
    {"some_radices_combine_wide_lanes", some_radices_combine_wide_lanes},
    {"long_lines_end_with_long_radices", long_lines_end_with_long_radices},
    {"long_lines_are_spread", long_lines_are_spread},
    {"long_columns_are_one_pass", long_columns_are_one_pass},
    {"long_convolutions_cost_memory", long_convolutions_cost_memory},
    {"without_sweeps_nothing_is_joined", without_sweeps_nothing_is_joined},
    {"alternatives_are_listed", alternatives_are_listed},
    {"bytes_are_counted", bytes_are_counted},
};

TEST_MAIN(cases)
