/* clock.h - a clock for measuring: nanoseconds that never go back. */
#ifndef ATALANTA_CLI_CLOCK_H
#define ATALANTA_CLI_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment in the past. */
int64_t cli_clock_ns(void);

/* What reading the clock twice in a row seems to take: the part of a measured span that is the clock's own. */
int64_t cli_clock_cost_ns(void);

#endif
