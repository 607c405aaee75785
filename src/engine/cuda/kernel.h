/* kernel.h - kernels on a device: compiled, loaded, launched. Each is loaded once as long as its device is open. */
#ifndef ATA_CUDA_KERNEL_H
#define ATA_CUDA_KERNEL_H

#include "engine/cuda/device.h"

/* ATA_ERROR_UNSUPPORTED when the device cannot run a kernel of this size, whatever the load on it. */
ata_status ata_cuda_kernel_load(ata_device *device, const ata_kernel_text *text, ata_device_kernel **kernel);
ata_status ata_cuda_kernel_launch(ata_device *device, const ata_device_kernel *kernel, const ata_launch *launch);

/* Unload all, the device's context being current; or only forget them, if it is not there any more. */
void ata_cuda_kernels_fini(ata_device *device, bool context_is_there);

#endif
