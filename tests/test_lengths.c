/* test_lengths.c - every length from 1: c2c to 1024 and every other kind to 256, in f32 and f64, against the
 * definition summed up in long double. One reference serves both precisions, whose inputs are the same numbers.
 *
 * Software long doubles are slow, so two threads share the lengths. ATALANTA_TEST_LIMIT lowers the longest.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check/error.h"
#include "check/reference.h"
#include "tests/test.h"

enum { LONGEST = 1024, LONGEST_OTHER = 256, KINDS = ATA_DHT + 1 };

/* What the threads found: the error of each kind and length, in f32 and f64. */
typedef struct survey {
    ata_kind kind;
    int longest;
    _Atomic int next; /* the length to be done next, counting down: the long ones first */
    double error[LONGEST + 1][2];
} survey;

static ata_problem get_problem(ata_kind kind, ata_type type, int64_t n)
{
    return (ata_problem){.kind = kind, .type = type, .rank = 1, .dim = {{.n = n}}};
}

/* The relative error of one plan; NaN if anything failed. */
static double measure(check_arrays *arrays, const check_reference *reference)
{
    ata_plan *plan;
    double error = NAN;
    if (ata_plan_create(&plan, &arrays->problem, NULL) != ATA_OK) return NAN;
    if (ata_plan_execute(plan, arrays->in_re, arrays->out_re) == ATA_OK) {
        error = check_reference_get_error(reference, &arrays->out, arrays->out_re, arrays->out_im);
    }
    ata_plan_destroy(plan);
    return error;
}

static void survey_length(survey *s, int n)
{
    const ata_problem narrow = get_problem(s->kind, ATA_F32, n), wide = get_problem(s->kind, ATA_F64, n);
    check_arrays arrays[2];
    check_reference reference;
    s->error[n][0] = s->error[n][1] = NAN;
    if (check_arrays_create(&arrays[0], &narrow, 0) != ATA_OK) return;
    if (check_arrays_create(&arrays[1], &wide, 0) == ATA_OK) {
        for (int i = 0; i < 2; i++) check_arrays_fill(&arrays[i], (uint64_t)n);
        /* A budget that always allows the definition. */
        if (check_reference_create(&reference, &arrays[1].problem, arrays[1].in_re, NULL, 1e9, 1) == ATA_OK) {
            for (int i = 0; i < 2; i++) s->error[n][i] = measure(&arrays[i], &reference);
            check_reference_destroy(&reference);
        }
        check_arrays_destroy(&arrays[1]);
    }
    check_arrays_destroy(&arrays[0]);
}

static void *survey_lengths(void *context)
{
    survey *s = context;
    const int shortest = s->kind == ATA_DCT1 ? 2 : 1;
    for (int n; (n = atomic_fetch_sub(&s->next, 1)) >= shortest;) survey_length(s, n);
    return NULL;
}

static void check_kind(ata_kind kind, int longest)
{
    static survey s;
    const char *limit = getenv("ATALANTA_TEST_LIMIT");
    if (limit && atoi(limit) > 0 && atoi(limit) < longest) longest = atoi(limit);
    s.kind = kind;
    s.longest = longest;
    atomic_store(&s.next, longest);
    pthread_t other;
    const bool shared = pthread_create(&other, NULL, survey_lengths, &s) == 0;
    survey_lengths(&s);
    if (shared) pthread_join(other, NULL);
    for (int n = kind == ATA_DCT1 ? 2 : 1; n <= longest; n++) {
        for (int i = 0; i < 2; i++) {
            ata_problem problem = get_problem(kind, i ? ATA_F64 : ATA_F32, n);
            char text[128] = "";
            ata_problem_print(&problem, text, sizeof text, NULL);
            if (ata_problem_check(&problem, &problem) != ATA_OK)
                CHECK(false, "%s: %s", text, ata_last_error()->message);
            const double bound = check_error_get_bound(&problem);
            CHECK(check_error_passes(s.error[n][i], bound), "%s: the error is %.3g and may be %.3g", text,
                  s.error[n][i], bound);
        }
    }
}

static void complex_lengths(void)
{
    check_kind(ATA_C2C, LONGEST);
}

static void half_complex_lengths(void)
{
    check_kind(ATA_R2C, LONGEST_OTHER);
    check_kind(ATA_C2R, LONGEST_OTHER);
}

static void real_lengths(void)
{
    for (int kind = ATA_DCT1; kind < KINDS; kind++) check_kind((ata_kind)kind, LONGEST_OTHER);
}

static const test_case cases[] = {
    {"complex lengths", complex_lengths},
    {"half complex lengths", half_complex_lengths},
    {"real lengths", real_lengths},
};

TEST_MAIN(cases)
