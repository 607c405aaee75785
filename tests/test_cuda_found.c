/* test_cuda_found.c - the drivers, compilers and GPUs that a machine may have, over a driver without one (fake_cuda.h):
 * why they cannot be used, and what is asked of those that can. They are looked for once, so each case is a process.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/cuda/machine.h"
#include "fake_cuda.h"
#include "test.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static const ata_machine *const gpu = &ata_machine_cuda;
static const ata_kernel_text small = {"small", "pass", "#define SMALL 1", 1024, 64, 1, 1, NULL, false};

/* Run a check where the environment is set, by pairs of a name and a value. */
static void in_process(const char *const settings[], void (*check)(const void *context), const void *context)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        setenv("ATALANTA_CUDA_DRIVER", FAKE_CUDA, 1);
        setenv("ATALANTA_NVRTC", FAKE_CUDA, 1);
        setenv("ATALANTA_CACHE", "off", 1);
        for (int i = 0; settings[i]; i += 2) setenv(settings[i], settings[i + 1], 1);
        test_failures = 0;
        check(context);
        _exit(test_failures != 0);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0, "%s=%s", settings[0], settings[1]);
}

static const fake_cuda *get_fake(void)
{
    void *library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    fake_cuda_get_function *get = NULL;
    if (library) *(void **)&get = dlsym(library, "fake_cuda_get");
    CHECK(get != NULL, "%s has no fake_cuda_get", FAKE_CUDA);
    return get();
}

/* --- What is missing ---------------------------------------------------------------------------------------------- */

/* `context`: a part of the reason; NULL where nothing is missing. */
static void check_missing(const void *context)
{
    const char *words = context, *missing = gpu->missing();
    ata_device *device;
    CHECK(missing ? words && strstr(missing, words) != NULL : !words, "%s, not %s", missing ? missing : "not missing",
          words ? words : "not missing");
    CHECK(gpu->summary() && gpu->summary()[0] && (missing || strstr(gpu->summary(), "GPU")));
    if (!missing) return;
    CHECK(strchr(missing, ';'), "no mend: %s", missing);
    CHECK(gpu->open(-1, &device) != ATA_OK && !device && strstr(ata_last_error()->message, words), "%s",
          ata_last_error()->message);
}

static void test_missing(void)
{
    static const struct {
        const char *variable, *value, *words;
    } list[] = {
        {"ATALANTA_CUDA_DRIVER", "/nonexistent.so", "ATALANTA_CUDA_DRIVER is \"/nonexistent.so\", which is no driver"},
        {"ATALANTA_CUDA_DRIVER", "libm.so.6", "which is no driver of CUDA 11.8 or later"},
        {"FAKE_CUDA_VERSION", "11040", "of CUDA 11.4; install one of 11.8"},
        {"FAKE_CUDA_INIT", "100", "finds no GPU"},
        {"FAKE_CUDA_DEVICES", "0", "finds no GPU"},
        {"FAKE_CUDA_INIT", "999", "CUDA_ERROR_UNKNOWN (unknown error)"},
        {"FAKE_CUDA_ARCHITECTURE", "75", "compute capability 7.5 and 8.0 is the least; use the engine \"cpu\""},
        {"ATALANTA_NVRTC", "/nonexistent.so", "ATALANTA_NVRTC is \"/nonexistent.so\""},
        {"FAKE_NVRTC_VERSION", "11070", "which is no NVRTC of CUDA 11.8 or later"},
        {"FAKE_NVRTC_VERSION", "11080", NULL},
        {"FAKE_CUDA_DEVICES", "3", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        const char *const settings[] = {list[i].variable, list[i].value, NULL};
        in_process(settings, check_missing, list[i].words);
    }
}

/* --- Several GPUs ------------------------------------------------------------------------------------------------- */

static void check_several(const void *context)
{
    const fake_cuda *fake = get_fake();
    ata_device *device;
    (void)context;
    CHECK(gpu->missing() == NULL && strstr(gpu->summary(), "Fake GPU 1, "), "%s", gpu->summary());
    CHECK(gpu->open(-1, &device) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(fake->retained[0] == 0 && fake->retained[1] == 1);
    gpu->close(device);
    CHECK(gpu->open(0, &device) == ATA_ERROR_ENGINE && strcmp(ata_last_error()->field, "engine") == 0);
    CHECK(strstr(ata_last_error()->message, "use the engine \"cpu\""), "%s", ata_last_error()->message);
    CHECK(gpu->open(7, &device) == ATA_ERROR_ENGINE && strcmp(ata_last_error()->field, "engine") == 0);
    CHECK(strstr(ata_last_error()->message,
                 "engine is gpu:7, and there is no such GPU; it must be gpu, or gpu:0 to gpu:2"),
          "%s", ata_last_error()->message);
}

/* Where none is named, the first that is new enough. */
static void test_several(void)
{
    static const char *const settings[] = {"FAKE_CUDA_ARCHITECTURE", "75,80,90", "FAKE_CUDA_DEVICES", "3", NULL};
    in_process(settings, check_several, NULL);
}

/* --- What kernels are compiled for -------------------------------------------------------------------------------- */

typedef struct compiled {
    const char *architecture; /* of the GPU */
    const char *newest;       /* that NVRTC knows */
    const char *version;      /* of NVRTC */
    int cluster;              /* the largest that kernels can have */
    bool early;               /* whether they may begin before the one ahead has ended */
} compiled;

static void check_compiled(const void *context)
{
    const compiled *c = context;
    const fake_cuda *fake = get_fake();
    ata_device *device = NULL;
    ata_device_kernel *kernel = NULL;
    const ata_launch launch = {8, &device, sizeof device, 1, NULL, false};
    CHECK(gpu->open(0, &device) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(gpu->limits(device)->largest_cluster == c->cluster, "clusters of %d", gpu->limits(device)->largest_cluster);
    CHECK(gpu->load(device, &small, &kernel) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(gpu->launch(device, kernel, &launch) == ATA_OK, "%s", ata_last_error()->message);
    CHECK((fake->launch.numAttrs == 1) == c->early, "for %s", c->newest);
    gpu->close(device);
}

/* What they can do is what they are compiled for, not what the GPU could. */
static void test_compiled(void)
{
    static const compiled list[] = {
        {"80", "90", "12040", 1, false},  {"90", "90", "12010", 16, true}, {"90", "80", "12040", 1, false},
        {"100", "90", "12040", 16, true}, {"120", "90", "12040", 8, true}, {"120", "89", "12040", 1, false},
        {"90", "90", "12000", 1, true},   {"90", "90", "11080", 1, true},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        const compiled *c = &list[i];
        const char *const settings[] = {"FAKE_CUDA_ARCHITECTURE",
                                        c->architecture,
                                        "FAKE_NVRTC_ARCHITECTURE",
                                        c->newest,
                                        "FAKE_NVRTC_VERSION",
                                        c->version,
                                        NULL};
        in_process(settings, check_compiled, &list[i]);
    }
}

static void check_unknown(const void *context)
{
    ata_device *device;
    CHECK(gpu->open(0, &device) == ATA_ERROR_DEVICE && !device);
    CHECK(strstr(ata_last_error()->message, context), "%s", ata_last_error()->message);
}

/* An NVRTC that has left out GPUs as old as this one. */
static void test_unknown(void)
{
    static const char *const settings[] = {"FAKE_NVRTC_OLDEST", "100", "FAKE_NVRTC_ARCHITECTURE", "120", NULL};
    in_process(settings, check_unknown, "of compute capability 9.0; set ATALANTA_NVRTC to an NVRTC of CUDA 12");
}

static const test_case cases[] = {
    {"missing", test_missing}, {"several", test_several}, {"compiled", test_compiled}, {"unknown", test_unknown}};
TEST_MAIN(cases)
