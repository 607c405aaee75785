/* test_api_answers.c - what the public interface answers: texts, facts of plans, statuses, the last error of each
 * thread, wisdom; and that where arrays lie, and how complex numbers are stored, changes nothing but the rounding of a
 * result. What it refuses is test_api.c's. */
#include "test_api.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/error.h"
#include "check/generate.h"
#include "check/problems.h"
#include "check/reference.h"
#include "core/status.h"
#include "engine/cpu/line/sets.h"
#include "planner/wisdom.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static ata_plan_info info_of(const ata_plan *plan)
{
    ata_plan_info info = {.engine = NULL};
    CHECK(ata_plan_get_info(plan, &info) == ATA_OK);
    return info;
}

/* --- The library ------------------------------------------------------------------------------------------------- */

static void test_statuses(void)
{
    for (int s = 0; s <= ATA_ERROR_WOULD_BLOCK; s++) {
        const char *name = ata_status_name((ata_status)s), *sentence = ata_status_sentence((ata_status)s);
        CHECK(strncmp(name, s == 0 ? "ATA_OK" : "ATA_ERROR_", s == 0 ? 7 : 10) == 0, "%d is %s", s, name);
        CHECK(strlen(sentence) > 5, "%s: %s", name, sentence);
        for (int t = 0; t < s; t++) {
            CHECK(strcmp(name, ata_status_name((ata_status)t)) != 0, "%d and %d are %s", s, t, name);
            CHECK(strcmp(sentence, ata_status_sentence((ata_status)t)) != 0, "%d and %d: %s", s, t, sentence);
        }
    }
    static const int none[] = {-1, ATA_ERROR_WOULD_BLOCK + 1, 1000, -2147483647 - 1, 2147483647};
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        CHECK(strcmp(ata_status_name((ata_status)none[i]), "unknown status") == 0, "%d", none[i]);
        CHECK(ata_status_sentence((ata_status)none[i])[0] != '\0', "%d", none[i]);
    }
}

static void test_library(void)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", ATA_VERSION_MAJOR, ATA_VERSION_MINOR, ATA_VERSION_PATCH);
    CHECK(strcmp(ata_version(), version) == 0, "%s is not %s", ata_version(), version);
    CHECK(ata_cpu_features() && ata_cpu_features() == ata_cpu_features());
    const char *name = NULL, *summary = NULL, *missing = "";
    CHECK(ata_engine_get(0, NULL, NULL, NULL) == ATA_OK && ata_rule_get(0, NULL, NULL) == ATA_OK);
    int engines = 0, rules = 0;
    bool cpu = false;
    for (; ata_engine_get(engines, &name, &summary, &missing) == ATA_OK; engines++) {
        CHECK(name[0] && summary[0] && (!missing || missing[0]), "engine %d", engines);
        cpu = cpu || (strcmp(name, "cpu") == 0 && !missing);
    }
    for (; ata_rule_get(rules, &name, &summary) == ATA_OK; rules++) CHECK(name[0] && summary[0], "rule %d", rules);
    CHECK(cpu && engines >= 1 && rules >= 10, "%d engines, %d rules", engines, rules);
}

/* --- Texts ------------------------------------------------------------------------------------------------------- */

typedef ata_status (*printer)(const ata_plan *, char *, size_t, size_t *);

static ata_status print_problem_of(const ata_plan *plan, char *text, size_t size, size_t *length)
{
    (void)plan;
    const ata_problem problem = problem_of("r2c f64 24x36*5 inplace scale=sqrt");
    return ata_problem_print(&problem, text, size, length);
}

/* As snprintf: every size gives as much as fits, always ends in a zero, always tells the whole length. */
static void test_texts(void)
{
    static const printer printers[] = {ata_plan_print_recipe, ata_plan_print_problem, ata_plan_print_report,
                                       print_problem_of};
    ata_plan *plan = plan_of("r2c f64 24x36*5 inplace scale=sqrt", NULL);
    for (size_t p = 0; p < COUNT_OF(printers); p++) {
        size_t whole = 0, length;
        CHECK(printers[p](plan, NULL, 0, &whole) == ATA_OK && whole > 4);
        char *full = malloc(whole + 1), *part = malloc(whole + 8);
        CHECK(printers[p](plan, full, whole + 1, NULL) == ATA_OK && strlen(full) == whole);
        for (size_t size = 0; size <= whole + 4; size++) {
            memset(part, '#', whole + 8);
            length = 0;
            CHECK(printers[p](plan, part, size, &length) == ATA_OK && length == whole, "%zu: %zu", size, length);
            const size_t fits = size == 0 ? 0 : size <= whole ? size - 1 : whole;
            CHECK(memcmp(part, full, fits) == 0 && part[fits] == (size ? '\0' : '#'), "%zu: %.20s", size, part);
            for (size_t i = size ? fits + 1 : 0; i < whole + 8; i++)
                CHECK(part[i] == '#' || i < size, "%zu: byte %zu was written", size, i);
        }
        free(full);
        free(part);
    }
    ata_plan_destroy(plan);
}

/* A plan's texts give back the plan. */
static void test_texts_again(void)
{
    static const char *const problems[] = {"c2c 4096", "c2c 2^17 order=bitrev", "r2c 30x1009*2", "dct4 f64 15",
                                           "c2c 1"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        ata_plan *plan = plan_of(problems[i], NULL);
        char problem[128], recipe[1024], again[1024];
        CHECK(ata_plan_print_problem(plan, problem, sizeof problem, NULL) == ATA_OK);
        CHECK(strcmp(problem, problems[i]) == 0 || strchr(problems[i], '^'), "%s is told as %s", problems[i], problem);
        CHECK(ata_plan_print_recipe(plan, recipe, sizeof recipe, NULL) == ATA_OK);
        ata_plan *same = plan_of(problem, &(ata_options){.recipe = recipe});
        CHECK(ata_plan_print_recipe(same, again, sizeof again, NULL) == ATA_OK && strcmp(recipe, again) == 0);
        CHECK(strcmp(info_of(plan).chosen_by, "estimate") == 0 && strcmp(info_of(same).chosen_by, "caller") == 0);
        ata_plan_destroy(plan);
        ata_plan_destroy(same);
    }
}

/* --- Facts of plans ---------------------------------------------------------------------------------------------- */

static void test_info(void)
{
    static const struct {
        const char *problem;
        int64_t bytes; /* one read of the input and one write of the output */
        double flops;
        int passes;
    } cases[] = {
        {"c2c 4096", 2 * 4096 * 8, 5.0 * 4096 * 12, 1},
        {"c2c f64 4096*3 split", 3 * 2 * 4096 * 16, 3 * 5.0 * 4096 * 12, 1},
        {"c2c f16 1024 inplace", 2 * 1024 * 4, 5.0 * 1024 * 10, 1},
        {"c2c 1024 in=i8 out=f16", 1024 * 2 + 1024 * 4, 5.0 * 1024 * 10, 1},
        {"r2c f64 16x8*3", 3 * (16 * 8 * 8 + 16 * 5 * 16), 3 * 2.5 * 128 * 7, 2},
        {"c2r 16x8", 16 * 5 * 8 + 16 * 8 * 4, 2.5 * 128 * 7, 2},
        {"dct2 32", 2 * 32 * 4, 2.5 * 32 * 5, 1},
        {"c2c 4x4x4", 2 * 64 * 8, 5.0 * 64 * 6, 3},
        {"c2c 1*7", 7 * 2 * 8, 0, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ata_plan *plan = plan_of(cases[i].problem, NULL);
        const ata_plan_info info = info_of(plan);
        CHECK(info.bytes_minimal == cases[i].bytes, "%s: %lld bytes", cases[i].problem, (long long)info.bytes_minimal);
        CHECK(fabs(info.flops - cases[i].flops) <= 1e-9 * cases[i].flops, "%s: %g", cases[i].problem, info.flops);
        CHECK(info.passes == cases[i].passes, "%s: %d passes", cases[i].problem, info.passes);
        CHECK(info.bytes_estimated >= info.bytes_minimal &&
              (info.passes > 1 || info.bytes_estimated == info.bytes_minimal));
        CHECK(strcmp(info.engine, "cpu") == 0 && info.threads == 1 && strcmp(info.chosen_by, "estimate") == 0);
        CHECK(info.time_estimated > 0 && isfinite(info.time_estimated), "%s: %g s", cases[i].problem,
              info.time_estimated);
        ata_plan_destroy(plan);
    }
    ata_plan *plan = plan_of("c2c 256*100", &(ata_options){.threads = 5, .engine = "cpu"});
    CHECK(info_of(plan).threads == 5);
    ata_plan_destroy(plan);
    plan = plan_of("c2c 2^22", NULL);
    CHECK(info_of(plan).scratch_bytes > 0);
    ata_plan_destroy(plan);
    plan = plan_of("c2c 1024x1024", NULL);
    CHECK(info_of(plan).passes >= 2);
    ata_plan_destroy(plan);
}

static void test_extent(void)
{
    ata_extent extent;
    ata_problem problem = problem_of("c2c 8*3 istride=-2 idist=32 odist=10");
    CHECK(ata_problem_extent(&problem, &extent) == ATA_OK);
    CHECK(extent.in_before == 7 * 2 * 8 && extent.in_bytes == (7 * 2 + 2 * 32 + 1) * 8, "%lld",
          (long long)extent.in_bytes);
    CHECK(extent.out_before == 0 && extent.out_bytes == (7 + 2 * 10 + 1) * 8, "%lld", (long long)extent.out_bytes);
    problem = problem_of("r2c f64 4x10 inplace");
    CHECK(ata_problem_extent(&problem, &extent) == ATA_OK && extent.in_bytes == 4 * 6 * 16 &&
          extent.out_bytes == 4 * 6 * 16);
    CHECK(ata_problem_check(&problem, &problem) == ATA_OK && problem.dim[0].stride_in == 12, "written over itself");
}

/* --- The last error ---------------------------------------------------------------------------------------------- */

static void *fail_elsewhere(void *argument)
{
    bool *good = argument;
    const ata_problem problem = {.dim = {{.n = -5}}};
    *good = ata_last_error()->status == ATA_OK && ata_last_error()->message[0] == '\0';
    *good = *good && ata_problem_check(&problem, NULL) == ATA_ERROR_LENGTH;
    *good = *good && ata_last_error()->status == ATA_ERROR_LENGTH && strcmp(ata_last_error()->value, "-5") == 0;
    return NULL;
}

static void make_mark(void)
{
    ata_fail(ATA_ERROR_FORMAT, "mark", "7", "none", "the mark stands");
}

static bool mark_stands(void)
{
    const ata_error *error = ata_last_error();
    return error->status == ATA_ERROR_FORMAT && strcmp(error->field, "mark") == 0 && strcmp(error->value, "7") == 0 &&
           strcmp(error->accepted, "none") == 0 && strcmp(error->message, "the mark stands") == 0;
}

static void test_last_error_thread(void)
{
    pthread_t thread;
    bool good = false;
    make_mark();
    CHECK(pthread_create(&thread, NULL, fail_elsewhere, &good) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(good, "a new thread starts with none and has its own");
    CHECK(mark_stands(), "%s", ata_last_error()->message);
}

/* Everything that a caller does with a problem, all of it good. */
static void use_problem(const ata_problem *problem, const ata_options *options, const char *name)
{
    ata_problem complete;
    ata_extent extent;
    ata_plan *plan = NULL;
    ata_plan_info info;
    char text[4096];
    make_mark();
    CHECK(ata_problem_check(problem, &complete) == ATA_OK && ata_problem_extent(problem, &extent) == ATA_OK, "%s",
          name);
    CHECK(mark_stands(), "%s: check: %s", name, ata_last_error()->message);
    CHECK(ata_problem_print(problem, text, sizeof text, NULL) == ATA_OK && mark_stands(), "%s: print", name);
    CHECK(ata_plan_create(&plan, problem, options) == ATA_OK, "%s: %s", name, ata_last_error()->message);
    CHECK(mark_stands(), "%s: create: %s", name, ata_last_error()->message);
    make_mark();
    CHECK(ata_plan_get_info(plan, &info) == ATA_OK && ata_plan_print_recipe(plan, text, sizeof text, NULL) == ATA_OK &&
              ata_plan_print_problem(plan, text, sizeof text, NULL) == ATA_OK && mark_stands(),
          "%s: %s", name, ata_last_error()->message);
    CHECK(ata_plan_print_report(plan, text, sizeof text, NULL) == ATA_OK, "%s: %s", name, ata_last_error()->message);
    CHECK(mark_stands(), "%s: report: %s", name, ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* A call that succeeds leaves the last error alone, also where it tried things on the way that failed. */
static void test_last_error_kept(void)
{
    check_listed listed;
    for (int i = 0; check_problems_get(i, &listed) && listed.tier == CHECK_TIER_QUICK; i++) {
        const ata_problem problem = problem_of(listed.text);
        use_problem(&problem, NULL, listed.text);
    }
    const ata_problem prime = problem_of("c2c 16411"); /* too long for one pass to be the first thought */
    use_problem(&prime, NULL, "c2c 16411");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        ata_problem problem;
        char name[32];
        snprintf(name, sizeof name, "random problem %d", (int)seed);
        check_generate_problem(&problem, seed, 20000);
        use_problem(&problem, NULL, name);
    }
    ata_wisdom *wisdom;
    CHECK(ata_wisdom_create(&wisdom) == ATA_OK);
    CHECK(ata_wisdom_add(wisdom, "c2c 4096 on cpu threads 1", "{X(7)}", 1e-6) == ATA_OK);
    const ata_problem problem = problem_of("c2c 4096"), measured = problem_of("c2c 34");
    use_problem(&problem, &(ata_options){.wisdom = wisdom}, "c2c 4096 with a wisdom that does not fit");
    use_problem(&measured, &(ata_options){.wisdom = wisdom, .effort = ATA_MEASURE}, "c2c 34 measured");
    ata_wisdom_destroy(wisdom);
}

/* A long line goes through scratch as well, which the bytes of its one pass do not tell. */
static void test_report(void)
{
    char text[4096];
    ata_plan *plan = plan_of("c2c 2^18", &(ata_options){.engine = "cpu"});
    const ata_plan_info info = info_of(plan);
    CHECK(info.scratch_bytes > 0 && info.bytes_estimated == info.passes * info.bytes_minimal);
    CHECK(ata_plan_print_report(plan, text, sizeof text, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(strstr(text, "least possible") && strstr(text, ", scratch not counted\n"), "%s", text);
    ata_plan_destroy(plan);
}

/* --- Wisdom ------------------------------------------------------------------------------------------------------ */

static void test_wisdom(void)
{
    char folder[256], path[300];
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/atalanta_api_XXXXXX", base && *base ? base : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/wisdom", folder);
    ata_wisdom *wisdom = NULL, *again = NULL;
    CHECK(ata_wisdom_create(&wisdom) == ATA_OK && ata_wisdom_create(&again) == ATA_OK);
    CHECK(ata_wisdom_get_count(wisdom) == 0 && ata_wisdom_load(wisdom, path) == ATA_ERROR_FILE);
    char measured[512], found[512];
    const ata_options measure = {.wisdom = wisdom, .effort = ATA_MEASURE}, ask = {.wisdom = again};
    ata_plan *plan = plan_of("c2c 720", &measure);
    CHECK(strcmp(info_of(plan).chosen_by, "measure") == 0 && ata_wisdom_get_count(wisdom) == 1);
    CHECK(info_of(plan).time_estimated > 0 && ata_plan_print_recipe(plan, measured, sizeof measured, NULL) == ATA_OK);
    ata_plan_destroy(plan);
    ata_plan_destroy(plan_of("c2c 720", &measure));
    CHECK(ata_wisdom_get_count(wisdom) == 1, "the same problem stands once");
    ata_plan_destroy(plan_of("c2c 720", &(ata_options){.effort = ATA_MEASURE}));

    plan = plan_of("c2c 720", &ask);
    CHECK(strcmp(info_of(plan).chosen_by, "estimate") == 0 && ata_wisdom_get_count(again) == 0, "nothing is known yet");
    ata_plan_destroy(plan);
    plan = plan_of("c2c 720", &(ata_options){.wisdom = wisdom});
    CHECK(strcmp(info_of(plan).chosen_by, "wisdom") == 0);
    CHECK(ata_plan_print_recipe(plan, measured, sizeof measured, NULL) == ATA_OK);
    ata_plan_destroy(plan);
    CHECK(ata_wisdom_store(wisdom, path) == ATA_OK && ata_wisdom_load(again, path) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(ata_wisdom_get_count(again) == 1);
    plan = plan_of("c2c 720", &ask);
    CHECK(strcmp(info_of(plan).chosen_by, "wisdom") == 0 &&
          ata_plan_print_recipe(plan, found, sizeof found, NULL) == ATA_OK);
    CHECK(strcmp(found, measured) == 0, "%s is not %s", found, measured);
    ata_plan_destroy(plan);
    static const char *const others[] = {"c2c 720 inverse", "c2c 720*2", "c2c f64 720", "r2c 720"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        plan = plan_of(others[i], &ask);
        CHECK(strcmp(info_of(plan).chosen_by, "estimate") == 0, "%s is another problem", others[i]);
        ata_plan_destroy(plan);
    }
    CHECK(unlink(path) == 0 && rmdir(folder) == 0, "nothing else is left in %s", folder);
    ata_wisdom_destroy(wisdom);
    ata_wisdom_destroy(again);
}

/* The key of "c2c 4096" on one thread; `with`: what it says of the instruction set. */
static const char *key_of(const char *with)
{
    static char key[256];
    snprintf(key, sizeof key, "c2c 4096 on cpu (%s)%s threads 1", ata_cpu_features(), with);
    return key;
}

/* What was measured with one instruction set serves with that alone; keys of old files, which do not say, with none. */
static void test_wisdom_isa(void)
{
    char mine[64];
    snprintf(mine, sizeof mine, " with %s", ata_line_isa());
    const char *const with[] = {mine, " with another", ""};
    for (size_t i = 0; i < COUNT_OF(with); i++) {
        ata_wisdom *wisdom;
        CHECK(ata_wisdom_create(&wisdom) == ATA_OK);
        CHECK(ata_wisdom_add(wisdom, key_of(with[i]), "{X(4), X(16), X(8), X(8)}", 1e-9) == ATA_OK);
        ata_plan *plan = plan_of("c2c 4096", &(ata_options){.engine = "cpu", .wisdom = wisdom});
        CHECK(strcmp(info_of(plan).chosen_by, i == 0 ? "wisdom" : "estimate") == 0, "%s", key_of(with[i]));
        ata_plan_destroy(plan);
        ata_wisdom_destroy(wisdom);
    }
}

/* Whatever stands in a wisdom, the plan is a good one. */
static void test_wisdom_misfit(void)
{
    static const char *const recipes[] = {"{X(4)}", "{X(128), X(32)}", "nonsense", "{X(half:4096(16, 16, 8))}",
                                          "{Y(4096)}"};
    char mine[64];
    snprintf(mine, sizeof mine, " with %s", ata_line_isa());
    for (size_t i = 0; i < COUNT_OF(recipes); i++) {
        ata_wisdom *wisdom;
        CHECK(ata_wisdom_create(&wisdom) == ATA_OK);
        CHECK(ata_wisdom_add(wisdom, key_of(mine), recipes[i], 1e-9) == ATA_OK);
        ata_plan *plan = plan_of("c2c 4096", &(ata_options){.wisdom = wisdom}), *usual = plan_of("c2c 4096", NULL);
        char text[256], expected[256];
        CHECK(strcmp(info_of(plan).chosen_by, "estimate") == 0, "%s", recipes[i]);
        CHECK(ata_plan_print_recipe(plan, text, sizeof text, NULL) == ATA_OK);
        CHECK(ata_plan_print_recipe(usual, expected, sizeof expected, NULL) == ATA_OK && strcmp(text, expected) == 0);
        ata_plan_destroy(plan);
        ata_plan_destroy(usual);
        ata_wisdom_destroy(wisdom);
    }
}

/* --- Where the arrays lie ---------------------------------------------------------------------------------------- */

/* The right result, for whatever lies where. */
static check_reference reference_of(const ata_problem *problem)
{
    check_arrays arrays;
    check_reference reference = {.batches = 0};
    CHECK(check_arrays_create(&arrays, problem, 0) == ATA_OK);
    check_arrays_fill(&arrays, 42);
    CHECK(check_reference_create(&reference, &arrays.problem, arrays.in_re, arrays.in_im, 1e9, 1) == ATA_OK);
    check_arrays_destroy(&arrays);
    return reference;
}

/* A digest of the result, with arrays and scratch `misalign` bytes past an aligned address; scratch is the plan's own
 * where `bring` is false. */
static uint64_t result_of(const ata_problem *problem, const check_reference *reference, int misalign, bool bring)
{
    check_arrays arrays;
    ata_plan *plan;
    const ata_options options = {.caller_scratch = bring};
    CHECK(check_arrays_create(&arrays, problem, misalign) == ATA_OK);
    CHECK(ata_plan_create(&plan, problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    check_arrays_set_poison(&arrays, CHECK_POISON);
    check_arrays_fill(&arrays, 42);
    ata_buffers buffers = check_arrays_get_buffers(&arrays);
    char *scratch = NULL;
    if (bring) {
        buffers.scratch_bytes = info_of(plan).scratch_bytes;
        scratch = aligned_alloc(64, (buffers.scratch_bytes + 127) / 64 * 64);
        buffers.scratch = scratch + misalign;
    }
    CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s", ata_last_error()->message);
    const ata_type arithmetic = problem->type == ATA_F64 ? ATA_F64 : ATA_F32;
    const double error = check_reference_get_excess(reference, &arrays.out, arithmetic, arrays.out_re, arrays.out_im);
    CHECK(check_error_passes(error, check_error_get_bound(&arrays.problem)), "the error is %g", error);
    const uint64_t digest = check_arrays_get_output_digest(&arrays);
    CHECK(check_arrays_count_damage(&arrays, CHECK_POISON) == 0);
    free(scratch);
    ata_plan_destroy(plan);
    check_arrays_destroy(&arrays);
    return digest;
}

/* Arrays at odd addresses are read and written as well, by other functions, which may round differently; where the
 * scratch lies never changes a bit. */
static void test_misaligned(void)
{
    static const char *const problems[] = {
        "c2c 4096",      "c2c f64 60*7",          "c2c 2^17",
        "r2c 30x44",     "c2r f64 45x16",         "r2c 12x30*3 inplace",
        "dct4 f64 33*5", "c2c f16 512",           "c2c bf16 96*4",
        "dst1 24",       "c2c 100 in=i8 out=i16", "c2c f64 128 split",
        "c2c 1009",      "c2c 256*3 inplace",     "c2c 64 istride=3 ostride=-2",
        "c2r 16*40",     "r2c f64 9*7",           "c2c 8*21 inverse",
    };
    static const int misaligns[] = {0, 1, 3, 7, 17, 63};
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        const ata_problem problem = problem_of(problems[i]);
        check_reference reference = reference_of(&problem);
        for (size_t m = 0; m < COUNT_OF(misaligns); m++)
            CHECK(result_of(&problem, &reference, misaligns[m], false) ==
                      result_of(&problem, &reference, misaligns[m], true),
                  "%s: the caller's scratch, at %d", problems[i], misaligns[m]);
        check_reference_destroy(&reference);
    }
}

/* Split arrays hold the numbers that interleaved ones hold, but for their rounding. */
static void check_split(const char *text)
{
    enum { POINTS = 8192 };
    static float in[2 * POINTS], in_split[2][POINTS], out[2 * POINTS], out_split[2][POINTS];
    ata_problem problem = problem_of(text);
    ata_plan *plan, *split;
    const bool real_in = problem.kind == ATA_R2C, real_out = problem.kind == ATA_C2R;
    for (int i = 0; i < 2 * POINTS; i++) in[i] = (float)check_arrays_get_random(ATA_F32, 7, i);
    for (int i = 0; i < POINTS; i++) {
        in_split[0][i] = real_in ? in[i] : in[2 * i];
        in_split[1][i] = in[2 * i + 1];
        out[2 * i] = out[2 * i + 1] = out_split[0][i] = out_split[1][i] = 0;
    }
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK);
    problem.layout = ATA_SPLIT;
    CHECK(ata_plan_create(&split, &problem, NULL) == ATA_OK);
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK);
    const ata_buffers buffers = {
        in_split[0], out_split[0], real_in ? NULL : in_split[1], real_out ? NULL : out_split[1], NULL, 0, NULL};
    CHECK(ata_plan_execute_with(split, &buffers) == ATA_OK);
    check_error error = {.count = 0};
    for (int i = 0; i < POINTS; i++) {
        const float *whole = real_out ? &out[i] : &out[2 * i];
        check_error_add(&error, (double)out_split[0][i] - (double)whole[0], (double)whole[0]);
        if (!real_out) check_error_add(&error, (double)out_split[1][i] - (double)whole[1], (double)whole[1]);
    }
    CHECK(check_error_passes(check_error_get(&error), 1e-6), "%s: they differ by %g", text, check_error_get(&error));
    ata_plan_destroy(plan);
    ata_plan_destroy(split);
}

static void test_split(void)
{
    static const char *const problems[] = {"c2c 8192",  "c2c 64x128 inverse", "c2c 81*100",
                                           "r2c 90x90", "c2r 90x90",          "c2c 1009*8"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) check_split(problems[i]);
}

/* Recipes that nobody would choose give the same answers: radices of 1, stages made one step, ends without forms. */
static void test_odd_recipes(void)
{
    static const char *const odd[][2] = {{"c2c 16", "{X(1), X(16)}"},
                                         {"c2c 16", "{X(4), X(1), X(4)}"},
                                         {"c2c 256", "{X(1), X(16), X(16)}"},
                                         {"c2c 16*9", "{X(1), X(16)}"},
                                         {"c2c 4352", "{X(line:256(16, 16)), X(17)}"},
                                         {"c2c 768", "{X(3), X(line:256(16, 16))}"},
                                         {"c2c 4096", "{X(64), X(64)}"},
                                         {"c2c 323", "{X(17), X(19)}"},
                                         {"c2c 323*20", "{X(19), X(17)}"},
                                         {"c2c 46", "{X(2), X(rader:23(11, 2))}"},
                                         {"c2c 368", "{X(16), X(rader:23(11, 2))}"},
                                         {"c2c 4736*16", "{X(64), X(line:74(2, rader:37(6, 6)))}"}};
    enum { NUMBERS = 2 * 4736 * 16 };
    static float in[NUMBERS], usual[NUMBERS], out[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) in[i] = (float)((i * 7919) % 1009) / 1009 - 0.5f;
    for (size_t r = 0; r < COUNT_OF(odd); r++) {
        double error = 0, size = 0;
        memset(usual, 0, sizeof usual);
        memset(out, 0, sizeof out);
        ata_plan *plan = plan_of(odd[r][0], NULL), *other = plan_of(odd[r][0], &(ata_options){.recipe = odd[r][1]});
        CHECK(ata_plan_execute(plan, in, usual) == ATA_OK && ata_plan_execute(other, in, out) == ATA_OK, "%s",
              odd[r][1]);
        for (int i = 0; i < NUMBERS; i++) {
            error += ((double)out[i] - usual[i]) * ((double)out[i] - usual[i]);
            size += (double)usual[i] * usual[i];
        }
        CHECK(size > 0 && error <= 1e-12 * size, "%s %s is off by %g", odd[r][0], odd[r][1], sqrt(error / size));
        ata_plan_destroy(plan);
        ata_plan_destroy(other);
    }
}

static const test_case cases[] = {
    {"odd_recipes", test_odd_recipes},
    {"statuses", test_statuses},
    {"library", test_library},
    {"texts", test_texts},
    {"texts_again", test_texts_again},
    {"info", test_info},
    {"extent", test_extent},
    {"last_error_thread", test_last_error_thread},
    {"last_error_kept", test_last_error_kept},
    {"report", test_report},
    {"wisdom", test_wisdom},
    {"wisdom_isa", test_wisdom_isa},
    {"wisdom_misfit", test_wisdom_misfit},
    {"misaligned", test_misaligned},
    {"split", test_split},
};
TEST_MAIN(cases)
