/* test_cli_gpu.c - how the commands find the CUDA driver, and what they say where they cannot use it: as the library
 * does. Each case has a process of its own, for a process looks once. */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/gpu.h"
#include "test.h"

enum { TEXT = 512 };

/* What a process that finds `driver`, with one more setting, says is missing: empty for nothing. `driver` is NULL where
 * the environment names none, but the linker knows one called libcuda.so. */
static const char *missing_with(const char *driver, const char *name, const char *value)
{
    static char *text;
    if (!text) text = mmap(NULL, TEXT, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (text == MAP_FAILED) return "no memory";
    snprintf(text, TEXT, "the process ended early");
    const pid_t process = fork();
    if (process == 0) {
        const gpu_driver *found = NULL;
        if (driver) setenv("ATALANTA_CUDA_DRIVER", driver, 1);
        else unsetenv("ATALANTA_CUDA_DRIVER");
        if (!driver && !dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL)) _exit(1);
        if (name) setenv(name, value, 1);
        const char *missing = cli_gpu_driver_get(&found);
        snprintf(text, TEXT, "%s", missing ? missing : found ? "" : "no driver and no reason");
        _exit(0);
    }
    (void)waitpid(process, NULL, 0);
    return text;
}

static void test_found(void)
{
    const char *missing = missing_with(FAKE_DRIVER, NULL, NULL);
    CHECK(missing[0] == '\0', "%s", missing);
    missing = missing_with(NULL, NULL, NULL); /* a driver of this machine's comes first, whatever it says */
    CHECK(!strstr(missing, "not found"), "%s", missing);
}

static void expect(const char *driver, const char *name, const char *value, const char *words, const char *mend)
{
    const char *missing = missing_with(driver, name, value);
    CHECK(strstr(missing, words) && strstr(missing, mend), "\"%s\" has no \"%s\" or no \"%s\"", missing, words, mend);
}

static void test_missing(void)
{
    expect("/nonexistent/libcuda.so", NULL, NULL, "/nonexistent/libcuda.so is not found", "set ATALANTA_CUDA_DRIVER");
    expect(FAKE_CUDA, NULL, NULL, "has no cuCtxSetCurrent", "install one of CUDA 11.8 or later");
    expect(FAKE_DRIVER, "FAKE_CUDA_VERSION", "11070", "is of CUDA 11.7", "install one of 11.8 or later");
    expect(FAKE_DRIVER, "FAKE_CUDA_DEVICES", "0", "finds no GPU", "CUDA_VISIBLE_DEVICES");
    expect(FAKE_DRIVER, "FAKE_CUDA_INIT", "100", "finds no GPU", "CUDA_VISIBLE_DEVICES");
    expect(FAKE_DRIVER, "FAKE_CUDA_INIT", "999", "a fake error", "check that nvidia-smi works");
    const char *missing = missing_with(FAKE_DRIVER, "FAKE_CUDA_VERSION", "11080");
    CHECK(missing[0] == '\0', "%s", missing);
}

static const test_case cases[] = {{"found", test_found}, {"missing", test_missing}};
TEST_MAIN(cases)
