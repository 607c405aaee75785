/* paired_words_end.h - takes back what paired_words.h has defined. */
#if HALVES
#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#endif
#undef FIRST
#undef TURN
#undef SIGN
#undef SIGNS
#undef PLUS_I
#undef LESS_I
#undef PLUS_I_TIMES
#undef LESS_I_TIMES
#undef ADD_TURNED
#undef SUB_TURNED
#undef REVERSE_TURNED
#undef FMA_TURNED
#undef FMS_TURNED
#undef FNMA_TURNED
