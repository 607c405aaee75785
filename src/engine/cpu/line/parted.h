/* parted.h - single lines whose first radix does not read, or whose last one does not write, numbers with alternating
 * parts: their points are copied to where the parts lie apart, or from there. Included by functions.h.
 *
 *     array   re0 im0  re1 im1  re2 im2 ...
 *     buffer  re0 re1 re2 ...    im0 im1 im2 ...
 */

static void part_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const bool turned = in_im < in_re;
    const real *const from = turned ? in_im : in_re;
    real *const first = turned ? out_im : out_re, *const second = turned ? out_re : out_im;
    ptrdiff_t j = 0;
    for (; j + WIDTH <= call->count; j += WIDTH) {
        vec a, b;
        vec_load_pairs(from + 2 * j, &a, &b);
        vec_store(first + j, a);
        vec_store(second + j, b);
    }
    for (; j < call->count; j++) {
        first[j] = from[2 * j];
        second[j] = from[2 * j + 1];
    }
}

static void unite_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const bool turned = out_im < out_re;
    const real *const first = turned ? in_im : in_re, *const second = turned ? in_re : in_im;
    real *const to = turned ? out_im : out_re;
    ptrdiff_t j = 0;
    for (; j + WIDTH <= call->count; j += WIDTH) vec_store_pairs(to + 2 * j, vec_load(first + j), vec_load(second + j));
    for (; j < call->count; j++) {
        to[2 * j] = first[j];
        to[2 * j + 1] = second[j];
    }
}

/* Whether a line can be done so. */
static bool can_part(const ata_line *line)
{
    return line->single && is_writable(line) && line->stage_count > 1 && line->form == ATA_FORM_NATURAL;
}

/* Whether a line reads and writes pairs, whether or not its radices have forms that do. */
static bool can_go_in_pairs(const ata_line *line)
{
    return line->paired || can_part(line) || is_paired_butterfly(line);
}

/* The stages of such a line, from place to place, and a copy at the ends that want one. */
static void write_parted(ata_writer *writer, const ata_line *line, place in, place out, int64_t scratch)
{
    const ata_call call = {.count = (ptrdiff_t)line->n};
    const bool whole = square_of(line, in, out) || has_paired_stages(line, in, out);
    const bool parts = !whole && !line->pairs_in && layout_of(in.like) != SPLIT;
    const bool unites = !whole && !line->pairs_out && layout_of(out.like) != SPLIT;
    const place from = parts ? place_buffer(writer, &scratch, line->n, 1) : in;
    const place to = unites ? place_buffer(writer, &scratch, line->n, 1) : out;
    if (parts) write_call(writer, part_call, &call, in, from);
    write_stages(writer, line, from, to, 1, scratch);
    if (unites) write_call(writer, unite_call, &call, to, out);
}
