/* places.c - homes and addresses of the caller's arrays. */
#include "engine/gpu/places.h"

#include <stdio.h>

ata_status ata_gpu_home_find(const ata_machine *machine, const ata_device *device, const void *pointer,
                             const char *field, ata_memory_home *home)
{
    *home = machine->home(device, pointer);
    if (*home != ATA_HOME_ELSEWHERE) return ATA_OK;
    return ata_fail(ATA_ERROR_PLACE, field, "another GPU", "the host, or the GPU of the plan",
                    "%s lies in the memory of another GPU, which this one cannot reach; copy it, or name that GPU as "
                    "\"gpu:NUMBER\"",
                    field);
}

ata_status ata_gpu_address_check(const void *pointer, int64_t bytes, const char *field)
{
    if ((uintptr_t)pointer % (uintptr_t)bytes == 0) return ATA_OK;
    char value[24], accepted[48];
    snprintf(value, sizeof value, "%p", pointer);
    snprintf(accepted, sizeof accepted, "a multiple of %d bytes", (int)bytes);
    return ata_fail(ATA_ERROR_PLACE, field, value, accepted,
                    "%s is at the address %s; on a GPU it must be %s, the size of an element", field, value, accepted);
}
