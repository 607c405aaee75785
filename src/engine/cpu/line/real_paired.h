/* real_paired.h - what a real line of even length does beside its complex one (real.h), for one line with both parts of
 * a number in one vector. Included by functions.h. With complex words:
 *
 *     S = a + conj b,   D = a - conj b,   X[k] = h S + t D,   X[m-k] = conj(h S - t D)       a = Z[k], b = Z[m-k]
 *
 * with h = 1/2 and t = -i w^k / 2, and back with h = 1 and t = i conj w^k, which line->turns holds for every k; of a
 * compact line (compact.h) it holds w^q, or conj w^q, which a coarse number makes the same of. Where a
 * vector holds two numbers those of the mirror image change places.
 */
#define HAS_TURNS HAS_COMPLEX_WORDS

#if HAS_TURNS
enum { LEAST_TURNED = REAL_BITS == 32 ? 17 : 8 }; /* rows of the complex line */

/* The first `count` numbers of a line of n points. */
static ata_status build_turns(int64_t n, int64_t count, bool compact, bool forward, void **table)
{
    ata_root_table roots;
    arc all;
    real re[ARC_ROOTS], im[ARC_ROOTS];
    ATA_TRY(ata_memory_create(table, 2 * (size_t)count, sizeof(real), "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, n));
    arc_init(&all, &roots, 0, 1, count);
    const ata_number_loops *of = number_loops();
    real *turns = *table;
    for (int64_t k = 0, some; k < count; k += some, turns += 2 * some) {
        some = arc_get(&all, k, re, im);
        if (compact) of->put(turns, re, im, 1, forward ? 1 : -1, some);
        else of->put(turns, im, re, forward ? 0.5 : 1, forward ? -0.5 : 1, some);
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

/* The numbers of a line, where so many rotations w are wanted. */
INLINE rotations turns_of(const ata_line *line, rotations w, const rotation_form form, const bool forward)
{
    const real re = w.by_im, im = forward ? -w.by_re : w.by_re;
    return form == COMPACT ? (rotations){line->turns, NULL, w.from, re, im} : (rotations){.re = line->turns};
}

/* Rows k and on, as many as a vector holds, and their mirror images, from Z to X, or back: the latter are what is left
 * of 2 h S. */
INLINE void turn_vector(rotations turns, vec by, const rotation_form form, const real *from, real *to, ptrdiff_t k,
                        ptrdiff_t mirror, const bool forward)
{
    const real *const t = turns.re + 2 * (form == COMPACT ? k - turns.from : k);
    const vec conjugator = (vec){AS_MANY(CONJUGATOR_SIGN, 0)}, half = vec_all((real)0.5);
    const vec a = vec_load(from + 2 * k), b = MIRRORED(vec_load(from + 2 * mirror));
    const vec sum = FMA(b, conjugator, a), difference = FNMA(b, conjugator, a);
    const vec begun = forward ? MUL(sum, half) : sum;
    const vec turned = form == COMPACT ? vec_plus_times(begun, vec_times_each(difference, t), by)
                                       : vec_plus_times(begun, difference, vec_load(t));
    const vec all = MUL(sum, forward ? conjugator : conjugator + conjugator);
    vec_store(to + 2 * mirror, MIRRORED(FNMA(turned, conjugator, all)));
    vec_store(to + 2 * k, turned); /* after its mirror image, which point m / 2 is itself */
}

/* Rows first .. end - 1 and their mirror images, at least as many as a vector holds. */
INLINE void turn_pairs(rotations turns, const rotation_form form, const real *from, real *to, ptrdiff_t m,
                       ptrdiff_t first, ptrdiff_t end, const bool forward)
{
    enum { AT_A_TIME = WIDTH / 2 };
    const vec by = vec_all_points((real[2]){turns.by_re, turns.by_im});
    ptrdiff_t k = first, mirror = m - first - AT_A_TIME + 1;
    for (; k + 2 * AT_A_TIME <= end; k += 2 * AT_A_TIME, mirror -= 2 * AT_A_TIME) {
        turn_vector(turns, by, form, from, to, k, mirror, forward);
        turn_vector(turns, by, form, from, to, k + AT_A_TIME, mirror - AT_A_TIME, forward);
    }
    for (; k < end; k += AT_A_TIME) {
        if (k > end - AT_A_TIME) k = end - AT_A_TIME; /* some are done twice */
        turn_vector(turns, by, form, from, to, k, m - k - AT_A_TIME + 1, forward);
    }
}

#undef MIRRORED
#undef CONJUGATOR_SIGN
#endif
