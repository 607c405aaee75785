/* flat.c - programs made flat. */
#include "engine/cpu/flat.h"

#include "core/memory.h"

static ata_base_name base_of(ata_origin origin)
{
    switch (origin) {
    case ATA_ORIGIN_IN_RE:
    case ATA_ORIGIN_IN_IM: return ATA_BASE_IN;
    case ATA_ORIGIN_OUT_RE:
    case ATA_ORIGIN_OUT_IM: return ATA_BASE_OUT;
    default: return ATA_BASE_SCRATCH;
    }
}

static ptrdiff_t offset_of(ata_address address, int64_t imag_in, int64_t imag_out)
{
    const int64_t imag = address.origin == ATA_ORIGIN_IN_IM    ? imag_in
                         : address.origin == ATA_ORIGIN_OUT_IM ? imag_out
                                                               : 0;
    return (ptrdiff_t)(address.at + imag);
}

ata_status ata_flat_create(ata_flat **flat, const ata_program *program, int64_t imag_in, int64_t imag_out)
{
    *flat = NULL;
    for (int i = 0; i < program->count; i++) {
        const ata_program_step *step = &program->step[i];
        if (base_of(step->in_re.origin) != base_of(step->in_im.origin) ||
            base_of(step->out_re.origin) != base_of(step->out_im.origin))
            return ATA_OK;
    }
    const size_t bytes = (size_t)program->count * sizeof(ata_flat_step);
    ATA_TRY(ata_memory_create((void **)flat, 1, sizeof **flat + bytes, "a program"));
    (*flat)->count = program->count;
    for (int i = 0; i < program->count; i++) {
        const ata_program_step *step = &program->step[i];
        (*flat)->step[i] = (ata_flat_step){.function = step->function,
                                           .call = &step->call,
                                           .in_re = offset_of(step->in_re, imag_in, imag_out),
                                           .in_im = offset_of(step->in_im, imag_in, imag_out),
                                           .out_re = offset_of(step->out_re, imag_in, imag_out),
                                           .out_im = offset_of(step->out_im, imag_in, imag_out),
                                           .from = base_of(step->in_re.origin),
                                           .to = base_of(step->out_re.origin)};
    }
    return ATA_OK;
}
