/* parallel.c - threads that take the next part until there is none. */
#include "check/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

/* Is this thread doing a part already? */
static _Thread_local bool inside;

typedef struct job {
    void (*work)(void *state, int64_t part);
    void *state;
    int64_t parts;
    _Atomic int64_t next;
} job;

int check_parallel_count_cores(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CHECK_THREADS_MAX ? CHECK_THREADS_MAX : (int)cores;
}

static void *take_parts(void *argument)
{
    job *j = argument;
    const bool before = inside;
    inside = true;
    for (int64_t part; (part = atomic_fetch_add(&j->next, 1)) < j->parts;) j->work(j->state, part);
    inside = before;
    return NULL;
}

void check_parallel_run(int threads, int64_t parts, void (*work)(void *state, int64_t part), void *state)
{
    job j = {.work = work, .state = state, .parts = parts};
    pthread_t helpers[CHECK_THREADS_MAX];
    int64_t wanted = inside ? 1 : threads < CHECK_THREADS_MAX ? threads : CHECK_THREADS_MAX;
    if (wanted > parts) wanted = parts;
    if (wanted <= 1) { /* not shared out, so that what is inside still may be */
        for (int64_t part = 0; part < parts; part++) work(state, part);
        return;
    }
    int started = 0;
    while (started + 1 < wanted && pthread_create(&helpers[started], NULL, take_parts, &j) == 0) started++;
    take_parts(&j);
    for (int i = 0; i < started; i++) pthread_join(helpers[i], NULL);
}

int64_t check_parallel_count_parts(int64_t count, int64_t step)
{
    return count / step + (count % step != 0);
}

int64_t check_parallel_get_step(int64_t count, int64_t least)
{
    const int64_t needed = check_parallel_count_parts(count, CHECK_PARTS);
    return needed > least ? needed : least;
}

typedef struct split {
    check_parallel_range *work;
    void *state;
    int64_t count, step;
} split;

static void do_range(void *state, int64_t part)
{
    const split *s = state;
    const int64_t begin = part * s->step, left = s->count - begin;
    s->work(s->state, part, begin, begin + (left < s->step ? left : s->step));
}

void check_parallel_split(int64_t count, int64_t step, check_parallel_range *work, void *state)
{
    split s = {.work = work, .state = state, .count = count, .step = step};
    check_parallel_run(check_parallel_count_cores(), check_parallel_count_parts(count, step), do_range, &s);
}
