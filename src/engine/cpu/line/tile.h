/* tile.h - tiles of points that change places. Included by functions.h.
 *
 *     array, rows of points  --gather-->  [row][column]  --turn-->  [column][row]  --scatter-->  array, as columns
 *
 * Arrays are often so large, and rows so far apart, that nothing of a row stays in a cache until its neighbour is
 * moved: a tile is as many neighbours of each as fill cache lines at both ends. Where a point is several that lie side
 * by side, lines of a batch or of another dimension, they fill the cache lines, and there is nothing to turn.
 */

/* buffer[c][r] = work[r][c] */
static void turn(const real *from, real *to, ptrdiff_t rows, ptrdiff_t columns)
{
    if (columns == 2 && rows % WIDTH == 0) {
        vec first, second;
        for (ptrdiff_t r = 0; r < rows; r += WIDTH) {
            vec_load_pairs(from + 2 * r, &first, &second);
            vec_store(to + r, first);
            vec_store(to + rows + r, second);
        }
    } else if (columns % WIDTH == 0 && rows % WIDTH == 0) {
        vec square[WIDTH];
        for (ptrdiff_t r = 0; r < rows; r += WIDTH)
            for (ptrdiff_t c = 0; c < columns; c += WIDTH) {
                UNROLL for (int i = 0; i < WIDTH; i++) square[i] = vec_load(from + (r + i) * columns + c);
                vec_transpose(square);
                UNROLL for (int i = 0; i < WIDTH; i++) vec_store(to + (c + i) * rows + r, square[i]);
            }
    } else {
        for (ptrdiff_t c = 0; c < columns; c++)
            for (ptrdiff_t r = 0; r < rows; r++) to[c * rows + r] = from[r * columns + c];
    }
}

static void weigh_tile(const ata_tile *tile, ptrdiff_t lanes, const real *window, real *re, real *im)
{
    for (ptrdiff_t c = 0; c < tile->columns; c++)
        for (ptrdiff_t r = 0; r < tile->rows; r++) {
            const real weight = window[(tile->in.order ? tile->in.order[r] : r) * tile->window_row + c];
            for (ptrdiff_t l = 0; l < lanes; l++) {
                const ptrdiff_t at = (c * (ptrdiff_t)tile->rows + r) * lanes + l;
                re[at] *= weight;
                im[at] *= weight;
            }
        }
}

static void load_tile(const ata_tile *tile, int64_t lanes, ata_base from, const void *window, void *buffer, void *work)
{
    const ptrdiff_t rows = (ptrdiff_t)tile->rows, columns = (ptrdiff_t)tile->columns;
    const ptrdiff_t size = rows * columns * (ptrdiff_t)lanes;
    real *const re = buffer, *const im = re + size, *const work_re = work, *const work_im = work_re + size;
    ata_move move = {.re = from.re, .im = from.im, .row = tile->in.row, .order = tile->in.order, .rows = rows};
    if (!tile->wide) {
        move.lane = tile->in.column;
        move.lanes = move.buffer_row = columns;
        move.buffer_re = work_re;
        move.buffer_im = work_im;
        move_block(&move, tile->in.type, false);
        turn(work_re, re, rows, columns);
        turn(work_im, im, rows, columns);
    } else {
        move.lane = tile->in.lane;
        move.lanes = move.buffer_row = (ptrdiff_t)lanes;
        for (ptrdiff_t c = 0; c < columns; c++, move.re += tile->in.column, move.im += tile->in.column) {
            move.buffer_re = re + c * rows * lanes;
            move.buffer_im = im + c * rows * lanes;
            move_block(&move, tile->in.type, false);
        }
    }
    if (window) weigh_tile(tile, (ptrdiff_t)lanes, window, re, im);
    vec_leave();
}

static void store_tile(const ata_tile *tile, int64_t lanes, ata_base to, void *buffer)
{
    const ptrdiff_t rows = (ptrdiff_t)tile->rows, columns = (ptrdiff_t)tile->columns;
    real *const re = buffer, *const im = re + rows * columns * (ptrdiff_t)lanes;
    ata_move move = {.re = to.re, .im = to.im, .buffer_re = re, .buffer_im = im, .scale = (real)tile->scale};
    if (!tile->wide) {
        move.row = tile->out.row;
        move.lane = tile->out.column;
        move.order = tile->out.order;
        move.rows = columns;
        move.lanes = move.buffer_row = rows;
        move_block(&move, tile->out.type, true);
        vec_leave();
        return;
    }
    move.row = tile->out.column;
    move.lane = tile->out.lane;
    move.rows = rows;
    move.lanes = move.buffer_row = (ptrdiff_t)lanes;
    for (ptrdiff_t c = 0; c < columns; c++) {
        const int64_t row = (tile->out.order ? tile->out.order[c] : c) * tile->out.row;
        move.re = to.re + row;
        move.im = to.im + row;
        move.buffer_re = re + c * rows * lanes;
        move.buffer_im = im + c * rows * lanes;
        move_block(&move, tile->out.type, true);
    }
    vec_leave();
}
