/* pass.cu - the kernel of one sweep over memory: a tile for each block, or for each cluster of blocks. */
#include "engine/gpu/kernels/sweep.cuh"

KERNEL(pass, ata_kernel_arguments a)
{
    const tile t = find_tile(&a, tile_index());
    complex x[POINTS];
#if CLUSTER > 1
    remote_expect(REMOTE_ELEMENTS);
#if CLUSTER_STAGE == 1
    remote_arrive(); /* nothing to read before the exchange: the others need not wait for this block's points */
#endif
#endif
    if (a.early) let_next_begin();
    wait_for_previous();
#if FETCH_AHEAD
    fetch_tile(&a, tile_index() + a.ahead);
#endif
    run_first_stages(&t, x);
    RUN_STAGE(STAGES)(&t, x);
}
