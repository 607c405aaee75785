/* device.c - opening and closing devices: one for each context, however many plans are made in it. */
#include "engine/cuda/device.h"

#include <stdio.h>

#include "core/memory.h"
#include "engine/cuda/copy.h"
#include "engine/cuda/kernel.h"

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static ata_device *list; /* of all open devices */

/* --- Contexts ----------------------------------------------------------------------------------------------------- */

bool ata_cuda_device_is_current(const ata_device *device)
{
    CUcontext current;
    return device->driver->context_get_current(&current) == CUDA_SUCCESS && current == device->context;
}

ata_status ata_cuda_device_enter(const ata_device *device)
{
    return ata_cuda_check(device->driver->context_push(device->context), "cuCtxPushCurrent");
}

ata_status ata_cuda_device_leave(const ata_device *device, ata_status status)
{
    CUcontext context;
    const CUresult result = device->driver->context_pop(&context);
    return status == ATA_OK ? ata_cuda_check(result, "cuCtxPopCurrent") : status;
}

static ata_status check_architecture(const ata_cuda_driver *driver, CUdevice gpu, int *architecture)
{
    char value[16];
    ATA_TRY(ata_cuda_check(ata_cuda_driver_architecture(driver, gpu, architecture), "cuDeviceGetAttribute"));
    if (*architecture >= ATA_CUDA_LEAST_ARCHITECTURE) return ATA_OK;
    snprintf(value, sizeof value, "%d.%d", *architecture / 10, *architecture % 10);
    return ata_fail(ATA_ERROR_ENGINE, "engine", value, "a GPU of compute capability 8.0 or more",
                    "engine: GPU %d has compute capability %s and 8.0 is the least; name another as \"gpu:NUMBER\", or "
                    "use the engine \"cpu\"",
                    gpu, value);
}

static ata_status fail_number(const ata_cuda_driver *driver, int number)
{
    char value[24], accepted[48];
    snprintf(value, sizeof value, "gpu:%d", number);
    snprintf(accepted, sizeof accepted, "gpu, or gpu:0 to gpu:%d", driver->device_count - 1);
    return ata_fail(ATA_ERROR_ENGINE, "engine", value, accepted,
                    "engine is %s, and there is no such GPU; it must be %s", value, accepted);
}

/* A device as far as it takes to know which one it is: context, GPU, whether it is retained. */
static ata_status find_context(ata_device *device, int number)
{
    const ata_cuda_driver *driver = device->driver;
    if (number < 0) {
        ATA_TRY(ata_cuda_check(driver->context_get_current(&device->context), "cuCtxGetCurrent"));
        if (device->context) {
            ATA_TRY(ata_cuda_check(driver->context_get_device(&device->gpu), "cuCtxGetDevice"));
            return check_architecture(driver, device->gpu, &device->limits.architecture);
        }
        number = driver->usual;
    }
    if (number >= driver->device_count) return fail_number(driver, number);
    ATA_TRY(ata_cuda_check(driver->device_get(&device->gpu, number), "cuDeviceGet"));
    ATA_TRY(check_architecture(driver, device->gpu, &device->limits.architecture));
    const CUresult result = driver->primary_retain(&device->context, device->gpu);
    if (result != CUDA_SUCCESS)
        return ata_cuda_fail(result, "cuDevicePrimaryCtxRetain",
                             "check that the GPU has memory left and that its mode of computing admits this process");
    device->retained = true;
    return ATA_OK;
}

static void release_context(ata_device *device)
{
    if (device->retained) (void)device->driver->primary_release(device->gpu);
    device->retained = false;
}

/* --- Limits ------------------------------------------------------------------------------------------------------- */

static ata_status get_attribute(const ata_device *device, int attribute, int *value)
{
    return ata_cuda_check(device->driver->device_get_attribute(value, attribute, device->gpu), "cuDeviceGetAttribute");
}

/* Clusters of 16 are beyond what every GPU of an architecture must have: kernel.c finds out whether a kernel can. Code
 * for GPUs without clusters, which newer ones run as well, has none; nor has what an old NVRTC makes. */
static int largest_cluster(const ata_device *device, int has_clusters)
{
    const int generation = device->limits.architecture / 10;
    if (!has_clusters || device->target.architecture < 90) return 1;
    if (device->target.version < ATA_NVRTC_CLUSTER_VERSION) return 1;
    return generation == 9 || generation == 10 ? 16 : 8;
}

static ata_status find_limits(ata_device *device)
{
    ata_device_limits *limits = &device->limits;
    int shared_block, shared_total, registers, threads, cache, has_clusters;
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &limits->multiprocessors));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &shared_block));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, &shared_total));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, &registers));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, &threads));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, &cache));
    ATA_TRY(get_attribute(device, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, &has_clusters));
    device->shared_most = shared_block;
    limits->shared_block = shared_block - ATA_GPU_SHARED_OF_WORDS;
    limits->shared_total = shared_total;
    limits->registers = registers;
    limits->threads = threads;
    limits->cache_bytes = cache;
    limits->largest_cluster = largest_cluster(device, has_clusters);
    return ATA_OK;
}

const ata_device_limits *ata_cuda_device_limits(const ata_device *device)
{
    return &device->limits;
}

/* --- Opening and closing ------------------------------------------------------------------------------------------ */

/* A device that is open already takes over what was retained; one is enough. */
static bool join_open(ata_device *found, ata_device **device)
{
    for (ata_device *open = list; open; open = open->next) {
        if (open->context != found->context) continue;
        if (found->retained && open->retained) release_context(found);
        open->retained = open->retained || found->retained;
        open->users++;
        *device = open;
        return true;
    }
    return false;
}

static ata_status add_to_list(const ata_device *found, ata_device **device)
{
    void *memory;
    ATA_TRY(ata_memory_create(&memory, 1, sizeof(ata_device), "a GPU's device"));
    ata_device *created = memory;
    *created = *found;
    ata_status status = ata_nvrtc_find_target(created->driver->version, created->limits.architecture, &created->target);
    if (status == ATA_OK) status = find_limits(created);
    if (status != ATA_OK) {
        ata_memory_destroy(created);
        return status;
    }
    pthread_mutex_init(&created->lock, NULL);
    pthread_cond_init(&created->changed, NULL);
    pthread_mutex_init(&created->staging.lock, NULL);
    created->users = 1;
    created->next = list;
    list = created;
    *device = created;
    return ATA_OK;
}

static ata_status open_locked(int number, ata_device **device)
{
    ata_device found = {.driver = ata_cuda_driver_get()};
    if (!found.driver)
        return ata_fail(ATA_ERROR_ENGINE, "engine", "gpu", "an engine that atalanta info lists without a reason",
                        "the GPU cannot be used here: %s", ata_cuda_driver_missing());
    ATA_TRY(find_context(&found, number));
    if (join_open(&found, device)) return ATA_OK;
    const ata_status status = add_to_list(&found, device);
    if (status != ATA_OK) release_context(&found);
    return status;
}

ata_status ata_cuda_device_open(int number, ata_device **device)
{
    *device = NULL;
    pthread_mutex_lock(&list_lock);
    const ata_status status = open_locked(number, device);
    pthread_mutex_unlock(&list_lock);
    return status;
}

/* What fails here fails because the context is gone, and with it all that would be freed. A kernel that was launched
 * without a plan (ata_roots) may still be at work, and is waited for before it goes; where there is no kernel, nothing
 * is. */
static void destroy(ata_device *device)
{
    const ata_error before = *ata_error_last();
    const bool entered = ata_cuda_device_enter(device) == ATA_OK;
    if (entered && device->kernels) (void)device->driver->context_wait();
    if (entered) ata_cuda_staging_fini(device);
    ata_cuda_kernels_fini(device, entered);
    if (entered) (void)ata_cuda_device_leave(device, ATA_OK);
    release_context(device);
    pthread_mutex_destroy(&device->staging.lock);
    pthread_cond_destroy(&device->changed);
    pthread_mutex_destroy(&device->lock);
    ata_memory_destroy(device);
    ata_error_restore(&before);
}

/* Once a device is off the list nobody else has it: others need not wait for its kernels. Who opens one in the same
 * context meanwhile gets another. */
void ata_cuda_device_close(ata_device *device)
{
    if (!device) return;
    pthread_mutex_lock(&list_lock);
    const bool last = --device->users == 0;
    if (last) {
        ata_device **at = &list;
        while (*at != device) at = &(*at)->next;
        *at = device->next;
    }
    pthread_mutex_unlock(&list_lock);
    if (last) destroy(device);
}
