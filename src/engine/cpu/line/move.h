/* move.h - points to and from a block's buffers, with vectors. Included by functions.h.
 *
 * Lanes side by side (columns) are moved as they are; rows side by side (lines one after the other) are transposed
 * square by square; complex numbers that lie apart are taken together one by one. Numbers of 8 and 16 bits are
 * converted row by row (narrow_rows.h), lines one after the other on their way to squares. The rest goes number by
 * number.
 */

/* PAIRS or TURNED where the parts of a move's array, numbers of so many bytes, alternate, SPLIT otherwise. */
static int layout_of_move(const ata_move *move, int64_t bytes)
{
    const int64_t apart = move->im - move->re;
    return move->im && apart == bytes ? PAIRS : move->im && apart == -bytes ? TURNED : SPLIT;
}

/* The layout of a move's array, along `stride`, as of points (stages.h); -1 for anything else. */
static int layout_along(const ata_move *move, int64_t stride, int64_t bytes)
{
    if (stride == bytes) return SPLIT;
    if (stride != 2 * bytes || layout_of_move(move, bytes) == SPLIT) return -1;
    return layout_of_move(move, bytes);
}

INLINE void load_points(const ata_move move, const int layout, int64_t at, vec *re, vec *im)
{
    if (layout == PAIRS) {
        vec_load_pairs((const real *)(move.re + at), re, im);
    } else if (layout == TURNED) {
        vec_load_pairs((const real *)(move.im + at), im, re);
    } else {
        *re = vec_load((const real *)(move.re + at));
        *im = move.im ? vec_load((const real *)(move.im + at)) : (vec){0};
    }
}

INLINE void store_points(const ata_move move, const int layout, int64_t at, vec re, vec im)
{
    if (layout == PAIRS) {
        vec_store_pairs((real *)(move.re + at), re, im);
    } else if (layout == TURNED) {
        vec_store_pairs((real *)(move.im + at), im, re);
    } else {
        vec_store((real *)(move.re + at), re);
        if (move.im) vec_store((real *)(move.im + at), im);
    }
}

/* The part of a move from row `row` and lane `lane` on. */
static ata_move part_of(const ata_move *move, ptrdiff_t row, ptrdiff_t rows, ptrdiff_t lane, ptrdiff_t lanes)
{
    ata_move part = *move;
    const ptrdiff_t at = row * move->buffer_row + lane;
    part.re += lane * move->lane + (move->order ? 0 : row * move->row);
    if (part.im) part.im += lane * move->lane + (move->order ? 0 : row * move->row);
    if (part.order) part.order += row;
    part.buffer_re += at;
    if (part.buffer_im) part.buffer_im += at;
    part.rows = rows;
    part.lanes = lanes;
    return part;
}

INLINE int64_t row_at(const ata_move move, ptrdiff_t j)
{
    return (move.order ? move.order[j] : j) * move.row;
}

enum { ROWS_AHEAD = 8 };

/* Ask for a row before it is needed: rows lie far apart, where no hardware looks ahead. */
INLINE void fetch_row(const ata_move move, ptrdiff_t j, const int write)
{
    if (!move.far || j >= move.rows) return;
    const char *at = move.im && move.im < move.re ? move.im : move.re;
    for (int64_t byte = 0; byte < move.lanes * move.lane; byte += CACHE_LINE) {
        if (write) __builtin_prefetch(at + row_at(move, j) + byte, 1, 3); /* it wants literals */
        else __builtin_prefetch(at + row_at(move, j) + byte, 0, 3);
    }
}

/* --- Columns ----------------------------------------------------------------------------------------------------- */

/* The lane from which the next vector of a row goes, behind lane l: the last one overlaps the one before it. */
INLINE ptrdiff_t next_lane(ptrdiff_t l, ptrdiff_t lanes)
{
    return l + WIDTH < lanes && l + 2 * WIDTH > lanes ? lanes - WIDTH : l + WIDTH;
}

INLINE void gather_columns(const ata_move move, const int layout)
{
    vec re, im = {0};
    for (ptrdiff_t j = 0; j < move.rows; j++) {
        fetch_row(move, j + ROWS_AHEAD, 0);
        for (ptrdiff_t l = 0; l < move.lanes; l = next_lane(l, move.lanes)) {
            load_points(move, layout, row_at(move, j) + l * move.lane, &re, &im);
            vec_store(move.buffer_re + j * move.buffer_row + l, re);
            if (move.im) vec_store(move.buffer_im + j * move.buffer_row + l, im);
        }
    }
}

INLINE void scatter_columns(const ata_move move, const int layout)
{
    const vec scale = vec_all(move.scale);
    vec re, im = {0};
    for (ptrdiff_t j = 0; j < move.rows; j++) {
        fetch_row(move, j + ROWS_AHEAD, 1);
        for (ptrdiff_t l = 0; l < move.lanes; l = next_lane(l, move.lanes)) {
            re = vec_load(move.buffer_re + j * move.buffer_row + l) * scale;
            if (move.im) im = vec_load(move.buffer_im + j * move.buffer_row + l) * scale;
            store_points(move, layout, row_at(move, j) + l * move.lane, re, im);
        }
    }
}

/* --- Lanes that lie apart ---------------------------------------------------------------------------------------- */

/* Whether vectors can be made of complex numbers one by one. */
static bool lie_apart(const ata_move *move)
{
    return layout_of_move(move, (int64_t)sizeof(real)) != SPLIT &&
           (move->row | move->lane) % (int64_t)sizeof(real) == 0;
}

INLINE void gather_apart(const ata_move move, const int layout)
{
    const ptrdiff_t stride = (ptrdiff_t)(move.lane / (int64_t)sizeof(real));
    const char *from = layout == PAIRS ? move.re : move.im;
    vec first, second;
    for (ptrdiff_t j = 0; j < move.rows; j++)
        for (ptrdiff_t l = 0; l + WIDTH <= move.lanes; l += WIDTH) {
            const ptrdiff_t at = j * move.buffer_row + l;
            vec_load_apart((const real *)(from + row_at(move, j) + l * move.lane), stride, &first, &second);
            vec_store(move.buffer_re + at, layout == PAIRS ? first : second);
            vec_store(move.buffer_im + at, layout == PAIRS ? second : first);
        }
}

INLINE void scatter_apart(const ata_move move, const int layout)
{
    const ptrdiff_t stride = (ptrdiff_t)(move.lane / (int64_t)sizeof(real));
    const vec scale = vec_all(move.scale);
    char *to = layout == PAIRS ? move.re : move.im;
    for (ptrdiff_t j = 0; j < move.rows; j++)
        for (ptrdiff_t l = 0; l + WIDTH <= move.lanes; l += WIDTH) {
            const ptrdiff_t at = j * move.buffer_row + l;
            const vec re = vec_load(move.buffer_re + at) * scale, im = vec_load(move.buffer_im + at) * scale;
            vec_store_apart((real *)(to + row_at(move, j) + l * move.lane), stride, layout == PAIRS ? re : im,
                            layout == PAIRS ? im : re);
        }
}

/* --- Lines one after the other ----------------------------------------------------------------------------------- */

/* Where row j of the array lies in the buffer. */
INLINE ptrdiff_t row_of_buffer(const ata_move move, ptrdiff_t j)
{
    return (move.order ? (ptrdiff_t)move.order[j] : j) * move.buffer_row;
}

INLINE void gather_lines(const ata_move move, const int layout)
{
    vec re[WIDTH], im[WIDTH];
    for (ptrdiff_t l = 0; l + WIDTH <= move.lanes; l += WIDTH)
        for (ptrdiff_t j = 0; j + WIDTH <= move.rows; j += WIDTH) {
            UNROLL for (int i = 0; i < WIDTH; i++)
                load_points(move, layout, j * move.row + (l + i) * move.lane, &re[i], &im[i]);
            vec_transpose(re);
            if (move.im) vec_transpose(im);
            UNROLL for (int i = 0; i < WIDTH; i++)
            {
                const ptrdiff_t at = row_of_buffer(move, j + i) + l;
                vec_store(move.buffer_re + at, re[i]);
                if (move.im) vec_store(move.buffer_im + at, im[i]);
            }
        }
}

INLINE void scatter_lines(const ata_move move, const int layout)
{
    const vec scale = vec_all(move.scale);
    vec re[WIDTH], im[WIDTH];
    for (ptrdiff_t l = 0; l + WIDTH <= move.lanes; l += WIDTH)
        for (ptrdiff_t j = 0; j + WIDTH <= move.rows; j += WIDTH) {
            UNROLL for (int i = 0; i < WIDTH; i++)
            {
                const ptrdiff_t at = row_of_buffer(move, j + i) + l;
                re[i] = vec_load(move.buffer_re + at) * scale;
                im[i] = (vec){0};
                if (move.im) im[i] = vec_load(move.buffer_im + at) * scale;
            }
            vec_transpose(re);
            if (move.im) vec_transpose(im);
            UNROLL for (int i = 0; i < WIDTH; i++)
                store_points(move, layout, j * move.row + (l + i) * move.lane, re[i], im[i]);
        }
}

/* --- Number by number -------------------------------------------------------------------------------------------- */

/* `lanes` is a literal where they are fewest. */
INLINE void gather_few(const ata_move move, const ptrdiff_t lanes)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const ptrdiff_t lane = (ptrdiff_t)(move.lane / (int64_t)sizeof(real)), buffer_row = move.buffer_row;
    const real_anywhere *re = (const real_anywhere *)move.re, *im = (const real_anywhere *)move.im;
    real *to_re = move.buffer_re, *to_im = move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, to_re += buffer_row) {
        for (ptrdiff_t l = 0; l < lanes; l++) to_re[l] = re[l * lane];
        if (!im) continue;
        for (ptrdiff_t l = 0; l < lanes; l++) to_im[l] = im[l * lane];
        im += row;
        to_im += buffer_row;
    }
}

INLINE void scatter_few(const ata_move move, const ptrdiff_t lanes)
{
    const ptrdiff_t row = (ptrdiff_t)(move.row / (int64_t)sizeof(real));
    const ptrdiff_t lane = (ptrdiff_t)(move.lane / (int64_t)sizeof(real)), buffer_row = move.buffer_row;
    real_anywhere *re = (real_anywhere *)move.re, *im = (real_anywhere *)move.im;
    const real *from_re = move.buffer_re, *from_im = move.buffer_im;
    for (ptrdiff_t j = move.rows; j > 0; j--, re += row, from_re += buffer_row) {
        for (ptrdiff_t l = 0; l < lanes; l++) re[l * lane] = move.scale * from_re[l];
        if (!im) continue;
        for (ptrdiff_t l = 0; l < lanes; l++) im[l * lane] = move.scale * from_im[l];
        im += row;
        from_im += buffer_row;
    }
}

#define FOR_FEW(function, move)                            \
    do {                                                   \
        if ((move)->lanes == 1) function(*(move), 1);      \
        else if ((move)->lanes == 2) function(*(move), 2); \
        else if ((move)->lanes == 3) function(*(move), 3); \
        else function(*(move), (move)->lanes);             \
    } while (0)

/* Points of the computing type that no vector is made of: one row, or short ones; others in the order that suits the
 * cache (convert.h). */
static void move_numbers(const ata_move *move, ata_type type, bool out)
{
    if (move->order || (move->lanes >= WIDTH && move->rows > 1)) (out ? scatter_table : gather_table)[type](move);
    else if (out) FOR_FEW(scatter_few, move);
    else FOR_FEW(gather_few, move);
}

/* --- Either ------------------------------------------------------------------------------------------------------ */

/* The move is copied, so that no store can touch it and its fields stay in registers. */
#define FOR_LAYOUT(layout, function, move)                      \
    do {                                                        \
        if ((layout) == PAIRS) function(*(move), PAIRS);        \
        else if ((layout) == TURNED) function(*(move), TURNED); \
        else function(*(move), SPLIT);                          \
    } while (0)

/* Points of the computing type: move what vectors can; what is left over at the ends goes number by number, but for
 * columns, whose last vectors overlap. */
static void move_real(const ata_move *move, ata_type type, bool out)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const ptrdiff_t lanes = move->lanes / WIDTH * WIDTH, rows = move->rows / WIDTH * WIDTH;
    const bool whole = !move->order || rows == move->rows; /* rows in another order have no part that is the rest */
    const int columns = layout_along(move, move->lane, bytes);
    const int lines = whole ? layout_along(move, move->row, bytes) : -1;
    if (lanes > 0 && columns >= 0) {
        if (out) FOR_LAYOUT(columns, scatter_columns, move);
        else FOR_LAYOUT(columns, gather_columns, move);
        return;
    }
    if (lanes > 0 && rows > 0 && lines >= 0) {
        if (out) FOR_LAYOUT(lines, scatter_lines, move);
        else FOR_LAYOUT(lines, gather_lines, move);
        const ata_move below = part_of(move, rows, move->rows - rows, 0, lanes);
        if (below.rows > 0) move_numbers(&below, type, out);
    } else if (lanes > 0 && lie_apart(move)) {
        if (out) FOR_LAYOUT(layout_of_move(move, bytes), scatter_apart, move);
        else FOR_LAYOUT(layout_of_move(move, bytes), gather_apart, move);
    } else {
        move_numbers(move, type, out);
        return;
    }
    const ata_move beside = part_of(move, 0, move->rows, lanes, move->lanes - lanes);
    if (beside.lanes > 0) move_numbers(&beside, type, out);
}

/* Columns of another type. */
static void convert_columns(const ata_move *move, const row_functions *functions, int layout, bool out)
{
    for (ptrdiff_t j = 0; j < move->rows; j++) {
        const int64_t at = row_at(*move, j), row = j * move->buffer_row;
        char *const re = move->re + at, *const im = move->im ? move->im + at : NULL;
        real *const to_re = move->buffer_re + row, *const to_im = move->im ? move->buffer_im + row : NULL;
        if (out) {
            fetch_row(*move, j + ROWS_AHEAD, 1);
            store_points_of(functions, re, im, layout, to_re, to_im, move->lanes, move->scale);
        } else {
            fetch_row(*move, j + ROWS_AHEAD, 0);
            load_points_of(functions, re, im, layout, to_re, to_im, move->lanes);
        }
    }
}

/* Lines of another type one after the other, some points of some lines at a time. */
static void convert_lines(const ata_move *move, const row_functions *functions, int layout, bool out)
{
    enum { POINTS = 64 };
    const ata_type type = REAL_BITS == 64 ? ATA_F64 : ATA_F32;
    real re[WIDTH * POINTS], im[WIDTH * POINTS];
    for (ptrdiff_t l = 0; l < move->lanes; l += WIDTH)
        for (ptrdiff_t j = 0; j < move->rows; j += POINTS) {
            const ptrdiff_t lanes = move->lanes - l < WIDTH ? move->lanes - l : WIDTH;
            const ptrdiff_t rows = move->rows - j < POINTS ? move->rows - j : POINTS;
            const ata_move part = part_of(move, j, rows, l, lanes);
            ata_move square = part;
            square.re = (char *)re;
            square.im = part.im ? (char *)im : NULL;
            square.row = (int64_t)sizeof(real);
            square.lane = POINTS * (int64_t)sizeof(real);
            square.scale = 1;
            if (out) move_real(&square, type, true);
            for (ptrdiff_t i = 0; i < lanes; i++) {
                char *const line_re = part.re + i * part.lane, *const line_im =
                                                                   part.im ? part.im + i * part.lane : NULL;
                if (out)
                    store_points_of(functions, line_re, line_im, layout, re + i * POINTS, im + i * POINTS, rows,
                                    part.scale);
                else load_points_of(functions, line_re, line_im, layout, re + i * POINTS, im + i * POINTS, rows);
            }
            if (!out) move_real(&square, type, false);
        }
}

static void move_block(const ata_move *move, ata_type type, bool out)
{
    /* A single line is a row of many lanes. */
    const ata_move row = {.re = move->re,
                          .im = move->im,
                          .row = move->lane,
                          .lane = move->row,
                          .rows = 1,
                          .lanes = move->rows,
                          .buffer_re = move->buffer_re,
                          .buffer_im = move->buffer_im,
                          .buffer_row = move->rows,
                          .scale = move->scale};
    if (move->lanes == 1 && move->buffer_row == 1 && !move->order) move = &row;
    const row_functions *const functions = &row_table[type];
    const bool rows = functions->load_row != NULL;
    const int64_t bytes = ata_type_bytes(type);
    const int columns = rows ? layout_along(move, move->lane, bytes) : -1;
    const int lines = rows && !move->order ? layout_along(move, move->row, bytes) : -1;
    if (type == (REAL_BITS == 64 ? ATA_F64 : ATA_F32)) move_real(move, type, out);
    else if (columns >= 0) convert_columns(move, functions, columns, out);
    else if (lines >= 0) convert_lines(move, functions, lines, out);
    else if (out) scatter_table[type](move);
    else gather_table[type](move);
}
