/* lanes.cuh - a task in the registers of two threads of a warp, WARP / 2 apart.
 *
 * A DFT of R points, of which lane l has R / 2 from number l R / 2 on, begins with DFTs of 2 points, one of each lane,
 * for which lanes give each other their numbers; then lane 1 multiplies its points by exp(-2 pi i j / R), j the point,
 * and each goes on by itself: number k of its DFT of R / 2 points is number l + 2 k of the whole. No shared memory and
 * no barrier are needed, as an exchange between two stages would need them.
 */
#ifndef ATA_KERNEL_LANES /* nothing here depends on constants: two sweeps have it in common */
#define ATA_KERNEL_LANES

#define WARP 32

INLINE int lane_of_task(void)
{
    return THREAD / (WARP / 2) % 2;
}

/* The cosine of 2 pi j / 64, j from 0 to 48. */
INLINE real cosine_64(int j)
{
    const double cosines[17] = {
        1, 0.99518472667219688624, 0.98078528040323044913, 0.95694033573220886494,
        0.92387953251128675613, 0.88192126434835502971, 0.83146961230254523708, 0.77301045336273696081,
        0.70710678118654752440, 0.63439328416364549822, 0.55557023301960222474, 0.47139673682599764856,
        0.38268343236508977173, 0.29028467725446236764, 0.19509032201612826785, 0.09801714032956060199,
        0,
    };
    return (real)(j <= 16 ? cosines[j] : j <= 32 ? -cosines[32 - j] : -cosines[j - 32]);
}

/* The DFT is of the digit of weight `unit` of a lane's points: 1, unless they have another digit below it. */
INLINE void lanes_begin(complex *x, int held, int unit)
{
    const int step = 64 / (2 * (held / unit));
    lanes_butterfly(x, held, WARP / 2);
    if (forget(lane_of_task()) == 0) return; /* forget, or the roots would be kept from one stage to the next */
    UNROLL
    for (int j = unit; j < held; j++) {
        const complex root = {cosine_64(step * (j / unit)), cosine_64(step * (j / unit) + 16)};
        x[j] = times(x[j], root);
    }
}

#endif
