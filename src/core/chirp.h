/* chirp.h - the spectrum of Bluestein's chirp, without a transform.
 *
 * Bluestein's convolution of m >= 2n - 1 points is one with b[k] = exp(pi i k^2 / n) for |k| < n; nothing is asked of
 * the other m - 2n + 1 points. Where b goes on over them as a chirp that fades, chirp times window,
 *
 *     w(x) = (erf((x + m/2) / s) - erf((x - m/2) / s)) / 2
 *
 * its spectrum has a closed form. By Poisson's sum it is, at frequency j, the sum over all integers t of the Fourier
 * transform at f = j / m + t; that of a chirp is a chirp, and the window becomes one that is smoother by the chirp:
 *
 *     sqrt(n) exp(pi i / 4) exp(-pi i n f^2) W(n f),    W as w, with S for s, S^2 = s^2 + i n / pi.
 *
 * For j <= m/2 and m < 2.5 n three values of t count, and with l = exp(2 pi i n j / m) they make
 *
 *     sqrt(n) exp(pi i / 4) exp(-pi i n j^2 / m^2) (1 + (-1)^n (W(n - n j / m) l + W(n + n j / m) conj(l))).
 *
 * Both W are 1 or 0 but near |x| = m/2. The two angles are multiples of turns over 2 m^2 and m, reduced in integers.
 * This costs some nanoseconds a point and no scratch, and errs no more than a transform in double precision does. Here
 * is what is made once for all points; the points themselves are made by vectors (engine/cpu/loops/chirp.h).
 */
#ifndef ATA_CORE_CHIRP_H
#define ATA_CORE_CHIRP_H

#include <stdbool.h>

#include "core/roots.h"

/* Roots exp(-2 pi i k / n): every so many in a table, those between by the sine and cosine of what is left. */
typedef struct ata_chirp_roots {
    int64_t n, mask;
    int shift;
    double step;   /* 2 pi / n */
    double *table; /* re and im by turns */
} ata_chirp_roots;

/* The function (1 + erf(u exp(-i angle))) / 2 of u >= 0, at equal steps: 1 for all purposes from `end` on. */
typedef struct ata_chirp_edge {
    double end;
    double square_re, square_im; /* exp(-2 i angle) */
    double *node;                /* of each step: re and im of the function, and of its derivative */
} ata_chirp_edge;

enum { ATA_CHIRP_STEPS = 64, ATA_CHIRP_TERMS = 10 }; /* of 1; of the series about one of them, which takes these */
static const double ata_chirp_over[ATA_CHIRP_TERMS] = {1,       1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5,
                                                       1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9, 0.1};

enum { ATA_CHIRP_SIDE = 16, ATA_CHIRP_BLOCK = ATA_CHIRP_SIDE * ATA_CHIRP_SIDE };

typedef struct ata_chirp_block {
    double re[ATA_CHIRP_BLOCK], im[ATA_CHIRP_BLOCK];
} ata_chirp_block;

typedef struct ata_chirp {
    int64_t n, m;
    ata_chirp_roots squares, turns;             /* of 2 m^2 and of m points */
    ata_chirp_block first_squares, first_turns; /* exp(-pi i n j^2 / m^2) and l of the first frequencies */
    ata_chirp_edge edge;
    double spread; /* |S| */
} ata_chirp;

/* Root number k. */
static inline ata_root ata_chirp_root(const ata_chirp_roots *roots, int64_t k)
{
    const double *near = roots->table + 2 * (k >> roots->shift), x = near[0], y = near[1];
    const double angle = roots->step * (double)(k & roots->mask), square = angle * angle;
    const double sine = angle * (square * (1.0 / 6 - square * (1.0 / 120)) - 1);       /* of -angle */
    const double cosine = square * (square * (1.0 / 24 - square * (1.0 / 720)) - 0.5); /* less 1 */
    return (ata_root){x + (x * cosine - y * sine), y + (x * sine + y * cosine)};
}

/* Whether the spectrum over m points of a chirp for n can be had from here. */
bool ata_chirp_suits(int64_t n, int64_t m);

/* The least even m that suits; where none does, the least that a convolution can have, 2n - 1. */
int64_t ata_chirp_least(int64_t n);

ata_status ata_chirp_init(ata_chirp *chirp, int64_t n, int64_t m);
void ata_chirp_fini(ata_chirp *chirp);

#endif
