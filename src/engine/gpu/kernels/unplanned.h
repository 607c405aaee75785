/* unplanned.h - the parameters and sizes of the kernels that belong to no plan: roots.cu and bounds.cu. Included by the
 * kernels and by the host, so that both mean the same.
 */
#ifndef ATA_KERNEL_UNPLANNED_H
#define ATA_KERNEL_UNPLANNED_H

#define ATA_ROOTS_PER_THREAD 4
#define ATA_BOUNDS_VECTORS 8  /* of 16 bytes, that a thread copies */
#define ATA_BOUNDS_CHAINS 16  /* sums of a thread ... */
#define ATA_BOUNDS_RUN 8      /* ... and multiply-adds of each in a round */
#define ATA_BOUNDS_ELEMENTS 8 /* complex numbers of a thread in shared memory */

typedef struct ata_kernel_roots {
    void *out;
    long long n, count;
    double step_hi, step_lo; /* their sum is a quarter of the circle, pi/2, divided by n */
} ata_kernel_roots;

typedef struct ata_kernel_bounds {
    const void *in;
    void *out;
    long long rounds;
    double factor;
} ata_kernel_bounds;

#endif
