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
        /* reorderings, and forms that are not the problem's */
        {"c2c 16", "{reverse: X(16)} {dit: X(4), X(4)}"},
        {"c2c 16", "{dif: X(2)} {dif: X(8)} {reverse: X(16)}"},
        {"c2c 16 inverse", "{geometry: X(2)} {geometry: X(4)} {geometry: X(2)} {reverse: X(16)}"},
        {"c2c 16 order=bitrev", "{geometry: X(4)} {geometry: X(4)}"},
        {"c2c 16 order=bitrev", "{X(4), X(4)} {reverse: X(16)}"},
        {"c2c 16 order=bitrev inverse", "{reverse: X(16)} {X(16)}"},
        {"c2c 8", "{unshuffle: X(8)} {unshuffle: X(4)} {dit: X(2)} {dit: X(4)}"},
        {"c2c 64", "{reverse: X(64)} {dit: X(4)} {transpose: X(4)} {dit turned: X(4)} {transpose: X(16)} {dit: X(4)}"},
        {"c2c 3x16", "{reverse: X(16)} {Y(3)} {dit: X(16)}"},
        {"c2c 16", "{transpose: X(2)} {transpose: X(8)} {plain lines=3: X(16)}"},
        {"reverse 16", "{reverse: X(16)}"},
        {"reverse 16", "{unshuffle: X(16)} {unshuffle: X(8)} {unshuffle: X(4)}"},
        {"reverse 16", "{reverse: X(4)} {transpose: X(4)} {reverse: X(4)}"},
        {"reverse 4x8", "{reverse: Y(4)} {reverse: X(8)}"},
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

/* Each way in which reorderings and forms can be wrong, and a part of the sentence that says so. */
static void bad_moves_are_refused(void)
{
    static const struct {
        const char *problem, *recipe, *says;
    } bad[] = {
        {"c2c 12", "{reverse: X(4)} {X(12)}", "reorderings: they are for complex dimensions of a power of two"},
        {"r2c 16", "{reverse: X(16)} {X(half:16(8))}", "they are for complex dimensions"},
        {"c2c 12", "{dit: X(12)}", "complex dimensions of a power of two"},
        {"c2c 16", "{reverse: X(12)} {X(16)}", "reverse(12): its length must be a power of two, from 2"},
        {"c2c 16", "{unshuffle: X(1)} {X(16)}", "unshuffle(1): its length"},
        {"c2c 16", "{transpose: X(32)} {X(16)}", "transpose(32): its length"},
        {"c2c 16", "{X(4)} {X(4)} {reverse: X(16)} {reverse: X(16)}", "several are dif, dit or geometry"},
        {"c2c 16", "{turned: X(16)}", "turned: it stands for dit, behind other passes"},
        {"c2c 16", "{reverse: X(16)} {dit turned: X(16)}", "turned: it stands for dit"},
        {"c2c 16", "{reverse: X(16)} {X(16)}", "pass 2: the digits of the index are not where its form takes them"},
        {"c2c 16", "{dit: X(16)}", "pass 1: the digits"},
        {"c2c 16", "{reverse: X(16)} {dit: X(4)} {dit turned: X(4)}", "pass 3: the digits"},
        {"c2c 16", "{dif: X(4)} {geometry: X(4)}", "all have the same form"},
        {"c2c 16", "{dif: X(4)} {reverse: X(16)} {dit: X(4)}", "all have the same form"},
        {"c2c 16", "{X(16)} {reverse: X(16)}", "they leave the points in another order"},
        {"c2c 16", "{dif: X(16)}", "another order"},
        {"c2c 16 order=bitrev", "{dif: X(16)} {reverse: X(16)}", "another order"},
        {"c2c 16", "{reverse: X(16)} {dit: X(line:16(4, 4))}", "made of radices that are powers of two"},
        {"reverse 16", "{unshuffle: X(16)} {unshuffle: X(8)}", "another order"},
        {"reverse 16", "{transpose: X(4)}", "another order"},
        {"reverse 16", "{X(16)} {reverse: X(16)}", "a reversal is made of reorderings alone"},
        {"reverse 4x8", "{reverse: X(8)}", "another order"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(round_trip(bad[i].problem, bad[i].recipe) == ATA_ERROR_RECIPE, "%s with %s was accepted", bad[i].problem,
              bad[i].recipe);
        CHECK(strstr(ata_error_last()->message, bad[i].says), "%s: %s", bad[i].recipe, ata_error_last()->message);
    }
}

/* A step with what follows from its place is read as the radix alone. */
static void notation_is_read(void)
{
    static const struct {
        const char *told, *means;
    } good[] = {
        {"{X(1, 16, 1, 16, no-tw)}", "{X(16)}"},
        {"{X(64, 4, 64, 256, tw)} {X(32, 8, 8, 64, tw)} {X(32, 8, 1, 8, no-tw)}", "{X(4)} {X(8)} {X(8)}"},
        {"{ X (64,4,64,256,tw) , X( 64 , 4 , 16 , 64 , tw )} {X(16, 16, 1, 16, no\xe2\x88\x92tw)}",
         "{X(4), X(4)} {X(16)}"},
        {"{X(4, 4, 4, 16, tw), X(4)}", "{X(4), X(4)}"}, /* some of them */
        {"{dif: X(4, 2, 4, 8, tw), Y(1, 2, 1, 2, no-tw)} {dif: X(2, 4, 1, 4, no-tw)}", "{dif: X(2), Y(2)} {dif: X(4)}"},
        {"{dit: X(4, 2, 1, 2, no-tw)} {dit: X(2, 4, 2, 8, tw)}", "{dit: X(2)} {dit: X(4)}"},
        {"{X(64, 4, 64, 256, tw), Y(4, 2, 4, 8, tw)} {X(4, 64, 1, 64, no-tw), Y(2, 4, 1, 4, no-tw)}",
         "{X(4), Y(2)} {X(64), Y(4)}"},
    };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        ata_recipe told, means;
        CHECK(ata_recipe_read(&told, 2, good[i].told) == ATA_OK, "%s: %s", good[i].told, ata_error_last()->message);
        CHECK(ata_recipe_read(&means, 2, good[i].means) == ATA_OK && ata_recipe_equal(&told, &means), "%s",
              good[i].told);
        /* Written in full and read again it is the same. */
        char text[512];
        ata_text writer = {text, sizeof text, 0};
        for (int p = 0; p < told.pass_count; p = ata_recipe_sweep_end(&told, p)) {
            if (p > 0) ata_text_print(&writer, " ");
            ata_sweep_write_full(&told, p, 2, &writer);
        }
        CHECK(ata_recipe_read(&means, 2, text) == ATA_OK && ata_recipe_equal(&told, &means), "%s", text);
        if (i == 1) CHECK(strcmp(text, good[i].told) == 0, "%s", text);
    }
}

/* ... and refused where it is told wrong. */
static void notation_is_checked(void)
{
    static const struct {
        const char *told;
        ata_status status;
        const char *says;
    } bad[] = {
        {"{X(16, 16, 1, 16, no-tw)}", ATA_ERROR_RECIPE, "step 1 along X: its count must be 1"}, /* 256 points? */
        {"{X(63, 4, 64, 256, tw)} {X(4, 64, 1, 64, no-tw)}", ATA_ERROR_RECIPE,
         "X(63, 4, 64, 256, tw), step 1 along X: its count must be 64"},
        {"{X(64, 4, 63, 256, tw)} {X(64)}", ATA_ERROR_RECIPE, "its stride must be 64"},
        {"{X(64, 4, 64, 156, tw)} {X(64)}", ATA_ERROR_RECIPE, "its span must be 256"},
        {"{X(64, 4, 64, 256, no-tw)} {X(64)}", ATA_ERROR_RECIPE, "its last word must be tw"},
        {"{X(4)} {X(4, 64, 1, 64, tw)}", ATA_ERROR_RECIPE, "step 2 along X: its last word must be no-tw"},
        {"{X(16), Y(2)} {Y(2, 2, 2, 4, tw)} {X(1, 16, 1, 16, no-tw)}", ATA_ERROR_RECIPE,
         "Y(2, 2, 2, 4, tw), step 2 along Y: its stride must be 1"},
        {"{X(4611686018427387904), X(4, 4, 1, 4, no-tw)} {X(4)}", ATA_ERROR_RECIPE, "must be within 64 bits"},
        {"{X(64, 4)}", ATA_ERROR_SYNTAX, "\",\" and the stride"},
        {"{X(64, 4, 64)}", ATA_ERROR_SYNTAX, "\",\" and the span"},
        {"{X(64, 4, 64, 256)}", ATA_ERROR_SYNTAX, "tw or no-tw"},
        {"{X(64, 4, 64, 256, two)}", ATA_ERROR_SYNTAX, "\")\""},
        {"{X(64, 4, 64, 256, no)}", ATA_ERROR_SYNTAX, "tw or no-tw"},
        {"{X(64, rader:17(16), 64, 256, tw)}", ATA_ERROR_SYNTAX, "a length of 1 or more"},
        {"{X(64, 0, 64, 256, tw)}", ATA_ERROR_SYNTAX, "a length of 1 or more"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ata_recipe recipe;
        const ata_status status = ata_recipe_read(&recipe, 2, bad[i].told);
        CHECK(status == bad[i].status, "%s gives %s", bad[i].told, ata_status_name(status));
        CHECK(strstr(ata_error_last()->message, bad[i].says), "%s: %s", bad[i].told, ata_error_last()->message);
    }
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
        "{reverse: X(8), X(8)}",
        "{reverse: X(line:8(8))}",
        "{reverse dif: X(8)}",
        "{dif dit: X(8)}",
        "{reverse lines=2: X(8)}",
        "{turned transpose: X(8)}",
        "{lines: X(8)}",
        "{lines=0: X(8)}",
        "{lines=99999: X(8)}",
        "{backwards: X(8)}",
        "{: X(8)}",
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
    {"good_recipes_round_trip", good_recipes_round_trip}, {"bad_recipes_are_refused", bad_recipes_are_refused},
    {"bad_moves_are_refused", bad_moves_are_refused},     {"notation_is_read", notation_is_read},
    {"notation_is_checked", notation_is_checked},         {"bad_syntax_is_refused", bad_syntax_is_refused},
    {"too_much_is_refused", too_much_is_refused},         {"places_follow_the_passes", places_follow_the_passes},
};

TEST_MAIN(cases)
