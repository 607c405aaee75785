/* twins.h - two single lines that lie side by side, taken from the caller's array and put back together. Included by
 * functions.h.
 *
 *     array   a0 b0   a1 b1   a2 b2   a3 b3 ...       numbers of 32 bits, their parts alternating
 *     buffer  a0 a1 a2 a3 ...    b0 b1 b2 b3 ...      parts apart
 *
 * By themselves, the lines of an array with two columns would be read number by number.
 */

/* Whether points lie so: rows may be apart only where vectors are as wide as a row. */
static bool are_twins(const ata_side *side)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return REAL_BITS == 32 && WIDTH >= 4 && side->type == ATA_F32 && side->is_complex && llabs(side->apart) == bytes &&
           side->lane == 2 * bytes && side->row % bytes == 0 && (WIDTH == 4 || side->row == 2 * side->lane);
}

#if REAL_BITS == 32 && WIDTH >= 4
/* WIDTH points of both lines from `from` on, rows `row` numbers apart; and back. */
INLINE void load_twins(const real *from, ptrdiff_t row, vec first[2], vec second[2])
{
#if WIDTH == 4
    vec_load_two(from, row, first, second);
#else
    vec a[2], b[2];
    (void)row;
    vec_load_pairs(from, &a[0], &b[0]);
    vec_load_pairs(from + 2 * WIDTH, &a[1], &b[1]);
    first[0] = EVENS(a[0], a[1]);
    first[1] = ODDS(a[0], a[1]);
    second[0] = EVENS(b[0], b[1]);
    second[1] = ODDS(b[0], b[1]);
#endif
}

INLINE void store_twins(real *to, ptrdiff_t row, const vec first[2], const vec second[2])
{
#if WIDTH == 4
    vec_store_two(to, row, first, second);
#else
    (void)row;
    vec_store_pairs(to, ZIP_FIRST(first[0], first[1]), ZIP_FIRST(second[0], second[1]));
    vec_store_pairs(to + 2 * WIDTH, ZIP_LAST(first[0], first[1]), ZIP_LAST(second[0], second[1]));
#endif
}

/* The call has `count` rows; the second line lies y_step, or x_step, numbers behind the first one in the buffer. */
static void gather_twins(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t row = call->x_next, step = call->y_step;
    const bool turned = in_im < in_re;
    const real *const from = turned ? in_im : in_re;
    real *const to[2] = {turned ? out_im : out_re, turned ? out_re : out_im};
    ptrdiff_t j = 0;
    for (; j + WIDTH <= call->count; j += WIDTH) {
        vec first[2], second[2];
        load_twins(from + j * row, row, first, second);
        for (int i = 0; i < 2; i++) vec_store(to[0] + i * step + j, first[i]);
        for (int i = 0; i < 2; i++) vec_store(to[1] + i * step + j, second[i]);
    }
    for (; j < call->count; j++)
        for (int i = 0; i < 4; i++) to[i % 2][i / 2 * step + j] = from[j * row + i];
}

static void scatter_twins(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t row = call->y_next, step = call->x_step;
    const bool turned = out_im < out_re;
    real *const to = turned ? out_im : out_re;
    const real *const from[2] = {turned ? in_im : in_re, turned ? in_re : in_im};
    ptrdiff_t j = 0;
    for (; j + WIDTH <= call->count; j += WIDTH) {
        const vec first[2] = {vec_load(from[0] + j), vec_load(from[0] + step + j)};
        const vec second[2] = {vec_load(from[1] + j), vec_load(from[1] + step + j)};
        store_twins(to + j * row, row, first, second);
    }
    for (; j < call->count; j++)
        for (int i = 0; i < 4; i++) to[j * row + i] = from[i % 2][i / 2 * step + j];
}
#endif

/* Both lines, from array to array. */
static void write_twins(ata_writer *writer, const ata_line *line, const ata_way *way, place in, place out)
{
#if REAL_BITS == 32 && WIDTH >= 4
    const int64_t bytes = (int64_t)sizeof(real), step = 2 * plane_rows(line->n);
    const ata_call call = {.x_next = (ptrdiff_t)(way->in.row / bytes),
                           .y_next = (ptrdiff_t)(way->out.row / bytes),
                           .x_step = (ptrdiff_t)step,
                           .y_step = (ptrdiff_t)step,
                           .count = (ptrdiff_t)line->n};
    int64_t scratch = 0;
    place from[2], to[2];
    for (int i = 0; i < 2; i++) from[i] = place_buffer(writer, &scratch, line->n, 1);
    for (int i = 0; i < 2; i++) to[i] = place_buffer(writer, &scratch, line->n, 1);
    write_call(writer, gather_twins, &call, in, from[0]);
    for (int i = 0; i < 2; i++) write_stages(writer, line, from[i], to[i], 1, scratch);
    write_call(writer, scatter_twins, &call, to[0], out);
#else
    (void)line, (void)way, (void)in, (void)out;
    writer->failed = true;
#endif
}
