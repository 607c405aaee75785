/* fake_nvrtc.c - NVRTC without a compiler: the code of a kernel is its text. fake_cuda.h says what for. */
#include "fake_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct nvrtc_program {
    char *text;
} nvrtc_program;

/* The newest architecture that it knows; it knows the oldest as well. */
static int newest(void)
{
    return fake_cuda_setting("FAKE_NVRTC_ARCHITECTURE", 90);
}

static const char image_start[] = "FAKE ";
static const char compiler_log[] = "kernel(1): warning: dull\ngpu.cuh(3): error: no\n  such thing\n";

EXPORT const char *nvrtcGetErrorString(int result);
EXPORT int nvrtcVersion(int *major, int *minor);
EXPORT int nvrtcGetNumSupportedArchs(int *number);
EXPORT int nvrtcGetSupportedArchs(int *list);
EXPORT int nvrtcCreateProgram(nvrtc_program **program, const char *text, const char *name, int headers,
                              const char *const *texts, const char *const *names);
EXPORT int nvrtcDestroyProgram(nvrtc_program **program);
EXPORT int nvrtcCompileProgram(nvrtc_program *program, int number, const char *const *options);
EXPORT int nvrtcGetCUBINSize(nvrtc_program *program, size_t *size);
EXPORT int nvrtcGetCUBIN(nvrtc_program *program, char *cubin);
EXPORT int nvrtcGetPTXSize(nvrtc_program *program, size_t *size);
EXPORT int nvrtcGetPTX(nvrtc_program *program, char *ptx);
EXPORT int nvrtcGetProgramLogSize(nvrtc_program *program, size_t *size);
EXPORT int nvrtcGetProgramLog(nvrtc_program *program, char *log);

const char *nvrtcGetErrorString(int result)
{
    return result ? "NVRTC_ERROR_FAKE" : "NVRTC_SUCCESS";
}

int nvrtcVersion(int *major, int *minor)
{
    const int version = fake_cuda_setting("FAKE_NVRTC_VERSION", 12040);
    *major = version / 1000;
    *minor = version % 1000 / 10;
    return 0;
}

int nvrtcGetNumSupportedArchs(int *number)
{
    *number = 2;
    return 0;
}

int nvrtcGetSupportedArchs(int *list)
{
    list[0] = fake_cuda_setting("FAKE_NVRTC_OLDEST", 80);
    list[1] = newest();
    return 0;
}

int nvrtcCreateProgram(nvrtc_program **program, const char *text, const char *name, int headers,
                       const char *const *texts, const char *const *names)
{
    CALL("nvrtcCreateProgram");
    if (!name || headers < 3 || !texts[headers - 1] || !names[headers - 1]) return 3;
    *program = malloc(sizeof **program);
    (*program)->text = strdup(text);
    fake_cuda_add(&fake_cuda_get()->programs, 1);
    return 0;
}

int nvrtcDestroyProgram(nvrtc_program **program)
{
    free((*program)->text);
    free(*program);
    *program = NULL;
    fake_cuda_add(&fake_cuda_get()->programs, -1);
    return fake_cuda_count("nvrtcDestroyProgram");
}

int nvrtcCompileProgram(nvrtc_program *program, int number, const char *const *options)
{
    CALL("nvrtcCompileProgram");
    char expected[64];
    const int gpu = fake_cuda_setting("FAKE_CUDA_ARCHITECTURE", 90);
    snprintf(expected, sizeof expected, "--gpu-architecture=%s_%d", gpu > newest() ? "compute" : "sm",
             gpu > newest() ? newest() : gpu);
    if (number < 1 || strcmp(options[0], expected) != 0) return 5;
    fake_cuda_add(&fake_cuda_get()->compilations, 1);
    if (!fake_cuda_get()->identity) usleep(5000); /* so that threads meet */
    return strstr(program->text, "MISTAKE") ? 6 : 0;
}

int nvrtcGetCUBINSize(nvrtc_program *program, size_t *size)
{
    CALL("nvrtcGetCUBINSize");
    *size = strlen(image_start) + strlen(program->text) + 1;
    return 0;
}

int nvrtcGetCUBIN(nvrtc_program *program, char *cubin)
{
    CALL("nvrtcGetCUBIN");
    strcpy(cubin, image_start);
    strcat(cubin, program->text);
    return 0;
}

int nvrtcGetPTXSize(nvrtc_program *program, size_t *size)
{
    return nvrtcGetCUBINSize(program, size);
}

int nvrtcGetPTX(nvrtc_program *program, char *ptx)
{
    return nvrtcGetCUBIN(program, ptx);
}

int nvrtcGetProgramLogSize(nvrtc_program *program, size_t *size)
{
    (void)program;
    CALL("nvrtcGetProgramLogSize");
    *size = sizeof compiler_log;
    return 0;
}

int nvrtcGetProgramLog(nvrtc_program *program, char *log)
{
    (void)program;
    CALL("nvrtcGetProgramLog");
    memcpy(log, compiler_log, sizeof compiler_log);
    return 0;
}
