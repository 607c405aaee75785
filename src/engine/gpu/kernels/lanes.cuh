/* lanes.cuh - a task in the registers of two or four threads of a warp.
 *
 * A DFT of R points, of which lane l has R / LANES from number l R / LANES on, begins with DFTs of LANES points, one of
 * each lane, for which lanes give each other their numbers; then each lane multiplies its points by
 *
 *     exp(-2 pi i j r / R)      j the point, r the lane's result (lane_result)
 *
 * and goes on by itself: DFT k of R / LANES points is number r + LANES k of the whole. No shared memory and no barrier
 * are needed, as an exchange between two stages would need them.
 *
 * Lanes of a task are WARP / LANES apart in the warp.
 */
#ifndef ATA_KERNEL_LANES /* nothing here depends on constants: two sweeps have it in common */
#define ATA_KERNEL_LANES

#define WARP 32

INLINE int lane_part(int lanes)
{
    return THREAD / (WARP / lanes) % lanes;
}
/* Which result of the first DFT a lane has: the bits of its number, in opposite order. */
INLINE int lane_result(int lanes)
{
    const int part = lane_part(lanes);
    return lanes == 4 ? part / 2 + part % 2 * 2 : part;
}

/* The cosine of 2 pi j / 128. */
INLINE real cosine_128(int j)
{
    const double cosines[33] = {
        1, 0.99879545620517239271, 0.99518472667219688624, 0.98917650996478097345,
        0.98078528040323044913, 0.97003125319454399260, 0.95694033573220886494, 0.94154406518302077841,
        0.92387953251128675613, 0.90398929312344333159, 0.88192126434835502971, 0.85772861000027206990,
        0.83146961230254523708, 0.80320753148064490981, 0.77301045336273696081, 0.74095112535495909118,
        0.70710678118654752440, 0.67155895484701840063, 0.63439328416364549822, 0.59569930449243334347,
        0.55557023301960222474, 0.51410274419322172659, 0.47139673682599764856, 0.42755509343028209432,
        0.38268343236508977173, 0.33688985339222005069, 0.29028467725446236764, 0.24298017990326388995,
        0.19509032201612826785, 0.14673047445536175166, 0.09801714032956060199, 0.04906767432741801425,
        0,
    };
    const int inside = j % 64 <= 32 ? j % 64 : 64 - j % 64;
    const double value = j % 64 <= 32 ? cosines[inside] : -cosines[inside];
    return (real)(j % 128 < 64 ? value : -value);
}
INLINE complex root_128(int j)
{
    const complex root = {cosine_128(j), cosine_128(j + 32)};
    return root;
}

/* The DFT is of the digit of weight `unit` of a lane's points: 1, unless they have another digit below it. */
INLINE void lanes_begin(complex *x, int lanes, int held, int unit)
{
    const int step = 128 / (lanes * (held / unit));
    lanes_butterfly(x, held, WARP / 2);
    if (lanes == 4) {
        const int turned = lane_part(4) == 3; /* by -i */
        UNROLL
        for (int j = 0; j < held; j++) {
            const complex y = x[j];
            x[j].x = turned ? y.y : y.x;
            x[j].y = turned ? -y.x : y.y;
        }
        lanes_butterfly(x, held, WARP / 4);
    }
    const int result = forget(lane_result(lanes)); /* or roots would be kept from one stage to the next */
    UNROLL
    for (int r = 1; r < lanes; r++) {
        if (result != r) continue;
        UNROLL
        for (int j = unit; j < held; j++) x[j] = times(x[j], root_128(r * step * (j / unit)));
    }
}

#endif
