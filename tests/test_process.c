/* test_process.c - what a program does around the library: signals that it handles, forks while its threads execute,
 * and threads with small stacks. */
#include "test.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atalanta.h"
#include "core/pool.h"
#include "plan/slots.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* --- Signals ----------------------------------------------------------------------------------------------------- */

enum { PAGE = 65536 };

static char *pages; /* one for each part, which nobody may touch before the handler has been called */
static atomic_int faults;
static pthread_barrier_t both;

static void open_page(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    atomic_fetch_add(&faults, 1);
    mprotect((void *)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE);
}

static void touch_page(void *context, int part)
{
    (void)context;
    pthread_barrier_wait(&both); /* so that the caller does one part and a worker the other */
    pages[part * PAGE] = 1;
}

/* Memory that a program's handler makes ready when it is touched, a worker touches as any other thread. */
static void faults_of_workers_are_handled(void)
{
    ata_pool *pool = NULL;
    struct sigaction handled = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO}, before;
    CHECK(ata_pool_acquire(&pool, 2) == ATA_OK, "%s", ata_last_error()->message);
    if (!pool) return;
    char *mapped = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pages = (char *)(((uintptr_t)mapped + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    pthread_barrier_init(&both, NULL, 2);
    sigaction(SIGSEGV, &handled, &before);
    ata_pool_run(pool, 2, touch_page, NULL);
    sigaction(SIGSEGV, &before, NULL);
    CHECK(atomic_load(&faults) == 2, "%d of 2 faults", atomic_load(&faults));
    pthread_barrier_destroy(&both);
    munmap(mapped, 3 * PAGE);
    ata_pool_release(pool);
}

static sigset_t masks[2];

static void get_mask(void *context, int part)
{
    (void)context;
    pthread_barrier_wait(&both);
    pthread_sigmask(SIG_SETMASK, NULL, &masks[part]);
}

/* What is sent to the process is for the program's own threads; what a thread has made itself, for that thread. */
static void workers_leave_other_signals(void)
{
    static const int taken[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF};
    static const int left[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCHLD, SIGUSR1, SIGUSR2, SIGPIPE};
    ata_pool *pool = NULL;
    CHECK(ata_pool_acquire(&pool, 2) == ATA_OK, "%s", ata_last_error()->message);
    if (!pool) return;
    pthread_barrier_init(&both, NULL, 2);
    ata_pool_run(pool, 2, get_mask, NULL);
    for (size_t i = 0; i < COUNT_OF(taken); i++)
        CHECK(!sigismember(&masks[0], taken[i]) && !sigismember(&masks[1], taken[i]), "signal %d", taken[i]);
    for (size_t i = 0; i < COUNT_OF(left); i++)
        CHECK(sigismember(&masks[0], left[i]) != sigismember(&masks[1], left[i]), "signal %d", left[i]);
    pthread_barrier_destroy(&both);
    ata_pool_release(pool);
}

/* --- Forks ------------------------------------------------------------------------------------------------------- */

enum { PATIENCE = 20 }; /* seconds that a child may take for what is done at once */

/* Two buffers are lent at the fork: one to the thread that forks, one to another. */
static ata_slots *lending;

static void *borrow(void *argument)
{
    void *buffer = ata_slots_take(lending);
    pthread_barrier_wait(argument); /* it is lent */
    pthread_barrier_wait(argument); /* the child has ended */
    ata_slots_give(lending, buffer);
    return NULL;
}

/* In the child: the other thread's can be borrowed, and given back, however often; one's own is not lent twice. */
static int borrow_in_child(void *own)
{
    alarm(PATIENCE);
    for (int i = 0; i < 3; i++) {
        void *buffer = ata_slots_take(lending);
        if (buffer == own) return 2;
        ata_slots_give(lending, buffer);
    }
    ata_slots_give(lending, own);
    return 0;
}

static void check_child(pid_t child)
{
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
}

static void forks_do_not_keep_scratch(void)
{
    pthread_barrier_t meeting;
    pthread_t thread;
    CHECK(ata_slots_create(&lending, 2, 100) == ATA_OK, "%s", ata_last_error()->message);
    void *own = ata_slots_take(lending);
    pthread_barrier_init(&meeting, NULL, 2);
    CHECK(pthread_create(&thread, NULL, borrow, &meeting) == 0);
    pthread_barrier_wait(&meeting);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) _exit(borrow_in_child(own));
    check_child(child);
    pthread_barrier_wait(&meeting);
    pthread_join(thread, NULL);
    ata_slots_give(lending, own);
    pthread_barrier_destroy(&meeting);
    ata_slots_destroy(lending);
}

/* One plan with scratch for one execution, executed by a thread without end and by children of forks. */
enum { POINTS = 1 << 16 };

static ata_plan *executed;
static atomic_bool enough;

static void *execute_on(void *argument)
{
    float *in = calloc(4 * POINTS, sizeof *in), *out = in + 2 * POINTS;
    while (!atomic_load(&enough))
        if (ata_plan_execute(executed, in, out) != ATA_OK) break;
    free(in);
    return argument;
}

static void children_execute_shared_plans(void)
{
    static float in[2 * POINTS], out[2 * POINTS];
    const ata_problem problem = {.rank = 1, .dim = {{.n = POINTS}}};
    const ata_options options = {.engine = "cpu", .threads = 1, .concurrency = 1};
    pthread_t thread;
    CHECK(ata_plan_create(&executed, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(pthread_create(&thread, NULL, execute_on, NULL) == 0);
    for (int i = 0; i < 20; i++) {
        usleep(1000);
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            alarm(PATIENCE);
            _exit(ata_plan_execute(executed, in, out) == ATA_OK ? 0 : 1);
        }
        check_child(child);
    }
    atomic_store(&enough, true);
    pthread_join(thread, NULL);
    ata_plan_destroy(executed);
}

/* --- Stacks ------------------------------------------------------------------------------------------------------ */

/* What a thread may take for making a plan. Frames are larger where nothing is optimized. */
#if defined(__OPTIMIZE__) && !defined(__clang__) /* which gives what it inlines places of their own */
enum { MOST_STACK = 64 << 10 };
#else
enum { MOST_STACK = 128 << 10 };
#endif
enum { WHOLE_STACK = 1 << 20 };
static const unsigned char untouched = 0xa5;

typedef struct order {
    const char *problem, *recipe;
    ata_wisdom *wisdom;
} order;

static void *make_plan(void *argument)
{
    const order *wanted = argument;
    const ata_options options = {.engine = "cpu", .recipe = wanted->recipe, .wisdom = wanted->wisdom, .threads = 1};
    ata_problem problem;
    ata_plan *plan = NULL;
    const bool made =
        ata_problem_parse(&problem, wanted->problem) == ATA_OK && ata_plan_create(&plan, &problem, &options) == ATA_OK;
    if (!made) fprintf(stderr, "%s: %s\n", wanted->problem, ata_last_error()->message);
    ata_plan_destroy(plan);
    return made ? argument : NULL;
}

/* Make a plan in a thread of its own, with a stack that is wide enough; how many bytes of it were touched. */
static size_t stack_of(const order *wanted)
{
    unsigned char *stack = mmap(NULL, WHOLE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    void *made = NULL;
    size_t low = 0;
    memset(stack, untouched, WHOLE_STACK);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, WHOLE_STACK);
    CHECK(pthread_create(&thread, &attributes, make_plan, (void *)wanted) == 0 && pthread_join(thread, &made) == 0);
    CHECK(made, "%s", wanted->problem);
    while (low < WHOLE_STACK && stack[low] == untouched) low++;
    pthread_attr_destroy(&attributes);
    munmap(stack, WHOLE_STACK);
    return WHOLE_STACK - low;
}

static void check_stack(const order *wanted)
{
    if (SANITIZED) return;
    const size_t bytes = stack_of(wanted);
    CHECK(bytes <= MOST_STACK, "%s: %zu bytes of stack", wanted->problem, bytes);
}

/* Programs give threads small stacks where they have many of them. */
static void plans_need_little_stack(void)
{
    static const char *const problems[] = {
        "c2c 1",         "c2c 1024",          "c2c f64 1024*64",  "c2c 1009",         "c2c 510510",
        "c2c 30030*20",  "c2c 65537",         "c2c f64 1000003",  "c2c 720720",       "c2c 2^20",
        "c2c 99999",     "c2c 4096x37",       "c2c 8x9x10x11x12", "c2c 64x64x64",     "c2c 2^12 order=bitrev",
        "c2c f16 77*50", "c2c 100 istride=3", "r2c 10007",        "r2c f64 20x30x40", "c2r 1000*33",
        "dct1 129",      "dct2 1000",         "dct3 f64 64x48",   "dct4 1013",        "dst1 1000*3",
        "dht 4096",      "c2c 1018081",       "c2c 215441",       "r2c 2^20",         "c2c 2^16 inplace split",
        "dst1 2310x35"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) check_stack(&(order){.problem = problems[i]});
}

/* Recipes of a caller's, and those of a wisdom, are read and checked. */
static void recipes_need_little_stack(void)
{
    ata_problem problem;
    ata_plan *plan;
    ata_wisdom *wisdom = NULL;
    CHECK(ata_problem_parse(&problem, "c2c 4096") == ATA_OK && ata_wisdom_create(&wisdom) == ATA_OK);
    const ata_options measure = {.engine = "cpu", .wisdom = wisdom, .effort = ATA_MEASURE, .threads = 1};
    CHECK(ata_plan_create(&plan, &problem, &measure) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
    check_stack(&(order){.problem = "c2c 4096", .wisdom = wisdom});
    check_stack(&(order){.problem = "c2c 4036", .recipe = "{X(4), X(rader:1009(16, 9, 7))}"});
    check_stack(&(order){.problem = "c2c 8x8x8x8x8x8x8x8",
                         .recipe = "{X(8)} {Y(8)} {Z(8)} {D4(8)} {D5(8)} {D6(8)} {D7(8)} {D8(4), D8(2)}"});
    ata_wisdom_destroy(wisdom);
}

static const test_case cases[] = {
    {"faults_of_workers_are_handled", faults_of_workers_are_handled},
    {"workers_leave_other_signals", workers_leave_other_signals},
    {"forks_do_not_keep_scratch", forks_do_not_keep_scratch},
    {"children_execute_shared_plans", children_execute_shared_plans},
    {"plans_need_little_stack", plans_need_little_stack},
    {"recipes_need_little_stack", recipes_need_little_stack},
};

TEST_MAIN(cases)
