/* test_unplanned_gpu.c - ata_roots and the bounds on a GPU, over a driver without one (fake_cuda.h): what is launched
 * and waited for, every failing call reported, and nothing left behind.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "engine/cuda/machine.h"
#include "engine/gpu/engine.h"
#include "engine/gpu/kernels/unplanned.h"
#include "fake_cuda.h"
#include "test.h"

static const ata_machine *const gpu = &ata_machine_cuda;
static fake_cuda *fake;
static fake_cuda_reset_function *reset;
static fake_cuda_forget_function *forget;

static void *symbol(const char *name)
{
    void *library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, name) : NULL;
    CHECK(found != NULL, "%s has no %s", FAKE_CUDA, name);
    return found;
}

static void begin(void)
{
    setenv("ATALANTA_CUDA_DRIVER", FAKE_CUDA, 1);
    setenv("ATALANTA_NVRTC", FAKE_CUDA, 1);
    setenv("ATALANTA_CACHE", "off", 1);
    fake_cuda_get_function *get;
    *(void **)&get = symbol("fake_cuda_get");
    *(void **)&reset = symbol("fake_cuda_reset");
    *(void **)&forget = symbol("fake_cuda_forget");
    fake = get();
    reset();
}

static void check_nothing_left(const char *when)
{
    CHECK(fake->modules == 0 && fake->programs == 0, "%s: %d modules", when, fake->modules);
    CHECK(fake->events == 0 && fake->streams == 0, "%s: %d events, %d streams", when, fake->events, fake->streams);
    CHECK(fake->memories == 0 && fake->host_memories == 0, "%s: %d and %d pieces of memory", when, fake->memories,
          fake->host_memories);
    CHECK(fake->retained[0] == 0, "%s: contexts", when);
}

/* --- Roots -------------------------------------------------------------------------------------------------------- */

/* With a device that stays open, as a plan's does. */
static void device_memory(void)
{
    begin();
    ata_device *device;
    void *out = NULL;
    int mark;
    CHECK(gpu->open(-1, &device) == ATA_OK && gpu->allocate(device, 16000, "a test", &out) == ATA_OK);
    const ata_options options = {.engine = "gpu", .stream = &mark};
    CHECK(ata_roots(&options, 4096, 1000, ATA_F64, out) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(fake->compilations == 1 && fake->launch_argument == out && (void *)fake->launch.hStream == &mark);
    CHECK(fake->launch.gridDimX == 1 && fake->launch.blockDimX == 256);
    const int before = fake->calls;
    CHECK(ata_roots(&options, 4096, 1000, ATA_F64, out) == ATA_OK && fake->compilations == 1);
    const int calls = fake->calls - before;
    /* No call of these waits: each fails in turn below, and is named there. */
    for (int k = 1; k <= calls; k++) {
        reset();
        fake->fail_at = k;
        (void)ata_roots(&options, 4096, 1000, ATA_F64, out);
        CHECK(fake->failed && !strstr(fake->failed, "Synchronize"), "call %d is %s", k, fake->failed);
    }
    reset();
    CHECK(ata_roots(&options, 4096, 1000, ATA_F32, (char *)out + 8) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_roots(&options, 4096, 900, ATA_F64, (char *)out + 8) == ATA_ERROR_PLACE);
    CHECK(strstr(ata_last_error()->message, "a multiple of 16 bytes"), "%s", ata_last_error()->message);
    gpu->release(device, out);
    gpu->close(device);
    check_nothing_left("device memory");
}

static bool is_tolerated(const char *call)
{
    static const char *const calls[] = {"cuPointerGetAttributes",
                                        "cuModuleUnload",
                                        "cuEventDestroy",
                                        "cuMemFree",
                                        "cuMemFreeHost",
                                        "cuStreamDestroy",
                                        "cuDevicePrimaryCtxRelease",
                                        "cuCtxSynchronize",
                                        "cuCtxPushCurrent",
                                        "cuCtxPopCurrent",
                                        "cuCtxGetCurrent",
                                        "nvrtcDestroyProgram",
                                        "cuFuncSetAttribute"};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(calls[i], call) == 0) return true;
    return false;
}

/* Every call of `run` fails in turn; of many, which are the same again and again, every seventh. */
static void check_failures(ata_status (*run)(void))
{
    enum { MOST = 2000 };
    int k = 1, reported = 0;
    for (; k < MOST; k += k < 150 ? 1 : 7) {
        reset();
        fake->fail_at = k;
        ata_fail(ATA_OK, NULL, NULL, NULL, "%s", "");
        const ata_status status = run();
        const char *failed = fake->failed;
        fake->fail_at = 0;
        if (!failed) {
            CHECK(status == ATA_OK, "%s", ata_last_error()->message);
            break;
        }
        if (status == ATA_OK) CHECK(is_tolerated(failed), "%s failing is not noticed", failed);
        else
            CHECK(status == ATA_ERROR_DEVICE && strstr(ata_last_error()->message, failed), "%s: %s", failed,
                  ata_last_error()->message);
        CHECK(ata_last_error()->status == status, "%s failing leaves %s", failed, ata_last_error()->message);
        reported += status != ATA_OK;
        /* A context that cannot be entered to free something is gone, and what was in it with it. */
        if (strcmp(failed, "cuCtxPushCurrent") == 0) forget();
        check_nothing_left(failed);
    }
    CHECK(k < MOST && reported > 15, "%d calls, %d failures reported", k - 1, reported);
}

static ata_status write_host_roots(void)
{
    static float out[2 * 5000];
    return ata_roots(&(ata_options){.engine = "gpu:0"}, 5000, 5000, ATA_F32, out);
}

/* What the device's memory holds comes to the host: here 0xa5, for no kernel runs. */
static void host_memory(void)
{
    begin();
    static unsigned char out[8 * 3000 + 2];
    CHECK(ata_roots(&(ata_options){.engine = "gpu"}, 6000, 3000, ATA_F32, out + 1) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(out[0] == 0 && out[8 * 3000 + 1] == 0, "written beside the array");
    for (int i = 1; i <= 8 * 3000; i++)
        if (out[i] != 0xa5) CHECK(false, "byte %d has not come", i);
    check_nothing_left("host memory");
    const int64_t most = (int64_t)1 << 47;
    CHECK(ata_roots(&(ata_options){.engine = "gpu"}, most, most, ATA_F64, out) == ATA_ERROR_MEMORY);
    CHECK(strstr(ata_last_error()->message, "roots of unity"), "%s", ata_last_error()->message);
    check_nothing_left("more than there is");
    check_failures(write_host_roots);
}

/* --- Bounds ------------------------------------------------------------------------------------------------------- */

static ata_status measure_with(int64_t copy_bytes, ata_bounds *bounds)
{
    const ata_gpu_bounds_effort effort = {.copy_bytes = copy_bytes};
    ata_site *site;
    ATA_TRY(ata_gpu_open(gpu, 0, &site));
    const ata_status status = ata_gpu_bounds_with(site, &effort, bounds);
    ata_gpu_close(site);
    return status;
}

static ata_status measure(void)
{
    ata_bounds bounds = {0};
    return measure_with(1 << 16, &bounds);
}

static void bounds_of_a_gpu(void)
{
    begin();
    ata_bounds bounds = {0};
    CHECK(measure_with(1 << 20, &bounds) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(fake->compilations == 4, "%d kernels", fake->compilations);
    CHECK(bounds.processors == 132 && bounds.repeats > 0 && bounds.copy_bytes == 1 << 20 && bounds.exchange_bytes > 0);
    CHECK(bounds.copy_gb_per_s > 0 && bounds.arithmetic_gflops > 0 && bounds.arithmetic_f64_gflops > 0 &&
          bounds.exchange_gb_per_s > 0);
    check_nothing_left("bounds");
    check_failures(measure);
}

/* Call k finds no memory; returns whether it asked for some on the GPU. */
static bool fail_memory(int k, int64_t copy_bytes, ata_status *status, ata_bounds *bounds)
{
    reset();
    fake->result = CUDA_ERROR_OUT_OF_MEMORY;
    fake->fail_at = k;
    *status = measure_with(copy_bytes, bounds);
    fake->fail_at = 0;
    if (fake->failed && strcmp(fake->failed, "cuCtxPushCurrent") == 0) forget();
    check_nothing_left("little memory");
    return fake->failed && strcmp(fake->failed, "cuMemAlloc") == 0;
}

/* Where memory is short the arrays are halved, down to what is still longer than caches. */
static void bounds_in_little_memory(void)
{
    begin();
    for (int k = 1, arrays = 0; arrays < 2; k++) {
        ata_bounds bounds = {0};
        ata_status status;
        if (!fail_memory(k, 1 << 16, &status, &bounds)) continue;
        CHECK(status == ATA_ERROR_MEMORY && strstr(ata_last_error()->message, "65536 bytes"), "%s",
              ata_last_error()->message);
        CHECK(fail_memory(k, (int64_t)64 << 20, &status, &bounds) && status == ATA_OK, "%s", ata_last_error()->message);
        CHECK(bounds.copy_bytes == 32 << 20, "%lld bytes", (long long)bounds.copy_bytes);
        arrays++;
    }
}

static const test_case cases[] = {
    {"device memory", device_memory},
    {"host memory", host_memory},
    {"bounds of a gpu", bounds_of_a_gpu},
    {"bounds in little memory", bounds_in_little_memory},
};
TEST_MAIN(cases)
