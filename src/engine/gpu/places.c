/* places.c - where the caller's arrays lie, and what cannot be used there. */
#include "engine/gpu/places.h"

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
