/* places.h - where the caller's arrays lie. */
#ifndef ATA_GPU_PLACES_H
#define ATA_GPU_PLACES_H

#include "engine/gpu/machine.h"

/* On the host or on the device; ATA_ERROR_PLACE where it is another GPU, which this one cannot reach. `field` names the
 * array. */
ata_status ata_gpu_home_find(const ata_machine *machine, const ata_device *device, const void *pointer,
                             const char *field, ata_memory_home *home);

#endif
