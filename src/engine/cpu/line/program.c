/* program.c - programs written and kept. */
#include "engine/cpu/line/program.h"

#include <string.h>

#include "core/memory.h"

void ata_writer_begin(ata_writer *writer)
{
    writer->failed = false;
    writer->scratch_bytes = 0;
    writer->count = 0;
}

void ata_writer_add(ata_writer *writer, const ata_program_step *step)
{
    if (writer->count == ATA_PROGRAM_MAX) writer->failed = true;
    if (!writer->failed) writer->step[writer->count++] = *step;
}

ata_status ata_program_create(ata_program **program, const ata_writer *writer)
{
    *program = NULL;
    if (writer->failed || writer->count == 0) return ATA_OK;
    const size_t bytes = (size_t)writer->count * sizeof writer->step[0];
    ATA_TRY(ata_memory_create((void **)program, 1, sizeof **program + bytes, "a program"));
    (*program)->scratch_bytes = writer->scratch_bytes;
    (*program)->count = writer->count;
    memcpy((*program)->step, writer->step, bytes);
    return ATA_OK;
}
