/* numbers.cuh - complex numbers from and to global memory: every storage type, interleaved or split, one at a time or
 * several neighbours at once. Numbers are converted on the way; the inverse transform is the forward one with real and
 * imaginary parts exchanged at both ends (EXCHANGE).
 *
 *     IN_TYPE, OUT_TYPE       the type of a number in memory: TYPE_F32 ...
 *     IN_SPLIT, OUT_SPLIT     real and imaginary parts are arrays of their own
 *     IN_VECTOR, OUT_VECTOR   how many neighbours are read or written at once, where the address allows
 *     IN_REAL, OUT_REAL       the two parts are real numbers side by side, at an address that need only be one's
 *     IN_ALONE, OUT_ALONE     there is no imaginary part: the one real number of its line
 */
#define TYPE_F32 1
#define TYPE_F64 2
#define TYPE_F16 3
#define TYPE_BF16 4
#define TYPE_I16 5
#define TYPE_I8 6

#define BYTES_OF(type) ((type) == TYPE_F64 ? 8 : (type) == TYPE_F32 ? 4 : (type) == TYPE_I8 ? 1 : 2)
#define IN_BYTES BYTES_OF(IN_TYPE)
#define OUT_BYTES BYTES_OF(OUT_TYPE)

/* --- A number among bits -------------------------------------------------------------------------------------------
 *
 * `w` holds numbers one after another, as they lie in memory. */

INLINE real number_from(int type, const unsigned int *w, int i)
{
    if (type == TYPE_F32) return (real)float_of_bits(w[i]);
    if (type == TYPE_F64) return (real)double_of_bits(w[2 * i], w[2 * i + 1]);
    if (type == TYPE_I8) return (real)(signed char)(w[i / 4] >> i % 4 * 8);
    const unsigned int half = w[i / 2] >> i % 2 * 16 & 0xffffu;
    if (type == TYPE_F16) return (real)float_of_half(half);
    if (type == TYPE_BF16) return (real)float_of_bits(half << 16);
    return (real)(short)half;
}

/* A number on its way to a type coarser than float. Rounding a double twice could round it wrong, so the first time an
 * inexact one becomes its odd neighbour, which is no tie of the second; a finite one stays finite. */
INLINE float coarsen(real value)
{
    const float near = (float)value;
#if REAL_BITS == 64
    const unsigned int bits = bits_of_float(near);
    if (value == value && (double)near != value && (bits & 1u) == 0) {
        const int beyond = bits >> 31 ? (double)near < value : (double)near > value; /* -0 has a sign too */
        return float_of_bits(beyond ? bits - 1u : bits + 1u);
    }
#endif
    return near;
}

/* A finite number beyond the range of a type becomes the nearest in range, as on the CPU. */
INLINE float clamp(float value, float most)
{
    const float low = value < -most ? -most : value;
    return low > most ? most : low;
}
INLINE unsigned int half_from(float value)
{
    const int is_finite = value - value == 0;
    return half_of_float(is_finite ? clamp(value, 65504.0f) : value);
}
INLINE unsigned int bfloat_from(float value)
{
    const unsigned int bits = bits_of_float(value), magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return bits >> 16 | 0x40u; /* NaN */
    const unsigned int rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    /* The largest finite one rather than infinity, unless it was infinite. */
    return (rounded & 0x7fffu) == 0x7f80u && magnitude != 0x7f800000u ? rounded - 1u : rounded;
}
INLINE int int_from(float value, float most)
{
    if (value != value) return 0;
    return nearest_int(value < -most - 1 ? -most - 1 : value > most ? most : value);
}

/* Put number i into `w`, whose bits are 0 there. */
INLINE void number_to(int type, real value, unsigned int *w, int i)
{
    if (type == TYPE_F32) w[i] = bits_of_float((float)value);
    else if (type == TYPE_F64) {
        w[2 * i] = low_bits_of_double((double)value);
        w[2 * i + 1] = high_bits_of_double((double)value);
    } else if (type == TYPE_I8) w[i / 4] |= ((unsigned int)int_from(coarsen(value), 127) & 0xffu) << i % 4 * 8;
    else {
        const unsigned int half = type == TYPE_F16    ? half_from(coarsen(value))
                                  : type == TYPE_BF16 ? bfloat_from(coarsen(value))
                                                      : (unsigned int)int_from(coarsen(value), 32767) & 0xffffu;
        w[i / 2] |= half << i % 2 * 16;
    }
}

/* --- Bits from and to memory -------------------------------------------------------------------------------------- */

/* The words of the family that an end is accessed with: `keep` of prelude.h. */
#undef IN_WORD
#undef OUT_WORD
#undef OF_FAMILY
#undef JOIN
#define JOIN(family, word) family##_##word
#define OF_FAMILY(family, word) JOIN(family, word)
#define IN_WORD(word) OF_FAMILY(IN_MEMORY, word)
#define OUT_WORD(word) OF_FAMILY(OUT_MEMORY, word)

INLINE void bits_get(const void *from, int bytes, unsigned int *w)
{
    if (bytes == 16) {
        const bits128 bits = IN_WORD(get128)(from);
        w[0] = bits.w[0], w[1] = bits.w[1], w[2] = bits.w[2], w[3] = bits.w[3];
    } else if (bytes == 8) {
        const bits64 bits = IN_WORD(get64)(from);
        w[0] = bits.w[0], w[1] = bits.w[1];
    } else w[0] = bytes == 4 ? IN_WORD(get32)(from) : bytes == 2 ? IN_WORD(get16)(from) : IN_WORD(get8)(from);
}
INLINE void bits_put(void *to, int bytes, const unsigned int *w)
{
    if (bytes == 16) {
        const bits128 bits = {{w[0], w[1], w[2], w[3]}};
        OUT_WORD(put128)(to, bits);
    } else if (bytes == 8) {
        const bits64 bits = {{w[0], w[1]}};
        OUT_WORD(put64)(to, bits);
    } else if (bytes == 4) OUT_WORD(put32)(to, w[0]);
    else if (bytes == 2) OUT_WORD(put16)(to, w[0]);
    else OUT_WORD(put8)(to, w[0]);
}

/* --- Complex numbers ------------------------------------------------------------------------------------------------
 *
 * `count` neighbours from element `at` on; in registers they are `apart`. Those that lie in memory as they are computed
 * with have a text of their own: most kernels have no others, and the less there is of it the sooner it is compiled. */

INLINE complex exchanged(complex x, int exchange)
{
    const complex value = {exchange ? x.y : x.x, exchange ? x.x : x.y};
    return value;
}

#undef IN_PLAIN
#undef OUT_PLAIN
#define IN_PLAIN (!IN_SPLIT && IN_TYPE == (REAL_BITS == 32 ? TYPE_F32 : TYPE_F64))
#define OUT_PLAIN (!OUT_SPLIT && OUT_TYPE == (REAL_BITS == 32 ? TYPE_F32 : TYPE_F64))

#if IN_PLAIN
INLINE void numbers_read(const ata_kernel_arguments *a, long long at, int count, complex *x, int apart)
{
    const char *from = (const char *)a->in + at * (2 * IN_BYTES);
#if REAL_BITS == 32
    if (count == 2) {
        complex first, second;
        IN_WORD(get_pair)(from, &first, &second);
        x[0] = exchanged(first, EXCHANGE_IN);
        x[apart] = exchanged(second, EXCHANGE_IN);
        return;
    }
#endif
    x[0] = exchanged(IN_WORD(get)(from), EXCHANGE_IN);
    (void)count, (void)apart;
}
#else
INLINE void numbers_read(const ata_kernel_arguments *a, long long at, int count, complex *x, int apart)
{
    unsigned int w[4];
#if IN_SPLIT
    unsigned int u[4];
    bits_get((const char *)a->in + at * IN_BYTES, count * IN_BYTES, w);
#if IN_ALONE
    u[0] = u[1] = 0;
#else
    bits_get((const char *)a->in_imag + at * IN_BYTES, count * IN_BYTES, u);
#endif
#else
    bits_get((const char *)a->in + at * (2 * IN_BYTES), count * 2 * IN_BYTES, w);
#endif
    UNROLL
    for (int i = 0; i < count; i++) {
#if IN_SPLIT
        const real re = number_from(IN_TYPE, w, i), im = number_from(IN_TYPE, u, i);
#else
        const real re = number_from(IN_TYPE, w, 2 * i), im = number_from(IN_TYPE, w, 2 * i + 1);
#endif
        x[i * apart].x = EXCHANGE_IN ? im : re;
        x[i * apart].y = EXCHANGE_IN ? re : im;
    }
}
#endif

/* What goes to memory: points, or where numbers have two bytes a word for each, of which many are made at a time.
 * Clamping every number takes ten instructions a point, and hardly ever changes one: so all are converted first, and
 * again, with care, where any came out infinite or as no number. */
#undef OUT_HALVES
#define OUT_HALVES (REAL_BITS == 32 && !OUT_SPLIT && (OUT_TYPE == TYPE_F16 || OUT_TYPE == TYPE_BF16))
#if OUT_HALVES
typedef unsigned int stored;

INLINE void halves_from(const complex *x, int count, int apart, stored *words)
{
    unsigned int seen = 0;
    UNROLL
    for (int i = 0; i < count; i++) {
        const complex point = exchanged(x[i * apart], EXCHANGE_OUT);
        words[i] = halves_of_floats(OUT_TYPE == TYPE_BF16, point.x, point.y);
        seen = halves_see(OUT_TYPE == TYPE_BF16, words[i], seen);
    }
    if (seen == 0) return;
    UNROLL
    for (int i = 0; i < count; i++) {
        const complex point = exchanged(x[i * apart], EXCHANGE_OUT);
        words[i] = 0;
        number_to(OUT_TYPE, point.x, words + i, 0);
        number_to(OUT_TYPE, point.y, words + i, 1);
    }
}
#else
typedef complex stored;
#endif

#if OUT_PLAIN
INLINE void numbers_write(const ata_kernel_arguments *a, long long at, int count, const stored *x, int apart)
{
    char *to = (char *)a->out + at * (2 * OUT_BYTES);
#if REAL_BITS == 32
    if (count == 2) {
        OUT_WORD(put_pair)(to, exchanged(x[0], EXCHANGE_OUT), exchanged(x[apart], EXCHANGE_OUT));
        return;
    }
#endif
    OUT_WORD(put)(to, exchanged(x[0], EXCHANGE_OUT));
    (void)count, (void)apart;
}
#elif OUT_HALVES
INLINE void numbers_write(const ata_kernel_arguments *a, long long at, int count, const stored *x, int apart)
{
    unsigned int w[4];
    UNROLL
    for (int i = 0; i < count; i++) w[i] = x[i * apart];
    bits_put((char *)a->out + at * (2 * OUT_BYTES), count * 2 * OUT_BYTES, w);
}
#else
INLINE void numbers_write(const ata_kernel_arguments *a, long long at, int count, const stored *x, int apart)
{
    unsigned int w[4] = {0, 0, 0, 0}, u[4] = {0, 0, 0, 0};
    UNROLL
    for (int i = 0; i < count; i++) {
        const real re = EXCHANGE_OUT ? x[i * apart].y : x[i * apart].x;
        const real im = EXCHANGE_OUT ? x[i * apart].x : x[i * apart].y;
#if OUT_SPLIT
        number_to(OUT_TYPE, re, w, i);
        number_to(OUT_TYPE, im, u, i);
#else
        number_to(OUT_TYPE, re, w, 2 * i);
        number_to(OUT_TYPE, im, w, 2 * i + 1);
#endif
    }
#if OUT_SPLIT
    bits_put((char *)a->out + at * OUT_BYTES, count * OUT_BYTES, w);
    if (!OUT_ALONE) bits_put((char *)a->out_imag + at * OUT_BYTES, count * OUT_BYTES, u);
#else
    bits_put((char *)a->out + at * (2 * OUT_BYTES), count * 2 * OUT_BYTES, w);
    (void)u;
#endif
}
#endif

INLINE complex numbers_get(const ata_kernel_arguments *a, long long at)
{
    complex x;
#if IN_REAL
    unsigned int w[2], u[2];
    bits_get((const char *)a->in + at * (2 * IN_BYTES), IN_BYTES, w);
    bits_get((const char *)a->in + at * (2 * IN_BYTES) + IN_BYTES, IN_BYTES, u);
    x.x = number_from(IN_TYPE, w, 0);
    x.y = number_from(IN_TYPE, u, 0);
#else
    numbers_read(a, at, 1, &x, 1);
#endif
    return x;
}
INLINE void numbers_get_vector(const ata_kernel_arguments *a, long long at, complex *x, int apart)
{
    numbers_read(a, at, IN_VECTOR, x, apart);
}
INLINE void numbers_store(const ata_kernel_arguments *a, long long at, stored x)
{
#if OUT_REAL
    unsigned int w[2] = {0, 0}, u[2] = {0, 0};
#if OUT_HALVES
    w[0] = x & 0xffffu;
    u[0] = x >> 16;
#else
    number_to(OUT_TYPE, EXCHANGE_OUT ? x.y : x.x, w, 0);
    number_to(OUT_TYPE, EXCHANGE_OUT ? x.x : x.y, u, 0);
#endif
    bits_put((char *)a->out + at * (2 * OUT_BYTES), OUT_BYTES, w);
    bits_put((char *)a->out + at * (2 * OUT_BYTES) + OUT_BYTES, OUT_BYTES, u);
#else
    numbers_write(a, at, 1, &x, 1);
#endif
}
INLINE void numbers_store_vector(const ata_kernel_arguments *a, long long at, const stored *x, int apart)
{
    numbers_write(a, at, OUT_VECTOR, x, apart);
}
INLINE void numbers_put(const ata_kernel_arguments *a, long long at, complex x)
{
#if OUT_HALVES
    stored word;
    halves_from(&x, 1, 1, &word);
    numbers_store(a, at, word);
#else
    numbers_store(a, at, x);
#endif
}
INLINE void numbers_put_vector(const ata_kernel_arguments *a, long long at, const complex *x, int apart)
{
#if OUT_HALVES
    stored words[OUT_VECTOR];
    halves_from(x, OUT_VECTOR, apart, words);
    numbers_store_vector(a, at, words, 1);
#else
    numbers_store_vector(a, at, x, apart);
#endif
}
