/* arguments.h - the one parameter of a kernel: what differs between launches of the same kernel. Included by the
 * kernels and by the host, so that both mean the same.
 *
 * A launch transforms lines. Their loops are counted from the fastest; a tile of LINES neighbours along loop 0 is the
 * work of one block (or cluster). Strides are in elements: complex numbers, or real ones of split arrays.
 */
#ifndef ATA_KERNEL_ARGUMENTS_H
#define ATA_KERNEL_ARGUMENTS_H

#define ATA_KERNEL_LOOPS 8

typedef struct ata_kernel_arguments {
    const void *in, *in_imag; /* imag: for split arrays */
    void *out, *out_imag;
    const void *tables;                    /* twiddle factors, one table after another */
    long long in_stride[ATA_KERNEL_LOOPS]; /* of the loops */
    long long out_stride[ATA_KERNEL_LOOPS];
    unsigned int count[ATA_KERNEL_LOOPS]; /* of the loops; loop 0 in lines */
    unsigned int tiles;                   /* along loop 0 */
    unsigned int tile_count;              /* in all */
    unsigned int ahead;                   /* the tile so many further on is fetched into the cache; 0 for none */
    unsigned int aligned;                 /* bit 0: the input, bit 1: the output may be accessed in vectors */
    unsigned int early;                   /* blocks of the next kernel may come when all of this one have begun */
    double scale;
} ata_kernel_arguments;

/* Of a kernel with two sweeps (relay.cu): the second takes what the first has made, chunk by chunk. */
typedef struct ata_relay_arguments {
    ata_kernel_arguments sweep[2];
    unsigned int tiles[2]; /* of a chunk, in each sweep */
    unsigned int chunks;
    unsigned int lead;      /* how many tiles the first sweep is ahead, those of a chunk or more */
    unsigned int mixed;     /* how many tiles of both sweeps follow, up to the last of the first */
    unsigned int *counters; /* of tiles given out; then for each chunk, of tiles that the first sweep has done */
} ata_relay_arguments;

#endif
