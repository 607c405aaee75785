/* test_threads.c - many threads at once: plans made, executed and destroyed side by side, one plan and one wisdom
 * shared by many, and the pool and the scratch beneath them. Every result is, bit for bit, the one that a single thread
 * computed before.
 *
 * Run under the thread sanitizer too, which sees a race where no result shows it.
 */
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "atalanta.h"
#include "check/array.h"
#include "check/generate.h"
#include "check/random.h"
#include "core/pool.h"
#include "engine/cpu/share.h"
#include "plan/slots.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* CHECK is for one thread; the others count what goes wrong here and keep the first sentence. */
static atomic_int failures;
static pthread_mutex_t sentence_lock = PTHREAD_MUTEX_INITIALIZER;
static char sentence[640];

static void complain(const char *what, const char *why)
{
    if (atomic_fetch_add(&failures, 1) > 0) return;
    pthread_mutex_lock(&sentence_lock);
    snprintf(sentence, sizeof sentence, "%s: %s", what, why);
    pthread_mutex_unlock(&sentence_lock);
}

static void check_failures(void)
{
    CHECK(atomic_load(&failures) == 0, "%d, the first: %s", atomic_load(&failures), sentence);
    atomic_store(&failures, 0);
}

/* Start `count` threads at one moment and wait for all. */
static pthread_barrier_t gate;

static void run_threads(int count, void *(*run)(void *))
{
    pthread_t *thread = malloc((size_t)count * sizeof *thread);
    int *number = malloc((size_t)count * sizeof *number);
    pthread_barrier_init(&gate, NULL, (unsigned)count);
    for (int t = 0; t < count; t++) {
        number[t] = t;
        if (pthread_create(&thread[t], NULL, run, &number[t]) == 0) continue;
        fprintf(stderr, "the system would not start thread %d of %d\n", t + 1, count);
        exit(1); /* the others wait for it at the gate */
    }
    for (int t = 0; t < count; t++) pthread_join(thread[t], NULL);
    pthread_barrier_destroy(&gate);
    free(thread);
    free(number);
    check_failures();
}

/* --- Results ----------------------------------------------------------------------------------------------------- */

/* Execute a plan on arrays of its own; a digest of the result, 0 when it fails. */
static uint64_t execute(const ata_plan *plan, const ata_problem *problem, int misalign)
{
    check_arrays arrays;
    if (check_arrays_create(&arrays, problem, misalign) != ATA_OK) return 0;
    check_arrays_set_poison(&arrays, CHECK_POISON);
    check_arrays_fill(&arrays, 3);
    const ata_buffers buffers = check_arrays_get_buffers(&arrays);
    const bool good = ata_plan_execute_with(plan, &buffers) == ATA_OK;
    const uint64_t digest = good ? check_arrays_get_output_digest(&arrays) : 0;
    check_arrays_destroy(&arrays);
    return digest;
}

/* The same with a plan made for it. */
static uint64_t compute(const ata_problem *problem, const ata_options *options, int misalign)
{
    ata_plan *plan;
    if (ata_plan_create(&plan, problem, options) != ATA_OK) return 0;
    const uint64_t digest = execute(plan, problem, misalign);
    ata_plan_destroy(plan);
    return digest;
}

static ata_problem problem_of(const char *text)
{
    ata_problem problem = {.rank = 0};
    CHECK(ata_problem_parse(&problem, text) == ATA_OK, "%s: %s", text, ata_last_error()->message);
    return problem;
}

/* How many threads execute a problem changes no bit: neither of the recipe nor of its result. */
static void check_thread_count(const char *text)
{
    static const int counts[] = {1, 2, 3, 5, 8};
    const ata_problem problem = problem_of(text);
    uint64_t expected = 0;
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        const ata_options options = {.threads = counts[c]};
        const uint64_t found = compute(&problem, &options, 0);
        if (c == 0) expected = found;
        CHECK(found != 0, "%s: %s", text, ata_last_error()->message);
        CHECK(found == expected, "%s with %d threads and with one", text, counts[c]);
    }
}

static void test_thread_counts(void)
{
    static const char *const problems[] = {"c2c 240*37",
                                           "c2c f64 96x120",
                                           "c2c 2^20",
                                           "c2c f64 2^18 inplace",
                                           "r2c 20x30x40",
                                           "c2r 33x64*3",
                                           "dct2 64x48",
                                           "c2c 2^17 order=bitrev",
                                           "c2c f16 1000*33",
                                           "r2c f64 40x50 inplace",
                                           "c2c 37*41 inverse",
                                           "c2c 15",
                                           "c2c 2^15",
                                           "c2c f64 65537",
                                           "c2c 48x50x64",
                                           "c2c f64 64x64x33 inverse inplace",
                                           "c2c 4096*50",
                                           "r2c f64 2^18",
                                           "c2c 8*1001",
                                           "c2c 100*33 istride=34 idist=1",
                                           "c2c 4096x3",
                                           "c2c 5000x2 inverse inplace",
                                           "c2c 1000x8x2",
                                           "c2c 3000x5x3 split",
                                           "r2c 3x999*40",
                                           "c2r f16 999*20",
                                           "c2c 32x32*149",
                                           "c2r f64 16x24*333 inplace",
                                           "c2c 64x128*18",
                                           "dct2 20x30*201 idist=701",
                                           "c2c f64 12x15*700 split",
                                           "r2c f16 40x30*250"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) check_thread_count(problems[i]);
}

/* Lines so long that threads share one: with ends of all kinds, around it and inside it; by themselves, and in batches
 * that the threads cannot share out evenly. */
static void test_long_lines(void)
{
    static const char *const problems[] = {"c2c 2^15",
                                           "c2c 2^17 inverse inplace scale=n",
                                           "c2c f64 2^14*3",
                                           "c2c f64 2^16 inplace",
                                           "c2c 2^16*3",
                                           "c2c 2^16 split",
                                           "c2c f16 2^16",
                                           "c2c 2^16 in=i8",
                                           "c2c 2^15 order=bitrev",
                                           "c2c 2^15 istride=3",
                                           "c2c 98304",
                                           "c2c f64 51200 inplace",
                                           "c2c 3^10",
                                           "c2c 5^7*3",
                                           "c2c f64 3^11 split",
                                           "r2c 2^16",
                                           "r2c 131220 inplace",
                                           "c2r 2^17",
                                           "c2r 2^17*3 scale=n",
                                           "r2c f64 72900*2",
                                           "c2r f64 72900 inplace",
                                           "r2c 3^11",
                                           "c2r 3^11",
                                           "c2c 65537",
                                           "c2c f64 120011",
                                           "dct2 2^17",
                                           "dct4 f64 2^16",
                                           "dht 2^17"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) check_thread_count(problems[i]);
}

/* And so long that they are split, or done in two sweeps, or part into branches, also by radices that are no powers of
 * two: left out under sanitizers. */
static void test_longest_lines(void)
{
    static const char *const problems[] = {"c2c 2^22",
                                           "c2c 2^21*3 split",
                                           "c2c f64 2^21 inverse inplace scale=n",
                                           "c2c 2125764",
                                           "c2c f64 1062882 inverse",
                                           "c2c f64 10^6 inplace",
                                           "c2c 5000000",
                                           "r2c 2^23",
                                           "c2r f64 2^22"};
    for (size_t i = 0; i < COUNT_OF(problems) && !getenv("ATALANTA_TEST_LIMIT"); i++) check_thread_count(problems[i]);
}

/* --- Two hundred users ------------------------------------------------------------------------------------------- */

/* Arrays lie up to nine bytes past an aligned address, which may change how they are read and so the last bits. What
 * must not change them is who computes, and how many at once. */
enum { USERS = 200, ROUNDS = 8, MISALIGNMENTS = 10 };

static const char *const texts[] = {
    "c2c 4096",
    "c2c 60*20",
    "c2c f64 128*9 inverse",
    "c2c 1009",
    "c2c 34x30",
    "c2c 2^14",
    "r2c 1000",
    "r2c f64 24x36",
    "c2r 6x7x8",
    "dct1 33",
    "dct2 f64 40*3",
    "dct3 45",
    "dct4 f64 15*4",
    "dst1 30",
    "dst2 16x12",
    "dst4 50",
    "dht 90*2",
    "c2c f16 256*4",
    "c2c 96 in=i8",
    "c2c 512 inplace",
    "r2c 20x30 inplace",
    "c2c 1",
    "c2c bf16 77",
    "c2c 2^10 order=bitrev",
    "c2c f64 60 split",
    "c2c 40*30 istride=3",
};
enum { LISTED = COUNT_OF(texts), PROBLEMS = LISTED + 40 }; /* and as many at random */

static struct {
    ata_problem problem[PROBLEMS];
    char name[PROBLEMS][200];
    uint64_t expected[PROBLEMS][MISALIGNMENTS];
    ata_plan *narrow; /* problem 1, with scratch for one execution at a time */
    ata_plan *wide;   /* problem 1 on three threads */
    ata_wisdom *wisdom;
    uint64_t expected_wise; /* problem 0 by what the wisdom knows */
} shared;

static void use_new_plan(check_random *random)
{
    const int p = (int)check_random_get_int(random, 0, PROBLEMS - 1);
    const ata_options options = {.threads = (int)check_random_get_int(random, 0, 3),
                                 .concurrency = (int)check_random_get_int(random, 0, 3)};
    const int misalign = (int)check_random_get_int(random, 0, MISALIGNMENTS - 1);
    if (compute(&shared.problem[p], &options, misalign) != shared.expected[p][misalign])
        complain(shared.name[p], "another result");
}

static void use_shared_plans(int user)
{
    const ata_plan *plan = user % 2 ? shared.narrow : shared.wide;
    for (int i = 0; i < 3; i++)
        if (execute(plan, &shared.problem[1], 0) != shared.expected[1][0])
            complain(texts[1], "another result, shared plan");
}

/* One user adds to the wisdom while others ask it. */
static void use_wisdom(int user)
{
    const ata_problem small = {.dim = {{.n = 2}}}; /* there is one recipe only, so that the result is known */
    const ata_options measure = {.wisdom = shared.wisdom, .effort = ATA_MEASURE}, ask = {.wisdom = shared.wisdom};
    ata_plan *plan;
    ata_plan_info info;
    const bool adds = user == 0;
    if (ata_plan_create(&plan, adds ? &small : &shared.problem[0], adds ? &measure : &ask) != ATA_OK) {
        complain("wisdom", ata_last_error()->message);
        return;
    }
    ata_plan_get_info(plan, &info);
    if (strcmp(info.chosen_by, adds ? "measure" : "wisdom") != 0) complain("wisdom: chosen by", info.chosen_by);
    if (!adds && execute(plan, &shared.problem[0], 0) != shared.expected_wise)
        complain(texts[0], "another result, wisdom");
    ata_plan_destroy(plan);
    if (ata_wisdom_get_count(shared.wisdom) < 1) complain("wisdom", "it is empty");
}

/* An error of one thread is not another's. */
static void make_error(int user)
{
    const ata_problem bad = {.dim = {{.n = -1 - user}}};
    char value[16];
    snprintf(value, sizeof value, "%d", -1 - user);
    if (ata_problem_check(&bad, NULL) != ATA_ERROR_LENGTH || strcmp(ata_last_error()->value, value) != 0)
        complain("the last error", ata_last_error()->message);
}

static void *user_main(void *argument)
{
    const int user = *(const int *)argument;
    check_random random;
    check_random_init(&random, (uint64_t)user);
    pthread_barrier_wait(&gate);
    for (int round = 0; round < ROUNDS; round++) {
        const int task = (user + round) % 4;
        if (task == 0 && (user > 0 || round == 0)) use_wisdom(user);
        else if (task == 1) use_shared_plans(user);
        else use_new_plan(&random);
        make_error(user);
    }
    return NULL;
}

static void test_users(void)
{
    for (int p = 0; p < PROBLEMS; p++) {
        if (p < LISTED) shared.problem[p] = problem_of(texts[p]);
        else check_generate_problem(&shared.problem[p], (uint64_t)p, 3000);
        ata_problem_print(&shared.problem[p], shared.name[p], sizeof shared.name[p], NULL);
        for (int m = 0; m < MISALIGNMENTS; m++) {
            shared.expected[p][m] = compute(&shared.problem[p], NULL, m);
            CHECK(shared.expected[p][m] != 0, "%s: %s", shared.name[p], ata_last_error()->message);
        }
    }
    const ata_options narrow = {.concurrency = 1}, wide = {.threads = 3};
    CHECK(ata_plan_create(&shared.narrow, &shared.problem[1], &narrow) == ATA_OK);
    CHECK(ata_plan_create(&shared.wide, &shared.problem[1], &wide) == ATA_OK);
    CHECK(ata_wisdom_create(&shared.wisdom) == ATA_OK);
    const ata_options measure = {.wisdom = shared.wisdom, .effort = ATA_MEASURE}, ask = {.wisdom = shared.wisdom};
    ata_plan *measured;
    CHECK(ata_plan_create(&measured, &shared.problem[0], &measure) == ATA_OK);
    ata_plan_destroy(measured);
    shared.expected_wise = compute(&shared.problem[0], &ask, 0);
    run_threads(USERS, user_main);
    CHECK(ata_wisdom_get_count(shared.wisdom) == 2);
    ata_wisdom_destroy(shared.wisdom);
    ata_plan_destroy(shared.narrow);
    ata_plan_destroy(shared.wide);
}

/* --- The pool ---------------------------------------------------------------------------------------------------- */

enum { POOL_USERS = 40, POOL_ROUNDS = 30, MOST_PARTS = 64 };

typedef struct pool_job {
    ata_pool *pool;
    int parts;
    int inner; /* parts of the job that every part runs itself; 0 for none */
    atomic_int done[MOST_PARTS];
    atomic_int inner_done;
} pool_job;

static void count_inner(void *context, int part)
{
    (void)part;
    atomic_fetch_add((atomic_int *)context, 1);
}

static void count_part(void *context, int part)
{
    pool_job *job = context;
    atomic_fetch_add(&job->done[part], 1);
    if (job->inner) ata_pool_run(job->pool, job->inner, count_inner, &job->inner_done);
}

/* Every part is run once, and all have ended when the run returns. */
static void run_job(ata_pool *pool, int parts, int inner)
{
    pool_job job = {.pool = pool, .parts = parts, .inner = inner};
    for (int p = 0; p < MOST_PARTS; p++) atomic_init(&job.done[p], 0);
    atomic_init(&job.inner_done, 0);
    ata_pool_run(pool, parts, count_part, &job);
    for (int p = 0; p < MOST_PARTS; p++)
        if (atomic_load(&job.done[p]) != (p < parts ? 1 : 0)) complain("the pool", "a part was left out or run twice");
    if (atomic_load(&job.inner_done) != parts * inner) complain("the pool", "a part inside a part was lost");
}

static void *pool_main(void *argument)
{
    const int user = *(const int *)argument;
    check_random random;
    check_random_init(&random, 1000 + (uint64_t)user);
    pthread_barrier_wait(&gate);
    for (int round = 0; round < POOL_ROUNDS; round++) {
        ata_pool *pool;
        const int threads = 1 + (user + round) % 12; /* so that it grows while others use it */
        if (ata_pool_acquire(&pool, threads) != ATA_OK) {
            complain("the pool", ata_last_error()->message);
            continue;
        }
        for (int i = 0; i < 4; i++)
            run_job(pool, (int)check_random_get_int(&random, 1, MOST_PARTS), (int)check_random_get_int(&random, 0, 3));
        ata_pool_release(pool);
    }
    return NULL;
}

static void test_pool(void)
{
    run_threads(POOL_USERS, pool_main);
    ata_pool_release(NULL);
}

/* The pool goes with its last user and comes back with the next, however often. */
static void test_pool_again(void)
{
    for (int round = 0; round < 50; round++) {
        ata_pool *pool = NULL, *same = NULL;
        const bool got =
            ata_pool_acquire(&pool, 2) == ATA_OK && ata_pool_acquire(&same, 2 + round % 5) == ATA_OK && pool == same;
        CHECK(got, "%s", ata_last_error()->message);
        if (!got) return;
        run_job(pool, 16, 0);
        ata_pool_release(pool);
        run_job(same, 16, 2);
        ata_pool_release(same);
    }
    check_failures();
}

/* Workers that have gone to sleep are called again: pauses shorter and longer than they look on. */
static void test_pool_sleep(void)
{
    ata_pool *pool = NULL;
    CHECK(ata_pool_acquire(&pool, 4) == ATA_OK, "%s", ata_last_error()->message);
    if (!pool) return;
    for (int round = 0; round < 400; round++) {
        const struct timespec pause = {.tv_nsec = round % 20 * 10000};
        nanosleep(&pause, NULL);
        run_job(pool, 2 + round % 7, 0);
    }
    ata_pool_release(pool);
    check_failures();
}

/* More callers at one moment than workers, and than the pool has places for: nobody's job waits for another's. */
enum { CROWD = 100 };

static ata_pool *crowded_pool;
static pthread_barrier_t meeting;

static void meet(void *context, int part)
{
    atomic_fetch_add((atomic_int *)context, 1);
    if (part == 0) pthread_barrier_wait(&meeting);
}

static void *crowd_main(void *argument)
{
    (void)argument;
    pthread_barrier_wait(&gate);
    for (int round = 0; round < 3; round++) {
        atomic_int done;
        atomic_init(&done, 0);
        ata_pool_run(crowded_pool, 5, meet, &done);
        if (atomic_load(&done) != 5) complain("the pool", "a crowded job did not end");
    }
    return NULL;
}

static void test_pool_crowd(void)
{
    CHECK(ata_pool_acquire(&crowded_pool, 3) == ATA_OK, "%s", ata_last_error()->message);
    if (!crowded_pool) return;
    pthread_barrier_init(&meeting, NULL, CROWD);
    run_threads(CROWD, crowd_main);
    pthread_barrier_destroy(&meeting);
    ata_pool_release(crowded_pool);
}

/* A forked child has a pool without workers: its jobs end all the same, and a new plan starts new workers. */
static int use_pool_in_child(ata_pool *pool)
{
    for (int round = 0; round < 10; round++) run_job(pool, 8, 2);
#if !defined(__SANITIZE_THREAD__) /* which ends a forked child that starts a thread */
    ata_pool *same = NULL;
    if (ata_pool_acquire(&same, 3) != ATA_OK || same != pool) complain("the pool", "none in the child");
    for (int round = 0; round < 10; round++) run_job(pool, 8, 2);
    ata_pool_release(same);
#endif
    ata_pool_release(pool);
    return atomic_load(&failures);
}

static void test_pool_fork(void)
{
    ata_pool *pool = NULL;
    CHECK(ata_pool_acquire(&pool, 3) == ATA_OK, "%s", ata_last_error()->message);
    if (!pool) return;
    run_job(pool, 8, 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) _exit(use_pool_in_child(pool));
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
    run_job(pool, 8, 0);
    ata_pool_release(pool);
    check_failures();
}

/* --- Scratch ----------------------------------------------------------------------------------------------------- */

enum { BORROWERS = 16, LOANS = 2000, LENT = 3, LENT_BYTES = 100 };

static ata_slots *lending;

/* A buffer is one borrower's at a time, however many wait; plain memory, so that the thread sanitizer sees two. */
static void *borrower_main(void *argument)
{
    const char mark = (char)*(const int *)argument;
    pthread_barrier_wait(&gate);
    for (int loan = 0; loan < LOANS; loan++) {
        char *buffer = ata_slots_take(lending);
        memset(buffer, mark, LENT_BYTES);
        if (loan % 100 == 0) sched_yield(); /* the others come and find all lent */
        for (int i = 0; i < LENT_BYTES; i++)
            if (buffer[i] != mark) complain("scratch", "lent to two at once");
        ata_slots_give(lending, buffer);
    }
    return NULL;
}

static void test_slots(void)
{
    CHECK(ata_slots_create(&lending, LENT, LENT_BYTES) == ATA_OK, "%s", ata_last_error()->message);
    run_threads(BORROWERS, borrower_main);
    void *buffers[LENT];
    for (int i = 0; i < LENT; i++) {
        buffers[i] = ata_slots_take(lending);
        CHECK((uintptr_t)buffers[i] % 64 == 0, "buffer %d is not aligned", i);
        for (int before = 0; before < i; before++) CHECK(buffers[i] != buffers[before]);
    }
    for (int i = 0; i < LENT; i++) ata_slots_give(lending, buffers[i]);
    ata_slots_destroy(lending);
}

/* --- Shares ------------------------------------------------------------------------------------------------------ */

static size_t scratch_of(const char *text, int threads)
{
    ata_problem problem;
    ata_plan *plan = NULL;
    ata_plan_info info = {0};
    const ata_options options = {.engine = "cpu", .threads = threads};
    if (ata_problem_parse(&problem, text) != ATA_OK || ata_plan_create(&plan, &problem, &options) != ATA_OK ||
        ata_plan_get_info(plan, &info) != ATA_OK)
        CHECK(false, "%s: %s", text, ata_last_error()->message);
    ata_plan_destroy(plan);
    return info.scratch_bytes;
}

/* Batches of which some transforms at a time go through all passes: threads share them, with scratch of their own. */
static void test_slices(void)
{
    static const char *const list[] = {"c2c 128x32*20", "c2c 64x32*36", "c2c f64 64x16*40"};
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        const size_t one = scratch_of(list[i], 1), many = scratch_of(list[i], 8);
        CHECK(many > one, "%s: %zu bytes of scratch for 8 threads, %zu for one", list[i], many, one);
    }
}

/* Threads that share a line share its buffers. */
static void test_shared_scratch(void)
{
    static const char *const list[] = {"c2c 2^18", "c2c 2^20", "r2c 2^19", "c2c 2^22", "c2c f64 2^21", "r2c 2^22"};
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        const size_t one = scratch_of(list[i], 1), many = scratch_of(list[i], 8);
        CHECK(many <= 2 * one, "%s: %zu bytes of scratch for 8 threads, %zu for one", list[i], many, one);
    }
}

/* How many threads do blocks together: a crew only where sharing the blocks out would take longer. */
static void test_crews(void)
{
    static const int table[][4] = {/* blocks, threads that may share one, threads, the crew */
                                   {1, 8, 8, 8}, {1, 4, 8, 4},   {1, 1, 8, 1},   {2, 8, 2, 1},
                                   {3, 8, 2, 2}, {20, 2, 8, 1},  {20, 2, 16, 1}, {9, 2, 8, 1},
                                   {9, 8, 8, 8}, {12, 8, 16, 1}, {1, 8, 1, 1},   {64, 8, 8, 1}};
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const int crew = ata_share_crew(table[i][0], table[i][1], table[i][2]);
        CHECK(crew == table[i][3], "row %zu: a crew of %d, not %d", i, crew, table[i][3]);
    }
}

static const test_case cases[] = {
    {"thread_counts", test_thread_counts},
    {"long_lines", test_long_lines},
    {"longest_lines", test_longest_lines},
    {"shared_scratch", test_shared_scratch},
    {"crews", test_crews},
    {"users", test_users},
    {"pool", test_pool},
    {"pool_again", test_pool_again},
    {"pool_sleep", test_pool_sleep},
    {"pool_crowd", test_pool_crowd},
    {"pool_fork", test_pool_fork},
    {"slots", test_slots},
    {"slices", test_slices},
};
TEST_MAIN(cases)
