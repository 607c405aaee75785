/* engine.c - the engine "emu", registered with its machine. */
#include "engine/emu/engine.h"

#include "engine/emu/compiler.h"
#include "engine/emu/machine.h"
#include "engine/gpu/engine.h"

static const char *summary(void)
{
    return ata_machine_emu.summary();
}

static const char *missing(void)
{
    const char *barred = ata_emu_compiler_barred();
    return barred ? barred : ata_machine_emu.missing();
}

static ata_status open(int number, ata_site **site)
{
    return ata_gpu_open(&ata_machine_emu, number, site);
}

const ata_engine ata_engine_emu = {
    .name = "emu", .summary = summary, .missing = missing, .open = open, ATA_GPU_ENGINE_FUNCTIONS};
