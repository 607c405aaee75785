/* compiler.h - the host's C compiler, called at run time.
 *
 * It works in a folder of its own for temporary files, which holds what kernels include (engine/gpu/sources.h)
 * and is made when it is first needed.
 */
#ifndef ATA_EMU_COMPILER_H
#define ATA_EMU_COMPILER_H

#include "core/status.h"

/* The compiler's path: what ATALANTA_CC names, or cc, gcc or clang; NULL if there is none. In static storage. */
const char *ata_emu_compiler_path(void);

/* Why no compiler is found in a program that has more rights than its caller; NULL in others. */
const char *ata_emu_compiler_barred(void);

/* Compile a text and load it; *library is for dlsym() and stays loaded. */
ata_status ata_emu_compile(const char *title, const char *text, void **library);

/* Remove the folder, if there is one. */
void ata_emu_compiler_close(void);

#endif
