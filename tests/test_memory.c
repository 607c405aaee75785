/* test_memory.c - memory and threads that cannot be had: the first, the second, the third ... request of an operation
 * fails, until one goes through. Each failure is reported as what it is, leaves nothing behind, and harms nothing that
 * comes after it. And executing a plan asks for no memory at all.
 *
 * The linker puts the functions __wrap_NAME between the library and the allocator (see CMakeLists.txt), and `free` is
 * this file's own, so that what is alive can be counted. Sanitizers have a `free` of their own; there the address
 * sanitizer finds what is left behind, at the end.
 */
#include "test.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atalanta.h"
#include "check/array.h"
#include "cli/cli.h"
#include "core/status.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* --- Between the library and the system -------------------------------------------------------------------------- */

/* What is alive, as addresses; few enough at any time that looking through them is fast. */
enum { MOST_ALIVE = 4096 };

static struct {
    pthread_mutex_t lock;
    bool watching;       /* the rest counts only between watch_begin and watch_end */
    int requests;        /* for memory */
    int failing_request; /* the number of the one that fails, from 1; 0 for none */
    int threads;
    int failing_thread;
    size_t largest; /* a request for more fails: a machine with little memory */
    bool failed;    /* something did fail */
    int alive_count;
    void *alive[MOST_ALIVE];
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);

/* Whether a request for memory is to fail. */
static bool must_fail(size_t size)
{
    pthread_mutex_lock(&watch.lock);
    const bool fails = watch.watching && (++watch.requests == watch.failing_request || size > watch.largest);
    if (fails) watch.failed = true;
    pthread_mutex_unlock(&watch.lock);
    return fails;
}

static void *add_alive(void *memory)
{
    pthread_mutex_lock(&watch.lock);
    if (watch.watching && memory && watch.alive_count < MOST_ALIVE) watch.alive[watch.alive_count++] = memory;
    pthread_mutex_unlock(&watch.lock);
    return memory;
}

static void remove_alive(const void *memory)
{
    pthread_mutex_lock(&watch.lock);
    for (int i = watch.alive_count - 1; i >= 0; i--) {
        if (watch.alive[i] != memory) continue;
        watch.alive[i] = watch.alive[--watch.alive_count];
        break;
    }
    pthread_mutex_unlock(&watch.lock);
}

#if !SANITIZED
void __libc_free(void *memory); /* glibc's own */

void free(void *memory)
{
    if (memory) remove_alive(memory);
    __libc_free(memory);
}
#endif

void *__wrap_malloc(size_t size)
{
    return must_fail(size) ? NULL : add_alive(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail(count * size) ? NULL : add_alive(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (must_fail(size)) return NULL;
    void *moved = __real_realloc(memory, size);
    if (moved && memory) remove_alive(memory);
    return add_alive(moved);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (must_fail(size)) return ENOMEM;
    const int error = __real_posix_memalign(memory, alignment, size);
    if (!error) add_alive(*memory);
    return error;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return must_fail(size) ? NULL : add_alive(__real_aligned_alloc(alignment, size));
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    pthread_mutex_lock(&watch.lock);
    const bool fails = watch.watching && ++watch.threads == watch.failing_thread;
    if (fails) watch.failed = true;
    pthread_mutex_unlock(&watch.lock);
    return fails ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

static void watch_begin(int failing_request, int failing_thread, size_t largest)
{
    pthread_mutex_lock(&watch.lock);
    watch.requests = watch.threads = watch.alive_count = 0;
    watch.failing_request = failing_request;
    watch.failing_thread = failing_thread;
    watch.largest = largest;
    watch.failed = false;
    watch.watching = true;
    pthread_mutex_unlock(&watch.lock);
}

static void watch_end(void)
{
    pthread_mutex_lock(&watch.lock);
    watch.watching = false;
    pthread_mutex_unlock(&watch.lock);
}

/* The watch sees what the library asks for and, without a sanitizer, what it gives back. */
static void test_watch(void)
{
    const ata_problem problem = {.dim = {{.n = 4096}}};
    ata_plan *plan;
    watch_begin(0, 0, SIZE_MAX);
    CHECK(ata_plan_create(&plan, &problem, NULL) == ATA_OK);
    CHECK(watch.requests > 3 && watch.alive_count > 3, "%d requests, %d alive", watch.requests, watch.alive_count);
    ata_plan_destroy(plan);
    CHECK(SANITIZED || watch.alive_count == 0, "%d alive", watch.alive_count);
    watch_end();
}

/* --- Operations -------------------------------------------------------------------------------------------------- */

typedef struct operation {
    const char *name; /* of a plan: its problem */
    ata_options options;
    ata_status (*run)(const struct operation *op);
    bool slow; /* is not repeated more than it must */
} operation;

static const char *wisdom_path(void)
{
    static char path[300];
    const char *base = getenv("TMPDIR");
    snprintf(path, sizeof path, "%.200s/atalanta_memory_%ld", base && *base ? base : "/tmp", (long)getpid());
    return path;
}

static ata_status make_plan(const operation *op, ata_wisdom *wisdom, ata_plan **plan)
{
    ata_problem problem;
    ata_options options = op->options;
    options.wisdom = wisdom;
    CHECK(ata_problem_parse(&problem, op->name) == ATA_OK, "%s", ata_last_error()->message);
    *plan = (ata_plan *)(uintptr_t)0x5a5a5a5a;
    const ata_status status = ata_plan_create(plan, &problem, &options);
    CHECK((status == ATA_OK) == (*plan != NULL), "%s: *plan is not NULL", op->name);
    return status;
}

static ata_status run_plan(const operation *op)
{
    ata_plan *plan;
    const ata_status status = make_plan(op, NULL, &plan);
    ata_plan_destroy(plan);
    return status;
}

static ata_status run_report(const operation *op)
{
    ata_plan *plan;
    char text[4096] = "before";
    size_t length = 0;
    ata_status status = make_plan(op, NULL, &plan);
    if (status == ATA_OK) status = ata_plan_print_report(plan, text, sizeof text, &length);
    CHECK((status == ATA_OK) == (length > 0) && (status == ATA_OK) == (strcmp(text, "before") != 0), "\"%s\"", text);
    ata_plan_destroy(plan);
    return status;
}

static ata_status run_measure(const operation *op)
{
    ata_wisdom *wisdom;
    ata_plan *plan = NULL;
    ata_status status = ata_wisdom_create(&wisdom);
    CHECK((status == ATA_OK) == (wisdom != NULL));
    if (status == ATA_OK) status = make_plan(op, wisdom, &plan);
    CHECK(status != ATA_OK || ata_wisdom_get_count(wisdom) == 1);
    ata_plan_destroy(plan);
    ata_wisdom_destroy(wisdom);
    return status;
}

/* Reads a file that is there, writes another, and reads that on top. */
static ata_status run_wisdom(const operation *op)
{
    (void)op;
    ata_wisdom *wisdom;
    char copy[310];
    snprintf(copy, sizeof copy, "%s.copy", wisdom_path());
    ata_status status = ata_wisdom_create(&wisdom);
    if (status == ATA_OK) status = ata_wisdom_load(wisdom, wisdom_path());
    CHECK(status == ATA_OK || ata_wisdom_get_count(wisdom) == 0, "half a file was taken");
    if (status == ATA_OK) status = ata_wisdom_store(wisdom, copy);
    if (status == ATA_OK) status = ata_wisdom_load(wisdom, copy);
    CHECK(status != ATA_OK || ata_wisdom_get_count(wisdom) == 1);
    ata_wisdom_destroy(wisdom);
    unlink(copy);
    return status;
}

/* What is done without a plan. */
static ata_status run_roots(const operation *op)
{
    static double out[2 * 20000];
    return ata_roots(&op->options, 20000, 20000, ATA_F64, out);
}

static ata_status run_bounds(const operation *op)
{
    ata_bounds bounds;
    return ata_bounds_measure(&op->options, &bounds);
}

/* With the k-th request failing: reported as `expected`, nothing left behind. Returns whether anything did fail. */
static bool check_attempt(const operation *op, int request, int thread, ata_status expected)
{
    ata_fail(ATA_OK, NULL, NULL, NULL, "%s", "");
    watch_begin(request, thread, SIZE_MAX);
    const ata_status status = op->run(op);
    watch_end();
    const int k = request ? request : thread;
    const ata_error *error = ata_last_error();
    CHECK(SANITIZED || watch.alive_count == 0, "%s: %d alive after failure %d", op->name, watch.alive_count, k);
    if (!watch.failed) {
        CHECK(status == ATA_OK, "%s: %s", op->name, error->message);
        return false;
    }
    /* Measuring passes over a recipe that does not fit into memory, as long as another does. */
    if (op->options.effort == ATA_MEASURE && status == ATA_OK) return true;
    CHECK(status == expected && error->status == expected, "%s: failure %d gives %s: %s", op->name, k,
          ata_status_name(status), error->message);
    CHECK(error->field[0] && error->value[0] && error->accepted[0] && error->message[0], "%s", op->name);
    return true;
}

static void check_operation(const operation *op, bool of_threads)
{
    enum { MOST = 2000 };
    const ata_status expected = of_threads ? ATA_ERROR_THREAD : ATA_ERROR_MEMORY;
    int k = 1;
    for (; k < MOST && check_attempt(op, of_threads ? 0 : k, of_threads ? k : 0, expected); k++)
        if (!op->slow) check_attempt(op, 0, 0, ATA_OK); /* the same call again, and now it may */
    CHECK(k > 1 && k < MOST, "%s: %d failures", op->name, k - 1);
}

static void test_requests(void)
{
    static const operation operations[] = {
        {"c2c 4096", {0}, run_plan, false},
        {"c2c 2^17", {0}, run_plan, false},
        {"c2c 64", {.concurrency = 64}, run_plan, false},
        {"c2c 64", {.caller_scratch = 1}, run_plan, false},
        {"c2c 1009", {.recipe = "{X(rader:1009(16, 9, 7))}"}, run_plan, false},
        {"c2c f64 94", {.recipe = "{X(2), X(bluestein:47(16, 3, 2))}"}, run_plan, false},
        {"c2c 1009", {.recipe = "{X(bluestein:1009(16, 16, 8))}"}, run_plan, false},
        {"c2c 720", {.recipe = "{X(good-thomas:720(line:144(16, 9), 5))}"}, run_plan, false},
        {"c2c 4036", {.recipe = "{X(4), X(bluestein:1009(16, 16, 8))}"}, run_plan, false},
        {"c2c 2^12 order=bitrev inverse", {0}, run_plan, false},
        {"r2c 12x15x34", {0}, run_plan, false},
        {"c2r f64 12x15x34", {0}, run_plan, false},
        {"dct4 45", {0}, run_plan, false},
        {"dct2 f64 4096*5 istride=5 ostride=5 idist=1 odist=1", {.threads = 2}, run_plan, false},
        {"dct1 f64 19x20", {0}, run_plan, false},
        {"dst3 21*4", {0}, run_plan, false},
        {"dht 26", {0}, run_plan, false},
        {"c2c f16 96x128 in=i8", {0}, run_plan, false},
        {"c2c 256*100", {.threads = 2}, run_plan, false},
        {"r2c 64x64", {.threads = 3}, run_plan, false},
        {"c2c 720", {.effort = ATA_MEASURE}, run_measure, true},
        {"r2c f64 30 inplace", {.effort = ATA_MEASURE, .threads = 2}, run_measure, true},
        {"c2c 2^17", {0}, run_report, false},
        {"r2c 1009", {0}, run_report, false},
        {"roots", {.threads = 2}, run_roots, false},
        {"bounds", {0}, run_bounds, true},
    };
    for (size_t i = 0; i < COUNT_OF(operations); i++) check_operation(&operations[i], false);
}

/* --- A GPU's engine, on the emulator ----------------------------------------------------------------------------- */

enum { EMULATED = 1 << 18 };
static float emulated_in[2 * EMULATED], emulated_out[2 * EMULATED];

/* A plan and its first execution, which allocates what stands for the arrays on the device. */
static ata_status run_emulated(const operation *op)
{
    ata_plan *plan;
    ata_status status = make_plan(op, NULL, &plan);
    if (status == ATA_OK) status = ata_plan_execute(plan, emulated_in, emulated_out);
    ata_plan_destroy(plan);
    return status;
}

/* Once run before anything fails, so that the emulator has the kernels, which it keeps: all else is given back. */
static void test_emulated(void)
{
    static const operation operations[] = {
        {"c2c 64*3", {.engine = "emu"}, run_emulated, false},
        {"c2c 4096", {.engine = "emu", .recipe = "{X(8), X(8)} {X(8), X(8)}"}, run_emulated, false},
        {"c2c f16 16x32 order=bitrev", {.engine = "emu"}, run_emulated, false},
        {"c2c 2^14", {.engine = "emu"}, run_plan, false},
        {"c2c 256 out=f16", {.engine = "emu", .recipe = "{X(16)} {X(16)}"}, run_emulated, false},
        {"roots", {.engine = "emu"}, run_roots, false},
    };
    for (size_t i = 0; i < COUNT_OF(operations); i++) {
        CHECK(operations[i].run(&operations[i]) == ATA_OK, "%s: %s", operations[i].name, ata_last_error()->message);
        check_operation(&operations[i], false);
    }
}

/* Kernels that the emulator has not compiled: another one each time, by its distance. What a failure leaves behind must
 * not harm the next. */
static void test_emulated_kernels(void)
{
    enum { MOST = 200 };
    int k = 1;
    for (bool failed = true; failed && k < MOST; k++) {
        char text[64];
        snprintf(text, sizeof text, "c2c 8*3 idist=%d", 8 + k);
        const operation op = {text, {.engine = "emu"}, run_emulated, false};
        watch_begin(k, 0, SIZE_MAX);
        const ata_status status = op.run(&op);
        watch_end();
        failed = watch.failed;
        CHECK(status == (failed ? ATA_ERROR_MEMORY : ATA_OK), "failure %d gives %s: %s", k, ata_status_name(status),
              ata_last_error()->message);
        CHECK(op.run(&op) == ATA_OK, "after failure %d: %s", k, ata_last_error()->message);
    }
    CHECK(k > 10 && k < MOST, "%d failures", k);
}

static void test_wisdom_files(void)
{
    const operation measure = {"c2c 8", {.effort = ATA_MEASURE}, NULL, true};
    const operation files = {"wisdom files", {0}, run_wisdom, false};
    ata_wisdom *wisdom;
    ata_plan *plan = NULL;
    CHECK(ata_wisdom_create(&wisdom) == ATA_OK && make_plan(&measure, wisdom, &plan) == ATA_OK);
    CHECK(ata_wisdom_store(wisdom, wisdom_path()) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
    ata_wisdom_destroy(wisdom);
    check_operation(&files, false);
    unlink(wisdom_path());
}

/* Threads that the system will not start, for a pool of the plan's own and for one that another plan holds already. */
static void test_thread_failures(void)
{
    static const operation operations[] = {
        {"c2c 256*500", {.threads = 5}, run_plan, false},
        {"c2c 2^11*64", {.threads = 4}, run_plan, false},
        {"c2c 512*100", {.threads = 3, .effort = ATA_MEASURE}, run_plan, true},
        {"roots", {.threads = 4}, run_roots, false},
        {"bounds", {.threads = 3}, run_bounds, true},
    };
    for (size_t i = 0; i < COUNT_OF(operations); i++) check_operation(&operations[i], true);
    ata_plan *holder;
    const operation two = {"c2c 256*500", {.threads = 2}, NULL, false};
    CHECK(make_plan(&two, NULL, &holder) == ATA_OK);
    CHECK(check_attempt(&operations[0], 0, 1, ATA_ERROR_THREAD));
    CHECK(check_attempt(&operations[0], 0, 2, ATA_ERROR_THREAD)); /* after the pool has grown by one, which it keeps */
    check_attempt(&operations[0], 0, 0, ATA_OK);
    ata_plan_destroy(holder);
}

/* Problems that are valid but larger than the machine: it is the memory that refuses. */
static void test_too_large(void)
{
    static const char *const problems[] = {"c2c 2^40",      "c2c f64 2^42",      "r2c 2^41",
                                           "c2c 2^20x2^20", "c2c 1099511627689", "dct2 f64 2^38"};
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        ata_problem problem;
        ata_plan *plan = NULL;
        CHECK(ata_problem_parse(&problem, problems[i]) == ATA_OK, "%s", ata_last_error()->message);
        watch_begin(0, 0, (size_t)1 << 26);
        const ata_status status = ata_plan_create(&plan, &problem, NULL);
        watch_end();
        CHECK(status == ATA_ERROR_MEMORY && !plan, "%s: %s", problems[i], ata_status_name(status));
        CHECK(SANITIZED || watch.alive_count == 0, "%s: %d alive", problems[i], watch.alive_count);
        ata_plan_destroy(plan);
    }
}

/* --- Executing --------------------------------------------------------------------------------------------------- */

static void test_execute(void)
{
    static const struct {
        const char *problem;
        ata_options options;
    } list[] = {
        {"c2c 4096", {0}},
        {"c2c 2^17", {0}},
        {"c2c 2^17 inplace", {.threads = 3}},
        {"c2c 1009*40", {.threads = 2}},
        {"c2c 720", {.recipe = "{X(good-thomas:720(line:144(16, 9), 5))}"}},
        {"r2c f64 12x15x34", {0}},
        {"c2r 12x16x34 inplace", {.threads = 2}},
        {"dct4 45", {.caller_scratch = 1}},
        {"c2c f16 96x128 in=i8", {.threads = 2}},
        {"c2c 60*8 split", {.concurrency = 1}},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        const operation op = {list[i].problem, list[i].options, NULL, false};
        ata_problem problem;
        ata_plan *plan;
        ata_plan_info info;
        check_arrays arrays;
        CHECK(ata_problem_parse(&problem, list[i].problem) == ATA_OK && make_plan(&op, NULL, &plan) == ATA_OK);
        CHECK(ata_plan_get_info(plan, &info) == ATA_OK && check_arrays_create(&arrays, &problem, 0) == ATA_OK);
        check_arrays_set_poison(&arrays, CHECK_POISON);
        check_arrays_fill(&arrays, 1);
        ata_buffers buffers = check_arrays_get_buffers(&arrays);
        void *scratch = malloc(info.scratch_bytes);
        if (list[i].options.caller_scratch) buffers.scratch = scratch, buffers.scratch_bytes = info.scratch_bytes;
        watch_begin(1, 1, SIZE_MAX); /* the first request would fail */
        ata_status status = ATA_OK;
        for (int round = 0; round < 3 && status == ATA_OK; round++) status = ata_plan_execute_with(plan, &buffers);
        if (status == ATA_OK && problem.layout == ATA_INTERLEAVED && !buffers.scratch)
            status = ata_plan_execute(plan, buffers.in, buffers.out);
        watch_end();
        CHECK(status == ATA_OK && watch.requests == 0 && watch.threads == 0, "%s: %d requests, %d threads",
              list[i].problem, watch.requests, watch.threads);
        free(scratch);
        check_arrays_destroy(&arrays);
        ata_plan_destroy(plan);
    }
}

/* --- The program ------------------------------------------------------------------------------------------------- */

/* A run of the program in a process of its own, so that a crash is a result; whether a request failed there comes as
 * 64 beside the exit status, and what it says on standard error in `said`. */
static int run_program(const char **arguments, int failing_request, char *said, size_t size)
{
    int argc = 0;
    while (arguments[argc]) argc++;
    FILE *errors = tmpfile();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        FILE *nothing = freopen("/dev/null", "w", stdout);
        dup2(fileno(errors), 2);
        watch_begin(failing_request, 0, SIZE_MAX);
        const int status = cli_main(argc, (char **)arguments);
        watch_end();
        _exit(nothing ? status + (watch.failed ? 64 : 0) : 99);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    rewind(errors);
    said[fread(said, 1, size - 1, errors)] = '\0';
    fclose(errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void test_program(void)
{
    static const char *commands[][6] = {
        {"atalanta", "plan", "c2c 4096", "--wisdom", "none"},
        {"atalanta", "plan", "r2c 30x1009", "c2c 2^17", "--json"},
        {"atalanta", "info"},
        {"atalanta", "info", "--json"},
        {"atalanta", "cache"},
        {"atalanta", "cache", "--clear", "--json"},
        {"atalanta", "verify", "c2c 60"},
        {"atalanta", "help", "plan"},
    };
    enum { MOST = 2000 };
    for (size_t c = 0; c < COUNT_OF(commands); c++) {
        char said[4096];
        int k = 1, status = 64;
        for (; k < MOST && status >= 64; k++) {
            status = run_program(commands[c], k, said, sizeof said);
            const int exit_status = status & 63;
            CHECK(status >= 0, "%s with request %d failing ends by signal %d", commands[c][1], k, -status);
            CHECK(exit_status == 0 || exit_status == 2, "%s with request %d failing: exit status %d: %s",
                  commands[c][1], k, exit_status, said);
            const char *end = strchr(said, '\n');
            CHECK(exit_status == 0 || (end && end > said && end[1] == '\0'), "%s %d: not one line: %s", commands[c][1],
                  k, said);
        }
        CHECK(status == 0 && k < MOST, "%s: %s", commands[c][1], said);
        CHECK(k > 10 || strcmp(commands[c][1], "plan") != 0, "%d requests are too few to be all", k - 2);
    }
}

static const test_case cases[] = {
    {"watch", test_watch},
    {"requests", test_requests},
    {"emulated", test_emulated},
    {"emulated_kernels", test_emulated_kernels},
    {"wisdom_files", test_wisdom_files},
    {"thread_failures", test_thread_failures},
    {"too_large", test_too_large},
    {"execute", test_execute},
    {"program", test_program},
};
TEST_MAIN(cases)
