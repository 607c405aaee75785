/* spot.h - single outputs of a transform, by the definition: for transforms too long for a reference.
 *
 * An output of a complex transform of N points is a sum of N products, whatever the algorithm; a few of them, at random
 * places, tell whether the others are likely to be right. What they miss, a part of the output that was not written
 * say, shows in Parseval's sum: the squares of the output are N times those of the input.
 */
#ifndef ATALANTA_CHECK_SPOT_H
#define ATALANTA_CHECK_SPOT_H

#include "check/layout.h"

enum { CHECK_SPOTS = 8 };

typedef struct check_spots {
    ata_problem problem;                         /* complete */
    int64_t batch;                               /* all of one transform */
    int64_t position[CHECK_SPOTS][ATA_MAX_RANK]; /* along each dimension, as they lie in the output */
    long double value[CHECK_SPOTS][2];           /* with the problem's scale */
    double squares;                              /* of the input; of a complex transform */
} check_spots;

/* Compute the spots of `complete`, whose input lies at in_re (and in_im if split). ATA_ERROR_OPTION for kinds other
 * than c2c and r2c, and where the input is in bit-reversed order. `most` is a limit to the points of the transform. */
ata_status check_spots_create(check_spots *spots, const ata_problem *complete, const void *in_re, const void *in_im,
                              double most, uint64_t seed);

/* The relative L2 error of an output at the spots, `factor` times the answers being right (1, or what takes out the
 * scale); NaN when the transform has a NaN anywhere, infinite when its squares are off. Good to some 2e-16 itself. */
double check_spots_get_error(const check_spots *spots, const void *out_re, const void *out_im, long double factor);

#endif
