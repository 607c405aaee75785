/* real_paired.h - what a real line of even length does beside its complex one (real.h), for one line with both parts of
 * a number in one vector. Included by functions.h. With complex words:
 *
 *     S = a + conj b,   D = a - conj b,   X[k] = h S + t D,   X[m-k] = conj(h S - t D)       a = Z[k], b = Z[m-k]
 *
 * with h = 1/2 and t = -i w^k / 2, and back with h = 1 and t = i conj w^k, which line->turns holds for every k. Where a
 * vector holds two numbers those of the mirror image change places.
 */
#define HAS_TURNS HAS_COMPLEX_WORDS

#if HAS_TURNS
enum { LEAST_TURNED = REAL_BITS == 32 ? 17 : 8 }; /* rows of the complex line */

/* The numbers t of a line of n points. */
static ata_status build_turns(int64_t n, bool forward, void **table)
{
    const int64_t count = n / 4 + 1;
    ata_root_table roots;
    ATA_TRY(ata_memory_create(table, 2 * (size_t)count, sizeof(real), "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, n));
    real *turns = *table;
    for (int64_t k = 0; k < count; k++) {
        const ata_root w = root_of(&roots, k);
        turns[2 * k] = forward ? w.im / 2 : w.im;
        turns[2 * k + 1] = forward ? -w.re / 2 : w.re;
    }
    ata_roots_fini(&roots);
    return ATA_OK;
}

#define CONJUGATOR_SIGN(i) ((i) % 2 ? -1 : 1)
#if REAL_BITS == 32
#define MIRRORED(x) SHUFFLE(x, x, 2, 3, 0, 1)
#else
#define MIRRORED(x) (x)
#endif

/* Rows k and on, as many as a vector holds, and their mirror images, from Z to X, or back: the latter are what is left
 * of 2 h S. */
INLINE void turn_vector(const real *turns, const real *from, real *to, ptrdiff_t k, ptrdiff_t mirror,
                        const bool forward)
{
    const vec conjugator = (vec){AS_MANY(CONJUGATOR_SIGN, 0)}, half = vec_all((real)0.5);
    const vec a = vec_load(from + 2 * k), b = MIRRORED(vec_load(from + 2 * mirror));
    const vec sum = FMA(b, conjugator, a), difference = FNMA(b, conjugator, a);
    const vec turned = vec_plus_times_each(forward ? MUL(sum, half) : sum, difference, turns + 2 * k);
    const vec all = MUL(sum, forward ? conjugator : conjugator + conjugator);
    vec_store(to + 2 * mirror, MIRRORED(FNMA(turned, conjugator, all)));
    vec_store(to + 2 * k, turned); /* after its mirror image, which point m / 2 is itself */
}

/* Rows first .. end - 1 and their mirror images, at least as many as a vector holds. */
INLINE void turn_pairs(const real *turns, const real *from, real *to, ptrdiff_t m, ptrdiff_t first, ptrdiff_t end,
                       const bool forward)
{
    enum { AT_A_TIME = WIDTH / 2 };
    ptrdiff_t k = first, mirror = m - first - AT_A_TIME + 1;
    for (; k + 2 * AT_A_TIME <= end; k += 2 * AT_A_TIME, mirror -= 2 * AT_A_TIME) {
        turn_vector(turns, from, to, k, mirror, forward);
        turn_vector(turns, from, to, k + AT_A_TIME, mirror - AT_A_TIME, forward);
    }
    for (; k < end; k += AT_A_TIME) {
        if (k > end - AT_A_TIME) k = end - AT_A_TIME; /* some are done twice */
        turn_vector(turns, from, to, k, m - k - AT_A_TIME + 1, forward);
    }
}

#undef MIRRORED
#undef CONJUGATOR_SIGN
#endif
