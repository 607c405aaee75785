/* tables.h - the CPU engine's numbers: what steps cost, and how large blocks are. */
#ifndef ATA_CPU_TABLES_H
#define ATA_CPU_TABLES_H

#include "recipe/costs.h"

ata_costs ata_cpu_costs(const ata_problem *problem);

/* Whether real lines of n points are one codelet. */
bool ata_cpu_is_codelet(int64_t n, ata_type precision);

/* Whether so many real lines of n points are better done together than each by itself, where their points are
 * neighbours; `paired`: half of them are a line of two radices that can be paired; `forward`: r2c. */
bool ata_cpu_together(int64_t n, int64_t lines, ata_type precision, bool paired, bool forward);

/* How many lanes a block has, given the scratch bytes of one lane, how many lanes there are, and how many numbers of
 * how many bytes a vector holds. */
int64_t ata_cpu_lanes(int64_t lane_bytes, int64_t available, int width, size_t real_bytes);

/* How many lanes instead of so many it has where there are very many blocks, `others` times those of the available
 * lanes. */
int64_t ata_cpu_wide_lanes(int64_t lanes, int64_t lane_bytes, int64_t available, int64_t others, size_t real_bytes);

/* How many lanes a block of a strip of lines of n points has. */
int64_t ata_cpu_strip_lanes(int64_t n, int width);

/* How many of `batch` transforms, which take so many bytes together, are best done by all passes before the next ones:
 * all, where it does not matter. */
int64_t ata_cpu_slice(int64_t bytes, int64_t batch);

/* How many of the `count` pieces of an array, which take so many bytes together, are best done by some passes before
 * the next ones; 0 where all had better go through every pass together. */
int64_t ata_cpu_piece(int64_t bytes, int64_t count);

#endif
