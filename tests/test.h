/* test.h - the few lines every C test stands on.
 *
 * A test program is a list of functions run by TEST_MAIN; CHECK counts a failure, prints where and what, and goes on.
 * The program closes with "N passed, N failed" (functions, not checks) and exits 1 if any failed.
 */
#ifndef ATALANTA_TEST_H
#define ATALANTA_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Whether a sanitizer watches, whose frames and memory are not the library's. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static int test_failures; /* in the running function */

#define CHECK(condition, ...)                                               \
    do {                                                                    \
        if (!(condition)) {                                                 \
            test_failures++;                                                \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, "" __VA_ARGS__);                                \
            fputc('\n', stderr);                                            \
        }                                                                   \
    } while (0)

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

/* Run all, or those whose name contains argv[1]. */
static inline int test_main(const test_case *cases, int count, int argc, char **argv)
{
    int passed = 0, failed = 0;
    for (int i = 0; i < count; i++) {
        if (argc > 1 && !strstr(cases[i].name, argv[1])) continue;
        test_failures = 0;
        cases[i].run();
        if (test_failures) fprintf(stderr, "FAILED %s (%d checks)\n", cases[i].name, test_failures);
        test_failures ? failed++ : passed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed || passed == 0;
}

#define TEST_MAIN(cases)                                                                \
    int main(int argc, char **argv)                                                     \
    {                                                                                   \
        return test_main(cases, (int)(sizeof(cases) / sizeof((cases)[0])), argc, argv); \
    }

#endif
