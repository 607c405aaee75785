/* write_codelets.h - real lines, and cosines and sines, that are one call each, written as programs. Included by
 * write_block.h. */

static void write_real_codelet(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    enum {
        LEAST_TOGETHER = REAL_BITS == 64 ? 12 : 9,
        LEAST_OF_TWO = 4
    }; /* below, shuffles cost more than vectors gain */
    const int64_t bytes = (int64_t)sizeof(real);
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const ata_side *reals = forward ? &way->in : &way->out, *pairs = forward ? &way->out : &way->in;
    const bool neighbours = reals->row == bytes && pairs->row == 2 * bytes && pairs->apart == bytes;
    const bool together = pairs->apart == bytes && way->lanes >= WIDTH && line->n >= LEAST_TOGETHER;
    const real_functions *all = real_table[line->n];
    const ata_function *functions = forward ? all->forward : all->inverse;
    const ata_function columns = forward ? all->forward_columns : all->inverse_columns;
    const bool side_by_side = pairs->apart == bytes && pairs->lane == 2 * bytes && reals->lane == bytes;
    const bool by_columns = columns && side_by_side && way->lanes >= WIDTH && (WIDTH > 2 || line->n >= LEAST_OF_TWO);
    const bool twos = line->n == 2 && neighbours && pairs->lane == 4 * bytes && reals->lane == 2 * bytes;
    const ata_function several = by_columns                    ? columns
                                 : twos && way->lanes >= WIDTH ? (forward ? real_twos_forward : real_twos_inverse)
                                 : together                    ? functions[2]
                                                               : NULL;
    write_lines(writer, way, call_of_way(way), several, functions[neighbours], !(way->in.fits && way->out.fits),
                place_of_side(line, &way->in, false), place_of_side(line, &way->out, true));
}

/* Lines by the definition, with the widest vectors, whichever set has built them. */
static void write_direct(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    const ata_line_functions *set = find_direct(line->n);
    ata_call call = call_of_way(way);
    call.line = line;
    write_call(writer, line->role == ATA_ROLE_REAL_FORWARD ? set->direct_forward : set->direct_inverse, &call,
               place_of_side(line, &way->in, false), place_of_side(line, &way->out, true));
}

static void write_fold_codelet(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const bool forward = line->kind == ATA_DCT2 || line->kind == ATA_DST2;
    const form_of_sine form = form_of_kind(line->kind);
    const ata_function *functions = forward ? real_table[line->n]->fold_forward : real_table[line->n]->fold_inverse;
    const bool columns = way->in.lane == bytes && way->out.lane == bytes && way->lanes >= WIDTH;
    place in = place_of_side(line, &way->in, false), out = place_of_side(line, &way->out, true);
    ata_call call = call_of_way(way);
    call.twiddle = line->table_re;
    call.sign = form.alternate_in || form.alternate_out ? -1 : 1;
    if (form.reverse_in) in = place_behind(in, (line->n - 1) * way->in.row);
    if (form.reverse_out) out = place_behind(out, (line->n - 1) * way->out.row);
    if (form.reverse_in) call.x_next = -call.x_next;
    if (form.reverse_out) call.y_next = -call.y_next;
    const real_functions *all = real_table[line->n];
    const bool neighbours = call.x_next == 1 && call.y_next == 1;
    const ata_function lines = forward ? all->fold_forward_lines : all->fold_inverse_lines;
    const ata_function several = columns ? functions[2] : neighbours && way->lanes >= WIDTH ? lines : NULL;
    write_lines(writer, way, call, several, functions[neighbours && way->scale == 1], false, in, out);
}
