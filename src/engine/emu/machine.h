/* machine.h - the machine that runs the kernels' own text on the CPU, so that each is tested where there is no GPU.
 *
 * A kernel is compiled by the host's C compiler, with words.h in the place of gpu.cuh, and run thread by thread; every
 * access to memory is checked. It is there for correctness alone: whatever a GPU would forgive, by luck or by the order
 * in which it happens to run, makes the launch fail with ATA_ERROR_DEVICE and a sentence that names the kernel, the
 * block, the thread and the place.
 *
 * Environment:
 *   ATALANTA_CC           the C compiler; cc, gcc or clang otherwise
 *   ATALANTA_EMU_ARCH     the compute capability of the GPU to look like: 90, as an H200 has, unless it is 80 (A100, no
 *                         clusters), 86 (RTX A6000, no clusters and less shared memory) or 120 (RTX PRO 6000, small
 *                         clusters and as little shared memory)
 *   ATALANTA_EMU_REPORT   set: print a line on standard error for each launch
 */
#ifndef ATA_EMU_MACHINE_H
#define ATA_EMU_MACHINE_H

#include "engine/gpu/machine.h"

extern const ata_machine ata_machine_emu;

/* Load a kernel whose text is `body` instead of one in engine/gpu/kernels: for tests of the emulator. */
ata_status ata_emu_load_text(ata_device *device, const ata_kernel_text *text, const char *body,
                             ata_device_kernel **kernel);

/* How many turns the banks of shared memory took in all launches of a kernel, and how many it would have been without
 * conflicts (conflicts.h). Accesses to other blocks of a cluster are not counted. */
void ata_emu_conflicts(const ata_device_kernel *kernel, int64_t *ideal, int64_t *actual);

#endif
