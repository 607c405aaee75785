/* stage_paired_whole.h - text of one function: a line of RADIX points, neighbours, that is all of an execution
 * (wholes.h), with both parts of a number in one vector, or of 32 bits in half a one.
 *
 * Included by radix.h with WHOLE, PAIRED_FILE and LAYOUT, which is PAIRS or TURNED for both sides. What stage_paired.h
 * does to adjacent points, but that nothing is asked, and that results are written in the order of their addresses:
 * caches take them at twice the rate.
 */
#define HALVES HAS_HALVES
#include "engine/cpu/line/paired_words.h"

static ata_status WHOLE(const void *given, const void *in, void *out)
{
    (void)given;
    const real *const x = in;
    real *const y = out;
    vec results[RADIX];
#if HALVES
#define LOAD(j, value) value = *(const pair_anywhere *)(x + 2 * (j))
#define WRITE(k, value) *(pair_anywhere *)(y + 2 * (k)) = value
#else
#define LOAD(j, value) value = vec_load(x + 2 * (j))
#define WRITE(k, value) vec_store(y + 2 * (k), value)
#endif
#define STORE(k, value) results[k] = value
#include PAIRED_FILE
    UNROLL for (int k = 0; k < RADIX; k++) WRITE(k, results[k]);
    return ATA_OK;
}

#include "engine/cpu/line/paired_words_end.h"
#undef HALVES
#undef LOAD
#undef WRITE
#undef STORE
#undef WHOLE
#undef LAYOUT
