/* array.h - the arrays of a problem, with guards around them and a poison in every gap.
 *
 *     | guard | ............ reach of the array ............ | guard |
 *             ^ lowest address     ^ base, which is handed to the library
 *
 * There are up to four such blocks: the input, its imaginary parts, the output, its imaginary parts.
 * Whatever a transform may not write holds the poison byte before a run and must hold it after. In place, the out
 * blocks are the in blocks.
 */
#ifndef ATALANTA_CHECK_ARRAY_H
#define ATALANTA_CHECK_ARRAY_H

#include "check/layout.h"

typedef struct check_block {
    unsigned char *memory; /* NULL when there is none; with the guards */
    size_t bytes;          /* with the guards */
    unsigned char *base;
} check_block;

enum { CHECK_BLOCK_IN, CHECK_BLOCK_IN_IMAG, CHECK_BLOCK_OUT, CHECK_BLOCK_OUT_IMAG, CHECK_BLOCKS };

typedef struct check_arrays {
    ata_problem problem; /* complete */
    check_end in, out;
    check_block block[CHECK_BLOCKS];
    void *in_re, *in_im, *out_re, *out_im; /* the bases; in place those of in and out are the same */
} check_arrays;

/* All bits set: NaN in every floating-point type, so that a number read from a gap or never written shows. */
enum { CHECK_POISON = 0xff };

/* Allocate the arrays of a problem, their bases `misalign` (0 to 63) bytes past a multiple of 64. Not filled. */
ata_status check_arrays_create(check_arrays *arrays, const ata_problem *problem, int misalign);
void check_arrays_destroy(check_arrays *arrays);

/* Set every byte of every block, guards and all. */
void check_arrays_set_poison(check_arrays *arrays, int poison);

/* The random number, exact in `type`, that belongs to a place: the one numbered `key` in units of the type's size.
 * Floating types get multiples of a power of two in [-1, 1), integers most of their range. f32 and f64 get the same,
 * so that one reference serves both. */
double check_arrays_get_random(ata_type type, uint64_t seed, int64_t key);

/* The keys of the two numbers of the element at `offset` of an end. */
int64_t check_arrays_get_key(const check_end *end, int64_t offset, int part);

/* Fill the input with the random numbers of `seed`. An element that is read twice, by overlapping frames, is one
 * number. */
void check_arrays_fill(check_arrays *arrays, uint64_t seed);

/* A digest of every byte of the input blocks, and one of the elements of the output (not of its gaps). */
uint64_t check_arrays_get_input_digest(const check_arrays *arrays);
uint64_t check_arrays_get_output_digest(const check_arrays *arrays);

/* How many bytes that were not to be written (guards, and gaps between elements) no longer hold the poison. Wipes the
 * outputs to find out: the elements are poisoned again, and then nothing else may be left. */
int64_t check_arrays_count_damage(check_arrays *arrays, int poison);

/* The arrays as an execution takes them. */
ata_buffers check_arrays_get_buffers(const check_arrays *arrays);

#endif
