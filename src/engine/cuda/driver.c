/* driver.c - finding the CUDA driver, and saying why it cannot be used. */
#include "engine/cuda/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static struct {
    pthread_once_t once;
    ata_cuda_driver driver;
    char missing[256]; /* empty when it can be used */
    char summary[256];
} state = {.once = PTHREAD_ONCE_INIT};

/* --- Finding it --------------------------------------------------------------------------------------------------- */

/* The file that the environment names, or NULL. Not in a program that runs with more rights than its caller. */
static const char *get_named(void)
{
    const char *named = secure_getenv("ATALANTA_CUDA_DRIVER");
    return named && *named ? named : NULL;
}

static void *open_library(const char *named)
{
    if (named) return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

/* Returns the name of a function that is not there, or NULL. */
static const char *find_functions(void *library, ata_cuda_driver *driver)
{
#define FIND(member, symbol, parameters)                        \
    {                                                           \
        void *found = dlsym(library, #symbol);                  \
        if (!found) return #symbol;                             \
        memcpy(&driver->member, &found, sizeof driver->member); \
    }
    ATA_CUDA_FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

static const char *name_of(const ata_cuda_driver *driver, CUresult result)
{
    const char *name = NULL;
    return driver->get_error_name(result, &name) == CUDA_SUCCESS && name ? name : "an unknown error";
}

static const char *text_of(const ata_cuda_driver *driver, CUresult result)
{
    const char *text = NULL;
    return driver->get_error_string(result, &text) == CUDA_SUCCESS && text ? text : "no description";
}

CUresult ata_cuda_driver_architecture(const ata_cuda_driver *driver, CUdevice device, int *architecture)
{
    int major = 0, minor = 0;
    *architecture = 0;
    CUresult result = driver->device_get_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    if (result == CUDA_SUCCESS)
        result = driver->device_get_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    if (result == CUDA_SUCCESS) *architecture = 10 * major + minor;
    return result;
}

/* The GPU to use where none is named: the first that is new enough. Returns the compute capability that it has; where
 * none is, the best there is. */
static int choose_usual(ata_cuda_driver *driver)
{
    int best = 0;
    for (int i = 0; i < driver->device_count && best < ATA_CUDA_LEAST_ARCHITECTURE; i++) {
        CUdevice device;
        if (driver->device_get(&device, i) != CUDA_SUCCESS) continue;
        int architecture;
        (void)ata_cuda_driver_architecture(driver, device, &architecture);
        if (architecture <= best) continue;
        best = architecture;
        driver->usual = i;
    }
    return best;
}

static void find_driver(ata_cuda_driver *driver, ata_text *missing)
{
    const char *named = get_named();
    void *library = open_library(named); /* never closed: the driver has threads of its own */
    const char *lacking = library ? find_functions(library, driver) : NULL;
    if (named && (!library || lacking)) {
        ata_text_print(
            missing,
            "ATALANTA_CUDA_DRIVER is \"%.100s\", which is no driver of CUDA %d.%d or later; name its file, or "
            "unset it",
            named, ATA_CUDA_LEAST_VERSION / 1000, ATA_CUDA_LEAST_VERSION % 1000 / 10);
        return;
    }
    if (!library) {
        ata_text_print(missing, "no CUDA driver: libcuda.so.1 is not found; install NVIDIA's driver, or set "
                                "ATALANTA_CUDA_DRIVER to its file");
        return;
    }
    if (lacking) {
        ata_text_print(missing, "the CUDA driver has no %s and is too old; install one of CUDA %d.%d or later", lacking,
                       ATA_CUDA_LEAST_VERSION / 1000, ATA_CUDA_LEAST_VERSION % 1000 / 10);
        return;
    }
    if (driver->get_version(&driver->version) == CUDA_SUCCESS && driver->version < ATA_CUDA_LEAST_VERSION) {
        ata_text_print(missing, "the CUDA driver is of CUDA %d.%d; install one of %d.%d or later",
                       driver->version / 1000, driver->version % 1000 / 10, ATA_CUDA_LEAST_VERSION / 1000,
                       ATA_CUDA_LEAST_VERSION % 1000 / 10);
        return;
    }
    CUresult result = driver->init(0);
    if (result == CUDA_SUCCESS) result = driver->device_get_count(&driver->device_count);
    if (result == CUDA_ERROR_NO_DEVICE || (result == CUDA_SUCCESS && driver->device_count < 1)) {
        ata_text_print(missing, "the CUDA driver finds no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES");
        return;
    }
    if (result != CUDA_SUCCESS) {
        ata_text_print(missing, "the CUDA driver does not start: %s (%s); check that nvidia-smi works",
                       name_of(driver, result), text_of(driver, result));
        return;
    }
    const int best = choose_usual(driver);
    if (best < ATA_CUDA_LEAST_ARCHITECTURE)
        ata_text_print(missing, "the GPU has compute capability %d.%d and %d.%d is the least; use the engine \"cpu\"",
                       best / 10, best % 10, ATA_CUDA_LEAST_ARCHITECTURE / 10, ATA_CUDA_LEAST_ARCHITECTURE % 10);
}

static void write_summary(const ata_cuda_driver *driver, bool usable, ata_text *summary)
{
    CUdevice device;
    char name[128] = "NVIDIA GPU";
    int multiprocessors = 0, architecture;
    if (!usable || driver->device_get(&device, driver->usual) != CUDA_SUCCESS) {
        ata_text_print(summary, "NVIDIA GPUs, through the CUDA driver");
        return;
    }
    (void)driver->device_get_name(name, sizeof name, device);
    name[sizeof name - 1] = '\0';
    (void)driver->device_get_attribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    (void)ata_cuda_driver_architecture(driver, device, &architecture);
    ata_text_print(summary, "%s, %d multiprocessors, compute capability %d.%d; CUDA %d.%d", name, multiprocessors,
                   architecture / 10, architecture % 10, driver->version / 1000, driver->version % 1000 / 10);
    if (driver->device_count > 1) ata_text_print(summary, "; and %d more", driver->device_count - 1);
}

static void find_once(void)
{
    ata_text missing = {state.missing, sizeof state.missing, 0}, summary = {state.summary, sizeof state.summary, 0};
    find_driver(&state.driver, &missing);
    write_summary(&state.driver, missing.length == 0, &summary);
}

/* --- The interface ------------------------------------------------------------------------------------------------ */

const char *ata_cuda_driver_missing(void)
{
    pthread_once(&state.once, find_once);
    return state.missing[0] ? state.missing : NULL;
}

const ata_cuda_driver *ata_cuda_driver_get(void)
{
    return ata_cuda_driver_missing() ? NULL : &state.driver;
}

const char *ata_cuda_driver_summary(void)
{
    pthread_once(&state.once, find_once);
    return state.summary;
}

ata_status ata_cuda_fail(CUresult result, const char *call, const char *mend)
{
    const char *name = name_of(&state.driver, result);
    return ata_fail(ATA_ERROR_DEVICE, call, name, "a call that succeeds", "%s failed with %s (%s); %s", call, name,
                    text_of(&state.driver, result), mend ? mend : "check the GPU with nvidia-smi, and try again");
}
