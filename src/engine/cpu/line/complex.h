/* complex.h - words for vectors of complex numbers, both parts of a number side by side. Included by functions.h.
 *
 * HAS_COMPLEX_WORDS: the machine has words of its own for them (FCMA on aarch64): i times a number is added by one
 * instruction, and a product takes two, without a shuffle. Elsewhere numbers are multiplied by i with a shuffle, and
 * signs that differ from part to part are the instruction's own, on x86, or a factor.
 *
 * `turned` words are for numbers whose imaginary part comes first: as if i had the other sign.
 */
#if defined(__ARM_FEATURE_COMPLEX) && WIDTH * REAL_BITS == 128
#define HAS_COMPLEX_WORDS 1
#else
#define HAS_COMPLEX_WORDS 0
#endif

/* 32 of them, and not 16: codelets of such numbers have an order of their own for that. */
#if defined(__aarch64__) || defined(__AVX512F__)
#define MANY_REGISTERS 1
#else
#define MANY_REGISTERS 0
#endif

#if HAS_COMPLEX_WORDS
#if REAL_BITS == 32
#define COMPLEX_WORD(what) what##_f32
#else
#define COMPLEX_WORD(what) what##_f64
#endif

/* a + i b, a - i b; and the same with k b for b, k a real number in every place. */
#define VEC_PLUS_I(a, b) ((vec)COMPLEX_WORD(vcaddq_rot90)(a, b))
#define VEC_LESS_I(a, b) ((vec)COMPLEX_WORD(vcaddq_rot270)(a, b))
#define VEC_PLUS_I_TIMES(a, k, b) ((vec)COMPLEX_WORD(vcmlaq_rot90)(a, k, b))
#define VEC_LESS_I_TIMES(a, k, b) ((vec)COMPLEX_WORD(vcmlaq_rot270)(a, k, b))
#if REAL_BITS == 32
#define PAIR_PLUS_I(a, b) ((vec_pair)vcadd_rot90_f32(a, b))
#define PAIR_LESS_I(a, b) ((vec_pair)vcadd_rot270_f32(a, b))
#define PAIR_PLUS_I_TIMES(a, k, b) ((vec_pair)vcmla_rot90_f32(a, k, b))
#define PAIR_LESS_I_TIMES(a, k, b) ((vec_pair)vcmla_rot270_f32(a, k, b))
#endif

#if REAL_BITS == 64
INLINE vec vec_load_points(const real *from, ptrdiff_t stride)
{
    (void)stride; /* a vector is one number */
    return vec_load(from);
}
#endif

#if REAL_BITS == 32
/* `n` neighbouring numbers, an even number, each of two lines `lane` numbers apart: a vector for the first of each, one
 * for the second ... */
INLINE void vec_load_lines(const real *from, ptrdiff_t lane, const int n, vec *points)
{
    UNROLL for (int j = 0; j < n; j += 2)
    {
        const vec a = vec_load(from + 2 * j), b = vec_load(from + lane + 2 * j);
        points[j] = SHUFFLE(a, b, 0, 1, 4, 5);
        points[j + 1] = SHUFFLE(a, b, 2, 3, 6, 7);
    }
}
#endif

/* The number at `w`, in every place. */
INLINE vec vec_all_points(const real *w)
{
#if REAL_BITS == 32
    return (vec)vdupq_n_f64(*(const complex_anywhere *)w);
#else
    return vec_load(w);
#endif
}

/* Zeros for a sum that begins with a product of `x`. The instruction costs nothing but its place; compilers would have
 * one register of zeros, and copy it for each sum, which takes as long as an addition. */
INLINE vec vec_zero_for(vec x)
{
    vec zero;
    __asm__("movi %0.2d, #0" : "=w"(zero) : "w"(x));
    return zero;
}

/* Numbers times the one at `w`. */
#if REAL_BITS == 32
INLINE vec vec_times_one(vec x, const real *w)
{
    const float32x2_t factor = vld1_f32(w);
    return (vec)vcmlaq_rot90_lane_f32(vcmlaq_lane_f32(vec_zero_for(x), x, factor, 0), x, factor, 0);
}
#else
INLINE vec vec_times_one(vec x, const real *w)
{
    const vec factor = vec_load(w);
    return (vec)vcmlaq_rot90_f64(vmulq_laneq_f64(x, factor, 0), factor, x);
}
#endif

INLINE vec vec_times_one_turned(vec x, const real *w)
{
    const vec factor = vec_all_points(w);
    return (vec)COMPLEX_WORD(vcmlaq_rot270)(COMPLEX_WORD(vmulq_laneq)(x, factor, 0), factor, x);
}

/* Numbers, each times its own factor; how many vectors a factor for each takes; and that of place i put there. */
enum { FACTOR_VECTORS = 1 };

INLINE void put_factor(real *factors, int64_t i, real re, real im)
{
    factors[2 * i] = re;
    factors[2 * i + 1] = im;
}

INLINE vec vec_times_each(vec x, const real *factors)
{
    const vec w = vec_load(factors);
    return (vec)COMPLEX_WORD(vcmlaq_rot90)(COMPLEX_WORD(vcmlaq)(vec_zero_for(x), w, x), w, x);
}

INLINE vec vec_times_each_turned(vec x, const real *factors)
{
    const vec w = vec_load(factors);
    return (vec)COMPLEX_WORD(vcmlaq_rot270)(COMPLEX_WORD(vcmlaq)(vec_zero_for(x), w, x), w, x);
}

/* A sum, and numbers, each times its own factor. */
INLINE vec vec_plus_times(vec sum, vec x, vec w)
{
    return (vec)COMPLEX_WORD(vcmlaq_rot90)(COMPLEX_WORD(vcmlaq)(sum, w, x), w, x);
}
#else
enum { FACTOR_VECTORS = 2 };

INLINE void put_factor(real *factors, int64_t i, real re, real im)
{
    factors[2 * i] = factors[2 * i + 1] = re;
    factors[WIDTH + 2 * i] = -im;
    factors[WIDTH + 2 * i + 1] = im;
}

INLINE vec vec_times_each(vec x, const real *factors)
{
    return FMA(vec_load(factors + WIDTH), SWAPPED(x), MUL(x, vec_load(factors)));
}

INLINE vec vec_times_each_turned(vec x, const real *factors)
{
    return FNMA(vec_load(factors + WIDTH), SWAPPED(x), MUL(x, vec_load(factors)));
}

#if defined(__FMA__)
#if WIDTH * REAL_BITS == 512
#define MACHINE_FUSED(what) MACHINE_WORD(512, what)
#elif WIDTH * REAL_BITS == 256
#define MACHINE_FUSED(what) MACHINE_WORD(256, what)
#else
#define MACHINE_FUSED(what) MACHINE_WORD(, what)
#endif

INLINE vec vec_times_one(vec x, const real *w)
{
    return (vec)MACHINE_FUSED(fmaddsub)(x, vec_all(w[0]), MUL(SWAPPED(x), vec_all(w[1])));
}

INLINE vec vec_times_one_turned(vec x, const real *w)
{
    return (vec)MACHINE_FUSED(fmsubadd)(x, vec_all(w[0]), MUL(SWAPPED(x), vec_all(w[1])));
}
#endif
#endif
