/* whole_form.h - text of one function: what FUNCTION does to one line of neighbours that is all of an execution
 * (wholes.h). FUNCTION becomes a part of it, in which everything that calls differ in is a constant, but for factors.
 *
 * Included with WHOLE, the name, FUNCTION, and LAYOUT, which is PAIRS or TURNED for both sides (real numbers are at
 * the beginning of either), and ATTRIBUTES, if FUNCTION has any. */
#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif

#if !defined(ATTRIBUTES)
#define ATTRIBUTES
#endif

ATTRIBUTES __attribute__((flatten)) static ata_status WHOLE(const void *given, const void *in, void *out)
{
    const ata_call one = {.run = 1, .count = 1, .twiddle = ((const ata_call *)given)->twiddle};
    const real *const x = in;
    real *const y = out;
    FUNCTION(&one, FIRST(x, x + 1), FIRST(x + 1, x), FIRST(y, y + 1), FIRST(y + 1, y));
    return ATA_OK;
}

#undef FIRST
#undef ATTRIBUTES
#undef WHOLE
#undef FUNCTION
#undef LAYOUT
