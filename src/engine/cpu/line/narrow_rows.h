/* narrow_rows.h - rows of neighbouring numbers of 8 and 16 bits, with vectors. Included by functions.h.
 *
 * Every result is, bit for bit, that of convert.h and narrow.h, which do one number: rounded once, to nearest even;
 * finite numbers beyond the range of a type become its largest; a NaN becomes 0 in an integer.
 *
 * A vector is read as whole numbers as wide as `real`, each of which holds several of the row, and is parted by shifts.
 * Of i8 in single precision, with WIDTH = 4:
 *
 *     memory   0 1 2 3 4 5 6 7 8 9 a b c d e f   ->   0 4 8 c | 1 5 9 d | 2 6 a e | 3 7 b f   4 vectors of `real`
 *
 * which are put in order by zipping halves, or, where the even ones are real and the odd ones imaginary parts, half as
 * often. There is nothing in it that some machine has not. The way back is the same backwards.
 */

/* --- Bits of numbers --------------------------------------------------------------------------------------------- */

#if REAL_BITS == 32
typedef int32_t real_bits;
typedef uint32_t real_unsigned;
enum { REAL_MANTISSA = 23, REAL_BIAS = 127 };
#define REAL_BITS_MOST INT32_MAX
#define WHOLE_SHIFT 0x1.8p23f /* added to a number that is not too large, it rounds it to a whole one */
#else
typedef int64_t real_bits;
typedef uint64_t real_unsigned;
enum { REAL_MANTISSA = 52, REAL_BIAS = 1023 };
#define REAL_BITS_MOST INT64_MAX
#define WHOLE_SHIFT 0x1.8p52
#endif
typedef real_bits vec_bits __attribute__((vector_size(WIDTH * REAL_BITS / 8)));
typedef real_unsigned vec_unsigned __attribute__((vector_size(WIDTH * REAL_BITS / 8)));
typedef real_unsigned vec_unsigned_anywhere __attribute__((vector_size(WIDTH * REAL_BITS / 8), aligned(1), may_alias));

INLINE vec_bits bits_all(real_bits x)
{
    return x - (vec_bits){0};
}

/* a where the mask is set, b elsewhere. */
INLINE vec_bits bits_choose(vec_bits mask, vec_bits a, vec_bits b)
{
    return (a & mask) | (b & ~mask);
}

/* --- A vector of numbers ----------------------------------------------------------------------------------------- */

/* As widen_16() of narrow.h. A subnormal number is given the exponent of the next ones, and then loses the 1 before its
 * fraction which that stands for. */
INLINE vec widen_vector(vec_unsigned x, const int mantissa, const int exponent)
{
    const int bias = (1 << (exponent - 1)) - 1;
    const real_bits infinity = (real_bits)((1 << exponent) - 1) << mantissa, one = (real_bits)1 << REAL_MANTISSA;
    const vec_bits size = (vec_bits)(x & 0x7fff), sign = (vec_bits)((x & 0x8000) << (REAL_BITS - 16));
    const vec_bits special = size >= bits_all(infinity);
    if (bias == REAL_BIAS) /* to make a number wider makes every NaN a quiet one */
        return (vec)(size << (REAL_MANTISSA - mantissa) | sign | ((size > bits_all(infinity)) & one / 2));
    vec_bits wide = (size << (REAL_MANTISSA - mantissa)) + (REAL_BIAS - bias) * one;
    wide += special & (REAL_BIAS - bias) * one;
    const vec_bits small = size < bits_all((real_bits)1 << mantissa);
    wide += small & one;
    const vec value = (vec)wide - (vec)(small & (REAL_BIAS - bias + 1) * one);
    /* The subtraction makes a NaN quiet, as it is to be; but one that is made a double from bits is not. */
    if (REAL_BITS == 64) wide = bits_choose(special, wide, (vec_bits)value);
    else wide = (vec_bits)value;
    return (vec)(wide | sign);
}

/* As narrow_16() of narrow.h. To a number is added one so large that what it is to lose falls off the end: a power of
 * two, by the number's exponent or that of the smallest normal one. */
INLINE vec_unsigned narrow_vector(vec x, const int mantissa, const int exponent)
{
    const int bias = (1 << (exponent - 1)) - 1, dropped = REAL_MANTISSA - mantissa;
    const real_bits one = (real_bits)1 << REAL_MANTISSA, infinity = (2 * REAL_BIAS + 1) * one;
    const real_bits top = (real_bits)((1 << exponent) - 1) << mantissa;
    const vec_bits wide = (vec_bits)x & REAL_BITS_MOST;
    const vec size = vec_at_most((vec)wide, (vec)bits_all(((top - 1) << dropped) + (REAL_BIAS - bias) * one));
    vec_bits narrow;
    if (bias == REAL_BIAS) { /* where no number is so large */
        const vec_unsigned odd = (vec_unsigned)size >> dropped & 1;
        const vec_unsigned half = (vec_unsigned)bits_all(((real_bits)1 << (dropped - 1)) - 1);
        narrow = (vec_bits)(((vec_unsigned)size + half + odd) >> dropped);
    } else {
        const vec least = (vec)bits_all((REAL_BIAS - bias + 1) * one);
        const vec_unsigned power = (vec_unsigned)vec_at_least((vec)((vec_bits)size & infinity), least);
        const vec_unsigned large = power + (vec_unsigned)bits_all(dropped * one);
        const vec_unsigned exponents = (power >> dropped) - ((vec_unsigned)least >> dropped);
        narrow = (vec_bits)((vec_unsigned)(size + (vec)large) - large + exponents);
    }
    narrow = bits_choose(wide == bits_all(infinity), bits_all(top), narrow);
    narrow = bits_choose(wide > bits_all(infinity), bits_all(top | (real_bits)1 << (mantissa - 1)), narrow);
    return (vec_unsigned)narrow | ((vec_unsigned)x >> (REAL_BITS - 16) & 0x8000);
}

/* As round_to_integer() of convert.h, in the lowest 16 bits: those of WHOLE_SHIFT are 0. */
INLINE vec_unsigned round_vector(vec x, const real least, const real most)
{
    const vec_bits bits = (vec_bits)vec_at_most(vec_at_least(x, vec_all(least)), vec_all(most)) & (x == x);
    return (vec_unsigned)((vec)bits + vec_all(WHOLE_SHIFT));
}

/* --- The numbers of a vector in memory --------------------------------------------------------------------------- */

INLINE int bits_of(const ata_type type)
{
    return type == ATA_I8 ? 8 : 16;
}

/* How many there are for each of `real`. */
INLINE int parts_of(const ata_type type)
{
    return REAL_BITS / bits_of(type);
}

enum { MOST_PARTS = REAL_BITS / 8 };

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PART_BITS(part, type) ((part)*bits_of(type))
#else
#define PART_BITS(part, type) ((parts_of(type) - 1 - (part)) * bits_of(type))
#endif

/* x[c] becomes the numbers c, parts + c, 2 parts + c ... An integer is made one from 0 on, which fits into the end of
 * WHOLE_SHIFT; then both are taken away. */
INLINE void unpack(const char *from, vec *x, const ata_type type)
{
    const int bits = bits_of(type);
    const real_unsigned mask = ((real_unsigned)1 << bits) - 1, sign = (real_unsigned)1 << (bits - 1);
    vec_unsigned all = *(const vec_unsigned_anywhere *)from;
    if (type == ATA_I16 || type == ATA_I8) all ^= ~(real_unsigned)0 / mask * sign; /* the sign of every part */
    UNROLL for (int c = 0; c < parts_of(type); c++)
    {
        const vec_unsigned part = all >> PART_BITS(c, type);
        if (type == ATA_F16) x[c] = widen_vector(part, 10, 5);
        else if (type == ATA_BF16) x[c] = widen_vector(part, 7, 8);
        else x[c] = (vec)((part & mask) | (vec_unsigned)vec_all(WHOLE_SHIFT)) - vec_all(WHOLE_SHIFT + (real)sign);
    }
}

INLINE void pack(char *to, const vec *x, const ata_type type)
{
    const real_unsigned mask = ((real_unsigned)1 << bits_of(type)) - 1;
    vec_unsigned all = {0};
    UNROLL for (int c = 0; c < parts_of(type); c++)
    {
        vec_unsigned part;
        if (type == ATA_F16) part = narrow_vector(x[c], 10, 5);
        else if (type == ATA_BF16) part = narrow_vector(x[c], 7, 8);
        else if (type == ATA_I16) part = round_vector(x[c], INT16_MIN, INT16_MAX) & mask;
        else part = round_vector(x[c], INT8_MIN, INT8_MAX) & mask;
        all |= part << PART_BITS(c, type);
    }
    *(vec_unsigned_anywhere *)to = all;
}

/* Two vectors of every other number become two of neighbours; and back. */
INLINE void zip(vec *a, vec *b)
{
    const vec first = ZIP_FIRST(*a, *b), last = ZIP_LAST(*a, *b);
    *a = first;
    *b = last;
}

INLINE void unzip(vec *a, vec *b)
{
    const vec evens = EVENS(*a, *b), odds = ODDS(*a, *b);
    *a = evens;
    *b = odds;
}

/* Vectors of numbers that are `count` apart, 1, 2, 4 or 8, become vectors of neighbours, and back. */
INLINE void spread(vec *x, const int count)
{
    if (count == 8) UNROLL for (int i = 0; i < 4; i++) zip(&x[i], &x[i + 4]);
    if (count >= 4) UNROLL for (int i = 0; i < count; i++) if (i % 4 < 2) zip(&x[i], &x[i + 2]);
    if (count >= 2) UNROLL for (int i = 0; i < count; i += 2) zip(&x[i], &x[i + 1]);
}

INLINE void collect(vec *x, const int count)
{
    if (count >= 2) UNROLL for (int i = 0; i < count; i += 2) unzip(&x[i], &x[i + 1]);
    if (count >= 4) UNROLL for (int i = 0; i < count; i++) if (i % 4 < 2) unzip(&x[i], &x[i + 2]);
    if (count == 8) UNROLL for (int i = 0; i < 4; i++) unzip(&x[i], &x[i + 4]);
}

/* --- Rows -------------------------------------------------------------------------------------------------------- */

/* All numbers of a row, or the real and the imaginary ones where they alternate. */
INLINE void load_numbers(const char *from, real *to, const ata_type type)
{
    vec x[MOST_PARTS];
    unpack(from, x, type);
    spread(x, parts_of(type));
    UNROLL for (int c = 0; c < parts_of(type); c++) vec_store(to + c * WIDTH, x[c]);
}

INLINE void load_both(const char *from, real *first, real *second, const ata_type type)
{
    const int half = parts_of(type) / 2;
    vec x[MOST_PARTS], y[2][MOST_PARTS];
    unpack(from, x, type);
    UNROLL for (int c = 0; c < 2 * half; c++) y[c % 2][c / 2] = x[c];
    spread(y[0], half);
    spread(y[1], half);
    UNROLL for (int c = 0; c < half; c++)
    {
        vec_store(first + c * WIDTH, y[0][c]);
        vec_store(second + c * WIDTH, y[1][c]);
    }
}

INLINE void store_numbers(char *to, const real *from, vec scale, const ata_type type)
{
    vec x[MOST_PARTS];
    UNROLL for (int c = 0; c < parts_of(type); c++) x[c] = vec_load(from + c * WIDTH) * scale;
    collect(x, parts_of(type));
    pack(to, x, type);
}

INLINE void store_both(char *to, const real *first, const real *second, vec scale, const ata_type type)
{
    const int half = parts_of(type) / 2;
    vec x[MOST_PARTS], y[2][MOST_PARTS];
    UNROLL for (int c = 0; c < half; c++)
    {
        y[0][c] = vec_load(first + c * WIDTH) * scale;
        y[1][c] = vec_load(second + c * WIDTH) * scale;
    }
    collect(y[0], half);
    collect(y[1], half);
    UNROLL for (int c = 0; c < 2 * half; c++) x[c] = y[c % 2][c / 2];
    pack(to, x, type);
}

/* For i from 0 to count, `step` at a time, the last time overlapping where need be; number by number where there are
 * not so many. */
#define FOR_ROW(step, many, one)                                                               \
    if (count < (step)) {                                                                      \
        for (ptrdiff_t i = 0; i < count; i++) {                                                \
            one                                                                                \
        }                                                                                      \
    } else {                                                                                   \
        for (ptrdiff_t i = 0; i < count;                                                       \
             i = i + (step) < count && i + 2 * (step) > count ? count - (step) : i + (step)) { \
            many                                                                               \
        }                                                                                      \
    }

#define ROW_FUNCTIONS(name, type)                                                                                     \
    static void load_row_##name(const char *from, real *to, ptrdiff_t count)                                          \
    {                                                                                                                 \
        const ptrdiff_t bytes = bits_of(type) / 8, step = parts_of(type) * WIDTH;                                     \
        FOR_ROW(step, load_numbers(from + i * bytes, to + i, type);, to[i] = take_##name(from + i * bytes);)          \
    }                                                                                                                 \
    static void load_pairs_##name(const char *from, real *first, real *second, ptrdiff_t count)                       \
    {                                                                                                                 \
        const ptrdiff_t bytes = bits_of(type) / 8, step = parts_of(type) * WIDTH / 2;                                 \
        FOR_ROW(step, load_both(from + 2 * i * bytes, first + i, second + i, type);                                   \
                , first[i] = take_##name(from + 2 * i * bytes); second[i] = take_##name(from + (2 * i + 1) * bytes);) \
    }                                                                                                                 \
    static void store_row_##name(char *to, const real *from, ptrdiff_t count, real scale)                             \
    {                                                                                                                 \
        const ptrdiff_t bytes = bits_of(type) / 8, step = parts_of(type) * WIDTH;                                     \
        FOR_ROW(step, store_numbers(to + i * bytes, from + i, vec_all(scale), type);                                  \
                , put_##name(to + i * bytes, scale * from[i]);)                                                       \
    }                                                                                                                 \
    static void store_pairs_##name(char *to, const real *first, const real *second, ptrdiff_t count, real scale)      \
    {                                                                                                                 \
        const ptrdiff_t bytes = bits_of(type) / 8, step = parts_of(type) * WIDTH / 2;                                 \
        FOR_ROW(step, store_both(to + 2 * i * bytes, first + i, second + i, vec_all(scale), type);                    \
                , put_##name(to + 2 * i * bytes, scale * first[i]);                                                   \
                put_##name(to + (2 * i + 1) * bytes, scale * second[i]);)                                             \
    }

ROW_FUNCTIONS(f16, ATA_F16)
ROW_FUNCTIONS(bf16, ATA_BF16)
ROW_FUNCTIONS(i16, ATA_I16)
ROW_FUNCTIONS(i8, ATA_I8)

typedef struct row_functions {
    void (*load_row)(const char *from, real *to, ptrdiff_t count);
    void (*load_pairs)(const char *from, real *first, real *second, ptrdiff_t count);
    void (*store_row)(char *to, const real *from, ptrdiff_t count, real scale);
    void (*store_pairs)(char *to, const real *first, const real *second, ptrdiff_t count, real scale);
} row_functions;

#define ROW_TABLE(name)                                                          \
    {                                                                            \
        load_row_##name, load_pairs_##name, store_row_##name, store_pairs_##name \
    }

/* NULL for the wider types. */
static const row_functions row_table[] = {
    [ATA_F16] = ROW_TABLE(f16), [ATA_BF16] = ROW_TABLE(bf16), [ATA_I16] = ROW_TABLE(i16), [ATA_I8] = ROW_TABLE(i8)};

/* A row of points in a layout (stages.h). Without imaginary parts `im` is NULL. */
static void load_points_of(const row_functions *functions, const char *re, const char *im, int layout, real *to_re,
                           real *to_im, ptrdiff_t count)
{
    if (layout == PAIRS) functions->load_pairs(re, to_re, to_im, count);
    else if (layout == TURNED) functions->load_pairs(im, to_im, to_re, count);
    else {
        functions->load_row(re, to_re, count);
        if (im) functions->load_row(im, to_im, count);
    }
}

static void store_points_of(const row_functions *functions, char *re, char *im, int layout, const real *from_re,
                            const real *from_im, ptrdiff_t count, real scale)
{
    if (layout == PAIRS) functions->store_pairs(re, from_re, from_im, count, scale);
    else if (layout == TURNED) functions->store_pairs(im, from_im, from_re, count, scale);
    else {
        functions->store_row(re, from_re, count, scale);
        if (im) functions->store_row(im, from_im, count, scale);
    }
}
