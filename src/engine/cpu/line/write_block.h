/* write_block.h - blocks written as programs, from the caller's arrays to the caller's arrays. Included by functions.h.
 *
 * A line that is one butterfly, or one real codelet, goes from place to place, with vectors where its points or its
 * neighbours lie well and number by number elsewhere. Other lines need both ends to lie as their stages read and write.
 */

static bool is_butterfly(const ata_line *line)
{
    return line->op == ATA_OP_LINE && line->stage_count == 1 && !line->deep && !line->stage[0].wrapped &&
           line->form == ATA_FORM_NATURAL;
}

/* Short real lines are one codelet. Of the longest, one by itself is quicker by stages where those fill vectors of more
 * than two, or have both parts of a number in one. */
static bool is_real_codelet(const ata_line *line)
{
    enum { LONGEST_ALONE = WIDTH == 2 ? 64 : 32 };
    if ((line->op != ATA_OP_HALF && line->op != ATA_OP_FULL) || line->n > LONGEST_REAL || !real_table[line->n])
        return false;
    const ata_line *wrapped = line->wrapped[0];
    const bool paired = wrapped->paired && (WIDTH == 2 || HAS_COMPLEX_WORDS);
    return line->n <= LONGEST_ALONE || !(paired || (wrapped->combines && WIDTH > 2));
}

/* The same for cosine and sine transforms through them. */
static bool is_fold_codelet(const ata_line *line)
{
    return line->op == ATA_OP_FOLD && line->n <= LONGEST_FOLD && real_table[line->n];
}

static bool is_short(const ata_line *line)
{
    return is_butterfly(line) || is_real_codelet(line) || is_fold_codelet(line) || line->direct;
}

/* Whether all of a block's numbers can be addressed by whole strides. */
static bool is_addressable(const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real);
    const ata_type native = REAL_BITS == 64 ? ATA_F64 : ATA_F32;
    return way->in.type == native && way->out.type == native &&
           (way->in.row | way->in.lane | way->in.run | way->in.next | way->out.row | way->out.lane | way->out.run |
            way->out.next) %
                   bytes ==
               0;
}

static place place_of_side(const ata_line *line, const ata_side *side, bool out)
{
    const ata_address re = {out ? ATA_ORIGIN_OUT_RE : ATA_ORIGIN_IN_RE, 0};
    const ata_address im = {out ? ATA_ORIGIN_OUT_IM : ATA_ORIGIN_IN_IM, 0}, packed = {re.origin, side->row};
    return place_of(layout_of_side(line, side, out), side->point_row, re, is_packed(line, out) ? packed : im);
}

static place place_behind(place x, int64_t bytes)
{
    x.re.at += bytes;
    x.im.at += bytes;
    return x;
}

/* --- Lines that are one call ------------------------------------------------------------------------------------- */

static ata_call call_of_way(const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return (ata_call){.x_next = (ptrdiff_t)(way->in.row / bytes),
                      .y_next = (ptrdiff_t)(way->out.row / bytes),
                      .x_step = (ptrdiff_t)(way->in.run / bytes),
                      .y_step = (ptrdiff_t)(way->out.run / bytes),
                      .x_lane = (ptrdiff_t)(way->in.lane / bytes),
                      .y_lane = (ptrdiff_t)(way->out.lane / bytes),
                      .run = (ptrdiff_t)way->lanes,
                      .count = (ptrdiff_t)way->runs,
                      .scale = way->scale};
}

/* The layout of points whose parts alternate, in and out alike; SPLIT for others. */
static int layout_of_way(const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real), apart = way->in.apart;
    if (!way->in.is_complex || !way->out.is_complex || way->out.apart != apart) return SPLIT;
    return apart == bytes ? PAIRS : apart == -bytes ? TURNED : SPLIT;
}

/* Whether the points of a line are neighbours, in and out. */
static bool has_neighbours(const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real);
    return way->in.row == 2 * bytes && way->out.row == 2 * bytes;
}

enum { LEAST_APART = 5 }; /* below, shuffles cost more than vectors gain */

/* Whether lines are a vector each, or two: of four points, wherever there are several (stage_four.h); of two points
 * (stage_two.h), those with gaps between them, and two or three, since the next pass may read as much at a time, and
 * would wait for what was written in smaller pieces. */
static bool are_vectors(const ata_line *line, const ata_way *way)
{
    const int64_t packed = 2 * line->n * (int64_t)sizeof(real);
    if (line->single || way->lanes == 1 || !has_neighbours(way) || layout_of_way(way) == SPLIT) return false;
    if (line->n == 4) return HAS_FOURS_IN_VECTORS;
    return line->n == 2 && WIDTH == 4 && HAS_PAIRED_STAGES &&
           (way->lanes < WIDTH || way->in.lane != packed || way->out.lane != packed);
}

/* The form of a butterfly that does lines at a time that do not fill a vector: two, or three and one of them again; see
 * stage_pair.h and stage_apart.h. */
static ata_function few_butterflies_of(const ata_line *line, const ata_way *way)
{
    const radix_functions *functions = radix_table[line->n];
    if (WIDTH != 4 || REAL_BITS != 32) return NULL;
    if (way->lanes == 2) return functions->pair[layout_of_way(way)];
    return way->lanes == 3 && line->n >= LEAST_APART ? functions->apart[layout_of_way(way)] : NULL;
}

/* The form of a butterfly that does several lines at a time on this way; NULL for none. */
static ata_function butterflies_of(const ata_line *line, const ata_way *way)
{
    const radix_functions *functions = radix_table[line->n];
    if (line->single) return NULL;
    if (are_vectors(line, way)) return functions->gaps[layout_of_way(way)];
    if (way->lanes < WIDTH) return few_butterflies_of(line, way);
    if (way->in.fits && way->out.fits)
        return functions->stage[layout_of_side(line, &way->in, false)][layout_of_side(line, &way->out, true)][NONE];
    const int64_t packed = 2 * line->n * (int64_t)sizeof(real);
    const int layout = layout_of_way(way);
    const bool dense = way->in.lane == packed && way->out.lane == packed;
    const ata_function lines = dense ? functions->lines[layout] : functions->gaps[layout];
    if (has_neighbours(way) && lines) return lines;
    return line->n < LEAST_APART ? NULL : functions->apart[layout];
}

/* Lines that `several` does, a vector of them at a time, NULL for none, and those that are left, which `each` does.
 * Where the lines are no multiple of a vector, the last ones are done twice; but not where that would find them
 * transformed already, or where there are few of them and vectors cost shuffles. */
static void write_lines(ata_writer *writer, const ata_way *way, ata_call call, ata_function several, ata_function each,
                        bool shuffles, place in, place out)
{
    enum { FEWEST = WIDTH > 4 ? WIDTH / 4 : WIDTH / 2 };
    const int64_t left = way->lanes % WIDTH;
    const bool twice = !way->in_place && (left >= FEWEST || !shuffles);
    const int64_t whole = !several ? 0 : twice || way->lanes < WIDTH ? way->lanes : way->lanes - left;
    call.run = (ptrdiff_t)whole;
    if (whole > 0) write_call(writer, several, &call, in, out);
    call.run = (ptrdiff_t)(way->lanes - whole);
    if (call.run > 0)
        write_call(writer, each, &call, place_behind(in, whole * way->in.lane),
                   place_behind(out, whole * way->out.lane));
}

/* Lines of which both parts of a number are in one vector, so that they do without shuffles, and without being many;
 * NULL for none. */
static ata_function paired_of(const ata_line *line, const ata_way *way, int lines)
{
    return radix_table[line->n]->paired[lines][layout_of_way(way)];
}

/* The form of them that does several at a time. */
static ata_function paired_several_of(const ata_line *line, const ata_way *way)
{
    const int64_t side_by_side = 2 * (int64_t)sizeof(real);
    const bool columns = way->in.lane == side_by_side && way->out.lane == side_by_side;
    const ata_function transposed = has_neighbours(way) ? paired_of(line, way, TRANSPOSED) : NULL;
    return columns ? paired_of(line, way, COLUMNS) : transposed ? transposed : paired_of(line, way, APART);
}

/* Lines `first` .. `first + lanes - 1`, by one function. */
static void write_run(const ata_line *line, const ata_way *way, ata_function function, int64_t first, int64_t lanes,
                      ata_writer *writer)
{
    const place in = place_of_side(line, &way->in, false), out = place_of_side(line, &way->out, true);
    ata_call call = call_of_way(way);
    call.run = (ptrdiff_t)lanes;
    if (lanes > 0)
        write_call(writer, function, &call, place_behind(in, first * way->in.lane),
                   place_behind(out, first * way->out.lane));
}

#if defined(NARROWER)
extern const ata_line_functions NARROWER;

/* Whether lines are better done so, half as many at a time, than with their parts apart. Columns are, and where points
 * are neighbours, lines of 64 bits; of 32 bits, only registers of 256 bits gain: those that are transposed as such, and
 * others from some lines on that are not many. */
static bool is_better_paired(const ata_line *line, const ata_way *way, bool columns)
{
    enum { LEAST_POINTS = 8, MANY = 64, LEAST_OF_THREE = WIDTH == 8 ? 24 : 4 };
    const bool squares = line->n > 2 && radix_table[line->n]->lines[PAIRS];
    if (columns) return line->n > 2 || way->lanes < WIDTH;
    if (line->n < LEAST_APART) return REAL_BITS == 64 && line->n == 3 && way->lanes >= LEAST_OF_THREE;
    if (REAL_BITS == 64 || (has_neighbours(way) && paired_of(line, way, TRANSPOSED))) return true;
    return WIDTH == 8 && line->n >= LEAST_POINTS && way->lanes >= WIDTH && way->lanes < MANY &&
           (!squares || line->n == LEAST_POINTS);
}

/* Whether vectors as long as a line of the cache would lie across two lines each, since rows do not all begin with one.
 * Of numbers of 64 bits that are not in the first cache, vectors half as long are quicker: of those every other one
 * lies in one line. Radices without such a form load numbers, none of which lies across two. */
static bool crosses_cache_lines(const ata_line *line, const ata_way *way)
{
    return WIDTH == 8 && REAL_BITS == 64 && way->beyond && line->n > 2 && paired_of(line, way, COLUMNS) &&
           (way->in.row | way->out.row) % CACHE_LINE != 0;
}

/* How many of `lanes` lines are done `at_a_time`: those behind the last whole vector too, some of them twice, but not
 * where that would find them transformed already, or where they are fewer than `fewest`. */
static int64_t count_done(const ata_way *way, int64_t lanes, int64_t at_a_time, int64_t fewest)
{
    const int64_t left = lanes % at_a_time;
    if (lanes < at_a_time) return 0;
    return !way->in_place && left >= fewest ? lanes : lanes - left;
}

/* Whether so few lines are done sooner by narrower vectors, all of them: with squares of four lines, two would be left
 * over, for a call of their own. Of ten, if squares along the lines leave points over as well. */
static bool are_left_over(const ata_line *line, const ata_way *way, int64_t lanes)
{
    enum { SQUARE = 4, SIX = SQUARE + 2, TEN = 2 * SQUARE + 2 };
    const bool squares = line->n == 3 || TRANSPOSES(line->n);
    const bool more = line->n % SQUARE > 1 || line->n < 2 * SQUARE;
    return WIDTH == 8 && REAL_BITS == 64 && has_neighbours(way) && squares && (lanes == SIX || (lanes == TEN && more));
}

/* The lines that fill wide vectors, and what is left by the next narrower ones. Neighbours are transposed, squares as
 * wide as a vector at a time. */
static void write_butterflies(const ata_line *line, const ata_way *way, int64_t first, int64_t lanes,
                              ata_writer *writer)
{
    enum {
        AT_A_TIME = WIDTH / 2,
        FEWEST = WIDTH > 4 ? WIDTH / 4 : WIDTH / 2,
        FEWEST_PAIRED = WIDTH * REAL_BITS == 512 ? 3 : AT_A_TIME / 2
    };
    const int64_t side_by_side = 2 * (int64_t)sizeof(real);
    const bool columns = way->in.lane == side_by_side && way->out.lane == side_by_side;
    if ((columns && crosses_cache_lines(line, way)) || are_left_over(line, way, lanes)) {
        NARROWER.write_butterflies(line, way, first, lanes, writer);
        return;
    }
    ata_way part = *way;
    part.lanes = lanes;
    prepare(line, &part);
    const bool shuffles = !(part.in.fits && part.out.fits);
    /* Narrower ones transpose lines that are no squares of these, or have gaps between them. */
    const int64_t packed = line->n * side_by_side;
    const bool squares = line->n % WIDTH == 0 && way->in.lane == packed && way->out.lane == packed;
    const bool narrower = has_neighbours(way) && WIDTH > 8 && TRANSPOSES(line->n) && !squares;
    const bool vectors = are_vectors(line, &part);
    const bool fills = vectors || (lanes >= WIDTH && (!has_neighbours(way) || line->n >= WIDTH || line->n == 2));
    const ata_function several = fills && !narrower ? butterflies_of(line, &part) : NULL;
    const ata_function paired =
        !vectors && is_better_paired(line, &part, columns) ? paired_several_of(line, &part) : NULL;
    int64_t done = 0;
    if (vectors) done = lanes;
    else if (paired) done = count_done(way, lanes, AT_A_TIME, columns ? 1 : FEWEST_PAIRED);
    else if (several) done = count_done(way, lanes, WIDTH, shuffles ? FEWEST : 1);
    write_run(line, &part, paired ? paired : several, first, done, writer);
    if (done < lanes) NARROWER.write_butterflies(line, way, first + done, lanes - done, writer);
}
#else
/* The form that does one at a time. */
static ata_function butterfly_of(const ata_line *line, const ata_way *way)
{
    const radix_functions *functions = radix_table[line->n];
    const ata_function neighbours = functions->neighbours[layout_of_way(way)];
    return neighbours && has_neighbours(way) ? neighbours : functions->single[NONE];
}

/* Whether so many lines are best done one by one, half a vector for each number: the shortest, for whose points to lie
 * side by side takes more than vectors gain; and few that would leave the last vectors mostly empty. */
static bool are_best_one_by_one(const ata_line *line, const ata_way *way, int64_t lanes)
{
    enum { SHORTEST = 5, SHORT = 8, MANY = 2 * WIDTH };
    if (!HAS_HALVES || !has_neighbours(way)) return false;
    if (line->n > 2 && line->n <= SHORTEST) return true;
    return line->n <= SHORT && lanes < MANY && lanes % WIDTH != 0;
}

/* `lanes` of them from `first` on: several at a time, and those that are left. Where one takes half a vector, it is not
 * done a second time. */
static void write_paired(const ata_line *line, const ata_way *way, ata_writer *writer, int64_t first, int64_t lanes)
{
    const ata_function one = paired_of(line, way, has_neighbours(way) ? ADJACENT : ONE);
    const ata_function two = are_best_one_by_one(line, way, lanes) ? NULL : paired_several_of(line, way);
    const int64_t left = !two ? lanes : way->in_place || HAS_HALVES ? lanes % 2 : lanes == 1;
    write_run(line, way, two, first, lanes - left, writer);
    write_run(line, way, one, first + lanes - left, left, writer);
}

/* How many lines at the end are best done so: all where vectors hold one number, or are not filled; or what is left
 * over. On x86, the shortest whose points are neighbours are quicker number by number; so is one of three points in
 * place, since its results are there sooner for who waits for them. Many of two points are better done by vectors of
 * them. */
static int64_t count_paired(const ata_line *line, const ata_way *way)
{
    enum { LEAST_ALONE = 5, MOST_LEFT = ALSO_SHORTEST ? 2 : 1 };
    const int64_t left = way->lanes % WIDTH;
    if (!paired_of(line, way, ONE)) return 0;
    if (!ALSO_SHORTEST && line->n < LEAST_ALONE && has_neighbours(way)) return 0;
    if (line->n == 3 && way->lanes == 1 && way->in_place && has_neighbours(way)) return 0;
    if (are_best_one_by_one(line, way, way->lanes)) return way->lanes;
    if (way->lanes >= WIDTH && line->n == 2) return HAS_HALVES && has_neighbours(way) ? left : 0;
    if (WIDTH == 2 || way->lanes < WIDTH || !butterflies_of(line, way)) return way->lanes;
    return left <= MOST_LEFT || way->in_place ? left : 0;
}

static void write_butterflies(const ata_line *line, const ata_way *way, int64_t first, int64_t lanes,
                              ata_writer *writer)
{
    ata_way part = *way;
    part.lanes = lanes;
    prepare(line, &part);
    const int64_t paired = count_paired(line, &part);
    const int64_t others = part.lanes -= paired;
    if (others > 0 && are_vectors(line, &part))
        write_run(line, &part, butterflies_of(line, &part), first, others, writer);
    else if (others > 0)
        write_lines(writer, &part, call_of_way(&part), butterflies_of(line, &part), butterfly_of(line, &part),
                    !(part.in.fits && part.out.fits),
                    place_behind(place_of_side(line, &part.in, false), first * way->in.lane),
                    place_behind(place_of_side(line, &part.out, true), first * way->out.lane));
    if (paired > 0) write_paired(line, &part, writer, first + others, paired);
}
#endif

/* A buffer and vectors do better than numbers one by one where lines are long and whole vectors. */
static bool is_better_gathered(const ata_line *line, const ata_way *way)
{
    enum { SHORT = 8 };
    return way->lanes >= WIDTH && !line->single && line->n >= SHORT && line->n % WIDTH == 0 &&
           !butterflies_of(line, way);
}

#include "engine/cpu/line/collected.h"
#include "engine/cpu/line/gathered.h"
#include "engine/cpu/line/parted.h"
#include "engine/cpu/line/write_codelets.h"

/* --- Short lines, both parts of a number in one vector ------------------------------------------------------------ */

/* Whether one line is a single call (squares.h), which is quicker still. */
static bool is_square(const ata_line *line, const ata_way *way)
{
    return line->single && way->in.fits && way->out.fits &&
           square_of(line, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true));
}

/* Whether lines are done as paired.h has it between these sides. */
static bool is_paired(const ata_line *line, const ata_side *in, const ata_side *out)
{
    const ata_way way = {.in = *in, .out = *out};
    return line->paired && has_neighbours(&way) && layout_of_way(&way) != SPLIT && is_addressable(&way);
}

/* Whether a real line by itself wraps such a line, or one of parted.h, between these sides: those read and write pairs,
 * whether or not their radices have forms that do. */
static bool wraps_paired(const ata_line *line, const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real);
    if (line->op != ATA_OP_HALF || !line->single || !is_addressable(way)) return false;
    if (!can_go_in_pairs(line->wrapped[0])) return false;
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const ata_side *reals = forward ? &way->in : &way->out, *pairs = forward ? &way->out : &way->in;
    return reals->row == bytes && pairs->row == 2 * bytes && pairs->apart == bytes;
}

/* --- Others ------------------------------------------------------------------------------------------------------ */

/* Whether a line is done as parted.h has it on this way. */
static bool is_parted(const ata_line *line, const ata_way *way)
{
    return can_part(line) && way->lanes == 1 && has_neighbours(way) && layout_of_way(way) != SPLIT &&
           is_addressable(way) && !(way->in.fits && way->out.fits);
}

static void separate_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points z = {(real *)in_re, (real *)in_im, call->x_next, call->x_lane};
    const points x = {out_re, out_im, call->y_next, call->y_lane};
    separate(call->line, z, x, call->run, NULL);
}

static void join_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points x = {(real *)in_re, (real *)in_im, call->x_next, call->x_lane};
    const points z = {out_re, out_im, call->y_next, call->y_lane};
    join(call->line, x, z, call->run, NULL);
}

/* The buffer between the wrapped line and what comes after it, or before: its parts alternate where the line is one of
 * paired.h, but for long ones in f64, to which taking them apart was dearer than pairing is cheaper, unless that is
 * done with pairs too (real_paired.h). */
static place place_half(ata_writer *writer, const ata_line *line, place in, place out, int64_t *scratch,
                        ptrdiff_t lanes)
{
    const ata_line *wrapped = line->wrapped[0];
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const place z = place_buffer(writer, scratch, line->m, lanes);
    const ata_function square =
        forward ? square_of(wrapped, in, z) : square_of(wrapped, place_exchanged(z), place_exchanged(out));
    const bool dear = REAL_BITS == 64 && wrapped->stage_count > 2;
    const bool pairs = can_go_in_pairs(wrapped) || (wrapped->pairs_in && wrapped->pairs_out);
    const bool beside = lanes == 1 && line->turns ? pairs : wrapped->paired && !square && !dear;
    if (!beside || layout_of(in.like) != PAIRS || layout_of(out.like) != PAIRS) return z;
    const ata_address im = {ATA_ORIGIN_SCRATCH, z.re.at + (int64_t)sizeof(real)};
    return place_of(PAIRS, 2, z.re, im);
}

/* The call that turns the results, or the points, of a real line: of one line by the widest vectors that it fills. */
static ata_function turn_of(const ata_line *line, ptrdiff_t lanes)
{
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    if (lanes > 1) return forward ? separate_call : join_call;
    const ata_line_functions *const *set = ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32);
    while (set[1] && (*set)->width > line->m / 2) set++;
    return forward ? (*set)->separate : (*set)->join;
}

static void write_wrapped(ata_writer *writer, const ata_line *line, place in, place out, ptrdiff_t lanes,
                          int64_t scratch)
{
    if (lanes == 1 && can_part(line)) write_parted(writer, line, in, out, scratch);
    else write_stages(writer, line, in, out, lanes, scratch);
}

/* What run_half does. */
static void write_half(ata_writer *writer, const ata_line *line, place in, place out, ptrdiff_t lanes, int64_t scratch)
{
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const place z = place_half(writer, line, in, out, &scratch, lanes);
    const place from = forward ? z : in, to = forward ? out : z;
    const ata_call call = {.x_next = from.like.row,
                           .x_lane = from.like.lane,
                           .y_next = to.like.row,
                           .y_lane = to.like.lane,
                           .run = lanes,
                           .line = line};
    if (forward) {
        write_wrapped(writer, line->wrapped[0], in, z, lanes, scratch);
        write_call(writer, turn_of(line, lanes), &call, z, out);
    } else {
        write_call(writer, turn_of(line, lanes), &call, in, z);
        write_wrapped(writer, line->wrapped[0], place_exchanged(z), place_exchanged(out), lanes, scratch);
    }
}

static void put_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points z = {(real *)in_re, (real *)in_im, 1, 1}, x = {out_re, out_im, call->y_next, call->y_lane};
    put_frequencies(call->line, z, x, 1);
}

static void get_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const points x = {(real *)in_re, (real *)in_im, call->x_next, call->x_lane}, z = {out_re, out_im, 1, 1};
    get_frequencies(call->line, x, z, 1);
}

/* All sequences of a single line. */
static void write_sequences(ata_writer *writer, const ata_line *line, place from, place to, int64_t scratch)
{
    ata_call call;
    const ata_function all = call_of_sequences(line, &call);
    if (all) write_call(writer, all, &call, from, to);
    for (int64_t k = 0; k <= line->divisor / 2 && !all; k++) {
        const int64_t at = k * line->sequence * (int64_t)sizeof(real);
        write_stages(writer, line->wrapped[0], place_behind(from, at), place_behind(to, at), 1, scratch);
    }
}

/* What run_divided does to a single line. */
static void write_divided(ata_writer *writer, const ata_line *line, place in, place out, int64_t scratch)
{
    const int64_t rows = (line->divisor / 2 + 1) * line->sequence;
    const ptrdiff_t m = (ptrdiff_t)line->m, next = (ptrdiff_t)line->sequence;
    const place y = place_buffer(writer, &scratch, rows, 1), z = place_buffer(writer, &scratch, rows, 1);
    const real_functions *functions = real_table[line->divisor];
    const ata_call ends = {
        .x_next = in.like.row, .x_lane = in.like.lane, .y_next = out.like.row, .y_lane = out.like.lane, .line = line};
    if (line->role == ATA_ROLE_REAL_FORWARD) {
        const ata_call call = call_of_divided(line, 1, m, next);
        write_call(writer, functions->stage_forward[1], &call, in, y);
        write_sequences(writer, line, y, z, scratch);
        write_call(writer, put_call, &ends, z, out);
    } else {
        const ata_call call = call_of_divided(line, 1, next, m);
        write_call(writer, get_call, &ends, in, y);
        write_sequences(writer, line, place_exchanged(y), place_exchanged(z), scratch);
        write_call(writer, functions->stage_inverse[1], &call, z, out);
    }
}

#include "engine/cpu/line/folded.h"

/* Whether the stages of a line may work on lanes that are no multiple of a vector: the last ones are done twice, which
 * wants results to go elsewhere. */
static bool may_overlap(const ata_line *line, const ata_way *way)
{
    return way->lanes >= WIDTH && (line->op == ATA_OP_HALF || line->stage_count > 1 || !way->in_place);
}

static void scale_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const bool parts = line->role != ATA_ROLE_REAL_INVERSE || line->packing == ATA_PACKING_HALF;
    for (ptrdiff_t p = 0; p < call->count; p++) {
        const ptrdiff_t at = p * call->y_step;
        const points out = {out_re + at, parts ? out_im + at : NULL, call->y_next, call->y_lane};
        scale_points(out, (ptrdiff_t)line->rows_out, call->run, (real)call->scale);
    }
}

/* What has been written, multiplied by the scale. */
static void write_scale(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    const place out = place_of_side(line, &way->out, true);
    ata_call call = call_of_way(way);
    call.line = line;
    if (is_packed(line, true)) call.y_next *= 2;
    if (way->scale != 1) write_call(writer, scale_call, &call, out, out);
}

/* Of single lines, how many of so many that follow one another are best done together. */
static int64_t lines_together(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lines)
{
    const bool stages = line->single && is_writable(line) && line->stage_count > 1 && !line->spread;
    if (!stages || line->form != ATA_FORM_NATURAL || lines == 1) return 1;
    const int64_t collected = collected_lines(line, in, out, lines);
    return collected == 1 && are_twins(in) && are_twins(out) ? 2 : collected;
}

static void write_program(const ata_line *line, const ata_way *way, ata_writer *writer)
{
    const bool plain = !way->window && !way->between;
    if (!way->window && is_real_codelet(line) && is_addressable(way)) {
        write_real_codelet(line, way, writer);
    } else if (!way->window && line->direct && is_addressable(way)) {
        write_direct(line, way, writer);
    } else if (is_fold_codelet(line) && is_addressable(way)) {
        write_fold_codelet(line, way, writer);
        return;
    } else if (plain && is_folded(line, way)) {
        write_folded(writer, line, way);
        return;
    } else if (plain && is_butterfly(line) && is_addressable(way) && !is_better_gathered(line, way)) {
        ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32)[0]->write_butterflies(line, way, 0, way->lanes, writer);
    } else if (plain && way->lanes == 1 && (way->runs > 1 || !is_square(line, way)) &&
               is_paired(line, &way->in, &way->out)) {
        const int64_t bytes = (int64_t)sizeof(real);
        const paired_runs runs = {way->runs, (ptrdiff_t)(way->in.run / bytes), (ptrdiff_t)(way->out.run / bytes),
                                  FETCHES_OUTPUT && way->far ? (ptrdiff_t)(way->out.next / bytes) : 0};
        write_paired_stages(writer, line, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true),
                            runs, 0);
    } else if (plain && way->lanes == 1 && way->runs == 1 && wraps_paired(line, way)) {
        write_half(writer, line, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true), 1, 0);
    } else if (plain && way->runs == 1 && is_collected(line, &way->in, &way->out, way->lanes)) {
        write_collected(writer, line, way, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true));
    } else if (plain && way->runs == 1 && line->single && way->lanes == 2) {
        write_twins(writer, line, way, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true));
    } else if (plain && are_few_columns(line, way)) {
        write_few_columns(writer, line, way);
    } else if (plain && way->runs == 1 && way->in.fits && way->out.fits && line->form == ATA_FORM_NATURAL &&
               ((way->in.direct && way->out.direct) || may_overlap(line, way))) {
        const place in = place_of_side(line, &way->in, false), out = place_of_side(line, &way->out, true);
        const ptrdiff_t lanes = line->single ? 1 : (ptrdiff_t)way->lanes;
        if (line->op == ATA_OP_HALF) write_half(writer, line, in, out, lanes, 0);
        else if (line->divisor > 0) write_divided(writer, line, in, out, 0);
        else write_stages(writer, line, in, out, lanes, 0);
    } else if (plain && way->runs == 1 && is_parted(line, way)) {
        write_parted(writer, line, place_of_side(line, &way->in, false), place_of_side(line, &way->out, true), 0);
    } else if (plain && is_gathered(line, way)) {
        write_gathered(writer, line, way);
        return;
    } else {
        writer->failed = true;
    }
    write_scale(line, way, writer);
}
