/* cpu.c - CPU features by the system's own account (aarch64: auxiliary vector; x86-64: CPUID by the compiler). */
#include "core/cpu.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

static char features[128];
static pthread_once_t features_once = PTHREAD_ONCE_INIT;

static void add(int present, const char *word)
{
    if (!present) return;
    const size_t length = strlen(features);
    snprintf(features + length, sizeof features - length, "%s%s", length ? " " : "", word);
}

static void find_features(void)
{
#if defined(__aarch64__)
    const unsigned long capabilities = getauxval(AT_HWCAP);
    add((capabilities & HWCAP_ASIMD) != 0, "neon");
    add((capabilities & HWCAP_FCMA) != 0, "fcma");
    add((capabilities & HWCAP_ASIMDHP) != 0, "fp16");
    add((capabilities & HWCAP_SVE) != 0, "sve");
#elif defined(__x86_64__)
    __builtin_cpu_init();
    add(__builtin_cpu_supports("sse2") != 0, "sse2");
    add(__builtin_cpu_supports("avx") != 0, "avx");
    add(__builtin_cpu_supports("avx2") != 0, "avx2");
    add(__builtin_cpu_supports("fma") != 0, "fma");
    add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
    add(__builtin_cpu_supports("avx512dq") != 0, "avx512dq");
    add(__builtin_cpu_supports("avx512vl") != 0, "avx512vl");
#endif
    if (features[0] == '\0') add(1, "none");
}

const char *ata_cpu_get_features(void)
{
    pthread_once(&features_once, find_features);
    return features;
}

bool ata_cpu_has(const char *feature)
{
    const size_t length = strlen(feature);
    for (const char *at = ata_cpu_get_features(); (at = strstr(at, feature)); at += length) {
        const bool begins = at == features || at[-1] == ' ', ends = at[length] == ' ' || at[length] == '\0';
        if (begins && ends) return true;
    }
    return false;
}

int ata_cpu_get_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}
