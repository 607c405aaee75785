/* whole.c - the programs of all blocks of all passes, one behind the other. */
#include "engine/cpu/whole.h"

typedef struct whole {
    ata_writer writer;
    int64_t array_bytes, blocks;
} whole;

/* Number `at` of an array's real or imaginary parts. */
static ata_address address_in(const whole *w, ata_array array, const ata_view *view, bool imag, int64_t at)
{
    if (!view->is_complex) imag = false;
    if (array == ATA_ARRAY_IN) return (ata_address){imag ? ATA_ORIGIN_IN_IM : ATA_ORIGIN_IN_RE, at};
    if (array == ATA_ARRAY_OUT) return (ata_address){imag ? ATA_ORIGIN_OUT_IM : ATA_ORIGIN_OUT_RE, at};
    const int64_t base = array == ATA_ARRAY_SCRATCH_0 ? 0 : w->array_bytes;
    return (ata_address){ATA_ORIGIN_SCRATCH, base + at + (imag ? view->imag : 0)};
}

/* An address of a block's program, in the program of all. */
static ata_address translate(const whole *w, const ata_cpu_pass *pass, ata_address address, int64_t in, int64_t out)
{
    switch (address.origin) {
    case ATA_ORIGIN_IN_RE: return address_in(w, pass->from, &pass->view_in, pass->exchange, in + address.at);
    case ATA_ORIGIN_IN_IM: return address_in(w, pass->from, &pass->view_in, !pass->exchange, in + address.at);
    case ATA_ORIGIN_OUT_RE: return address_in(w, pass->to, &pass->view_out, pass->exchange, out + address.at);
    case ATA_ORIGIN_OUT_IM: return address_in(w, pass->to, &pass->view_out, !pass->exchange, out + address.at);
    default: return (ata_address){ATA_ORIGIN_SCRATCH, w->blocks + address.at};
    }
}

static void add_block(whole *w, const ata_cpu_pass *pass, const ata_program *program, const ata_offset *place)
{
    const int64_t in = place->in, out = place->out;
    for (int i = 0; i < program->count; i++) {
        ata_program_step step = program->step[i];
        step.in_re = translate(w, pass, step.in_re, in, out);
        step.in_im = translate(w, pass, step.in_im, in, out);
        step.out_re = translate(w, pass, step.out_re, in, out);
        step.out_im = translate(w, pass, step.out_im, in, out);
        ata_writer_add(&w->writer, &step);
    }
    const size_t bytes = (size_t)w->blocks + program->scratch_bytes;
    if (bytes > w->writer.scratch_bytes) w->writer.scratch_bytes = bytes;
}

/* Two passes of one block each, by one call; whether there is one. */
static bool add_two_rows(whole *w, const ata_cpu_pass *passes, int count)
{
    if (count != 2) return false;
    const ata_cpu_pass *rows = &passes[0], *columns = &passes[1];
    if (rows->work != &ata_cpu_work_lines || rows->block_count != 1) return false;
    if (columns->work != &ata_cpu_work_lines || columns->block_count != 1) return false;
    ata_offset place[2];
    ata_blocks blocks;
    const ata_way *first = ata_cpu_lines_locate(rows, 0, &place[0], &blocks);
    const ata_way *second = ata_cpu_lines_locate(columns, 0, &place[1], &blocks);
    ata_program_step step;
    if (!rows->functions->join_rows(rows->lines.line, first, columns->lines.line, second, &step)) return false;
    step.in_re = translate(w, rows, step.in_re, place[0].in, 0);
    step.in_im = translate(w, rows, step.in_im, place[0].in, 0);
    step.out_re = translate(w, columns, step.out_re, 0, place[1].out);
    step.out_im = translate(w, columns, step.out_im, 0, place[1].out);
    ata_writer_add(&w->writer, &step);
    return true;
}

static void add_pass(whole *w, const ata_cpu_pass *pass)
{
    /* Blocks of larger problems are shared out to threads. */
    if (pass->work != &ata_cpu_work_lines || pass->block_count > (pass->small ? ATA_PROGRAM_MAX : 1))
        w->writer.failed = true;
    for (int64_t index = 0; index < pass->block_count && !w->writer.failed; index++) {
        ata_offset place;
        ata_blocks blocks;
        const ata_way *way = ata_cpu_lines_locate(pass, index, &place, &blocks);
        if (way->program && !way->far) add_block(w, pass, way->program, &place);
        else w->writer.failed = true;
    }
}

ata_status ata_cpu_whole_create(const ata_cpu_pass *passes, int count, int64_t array_bytes, int64_t blocks,
                                ata_program **program)
{
    whole w;
    ata_writer_begin(&w.writer);
    w.array_bytes = array_bytes;
    w.blocks = blocks;
    if (!add_two_rows(&w, passes, count))
        for (int p = 0; p < count && !w.writer.failed; p++) add_pass(&w, &passes[p]);
    return ata_program_create(program, &w.writer);
}
