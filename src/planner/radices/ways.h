/* ways.h - the ways to choose radices: for lines side by side, for short ones in pairs, for long ones, for others.
 * `pairs`: the lines are a caller's, with both parts of a number beside each other; inside convolutions they are not.
 * Each appends its steps and returns what they cost, in ns a point; infinitely much where it finds none, or no room. */
#ifndef ATA_PLANNER_RADICES_WAYS_H
#define ATA_PLANNER_RADICES_WAYS_H

#include "planner/radices/table.h"

/* The longest butterfly whose numbers all stay in registers. */
enum { ATA_LONGEST_WIDE = 16 };

/* Columns (columns.c). */
double ata_radices_columns(const ata_costs *costs, ata_pairs pairs, ata_radix_table *t, int64_t n, ata_steps *steps);

/* Long lines by themselves (spread.c). `ends`: only with such radices as read and write the caller's memory, which
 * makes fewer of the ways that are looked at first. */
double ata_radices_spread(const ata_costs *costs, bool pairs, ata_radix_table *t, int64_t n, bool ends,
                          ata_steps *steps);

/* Other lines whose points are neighbours, or few ones (alone.c). */
double ata_radices_alone(const ata_costs *costs, ata_lines lines, bool pairs, ata_radix_tables *tables, int64_t n,
                         bool ends, ata_steps *steps);

/* Whether many such lines are one butterfly each, whatever stages would seem to cost; and what a line takes that is one
 * butterfly. */
bool ata_radices_is_whole(const ata_costs *costs, ata_lines lines, int64_t n);
double ata_radices_whole_cost(const ata_costs *costs, ata_lines lines, const ata_radix_table *t, int64_t n);

/* The widest vectors that a line of n points fills when its last radix is this, padded where that `pads`; 0 for none.
 * Beside convolutions lanes are not, and inside them and in streams radices are chosen as if they were not: what others
 * cost there was not measured. */
int64_t ata_line_width(const ata_costs *costs, bool pads, int64_t n, int64_t last);

/* Lines with both parts of a number in one vector (paired.c): what radices cost as stages of columns, those that have
 * no such form being none; what one of one butterfly takes; the cheapest two radices, of which *first is the first; and
 * three or more, appended if they take less than `most`. */
ata_costs ata_paired_columns(const ata_costs *costs);
double ata_paired_whole_cost(const ata_costs *costs, int64_t n);
double ata_paired_cost(const ata_costs *costs, ata_lines lines, int64_t n, int64_t *first);
double ata_paired_append(const ata_costs *costs, ata_lines lines, ata_radix_tables *tables, int64_t n, double most,
                         ata_steps *steps);

#endif
