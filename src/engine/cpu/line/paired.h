/* paired.h - short single lines with both parts of a number in one vector. Included by functions.h.
 *
 *     n = r s:   r rows of s points  --first stage, columns-->  r rows in a buffer  --turned, rows-->  X[k + r l]
 *
 * The first stage does the columns of the line, as many at a time as a vector holds complex numbers; the last one
 * (stage_paired.h) the rows that it has left, and writes columns. So neither wants more than half as many lines as a
 * vector has numbers, parts need not be sorted out, and nothing is transposed: what the lanes of a single line cost
 * where the radices are no multiple of a vector (stages.h). Each stage has the widest vectors that it fills, or nearly
 * (paired_set()), whichever set has built the line.
 *
 * With vectors of 256 bits, of narrower sets beside wider ones too, and with words for complex numbers, r may be a
 * product of radices, a stage of columns each.
 * With the former there are 16 registers, and a butterfly of 8 points or more with its parts apart does not stay in
 * them, while one that has both parts in one vector does, up to 16 points; and with the latter it takes the fewest
 * instructions so.
 */
static ata_function paired_stage(int64_t radix, ata_paired_form form, bool turned)
{
    static const int lines[] = {[ATA_PAIRED_COLUMNS] = COLUMNS,
                                [ATA_PAIRED_TURNING] = TURNING,
                                [ATA_PAIRED_TWO_ROWS] = TWO_ROWS,
                                [ATA_PAIRED_LAST] = LAST};
    const radix_functions *functions = has_radix(radix) ? radix_table[radix] : NULL;
    return functions ? functions->paired[lines[form]][turned ? TURNED : PAIRS] : NULL;
}

/* All of a line of two radices at once, the last one of so many points; NULL for none. */
static ata_function paired_square(int64_t rows, int64_t across, bool turned)
{
    const int by = across == 2 ? BY_TWO : across == 4 ? BY_FOUR : across == 8 ? BY_EIGHT : SQUARES_BY;
    if (by == SQUARES_BY || !has_radix(rows)) return NULL;
    return radix_table[rows]->paired_square[by][turned ? TURNED : PAIRS];
}

/* The factors exp(-2 pi i j k / (radix lines)) of points 1 .. radix - 1 of as many lines as a vector holds. */
static ata_status build_paired(int64_t radix, int64_t lines, void **table)
{
    enum { AT_A_TIME = WIDTH / 2 };
    const int64_t vectors = (lines + AT_A_TIME - 1) / AT_A_TIME;
    ata_root_table roots;
    ATA_TRY(ata_memory_create(table, (size_t)(FACTOR_VECTORS * vectors * (radix - 1)), sizeof(vec),
                              "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, radix * lines));
    real *to = *table;
    for (int64_t v = 0; v < vectors; v++) {
        const int64_t first = v < vectors - 1 ? v * AT_A_TIME : lines - AT_A_TIME;
        for (int64_t j = 1; j < radix; j++, to += FACTOR_VECTORS * WIDTH)
            for (int64_t i = 0; i < AT_A_TIME; i++) {
                const ata_root w = root_of(&roots, j * (first + i));
                put_factor(to, i, (real)w.re, (real)w.im);
            }
    }
    ata_roots_fini(&roots);
    return ATA_OK;
}

/* The widest vectors for one of the stages, which does so many lines; NULL for none. */
static const ata_line_functions *find_paired(int64_t radix, int64_t lines, ata_paired_form form)
{
    const ata_line_functions *const *set = ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32);
    while (*set && ((*set)->width > 2 * lines || !(*set)->paired_stage(radix, form, false))) set++;
    return *set;
}

/* Those with which a line of two radices is one call; NULL for none. */
static const ata_line_functions *square_set(const ata_line *line)
{
    const ata_line_functions *const *set = ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32);
    if (line->stage_count != 2) return NULL;
    while (*set && !(*set)->paired_square(line->stage[0].radix, line->stage[1].radix, false)) set++;
    return *set;
}

/* Whether lines are one call, however many: not where what they write is asked for a block ahead, which then had better
 * be short. */
static bool is_one_call(const ata_line *line)
{
    return !FETCHES_OUTPUT && line->paired && square_set(line);
}

/* Those for stage i of a single line. A load of 512 bits of what narrower vectors have just stored waits until all of
 * it has left for the cache: so once a stage is narrower, those behind it are, too. Not in f64, whose narrower vectors
 * hold two points: several lines, which need not wait for each other, would lose more than one gains. */
static const ata_line_functions *paired_set(const ata_line *line, int i)
{
    enum { HALF = 128 / REAL_BITS }; /* points in 256 bits */
    const int last = line->stage_count - 1;
    const int64_t lanes = line->stage[last].radix;
    const ata_line_functions *set = NULL;
    for (int at = 0; at <= i; at++) {
        const ata_stage *stage = &line->stage[at];
        const int64_t lines = at < last ? stage->s * lanes : line->n / lanes;
        const ata_paired_form form = at == last       ? ATA_PAIRED_LAST
                                     : at == last - 1 ? ATA_PAIRED_COLUMNS
                                                      : ATA_PAIRED_TURNING;
        const bool waits = REAL_BITS == 32 && !line->widens && set && set->width * REAL_BITS < 512 && lines > HALF;
        const ata_line_functions *const narrow = waits ? find_paired(stage->radix, HALF, form) : NULL;
        set = narrow ? narrow : find_paired(stage->radix, lines, form);
    }
    return set;
}

/* Short enough for the buffer to stay in a core's first cache, beside the line; of more stages, near it. */
enum {
    LONGEST_PAIRED = 1024,
    LONGEST_PAIRED_STAGES = HAS_COMPLEX_WORDS ? (64 << 10) / (2 * (int)sizeof(real)) : 2048,
};

/* Whether lines of more than two radices are done so, and columns that fill vectors with their parts apart: where
 * vectors have 256 bits, and by the narrower sets beside wider ones. */
static bool pairs_all(void)
{
    return HAS_COMPLEX_WORDS || ata_line_widest_bits() == 256 ||
           (ata_line_widest_bits() == 512 && WIDTH * REAL_BITS < 512);
}

/* Whether a line had better have lanes of its own: rows and lanes fill vectors of 512 bits. */
static bool prefers_lanes(int64_t rows, int64_t last)
{
    return WIDTH * REAL_BITS == 512 && rows % WIDTH == 0 && last % WIDTH == 0 && ata_line_widest_bits() == 512;
}

/* Whether all stages but the last can be columns, so many side by side. */
static bool has_stages_of_columns(const ata_line *line, int64_t lanes)
{
    const int last = line->stage_count - 1;
    if (last > 1 && !(line->combines && pairs_all())) return false;
    for (int i = 0; i < last; i++)
        if (line->stage[i].wrapped ||
            !find_paired(line->stage[i].radix, lanes, i < last - 1 ? ATA_PAIRED_TURNING : ATA_PAIRED_COLUMNS))
            return false;
    return true;
}

static ata_status build_paired_line(ata_line *line)
{
    const int end = line->stage_count - 1;
    const int64_t longest = end > 1 ? LONGEST_PAIRED_STAGES : LONGEST_PAIRED;
    if (!line->single || line->form != ATA_FORM_NATURAL || end < 1 || line->n > longest) return ATA_OK;
    const int64_t last = line->stage[end].radix, rows = line->n / last;
    const ata_line_functions *square = line->stage[0].wrapped || line->stage[end].wrapped ? NULL : square_set(line);
    if (square) return square->build_paired(last, rows, &line->paired);
    if (!find_paired(last, rows, ATA_PAIRED_LAST) || line->stage[end].wrapped || !has_stages_of_columns(line, last) ||
        prefers_lanes(rows, last))
        return ATA_OK;
    return paired_set(line, end)->build_paired(last, rows, &line->paired);
}

/* The same again for a line right inside a real one: those of two radices and more than LONGEST_NARROW points were
 * measured to be faster with the widest vectors of each stage. */
static ata_status widen_paired_line(ata_line *line)
{
    enum { LONGEST_NARROW = 40 };
    if (!line->paired || line->stage_count > 2 || line->n <= LONGEST_NARROW) return ATA_OK;
    if (REAL_BITS == 64 || ata_line_widest_bits() != 512) return ATA_OK;
    ata_memory_destroy(line->paired);
    line->paired = NULL;
    line->widens = true;
    return build_paired_line(line);
}
