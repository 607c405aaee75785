/* two_rows.h - transforms of 2 x n points in one call, for an n that is one butterfly. Included by functions.h.
 *
 * By two passes, what the one writes the other waits for. Here both rows are transformed side by side, a point of each
 * in a vector, and what that holds in the end is a column: its sum and its difference go to their places.
 */

/* Whether a way is between points whose parts alternate and does nothing but transform lines. */
static bool is_bare(const ata_way *way)
{
    return is_addressable(way) && layout_of_way(way) != SPLIT && !way->between && !way->window && way->scale == 1;
}

/* The bytes from one of so many lines to the next on a side of a way; 0 where those are others, or not in a row. */
static int64_t line_step(const ata_way *way, const ata_side *side, int64_t lines)
{
    if (way->lanes == lines && way->runs == 1) return side->lane;
    return way->runs == lines && way->lanes == 1 ? side->run : 0;
}

/* The call for two rows and the columns across them, from where those begin to where these end. Returns whether there
 * is one. */
static bool join_rows(const ata_line *row, const ata_way *rows, const ata_line *column, const ata_way *columns,
                      ata_program_step *step)
{
    const int64_t bytes = (int64_t)sizeof(real);
    if (!is_butterfly(row) || !is_butterfly(column) || column->n != 2 || !is_bare(rows) || !is_bare(columns))
        return false;
    const int layout = layout_of_way(rows);
    const int64_t x_lane = line_step(rows, &rows->in, 2), y_next = line_step(columns, &columns->out, row->n);
    const ata_line_functions *set = find_paired(row->n, 2, ATA_PAIRED_TWO_ROWS);
    if (!set || x_lane == 0 || y_next == 0 || layout_of_way(columns) != layout) return false;
    const place in = place_of_side(row, &rows->in, false), out = place_of_side(column, &columns->out, true);
    *step = (ata_program_step){.function = set->paired_stage(row->n, ATA_PAIRED_TWO_ROWS, layout == TURNED),
                               .in_re = in.re,
                               .in_im = in.im,
                               .out_re = out.re,
                               .out_im = out.im,
                               .call = {.x_next = (ptrdiff_t)(rows->in.row / bytes),
                                        .x_lane = (ptrdiff_t)(x_lane / bytes),
                                        .y_next = (ptrdiff_t)(y_next / bytes),
                                        .y_lane = (ptrdiff_t)(columns->out.row / bytes),
                                        .run = 2,
                                        .count = 1}};
    return true;
}
