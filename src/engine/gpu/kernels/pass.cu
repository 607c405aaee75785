/* pass.cu - a stand-in for the kernel of all passes: it copies numbers of 32 bits, one a thread. */
#include "engine/gpu/kernels/arguments.h"

KERNEL(pass, ata_kernel_arguments arguments)
{
    const unsigned int at = (tile_index() * CLUSTER + (unsigned int)cluster_rank()) * THREADS + (unsigned int)THREAD;
    if (at < arguments.count[0])
        global_put32((unsigned int *)arguments.out + at, global_get32((const unsigned int *)arguments.in + at));
}
