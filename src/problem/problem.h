/* problem.h - the noun "problem": what to compute, as plain data.
 *
 * Callers hand in an ata_problem with defaults left at zero. ata_problem_complete() checks it once and writes it out in
 * full; everything behind it works on complete problems only and checks nothing again. A complete problem has
 *   - type, type_in, type_out, rank and every stride set (a stride may be any number where its length is 1);
 *   - direction ATA_FORWARD for r2c and ATA_INVERSE for c2r; the inverse of a DCT, DST or DHT already turned into the
 *     forward transform that undoes it;
 *   - scale_number set to the factor itself, whatever `scale` says;
 *   - an algorithm that is a name, or empty: whether there is such a one, and for this problem, the planner says.
 * Printing a complete problem finds the shortest text that means the same.
 */
#ifndef ATA_PROBLEM_H
#define ATA_PROBLEM_H

#include <stdbool.h>

#include "core/status.h"
#include "core/text.h"

/* Check `problem` and write it out in full. `complete` may be `problem` itself; on failure it is left alone. */
ata_status ata_problem_complete(const ata_problem *problem, ata_problem *complete);

/* --- Facts about kinds and types ------------------------------------------------------------------------------- */

/* "c2c", "dct2" ...; NULL for a number that is no kind. */
const char *ata_kind_name(ata_kind kind);
/* "f32" ...; NULL for ATA_TYPE_DEFAULT and for a number that is no type. */
const char *ata_type_name(ata_type type);
/* Bytes of one real number of this type. */
int64_t ata_type_bytes(ata_type type);
/* Whether the array at that end holds complex numbers. */
bool ata_kind_complex_in(ata_kind kind);
bool ata_kind_complex_out(ata_kind kind);
/* The logical length of a dimension of n: what ATA_SCALE_N divides by. */
int64_t ata_kind_logical_length(ata_kind kind, int64_t n);

/* --- Facts about complete problems ----------------------------------------------------------------------------- */

/* ATA_F64 or ATA_F32: what the arithmetic is done in. */
ata_type ata_problem_compute_type(const ata_problem *problem);
/* Bytes of one element at that end: a complex number interleaved, or a real number where real or split. */
int64_t ata_problem_element_bytes_in(const ata_problem *problem);
int64_t ata_problem_element_bytes_out(const ata_problem *problem);
/* How many elements lie along dimension d at that end: n, or n/2 + 1 for the complex end of a real transform's last. */
int64_t ata_problem_length_in(const ata_problem *problem, int d);
int64_t ata_problem_length_out(const ata_problem *problem, int d);
/* Whether the transform along dimension d is another one than complex to complex. */
bool ata_problem_is_real_dim(const ata_problem *problem, int d);
/* How many elements lie along dimension d between two passes: the complex end's for r2c and c2r. And whether complex
 * numbers lie there. */
int64_t ata_problem_length_between(const ata_problem *problem, int d);
bool ata_problem_complex_between(const ata_problem *problem);
/* The product of all batch lengths; the product of all transform lengths; both are known not to overflow. */
int64_t ata_problem_batch_count(const ata_problem *problem);
int64_t ata_problem_points(const ata_problem *problem);
/* One read of the input and one write of the output, in bytes. */
int64_t ata_problem_minimal_bytes(const ata_problem *problem);
/* 5 N log2 N a complex transform, half of it a real one, nothing a reversal; times the batch. */
double ata_problem_flops(const ata_problem *problem);
/* The bytes the arrays reach. */
void ata_problem_reach(const ata_problem *problem, ata_extent *extent);
/* Whether the output reaches over places that nothing is written to. */
bool ata_problem_has_gaps(const ata_problem *problem);

/* --- Layouts --------------------------------------------------------------------------------------------------- */

/* Whether two different index vectors of a tensor (counts `n`, distances `stride`, `rank` of them) meet at one place.
 * Exact. A tensor too entangled to decide within a bounded number of steps counts as meeting. */
bool ata_layout_collides(const int64_t *n, const int64_t *stride, int rank);

/* --- Text ------------------------------------------------------------------------------------------------------ */

/* The text of a problem, complete or not (one that is not valid is printed as well as it can be). */
void ata_problem_write(const ata_problem *problem, ata_text *text);
/* Read a problem; the result has its defaults left at zero and is not checked beyond its grammar. */
ata_status ata_problem_read(ata_problem *problem, const char *text);

#endif
