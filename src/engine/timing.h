/* timing.h - how long something takes, for the bounds of an engine. */
#ifndef ATA_ENGINE_TIMING_H
#define ATA_ENGINE_TIMING_H

#include "core/status.h"

enum { ATA_TIMING_REPEATS = 7 };

/* Seconds that a call of `run` takes: the median of ATA_TIMING_REPEATS calls, after one that is not counted. A failing
 * call ends it, with its status. */
ata_status ata_timing_measure(ata_status (*run)(void *context), void *context, double *seconds);

#endif
