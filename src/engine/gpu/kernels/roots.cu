/* roots.cu - roots of unity, each by its definition: exp(-2 pi i k / n) for k = 0, 1, 2 ...
 *
 * A thread has several, THREADS apart. OUT_BYTES, in front of this text, says how long a number is in memory, 4 or 8.
 *
 * All arithmetic is in double. The angle is reduced to the first eighth of the circle in whole numbers, and is there a
 * product, m step, of a whole number below 2^48 and a number of twice a double's digits: angle + rest, both doubles, is
 * good to some 2^-100. Of sine and cosine what is added last is at most an eighth of the sum, so that little but the
 * rounding of that sum counts: in all 0.75 units in the last place of a double at most. Every product and sum is
 * rounded where it stands, so that a GPU and the emulator give the same bits.
 */
#include "engine/gpu/kernels/unplanned.h"

/* The sine of angle + rest, from 0 to pi/4: angle + angle^3 (-1/3! + angle^2 / 5! ...), with what the rounding of the
 * square leaves. */
INLINE real sine_of(real angle, real rest)
{
    const real square = multiply(angle, angle), square_rest = multiply_add(angle, angle, -square);
    real sum = 1.0 / 355687428096000.0; /* 17! */
    sum = multiply_add(sum, square, -1.0 / 1307674368000.0);
    sum = multiply_add(sum, square, 1.0 / 6227020800.0);
    sum = multiply_add(sum, square, -1.0 / 39916800.0);
    sum = multiply_add(sum, square, 1.0 / 362880.0);
    sum = multiply_add(sum, square, -1.0 / 5040.0);
    sum = multiply_add(sum, square, 1.0 / 120.0);
    sum = multiply_add(sum, square, -1.0 / 6.0);
    const real small = multiply(rest, multiply_add(-0.5, square, 1.0));
    const real more = multiply_add(multiply(angle, square_rest), -1.0 / 6.0, small);
    return angle + multiply_add(multiply(angle, square), sum, more);
}

/* The cosine: 1 - angle^2 / 2, with what its rounding and that of the square leave, + angle^4 (1/4! - ...). */
INLINE real cosine_of(real angle, real rest)
{
    const real square = multiply(angle, angle), square_rest = multiply_add(angle, angle, -square);
    real sum = 1.0 / 20922789888000.0; /* 16! */
    sum = multiply_add(sum, square, -1.0 / 87178291200.0);
    sum = multiply_add(sum, square, 1.0 / 479001600.0);
    sum = multiply_add(sum, square, -1.0 / 3628800.0);
    sum = multiply_add(sum, square, 1.0 / 40320.0);
    sum = multiply_add(sum, square, -1.0 / 720.0);
    sum = multiply_add(sum, square, 1.0 / 24.0);
    const real most = multiply_add(-0.5, square, 1.0), most_rest = multiply_add(-0.5, square, 1.0 - most);
    const real small = multiply_add(-angle, rest, multiply(-0.5, square_rest));
    return most + (most_rest + multiply_add(multiply(square, square), sum, small));
}

/* Root k. A zero is positive: it is 0 - 0 where a sign is turned. */
INLINE complex root_of(const ata_kernel_roots *a, long long k)
{
    const int quarter = (4 * k >= a->n) + (4 * k >= 2 * a->n) + (4 * k >= 3 * a->n);
    const long long inside = 4 * k - quarter * a->n; /* the angle within its quarter, in steps */
    const bool mirrored = 2 * inside > a->n;
    const real m = (real)(mirrored ? a->n - inside : inside);
    const real angle = multiply(m, a->step_hi);
    const real rest = multiply_add(m, a->step_lo, multiply_add(m, a->step_hi, -angle));
    const real sine = sine_of(angle, rest), cosine = cosine_of(angle, rest);
    const real c = mirrored ? sine : cosine, s = mirrored ? cosine : sine;
    complex root;
    root.x = quarter == 0 ? c : quarter == 1 ? 0.0 - s : quarter == 2 ? 0.0 - c : s;
    root.y = quarter == 0 ? 0.0 - s : quarter == 1 ? 0.0 - c : quarter == 2 ? s : c;
    return root;
}

INLINE void store(void *out, long long at, complex root)
{
#if OUT_BYTES == 4
    const bits64 bits = {{bits_of_float((float)root.x), bits_of_float((float)root.y)}};
    global_put64((char *)out + at * 8, bits);
#else
    const bits128 bits = {{low_bits_of_double(root.x), high_bits_of_double(root.x), low_bits_of_double(root.y),
                           high_bits_of_double(root.y)}};
    global_put128((char *)out + at * 16, bits);
#endif
}

KERNEL(roots, ata_kernel_roots a)
{
    const long long first = (long long)tile_index() * (THREADS * ATA_ROOTS_PER_THREAD) + THREAD;
    wait_for_previous();
    UNROLL
    for (int j = 0; j < ATA_ROOTS_PER_THREAD; j++) {
        const long long k = first + j * THREADS;
        if (k < a.count) store(a.out, k, root_of(&a, k));
    }
}
