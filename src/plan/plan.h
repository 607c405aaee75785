/* plan.h - the noun "plan": a problem and a recipe made ready by an engine. */
#ifndef ATA_PLAN_H
#define ATA_PLAN_H

#include "engine/engine.h"
#include "plan/slots.h"
#include "planner/planner.h"

/* Where an array must not lie, seen from another: at `bytes` distances from `first` on, counted as addresses are, round
 * the end of all memory. */
typedef struct ata_clash {
    uintptr_t first, bytes;
} ata_clash;

static inline bool ata_clash_meets(ata_clash clash, const void *from, const void *to)
{
    return (uintptr_t)to - (uintptr_t)from - clash.first < clash.bytes;
}

struct ata_plan {
    /* What every execution reads, side by side. */
    ata_straight straight;
    ata_clash clash_out; /* of an output, seen from the input */
    const ata_engine *engine;
    ata_built *built;
    ata_slots *slots;     /* NULL when no scratch is needed, the stack has room for it or the caller brings it */
    size_t scratch_bytes; /* of one execution, with room to align a caller's buffer; 0 when none is needed */
    bool stack_scratch;
    void *site_scratch;       /* where the engine computes; NULL where `slots` serve */
    bool split_in, split_out; /* imaginary parts are an array of their own at that end */
    ata_clash clash_imag;     /* of the imaginary parts of a split output, seen from its real ones */
    int threads;
    ata_site *site;
    ata_problem problem; /* complete */
    ata_choice choice;
    const char *chosen_by;
};

/* Create from a complete problem and checked options. */
ata_status ata_plan_make(ata_plan **plan, const ata_problem *problem, const ata_options *options);
void ata_plan_unmake(ata_plan *plan);

/* Execute with checked arrays, but for `scratch`: NULL for the plan's own, or the caller's, of `scratch_bytes`. */
ata_status ata_plan_run(const ata_plan *plan, ata_arrays *arrays, size_t scratch_bytes);

/* Build and time the likely recipes of `plan`, whose problem, engine and threads are set; the fastest becomes its
 * choice, with the measured time. */
ata_status ata_plan_measure(ata_plan *plan);

/* How often it goes over memory. */
int ata_plan_count_passes(const ata_plan *plan);

/* Several lines for a person. */
ata_status ata_plan_write_report(const ata_plan *plan, ata_text *text);

#endif
