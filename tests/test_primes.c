/* test_primes.c - lengths with long prime factors: convolutions that are done one by one though their lines lie side by
 * side, as columns and as stages of a line, and such as are not; by one thread and by several. */
#include <stdio.h>

#include "check/verify.h"
#include "tests/test_same.h"

static void verify(const char *text)
{
    const ata_problem problem = parse(text);
    check_result result;
    for (int threads = 1; threads <= 3; threads += 2) {
        const ata_status status = check_problem(&problem, &(ata_options){.threads = threads}, CHECK_ALL, 7, &result);
        CHECK(status == ATA_OK && result.passed, "%s, %d threads: %s", text, threads, result.failure);
    }
}

/* Rader's have 7680 and 12288 points, Bluestein's 8192 or more. */
static void columns_are_right(void)
{
    verify("c2c 7681*6 istride=6 ostride=6 idist=1 odist=1");
    verify("c2c f64 7681*3 istride=3 ostride=3 idist=1 odist=1 inverse inplace");
    verify("c2c 4019*33 istride=35 ostride=33 idist=1 odist=1 scale=n");
    verify("c2c f64 4019*17 istride=17 ostride=17 idist=1 odist=1");
    verify("c2c 4019x2 split");
    verify("r2c f64 4019x5");
    verify("dct2 12289x3");
    verify("dst3 f64 4019*2 istride=2 ostride=2 idist=1 odist=1");
    verify("c2c f16 4019*7 istride=7 ostride=7 idist=1 odist=1");
}

static void stages_are_right(void)
{
    verify("c2c 8038");
    verify("c2c f64 8038 inverse");
    verify("c2c 40190 inplace");
    verify("c2c f64 84399 scale=sqrt");
    verify("c2c 130119");
    verify("r2c 53767 inplace");
    verify("c2r f64 36867");
    verify("c2c f64 36867*2");
    verify("c2c 526489"); /* 131 x 4019 */
}

/* Shorter ones, done side by side, and the first that are not. */
static void short_ones_are_right(void)
{
    verify("c2c 2039*9 istride=9 ostride=9 idist=1 odist=1");
    verify("c2c f64 2053*9 istride=9 ostride=9 idist=1 odist=1");
    verify("c2c f64 2039x4 inplace");
    verify("c2c 20390");
    verify("c2c f64 4097*5 istride=5 ostride=5 idist=1 odist=1");
}

/* Lines of so few points that they are done by the definition, one and a few, however they lie. */
static void single_lines_are_right(void)
{
    static const int primes[] = {37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127};
    static const char *const lies[] = {"",   " inverse inplace", " split", " istride=3 ostride=2", " istride=3 inverse",
                                       "*3", " scale=n"};
    char text[64];
    for (size_t p = 0; p < sizeof primes / sizeof primes[0]; p++)
        for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++)
            for (int wide = 0; wide < 2; wide++) {
                snprintf(text, sizeof text, "c2c %s %d%s", wide ? "f64" : "f32", primes[p], lies[i]);
                verify(text);
            }
    verify("r2c f64 127");
    verify("c2r f64 97*5");
    verify("r2c 94");
    verify("c2c f64 235");
    verify("c2c f16 97");
    verify("dct2 f64 113");
}

static void threads_do_not_matter(void)
{
    is_the_same_by_threads("c2c 7681*6 istride=6 ostride=6 idist=1 odist=1", NULL, 2 * 7681 * 6);
    is_the_same_by_threads("c2c f64 7681*5 istride=5 ostride=5 idist=1 odist=1", NULL, 4 * 7681 * 5);
    is_the_same_by_threads("c2c 4019*3 istride=3 ostride=3 idist=1 odist=1", NULL, 2 * 4019 * 3);
    is_the_same_by_threads("c2c 40190", NULL, 2 * 40190);
    is_the_same_by_threads("c2c f64 84399", NULL, 4 * 84399);
    is_the_same_by_threads("r2c 53767*2", NULL, 2 * 53768);
}

static const test_case cases[] = {
    {"columns are right", columns_are_right},         {"stages are right", stages_are_right},
    {"short ones are right", short_ones_are_right},   {"single lines are right", single_lines_are_right},
    {"threads do not matter", threads_do_not_matter},
};

TEST_MAIN(cases)
