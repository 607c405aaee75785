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

static const test_case cases[] = {
    {"faults_of_workers_are_handled", faults_of_workers_are_handled},
    {"workers_leave_other_signals", workers_leave_other_signals},
};

TEST_MAIN(cases)
