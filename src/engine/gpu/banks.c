/* banks.c - bank conflicts, counted.
 *
 * Shared memory moves 128 bytes at a time, from 32 banks of 4 bytes. A warp that wants more than that is served in
 * groups of lanes: all 32 for 4 bytes each, 16 for 8, 8 for 16. Within a group, lanes whose words lie in the same bank
 * at different addresses have to wait for each other.
 */
#include "engine/gpu/banks.h"

enum { WAVEFRONT = 128, SECTOR = 32 };

static int place(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int lane)
{
    const int *at = warp->at[lane];
    return at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2] + at[3] * stride[3] + at[4] * stride[4] +
           at[5] * stride[5];
}

/* Of one group of lanes. Nearly: a third word that equals the second of its bank counts once more; none of the layouts
 * at stake has that. */
static int group_wavefronts(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int first, int group,
                            int elements)
{
    int word[ATA_WARP], most = 1;
    unsigned char load[ATA_WARP] = {0};
    for (int lane = first; lane < first + group && lane < warp->lanes; lane++) {
        const int here = place(warp, stride, lane) >> (elements - 1), bank = here & (group - 1);
        if (load[bank] > 0 && word[bank] == here) continue;
        word[bank] = here;
        if (++load[bank] > most) most = load[bank];
    }
    return most;
}

int ata_banks_wavefronts(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int element_bytes, int bytes,
                         int most)
{
    const int group = WAVEFRONT / bytes, elements = bytes / element_bytes;
    int wavefronts = (warp->lanes + group - 1) / group; /* at least */
    for (int first = 0; first < warp->lanes && wavefronts <= most; first += group)
        wavefronts += group_wavefronts(warp, stride, first, group, elements) - 1;
    return wavefronts;
}

int ata_banks_sectors(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int element_bytes)
{
    enum { SLOTS = 2 * ATA_WARP };
    int slot[SLOTS] = {0}, count = 0; /* a sector's number and 1, in the first free slot from its own on */
    for (int lane = 0; lane < warp->lanes; lane++) {
        const int here = place(warp, stride, lane) * element_bytes / SECTOR + 1;
        int i = (here ^ here >> 6) % SLOTS;
        while (slot[i] != 0 && slot[i] != here) i = (i + 1) % SLOTS;
        count += slot[i] == 0;
        slot[i] = here;
    }
    return count;
}
