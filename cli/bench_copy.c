/* bench_copy.c - how fast this machine copies the input's block to the output's, with as many threads as asked for.
 *
 * Each thread copies its share again and again with no waiting in between, which is more than a transform can hope for:
 * a roof should be a roof. Where the ends differ in size, the shorter one is gone through again until the longer one is
 * done.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cli/bench.h"
#include "cli/clock.h"

/* A cache line as the compiler's own vector; the blocks are whole lines of whatever type. */
typedef uint64_t line __attribute__((vector_size(64), may_alias));

typedef void copy_function(unsigned char *to, const unsigned char *from, size_t bytes);

static void copy_plainly(unsigned char *to, const unsigned char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

#if defined(__SSE2__)
/* Stores that go past the caches, and so do not read what they overwrite. ARM cores notice a long copy by
 * themselves. */
static void copy_past_caches(unsigned char *to, const unsigned char *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof(__m128i)) {
        _mm_stream_si128((__m128i *)(to + at), _mm_load_si128((const __m128i *)(from + at)));
    }
    _mm_sfence();
}
#endif

/* In place there is nothing to copy to: read and write each line, its bits turned over. */
static void sweep(unsigned char *to, const unsigned char *from, size_t bytes)
{
    (void)from;
    line *lines = (line *)to;
    for (size_t i = 0; i < bytes / sizeof(line); i++) lines[i] = ~lines[i];
}

typedef struct copy_variant {
    copy_function *copy;
    bool in_place_only;
} copy_variant;

static const copy_variant variants[] = {
    {copy_plainly, false},
#if defined(__SSE2__)
    {copy_past_caches, false},
#endif
    {sweep, true},
};
enum { VARIANT_COUNT = sizeof variants / sizeof variants[0] };

typedef struct team {
    copy_function *copy;
    unsigned char *to, *from;
    size_t to_bytes, from_bytes, bytes; /* the last is the longer one */
    int64_t repeats;
    int threads;
    atomic_int ready, go;
} team;

typedef struct member {
    team *team;
    pthread_t thread;
    int index;
    int64_t begin_ns, end_ns;
} member;

static size_t share_begin(const team *t, int index)
{
    return t->bytes / 64 * (size_t)index / (size_t)t->threads * 64;
}

static void copy_share(const team *t, int index)
{
    const size_t end = share_begin(t, index + 1);
    for (size_t at = share_begin(t, index); at < end;) {
        const size_t to = at < t->to_bytes ? at : at % t->to_bytes, from = at < t->from_bytes ? at : at % t->from_bytes;
        size_t bytes = end - at;
        if (bytes > t->to_bytes - to) bytes = t->to_bytes - to;
        if (bytes > t->from_bytes - from) bytes = t->from_bytes - from;
        t->copy(t->to + to, t->from + from, bytes);
        at += bytes;
    }
}

/* They yield while they wait for the others, as there may be more threads than cores. */
static void *run_member(void *argument)
{
    member *self = argument;
    team *t = self->team;
    atomic_fetch_add(&t->ready, 1);
    while (!atomic_load(&t->go)) sched_yield();
    self->begin_ns = cli_clock_ns();
    for (int64_t i = 0; i < t->repeats; i++) copy_share(t, self->index);
    self->end_ns = cli_clock_ns();
    return NULL;
}

/* From the first to begin to the last to end. Where the system would not start so many threads, those there are
 * share. */
static int64_t run_team(team *t, member *members)
{
    int started = 1;
    members[0] = (member){.team = t};
    for (; started < t->threads; started++) {
        members[started] = (member){.team = t, .index = started};
        if (pthread_create(&members[started].thread, NULL, run_member, &members[started]) != 0) break;
    }
    while (atomic_load(&t->ready) < started - 1) sched_yield();
    t->threads = started;
    atomic_store(&t->go, 1);
    run_member(&members[0]);
    int64_t begin = members[0].begin_ns, end = members[0].end_ns;
    for (int i = 1; i < started; i++) {
        pthread_join(members[i].thread, NULL);
        if (members[i].begin_ns < begin) begin = members[i].begin_ns;
        if (members[i].end_ns > end) end = members[i].end_ns;
    }
    return end - begin;
}

static int64_t run_copy(void *state, int64_t repeats)
{
    const bench_copy *copy = state;
    const bench_data *data = copy->data;
    const copy_variant *variant = &variants[copy->variant];
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    team t = {.copy = variant->copy,
              .threads = copy->threads,
              .repeats = repeats,
              .to = data->block_out,
              .to_bytes = (size_t)data->bytes_out,
              .from = in_place ? data->saved : data->block_in,
              .from_bytes = (size_t)data->bytes_in};
    t.bytes = t.to_bytes > t.from_bytes ? t.to_bytes : t.from_bytes;
    member members[ATA_MAX_THREADS];
    return run_team(&t, members);
}

int cli_bench_copies(bench_copy *states, bench_contender *contenders, const bench_data *data, int threads)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    int count = 0;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (variants[i].in_place_only && !in_place) continue;
        states[count] = (bench_copy){.data = data, .threads = threads, .variant = i};
        contenders[count] = (bench_contender){.name = "copy",
                                              .state = &states[count],
                                              .run = run_copy,
                                              .overwrites = variants[i].in_place_only,
                                              .repeats_max = INT64_MAX};
        count++;
    }
    return count;
}

double cli_bench_copy_speed(const bench_contender *copies, int count, const bench_data *data)
{
    const double bytes = (double)(data->bytes_in > data->bytes_out ? data->bytes_in : data->bytes_out);
    double best = 0;
    for (int i = 0; i < count; i++) {
        const double speed = 2 * bytes / copies[i].seconds;
        if (speed > best) best = speed;
    }
    return best;
}
