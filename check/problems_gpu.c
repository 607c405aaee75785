/* problems_gpu.c - the list for engines with kernels of their own: what a GPU does, small enough for an emulator.
 *
 * Powers of two in every type, because each length is another kernel; at most 2^17 points in all, but for single
 * transforms that take several passes. No problem here is for a GPU only: any engine may verify them.
 */
#include "check/problems.h"

/* As many to a line as fit. */
/* clang-format off */
const char *const check_problems_gpu[] = {
    /* every length, forward and inverse, out of place and in place by turns, batches that leave blocks partly empty */
    "c2c 2", "c2c 2*3 inverse inplace", "c2c 4*17 inplace", "c2c 4*2 inverse", "c2c 8*33", "c2c 8*5 inverse inplace",
    "c2c 16*100 inplace", "c2c 16*7 inverse", "c2c 32*64", "c2c 32*1000 inverse inplace", "c2c 64*8 inplace",
    "c2c 64*13 inverse", "c2c 128", "c2c 128*3 inverse inplace", "c2c 256*17 inplace", "c2c 256*2 inverse",
    "c2c 512*33", "c2c 512*5 inverse inplace", "c2c 1024*100 inplace", "c2c 1024*7 inverse", "c2c 2048*64",
    "c2c 2048*8 inverse inplace", "c2c 4096*8 inplace", "c2c 4096*13 inverse", "c2c 2^13",
    "c2c 2^13*3 inverse inplace", "c2c 2^14*2 inplace", "c2c 2^14*2 inverse", "c2c 2^15", "c2c 2^15 inverse inplace",
    "c2c 2^16 inplace", "c2c 2^16 inverse",
    /* the same in f64 */
    "c2c f64 2*64", "c2c f64 2*1000 inverse inplace", "c2c f64 4*8 inplace", "c2c f64 4*13 inverse", "c2c f64 8",
    "c2c f64 8*3 inverse inplace", "c2c f64 16*17 inplace", "c2c f64 16*2 inverse", "c2c f64 32*33",
    "c2c f64 32*5 inverse inplace", "c2c f64 64*100 inplace", "c2c f64 64*7 inverse", "c2c f64 128*64",
    "c2c f64 128*1000 inverse inplace", "c2c f64 256*8 inplace", "c2c f64 256*13 inverse", "c2c f64 512",
    "c2c f64 512*3 inverse inplace", "c2c f64 1024*17 inplace", "c2c f64 1024*2 inverse", "c2c f64 2048*33",
    "c2c f64 2048*5 inverse inplace", "c2c f64 4096*7 inplace", "c2c f64 4096*7 inverse", "c2c f64 2^13*8",
    "c2c f64 2^13*8 inverse inplace", "c2c f64 2^14*8 inplace", "c2c f64 2^14 inverse", "c2c f64 2^15",
    "c2c f64 2^15*3 inverse inplace", "c2c f64 2^16 inplace", "c2c f64 2^16 inverse",
    /* the same in f16 */
    "c2c f16 2*33", "c2c f16 2*5 inverse inplace", "c2c f16 4*100 inplace", "c2c f16 4*7 inverse", "c2c f16 8*64",
    "c2c f16 8*1000 inverse inplace", "c2c f16 16*8 inplace", "c2c f16 16*13 inverse", "c2c f16 32",
    "c2c f16 32*3 inverse inplace", "c2c f16 64*17 inplace", "c2c f16 64*2 inverse", "c2c f16 128*33",
    "c2c f16 128*5 inverse inplace", "c2c f16 256*100 inplace", "c2c f16 256*7 inverse", "c2c f16 512*64",
    "c2c f16 512*8 inverse inplace", "c2c f16 1024*8 inplace", "c2c f16 1024*13 inverse", "c2c f16 2048",
    "c2c f16 2048*3 inverse inplace", "c2c f16 4096*17 inplace", "c2c f16 4096*2 inverse", "c2c f16 2^13*5",
    "c2c f16 2^13*5 inverse inplace", "c2c f16 2^14*7 inplace", "c2c f16 2^14*7 inverse", "c2c f16 2^15",
    "c2c f16 2^15 inverse inplace", "c2c f16 2^16 inplace", "c2c f16 2^16 inverse",
    /* the same in bf16 */
    "c2c bf16 2 inplace", "c2c bf16 2*3 inverse", "c2c bf16 4*17", "c2c bf16 4*2 inverse inplace",
    "c2c bf16 8*33 inplace", "c2c bf16 8*5 inverse", "c2c bf16 16*100", "c2c bf16 16*7 inverse inplace",
    "c2c bf16 32*64 inplace", "c2c bf16 32*1000 inverse", "c2c bf16 64*8", "c2c bf16 64*13 inverse inplace",
    "c2c bf16 128 inplace", "c2c bf16 128*3 inverse", "c2c bf16 256*17", "c2c bf16 256*2 inverse inplace",
    "c2c bf16 512*33 inplace", "c2c bf16 512*5 inverse", "c2c bf16 1024*100", "c2c bf16 1024*7 inverse inplace",
    "c2c bf16 2048*64 inplace", "c2c bf16 2048*8 inverse", "c2c bf16 4096*8", "c2c bf16 4096*13 inverse inplace",
    "c2c bf16 2^13 inplace", "c2c bf16 2^13*3 inverse", "c2c bf16 2^14*2", "c2c bf16 2^14*2 inverse inplace",
    "c2c bf16 2^15 inplace", "c2c bf16 2^15 inverse", "c2c bf16 2^16", "c2c bf16 2^16 inverse inplace",
    /* one transform alone */
    "c2c f64 2", "c2c f16 4", "c2c bf16 8 inverse", "c2c 16", "c2c f64 32", "c2c f16 64 inverse", "c2c bf16 128",
    "c2c 256", "c2c f64 512 inverse", "c2c f16 1024", "c2c bf16 2048", "c2c 4096 inverse", "c2c f64 2^13",
    "c2c f16 2^14", "c2c bf16 2^15 inverse",
    /* scaled */
    "c2c f16 2*2 scale=n", "c2c bf16 4*33 scale=sqrt", "c2c 8*5 inverse scale=n", "c2c f64 16*100 scale=-2.5",
    "c2c f16 32*7 inverse scale=0.125 inplace", "c2c bf16 64*64 scale=n", "c2c 128*1000 scale=sqrt",
    "c2c f64 256*8 inverse scale=n", "c2c f16 512*13 scale=-2.5", "c2c bf16 1024 inverse scale=0.125 inplace",
    "c2c 2048*3 scale=n", "c2c f64 4096*17 scale=sqrt", "c2c f16 2^13*2 inverse scale=n",
    "c2c bf16 2^14*5 scale=-2.5", "c2c 2^15 inverse scale=0.125 inplace", "c2c f64 2^16 scale=n",
    /* split */
    "c2c 2*33 split", "c2c f64 4*5 split inverse", "c2c f64 8*100 split inplace",
    "c2c f16 16*7 split inverse inplace scale=n", "c2c f16 32*64 split", "c2c bf16 64*1000 split inverse",
    "c2c bf16 128*8 split inplace", "c2c 256*13 split inverse inplace scale=n", "c2c 512 split",
    "c2c f64 1024*3 split inverse", "c2c f64 2048*17 split inplace", "c2c f16 4096*2 split inverse inplace scale=n",
    "c2c f16 2^13*5 split", "c2c bf16 2^14*5 split inverse", "c2c bf16 2^15 split inplace",
    "c2c 2^16 split inverse inplace scale=n",
    /* bit-reversed */
    "c2c bf16 2*100 order=bitrev", "c2c f16 4*7 inverse order=bitrev", "c2c f64 8*64 order=bitrev inplace",
    "c2c 16*1000 inverse order=bitrev split scale=n", "c2c bf16 32*8 order=bitrev split",
    "c2c f16 64*13 order=bitrev", "c2c f64 128 inverse order=bitrev", "c2c 256*3 order=bitrev inplace",
    "c2c bf16 512*17 inverse order=bitrev split scale=n", "c2c f16 1024*2 order=bitrev split",
    "c2c f64 2048*33 order=bitrev", "c2c 4096*5 inverse order=bitrev", "c2c bf16 2^13*7 order=bitrev inplace",
    "c2c f16 2^14*7 inverse order=bitrev split scale=n", "c2c f64 2^15 order=bitrev split", "c2c 2^16 order=bitrev",
    /* strides: spread out, backwards, columns, padded rows, overlapping input, transposed */
    "c2c f64 2*17 istride=17 idist=1 ostride=17 odist=1", "c2c f16 4*2 idist=9 odist=5",
    "c2c 8*33 istride=-1 ostride=1 idist=8", "c2c f64 16*5 istride=5 idist=1", "c2c f16 32*100 idist=8",
    "c2c 64*7 ostride=7 odist=1 inverse", "c2c f64 128 istride=3 ostride=2",
    "c2c f16 256*8 istride=8 idist=1 ostride=8 odist=1", "c2c 512*8 idist=517 odist=513",
    "c2c f64 1024*13 istride=-1 ostride=1 idist=1024", "c2c f16 2048*2 istride=2 idist=1", "c2c 4096*3 idist=1024",
    "c2c f64 2^13*2 ostride=2 odist=1 inverse", "c2c f16 2^14 istride=3 ostride=2",
    "c2c 64*17 inplace istride=17 idist=1 ostride=17 odist=1",
    "c2c f64 512*7 inplace istride=8 idist=1 ostride=8 odist=1", "c2c 1024*9 inplace idist=1030 odist=1030",
    "c2c 16*3x5", "c2c f64 32*4x6 idist=1,160 istride=4", "c2c f16 256*3x5 odist=300,900",
    "c2c 8*33 istride=-2 ostride=-3 idist=-20 odist=-25", "c2c 2^13*3 istride=3 idist=1 ostride=3 odist=1",
    "c2c 2^14*2 split idist=16400 odist=16385", "c2c f64 2048*5 split istride=5 idist=1",
    /* stored in another type */
    "c2c 256*3 in=f16", "c2c 256*3 out=f16", "c2c 4096 in=bf16 out=f16", "c2c 1024*3 in=i8",
    "c2c 1024*3 in=i16 out=f16 scale=n", "c2c 64*17 in=i8 out=i8 scale=0.1", "c2c f64 512 in=f32 out=f32",
    "c2c f64 64*5 in=i16",
    /* beyond one block: several passes */
    "c2c 2^17", "c2c 2^17 inverse inplace", "c2c f64 2^17", "c2c f16 2^17 scale=sqrt", "c2c bf16 2^17 inverse",
    "c2c 2^18", "c2c f64 2^18 inplace inverse", "c2c 2^18 split", "c2c 2^19 order=bitrev", "c2c 2^19 inverse scale=n",
    "c2c f64 2^19", "c2c 2^20", "c2c f16 2^20 scale=sqrt", "c2c 2^20 inplace", "c2c f64 2^20", "c2c 2^21",
    "c2c 2^21 inverse inplace",
};
/* clang-format on */

const int check_problems_gpu_count = (int)(sizeof check_problems_gpu / sizeof check_problems_gpu[0]);
