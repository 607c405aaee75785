/* loops.h - short loops that want the widest vectors there are, beside those of lines: what roots of unity are written
 * with, and what measures a CPU. The units loops_ISA.c hold them, one set for each instruction set.
 */
#ifndef ATA_CPU_LOOPS_H
#define ATA_CPU_LOOPS_H

#include "core/chirp.h"
#include "core/roots.h"

/* Roots one by one, each as four numbers in rows that lie `row` apart: re_hi, re_lo, im_hi, im_lo. */
typedef struct ata_root_rows {
    const double *first;
    int64_t row;
} ata_root_rows;

/* The loops of a precision; numbers are floats or doubles. */
typedef struct ata_number_loops {
    /* The roots a b[j], j = 0 .. count - 1, correctly rounded but for one in a million: their real and imaginary parts,
     * and both again from the last to the first, in rows that lie `row` apart. */
    void (*multiply)(ata_root_wide a, ata_root_rows b, int64_t count, void *to, int64_t row);
    /* The same products, their real and imaginary parts alone, in a third of the time. For doubles both roots are to be
     * halved (roots.h), and a part is off by 2^-78 more than by its rounding, however small it is. */
    void (*turn)(ata_root_wide a, ata_root_rows b, int64_t count, void *re, void *im);
    /* Roots number k[0] .. k[count - 1] of a table, as ata_roots_get() has them; floats correctly rounded but for
     * one in a million. */
    void (*look_up)(const ata_root_table *roots, const int64_t *k, int64_t count, void *re, void *im);
    /* exp(-2 pi i j^2 / n), j = first .. first + ATA_CHIRP_BLOCK - 1, of a table of the roots of n and a list of those
     * of the first block; rounded as those are that are looked up. */
    void (*squares)(const ata_root_table *roots, ata_root_rows inside, int64_t first, void *re, void *im);
    /* Doubles, rounded to this precision. */
    void (*round)(const double *from, int64_t count, void *to);
    /* The complex numbers sign_re re[j] + i sign_im im[j], to any address. A zero becomes +0. */
    void (*put)(void *to, const void *re, const void *im, double sign_re, double sign_im, int64_t count);
    /* Multiply-adds, as many at once as the CPU can; returns how many operations that were. *seed, a number around 1,
     * may change: so the work has a result. */
    double (*work)(int64_t rounds, double *seed);
} ata_number_loops;

typedef struct ata_cpu_loops {
    ata_number_loops f32, f64;
    /* 1 / m times the spectrum of a chirp at the ATA_CHIRP_BLOCK frequencies from `first` on; nothing beyond m / 2 is
     * right. It is the same at m - j. */
    void (*chirp_spectrum)(const ata_chirp *chirp, int64_t first, ata_chirp_block *spectrum);
    /* Carry numbers from one half of `memory` to the other and back, `rounds` times; returns how many bytes were read
     * and written. The memory is a multiple of 4 KiB, aligned for vectors. */
    double (*exchange)(float *memory, int64_t bytes, int64_t rounds);
} ata_cpu_loops;

/* Those of the instruction set in use. */
const ata_cpu_loops *ata_cpu_loops_get(void);

#endif
