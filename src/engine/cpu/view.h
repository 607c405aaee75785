/* view.h - the arrays between which the passes of a problem move data, each as strides in bytes.
 *
 *     in --pass 0--> ? --pass 1--> ? ... --last pass--> out
 *
 * What lies between two passes is always of one shape: the complex points of c2c, the halved ones of r2c and c2r, or
 * the real points of a cosine, sine or Hartley transform, in the computing type. It may lie in the output (or, in
 * place, in the input) if that has this shape and type, or in scratch, which does. A pass that stores transposed cannot
 * work within one array, and of a tiny problem one of columns that are no whole vectors does not. The route is the
 * choice of arrays that then needs the least scratch.
 */
#ifndef ATA_CPU_VIEW_H
#define ATA_CPU_VIEW_H

#include "recipe/recipe.h"

typedef enum ata_array {
    ATA_ARRAY_IN,
    ATA_ARRAY_OUT,
    ATA_ARRAY_SCRATCH_0,
    ATA_ARRAY_SCRATCH_1,
    ATA_ARRAY_COUNT
} ata_array;

typedef struct ata_view {
    ata_type type;
    bool is_complex;
    int64_t imag;              /* bytes from re to im when interleaved; 0 when they are two arrays */
    int64_t dim[ATA_MAX_RANK]; /* strides */
    int64_t batch[ATA_MAX_BATCH_RANK];
} ata_view;

/* How the problem sees each array. */
ata_view ata_view_get(const ata_problem *problem, ata_array array);

/* Bytes of one scratch array. */
int64_t ata_view_scratch_bytes(const ata_problem *problem);

/* Whether two arrays of one execution are the same. */
bool ata_view_same_memory(const ata_problem *problem, ata_array a, ata_array b);

/* route[p] and route[p + 1] become the arrays pass p reads and writes; returns how many scratch arrays are used. Two
 * always do, one to read and the other to write, unless there is but one pass, which cannot work in place and has to:
 * then it returns -1. */
int ata_view_route(const ata_problem *problem, const ata_recipe *recipe, ata_array route[ATA_MAX_PASSES + 1]);

#endif
