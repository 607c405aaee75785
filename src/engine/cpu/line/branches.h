/* branches.h - how the longest single lines part. Included by functions.h.
 *
 * A stage of radix r that leaves output k of all its butterflies together, not side by side with the others, parts a
 * line into r branches, which have nothing more to do with each other until lanes are combined (stages.h). Each goes
 * through the other stages of the rows by itself, in less memory:
 *
 *     the line  ->  branch 0  ->  all other stages of the rows  ->\
 *                   branch 1  ->  all other stages of the rows  ->  rows combined
 *                   ...
 *
 * Of b branches row j of branch k is row k + b j of the line, so that what combines them takes a row from each by
 * turns, and nothing is ever moved to its place: three sweeps over memory, however many stages there are, as long as a
 * branch stays in a cache. Two stages may part a line in one go: they are done for a few rows of every branch at a
 * time, and what is between them stays in a cache.
 */

/* From where a plane of a line is spread; from where the line parts, both parts of its numbers, and up to where
 * branches behind one stage are better than those behind two, which are shorter; what two stages that part it
 * read of every branch's rows at a time: long enough for hardware to look ahead, and all that they go through
 * stays in a core's second cache; and how much of all branches is combined before the next rows: so much that it
 * stays there, too. Measured on a Neoverse V1, with a second cache of 1 MB, and Xeons (Emerald and Sapphire
 * Rapids), with 2 MB. The former follows all branches as they come. */
#if defined(__aarch64__)
enum {
    SPREAD_BYTES = 64 << 10,
    PARTED_BYTES = 8 << 20,
    BRANCH_BYTES = 16 << 20,
    BLOCK_BYTES = 1 << 10,
    TILE_BYTES = 0
};
#else
enum {
    SPREAD_BYTES = 128 << 10,
    PARTED_BYTES = 4 << 20,
    BRANCH_BYTES = 32 << 20,
    BLOCK_BYTES = 2 << 10,
    TILE_BYTES = 512 << 10
};
#endif

_Static_assert((int)PARTED_BYTES > (int)ATA_LONGEST_PADDED_BYTES, "rows of lines that part are not padded");

/* From where results, and branches, go past the caches: both parts of a line's numbers. What is nearer is sooner read
 * again from the last cache; branches are, at once. */
enum { PAST_BYTES = 8 << 20, BRANCHES_PAST_BYTES = 16 << 20 };

/* Numbers between the pieces of a spread line. Behind a branch there are as many more as keep the next one off the same
 * lines of a cache. */
enum { PIECE_GAP = CACHE_LINE / (int)sizeof(real) };

/* Numbers of a plane of a branch, or of a line that is one, with the gaps between its pieces. */
INLINE int64_t branch_numbers(const ata_line *line)
{
    return line->n / row_lanes(line) * line->pitch / line->branches + (LARGEST_RADIX + 1) * PIECE_GAP;
}

/* Rows of every branch that are done at a time. */
INLINE int64_t block_rows(const ata_line *line)
{
    const int64_t rows = BLOCK_BYTES / (2 * line->pitch * (int64_t)sizeof(real));
    return rows > 0 ? rows : 1;
}

/* Numbers of a plane between those of one branch and the next while they are done. */
INLINE int64_t block_numbers(const ata_line *line)
{
    return block_rows(line) * line->pitch + PIECE_GAP;
}

/* Numbers of a plane of a buffer beside the line's own: stages change it with a branch, and what is between the stages
 * that part a line lies there. */
static int64_t room_numbers(const ata_line *line)
{
    const int64_t branch = branch_numbers(line), block = line->branches * block_numbers(line);
    return line->parting < 2 || branch > block ? branch : block;
}

/* Where row 0 of branch k lies: those behind one output of the first stage lie together. */
static int64_t branch_at(const ata_line *line, int64_t k)
{
    const int64_t first = line->stage[0].radix;
    return (k % first * (line->branches / first) + k / first) * branch_numbers(line);
}

/* How many rows of each of so many branches, taken by turns, make whole vectors. */
INLINE int64_t rows_by_turns(int64_t branches)
{
    return WIDTH / ata_integer_gcd(WIDTH, branches);
}

/* How many stages had better part a line: two where its rows are whole lines of a cache (others are done more quickly
 * the more of them lie side by side), or where the branches behind one would be too long. A line without gaps between
 * pieces does not part: those of a branch would be no whole vectors of rows by turns. */
static int parting_of(const ata_line *line)
{
    const int64_t bytes = 2 * line->n * (int64_t)sizeof(real);
    if (line->gap == 0 || bytes < PARTED_BYTES) return 0;
    return line->pitch % PIECE_GAP == 0 || bytes / line->stage[0].radix > BRANCH_BYTES ? 2 : 1;
}

/* Whether pieces lie apart, how a line parts whose stages are known, and where the rows lie then that are combined. */
static ata_status build_branches(ata_line *line)
{
    enum { WIDTH_ROWS = 128 };
    line->gap = line->stage[line->stage_count - 2].s % WIDTH == 0 ? PIECE_GAP : 0;
    line->parting = parting_of(line);
    line->branches = line->stage[line->parting].s;
    if (line->parting == 0) return ATA_OK;
    line->group = line->branches * rows_by_turns(line->branches);
    line->width = line->group < WIDTH_ROWS ? WIDTH_ROWS / line->group * line->group : line->group;
    ATA_TRY(ata_memory_create((void **)&line->rows, (size_t)line->group, sizeof *line->rows, "the rows of a line"));
    for (int64_t i = 0; i < line->group; i++)
        line->rows[i] = (ptrdiff_t)(branch_at(line, i % line->branches) + i / line->branches * line->pitch);
    return ATA_OK;
}
