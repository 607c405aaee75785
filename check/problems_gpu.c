/* problems_gpu.c - the list for engines with kernels of their own: what a GPU does, small enough for an emulator.
 *
 * Powers of two in every type, because each length is another kernel, and so are lines side by side; at most 2^17
 * points in all, but for single transforms that take several passes. No problem here is for a GPU only: any engine may
 * verify them.
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
    /* one point */
    "c2c 1*7", "c2c f64 1 inplace", "c2c f16 1*3 inverse scale=0.5", "c2c bf16 1*100 split",
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
    /* lines side by side at one end or both: kernels of their own */
    "c2c 2*3001 istride=3001 idist=1 ostride=3001 odist=1", "c2c 4*1030 istride=1030 idist=1 inverse",
    "c2c 8*513 istride=513 idist=1 ostride=513 odist=1 inplace inverse", "c2c 16*300 ostride=300 odist=1",
    "c2c 32*130 istride=130 idist=1 ostride=130 odist=1", "c2c 64*70 istride=70 idist=1 inverse",
    "c2c 128*33 istride=33 idist=1 ostride=33 odist=1 inplace inverse", "c2c 256*20 ostride=20 odist=1",
    "c2c 512*17 istride=17 idist=1 ostride=17 odist=1", "c2c 1024*17 istride=17 idist=1 inverse",
    "c2c 2048*9 istride=9 idist=1 ostride=9 odist=1 inplace inverse", "c2c 4096*5 ostride=5 odist=1",
    "c2c 8192*3 istride=3 idist=1 ostride=3 odist=1", "c2c 16384*2 istride=2 idist=1 inverse",
    "c2c f64 2*700 istride=700 idist=1 ostride=700 odist=1 inplace inverse", "c2c f64 4*301 ostride=301 odist=1",
    "c2c f64 8*100 istride=100 idist=1 ostride=100 odist=1", "c2c f64 16*70 istride=70 idist=1 inverse",
    "c2c f64 32*33 istride=33 idist=1 ostride=33 odist=1 inplace inverse", "c2c f64 64*17 ostride=17 odist=1",
    "c2c f64 128*20 istride=20 idist=1 ostride=20 odist=1", "c2c f64 256*9 istride=9 idist=1 inverse",
    "c2c f64 512*7 istride=7 idist=1 ostride=7 odist=1 inplace inverse", "c2c f64 1024*9 ostride=9 odist=1",
    "c2c f64 2048*3 istride=3 idist=1 ostride=3 odist=1", "c2c f64 4096*9 istride=9 idist=1 inverse",
    "c2c f16 64*40 istride=40 idist=1 ostride=40 odist=1",
    "c2c bf16 1024*16 istride=16 idist=1 ostride=16 odist=1 split",
    "c2c 128*40 istride=40 idist=1 ostride=40 odist=1 order=bitrev",
    "c2c f64 64*10 istride=10 idist=1 inverse order=bitrev", "c2c f16 32*50 ostride=50 odist=1 order=bitrev",
    "c2c 8*300 istride=300 idist=1 ostride=301 odist=1", "c2c 2*64 istride=64 idist=1",
    "c2c f16 16*48 ostride=48 odist=1 inverse",
    "c2c 4096*16 istride=16 idist=1 ostride=16 odist=1 order=bitrev",
    /* several batch dimensions, which do not continue each other */
    "c2c 16*2x3x5 idist=16,32,96 odist=900,300,19", "c2c f64 64*3x4 idist=65,200 odist=67,201",
    "c2c f16 128*3x2x2 split idist=129,1000,400 odist=2000,129,700", "c2c 8*3x5x7 istride=3 idist=1,331,24 inverse",
    "c2c 1024*2x3 inplace idist=1025,2051 odist=1025,2051", "c2c bf16 2*5x3x7 idist=-2,-11,-40 odist=3,16,50",
    /* several dimensions, joined in few passes: planes and cubes, thin and long, every type, cut dimensions */
    "c2c 64x64", "c2c 64x64*3 inplace", "c2c f64 64x64 inverse", "c2c f16 64x64*5 scale=sqrt",
    "c2c bf16 32x128 inverse",
    "c2c 128x128 inverse scale=n", "c2c 32x32x32", "c2c 32x32x32 inplace inverse", "c2c f64 32x32x32 inplace",
    "c2c f16 32x32x32 scale=n", "c2c bf16 16x64x16 split", "c2c 64x64x16 split inplace", "c2c 16x64x64*2",
    "c2c f64 16x32x64 inverse scale=n", "c2c 256x256", "c2c 512x128 inplace", "c2c f64 256x256",
    "c2c f16 256x512 scale=n",
    "c2c 2x1024", "c2c 1024x2", "c2c 4x512x4", "c2c 512x4x4 inplace", "c2c f64 2x2x2048", "c2c 4096x2x2 inverse",
    "c2c 8x2^12", "c2c 2^12x8 inplace", "c2c 2x2x2x2x2x2x2", "c2c f64 2x2x2*3 idist=9", "c2c 4x4x4x4x4 inverse",
    "c2c 16x16*100", "c2c 8x8*1000 inverse inplace", "c2c 32x32*33", "c2c 16x16x16*17", "c2c f16 16x8*77",
    "c2c 64x64x64", "c2c 64x64x64 inplace inverse scale=n", "c2c f64 64x64x64", "c2c 128x64x32 order=bitrev",
    "c2c 32x64x64 inverse order=bitrev inplace", "c2c 64x64 order=bitrev", "c2c f64 64x32x4 order=bitrev split",
    "c2c 32x64 istride=70,1 ostride=64,1", "c2c 64x32 istride=1,65 ostride=1,66 inverse",
    "c2c 16x32x64 istride=2400,70,1 ostride=2048,64,1", "c2c 32x32x32 inplace istride=1100,33,1 ostride=1100,33,1",
    "c2c 32x64*5 istride=320,5 idist=1 ostride=320,5 odist=1", "c2c 64x32 istride=-40,1",
    "c2c 16x256x16 in=i8 out=f16 scale=n",
    "c2c 256x64*3 in=f16", "c2c 2^10x2^8", "c2c 2^8x2^11 inplace", "c2c f64 2^9x2^9", "c2c f16 2^10x2^9 scale=n",
    /* several dimensions: passes along each */
    "c2c 16x32", "c2c f64 8x64*3 inplace", "c2c f16 16x16x8 inverse scale=n", "c2c bf16 128x16 order=bitrev",
    "c2c 2x4x8x2 split", "c2c 1x64", "c2c 64x1 inplace", "c2c 32x32 istride=1,33 ostride=40,1",
    "c2c f64 16x64 inverse order=bitrev inplace", "c2c 2^13x4", "c2c f64 8x2^13 inplace",
    "c2c 128x256 in=i8 out=f16 scale=n", "c2c 4x8x16*3 inverse", "c2c f64 2^14x2", "c2c 2^15x2",
    /* stored in another type */
    "c2c 256*3 in=f16", "c2c 256*3 out=f16", "c2c 4096 in=bf16 out=f16", "c2c 1024*3 in=i8",
    "c2c 1024*3 in=i16 out=f16 scale=n", "c2c 64*17 in=i8 out=i8 scale=0.1", "c2c f64 512 in=f32 out=f32",
    "c2c f64 64*5 in=i16", "c2c 512*5 in=i16 out=i16 scale=sqrt", "c2c 128*9 in=i8 out=f32 inverse",
    "c2c f16 256*3 out=f32", "c2c bf16 64*7 in=f32", "c2c 1024*3 in=f16 out=f32",
    "c2c 32*40 in=i16 out=i8 split scale=0.01", "c2c 8*100 in=bf16 out=i16 istride=3 idist=25",
    "c2c 2048*3 in=i8 out=bf16 inverse", "c2c f64 2^13 in=i8 out=f16 scale=n", "c2c 2^15 in=i16 out=i16 scale=n",
    /* beyond one block: several passes */
    "c2c 2^17", "c2c 2^17 inverse inplace", "c2c f64 2^17", "c2c f16 2^17 scale=sqrt", "c2c bf16 2^17 inverse",
    "c2c 2^18", "c2c f64 2^18 inplace inverse", "c2c 2^18 split", "c2c f16 2^18 inverse inplace scale=n",
    "c2c bf16 2^18", "c2c 2^18 in=i8 out=f16 scale=n", "c2c 2^19 order=bitrev", "c2c 2^18 inverse order=bitrev",
    "c2c 2^19 inverse scale=n", "c2c f64 2^19", "c2c f16 2^19 scale=sqrt", "c2c 2^20", "c2c f16 2^20 scale=sqrt",
    "c2c f64 2^20", "c2c 2^21 inverse inplace", "c2c f64 2^21", "c2c f16 2^21 inplace scale=n",
    /* real: every length, both ways, out of place and in place by turns */
    "r2c 1", "c2r 1*3 inplace", "r2c 2*17 inplace", "c2r 2*2", "r2c 4*33", "c2r 4*5 inplace", "r2c 8*100 inplace",
    "c2r 8*7", "r2c 16*64", "c2r 16*1000 inplace", "r2c 32*8 inplace", "c2r 32*13", "r2c 64", "c2r 64*3 inplace",
    "r2c 128*17 inplace", "c2r 128*2", "r2c 256*33", "c2r 256*5 inplace", "r2c 512*100 inplace", "c2r 512*7",
    "r2c 1024*64", "c2r 1024*111 inplace", "r2c 2048*8 inplace", "c2r 2048*13", "r2c 4096", "c2r 4096*3 inplace",
    "r2c 2^13*5 inplace", "c2r 2^13*2", "r2c 2^14*3", "c2r 2^14*5 inplace",
    /* the same in f64 */
    "r2c f64 1*100", "c2r f64 2*7", "r2c f64 4*64 inplace", "c2r f64 8*1000 inplace", "r2c f64 16*8",
    "c2r f64 32*13", "r2c f64 64 inplace", "c2r f64 128*3 inplace", "r2c f64 256*17", "c2r f64 512*2",
    "r2c f64 1024*33 inplace", "c2r f64 2048*5 inplace", "r2c f64 4096*11", "c2r f64 2^13*7",
    /* the same in f16 */
    "c2r f16 1*64 inplace", "r2c f16 2*1000 inplace", "c2r f16 4*8", "r2c f16 8*13", "c2r f16 16 inplace",
    "r2c f16 32*3 inplace", "c2r f16 64*17", "r2c f16 128*2", "c2r f16 256*33 inplace", "r2c f16 512*5 inplace",
    "c2r f16 1024*100", "r2c f16 2048*7", "c2r f16 4096*21 inplace", "r2c f16 2^13*12 inplace", "c2r f16 2^14*8",
    /* the same in bf16 */
    "r2c bf16 1*13", "c2r bf16 2", "r2c bf16 4*3 inplace", "c2r bf16 8*17 inplace", "r2c bf16 16*2",
    "c2r bf16 32*33", "r2c bf16 64*5 inplace", "c2r bf16 128*100 inplace", "r2c bf16 256*7", "c2r bf16 512*64",
    "r2c bf16 1024*111 inplace", "c2r bf16 2048*8 inplace", "r2c bf16 4096*13", "c2r bf16 2^13",
    "r2c bf16 2^14*3 inplace",
    /* real, scaled, split, stored in another type */
    "r2c 64*3 scale=n", "c2r f64 128*5 scale=sqrt inplace", "r2c f16 1024*3 scale=-2.5", "c2r bf16 512*7 scale=n",
    "c2r f16 2^13*2 scale=0.125", "r2c 2*33 split", "c2r f64 4*5 split", "r2c f16 256*9 split scale=n",
    "c2r 2048*3 split", "c2r bf16 16*100 split", "r2c f64 1*7 split", "c2r 1*4 split", "r2c 256*3 in=i8",
    "r2c 1024*3 in=i16 out=f16 scale=n", "c2r 512*5 out=i16 scale=n", "c2r 64*17 in=f16 out=i8 scale=0.1",
    "r2c f64 512 in=f32 out=f32", "c2r f16 256*3 out=f32", "r2c bf16 64*7 in=f32",
    "c2r 1024*3 in=bf16 out=f16 inplace scale=n", "r2c 32*40 in=i16 split", "c2r 8*20 out=bf16 scale=3",
    /* real, strided: spread out, backwards, side by side, padded rows, overlapping input, odd distances */
    "r2c 64*9 istride=2 ostride=3", "c2r 64*9 istride=3 ostride=2", "r2c 128*5 istride=-1 ostride=1 idist=128",
    "c2r f64 256*3 ostride=-1 odist=-300", "r2c 128*33 istride=33 idist=1 ostride=33 odist=1",
    "c2r 128*33 istride=33 idist=1 ostride=33 odist=1", "r2c f64 512*7 istride=7 idist=1",
    "c2r 1024*17 ostride=17 odist=1", "r2c f16 256*20 ostride=20 odist=1", "c2r f16 32*50 istride=50 idist=1",
    "r2c 2*300 istride=300 idist=1 ostride=300 odist=1", "c2r 4*100 istride=100 idist=1 ostride=100 odist=1",
    "r2c 2048*3 istride=3 idist=1 ostride=3 odist=1", "c2r f64 2^13*2 istride=2 idist=1 ostride=2 odist=1",
    "r2c 256*3 idist=257 odist=131", "c2r 256*5 idist=130 odist=259", "r2c 64*20 idist=16",
    "r2c 512*9 inplace idist=600 odist=300", "c2r 512*9 inplace idist=300 odist=600", "r2c 16*3x5",
    "c2r f64 32*4x6 odist=33,200", "r2c bf16 128*3x2x2 split idist=129,1000,400 odist=300,70,140",
    "r2c 2*5x3 istride=3 idist=7,50", "c2r 1*4x3 idist=3,20 odist=5,40",
    /* real, several dimensions: n/2 + 1 columns */
    "r2c 16x32", "c2r 16x32", "r2c 16x32 inplace", "c2r 16x32 inplace", "r2c f64 8x16x32*3 scale=n",
    "c2r f64 8x16x32*3 inplace", "r2c f16 16x64 inplace scale=n", "c2r f16 16x64 scale=n",
    "c2r bf16 4x8x128 inplace", "r2c 128x16 split", "c2r 128x16 split", "r2c 64x1", "c2r 64x1", "c2r 8x2 inplace",
    "r2c 1x64", "c2r 4x1x64 inplace", "r2c 2x4x8x2", "c2r 2x2x4x16", "r2c 32x32 istride=1,33 ostride=20,1",
    "c2r 32x32 istride=40,2 ostride=1,33", "r2c 64x64 in=i8 out=f16 scale=n", "c2r f16 32x64 in=f32",
    "c2r 16x64 in=f16 out=bf16 inplace", "r2c 4x2^13", "c2r 4x2^13 inplace", "r2c 2^13x4", "c2r f64 1024x8*2",
    "r2c 256x256", "c2r 64x32x32",
    /* real, several dimensions joined: mirror images along all of them */
    "r2c 32x32x32", "c2r 32x32x32", "r2c 32x32x32 inplace scale=n", "c2r 32x32x32 inplace", "r2c f64 16x64x32",
    "c2r f64 16x64x32 scale=n", "r2c f16 32x32x64 scale=n", "c2r f16 32x32x64 scale=n", "r2c bf16 16x16x128*3 inplace",
    "c2r bf16 16x16x128*2", "r2c 64x64x64", "c2r 64x64x64 inplace", "r2c 128x8x64", "c2r 128x8x64", "r2c 2x512x32",
    "c2r 2x512x32 inplace", "r2c 512x2x32", "c2r 512x2x32", "r2c 4x4x4x32", "c2r 4x4x4x32",
    "r2c 32x64x128 in=i8 out=f16 scale=n", "c2r 64x32x64 out=i16 scale=n",
    "r2c 16x32x64 istride=2400,70,1 ostride=1100,34,1",
    "c2r 16x32x64 istride=1100,34,1 ostride=2400,70,1", "r2c 16x32x64*3 idist=32800", "r2c 16x32x64 istride=2145,65,1",
    "c2r 8x16x64*5 odist=8200", "r2c 64x128x32 split", "r2c 128x128x64", "c2r f64 64x64x128",
    /* real, beyond one block: several passes */
    "r2c 2^15", "c2r 2^15*3 inplace", "r2c f64 2^14*2", "c2r f64 2^14 inplace", "r2c f16 2^15*2 scale=n inplace",
    "c2r f16 2^16 scale=n", "c2r bf16 2^15", "r2c bf16 2^16 inplace", "r2c 2^16 split", "c2r 2^17", "r2c f64 2^16",
    "c2r f64 2^17 split scale=n", "r2c 2^18 inplace", "c2r 2^16*2 idist=32776 odist=65537", "r2c 4x2^15",
    "c2r 4x2^15", "c2r 2x2x2^15 inplace", "r2c 2^19 in=i8 scale=sqrt", "c2r 2^20 inplace scale=n", "r2c 2^20",
    "r2c f64 2^20 inplace", "c2r f64 2^20", "r2c 2^15*3 istride=3 idist=1 ostride=3 odist=1",
    /* reversals, and algorithms with reorderings; frames that overlap */
    "reverse 4096*3", "reverse f64 64x32", "reverse 64*8 idist=1", "reverse f16 64*8 idist=2",
    "reverse 64*8 split idist=2", "c2c 64*8 idist=1 algo=locality", "c2c 4096*3 algo=transpose inverse scale=n",
    "c2c f64 2048 algo=ct-dif", "c2c 4096 algo=constant-geometry split", "reverse 512*5 algo=step-efficient inplace",
    /* two sweeps in one launch, where the cache is small */
    "c2c 4096*2x40", "c2c 128x64*40", "c2c 32x64x128*2",
};
/* clang-format on */

const int check_problems_gpu_count = (int)(sizeof check_problems_gpu / sizeof check_problems_gpu[0]);
