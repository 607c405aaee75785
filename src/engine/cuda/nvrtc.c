/* nvrtc.c - compiling a kernel's text. */
#include "engine/cuda/nvrtc.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "engine/cuda/nvrtc_library.h"

/* What failed outside the text itself: memory, or the compiler. */
static ata_status fail_call(const ata_nvrtc_library *nvrtc, int result, const char *call)
{
    const char *why = nvrtc->get_error(result);
    return ata_fail(ATA_ERROR_DEVICE, call, why ? why : "", "a call that succeeds",
                    "%s of %s failed with %s; check the installation of NVRTC, or set ATALANTA_NVRTC to another", call,
                    nvrtc->path, why ? why : "an unknown error");
}

const char *ata_nvrtc_missing(int driver_version)
{
    const char *missing;
    ata_nvrtc_library_get(driver_version, &missing);
    return missing;
}

static ata_status get_library(int driver_version, const ata_nvrtc_library **nvrtc)
{
    const char *missing;
    *nvrtc = ata_nvrtc_library_get(driver_version, &missing);
    if (*nvrtc) return ATA_OK;
    return ata_fail(ATA_ERROR_DEVICE, "ATALANTA_NVRTC", "", "a library with NVRTC in it",
                    "no kernel can be compiled: %s", missing);
}

/* --- The target --------------------------------------------------------------------------------------------------- */

/* Releases leave out old GPUs: one of the driver's own knows all that the driver does. */
static ata_status fail_target(const ata_nvrtc_library *nvrtc, int driver_version, int architecture)
{
    char wanted[32] = "another release";
    if (driver_version > 0) snprintf(wanted, sizeof wanted, "CUDA %d", driver_version / 1000);
    return ata_fail(ATA_ERROR_DEVICE, "ATALANTA_NVRTC", nvrtc->path, "an NVRTC that knows this GPU",
                    "%s compiles for no GPU of compute capability %d.%d; set ATALANTA_NVRTC to an NVRTC of %s",
                    nvrtc->path, architecture / 10, architecture % 10, wanted);
}

ata_status ata_nvrtc_find_target(int driver_version, int architecture, ata_nvrtc_target *target)
{
    const ata_nvrtc_library *nvrtc;
    int known[ATA_NVRTC_MOST_ARCHITECTURES], best = 0;
    ATA_TRY(get_library(driver_version, &nvrtc));
    const int count = ata_nvrtc_library_architectures(nvrtc, known);
    for (int i = 0; i < count; i++)
        if (known[i] <= architecture && known[i] > best) best = known[i];
    if (best == 0) return fail_target(nvrtc, driver_version, architecture);
    *target = (ata_nvrtc_target){.version = nvrtc->version, .architecture = best, .machine_code = best == architecture};
    snprintf(target->option, sizeof target->option, "--gpu-architecture=%s_%d", target->machine_code ? "sm" : "compute",
             best);
    return ATA_OK;
}

/* Contraction is NVRTC's default, and said here because the kernels count on it. */
void ata_nvrtc_get_options(const ata_nvrtc_target *target, const char *options[ATA_NVRTC_OPTIONS])
{
    options[0] = target->option;
    options[1] = "--std=c++17";
    options[2] = "--fmad=true";
}

/* --- Compiling ---------------------------------------------------------------------------------------------------- */

/* Names and texts of the headers, each in an array, as NVRTC wants them. */
typedef struct header_lists {
    const char **names, **texts;
    int count;
} header_lists;

static ata_status make_lists(header_lists *lists, const ata_gpu_source *headers)
{
    void *memory;
    int count = 0;
    while (headers[count].name) count++;
    ATA_TRY(ata_memory_create(&memory, 2 * ((size_t)count + 1), sizeof(char *), "the list of a kernel's headers"));
    *lists = (header_lists){.names = memory, .texts = (const char **)memory + count, .count = count};
    for (int i = 0; i < count; i++) lists->names[i] = headers[i].name, lists->texts[i] = headers[i].text;
    return ATA_OK;
}

/* Make one line of a log, beginning with the line of the first error. */
static const char *make_line(char *log)
{
    char *start = strstr(log, "error");
    if (!start) start = log;
    while (start > log && start[-1] != '\n') start--;
    for (char *at = start; *at; at++)
        if (*at == '\n' || *at == '\r' || *at == '\t') *at = ' ';
    return start;
}

static ata_status fail_compilation(const ata_nvrtc_library *nvrtc, ata_nvrtc_program program, const char *title)
{
    size_t size = 0;
    void *log = NULL;
    const char *why = "the compiler does not say why";
    if (nvrtc->get_log_size(program, &size) == 0 && size > 0) {
        ATA_TRY(ata_memory_create_zeroed(&log, size + 1, 1, "the compiler's log"));
        if (nvrtc->get_log(program, log) == 0) why = make_line(log);
    }
    ata_fail(ATA_ERROR_DEVICE, "kernel", title, "a kernel that compiles",
             "the kernel \"%.80s\" does not compile: %.380s", title, why);
    ata_memory_destroy(log);
    return ATA_ERROR_DEVICE;
}

static ata_status get_image(const ata_nvrtc_library *nvrtc, const ata_nvrtc_target *target, ata_nvrtc_program program,
                            void **image, size_t *size)
{
    const bool machine_code = target->machine_code;
    int result = machine_code ? nvrtc->get_cubin_size(program, size) : nvrtc->get_ptx_size(program, size);
    if (result != 0) return fail_call(nvrtc, result, machine_code ? "nvrtcGetCUBINSize" : "nvrtcGetPTXSize");
    ATA_TRY(ata_memory_create(image, *size, 1, "a compiled kernel"));
    result = machine_code ? nvrtc->get_cubin(program, *image) : nvrtc->get_ptx(program, *image);
    if (result == 0) return ATA_OK;
    ata_memory_destroy(*image);
    *image = NULL;
    return fail_call(nvrtc, result, machine_code ? "nvrtcGetCUBIN" : "nvrtcGetPTX");
}

ata_status ata_nvrtc_compile(const ata_nvrtc_target *target, const char *title, const char *unit,
                             const ata_gpu_source *headers, void **image, size_t *size)
{
    const ata_nvrtc_library *nvrtc;
    const char *options[ATA_NVRTC_OPTIONS];
    header_lists lists;
    *image = NULL;
    *size = 0;
    ATA_TRY(get_library(0, &nvrtc)); /* found already, for the target */
    ATA_TRY(make_lists(&lists, headers));
    ata_nvrtc_get_options(target, options);
    ata_nvrtc_program program = NULL;
    ata_status status = ATA_OK;
    int result = nvrtc->create(&program, unit, "kernel", lists.count, lists.texts, lists.names);
    if (result != 0) {
        status = fail_call(nvrtc, result, "nvrtcCreateProgram");
    } else {
        result = nvrtc->compile(program, ATA_NVRTC_OPTIONS, options);
        if (result == ATA_NVRTC_ERROR_COMPILATION) {
            status = fail_compilation(nvrtc, program, title);
        } else if (result != 0) {
            status = fail_call(nvrtc, result, "nvrtcCompileProgram");
        } else {
            status = get_image(nvrtc, target, program, image, size);
        }
        (void)nvrtc->destroy(&program);
    }
    ata_memory_destroy(lists.names);
    return status;
}
