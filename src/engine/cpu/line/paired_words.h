/* paired_words.h - the words of the codelets pdft_*.h, both parts of a number in one vector, where LAYOUT is PAIRS or
 * TURNED and HALVES tells that half a vector is to be used. For an inverse transform, of which the parts are exchanged,
 * it is i that changes its sign, and not the parts their places. Ended by paired_words_end.h. */
#if HALVES
#define vec vec_pair
#undef CONSTANT
#define CONSTANT(x) ((vec_pair){(real)x, (real)x})
#define TURN(b) PAIR_SHUFFLE(b, b, 1, 0)
#define SIGNS ((vec_pair){SIGN(0), SIGN(1)})
#define PLUS_I PAIR_PLUS_I
#define LESS_I PAIR_LESS_I
#define PLUS_I_TIMES PAIR_PLUS_I_TIMES
#define LESS_I_TIMES PAIR_LESS_I_TIMES
#else
#define PLUS_I VEC_PLUS_I
#define LESS_I VEC_LESS_I
#define PLUS_I_TIMES VEC_PLUS_I_TIMES
#define LESS_I_TIMES VEC_LESS_I_TIMES
#define TURN(b) SWAPPED(b)
#define SIGNS ((vec){AS_MANY(SIGN, 0)})
#endif
#define SIGN(i) ((i) % 2 ? FIRST(-1, 1) : FIRST(1, -1))

#if LAYOUT == PAIRS
#define FIRST(re, im) re
#else
#define FIRST(re, im) im
#endif

#if HAS_COMPLEX_WORDS
#define ADD_TURNED(a, b) FIRST(LESS_I, PLUS_I)(a, b)
#define SUB_TURNED(a, b) FIRST(PLUS_I, LESS_I)(a, b)
#define REVERSE_TURNED(a, b) FIRST(LESS_I, PLUS_I)(-(a), b)
#define FMA_TURNED(k, b, a) FIRST(LESS_I_TIMES, PLUS_I_TIMES)(a, k, b)
#define FMS_TURNED(k, b, a) FIRST(LESS_I_TIMES, PLUS_I_TIMES)(-(a), k, b)
#define FNMA_TURNED(k, b, a) FIRST(PLUS_I_TIMES, LESS_I_TIMES)(a, k, b)
#else
#define ADD_TURNED(a, b) FMA(SIGNS, TURN(b), a)
#define SUB_TURNED(a, b) FNMA(SIGNS, TURN(b), a)
#define REVERSE_TURNED(a, b) FMS(SIGNS, TURN(b), a)
#define FMA_TURNED(k, b, a) FMA(MUL(k, SIGNS), TURN(b), a)
#define FMS_TURNED(k, b, a) FMS(MUL(k, SIGNS), TURN(b), a)
#define FNMA_TURNED(k, b, a) FNMA(MUL(k, SIGNS), TURN(b), a)
#endif
