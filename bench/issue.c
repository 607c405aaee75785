/* issue.c - measures what a core issues, an aarch64 one: how long vector instructions take, how many of them go at a
 * time, and which others are in their way. docs/design/cpu-butterflies.md has what follows from it.
 *
 *     cmake --build build/release --target atalanta_issue && build/release/atalanta_issue
 *
 * A cycle is what an addition of whole numbers takes that waits for another.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"

#if defined(__aarch64__)
enum { SAMPLES = 31, LOOPS = 4000, REPEATED = 8, ROWS = 16, ROW_BYTES = 4096, LINE_BYTES = 64 };

static _Alignas(4096) char memory[ROWS * ROW_BYTES + ROW_BYTES];

#define VECTORS                                                                                                  \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", \
        "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"

/* A function that runs a text REPEATED times in each of so many loops. */
#define TEXT(name, text)                                                                                          \
    static void name(int64_t loops, char *at, int64_t stride)                                                     \
    {                                                                                                             \
        for (; loops > 0; loops--)                                                                                \
            __asm__ volatile(".arch armv8.3-a\n.rept 8\n" text ".endr\n" ::"r"(at), "r"(stride), "r"(2 * stride), \
                             "r"(3 * stride)                                                                      \
                             : "memory", "x9", VECTORS);                                                          \
    }

/* Twelve sums, each of which needs some before it, so that many are under way; `also` behind each. */
#define SUM(to, more, also) "fadd v" #to ".4s, v" #to ".4s, v" #more ".4s\n" also
#define TWELVE(also)                                                                                                  \
    SUM(0, 4, also)                                                                                                   \
    SUM(1, 5, also)                                                                                                   \
    SUM(2, 6, also)                                                                                                   \
    SUM(3, 7, also) SUM(4, 8, also) SUM(5, 9, also) SUM(6, 10, also) SUM(7, 11, also) SUM(8, 0, also) SUM(9, 1, also) \
        SUM(10, 2, also) SUM(11, 3, also)

/* The same, every fourth a product that is added. */
#define PRODUCT(to, more) "fmla v" #to ".4s, v" #more ".4s, v31.4s\n"
#define MIXED                                                                                                         \
    SUM(0, 12, "")                                                                                                    \
    SUM(1, 13, "")                                                                                                    \
    SUM(2, 14, "") PRODUCT(3, 15) SUM(4, 16, "") SUM(5, 17, "") SUM(6, 18, "") PRODUCT(7, 19) SUM(8, 20, "")          \
        SUM(9, 21, "") SUM(10, 22, "") PRODUCT(11, 23) SUM(12, 0, "") SUM(13, 1, "") SUM(14, 2, "") PRODUCT(15, 3)    \
            SUM(16, 4, "") SUM(17, 5, "") SUM(18, 6, "") PRODUCT(19, 7) SUM(20, 8, "") SUM(21, 9, "") SUM(22, 10, "") \
                PRODUCT(23, 11)

#define FOUR(text) text text text text

TEXT(cycles, FOUR("add x9, x9, x9\n"))
TEXT(wait_fadd, FOUR("fadd v0.4s, v0.4s, v31.4s\n"))
TEXT(wait_fcadd, FOUR("fcadd v0.4s, v0.4s, v31.4s, #90\n"))
TEXT(wait_fmul, FOUR("fmul v0.4s, v0.4s, v31.4s\n"))
TEXT(wait_fmla, FOUR("fmla v0.4s, v0.4s, v31.4s\n"))
TEXT(wait_fcmla, FOUR("fcmla v0.4s, v0.4s, v31.4s, #90\n"))
TEXT(wait_sum, FOUR("fcmla v0.4s, v30.4s, v31.4s, #90\n"))
TEXT(many_fadd, TWELVE(""))
TEXT(with_product, MIXED MIXED)
TEXT(with_copy, TWELVE("mov v20.16b, v31.16b\n"))
TEXT(with_zero, TWELVE("movi v20.2d, #0\n"))
TEXT(with_load, TWELVE("ldr q20, [%0]\n"))
TEXT(with_same, TWELVE("ld1r {v20.2d}, [%0]\n"))
TEXT(with_store, TWELVE("str q31, [%0]\n"))
TEXT(with_whole, TWELVE("add x9, %1, %2\n"))
TEXT(load_rows, "ldr q16, [%0]\nldr q17, [%0, %1]\nldr q18, [%0, %2]\nldr q19, [%0, %3]\n")

/* Sixteen stores to four lines of the cache: as they lie, and by turns. */
#define STORES(a, b, c, d) \
    "str q16, [%0, #" #a "]\nstr q17, [%0, #" #b "]\nstr q18, [%0, #" #c "]\nstr q19, [%0, #" #d "]\n"
TEXT(stores_in_order,
     STORES(0, 16, 32, 48) STORES(64, 80, 96, 112) STORES(128, 144, 160, 176) STORES(192, 208, 224, 240))
TEXT(stores_by_turns,
     STORES(0, 64, 128, 192) STORES(16, 80, 144, 208) STORES(32, 96, 160, 224) STORES(48, 112, 176, 240))

static double nanoseconds(void (*run)(int64_t, char *, int64_t), int64_t stride)
{
    double best = 1e30;
    for (int s = 0; s < SAMPLES; s++) {
        const double begin = now();
        run(LOOPS, memory, stride);
        const double taken = now() - begin;
        if (taken < best) best = taken;
    }
    return best / LOOPS / REPEATED;
}

/* Two loads from memory with so many sums between them: while the second one waits for the first, registers have run
 * out. */
#define BETWEEN(count)                                                                                           \
    static void between_##count(void **a, void **b, int64_t loops)                                               \
    {                                                                                                            \
        for (; loops > 0; loops--)                                                                               \
            __asm__ volatile("ldr %0, [%0]\n.rept " #count "\nfadd v0.4s, v30.4s, v31.4s\n.endr\nldr %1, [%1]\n" \
                             ".rept " #count "\nfadd v0.4s, v30.4s, v31.4s\n.endr\n"                             \
                             : "+r"(*a), "+r"(*b)::"memory", "v0");                                              \
    }

BETWEEN(64)
BETWEEN(96)
BETWEEN(112)
BETWEEN(120)
BETWEEN(128)
BETWEEN(136)
BETWEEN(160)
BETWEEN(192)

/* A chain of pointers through memory, in no order. */
static void **make_chain(int64_t count)
{
    char *lines = aligned_alloc(LINE_BYTES, (size_t)count * LINE_BYTES);
    int64_t *order = malloc((size_t)count * sizeof *order);
    if (!lines || !order) {
        fputs("atalanta_issue: out of memory\n", stderr);
        exit(1);
    }
    for (int64_t i = 0; i < count; i++) order[i] = i;
    for (int64_t i = count - 1; i > 0; i--) {
        const int64_t j = (((int64_t)rand() << 20) ^ rand()) % (i + 1), moved = order[i];
        order[i] = order[j];
        order[j] = moved;
    }
    for (int64_t i = 0; i < count; i++)
        *(void **)(lines + order[i] * LINE_BYTES) = lines + order[(i + 1) % count] * LINE_BYTES;
    free(order);
    return (void **)lines;
}

static void print_waiting(void)
{
    enum { CHAIN = 1 << 19, STEPS = 4000, ROUNDS = 7 };
    static const struct {
        int sums;
        void (*run)(void **, void **, int64_t);
    } runs[] = {{64, between_64},   {96, between_96},   {112, between_112}, {120, between_120},
                {128, between_128}, {136, between_136}, {160, between_160}, {192, between_192}};
    void **a = make_chain(CHAIN), **b = make_chain(CHAIN);
    void *at = a, *other = b; /* nothing is visited twice before all is */
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        double best = 1e30;
        for (int round = 0; round < ROUNDS; round++) {
            const double begin = now();
            runs[i].run(&at, &other, STEPS);
            const double taken = now() - begin;
            if (taken < best) best = taken;
        }
        printf("two loads from memory, %3d sums behind each   %6.1f ns\n", runs[i].sums, best / STEPS);
    }
    free(a);
    free(b);
}

int main(void)
{
    static const struct {
        const char *what;
        void (*run)(int64_t, char *, int64_t);
        double instructions;
        int64_t stride;
    } rows[] = {{"fadd, one behind the other", wait_fadd, 4, 0},
                {"fcadd", wait_fcadd, 4, 0},
                {"fmul", wait_fmul, 4, 0},
                {"fmla, by its factors", wait_fmla, 4, 0},
                {"fcmla, by its factors", wait_fcmla, 4, 0},
                {"fcmla, by its sum alone", wait_sum, 4, 0},
                {"fadd, many under way", many_fadd, 12, 0},
                {"fadd, and every fourth an fmla", with_product, 48, 0},
                {"fadd, and a copy of a register each", with_copy, 12, 0},
                {"fadd, and zeros (movi) each", with_zero, 12, 0},
                {"fadd, and a load each", with_load, 12, 0},
                {"fadd, and a load to both halves (ld1r) each", with_same, 12, 0},
                {"fadd, and a store each", with_store, 12, 0},
                {"fadd, and an addition of addresses each", with_whole, 12, 0},
                {"loads 16 bytes apart", load_rows, 4, 16},
                {"loads 64 bytes apart", load_rows, 4, 64},
                {"loads 128 bytes apart", load_rows, 4, 128},
                {"loads 144 bytes apart", load_rows, 4, 144},
                {"loads 4096 bytes apart", load_rows, 4, 4096},
                {"stores to four lines, in order", stores_in_order, 16, 0},
                {"stores to four lines, by turns", stores_by_turns, 16, 0}};
    const double cycle = nanoseconds(cycles, 0) / 4;
    printf("a cycle                                       %6.3f ns\n", cycle);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%-45s %6.2f cycles\n", rows[i].what,
               nanoseconds(rows[i].run, rows[i].stride) / cycle / rows[i].instructions);
    print_waiting();
    return 0;
}
#else
int main(void)
{
    fputs("atalanta_issue: this measures aarch64 cores alone\n", stderr);
    return 1;
}
#endif
