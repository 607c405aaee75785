/* test_cuda.c - the machine behind an NVIDIA GPU, over a driver without one (fake_cuda.h): contexts are restored,
 * kernels compiled once, copies whole, every failing call reported, and nothing left behind.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/cache.h"
#include "core/memory.h"
#include "engine/cuda/compile.h"
#include "engine/cuda/machine.h"
#include "fake_cuda.h"
#include "test.h"

static const ata_machine *const gpu = &ata_machine_cuda;
static fake_cuda *fake;
static fake_cuda_reset_function *reset;
static fake_cuda_forget_function *forget;
static CUresult (*push)(CUcontext context), (*pop)(CUcontext *context), (*get_current)(CUcontext *context);
static CUresult (*host_create)(void **memory, size_t bytes), (*host_destroy)(void *memory);

static const ata_kernel_text small = {"small", "pass", "#define SMALL 1", 1024, 64, 1, 1, NULL, false};
static const ata_kernel_text clustered = {"clustered", "pass", "#define LARGE 1", 65536, 256, 16, 1, NULL, false};

static void *symbol(const char *name)
{
    void *library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, name) : NULL;
    CHECK(found != NULL, "%s has no %s", FAKE_CUDA, name);
    return found;
}

/* Once. */
static void begin(void)
{
    if (fake) return;
    setenv("ATALANTA_CUDA_DRIVER", FAKE_CUDA, 1);
    setenv("ATALANTA_NVRTC", FAKE_CUDA, 1);
    setenv("ATALANTA_CACHE", "off", 1);
    fake_cuda_get_function *get;
    *(void **)&get = symbol("fake_cuda_get");
    *(void **)&reset = symbol("fake_cuda_reset");
    *(void **)&forget = symbol("fake_cuda_forget");
    *(void **)&push = symbol("cuCtxPushCurrent_v2");
    *(void **)&pop = symbol("cuCtxPopCurrent_v2");
    *(void **)&get_current = symbol("cuCtxGetCurrent");
    *(void **)&host_create = symbol("cuMemAllocHost_v2");
    *(void **)&host_destroy = symbol("cuMemFreeHost");
    fake = get();
    CHECK(gpu->missing() == NULL, "%s", gpu->missing());
    reset();
}

static CUcontext current(void)
{
    CUcontext context = NULL;
    CHECK(get_current(&context) == CUDA_SUCCESS);
    return context;
}

static void check_nothing_left(const char *when)
{
    CHECK(fake->modules == 0, "%s: %d modules", when, fake->modules);
    CHECK(fake->events == 0, "%s: %d events", when, fake->events);
    CHECK(fake->memories == 0, "%s: %d pieces of memory", when, fake->memories);
    CHECK(fake->host_memories == 0, "%s: %d pieces of host memory", when, fake->host_memories);
    CHECK(fake->programs == 0, "%s: %d programs", when, fake->programs);
    for (int i = 0; i < 4; i++)
        CHECK(fake->retained[i] == 0, "%s: GPU %d retained %d times", when, i, fake->retained[i]);
}

/* --- Allocations that fail ---------------------------------------------------------------------------------------- */

static int failing_request, requests;

int __real_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    return failing_request && ++requests == failing_request ? ENOMEM : __real_posix_memalign(memory, alignment, size);
}

/* --- Devices ------------------------------------------------------------------------------------------------------ */

static void test_open(void)
{
    begin();
    ata_device *first, *second, *third;
    CUcontext popped;
    CHECK(gpu->open(-1, &first) == ATA_OK && fake->retained[0] == 1 && !current());
    CHECK(gpu->open(0, &second) == ATA_OK && second == first && fake->retained[0] == 1);
    CHECK(gpu->open(1, &third) == ATA_OK && third != first && fake->retained[1] == 1);
    const ata_device_limits *limits = gpu->limits(first);
    CHECK(limits->architecture == 90 && limits->multiprocessors == 132 && limits->largest_cluster == 16);
    CHECK(limits->shared_block == 232432 && limits->shared_total == 233472 && limits->registers == 65536);
    CHECK(limits->threads == 2048);
    gpu->close(first);
    CHECK(fake->retained[0] == 1);
    gpu->close(second);
    gpu->close(third);
    gpu->close(NULL);
    check_nothing_left("after closing");
    CHECK(gpu->open(2, &first) == ATA_ERROR_ENGINE && !first && strstr(ata_last_error()->message, "gpu:0 to gpu:1"),
          "%s", ata_last_error()->message);
    /* The caller's own context is used and not retained. */
    CHECK(push(fake->own[1]) == CUDA_SUCCESS && gpu->open(-1, &first) == ATA_OK && current() == fake->own[1]);
    CHECK(gpu->open(1, &second) == ATA_OK && second != first && fake->retained[1] == 1);
    void *memory;
    CHECK(gpu->allocate(second, 10, "a test", &memory) == ATA_OK && current() == fake->own[1]);
    gpu->release(second, memory);
    gpu->close(second);
    gpu->close(first);
    CHECK(current() == fake->own[1] && pop(&popped) == CUDA_SUCCESS);
    check_nothing_left("after a context of the caller's");
    /* A primary context that the caller made current, and that is then asked for by number. */
    CUcontext primary;
    CUresult (*retain)(CUcontext * context, CUdevice device), (*let_go)(CUdevice device);
    *(void **)&retain = symbol("cuDevicePrimaryCtxRetain");
    *(void **)&let_go = symbol("cuDevicePrimaryCtxRelease_v2");
    CHECK(retain(&primary, 0) == CUDA_SUCCESS && push(primary) == CUDA_SUCCESS);
    CHECK(gpu->open(-1, &first) == ATA_OK && fake->retained[0] == 1);
    CHECK(gpu->open(0, &second) == ATA_OK && second == first && fake->retained[0] == 2);
    CHECK(pop(&popped) == CUDA_SUCCESS && gpu->open(-1, &third) == ATA_OK && third == first && fake->retained[0] == 2);
    gpu->close(first);
    gpu->close(second);
    gpu->close(third);
    CHECK(let_go(0) == CUDA_SUCCESS);
    check_nothing_left("after a primary context");
}

/* Another GPU, and the same one, opened and closed by another thread; whether they could be. */
static atomic_int opened;

static void *open_both(void *argument)
{
    for (int number = 0; number < 2; number++) {
        ata_device *device;
        if (gpu->open(number, &device) == ATA_OK) gpu->close(device);
    }
    opened = 1;
    return argument;
}

static void open_meanwhile(void)
{
    static pthread_t thread;
    struct timespec until;
    fake->waited_for = NULL;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20; /* it takes no time, unless it has to wait for us */
    CHECK(pthread_create(&thread, NULL, open_both, NULL) == 0);
    CHECK(pthread_timedjoin_np(thread, NULL, &until) == 0 && opened, "opening waits for what another device waits for");
}

static void test_close(void)
{
    begin();
    reset();
    ata_device *device;
    ata_device_kernel *kernel;
    CHECK(gpu->open(0, &device) == ATA_OK);
    gpu->close(device);
    CHECK(fake->waits == 0, "waits for nothing"); /* and for what the caller has under way */
    CHECK(gpu->open(0, &device) == ATA_OK && gpu->load(device, &small, &kernel) == ATA_OK);
    fake->waited_for = open_meanwhile;
    gpu->close(device);
    CHECK(fake->waits == 1 && opened);
    check_nothing_left("after closing while others open");
}

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

static void test_load(void)
{
    begin();
    reset();
    ata_device *device;
    ata_device_kernel *kernel, *again, *other;
    CHECK(gpu->open(0, &device) == ATA_OK);
    CHECK(gpu->load(device, &small, &kernel) == ATA_OK && fake->compilations == 1, "%s", ata_last_error()->message);
    CHECK(fake->dynamic_shared == 1024 && !fake->non_portable);
    CHECK(fake->carveout >= 1 && fake->carveout <= 2, "%d%% for a block of 2 KiB", fake->carveout); /* not all of it */
    CHECK(gpu->load(device, &small, &again) == ATA_OK && again == kernel && fake->compilations == 1);
    CHECK(gpu->load(device, &clustered, &other) == ATA_OK && other != kernel && fake->compilations == 2);
    CHECK(fake->dynamic_shared == 65536 && fake->non_portable == 1);
    /* What this GPU cannot run. */
    ata_kernel_text text = small;
    text.shared_bytes = 232448 - 7;
    CHECK(gpu->load(device, &text, &again) == ATA_ERROR_UNSUPPORTED && !again);
    CHECK(strstr(ata_last_error()->message, "232449 bytes") != NULL, "%s", ata_last_error()->message);
    text.shared_bytes = INT64_MAX;
    CHECK(gpu->load(device, &text, &again) == ATA_ERROR_UNSUPPORTED);
    text = clustered;
    text.cluster = 32;
    CHECK(gpu->load(device, &text, &again) == ATA_ERROR_UNSUPPORTED);
    CHECK(strstr(ata_last_error()->message, "of 32 blocks") && strstr(ata_last_error()->message, "; use shorter"));
    fake->clusters = 0;
    text.cluster = 8;
    CHECK(gpu->load(device, &text, &again) == ATA_ERROR_UNSUPPORTED && fake->modules == 2);
    CHECK(strstr(ata_last_error()->message, "of 8 blocks") && strstr(ata_last_error()->message, "; use shorter"));
    fake->clusters = 1;
    CHECK(gpu->load(device, &text, &again) == ATA_OK && fake->modules == 3); /* another may try again */
    text.prelude = "MISTAKE";
    CHECK(gpu->load(device, &text, &again) == ATA_ERROR_DEVICE && !again);
    CHECK(strstr(ata_last_error()->message, "compile: gpu.cuh(3): error: no   such thing"), "%s",
          ata_last_error()->message);
    /* Launching. */
    struct {
        void *first;
        int more[40];
    } arguments = {&arguments, {0}};
    ata_launch launch = {48, &arguments, sizeof arguments, 100, (void *)&text, false};
    CHECK(gpu->launch(device, other, &launch) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(fake->launch.gridDimX == 48 && fake->launch.blockDimX == 256 && fake->launch.sharedMemBytes == 65536);
    CHECK(fake->launch.gridDimY == 1 && fake->launch.gridDimZ == 1 && fake->launch.blockDimY == 1);
    CHECK(fake->launch_cluster == 16 && fake->launch_argument == &arguments && (void *)fake->launch.hStream == &text);
    CHECK(gpu->launch(device, kernel, &launch) == ATA_OK && fake->launch_cluster == 1);
    CHECK(fake->launch.numAttrs == 1); /* its blocks may come before the kernel ahead has ended */
    launch.alone = true;
    CHECK(gpu->launch(device, kernel, &launch) == ATA_OK && fake->launch.numAttrs == 0);
    launch.alone = false;
    ata_kernel_text balanced = clustered;
    balanced.balanced = true;
    CHECK(gpu->load(device, &balanced, &again) == ATA_OK && again != other, "%s", ata_last_error()->message);
    launch.blocks = 48;
    CHECK(gpu->launch(device, again, &launch) == ATA_OK && fake->launch_cluster == 16 && fake->launch_balanced);
    CHECK(gpu->launch(device, other, &launch) == ATA_OK && !fake->launch_balanced);
    launch.blocks = 47;
    CHECK(gpu->launch(device, other, &launch) == ATA_ERROR_DEVICE && strstr(ata_last_error()->message, "LaunchKernel"));
    launch.blocks = (int64_t)1 << 31;
    CHECK(gpu->launch(device, other, &launch) == ATA_ERROR_UNSUPPORTED);
    CHECK(!current());
    gpu->close(device);
    check_nothing_left("after loading");
}

/* A GPU that has no room for any cluster, as a part of one may not: plans do without. */
static void test_no_room(void)
{
    begin();
    reset();
    fake->clusters = 0;
    static const char *const texts[] = {"c2c 2^16*1000", "c2c f64 2^15*1000 order=bitrev", "r2c 1024x1024*20",
                                        "c2c 1024*100000 istride=100000 idist=1 ostride=100000 odist=1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ata_problem problem;
        ata_plan *plan = NULL;
        const ata_options options = {.engine = "gpu"};
        ata_fail(ATA_ERROR_RANK, "rank", "99", "less", "%s", "as it was before");
        CHECK(ata_problem_parse(&problem, texts[i]) == ATA_OK);
        CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s: %s", texts[i], ata_last_error()->message);
        CHECK(ata_last_error()->status == ATA_ERROR_RANK, "%s", ata_last_error()->message);
        ata_plan_destroy(plan);
    }
    check_nothing_left("without room for clusters");
    reset();
}

/* Kernels of an earlier process (here: of a device that was closed) come from files, if the driver takes them. */
static void test_files(void)
{
    begin();
    reset();
    char folder[] = "/tmp/atalanta_cuda_XXXXXX", command[64];
    CHECK(mkdtemp(folder) != NULL);
    setenv("ATALANTA_CACHE", folder, 1);
    ata_device *device;
    ata_device_kernel *kernel;
    size_t count = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(gpu->open(0, &device) == ATA_OK && gpu->load(device, &small, &kernel) == ATA_OK);
        gpu->close(device);
        CHECK(fake->compilations == 1 && ata_cache_get_entries(NULL, 0, &count) == ATA_OK && count == 1);
    }
    ata_cuda_unit unit;
    ata_nvrtc_target target;
    void *image = NULL;
    CHECK(ata_nvrtc_find_target(12040, 90, &target) == ATA_OK && ata_cuda_unit_init(&unit, &small, &target) == ATA_OK);
    ata_cuda_unit_keep(&unit, "JUNK", 5);
    ata_fail(ATA_ERROR_RANK, "rank", "99", "less", "%s", "as it was before");
    CHECK(gpu->open(0, &device) == ATA_OK && gpu->load(device, &small, &kernel) == ATA_OK && fake->compilations == 2);
    CHECK(ata_last_error()->status == ATA_ERROR_RANK); /* what was met on the way is nobody's concern */
    gpu->close(device);
    CHECK(ata_cuda_unit_find(&unit, &image, &count) && memcmp(image, "FAKE", 4) == 0);
    ata_memory_destroy(image);
    ata_cuda_unit_fini(&unit);
    setenv("ATALANTA_CACHE", "off", 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(system(command) == 0);
    check_nothing_left("after files");
}

enum { THREADS = 8, KERNELS = 4 };

static void *load_all(void *argument)
{
    ata_device *device;
    ata_device_kernel **kernels = argument;
    if (gpu->open(0, &device) != ATA_OK) return NULL;
    for (int i = 0; i < KERNELS; i++) {
        char prelude[32];
        snprintf(prelude, sizeof prelude, "#define NUMBER %d", i);
        const ata_kernel_text text = {"of a thread", "pass", prelude, 512, 32, 1, 1, NULL, false};
        const ata_launch launch = {1, &argument, sizeof argument, 1, NULL, false};
        if (gpu->load(device, &text, &kernels[i]) != ATA_OK || gpu->launch(device, kernels[i], &launch) != ATA_OK)
            kernels[i] = NULL; /* it has to be ready, whoever compiled it */
    }
    CUcontext context = (CUcontext)argument;
    get_current(&context);
    gpu->close(device);
    return context ? NULL : argument;
}

static void test_threads(void)
{
    begin();
    reset();
    pthread_t threads[THREADS];
    ata_device_kernel *kernels[THREADS][KERNELS] = {{NULL}};
    ata_device *device;
    CHECK(gpu->open(0, &device) == ATA_OK);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, load_all, kernels[i]) == 0);
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        CHECK(pthread_join(threads[i], &result) == 0 && result == kernels[i]);
        for (int k = 0; k < KERNELS; k++) CHECK(kernels[i][k] && kernels[i][k] == kernels[0][k]);
    }
    CHECK(fake->compilations == KERNELS, "%d compilations", fake->compilations);
    gpu->close(device);
    check_nothing_left("after threads");
}

/* --- Copies ------------------------------------------------------------------------------------------------------- */

static void fill(unsigned char *bytes, size_t size, unsigned int seed)
{
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)((seed = seed * 1664525 + 1013904223) >> 24);
}

static void check_copies(ata_device *device, unsigned char *in, unsigned char *out, size_t size)
{
    void *memory;
    fill(in, size, (unsigned int)size);
    memset(out, 0, size);
    CHECK(gpu->allocate(device, size, "a test", &memory) == ATA_OK && gpu->home(device, memory) == ATA_HOME_DEVICE);
    CHECK(gpu->copy_in(device, memory, in, size, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(memcmp(memory, in, size) == 0, "%zu bytes in", size); /* done when it returns */
    CHECK(gpu->copy_out(device, out, memory, size, NULL) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(memcmp(out, in, size) == 0, "%zu bytes out", size);
    gpu->release(device, memory);
}

static void test_copies(void)
{
    enum { MIB = 1 << 20, MOST = 17 * MIB + 5 };
    static const size_t sizes[] = {1, 1000, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 8 * MIB, 12 * MIB + 7, MOST};
    begin();
    reset();
    ata_device *device;
    void *locked_in = NULL, *locked_out = NULL, *memory;
    unsigned char *in = malloc(MOST), *out = malloc(MOST);
    CHECK(gpu->open(0, &device) == ATA_OK);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_copies(device, in, out, sizes[i]);
        CHECK(fake->host_memories == (sizes[i] > 4 * MIB ? 2 : 0)); /* none for copies of a piece */
    }
    CHECK(fake->direct_copies == 0 && fake->host_memories == 2 && fake->events == 2);
    CHECK(gpu->home(device, in) == ATA_HOME_HOST);
    CHECK(push(fake->own[0]) == CUDA_SUCCESS);
    CHECK(host_create(&locked_in, MOST) == CUDA_SUCCESS && host_create(&locked_out, MOST) == CUDA_SUCCESS);
    check_copies(device, locked_in, locked_out, MOST);
    CHECK(fake->direct_copies == 2 && gpu->home(device, locked_in) == ATA_HOME_HOST);
    CHECK(host_destroy(locked_in) == CUDA_SUCCESS && host_destroy(locked_out) == CUDA_SUCCESS);
    CHECK(gpu->allocate(device, 0, "nothing", &memory) == ATA_OK && memory);
    CHECK(gpu->copy_in(device, memory, NULL, 0, NULL) == ATA_OK &&
          gpu->copy_out(device, NULL, memory, 0, NULL) == ATA_OK);
    gpu->release(device, memory);
    gpu->release(device, NULL);
    CHECK(gpu->allocate(device, (size_t)1 << 40, "the scratch", &memory) == ATA_ERROR_MEMORY && !memory);
    CHECK(strstr(ata_last_error()->message, "1099511627776 bytes for the scratch"), "%s", ata_last_error()->message);
    CUcontext popped;
    CHECK(current() == fake->own[0] && pop(&popped) == CUDA_SUCCESS);
    gpu->close(device);
    check_nothing_left("after copies");
    free(in);
    free(out);
}

/* --- Another GPU's memory ----------------------------------------------------------------------------------------- */

static void check_elsewhere(ata_plan *plan, const void *in, void *out, const char *field)
{
    CHECK(ata_plan_execute(plan, in, out) == ATA_ERROR_PLACE, "%s", field);
    CHECK(strcmp(ata_last_error()->field, field) == 0 && strstr(ata_last_error()->message, "another GPU"), "%s",
          ata_last_error()->message);
}

static void test_elsewhere(void)
{
    begin();
    reset();
    ata_device *device = NULL, *other = NULL;
    void *in = NULL, *out = NULL, *there = NULL;
    ata_problem problem;
    ata_plan *plan = NULL;
    const ata_options options = {.engine = "gpu:0"};
    CHECK(ata_problem_parse(&problem, "c2c 64") == ATA_OK);
    CHECK(gpu->open(0, &device) == ATA_OK && gpu->open(1, &other) == ATA_OK);
    CHECK(gpu->allocate(device, 512, "a test", &in) == ATA_OK && gpu->allocate(device, 512, "a test", &out) == ATA_OK);
    CHECK(gpu->allocate(other, 512, "a test", &there) == ATA_OK);
    CHECK(ata_plan_create(&plan, &problem, &options) == ATA_OK, "%s", ata_last_error()->message);
    const int before = fake->calls;
    CHECK(ata_plan_execute(plan, in, out) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(fake->calls - before == 12, "%d calls", fake->calls - before); /* a question for each array, and a launch */
    check_elsewhere(plan, there, out, "in");
    check_elsewhere(plan, in, there, "out");
    CHECK(ata_roots(&options, 64, 64, ATA_F32, there) == ATA_ERROR_PLACE);
    CHECK(strcmp(ata_last_error()->field, "out") == 0, "%s", ata_last_error()->message);
    CHECK(push(fake->own[1]) == CUDA_SUCCESS);
    check_elsewhere(plan, in, there, "out");
    CUcontext popped;
    CHECK(pop(&popped) == CUDA_SUCCESS);
    fake->peers = 1;
    CHECK(ata_plan_execute(plan, in, there) == ATA_OK, "%s", ata_last_error()->message);
    fake->peers = 0, fake->managed = 1;
    CHECK(ata_plan_execute(plan, there, out) == ATA_OK, "%s", ata_last_error()->message);
    fake->managed = 0;
    ata_plan_destroy(plan);
    gpu->release(other, there);
    gpu->release(device, out);
    gpu->release(device, in);
    gpu->close(other);
    gpu->close(device);
    check_nothing_left("after another GPU's memory");
}

/* --- Every call fails in turn ------------------------------------------------------------------------------------- */

/* All a plan does. Stops at the first error; what was made is freed. */
static ata_status live(int number)
{
    enum { SIZE = 10 << 20 };
    ata_device *device = NULL;
    ata_device_kernel *kernel = NULL;
    void *memory = NULL;
    unsigned char *host = calloc(SIZE, 1);
    const ata_launch launch = {32, &memory, sizeof memory, 1, NULL, false};
    ata_status status = gpu->open(number, &device);
    CHECK((status == ATA_OK) == (device != NULL));
    if (status == ATA_OK) status = gpu->load(device, &clustered, &kernel);
    CHECK((status == ATA_OK) == (kernel != NULL));
    if (status == ATA_OK) status = gpu->allocate(device, SIZE, "a test", &memory);
    CHECK((status == ATA_OK) == (memory != NULL));
    if (status == ATA_OK) status = gpu->copy_in(device, memory, host, SIZE, NULL);
    if (status == ATA_OK) status = gpu->copy_in(device, memory, host, 1, NULL);
    if (status == ATA_OK) status = gpu->launch(device, kernel, &launch);
    if (status == ATA_OK) status = gpu->copy_out(device, host, memory, SIZE, NULL);
    if (status == ATA_OK) status = gpu->copy_out(device, host, memory, 1, NULL);
    if (device) gpu->release(device, memory);
    gpu->close(device);
    free(host);
    return status;
}

/* Calls whose failing harms nobody: what they free is freed or gone, what they ask is not needed. */
static bool is_tolerated(const char *call)
{
    static const char *const calls[] = {"cuPointerGetAttributes", "cuModuleUnload",     "cuEventDestroy",
                                        "cuMemFreeHost",          "cuMemFree",          "cuDevicePrimaryCtxRelease",
                                        "nvrtcDestroyProgram",    "cuFuncSetAttribute", /* one of them is a wish */
                                        "cuCtxSynchronize",       "cuCtxPushCurrent",   /* on the way to freeing */
                                        "cuCtxGetCurrent", /* the context is entered then */
                                        "cuCtxPopCurrent"};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(calls[i], call) == 0) return true;
    return false;
}

/* With call k failing. Returns whether one did. */
static bool check_failure(int k, int number, CUresult result, bool cached)
{
    const CUcontext before = current();
    reset();
    fake->fail_at = k;
    fake->result = result;
    ata_fail(ATA_OK, NULL, NULL, NULL, "%s", "");
    const ata_status status = live(number);
    fake->fail_at = 0;
    const char *failed = fake->failed, *message = ata_last_error()->message;
    CHECK(current() == before, "%s failing leaves another context behind", failed);
    if (!failed) {
        CHECK(status == ATA_OK, "%s", message);
        return false;
    }
    const bool of_memory = result == CUDA_ERROR_OUT_OF_MEMORY && strncmp(failed, "cuMemAlloc", 10) == 0;
    if (status == ATA_OK) {
        CHECK(is_tolerated(failed) || cached, "%s failing is not noticed", failed);
        CHECK(ata_last_error()->status == ATA_OK, "%s failing leaves an error: %s", failed, message);
    } else {
        CHECK(status == (of_memory ? ATA_ERROR_MEMORY : ATA_ERROR_DEVICE), "%s: %s", failed, ata_status_name(status));
        CHECK(of_memory || strstr(message, failed), "%s: %s", failed, message);
        CHECK(strchr(message, ';') && ata_last_error()->field[0], "%s: %s", failed, message);
    }
    /* A context that cannot be entered to free something is gone, and what was in it with it. */
    if (strcmp(failed, "cuCtxPushCurrent") == 0 && status == ATA_OK) forget();
    check_nothing_left(failed);
    return true;
}

static void check_failures(int number, CUresult result, bool cached)
{
    enum { MOST = 1000 };
    int k = 1;
    while (k < MOST && check_failure(k, number, result, cached)) k++;
    CHECK(k > 40 && k < MOST, "%d calls failed", k - 1);
}

static void test_calls(void)
{
    begin();
    CUcontext popped;
    check_failures(1, 999, false);
    check_failures(-1, CUDA_ERROR_OUT_OF_MEMORY, false);
    CHECK(push(fake->own[1]) == CUDA_SUCCESS);
    check_failures(-1, 999, false);
    check_failures(0, 999, false);
    char folder[] = "/tmp/atalanta_cuda_XXXXXX", command[64];
    CHECK(mkdtemp(folder) != NULL);
    setenv("ATALANTA_CACHE", folder, 1);
    CHECK(live(0) == ATA_OK);
    check_failures(0, 999, true);
    setenv("ATALANTA_CACHE", "off", 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(system(command) == 0);
    CHECK(current() == fake->own[1] && pop(&popped) == CUDA_SUCCESS);
}

static void test_requests(void)
{
    begin();
    reset();
    int k = 1;
    for (; k < 100; k++) {
        failing_request = k;
        requests = 0;
        const ata_status status = live(0);
        const bool failed = requests >= k;
        failing_request = 0;
        check_nothing_left("after a failed allocation");
        CHECK(status == (failed ? ATA_ERROR_MEMORY : ATA_OK), "request %d: %s", k, ata_last_error()->message);
        if (!failed) break;
    }
    CHECK(k > 4 && k < 100, "%d requests", k - 1);
}

static const test_case cases[] = {
    {"open", test_open},   {"close", test_close},       {"load", test_load},     {"no room", test_no_room},
    {"files", test_files}, {"threads", test_threads},   {"copies", test_copies}, {"elsewhere", test_elsewhere},
    {"calls", test_calls}, {"requests", test_requests},
};
TEST_MAIN(cases)
