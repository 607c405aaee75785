/* bounds.cu - three kernels that measure a GPU. One of these words is defined as 1:
 *
 *     COPY         a thread carries several vectors of 16 bytes from the input to the output
 *     ARITHMETIC   a thread has several sums that do not wait for each other
 *     EXCHANGE     in a round a thread writes several complex numbers to shared memory and reads as many that another
 *                  warp has written, between barriers; neighbours access neighbours, so that no bank is asked twice
 *
 * What was computed is stored, so that it has to be computed.
 */
#include "engine/gpu/kernels/unplanned.h"

#if COPY
INLINE void copy(const ata_kernel_bounds *a)
{
    const long long at = (long long)tile_index() * (THREADS * ATA_BOUNDS_VECTORS) + THREAD;
    const char *in = (const char *)a->in + at * 16;
    char *out = (char *)a->out + at * 16;
    bits128 x[ATA_BOUNDS_VECTORS];
    UNROLL
    for (int j = 0; j < ATA_BOUNDS_VECTORS; j++) x[j] = global_get128(in + j * THREADS * 16);
    UNROLL
    for (int j = 0; j < ATA_BOUNDS_VECTORS; j++) global_put128(out + j * THREADS * 16, x[j]);
}
#endif

/* Each thread one number, so that its work has a result. */
INLINE void store(const ata_kernel_bounds *a, float value)
{
    const long long at = (long long)tile_index() * THREADS + THREAD;
    global_put32((char *)a->out + at * 4, bits_of_float(value));
}

#if ARITHMETIC
INLINE void work(const ata_kernel_bounds *a)
{
    real x[ATA_BOUNDS_CHAINS], sum = 0;
    const real factor = (real)a->factor;
    UNROLL
    for (int i = 0; i < ATA_BOUNDS_CHAINS; i++) x[i] = (real)(THREAD + i);
    KEEP_LOOP
    for (long long r = 0; r < a->rounds; r++) {
        UNROLL
        for (int k = 0; k < ATA_BOUNDS_RUN; k++) {
            UNROLL
            for (int i = 0; i < ATA_BOUNDS_CHAINS; i++) x[i] = multiply_add(x[i], factor, x[i]);
        }
    }
    UNROLL
    for (int i = 0; i < ATA_BOUNDS_CHAINS; i++) sum += x[i];
    store(a, (float)sum);
}
#endif

#if EXCHANGE
INLINE void exchange(const ata_kernel_bounds *a)
{
    complex x[ATA_BOUNDS_ELEMENTS];
    real sum = 0;
    const int from = (THREAD + 32) % THREADS;
    UNROLL
    for (int i = 0; i < ATA_BOUNDS_ELEMENTS; i++) x[i].x = (real)THREAD, x[i].y = (real)(i * THREADS);
    KEEP_LOOP
    for (long long r = 0; r < a->rounds; r++) {
        UNROLL
        for (int i = 0; i < ATA_BOUNDS_ELEMENTS; i++) shared_put(i * THREADS + THREAD, x[i]);
        barrier();
        UNROLL
        for (int i = 0; i < ATA_BOUNDS_ELEMENTS; i++) x[i] = shared_get(i * THREADS + from);
        barrier();
    }
    UNROLL
    for (int i = 0; i < ATA_BOUNDS_ELEMENTS; i++) sum += x[i].x + x[i].y;
    store(a, (float)sum);
}
#endif

KERNEL(bounds, ata_kernel_bounds a)
{
    wait_for_previous();
#if COPY
    copy(&a);
#elif ARITHMETIC
    work(&a);
#else
    exchange(&a);
#endif
}
