/* machine.c - the table of functions behind which NVIDIA GPUs stand. */
#include "engine/cuda/machine.h"

#include "engine/cuda/copy.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/nvrtc.h"
#include "engine/cuda/queue.h"

/* The driver, or the compiler: without it only what is in the cache could run, and nobody could tell beforehand. */
static const char *missing(void)
{
    const ata_cuda_driver *driver = ata_cuda_driver_get();
    return driver ? ata_nvrtc_missing(driver->version) : ata_cuda_driver_missing();
}

const ata_machine ata_machine_cuda = {
    .name = "gpu",
    .summary = ata_cuda_driver_summary,
    .missing = missing,
    .open = ata_cuda_device_open,
    .close = ata_cuda_device_close,
    .limits = ata_cuda_device_limits,
    .load = ata_cuda_kernel_load,
    .launch = ata_cuda_kernel_launch,
    .allocate = ata_cuda_allocate,
    .release = ata_cuda_release,
    .home = ata_cuda_home,
    .clear = ata_cuda_clear,
    .copy_in = ata_cuda_copy_in,
    .copy_out = ata_cuda_copy_out,
    .host_allocate = ata_cuda_host_allocate,
    .host_release = ata_cuda_host_release,
    .queue_create = ata_cuda_queue_create,
    .queue_destroy = ata_cuda_queue_destroy,
    .queue_stream = ata_cuda_queue_stream,
    .queue_copy_in = ata_cuda_queue_copy_in,
    .queue_copy_out = ata_cuda_queue_copy_out,
    .queue_copy = ata_cuda_queue_copy,
    .queue_wait = ata_cuda_queue_wait,
};
