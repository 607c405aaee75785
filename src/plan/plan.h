/* plan.h - the noun "plan": a problem and a recipe made ready by an engine. */
#ifndef ATA_PLAN_H
#define ATA_PLAN_H

#include "engine/engine.h"
#include "plan/slots.h"
#include "planner/planner.h"

struct ata_plan {
    ata_problem problem; /* complete */
    ata_choice choice;
    const char *chosen_by;
    const ata_engine *engine;
    ata_built *built;
    int threads;
    size_t scratch_bytes; /* of one execution, with room to align a caller's buffer; 0 when none is needed */
    ata_slots *slots;     /* NULL when none is needed or the caller brings it */
};

/* Create from a complete problem and checked options. */
ata_status ata_plan_make(ata_plan **plan, const ata_problem *problem, const ata_options *options);
void ata_plan_unmake(ata_plan *plan);

/* Execute with checked pointers; `scratch` NULL for the plan's own. */
ata_status ata_plan_run(const ata_plan *plan, const ata_buffers *buffers);

/* Build and time the likely recipes of `plan`, whose problem, engine and threads are set; the fastest becomes its
 * choice, with the measured time. */
ata_status ata_plan_measure(ata_plan *plan);

/* Several lines for a person. */
ata_status ata_plan_write_report(const ata_plan *plan, ata_text *text);

#endif
