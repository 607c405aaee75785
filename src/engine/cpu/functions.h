/* functions.h - with which vectors a pass of lines is done, and whether one line at a time. */
#ifndef ATA_CPU_FUNCTIONS_H
#define ATA_CPU_FUNCTIONS_H

#include "engine/cpu/pass.h"

/* Find the functions for lines of these steps, whose loops and places are known, and return whether each line is done
 * by itself. */
bool ata_cpu_choose_functions(ata_cpu_pass *pass, ata_type precision, const ata_step *steps, int count, ata_role role);

#endif
