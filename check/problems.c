/* problems.c - the list. A new feature adds its line under quick; a size that was once slow or wrong, further down. */
#include "check/problems.h"

/* As many to a line as fit. */
/* clang-format off */
static const char *const quick[] = {
    /* lengths: one, small, composite, prime, prime squared, prime powers, a prime times a power of two */
    "c2c 1", "c2c 2", "c2c 3", "c2c 4", "c2c 5", "c2c 7", "c2c 11", "c2c 13", "c2c 16", "c2c 17", "c2c 19", "c2c 23",
    "c2c 25", "c2c 31", "c2c 32", "c2c 37", "c2c 49", "c2c 60", "c2c 64", "c2c 81", "c2c 97", "c2c 100", "c2c 121",
    "c2c 128", "c2c 169", "c2c 210", "c2c 243", "c2c 251", "c2c 256", "c2c 289", "c2c 343", "c2c 360", "c2c 361",
    "c2c 512", "c2c 529", "c2c 625", "c2c 720", "c2c 841", "c2c 1009", "c2c 1024", "c2c 37x2", "c2c 1184",
    "c2c f64 1", "c2c f64 6", "c2c f64 8", "c2c f64 9", "c2c f64 15", "c2c f64 17", "c2c f64 30", "c2c f64 53",
    "c2c f64 64", "c2c f64 105", "c2c f64 127", "c2c f64 256", "c2c f64 337", "c2c f64 367", "c2c f64 512",
    "c2c f64 961", "c2c f64 1000", "c2c f64 1024", "c2c f64 1023",
    /* direction and scale */
    "c2c 48 inverse", "c2c 30 inverse scale=n", "c2c 64 scale=sqrt", "c2c f64 97 inverse scale=sqrt",
    "c2c 20 scale=-2.5", "c2c f64 120 inverse scale=0.125", "c2c f64 1 scale=3",
    /* batches */
    "c2c 16*33", "c2c 7*100", "c2c 1*50", "c2c f64 12*3x5", "c2c 8*2x3x4", "c2c f64 31*17", "c2c 100*1", "c2c 128*64",
    /* strides: spread out, backwards, interleaved batches, transposed, padded, overlapping input */
    "c2c 24 istride=3 ostride=2", "c2c 24 istride=-1 ostride=1", "c2c f64 40 istride=-2 ostride=-3",
    "c2c 16*5 istride=5 idist=1 ostride=5 odist=1", "c2c 16*5 istride=5 idist=1", "c2c 16*5 ostride=5 odist=1",
    "c2c f64 16*9 idist=4", "r2c 32*20 idist=8", "r2c f64 30*7 idist=1", "c2c 6*4 idist=-6 odist=-7",
    "c2c 8x12 istride=1,8 ostride=1,8", "c2c 8x12 istride=1,8", "c2c f64 6x10 istride=12,1 ostride=16,1",
    "c2c 4x6*3x2 istride=-6,1 idist=24,100 ostride=1,-4", "c2c 12*3x4 idist=1,3 istride=12 odist=48,12 ostride=1",
    "c2c 5x7x3 istride=3,15,1 ostride=21,3,1", "r2c 9x8 istride=-10,1 ostride=6,1",
    "c2r f64 9x8 istride=6,1 ostride=-10,1", "r2c 20*6 istride=6 idist=1 ostride=6 odist=1",
    "c2r 20*6 istride=6 idist=1 ostride=6 odist=1", "dct2 10*7 istride=7 idist=1 ostride=-2 odist=-30",
    /* lines behind one another, the points of each apart */
    "c2c 100*5 istride=2 ostride=3 idist=200 odist=300 scale=n",
    "c2c f64 64*3 istride=2 idist=130 inplace ostride=2 odist=130",
    "c2c 48*2x3 istride=-1 ostride=2 idist=144,48 odist=300,100", "c2c f64 259*4 istride=3 ostride=2 inverse",
    "r2c 90*4 istride=2 ostride=2 idist=180 odist=92", "c2r f64 72*3 istride=2 ostride=2 idist=74 odist=144 scale=n",
    "dct2 40*3 istride=2 ostride=2 idist=80 odist=80",
    "c2c 64*4 split istride=2 ostride=2 idist=128 odist=128 scale=sqrt",
    /* scales where lanes, points or neither are neighbours */
    "c2c 24x20 scale=n inverse", "c2c f64 9*7 istride=7 idist=1 ostride=14 odist=2 scale=0.5", "c2r 30x14 scale=n",
    "r2c 64*5 split scale=sqrt", "dct3 12x18 scale=n",
    /* in place */
    "c2c 1 inplace", "c2c 16 inplace", "c2c 60 inplace", "c2c f64 101 inplace", "c2c 12x10 inplace",
    "c2c 16*20 inplace inverse", "c2c 8x8 inplace istride=10,1 ostride=10,1",
    "c2c 15*4 inplace istride=4 idist=1 ostride=4 odist=1", "c2c f64 16x16x16 inplace", "r2c 1 inplace",
    "r2c 16 inplace", "r2c 15 inplace", "r2c f64 8x9 inplace", "r2c 6*5 inplace", "c2r 1 inplace", "c2r 16 inplace",
    "c2r f64 15 inplace", "c2r 8x9 inplace", "c2r 6*5 inplace", "dct2 16 inplace", "dst1 9x9 inplace",
    "dht 20*3 inplace", "c2c 256 inplace", "c2c f64 64x64 inplace", "c2c 37x41 inplace",
    /* split */
    "c2c 16 split", "c2c 60 split inverse", "c2c f64 17 split", "c2c 8x6*3 split", "c2c 64 split inplace",
    "c2c 9x5 split inplace", "r2c 20 split", "r2c f64 6x7*2 split", "c2r 20 split", "c2r 6x7*2 split",
    "c2c 16*4 split istride=4 idist=1", "c2c 32 split istride=-1 ostride=2", "c2c f64 1 split",
    /* bit-reversed */
    "c2c 1 order=bitrev", "c2c 2 order=bitrev", "c2c 16 order=bitrev", "c2c 16 inverse order=bitrev",
    "c2c f64 1024 order=bitrev", "c2c f64 1024 inverse order=bitrev", "c2c 8x16 order=bitrev",
    "c2c 32*5 order=bitrev inplace", "c2c 64 order=bitrev split inverse scale=n",
    "c2c 4x4x4 inverse order=bitrev inplace",
    /* reversals, and algorithms by name */
    "reverse 2", "reverse 16", "reverse f64 1024*3 inplace", "reverse 512 split", "reverse 8x16*2 inverse",
    "reverse 64*5 istride=5 idist=1 in=i16 out=f16", "reverse bf16 2048 in=f32", "reverse 4 algo=work-efficient",
    "reverse 2 algo=step-efficient", "reverse f16 256*3 inplace algo=step-efficient",
    "reverse 128 istride=-1 ostride=2 algo=step-efficient", "c2c 2 algo=straightforward",
    "c2c 4096 algo=straightforward", "c2c f64 2048*3 inverse scale=n algo=transpose", "c2c 4096 inplace algo=transpose",
    "c2c 2048 split algo=locality", "c2c 2^13*2 istride=2 idist=1 in=i8 out=f16 algo=locality", "c2c 8 algo=radix8",
    "c2c f64 1024 inverse inplace algo=radix8", "c2c 64*7 algo=ct-dif", "c2c 256 order=bitrev inplace algo=ct-dif",
    "c2c f64 128*3 inverse order=bitrev algo=ct-dif", "c2c 2*3 algo=constant-geometry",
    "c2c 512 split algo=constant-geometry", "c2c f64 32*5 inplace order=bitrev algo=constant-geometry",
    "c2c 512*5 in=i8 out=i8 scale=0.05 algo=three-sets", "c2c 512 inverse algo=three-sets-plain",
    /* real to complex and back */
    "r2c 1", "r2c 2", "r2c 3", "r2c 4", "r2c 5", "r2c 9", "r2c 16", "r2c 31", "r2c 74", "r2c 100", "r2c 128",
    "r2c 225", "r2c 1000", "r2c f64 1", "r2c f64 2", "r2c f64 34", "r2c f64 97", "r2c f64 256", "r2c f64 1001",
    "r2c 16*33", "r2c 5x6", "r2c 6x5", "r2c f64 4x5x6", "r2c 2x3x4x5", "r2c 1x1x1", "r2c 7x1", "r2c 1x7", "c2r 1",
    "c2r 2", "c2r 3", "c2r 4", "c2r 5", "c2r 9", "c2r 16", "c2r 31", "c2r 74", "c2r 100", "c2r 128", "c2r 225",
    "c2r 1000", "c2r f64 1", "c2r f64 2", "c2r f64 34", "c2r f64 97", "c2r f64 256", "c2r f64 1001",
    "c2r 16*33 scale=n", "c2r 5x6", "c2r 6x5", "c2r f64 4x5x6", "c2r 2x3x4x5", "c2r 1x1x1", "c2r 7x1", "c2r 1x7",
    /* cosine, sine and Hartley transforms */
    "dct1 2", "dct1 3", "dct1 9", "dct1 33", "dct1 100", "dct1 f64 65", "dct1 f64 5x6", "dct1 12 inverse scale=n",
    "dct2 1", "dct2 2", "dct2 8", "dct2 15", "dct2 64", "dct2 101", "dct2 f64 100", "dct2 8x8*10", "dct2 f64 7x9",
    "dct2 100 scale=n", "dct3 101 ostride=3", "dst2 9 ostride=-1", "dst2 97*2 inplace", "dst2 f64 16*5 ostride=-1",
    "dst3 12*6 istride=-1",
    "dct3 1", "dct3 2", "dct3 8", "dct3 15", "dct3 64", "dct3 101", "dct3 f64 100", "dct3 8x8*10",
    "dct2 f64 7x9 inverse scale=n", "dct4 1", "dct4 2", "dct4 8", "dct4 15", "dct4 64", "dct4 101", "dct4 f64 100",
    "dct4 6x7*3", "dst1 1", "dst1 2", "dst1 7", "dst1 31", "dst1 100", "dst1 f64 63", "dst1 f64 5x6",
    "dst1 12 inverse scale=sqrt", "dst2 1", "dst2 2", "dst2 8", "dst2 15", "dst2 64", "dst2 101", "dst2 f64 100",
    "dst2 6x7*3", "dst3 1", "dst3 2", "dst3 8", "dst3 15", "dst3 64", "dst3 101", "dst3 f64 100", "dst3 6x7*3",
    "dst3 30 inverse", "dst4 1", "dst4 2", "dst4 8", "dst4 15", "dst4 64", "dst4 101", "dst4 f64 100", "dst4 6x7*3",
    "dht 1", "dht 2", "dht 3", "dht 8", "dht 15", "dht 64", "dht 101", "dht f64 100", "dht 6x7*3",
    "dht 8x8x8 inverse scale=n",
    /* storage */
    "c2c f16 64", "c2c f16 60*7", "c2c f16 31 inverse", "c2c f16 256 scale=sqrt", "c2c bf16 64",
    "c2c bf16 100 inplace", "c2c bf16 8x8", "r2c f16 100", "c2r f16 100 scale=sqrt", "r2c bf16 33", "dct2 f16 16",
    "dct2 bf16 8x8", "dst4 f16 21", "c2c 128 in=i8", "c2c 128 in=i16", "c2c 64 in=i8 out=i8 scale=n",
    "c2c 64 in=i16 out=i16 scale=sqrt", "c2c 60*5 in=i8 out=f16", "c2c 64 out=i8 scale=100", "r2c 64 in=i16",
    "r2c 30 in=i8 out=bf16", "c2r 64 out=i16 scale=1000", "dht 40 in=i16 out=f16 scale=n", "c2c 64 in=f16 out=f32",
    "c2c 64 in=f32 out=bf16", "c2c f64 64 in=f32", "c2c f64 64 out=f32", "c2c f64 30 in=i8 out=f16",
    "c2c f64 32 in=bf16 out=i16 scale=500", "c2c f16 32 split", "c2c 16 in=i8 out=i8 split scale=0.25",
    "c2c 16 in=f16 out=bf16 inplace", "c2c 20*3 in=i16 out=f16 inplace scale=n", "c2c 64 in=i8 out=i8",
    "c2c f16 512 scale=500", "c2c f16 64 order=bitrev", "c2c 9 in=i16 istride=-2 out=f16 ostride=3 scale=0.01",
    /* ranks */
    "c2c 4x4", "c2c 16x16", "c2c 31x32", "c2c f64 17x19", "c2c 3x4x5", "c2c 8x8x8", "c2c f64 2x3x4x5",
    "c2c 2x2x2x2x2", "c2c f64 3x2x3x2x3x2", "c2c 2x2x3x2x2x3x2", "c2c 2x1x3x2x1x2x2x3", "c2c f64 1x1x5x1",
    "dct2 2x3x2x3x2", "r2c 2x2x2x2x2x2x2x3", "c2r f64 2x2x2x2x2x2x2x3", "c2c 2x2*2x2x2x2",
};

static const char *const normal[] = {
    "c2c 2048", "c2c 4096", "c2c 8192", "c2c 2^14", "c2c 2^15", "c2c 2^16", "c2c 2^17", "c2c 2^18", "c2c f64 2048",
    "c2c f64 4096", "c2c f64 8192", "c2c f64 2^14", "c2c f64 2^15", "c2c f64 2^16", "c2c f64 2^17", "c2c f64 2^18",
    "c2c 1024*256", "c2c f64 1024*256", "c2c 4096*64", "c2c 512*512 inplace", "c2c 64*4096", "c2c 16*10000",
    "c2c 2^14*8 inverse",
    /* composite, prime, prime squared, and lengths around powers of two */
    "c2c 3000", "c2c 3125", "c2c 5040", "c2c 6561", "c2c 10000", "c2c 15015", "c2c 16807", "c2c 19683", "c2c 30030",
    "c2c 44100", "c2c 50000", "c2c 65520", "c2c 100000", "c2c 14641", "c2c 28561", "c2c 2047", "c2c 2049", "c2c 4095",
    "c2c 65535", "c2c f64 3000", "c2c f64 5040", "c2c f64 10000", "c2c f64 16807", "c2c f64 44100", "c2c f64 100000",
    "c2c f64 65535", "c2c 2003", "c2c 4099", "c2c 10007", "c2c 65521", "c2c 65537", "c2c 99991", "c2c 10201",
    "c2c 11449", "c2c 63001", "c2c f64 2003", "c2c f64 4099", "c2c f64 10007", "c2c f64 65537", "c2c f64 99991",
    "c2c f64 10201", "c2c f64 20806", "c2c 1009*50", "c2c f64 263*100", "c2c 10007 inverse scale=n inplace",
    "c2c 4099 istride=2 ostride=3",
    /* many dimensions */
    "c2c 128x128", "c2c 256x256", "c2c 512x512", "c2c f64 256x256", "c2c 100x100", "c2c 101x103", "c2c 1024x64",
    "c2c 64x1024", "c2c 32x32x32", "c2c 64x64x64", "c2c f64 48x48x48", "c2c 30x31x32", "c2c 16x16x16x16",
    "c2c 256x256 inplace", "c2c f64 64x64x64 inplace", "c2c 64x64*16", "c2c 8x8x8*100",
    "c2c 512x512 istride=520,1 ostride=1,520", "c2c 2000x3", "c2c 3x2000",
    /* layouts */
    "c2c 1024*64 istride=64 idist=1 ostride=64 odist=1", "c2c 1000*33 istride=33 idist=1",
    "c2c f64 4096*8 ostride=8 odist=1", "c2c 2^16 split", "c2c 2^16 split inplace inverse", "c2c f64 360*32 split",
    "c2c 2^16 order=bitrev", "c2c f64 2^14 order=bitrev inverse inplace", "c2c 256x256 order=bitrev inplace",
    "c2c 1024*100 idist=256", "c2c 2^15 istride=-1 ostride=-1",
    "c2c 512*100 inplace istride=100 idist=1 ostride=100 odist=1",
    /* real */
    "r2c 4096", "r2c 2^16", "r2c 2^18", "r2c 10000", "r2c 44100", "r2c 10007", "r2c 65538", "r2c 9999",
    "r2c f64 4096", "r2c f64 2^16", "r2c f64 10000", "r2c f64 20014", "r2c 1024*100", "r2c 256x256",
    "r2c f64 64x64x64", "r2c 512x512 inplace", "r2c 2^16 inplace", "r2c 2048*64 idist=512", "r2c 1000*20 split",
    "c2r 4096", "c2r 2^16", "c2r 2^18", "c2r 10000", "c2r 44100", "c2r 10007", "c2r 65538", "c2r 9999",
    "c2r f64 4096", "c2r f64 2^16", "c2r f64 10000", "c2r f64 20014", "c2r 1024*100", "c2r 256x256",
    "c2r f64 64x64x64", "c2r 512x512 inplace", "c2r 2^16 inplace scale=n",
    /* cosines, sines, Hartley */
    "dct1 1025", "dct1 f64 4097", "dct2 1024", "dct2 f64 4096", "dct2 10000", "dct2 1009", "dct2 128x128",
    "dct2 8x8*4096", "dct3 1024", "dct3 f64 4096", "dct3 10000", "dct3 1009", "dct4 1024", "dct4 f64 4096",
    "dct4 1009", "dct4 1000*20", "dst1 1023", "dst1 f64 4095", "dst2 1024", "dst2 f64 4096", "dst3 1024",
    "dst3 f64 1009", "dst4 1024", "dst4 f64 4096", "dht 1024", "dht f64 4096", "dht 10007", "dht 128x128",
    "dct2 32x32x32", "dst2 f64 30x31",
    /* storage */
    "c2c f16 4096", "c2c f16 2^16 scale=sqrt", "c2c bf16 4096", "c2c bf16 1000*30", "c2c f16 1009", "r2c f16 4096*10",
    "c2c f16 128x128 inplace", "c2c 4096 in=i8", "c2c 4096*10 in=i16 out=f16 scale=n",
    "c2c 2048 in=i8 out=i8 scale=sqrt", "r2c 2^16 in=i16", "c2r 4096 out=i16 scale=100",
    "c2c f64 4096 in=f32 out=f32", "c2c f64 2000 in=i16", "c2c 512*64 in=i8 out=i8 scale=0.05",
};

static const char *const large[] = {
    "c2c 2^20", "c2c f64 2^20", "c2c 2^22", "c2c f64 2^22", "c2c 2^24", "c2c f64 2^24", "c2c 2^20 inplace",
    "c2c 3145728", "c2c f64 3145728", "c2c 1000000", "c2c f64 1000000", "c2c 14348907", "c2c 9765625", "c2c 1000003",
    "c2c f64 1000003", "c2c 1048573", "c2c f64 1048573", "c2c 9999991", "c2c f64 9999991", "c2c 2^20 split",
    "c2c 2^20 order=bitrev", "c2c 1024x1024", "c2c f64 1024x1024", "c2c 2048x2048 inplace", "c2c 128x128x128",
    "c2c f64 128x128x128", "c2c 256x256x256", "c2c 1000x1000", "c2c 997x1009", "c2c 1024*65536", "c2c f64 4096*4096",
    "c2c 2^16*256", "r2c 2^20", "r2c f64 2^22", "r2c 2^24", "r2c 1000003", "r2c 1024x1024", "r2c f64 256x256x256",
    "c2r 2^20", "c2r f64 2^22", "c2r 256x256x256", "dct2 2^20", "dct2 f64 1024x1024", "dct4 2^20", "dst1 1048575",
    "dht 2^20", "c2c f16 2^20 scale=sqrt", "c2c bf16 2^20", "c2c 512*16384 in=i8 out=i8 scale=0.05",
    "r2c 2^22 in=i16",
};

/* clang-format on */

typedef struct section {
    check_tier tier;
    const char *const *text;
    int count;
} section;

#define SECTION(tier, list)                                 \
    {                                                       \
        tier, list, (int)(sizeof(list) / sizeof((list)[0])) \
    }

bool check_problems_get(int index, check_listed *listed)
{
    const section sections[] = {SECTION(CHECK_TIER_QUICK, quick),
                                SECTION(CHECK_TIER_NORMAL, normal),
                                SECTION(CHECK_TIER_LARGE, large),
                                {CHECK_TIER_GPU, check_problems_gpu, check_problems_gpu_count}};
    for (int i = 0; i < 4 && index >= 0; i++) {
        if (index < sections[i].count) {
            *listed = (check_listed){sections[i].tier, sections[i].text[index]};
            return true;
        }
        index -= sections[i].count;
    }
    return false;
}
