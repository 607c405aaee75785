/* whole.h - all passes of a short problem as one program (line/program.h), from the caller's input to its output. */
#ifndef ATA_CPU_WHOLE_H
#define ATA_CPU_WHOLE_H

#include "engine/cpu/pass.h"

/* `scratch` holds scratch arrays of array_bytes each and, from `blocks` on, what blocks need. *program becomes NULL
 * where the passes have no programs, or too many blocks. */
ata_status ata_cpu_whole_create(const ata_cpu_pass *passes, int count, int64_t array_bytes, int64_t blocks,
                                ata_program **program);

#endif
