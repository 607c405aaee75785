/* samples.h - a clock, and the order in which samples of it are sorted. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <time.h>

/* Nanoseconds since some moment. */
static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* For qsort() of doubles. */
static inline int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#endif
