/* real_whole.h - text of two functions: a short real transform of neighbours that is all of an execution (wholes.h),
 * number by number, and the way back. Included by real_size.h with FORWARD and INVERSE, their names, and FORWARD_FILE
 * and INVERSE_FILE, the codelets. */
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)
#define ZERO 0

BY_NUMBER static ata_status FORWARD(const void *given, const void *in, void *out)
{
    (void)given;
    const real *const x = in;
    real *const y = out;
#define LOAD_REAL(j, value) value = x[j]
#define STORE(k, re, im) \
    y[2 * (k)] = re;     \
    y[2 * (k) + 1] = im
#include FORWARD_FILE
#undef LOAD_REAL
#undef STORE
    return ATA_OK;
}

BY_NUMBER static ata_status INVERSE(const void *given, const void *in, void *out)
{
    (void)given;
    const real *const x = in;
    real *const y = out;
#define LOAD(k, re, im) \
    re = x[2 * (k)];    \
    im = x[2 * (k) + 1]
#define LOAD_RE(k, re) re = x[2 * (k)]
#define STORE_REAL(j, value) y[j] = value
#include INVERSE_FILE
#undef LOAD
#undef LOAD_RE
#undef STORE_REAL
    return ATA_OK;
}

#undef vec
#undef ZERO
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#undef FORWARD
#undef INVERSE
