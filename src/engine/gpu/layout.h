/* layout.h - where the points of an exchange lie in shared memory: the strides with the fewest bank conflicts. */
#ifndef ATA_GPU_LAYOUT_H
#define ATA_GPU_LAYOUT_H

#include "engine/gpu/shape.h"

typedef struct ata_gpu_layout {
    int stride[4]; /* along C, K, P, H */
    int size;
    int out_pair, in_pair;
    int cost; /* wavefronts and instructions of a warp, there and back */
} ata_gpu_layout;

/* Coordinates in the orders in which they may be counted, the fastest first. */
extern const int ata_gpu_orders[6][3];

/* Whether an earlier order is the same but for coordinates that have one value only. */
bool ata_gpu_is_repeated(int o, const int count[3]);

/* What the exchange behind stage s costs at least, of full warps: pairs where numbers are short, no conflicts, and
 * between blocks whole pieces. */
int ata_gpu_layout_least(const ata_gpu_shape *shape, int s);

/* The best layout between stages s and s + 1, whose tasks are dealt already. Those that cost `limit` or more are not
 * wanted: where there is no other, the cost is `limit`. */
ata_gpu_layout ata_gpu_layout_find(const ata_gpu_shape *shape, int s, int limit);

/* Take it for that exchange. */
void ata_gpu_layout_set(ata_gpu_shape *shape, int s, const ata_gpu_layout *l);

#endif
