/* kernel.c - a device's table of kernels.
 *
 * Whoever first asks for a kernel loads it, without holding the lock: compiling takes long, and others may want other
 * kernels. Those who want the same one wait. A kernel that could not be loaded keeps its place, for whoever tries next.
 */
#include "engine/cuda/kernel.h"

#include <stdio.h>

#include "core/memory.h"
#include "engine/cuda/compile.h"

enum {
    PORTABLE_CLUSTER = 8,
    RESERVED_SHARED = 1024, /* bytes of shared memory that the system takes for each block */
    OVERLAP_VERSION = 12040 /* the CUDA from which graphs may have such launches */
};

typedef enum kernel_state { KERNEL_ABSENT, KERNEL_LOADING, KERNEL_READY } kernel_state;

struct ata_device_kernel {
    ata_digest key;
    int64_t shared_bytes;
    int threads, cluster;
    bool balanced;
    kernel_state state; /* changes under the device's lock; what follows is set before it is KERNEL_READY */
    CUmodule module;
    CUfunction function;
    ata_device_kernel *next;
};

/* --- Loading ------------------------------------------------------------------------------------------------------ */

enum { ATTRIBUTES = 3 };

/* The configuration of a launch; the attributes have to live as long. */
static CUlaunchConfig configure(const ata_device_kernel *kernel, int64_t blocks, void *stream,
                                CUlaunchAttribute attributes[ATTRIBUTES])
{
    CUlaunchConfig config = {.gridDimX = (unsigned int)blocks,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = (unsigned int)kernel->threads,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .sharedMemBytes = (unsigned int)kernel->shared_bytes,
                             .hStream = stream,
                             .attrs = attributes};
    if (kernel->cluster > 1) {
        CUlaunchAttribute *cluster = &attributes[config.numAttrs++];
        *cluster = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
        cluster->value.clusterDim.x = (unsigned int)kernel->cluster;
        cluster->value.clusterDim.y = cluster->value.clusterDim.z = 1;
        if (kernel->balanced) {
            CUlaunchAttribute *policy = &attributes[config.numAttrs++];
            *policy = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE};
            policy->value.clusterSchedulingPolicyPreference = CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING;
        }
    }
    return config;
}

/* Let the first blocks come when the kernel before lets them (kernels/pass.cu), or when the last of its blocks has
 * ended: they wait themselves, before they touch memory, until all that it wrote is seen. */
static void overlap(const ata_device *device, CUlaunchConfig *config)
{
    if (device->target.architecture < 90 || device->driver->version < OVERLAP_VERSION) return; /* they do not wait */
    CUlaunchAttribute *early = &config->attrs[config->numAttrs++];
    *early = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION};
    early->value.programmaticStreamSerializationAllowed = 1;
}

static ata_status fail_shared(const ata_device *device, const ata_kernel_text *text, int64_t bytes)
{
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)bytes);
    return ata_fail(ATA_ERROR_UNSUPPORTED, "shared_bytes", value, "what a block of this GPU can have",
                    "the kernel \"%.80s\" needs %s bytes of shared memory and this GPU has %lld; use smaller passes",
                    text->title, value, (long long)device->shared_most);
}

static ata_status fail_cluster(const ata_kernel_text *text)
{
    char value[16];
    snprintf(value, sizeof value, "%d", text->cluster);
    return ata_fail(ATA_ERROR_UNSUPPORTED, "cluster", value, "a number of blocks that this GPU can run together",
                    "the kernel \"%.80s\" is of clusters of %s blocks, which this GPU cannot run together; use shorter "
                    "passes",
                    text->title, value);
}

/* How much of a multiprocessor's memory is to be shared memory, in percent of the most there can be. */
static int carveout(const ata_device *device, const ata_kernel_text *text, int64_t bytes)
{
    const int64_t most = device->limits.shared_total;
    const int64_t wanted = text->blocks * (bytes + RESERVED_SHARED);
    return text->blocks < 1 || wanted >= most ? 100 : (int)((wanted * 100 + most - 1) / most);
}

/* Let a function have the shared memory and the cluster that it is going to be launched with. */
static ata_status prepare(const ata_device *device, const ata_kernel_text *text, const ata_device_kernel *kernel)
{
    const ata_cuda_driver *driver = device->driver;
    int fixed = 0; /* what the words that kernels are written in take for themselves */
    ATA_TRY(ata_cuda_check(driver->function_get(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel->function),
                           "cuFuncGetAttribute"));
    if (kernel->shared_bytes + fixed > device->shared_most)
        return fail_shared(device, text, kernel->shared_bytes + fixed);
    ATA_TRY(ata_cuda_check(driver->function_set(kernel->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                (int)kernel->shared_bytes),
                           "cuFuncSetAttribute"));
    if (kernel->shared_bytes > 0) /* a wish */
        (void)driver->function_set(kernel->function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                                   carveout(device, text, kernel->shared_bytes + fixed));
    if (kernel->cluster == 1) return ATA_OK;
    if (kernel->cluster > PORTABLE_CLUSTER)
        ATA_TRY(ata_cuda_check(
            driver->function_set(kernel->function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
            "cuFuncSetAttribute"));
    CUlaunchAttribute attributes[ATTRIBUTES];
    const CUlaunchConfig config = configure(kernel, kernel->cluster, NULL, attributes);
    int clusters = 0;
    ATA_TRY(
        ata_cuda_check(driver->count_clusters(&clusters, kernel->function, &config), "cuOccupancyMaxActiveClusters"));
    return clusters > 0 ? ATA_OK : fail_cluster(text);
}

static ata_status fail_image(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
        return ata_cuda_fail(result, "cuModuleLoadData",
                             "NVRTC may be newer than the driver: update the driver, or set ATALANTA_NVRTC to an NVRTC "
                             "of the driver's CUDA release");
    default: return ata_cuda_fail(result, "cuModuleLoadData", NULL);
    }
}

static ata_status load_entered(ata_device *device, const ata_kernel_text *text, const void *image,
                               ata_device_kernel *kernel)
{
    const ata_cuda_driver *driver = device->driver;
    const CUresult result = driver->module_load(&kernel->module, image);
    if (result != CUDA_SUCCESS) return fail_image(result);
    ata_status status = ata_cuda_check(driver->module_get_function(&kernel->function, kernel->module, text->name),
                                       "cuModuleGetFunction");
    if (status == ATA_OK) status = prepare(device, text, kernel);
    if (status != ATA_OK) (void)driver->module_unload(kernel->module);
    return status;
}

static ata_status load_image(ata_device *device, const ata_kernel_text *text, const void *image,
                             ata_device_kernel *kernel)
{
    ATA_TRY(ata_cuda_device_enter(device));
    const ata_status status = load_entered(device, text, image, kernel);
    const ata_status left = ata_cuda_device_leave(device, status);
    if (status == ATA_OK && left != ATA_OK) (void)device->driver->module_unload(kernel->module);
    return left;
}

/* From the cache if it has code that the driver takes, else by the compiler. */
static ata_status load_unit(ata_device *device, const ata_kernel_text *text, const ata_cuda_unit *unit,
                            ata_device_kernel *kernel)
{
    const ata_error before = *ata_error_last();
    void *image;
    size_t size;
    if (ata_cuda_unit_find(unit, &image, &size)) {
        const ata_status status = load_image(device, text, image, kernel);
        ata_memory_destroy(image);
        if (status == ATA_OK || status == ATA_ERROR_UNSUPPORTED) return status;
        ata_error_restore(&before);
    }
    ATA_TRY(ata_cuda_unit_compile(unit, &image, &size));
    const ata_status status = load_image(device, text, image, kernel);
    if (status == ATA_OK) ata_cuda_unit_keep(unit, image, size);
    ata_memory_destroy(image);
    return status;
}

/* --- The table ---------------------------------------------------------------------------------------------------- */

/* The place of a kernel in the table, made if there is none yet. The lock is held. */
static ata_status find_place(ata_device *device, const ata_kernel_text *text, const ata_digest *key,
                             ata_device_kernel **place)
{
    for (*place = device->kernels; *place; *place = (*place)->next)
        if (ata_digest_equal(&(*place)->key, key) && (*place)->shared_bytes == text->shared_bytes &&
            (*place)->balanced == text->balanced)
            return ATA_OK;
    void *memory;
    ATA_TRY(ata_memory_create_zeroed(&memory, 1, sizeof **place, "a kernel's place"));
    *place = memory;
    **place = (ata_device_kernel){.key = *key,
                                  .shared_bytes = text->shared_bytes,
                                  .threads = text->threads,
                                  .cluster = text->cluster,
                                  .balanced = text->balanced,
                                  .next = device->kernels};
    device->kernels = *place;
    return ATA_OK;
}

static ata_status load_once(ata_device *device, const ata_kernel_text *text, const ata_cuda_unit *unit,
                            ata_device_kernel **kernel)
{
    ata_device_kernel *place;
    pthread_mutex_lock(&device->lock);
    ata_status status = find_place(device, text, &unit->key, &place);
    while (status == ATA_OK && place->state == KERNEL_LOADING) pthread_cond_wait(&device->changed, &device->lock);
    if (status == ATA_OK && place->state == KERNEL_ABSENT) {
        place->state = KERNEL_LOADING;
        pthread_mutex_unlock(&device->lock);
        status = load_unit(device, text, unit, place);
        pthread_mutex_lock(&device->lock);
        place->state = status == ATA_OK ? KERNEL_READY : KERNEL_ABSENT;
        pthread_cond_broadcast(&device->changed);
    }
    pthread_mutex_unlock(&device->lock);
    if (status == ATA_OK) *kernel = place;
    return status;
}

ata_status ata_cuda_kernel_load(ata_device *device, const ata_kernel_text *text, ata_device_kernel **kernel)
{
    ata_cuda_unit unit;
    *kernel = NULL;
    if (text->shared_bytes > device->shared_most) return fail_shared(device, text, text->shared_bytes);
    if (text->cluster > device->limits.largest_cluster) return fail_cluster(text);
    ATA_TRY(ata_cuda_unit_init(&unit, text, &device->target));
    const ata_status status = load_once(device, text, &unit, kernel);
    ata_cuda_unit_fini(&unit);
    return status;
}

void ata_cuda_kernels_fini(ata_device *device, bool context_is_there)
{
    while (device->kernels) {
        ata_device_kernel *kernel = device->kernels;
        device->kernels = kernel->next;
        if (context_is_there && kernel->state == KERNEL_READY) (void)device->driver->module_unload(kernel->module);
        ata_memory_destroy(kernel);
    }
}

/* --- Launching ---------------------------------------------------------------------------------------------------- */

ata_status ata_cuda_kernel_launch(ata_device *device, const ata_device_kernel *kernel, const ata_launch *launch)
{
    if (launch->blocks < 1 || launch->blocks > INT32_MAX)
        return ata_fail_number(ATA_ERROR_UNSUPPORTED, "blocks", launch->blocks, "1 to 2147483647");
    CUlaunchAttribute attributes[ATTRIBUTES];
    CUlaunchConfig config = configure(kernel, launch->blocks, launch->stream, attributes);
    if (!launch->alone) overlap(device, &config);
    void *parameters[] = {(void *)(uintptr_t)launch->arguments};
    const bool here = ata_cuda_device_is_current(device);
    if (!here) ATA_TRY(ata_cuda_device_enter(device));
    const CUresult result = device->driver->launch(&config, kernel->function, parameters, NULL);
    const ata_status status =
        result == CUDA_SUCCESS ? ATA_OK
                               : ata_cuda_fail(result, "cuLaunchKernelEx",
                                               "check that the stream belongs to the context the plan was made in, and "
                                               "that nothing failed on the GPU before");
    return here ? status : ata_cuda_device_leave(device, status);
}
