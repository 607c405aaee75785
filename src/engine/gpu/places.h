/* places.h - where the caller's arrays lie, and whether they can be used there. */
#ifndef ATA_GPU_PLACES_H
#define ATA_GPU_PLACES_H

#include "engine/gpu/machine.h"

/* On the host or on the device; ATA_ERROR_PLACE where it is another GPU, which this one cannot reach. `field` names the
 * array. */
ata_status ata_gpu_home_find(const ata_machine *machine, const ata_device *device, const void *pointer,
                             const char *field, ata_memory_home *home);

/* Arrays on the device are read and written an element, a number or an interleaved pair, of so many bytes at a time at
 * least: ATA_ERROR_PLACE where the address is no multiple of that. */
ata_status ata_gpu_address_check(const void *pointer, int64_t bytes, const char *field);

#endif
