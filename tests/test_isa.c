/* test_isa.c - the instruction sets: the best is chosen, ATALANTA_ISA chooses another, and what it cannot have is
 * refused in one sentence. What each set computes is tested by isa.sh.
 *
 * The choice is made once in a process, so each case asks in a child of its own.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "atalanta.h"
#include "core/cpu.h"
#include "engine/cpu/line/sets.h"
#include "tests/test.h"

/* What a child found. */
typedef struct answer {
    ata_status status; /* of making a plan */
    ata_error error;
    char isa[32], isas[64];
    int sets, width[2]; /* f32, f64 */
    bool known;         /* the child came to its end */
} answer;

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static answer look(void)
{
    answer found = {.known = true};
    const ata_problem problem = {.dim = {{.n = 8}}};
    ata_plan *plan = NULL;
    found.status = ata_plan_create(&plan, &problem, NULL);
    ata_plan_destroy(plan);
    found.error = *ata_last_error();
    copy(found.isa, sizeof found.isa, ata_line_isa());
    copy(found.isas, sizeof found.isas, ata_line_isas());
    const ata_line_functions *const *sets[2] = {ata_line_sets(ATA_F32), ata_line_sets(ATA_F64)};
    for (int i = 0; i < 2; i++) found.width[i] = sets[i][0]->width;
    while (sets[0][found.sets]) found.sets++;
    return found;
}

/* What a process finds whose ATALANTA_ISA is `isa`; NULL: has none. */
static answer ask(const char *isa)
{
    answer found = {.known = false};
    int ends[2];
    if (pipe(ends) != 0) return found;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (isa) setenv("ATALANTA_ISA", isa, 1);
        else unsetenv("ATALANTA_ISA");
        found = look();
        _exit(write(ends[1], &found, sizeof found) == (ssize_t)sizeof found ? 0 : 1);
    }
    close(ends[1]);
    int status = -1;
    if (child < 0 || read(ends[0], &found, sizeof found) != (ssize_t)sizeof found) found.known = false;
    close(ends[0]);
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0 && found.known, "ATALANTA_ISA=%s",
          isa ? isa : "(unset)");
    return found;
}

static void test_best(void)
{
    const answer found = ask(NULL), empty = ask("");
    CHECK(found.status == ATA_OK && empty.status == ATA_OK);
    const char *last = strrchr(found.isas, ' ');
    CHECK(strcmp(found.isa, last ? last + 1 : found.isas) == 0, "%s of %s", found.isa, found.isas);
    CHECK(strcmp(empty.isa, found.isa) == 0, "an empty ATALANTA_ISA chooses %s", empty.isa);
#if defined(ATALANTA_BASELINE) && defined(__x86_64__)
    CHECK(strcmp(found.isas, "c") == 0, "%s", found.isas);
#elif defined(ATALANTA_BASELINE) && defined(__aarch64__)
    CHECK(strcmp(found.isas, "neon") == 0, "%s", found.isas);
#elif defined(__x86_64__)
    const bool wide = ata_cpu_has("avx512f") && ata_cpu_has("avx512dq") && ata_cpu_has("avx512vl");
    const bool middle = ata_cpu_has("avx2") && ata_cpu_has("fma");
    CHECK(strcmp(found.isas, wide ? "c avx2 avx512" : middle ? "c avx2" : "c") == 0, "%s", found.isas);
#elif defined(__aarch64__)
    CHECK(strcmp(found.isas, ata_cpu_has("fcma") ? "neon fcma" : "neon") == 0, "%s", found.isas);
#endif
}

static void test_each(void)
{
    const answer best = ask(NULL);
    char words[sizeof best.isas];
    copy(words, sizeof words, best.isas);
    int width = 0;
    for (char *rest, *isa = strtok_r(words, " ", &rest); isa; isa = strtok_r(NULL, " ", &rest)) {
        const answer found = ask(isa);
        CHECK(found.status == ATA_OK && strcmp(found.isa, isa) == 0, "%s: %s is in use", isa, found.isa);
        CHECK(strcmp(found.isas, best.isas) == 0, "%s changes what there is to %s", isa, found.isas);
        CHECK(found.sets >= 1 && found.sets < ATA_MAX_SETS, "%s has %d sets", isa, found.sets);
        CHECK(found.width[0] == 2 * found.width[1] && found.width[0] >= width, "%s: %d numbers a vector", isa,
              found.width[0]);
        width = found.width[0];
    }
}

static void test_bad(void)
{
    static const char *const bad[] = {"mmx", "NEON", "c avx2", " ", "avx512f", "auto"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const answer found = ask(bad[i]);
        CHECK(found.status == ATA_ERROR_UNSUPPORTED && strcmp(found.error.field, "ATALANTA_ISA") == 0, "%s: %s", bad[i],
              found.error.message);
        CHECK(strcmp(found.error.value, bad[i]) == 0 && strcmp(found.error.accepted, found.isas) == 0, "%s: %s, %s",
              bad[i], found.error.value, found.error.accepted);
        CHECK(strstr(found.error.message, "ATALANTA_ISA") && strstr(found.error.message, found.isas), "%s",
              found.error.message);
    }
    /* Cut where it is told, but refused all the same. */
    char text[4097];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const answer found = ask(text);
    CHECK(found.status == ATA_ERROR_UNSUPPORTED && strstr(found.error.message, "leave it unset"), "%s",
          found.error.message);
}

/* With sanitizers the engine is compiled without the optimizations that clear the upper halves of registers. */
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !SANITIZED
#define HAS_UPPER_HALVES 1
#else
#define HAS_UPPER_HALVES 0
#endif

#if HAS_UPPER_HALVES
/* Whether the machine can tell which parts of registers are in use; and which. */
static bool can_tell(void)
{
    enum { STATE = 0xd, CAN_TELL = 4 };
    unsigned a, b, c, d;
    return ata_cpu_has("avx2") && __get_cpuid_count(STATE, 1, &a, &b, &c, &d) && (a & CAN_TELL);
}

static inline unsigned get_in_use(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1) : "memory");
    return low;
}

/* A caller's code without AVX is slow as long as the upper halves of registers are in use. */
static void upper_halves_are_left_unused(void)
{
    static const char *const texts[] = {"c2c f64 52", "c2c 121*3", "c2c f64 251",     "c2r 110",     "c2c 1009",
                                        "c2c f64 64", "c2r 198",   "c2c 2^10 in=i16", "reverse 2^10"};
    enum { UPPER_HALVES = 4, BYTES = 1 << 17 };
    static char in[BYTES], out[BYTES];
    const bool tells = can_tell();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ata_problem problem;
        ata_plan *plan = NULL;
        const ata_options options = {.threads = 1, .engine = "cpu"};
        CHECK(ata_problem_parse(&problem, texts[i]) == ATA_OK && ata_plan_create(&plan, &problem, &options) == ATA_OK,
              "%s: %s", texts[i], ata_last_error()->message);
        if (plan) ata_plan_execute(plan, in, out);
        const unsigned parts = tells ? get_in_use() : 0;
        CHECK(!(parts & UPPER_HALVES), "%s leaves %x", texts[i], parts);
        ata_plan_destroy(plan);
    }
}
#endif

static const test_case cases[] = {
    {"best", test_best},
    {"each", test_each},
    {"bad", test_bad},
#if HAS_UPPER_HALVES
    {"upper halves are left unused", upper_halves_are_left_unused}, /* last: children would have its choice */
#endif
};

TEST_MAIN(cases)
