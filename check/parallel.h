/* parallel.h - work shared out to the machine's cores, in parts that do not depend on how many there are.
 *
 *     items    0 ....................................................... count
 *     parts    |---- 0 ----|---- 1 ----|---- 2 ----| ... |- last -|             each of `step` items, the last of fewer
 *
 * A caller that sums keeps one sum a part and adds them up in the order of the parts afterwards: then its result is the
 * same to the bit on any machine. Threads are made for each call and end with it: nobody is left behind to disturb what
 * is measured next.
 */
#ifndef ATALANTA_CHECK_PARALLEL_H
#define ATALANTA_CHECK_PARALLEL_H

#include <stdint.h>

enum { CHECK_THREADS_MAX = 256 };

/* The cores that are there to be used, 1 to CHECK_THREADS_MAX. */
int check_parallel_count_cores(void);

/* Call work(state, part) once for each part of 0 .. parts - 1, on up to `threads` threads, the caller's among them.
 * Parts are begun in their order, by whoever is free. What asks from inside a part that runs beside others does its
 * parts one after another: cores are shared out once. The same where the system makes no threads. */
void check_parallel_run(int threads, int64_t parts, void (*work)(void *state, int64_t part), void *state);

/* Call work(state, part, begin, end) for all parts of `step` items, on all cores. */
typedef void check_parallel_range(void *state, int64_t part, int64_t begin, int64_t end);
void check_parallel_split(int64_t count, int64_t step, check_parallel_range *work, void *state);

/* How many parts that makes. */
int64_t check_parallel_count_parts(int64_t count, int64_t step);

/* A step of `least` items or, where that would make more than CHECK_PARTS, so many that it does not: for callers who
 * keep their sums in an array of so many, and need no memory for it. */
enum { CHECK_PARTS = 512 };
int64_t check_parallel_get_step(int64_t count, int64_t least);

#endif
