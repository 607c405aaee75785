/* banks.h - what a warp's access to shared memory costs. */
#ifndef ATA_GPU_BANKS_H
#define ATA_GPU_BANKS_H

enum { ATA_WARP = 32 };

/* The coordinates of each thread of a warp: line, K, p, the high part of K or p, and of a task in several lanes the
 * digits in registers that the lane begins with (shape.h). */
enum { ATA_WARP_COORDINATES = 6 };
typedef struct ata_gpu_warp {
    int lanes; /* fewer than 32 in a block of fewer threads */
    int at[ATA_WARP][ATA_WARP_COORDINATES];
} ata_gpu_warp;

/* How many wavefronts it takes when each thread accesses `bytes` (8 or 16) at the place that the strides give its
 * coordinates, in elements of `element_bytes`. What lies at a fixed distance from that takes as many: it turns all
 * banks alike. Of more than `most` wavefronts only that they are more. */
int ata_banks_wavefronts(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int element_bytes, int bytes,
                         int most);

/* How many pieces of 32 bytes such an access touches: what the network between blocks carries at a time. */
int ata_banks_sectors(const ata_gpu_warp *warp, const int stride[ATA_WARP_COORDINATES], int element_bytes);

#endif
