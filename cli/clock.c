/* clock.c - a clock for measuring: nanoseconds that never go back. */
#include "cli/clock.h"

#include <time.h>

int64_t cli_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t cli_clock_cost_ns(void)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < 100; i++) {
        const int64_t begin = cli_clock_ns();
        const int64_t span = cli_clock_ns() - begin;
        if (span < least) least = span;
    }
    return least;
}
