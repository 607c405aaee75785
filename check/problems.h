/* problems.h - the one list of problems that correctness and benchmarks go through. */
#ifndef ATALANTA_CHECK_PROBLEMS_H
#define ATALANTA_CHECK_PROBLEMS_H

#include <stdbool.h>

typedef enum check_tier {
    CHECK_TIER_QUICK,  /* well under a second each: every feature, small */
    CHECK_TIER_NORMAL, /* up to seconds each: sizes people use */
    CHECK_TIER_LARGE,  /* up to a minute or two and a gigabyte or two each */
    CHECK_TIER_GPU     /* every kernel of a GPU, small enough for an emulator */
} check_tier;

typedef struct check_listed {
    check_tier tier;
    const char *text;
} check_listed;

/* The problems, counted from 0, tier after tier; false past the last. */
bool check_problems_get(int index, check_listed *listed);

/* The last tier (problems_gpu.c). */
extern const char *const check_problems_gpu[];
extern const int check_problems_gpu_count;

#endif
