/* test_recipe.c - recipes as data: written, read back, checked; nothing is transformed. */
#include <stdlib.h>

#include "recipe/recipe.h"
#include "test.h"

static ata_problem problem_of(const char *text)
{
    ata_problem problem;
    if (ata_problem_read(&problem, text) != ATA_OK || ata_problem_complete(&problem, &problem) != ATA_OK) {
        fprintf(stderr, "%s: %s\n", text, ata_error_last()->message);
        exit(2);
    }
    return problem;
}

/* Read, check, write again: the same text, or the status of the first that fails. */
static ata_status round_trip(const char *problem_text, const char *recipe_text)
{
    const ata_problem problem = problem_of(problem_text);
    ata_recipe recipe;
    char text[1024];
    ata_text writer = {text, sizeof text, 0};
    ATA_TRY(ata_recipe_read(&recipe, problem.rank, recipe_text));
    ATA_TRY(ata_recipe_check(&recipe, &problem));
    ata_recipe_write(&recipe, problem.rank, &writer);
    CHECK(strcmp(text, recipe_text) == 0, "%s became %s", recipe_text, text);
    return ATA_OK;
}

typedef struct pair {
    const char *problem, *recipe;
} pair;

static void good_recipes_round_trip(void)
{
    static const pair good[] = {
        {"c2c 1", "{X(1)}"},
        {"c2c 4096", "{X(16), X(16), X(16)}"},
        {"c2c 64", "{X(8)} {X(8)}"},
        {"c2c 4096", "{X(16)} {X(16)} {X(16)}"},
        {"c2c 512", "{plain: X(8), X(8), X(8)}"},
        {"c2c 4096", "{X(64)} {plain: X(8), X(8)}"},
        {"c2c 4096 order=bitrev", "{dif: X(16), X(16), X(16)}"},
        {"c2c 4096 order=bitrev inverse", "{dit: X(16), X(16)} {dit: X(16)}"},
        {"c2c 4036", "{X(4), X(rader:1009(16, 9, 7))}"},
        {"c2c 47", "{X(bluestein:47(16, 3, 2))}"},
        {"c2c 240", "{X(good-thomas:240(16, line:15(5, 3)))}"},
        {"c2c 8x8x8x8x8", "{X(8)} {Y(8)} {Z(8)} {D4(8)} {D5(8)}"},
        {"c2c 1x8", "{X(8)}"},
        {"r2c 16", "{X(half:16(8))}"},
        {"r2c 15", "{X(full:15(5, 3))}"},
        {"r2c 16x16", "{X(half:16(8))} {Y(16)}"},
        {"c2r 16x16", "{Y(16)} {X(half:16(8))}"},
        {"dct1 9", "{X(mirror:9(half:16(8)))}"},
        {"dst1 7", "{X(mirror:7(half:16(8)))}"},
        {"dct2 16", "{X(fold:16(half:16(8)))}"},
        {"dst3 15", "{X(fold:15(full:15(5, 3)))}"},
        {"dct4 16", "{X(quarter:16(8))}"},
        {"dst4 15", "{X(odd-quarter:15(5, 3, 2))}"},
        {"dht 16", "{X(hartley:16(half:16(8)))}"},
    };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK(round_trip(good[i].problem, good[i].recipe) == ATA_OK, "%s with %s: %s", good[i].problem, good[i].recipe,
              ata_error_last()->message);
}

static void bad_recipes_are_refused(void)
{
    static const pair bad[] = {
        {"c2c 4096", "{X(16), X(16)}"},           /* another length */
        {"c2c 64x64", "{X(8), X(8)}"},            /* a dimension is missing */
        {"c2c 64", "{X(half:64(16, 2))}"},        /* real, but the problem is complex */
        {"r2c 64", "{X(16), X(4)}"},              /* the other way round */
        {"r2c 15", "{X(half:15(7))}"},            /* odd */
        {"r2c 16", "{X(half:16(16))}"},           /* wraps another length */
        {"r2c 16x16", "{Y(16)} {X(half:16(8))}"}, /* in the wrong order */
        {"c2r 16x16", "{X(half:16(8))} {Y(16)}"},
        {"c2c 15", "{X(rader:15(7, 2))}"},          /* no prime */
        {"c2c 17", "{X(rader:17(5, 3))}"},          /* another length inside */
        {"c2c 17", "{X(bluestein:17(16, 2))}"},     /* too short */
        {"c2c 64", "{X(good-thomas:64(8, 8))}"},    /* a common factor */
        {"c2c 30", "{X(good-thomas:30(5, 3, 2))}"}, /* three */
        {"c2c 16", "{dif: X(16)}"},                 /* order */
        {"c2c 16 order=bitrev", "{X(16)}"},
        {"c2c 16 order=bitrev", "{dit: X(16)}"},
        {"dct2 16", "{X(hartley:16(half:16(8)))}"}, /* another kind */
        {"dct4 15", "{X(quarter:15(7))}"},
        {"c2c 47", "{X(rader:47(2, rader:23(11, 2)))}"}, /* a convolution inside another */
        {"c2c 2", "{X(bluestein:2(bluestein:3(5)))}"},
        {"r2c 64", "{X(half:8(4))} {X(half:8(4))}"}, /* two passes of real numbers */
        {"dct2 64", "{X(fold:8(half:8(4)))} {X(fold:8(half:8(4)))}"},
        {"dct1 9", "{X(mirror:9(half:18(9)))}"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(round_trip(bad[i].problem, bad[i].recipe) == ATA_ERROR_RECIPE, "%s with %s was accepted", bad[i].problem,
              bad[i].recipe);
}

static void bad_syntax_is_refused(void)
{
    static const char *const bad[] = {
        "",
        " ",
        "{",
        "}",
        "{}",
        "{X}",
        "{X()}",
        "{X(8)",
        "{X(8),}",
        "{X(8)} x",
        "{X(0)}",
        "{X(-8)}",
        "{X(8) X(8)}",
        "{W(8)}",
        "{Y(8)}",
        "{D4(8)}",
        "{X(rader)}",
        "{X(rader:)}",
        "{X(rader:17)}",
        "{X(rader:17())}",
        "{X(nonsense:17(16))}",
        "{X(99999999999999999999)}",
        "{dif X(8)}",
        "{X(8), Y(8)}",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ata_recipe recipe;
        CHECK(ata_recipe_read(&recipe, 1, bad[i]) == ATA_ERROR_SYNTAX, "\"%s\" was accepted", bad[i]);
        CHECK(ata_error_last()->message[0] != '\0' && ata_error_last()->accepted[0] != '\0');
    }
}

/* Text with more steps and passes than a recipe can hold, or with steps nested too deep. */
static void too_much_is_refused(void)
{
    static char text[20000];
    ata_recipe recipe;
    ata_text writer = {text, sizeof text, 0};
    for (int i = 0; i < 1000; i++) ata_text_print(&writer, "{X(2)} ");
    CHECK(ata_recipe_read(&recipe, 1, text) != ATA_OK);
    writer = (ata_text){text, sizeof text, 0};
    ata_text_print(&writer, "{X(2)");
    for (int i = 0; i < 1000; i++) ata_text_print(&writer, ", X(2)");
    ata_text_print(&writer, "}");
    CHECK(ata_recipe_read(&recipe, 1, text) != ATA_OK);
    writer = (ata_text){text, sizeof text, 0};
    ata_text_print(&writer, "{X(");
    for (int i = 0; i < 1000; i++) ata_text_print(&writer, "line:8(");
    ata_text_print(&writer, "8");
    CHECK(ata_recipe_read(&recipe, 1, text) == ATA_ERROR_SYNTAX);
}

static void places_follow_the_passes(void)
{
    ata_recipe recipe;
    CHECK(ata_recipe_read(&recipe, 2, "{X(4), X(2)} {Y(3)} {X(5)} {X(7)}") == ATA_OK);
    const ata_pass_place first = ata_recipe_place(&recipe, 0), other = ata_recipe_place(&recipe, 1),
                         middle = ata_recipe_place(&recipe, 2), last = ata_recipe_place(&recipe, 3);
    CHECK(first.n == 8 && first.before == 1 && first.after == 35 && first.index == 0 && first.total == 3);
    CHECK(other.n == 3 && other.before == 1 && other.after == 1 && other.total == 1);
    CHECK(middle.n == 5 && middle.before == 8 && middle.after == 7 && middle.index == 1);
    CHECK(last.n == 7 && last.before == 40 && last.after == 1 && last.index == 2);
}

static const test_case cases[] = {
    {"good_recipes_round_trip", good_recipes_round_trip},   {"bad_recipes_are_refused", bad_recipes_are_refused},
    {"bad_syntax_is_refused", bad_syntax_is_refused},       {"too_much_is_refused", too_much_is_refused},
    {"places_follow_the_passes", places_follow_the_passes},
};

TEST_MAIN(cases)
