/* write_codelets.h - real lines, and cosines and sines, that are one call each, written as programs. Included by
 * write_block.h. */

/* Whether the points of real lines are neighbours at both ends, and parts alternate. */
static bool has_real_neighbours(const ata_side *reals, const ata_side *pairs)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return reals->row == bytes && pairs->row == 2 * bytes && pairs->apart == bytes;
}

/* The form of a real codelet that does several lines at a time on this way; NULL for none: the shortest lines cost more
 * shuffles than vectors gain, and so do few on aarch64, where numbers one by one have as many units as vectors have. */
static ata_function real_lines_of(const ata_line *line, const ata_way *way, bool forward)
{
    enum {
        LEAST_TOGETHER = REAL_BITS == 64 ? 12 : 9,
        LEAST_TRANSPOSED = REAL_BITS == 64 ? 10 : 6,
        LEAST_COLUMNS = WIDTH == 2 ? 4 : 2,
        FEW = ALSO_SHORTEST ? 2 * WIDTH : 0, /* lines */
        LEAST_OF_FEW = REAL_BITS == 64 ? 18 : 9
    };
    const int64_t bytes = (int64_t)sizeof(real), n = line->n;
    const ata_side *reals = forward ? &way->in : &way->out, *pairs = forward ? &way->out : &way->in;
    const real_functions *all = real_table[n];
    const ata_function columns = forward ? all->forward_columns : all->inverse_columns;
    const ata_function transposed = forward ? all->forward_transposed : all->inverse_transposed;
    if (way->lanes < WIDTH || pairs->apart != bytes) return NULL;
    const bool neighbours = has_real_neighbours(reals, pairs), few = way->lanes < FEW;
    if (columns && n >= LEAST_COLUMNS && pairs->lane == 2 * bytes && reals->lane == bytes) return columns;
    if (n == 2 && neighbours && pairs->lane == 4 * bytes && reals->lane == 2 * bytes)
        return forward ? real_twos_forward : real_twos_inverse;
    if (transposed && neighbours && n >= (few ? LEAST_OF_FEW : LEAST_TRANSPOSED)) return transposed;
    if (n < (few ? LEAST_OF_FEW : LEAST_TOGETHER)) return NULL;
    return forward ? all->forward[2] : all->inverse[2];
}

static void write_real_codelet(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const bool neighbours =
        forward ? has_real_neighbours(&way->in, &way->out) : has_real_neighbours(&way->out, &way->in);
    const ata_function *functions = forward ? real_table[line->n]->forward : real_table[line->n]->inverse;
    write_lines(writer, way, call_of_way(way), real_lines_of(line, way, forward), functions[neighbours],
                !(way->in.fits && way->out.fits), place_of_side(line, &way->in, false),
                place_of_side(line, &way->out, true));
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
    const bool neighbours = call.sign > 0 && call.x_next == 1 && call.y_next == 1; /* of a cosine form */
    const ata_function lines = forward ? all->fold_forward_lines : all->fold_inverse_lines;
    const ata_function several = columns ? functions[2] : neighbours && way->lanes >= WIDTH ? lines : NULL;
    write_lines(writer, way, call, several, functions[neighbours && way->scale == 1], false, in, out);
}
