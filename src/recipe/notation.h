/* notation.h - steps with all that follows from their places, as Wu and JaJa write plans of several dimensions.
 *
 *     {X(64, 4, 64, 256, tw), Y(16, 16, 1, 16, no-tw)}     DIM(count, radix, stride, span, tw or no-tw)
 *
 * Along a dimension of N points, N the product of all its radices, a stage of radix r does count = N / r butterflies on
 * points that are `stride` apart, the product of the radices behind it, and so reaches over span = r stride points; all
 * but the last multiply by twiddle factors. Passes that are dit run the other way: their stride is the product of the
 * radices before, and all but the first multiply.
 *
 * Only the radix says anything. The rest is a claim, and is checked when all has been read; used in this room only.
 */
#ifndef ATA_RECIPE_NOTATION_H
#define ATA_RECIPE_NOTATION_H

#include "recipe/recipe.h"

typedef struct ata_claim {
    int dim, index; /* of the steps along that dimension, counted from 0 */
    int64_t count, radix, stride, span;
    bool twiddled;
} ata_claim;

typedef struct ata_claims {
    int along[ATA_MAX_RANK]; /* how many steps were read along each dimension, with claims and without */
    int count;
    ata_claim claim[ATA_MAX_STEPS];
} ata_claims;

/* Whether what was claimed of a recipe's steps is so. */
ata_status ata_claims_check(const ata_claims *claims, const ata_recipe *recipe, int rank);

/* What is to be claimed of step `index` along dimension `dim`; false where its radices multiply beyond 64 bits. */
bool ata_claim_find(const ata_recipe *recipe, int dim, int index, ata_claim *claim);

#endif
