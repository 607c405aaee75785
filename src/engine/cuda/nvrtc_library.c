/* nvrtc_library.c - finding NVRTC: where the loader looks, then where CUDA's installers put it.
 *
 * Several releases may lie side by side. A driver loads the code of its own major release and of older ones, so those
 * are tried first, the newest first.
 */
#include "engine/cuda/nvrtc_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cuda/nvrtc.h"

enum { NEWEST_MAJOR = 15, OLDEST_MAJOR = 11 };

static struct {
    pthread_mutex_t lock;
    bool looked, found;
    int too_old; /* the version of one that was found */
    ata_nvrtc_library library;
    char missing[256];
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool find_functions(void *handle, ata_nvrtc_library *library)
{
    void *found = dlsym(handle, "nvrtcGetErrorString");
    if (!found) return false;
    memcpy(&library->get_error, &found, sizeof library->get_error);
#define FIND(member, symbol, parameters) \
    found = dlsym(handle, #symbol);      \
    if (!found) return false;            \
    memcpy(&library->member, &found, sizeof library->member);
    ATA_NVRTC_FUNCTIONS(FIND)
#undef FIND
    return true;
}

static bool try_file(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    int major = 0, minor = 0;
    if (!handle) return false;
    const bool good = find_functions(handle, &state.library) && state.library.get_version(&major, &minor) == 0;
    state.library.version = 1000 * major + 10 * minor;
    if (good && state.library.version < ATA_NVRTC_LEAST_VERSION) state.too_old = state.library.version;
    if (!good || state.library.version < ATA_NVRTC_LEAST_VERSION) {
        dlclose(handle);
        return false;
    }
    snprintf(state.library.path, sizeof state.library.path, "%s", path);
    return true;
}

/* One major release, where the loader looks and where installers put it. */
static bool try_major(int major)
{
    char file[32], path[128];
    snprintf(file, sizeof file, "libnvrtc.so.%d%s", major, major == 11 ? ".2" : "");
    if (try_file(file)) return true;
    snprintf(path, sizeof path, "/usr/local/cuda/lib64/%s", file);
    if (try_file(path)) return true;
    snprintf(path, sizeof path, "/usr/local/cuda-%d/lib64/%s", major, file);
    if (try_file(path)) return true;
    snprintf(path, sizeof path, "/opt/cuda/lib64/%s", file);
    return try_file(path);
}

static bool try_all(int driver_version)
{
    const int wanted = driver_version ? driver_version / 1000 : NEWEST_MAJOR;
    for (int major = wanted; major >= OLDEST_MAJOR; major--)
        if (try_major(major)) return true;
    for (int major = wanted + 1; major <= NEWEST_MAJOR; major++)
        if (try_major(major)) return true;
    return try_file("libnvrtc.so") || try_file("/usr/local/cuda/lib64/libnvrtc.so");
}

/* `major`: the driver's release, whose code it can load; 0 where that is not known. */
static void say_missing(int major)
{
    char found[64] = "is not found", wanted[32] = "11.8 or later";
    if (state.too_old)
        snprintf(found, sizeof found, "is of CUDA %d.%d, which is too old", state.too_old / 1000,
                 state.too_old % 1000 / 10);
    if (major == 11) snprintf(wanted, sizeof wanted, "11.8");
    else if (major > 11) snprintf(wanted, sizeof wanted, "%d", major);
    snprintf(state.missing, sizeof state.missing,
             "NVRTC %s; install libnvrtc of CUDA %s, or set ATALANTA_NVRTC to its file", found, wanted);
}

/* Not named by the environment in a program that runs with more rights than its caller. */
static bool look(int driver_version)
{
    const char *named = secure_getenv("ATALANTA_NVRTC");
    if (named && *named) {
        if (try_file(named)) return true;
        snprintf(state.missing, sizeof state.missing,
                 "ATALANTA_NVRTC is \"%.100s\", which is no NVRTC of CUDA 11.8 or later; name its file, or unset it",
                 named);
        return false;
    }
    if (try_all(driver_version)) return true;
    say_missing(driver_version / 1000);
    return false;
}

const ata_nvrtc_library *ata_nvrtc_library_get(int driver_version, const char **missing)
{
    pthread_mutex_lock(&state.lock);
    if (!state.looked) {
        state.found = look(driver_version);
        state.looked = true;
    }
    pthread_mutex_unlock(&state.lock);
    *missing = state.found ? NULL : state.missing;
    return state.found ? &state.library : NULL;
}

int ata_nvrtc_library_architectures(const ata_nvrtc_library *nvrtc, int list[ATA_NVRTC_MOST_ARCHITECTURES])
{
    int count = 0;
    if (nvrtc->count_architectures(&count) != 0 || count < 1 || count > ATA_NVRTC_MOST_ARCHITECTURES) return 0;
    return nvrtc->get_architectures(list) == 0 ? count : 0;
}
