/* program.h - all calls of a single line made beforehand, but for the pointers: short lines would spend more time on
 * making them than on running them. Included by functions.h. */

enum { PLACE_IN, PLACE_OUT, PLACE_BUFFER };

typedef struct program_step {
    stage_function function;
    stage_call call;
    int from, to; /* places; PLACE_BUFFER + 1 is the second buffer */
} program_step;

typedef struct program {
    int source, sink; /* layouts that it was made for; see stage_form.h */
    int count;
    ptrdiff_t plane; /* numbers of a plane of a buffer */
    program_step step[];
} program;

/* Points side by side in a layout; the pointers only tell which part comes first. */
INLINE points points_like(int layout)
{
    static real pair[2];
    const ptrdiff_t lane = layout == SPLIT ? 1 : 2;
    return (points){pair + (layout == TURNED), pair + (layout != TURNED), lane, lane};
}

static void write_program(const ata_line *line, points in, points out, program *made)
{
    const int last = line->stage_count - 1;
    const ptrdiff_t lanes = line->combines ? (ptrdiff_t)line->stage[last].radix : 1, rows = (ptrdiff_t)line->n / lanes;
    points from = {in.re, in.im, lanes * in.lane, in.lane};
    int at = PLACE_IN;
    made->count = line->stage_count;
    made->plane = (ptrdiff_t)plane_rows(rows) * lanes;
    for (int i = 0; i <= last; i++) {
        program_step *step = &made->step[i];
        const points to = i == last ? out : (points){NULL, NULL, lanes, 1};
        const bool stay = line->combines && i < last && stays(line, i);
        step->from = at;
        step->to = i == last ? PLACE_OUT : stay ? at : PLACE_BUFFER + i % 2;
        if (line->combines && i == last) step->function = combination_of(&line->stage[i], to, &step->call);
        else step->function = call_of(&line->stage[i], from, to, lanes, NULL, &step->call);
        at = step->to;
        from = to;
    }
}

/* Give a single line of butterflies, and nothing but those, a program from layout to layout, in place of any that it
 * has. */
static ata_status make_program(ata_line *line, int source, int sink)
{
    if (line->op != ATA_OP_LINE || !line->single || line->deep) return ATA_OK;
    for (int i = 0; i < line->stage_count; i++)
        if (line->stage[i].wrapped) return ATA_OK;
    program *made;
    ATA_TRY(ata_memory_create((void **)&made, 1, sizeof *made + (size_t)line->stage_count * sizeof made->step[0],
                              "the program of a line"));
    made->source = source;
    made->sink = sink;
    write_program(line, points_like(source), points_like(sink), made);
    ata_memory_destroy(line->program);
    line->program = made;
    return ATA_OK;
}

INLINE void run_program(const program *made, const real *in_re, const real *in_im, real *out_re, real *out_im,
                        real *scratch)
{
    const ptrdiff_t plane = made->plane;
    real *const re[4] = {(real *)in_re, out_re, scratch, scratch + 2 * plane};
    real *const im[4] = {(real *)in_im, out_im, scratch + plane, scratch + 3 * plane};
    for (const program_step *step = made->step, *end = step + made->count; step < end; step++)
        step->function(&step->call, re[step->from], im[step->from], re[step->to], im[step->to]);
}

/* Whether a line's program, if it has one, fits these points. */
INLINE bool has_program(const ata_line *line, points in, points out)
{
    const program *made = line->program;
    return made && in.row == in.lane && out.row == out.lane && made->source == layout_of(in) &&
           made->sink == layout_of(out);
}
