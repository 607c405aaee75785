/* tuning.c - finding a row. */
#include "engine/gpu/tuning.h"

#include <stddef.h>

bool ata_gpu_tuning_has_clusters(const ata_device_limits *limits)
{
    return limits->largest_cluster >= 16;
}

const ata_gpu_tuning *ata_gpu_tuning_find(const ata_device_limits *limits, int real_bytes)
{
    const ata_gpu_tuning *both = ata_gpu_tuning_has_clusters(limits) ? ata_gpu_tuning_90 : ata_gpu_tuning_80;
    return &both[real_bytes == 8];
}

const ata_gpu_row *ata_gpu_tuning_row(const ata_gpu_row *table, int64_t n, bool side_by_side)
{
    for (const ata_gpu_row *row = table; row && row->n > 0; row++)
        if (row->n == n && (row->lines > 0) == side_by_side) return row;
    return NULL;
}
