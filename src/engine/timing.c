/* timing.c - the median of several timed calls. */
#include "engine/timing.h"

#include <stdlib.h>

#include "core/clock.h"

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

ata_status ata_timing_measure(ata_status (*run)(void *context), void *context, double *seconds)
{
    double times[ATA_TIMING_REPEATS];
    ATA_TRY(run(context));
    for (int i = 0; i < ATA_TIMING_REPEATS; i++) {
        const double begin = ata_clock_get();
        ATA_TRY(run(context));
        times[i] = ata_clock_get() - begin;
    }
    qsort(times, ATA_TIMING_REPEATS, sizeof times[0], compare);
    *seconds = times[ATA_TIMING_REPEATS / 2];
    return ATA_OK;
}
