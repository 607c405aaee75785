/* options.c - the ranges of a caller's options for plans. */
#include "plan/options.h"

#include "plan/slots.h"

ata_status ata_plan_check_options(const ata_options *options)
{
    if (options->threads < 0 || options->threads > ATA_MAX_THREADS)
        return ata_fail_number(ATA_ERROR_OPTION, "threads", options->threads, "0 to 1024 (0 stands for 1)");
    if ((int)options->effort < ATA_ESTIMATE || (int)options->effort > ATA_MEASURE)
        return ata_fail_number(ATA_ERROR_OPTION, "effort", (int)options->effort, "ATA_ESTIMATE or ATA_MEASURE");
    if (options->concurrency < 0 || options->concurrency > ATA_MAX_SLOTS)
        return ata_fail_number(ATA_ERROR_OPTION, "concurrency", options->concurrency,
                               "0 to 64 (0 lets the library choose)");
    return ATA_OK;
}
