/* sets.h - the functions of lines that this machine can run: one set for each precision and kind of vector.
 *
 * Sets come widest first. Narrower ones serve lines that are too short to fill wide vectors. The environment variable
 * ATALANTA_ISA names an instruction set to be used in place of the best: c (what every CPU of this kind has), neon,
 * fcma, avx2 or avx512.
 */
#ifndef ATA_CPU_LINE_SETS_H
#define ATA_CPU_LINE_SETS_H

#include "engine/cpu/line/line.h"

enum { ATA_MAX_SETS = 4 };

/* The rows of a single line whose lanes fill so many eighths of a vector of more than four numbers are padded to one,
 * unless the line has more bytes than that; see line/radices.h. */
#define ATA_LEAST_PADDED 5 /* radix.h has the preprocessor ask */
enum { ATA_LONGEST_PADDED_BYTES = 1 << 20 };

/* The sets for ATA_F32 or ATA_F64, widest first, NULL after the last. */
const ata_line_functions *const *ata_line_sets(ata_type precision);

/* The bits of the widest vectors. */
int ata_line_widest_bits(void);

/* From which length on convolutions of lines side by side are done one by one. */
int64_t ata_line_least_one_by_one(void);

/* Whether so many lanes leave half of the second of two vectors empty, or more: three vectors half as wide hold them,
 * and of those fewer lie across two lines of the cache where wide ones are as long as one. */
static inline bool ata_line_leave_half_empty(int64_t lanes, int width)
{
    return lanes > width && 2 * lanes <= 3 * width;
}

/* The instruction set in use ("avx512"), and those that could be ("c avx2 avx512"). */
const char *ata_line_isa(void);
const char *ata_line_isas(void);
/* Both in a few words for a person. */
const char *ata_line_summary(void);

/* ATA_OK, or what is wrong with ATALANTA_ISA. */
ata_status ata_line_check_isa(void);

/* Of whichever set: the form of a call that is all of an execution, for one line whose parts are neighbours; NULL for
 * none. */
ata_whole ata_line_whole_of(ata_function function, const ata_call *call);

/* The transform of one line of complex doubles by these steps: how the convolution algorithms of both precisions find
 * the spectra that they multiply with. */
ata_status ata_line_transform_f64(const ata_step *steps, int count, double *in_re, double *in_im, double *out_re,
                                  double *out_im);

/* That of a line of as many real doubles: frequencies 0 .. n/2 of n. */
ata_status ata_line_transform_real_f64(const ata_step *steps, int count, double *in, double *out_re, double *out_im);

#endif
