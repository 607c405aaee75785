/* test_named.c - the algorithms that have names: the recipes they make, checked as recipes of anybody's are, and what
 * they refuse. Nothing is computed.
 */
#include "core/text.h"
#include "plan/registry.h"
#include "test.h"

enum { MOST_BITS = 26 };

static ata_problem read_problem(const char *text)
{
    ata_problem problem;
    CHECK(ata_problem_read(&problem, text) == ATA_OK, "%s", ata_error_last()->message);
    CHECK(ata_problem_complete(&problem, &problem) == ATA_OK, "%s", ata_error_last()->message);
    return problem;
}

/* The recipe of a problem, as text. */
static const char *recipe_of(const char *text)
{
    static char written[4096];
    const ata_problem problem = read_problem(text);
    ata_recipe recipe;
    ata_text writer = {written, sizeof written, 0};
    const ata_status status = ata_named_make(ata_registry_named, &problem, &recipe);
    CHECK(status == ATA_OK, "%s: %s", text, ata_error_last()->message);
    if (status != ATA_OK) return "";
    ata_recipe_write(&recipe, problem.rank, &writer);
    return written;
}

/* --- Recipes ------------------------------------------------------------------------------------------------------ */

/* What it makes computes the problem, and is what its text says. */
static void check_recipe(const char *text)
{
    const ata_problem problem = read_problem(text);
    ata_recipe recipe, again;
    CHECK(ata_named_make(ata_registry_named, &problem, &recipe) == ATA_OK, "%s: %s", text, ata_error_last()->message);
    CHECK(ata_recipe_check(&recipe, &problem) == ATA_OK, "%s: %s", text, ata_error_last()->message);
    CHECK(ata_recipe_read(&again, problem.rank, recipe_of(text)) == ATA_OK, "%s: %s", text, ata_error_last()->message);
    CHECK(ata_recipe_equal(&recipe, &again), "%s: %s", text, recipe_of(text));
}

static void test_lengths(void)
{
    static const char *const shapes[] = {
        "c2c 2^%d algo=%s",
        "c2c f64 2^%d*3 inverse scale=n split algo=%s",
        "c2c 2^%d order=bitrev algo=%s",
        "c2c 2^%d inverse order=bitrev in=i8 algo=%s",
        "c2c 2^%d*7 istride=7 idist=1 inplace ostride=7 odist=1 algo=%s",
        "reverse 2^%d*2 algo=%s",
    };
    int made = 0;
    for (const ata_named *const *named = ata_registry_named; *named; named++)
        for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
            for (int bits = 1; bits <= MOST_BITS; bits++) {
                char text[128];
                snprintf(text, sizeof text, shapes[i], bits, (*named)->name);
                const ata_problem problem = read_problem(text);
                if ((*named)->refuses(&problem)) continue;
                check_recipe(text);
                made++;
            }
    /* Natural order three times over, for six; both bit-reversed ones for ct-dif, one for constant-geometry; 512 points
     * for two; the reversals. */
    const int expected = MOST_BITS * (3 * 6 + 2 + 1 + 2) + 2 * 3;
    CHECK(made == expected, "%d recipes, not %d", made, expected);
}

/* The shapes of the paper, X first, and how many sweeps its plans take: all read, as it writes them, and fit. */
static void test_inserted_x(void)
{
    static const struct {
        int x, y, z;
        const char *machine;
        int sweeps;
    } list[] = {
        {256, 256, 256, "tesla", 4},  {512, 256, 256, "tesla", 4},   {1024, 256, 256, "tesla", 4},
        {128, 128, 128, "tesla", 3},  {256, 128, 128, "tesla", 3},   {512, 512, 512, "tesla", 4},
        {128, 512, 1024, "fermi", 4}, {128, 1024, 1024, "fermi", 4}, {128, 512, 512, "fermi", 4},
        {256, 512, 512, "fermi", 4},  {256, 512, 1024, "fermi", 4},  {512, 512, 512, "fermi", 4},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        char natural[128], reversed[160], inverse[160];
        snprintf(natural, sizeof natural, "c2c %dx%dx%d algo=inserted-x-%s", list[i].z, list[i].y, list[i].x,
                 list[i].machine);
        snprintf(reversed, sizeof reversed, "%s order=bitrev", natural);
        snprintf(inverse, sizeof inverse, "%s inverse scale=n inplace", natural);
        check_recipe(natural);
        check_recipe(reversed);
        check_recipe(inverse);
        ata_recipe recipe;
        const ata_problem problem = read_problem(reversed);
        CHECK(ata_named_make(ata_registry_named, &problem, &recipe) == ATA_OK &&
              ata_recipe_sweep_count(&recipe) == list[i].sweeps && recipe.pass[0].form == ATA_FORM_DIF);
    }
}

static void test_texts(void)
{
    static const struct {
        const char *problem, *recipe;
    } list[] = {
        {"c2c 4 algo=straightforward", "{reverse: X(4)} {dit: X(2), X(2)}"},
        {"c2c 2^12 algo=straightforward",
         "{reverse: X(4096)} {dit: X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)} {dit lines=1: X(2), "
         "X(2)}"},
        {"c2c 2^12 algo=transpose",
         "{reverse: X(4096)} {dit: X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)} {transpose: X(1024)} "
         "{dit turned: X(2), X(2)} {transpose: X(4)}"},
        {"c2c 2^17 algo=locality",
         "{reverse: X(131072)} {dit: X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)} {dit lines=32: X(2), "
         "X(2), X(2), X(2), X(2)} {dit lines=256: X(2), X(2)}"},
        {"c2c 8 algo=radix8", "{X(8)}"},
        {"c2c 2^8 algo=radix8", "{X(8), X(8), X(4)}"},
        {"c2c 2^9 algo=radix8", "{X(8), X(8), X(8)}"},
        {"c2c 2^19 algo=radix8", "{X(8), X(8), X(2)} {X(8), X(8)} {X(8), X(8)}"},
        {"c2c 8 algo=ct-dif", "{dif: X(2)} {dif: X(2)} {dif: X(2)} {reverse: X(8)}"},
        {"c2c 8 algo=ct-dif order=bitrev", "{dif: X(2)} {dif: X(2)} {dif: X(2)}"},
        {"c2c 8 algo=ct-dif order=bitrev inverse", "{dit: X(2)} {dit: X(2)} {dit: X(2)}"},
        {"c2c 4 algo=constant-geometry", "{geometry: X(2)} {geometry: X(2)} {reverse: X(4)}"},
        {"c2c 4 algo=constant-geometry order=bitrev", "{geometry: X(2)} {geometry: X(2)}"},
        {"c2c 512*9 algo=three-sets in=i8 out=i8", "{X(8), X(8), X(8)}"},
        {"c2c 512 algo=three-sets-plain", "{plain: X(8), X(8), X(8)}"},
        {"c2c 256x256x256 algo=inserted-x-tesla", "{Y(16)} {X(4), Y(16)} {X(8), Z(16)} {X(8), Z(16)}"},
        {"c2c 512x512x512 algo=inserted-x-tesla", "{X(4), Y(16)} {X(4), Y(32)} {X(8), Z(16)} {X(4), Z(32)}"},
        {"c2c 512x512x512 algo=inserted-x-fermi", "{X(8), Y(16)} {X(8), Y(32)} {Z(16)} {X(8), Z(32)}"},
        {"c2c 1024x512x256 algo=inserted-x-fermi order=bitrev",
         "{dif: X(4), Y(16)} {dif: X(8), Y(32)} {dif: X(8), Z(32)} {dif: Z(32)}"},
        {"reverse 16 algo=work-efficient", "{reverse: X(16)}"},
        {"reverse 16 algo=step-efficient", "{unshuffle: X(16)} {unshuffle: X(8)} {unshuffle: X(4)}"},
        {"reverse 2 algo=step-efficient", "{unshuffle: X(2)}"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        CHECK(strcmp(recipe_of(list[i].problem), list[i].recipe) == 0, "%s: %s", list[i].problem,
              recipe_of(list[i].problem));
}

/* --- Refusals ----------------------------------------------------------------------------------------------------- */

static void test_refused(void)
{
    static const struct {
        const char *problem;
        ata_status status;
        const char *says;
    } list[] = {
        {"c2c 8 algo=no-such", ATA_ERROR_KIND, "one of straightforward, transpose, locality"},
        {"c2c 12 algo=locality", ATA_ERROR_UNSUPPORTED, "for one dimension of a power of two of complex points"},
        {"c2c 1 algo=ct-dif", ATA_ERROR_UNSUPPORTED, "2 or more"},
        {"c2c 8x8 algo=radix8", ATA_ERROR_UNSUPPORTED, "one dimension"},
        {"r2c 8 algo=transpose", ATA_ERROR_UNSUPPORTED, "complex points"},
        {"reverse 8 algo=ct-dif", ATA_ERROR_UNSUPPORTED, "complex points"},
        {"c2c 8 order=bitrev algo=straightforward", ATA_ERROR_UNSUPPORTED, "natural order"},
        {"c2c 8 order=bitrev inverse algo=constant-geometry", ATA_ERROR_UNSUPPORTED, "no way back"},
        {"c2c 1024 algo=three-sets", ATA_ERROR_UNSUPPORTED, "512 complex points"},
        {"c2c 512 order=bitrev algo=three-sets-plain", ATA_ERROR_UNSUPPORTED, "natural order"},
        {"c2c 64x64x64 algo=inserted-x-tesla", ATA_ERROR_UNSUPPORTED, "128x128x128, 128x128x256"},
        {"c2c 256x512x512 algo=inserted-x-fermi", ATA_ERROR_UNSUPPORTED, "512x512x256"},
        {"c2c 512x512x512 order=bitrev inverse algo=inserted-x-fermi", ATA_ERROR_UNSUPPORTED, "no way back"},
        {"r2c 256x256x256 algo=inserted-x-tesla", ATA_ERROR_UNSUPPORTED, "complex points"},
        {"c2c 8 algo=work-efficient", ATA_ERROR_UNSUPPORTED, "the kind reverse"},
        {"reverse 8x8 algo=step-efficient", ATA_ERROR_UNSUPPORTED, "one dimension"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const ata_problem problem = read_problem(list[i].problem);
        ata_recipe recipe;
        const ata_status status = ata_named_make(ata_registry_named, &problem, &recipe);
        const ata_error *error = ata_error_last();
        CHECK(status == list[i].status, "%s gives %s", list[i].problem, ata_status_name(status));
        CHECK(strcmp(error->field, "algorithm") == 0 && strcmp(error->value, problem.algorithm) == 0 &&
                  strstr(error->message, "algorithm") && strstr(error->message, list[i].says),
              "%s: %s", list[i].problem, error->message);
        CHECK(strlen(error->message) < sizeof error->message - 1, "cut: %s", error->message);
    }
}

/* Every algorithm is listed with all that it says of itself, and those who ask for more are told. */
static void test_listed(void)
{
    const char *name, *paper, *summary;
    int count = 0;
    for (; ata_algorithm_get(count, &name, &paper, &summary) == ATA_OK; count++) {
        CHECK(name == ata_registry_named[count]->name && strlen(name) < ATA_ALGORITHM_SIZE, "%s", name);
        CHECK(strchr(paper, ':') && strlen(summary) > 20, "%s: %s: %s", name, paper, summary);
        for (int i = 0; i < count; i++) CHECK(strcmp(name, ata_registry_named[i]->name) != 0, "%s twice", name);
    }
    CHECK(!ata_registry_named[count] && ata_algorithm_get(count, NULL, NULL, NULL) == ATA_ERROR_OPTION);
    CHECK(ata_algorithm_get(-1, NULL, NULL, NULL) == ATA_ERROR_OPTION &&
          ata_algorithm_get(0, NULL, NULL, NULL) == ATA_OK);
}

/* --- Plans -------------------------------------------------------------------------------------------------------- */

/* With a name there is one recipe: a wisdom or a measurement does not replace it, and a second one is refused. */
static void test_alone(void)
{
    const ata_problem problem = read_problem("c2c 512 algo=radix8");
    ata_wisdom *wisdom;
    ata_plan *plan;
    ata_plan_info info;
    char text[64], report[2048];
    CHECK(ata_wisdom_create(&wisdom) == ATA_OK);
    const ata_options measure = {.engine = "cpu", .effort = ATA_MEASURE, .wisdom = wisdom};
    CHECK(ata_plan_create(&plan, &problem, &measure) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_plan_get_info(plan, &info) == ATA_OK && strcmp(info.chosen_by, "algorithm") == 0);
    CHECK(ata_plan_print_recipe(plan, text, sizeof text, NULL) == ATA_OK && strcmp(text, "{X(8), X(8), X(8)}") == 0);
    CHECK(ata_plan_print_report(plan, report, sizeof report, NULL) == ATA_OK &&
              strstr(report, "algorithm: radix8 was asked for"),
          "%s", report);
    CHECK(ata_wisdom_get_count(wisdom) == 0);
    ata_plan_destroy(plan);
    const ata_options given = {.engine = "cpu", .recipe = "{X(8), X(8), X(8)}"};
    CHECK(ata_plan_create(&plan, &problem, &given) == ATA_ERROR_OPTION &&
              strcmp(ata_last_error()->field, "recipe") == 0 && strstr(ata_last_error()->message, "radix8"),
          "%s", ata_last_error()->message);
    ata_wisdom_destroy(wisdom);
}

static const test_case cases[] = {
    {"lengths", test_lengths}, {"inserted_x", test_inserted_x}, {"texts", test_texts},
    {"refused", test_refused}, {"listed", test_listed},         {"alone", test_alone},
};
TEST_MAIN(cases)
