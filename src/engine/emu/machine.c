/* machine.c - the emulator as a machine (engine/gpu/machine.h): one device, one caller at a time. */
#include "engine/emu/machine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "engine/emu/buffers.h"
#include "engine/emu/compiler.h"
#include "engine/emu/kernel.h"
#include "engine/emu/run.h"
#include "engine/emu/state.h"

struct ata_device {
    ata_device_limits limits;
    int opened; /* how often, less how often closed */
};

/* An H200, an A100, and GPUs as in workstations: an RTX A6000 and an RTX PRO 6000. Their caches are small, so that what
 * is done for data larger than the cache is done in tests. */
enum { CACHE_BYTES = 1 << 20 };
static const ata_device_limits known[] = {{.architecture = 90,
                                           .multiprocessors = 132,
                                           .largest_cluster = 16,
                                           .shared_block = 232448 - ATA_GPU_SHARED_OF_WORDS,
                                           .shared_total = 233472,
                                           .registers = 65536,
                                           .threads = 2048,
                                           .cache_bytes = CACHE_BYTES},
                                          {.architecture = 80,
                                           .multiprocessors = 108,
                                           .largest_cluster = 1,
                                           .shared_block = 166912 - ATA_GPU_SHARED_OF_WORDS,
                                           .shared_total = 167936,
                                           .registers = 65536,
                                           .threads = 2048,
                                           .cache_bytes = CACHE_BYTES},
                                          {.architecture = 86,
                                           .multiprocessors = 84,
                                           .largest_cluster = 1,
                                           .shared_block = 101376 - ATA_GPU_SHARED_OF_WORDS,
                                           .shared_total = 102400,
                                           .registers = 65536,
                                           .threads = 1536,
                                           .cache_bytes = CACHE_BYTES},
                                          {.architecture = 120,
                                           .multiprocessors = 188,
                                           .largest_cluster = 8,
                                           .shared_block = 101376 - ATA_GPU_SHARED_OF_WORDS,
                                           .shared_total = 102400,
                                           .registers = 65536,
                                           .threads = 1536,
                                           .cache_bytes = CACHE_BYTES}};

static ata_device the_device;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *summary(void)
{
    return "kernels for a GPU run on the CPU, every access checked; for tests";
}

static const char *missing(void)
{
    if (ata_emu_compiler_path()) return NULL;
    return "no C compiler is found, with which kernels are compiled; install one, or set ATALANTA_CC to one";
}

/* The GPU that the environment names. */
static ata_status find_limits(const ata_device_limits **found)
{
    const char *named = getenv("ATALANTA_EMU_ARCH");
    *found = &known[0];
    if (!named || !*named) return ATA_OK;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", known[i].architecture);
        *found = &known[i];
        if (strcmp(named, number) == 0) return ATA_OK;
    }
    return ata_fail(ATA_ERROR_ENGINE, "ATALANTA_EMU_ARCH", named, "80, 86, 90 or 120",
                    "ATALANTA_EMU_ARCH is \"%.40s\", which the emulator does not know; set it to 80, 86, 90 or 120, or "
                    "unset it",
                    named);
}

static ata_status open_device(int number, ata_device **device)
{
    const ata_device_limits *found;
    *device = NULL;
    if (number != 0 && number != -1)
        return ata_fail_number(ATA_ERROR_ENGINE, "engine", number, "emu or emu:0; the emulator is one device");
    ATA_TRY(find_limits(&found));
    pthread_mutex_lock(&lock);
    if (the_device.opened++ == 0) the_device.limits = *found;
    pthread_mutex_unlock(&lock);
    *device = &the_device;
    return ATA_OK;
}

/* Kernels stay: the next plan may want them again. */
static void close_device(ata_device *device)
{
    pthread_mutex_lock(&lock);
    if (--device->opened == 0) {
        ata_emu_run_release();
        ata_emu_compiler_close();
    }
    pthread_mutex_unlock(&lock);
}

static const ata_device_limits *limits(const ata_device *device)
{
    return &device->limits;
}

/* --- Kernels ------------------------------------------------------------------------------------------------------ */

static ata_status check_text(const ata_device *device, const ata_kernel_text *text)
{
    const ata_device_limits *most = &device->limits;
    if (text->threads < 1 || text->threads > ATA_EMU_MOST_THREADS)
        return ata_fail_number(ATA_ERROR_UNSUPPORTED, "threads", text->threads, "1 to 1024; use smaller passes");
    if (text->cluster < 1 || text->cluster > most->largest_cluster)
        return ata_fail_number(ATA_ERROR_UNSUPPORTED, "cluster", text->cluster,
                               "1 to the device's largest; use shorter passes");
    if (text->shared_bytes < 0 || text->shared_bytes > most->shared_block)
        return ata_fail_number(ATA_ERROR_UNSUPPORTED, "shared_bytes", text->shared_bytes,
                               "0 to what the device has; use smaller passes");
    return ATA_OK;
}

ata_status ata_emu_load_text(ata_device *device, const ata_kernel_text *text, const char *body,
                             ata_device_kernel **kernel)
{
    *kernel = NULL;
    ATA_TRY(check_text(device, text));
    pthread_mutex_lock(&lock);
    ata_status status = ata_emu_run_prepare(text->threads, text->cluster, text->shared_bytes);
    if (status == ATA_OK) status = ata_emu_kernel_get(text, body, kernel);
    pthread_mutex_unlock(&lock);
    return status;
}

static ata_status load(ata_device *device, const ata_kernel_text *text, ata_device_kernel **kernel)
{
    char body[80];
    snprintf(body, sizeof body, "#include \"engine/gpu/kernels/%s.cu\"\n", text->name);
    return ata_emu_load_text(device, text, body, kernel);
}

static void report(const ata_device_kernel *kernel, const ata_launch *work, ata_status status)
{
    if (!getenv("ATALANTA_EMU_REPORT")) return;
    const int64_t ideal = ata_emu.wavefronts_ideal, actual = ata_emu.wavefronts_actual;
    fprintf(
        stderr,
        "emu: %s: %lld blocks of %d threads, %lld bytes of shared memory, %lld bytes written; banks: %lld turns for "
        "%lld ideal (%.3f)%s\n",
        kernel->title, (long long)work->blocks, kernel->threads, (long long)kernel->shared_bytes,
        (long long)ata_emu.bytes_written, (long long)actual, (long long)ideal,
        ideal > 0 ? (double)actual / (double)ideal : 1.0, status == ATA_OK ? "" : "; FAILED");
}

static ata_status launch_locked(ata_device_kernel *kernel, const ata_launch *work)
{
    if (work->argument_bytes != kernel->facts->argument_bytes)
        return ata_fail(ATA_ERROR_DEVICE, "argument_bytes", NULL, NULL,
                        "emulated kernel \"%.60s\" takes %lu bytes of arguments and was given %zu", kernel->title,
                        kernel->facts->argument_bytes, work->argument_bytes);
    if (work->blocks < 1 || work->blocks > INT32_MAX || work->blocks % kernel->cluster != 0)
        return ata_fail_number(ATA_ERROR_DEVICE, "blocks", work->blocks, "a multiple of the kernel's cluster");
    ATA_TRY(ata_emu_run_prepare(kernel->threads, kernel->cluster, kernel->shared_bytes));
    memcpy(kernel->arguments, work->arguments, work->argument_bytes);
    const ata_emu_work all = {.title = kernel->title,
                              .entry = kernel->entry,
                              .here = kernel->here,
                              .threads = kernel->threads,
                              .cluster = kernel->cluster,
                              .element_bytes = kernel->facts->element_bytes,
                              .shared_bytes = kernel->shared_bytes,
                              .blocks = work->blocks,
                              .bytes_written = work->bytes_written};
    const ata_status status = ata_emu_run(&all);
    kernel->wavefronts_ideal += ata_emu.wavefronts_ideal;
    kernel->wavefronts_actual += ata_emu.wavefronts_actual;
    report(kernel, work, status);
    return status;
}

static ata_status launch(ata_device *device, const ata_device_kernel *kernel, const ata_launch *work)
{
    (void)device;
    pthread_mutex_lock(&lock);
    const ata_status status = launch_locked((ata_device_kernel *)kernel, work);
    pthread_mutex_unlock(&lock);
    return status;
}

void ata_emu_conflicts(const ata_device_kernel *kernel, int64_t *ideal, int64_t *actual)
{
    pthread_mutex_lock(&lock);
    *ideal = kernel->wavefronts_ideal;
    *actual = kernel->wavefronts_actual;
    pthread_mutex_unlock(&lock);
}

/* --- Memory ------------------------------------------------------------------------------------------------------- */

static ata_status allocate(ata_device *device, size_t bytes, const char *purpose, void **memory)
{
    (void)device;
    pthread_mutex_lock(&lock);
    const ata_status status = ata_emu_buffer_create(bytes, purpose, memory);
    pthread_mutex_unlock(&lock);
    return status;
}

static void release(ata_device *device, void *memory)
{
    (void)device;
    pthread_mutex_lock(&lock);
    ata_emu_buffer_destroy(memory);
    pthread_mutex_unlock(&lock);
}

static bool is_held(const void *pointer, size_t bytes)
{
    pthread_mutex_lock(&lock);
    const bool held = ata_emu_buffer_holds(pointer, bytes);
    pthread_mutex_unlock(&lock);
    return held;
}

static ata_memory_home home(const ata_device *device, const void *pointer)
{
    (void)device;
    return is_held(pointer, 1) ? ATA_HOME_DEVICE : ATA_HOME_HOST;
}

static ata_status check_copy(const void *there, size_t bytes)
{
    if (bytes == 0 || is_held(there, bytes)) return ATA_OK;
    return ata_fail(ATA_ERROR_DEVICE, "bytes", NULL, NULL,
                    "a copy of %zu bytes leaves the emulated device's buffer, or is to none", bytes);
}

static ata_status clear(ata_device *device, void *memory, size_t bytes, void *stream)
{
    (void)device, (void)stream;
    ATA_TRY(check_copy(memory, bytes));
    memset(memory, 0, bytes);
    return ATA_OK;
}

static ata_status copy_in(ata_device *device, void *to, const void *from, size_t bytes, void *stream)
{
    (void)device, (void)stream;
    ATA_TRY(check_copy(to, bytes));
    memcpy(to, from, bytes);
    return ATA_OK;
}

static ata_status copy_out(ata_device *device, void *to, const void *from, size_t bytes, void *stream)
{
    (void)device, (void)stream;
    ATA_TRY(check_copy(from, bytes));
    memcpy(to, from, bytes);
    return ATA_OK;
}

/* --- Queues ------------------------------------------------------------------------------------------------------- */

/* Everything is done when it is asked for, so that a queue has nothing to remember. */
struct ata_device_queue {
    ata_device *device;
};

static ata_status host_allocate(ata_device *device, size_t bytes, const char *purpose, void **memory)
{
    (void)device;
    return ata_memory_create(memory, bytes, 1, purpose);
}

static void host_release(ata_device *device, void *memory)
{
    (void)device;
    ata_memory_destroy(memory);
}

static ata_status queue_create(ata_device *device, bool patient, ata_device_queue **queue)
{
    (void)patient;
    ATA_TRY(ata_memory_create((void **)queue, 1, sizeof **queue, "a queue of the emulator"));
    (*queue)->device = device;
    return ATA_OK;
}

static void queue_destroy(ata_device_queue *queue)
{
    ata_memory_destroy(queue);
}

static void *queue_stream(const ata_device_queue *queue)
{
    (void)queue;
    return NULL;
}

static ata_status queue_copy_in(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    return copy_in(queue->device, to, from, bytes, NULL);
}

static ata_status queue_copy_out(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    return copy_out(queue->device, to, from, bytes, NULL);
}

static ata_status queue_copy(ata_device_queue *queue, void *to, const void *from, size_t bytes)
{
    (void)queue;
    ATA_TRY(check_copy(to, bytes));
    ATA_TRY(check_copy(from, bytes));
    memcpy(to, from, bytes);
    return ATA_OK;
}

static ata_status queue_wait(ata_device_queue *queue)
{
    (void)queue;
    return ATA_OK;
}

const ata_machine ata_machine_emu = {.name = "emu",
                                     .summary = summary,
                                     .missing = missing,
                                     .open = open_device,
                                     .close = close_device,
                                     .limits = limits,
                                     .load = load,
                                     .launch = launch,
                                     .allocate = allocate,
                                     .release = release,
                                     .home = home,
                                     .clear = clear,
                                     .copy_in = copy_in,
                                     .copy_out = copy_out,
                                     .host_allocate = host_allocate,
                                     .host_release = host_release,
                                     .queue_create = queue_create,
                                     .queue_destroy = queue_destroy,
                                     .queue_stream = queue_stream,
                                     .queue_copy_in = queue_copy_in,
                                     .queue_copy_out = queue_copy_out,
                                     .queue_copy = queue_copy,
                                     .queue_wait = queue_wait};
