/* banks.c - bank conflicts, counted.
 *
 * Shared memory moves 128 bytes at a time, from 32 banks of 4 bytes. A warp that wants more than that is served in
 * groups of lanes: all 32 for 4 bytes each, 16 for 8, 8 for 16. Within a group, lanes whose words lie in the same bank
 * at different addresses have to wait for each other.
 */
#include "engine/gpu/banks.h"

enum { WARP = 32, WAVEFRONT = 128, SECTOR = 32 };

static int reverse(int index, int64_t n)
{
    int result = 0;
    for (int64_t bit = 1; bit < n; bit *= 2) {
        result = 2 * result + index % 2;
        index /= 2;
    }
    return result;
}

static int index_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES], int task)
{
    int index = 0;
    for (int i = 0; i < 3; i++) {
        int value = task / stage->unit[i] % stage->count[i];
        if ((i == ATA_K && stage->k_reversed) || (i == ATA_P && stage->p_reversed)) value = reverse(value, shape->n);
        index += value * stride[i];
    }
    return index;
}

int ata_banks_wavefronts(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                         int elements)
{
    const int bytes = elements * 2 * shape->real_bytes;
    const int group = WAVEFRONT / bytes;
    const int lanes = shape->threads < WARP ? shape->threads : WARP;
    int wavefronts = 0;
    for (int first = 0; first < lanes; first += group) {
        int seen[WARP], count = 0, load[WARP] = {0}, most = 1;
        for (int lane = first; lane < first + group && lane < lanes; lane++) {
            const int word = index_of(shape, stage, stride, lane * stage->near) / elements;
            int i = 0;
            while (i < count && seen[i] != word) i++;
            if (i < count) continue;
            seen[count++] = word;
            if (++load[word % group] > most) most = load[word % group];
        }
        wavefronts += most;
    }
    return wavefronts;
}

int ata_banks_sectors(const ata_gpu_shape *shape, const ata_gpu_stage *stage, const int stride[ATA_COORDINATES],
                      int elements)
{
    const int element_bytes = 2 * shape->real_bytes;
    const int lanes = shape->threads < WARP ? shape->threads : WARP;
    int seen[WARP], count = 0;
    for (int lane = 0; lane < lanes; lane++) {
        const int sector = index_of(shape, stage, stride, lane * stage->near) * element_bytes / SECTOR;
        int i = 0;
        while (i < count && seen[i] != sector) i++;
        if (i == count) seen[count++] = sector;
    }
    (void)elements;
    return count;
}
