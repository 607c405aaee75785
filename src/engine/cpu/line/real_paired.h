/* real_paired.h - what a real line of even length does beside its complex one (real.h), for one line with both parts of
 * a number in one vector. Included by functions.h. With complex words:
 *
 *     S = a + conj b,   D = a - conj b,   X[k] = h S + t D,   X[m-k] = conj(h S - t D)       a = Z[k], b = Z[m-k]
 *
 * with h = 1/2 and t = -i w^k / 2, and back with h = 1 and t = i conj w^k, which line->turns holds for every k. Where a
 * vector holds one number: of two, those of a mirror image would have to change places, and parts apart are as quick.
 */
#define HAS_TURNS (HAS_COMPLEX_WORDS && REAL_BITS == 64)

#if HAS_TURNS
enum { LEAST_TURNED = 8 }; /* rows of the complex line */

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

/* Rows first .. end - 1 and their mirror images, from Z to X, or back. */
INLINE void turn_pairs(const real *turns, const real *from, real *to, ptrdiff_t m, ptrdiff_t first, ptrdiff_t end,
                       const bool forward)
{
    const vec conjugator = {1, -1}, share = vec_all((real)(forward ? 0.5 : 1));
    for (ptrdiff_t k = first; k < end; k++) {
        const vec a = vec_load(from + 2 * k), b = vec_load(from + 2 * (m - k));
        const vec sum = FMA(b, conjugator, a), turned = vec_times_each(FNMA(b, conjugator, a), turns + 2 * k);
        vec_store(to + 2 * (m - k), MUL(FMS(sum, share, turned), conjugator));
        vec_store(to + 2 * k, FMA(sum, share, turned)); /* after its mirror image, which point m / 2 is itself */
    }
}
#endif
