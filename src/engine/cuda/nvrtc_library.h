/* nvrtc_library.h - the library behind nvrtc.h: its functions, and where it may lie. For nvrtc.c. */
#ifndef ATA_CUDA_NVRTC_LIBRARY_H
#define ATA_CUDA_NVRTC_LIBRARY_H

#include <stddef.h>

typedef struct nvrtc_program_st *ata_nvrtc_program;

enum { ATA_NVRTC_ERROR_COMPILATION = 6, ATA_NVRTC_MOST_ARCHITECTURES = 64 };

/* FUNCTION(member, symbol, parameters); every one returns 0 or the number of an error. */
#define ATA_NVRTC_FUNCTIONS(FUNCTION)                                                                                 \
    FUNCTION(get_version, nvrtcVersion, (int *major, int *minor))                                                     \
    FUNCTION(count_architectures, nvrtcGetNumSupportedArchs, (int *count))                                            \
    FUNCTION(get_architectures, nvrtcGetSupportedArchs, (int *architectures))                                         \
    FUNCTION(create, nvrtcCreateProgram,                                                                              \
             (ata_nvrtc_program * program, const char *text, const char *name, int headers, const char *const *texts, \
              const char *const *names))                                                                              \
    FUNCTION(destroy, nvrtcDestroyProgram, (ata_nvrtc_program * program))                                             \
    FUNCTION(compile, nvrtcCompileProgram, (ata_nvrtc_program program, int count, const char *const *options))        \
    FUNCTION(get_cubin_size, nvrtcGetCUBINSize, (ata_nvrtc_program program, size_t * size))                           \
    FUNCTION(get_cubin, nvrtcGetCUBIN, (ata_nvrtc_program program, char *cubin))                                      \
    FUNCTION(get_ptx_size, nvrtcGetPTXSize, (ata_nvrtc_program program, size_t * size))                               \
    FUNCTION(get_ptx, nvrtcGetPTX, (ata_nvrtc_program program, char *ptx))                                            \
    FUNCTION(get_log_size, nvrtcGetProgramLogSize, (ata_nvrtc_program program, size_t * size))                        \
    FUNCTION(get_log, nvrtcGetProgramLog, (ata_nvrtc_program program, char *log))

typedef struct ata_nvrtc_library {
    int version; /* 12040 for 12.4 */
    char path[128];
    const char *(*get_error)(int result); /* nvrtcGetErrorString */
#define ATA_NVRTC_MEMBER(member, symbol, parameters) int(*member) parameters;
    ATA_NVRTC_FUNCTIONS(ATA_NVRTC_MEMBER)
#undef ATA_NVRTC_MEMBER
} ata_nvrtc_library;

/* The library, looked for by the first call; NULL and the reason in *missing, which is else NULL. */
const ata_nvrtc_library *ata_nvrtc_library_get(int driver_version, const char **missing);

/* The architectures it compiles for, 90 for compute capability 9.0; returns how many. */
int ata_nvrtc_library_architectures(const ata_nvrtc_library *nvrtc, int list[ATA_NVRTC_MOST_ARCHITECTURES]);

#endif
