/* options.h - the ranges of a caller's options for plans. */
#ifndef ATA_PLAN_OPTIONS_H
#define ATA_PLAN_OPTIONS_H

#include "core/status.h"

ata_status ata_plan_check_options(const ata_options *options);

#endif
