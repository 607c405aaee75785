/* pass_loops.h - the loops of a pass: over the batch, over the other dimensions, and over the rest of its own. */
#ifndef ATA_CPU_PASS_LOOPS_H
#define ATA_CPU_PASS_LOOPS_H

#include "engine/cpu/view.h"

enum { ATA_MAX_LOOPS = ATA_MAX_RANK + ATA_MAX_BATCH_RANK + ATA_MAX_PASSES };

typedef struct ata_loop {
    int64_t n;
    int64_t in, out; /* bytes a step */
    bool is_rest;    /* its index is the `rest` of the twiddles between passes */
} ata_loop;

typedef struct ata_loops {
    int count;
    ata_loop loop[ATA_MAX_LOOPS];
} ata_loops;

/* Where the loops are after so many steps. */
typedef struct ata_offset {
    int64_t in, out, rest;
} ata_offset;

/* Add a loop, unless it has one step only. */
void ata_loops_add(ata_loops *loops, int64_t n, int64_t in, int64_t out, bool is_rest);
/* Add those over the batch and over every dimension but `dim`. */
void ata_loops_add_others(ata_loops *loops, const ata_problem *problem, int dim, const ata_view *in,
                          const ata_view *out);
/* Make one of two that together run over evenly spaced places, and sort them, long steps first. */
void ata_loops_arrange(ata_loops *loops);
/* Take away the last one, whose steps are the shortest; one of a single step where there is none. */
ata_loop ata_loops_take(ata_loops *loops);
/* Take away the last one that has so many steps; where there is none, simply the last one. */
ata_loop ata_loops_take_long(ata_loops *loops, int64_t least);
/* All their steps. */
int64_t ata_loops_count(const ata_loops *loops);
ata_offset ata_loops_at(const ata_loops *loops, int64_t index);

#endif
