/* layout.h - a problem seen as one list of axes, with two ends; used inside the problem room only.
 *
 * Batch and transformed dimensions lie in one row, slowest first, so that what concerns both is written once:
 *
 *     axis    0         ...  b-1          b       ...  b+r-1
 *             batch[0]  ...  batch[b-1]   dim[0]  ...  dim[r-1]
 *             slowest                                  fastest
 *
 * The rule for strides left at 0, each end for itself, from the fastest axis to the slowest: a default stride is the
 * first place past everything inside it, which is the largest count * |stride| among the faster axes, and 1 where there
 * are none. So an array without given strides is packed in row-major order with the batch outside; rows given with
 * padding are followed by the next matrix after the padding; and a transposed matrix by the next matrix after all of
 * it. In place, the real end of an r2c or c2r counts 2 (n/2 + 1) numbers a row, as its complex end needs.
 *
 * Where a length is 1 there is no neighbour: a given stride counts for the defaults outside it, and then is replaced by
 * the default, so that problems that mean the same look the same and no wild number goes further.
 */
#ifndef ATA_PROBLEM_LAYOUT_H
#define ATA_PROBLEM_LAYOUT_H

#include "problem/problem.h"

/* No array may reach further: a process has 47 bits of addresses on the common machines, so no memory holds more. */
#define ATA_LAYOUT_BYTES_MAX ((int64_t)1 << 47)

enum { ATA_LAYOUT_RANK_MAX = ATA_MAX_RANK + ATA_MAX_BATCH_RANK, ATA_FIELD_SIZE = 48 };

typedef enum ata_end { ATA_END_IN, ATA_END_OUT } ata_end;

/* Wide enough for a sum of products of a length and a stride. */
__extension__ typedef __int128 ata_wide;

int ata_layout_rank(const ata_problem *problem);
int64_t ata_layout_n(const ata_problem *problem, int axis);
/* How many elements lie along an axis at that end. */
int64_t ata_layout_count(const ata_problem *problem, ata_end end, int axis);
int64_t ata_layout_stride(const ata_problem *problem, ata_end end, int axis);
int64_t ata_layout_element_bytes(const ata_problem *problem, ata_end end);

/* What a caller calls it, for error messages: "batch[0].n", "dim[1].stride_out". */
void ata_layout_name_n(const ata_problem *problem, int axis, char name[ATA_FIELD_SIZE]);
void ata_layout_name_stride(const ata_problem *problem, ata_end end, int axis, char name[ATA_FIELD_SIZE]);

/* Replace strides of 0 by what they stand for, at both ends, and check that both arrays stay within bounds. All else of
 * the problem has been checked and completed. */
ata_status ata_layout_complete(ata_problem *problem);

/* Check a completed layout: that in place the ends fit over each other, and that no two outputs meet. */
ata_status ata_layout_check(const ata_problem *problem);

#endif
