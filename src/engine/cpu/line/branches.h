/* branches.h - how the longest single lines part. Included by functions.h.
 *
 * Behind a stage of radix r that leaves output k of all its butterflies together, not side by side with the others, a
 * line is r branches, which have nothing more to do with each other until lanes are combined (stages.h). Each goes
 * through the other stages of the rows by itself, in less memory, and may part again:
 *
 *     the line  ->  branch 0  ->  all other stages of the rows  ->\
 *                   branch 1  ->  all other stages of the rows  ->  rows combined
 *                   ...
 *
 * Row j of branch k is row k + r j of the line, so that what combines them takes a row from each branch by turns, and
 * nothing is ever moved to its place: three sweeps over memory, however many stages there are, as long as a branch
 * stays in a cache.
 */

/* Numbers between the pieces of a spread line. Behind a branch there are as many more as keep the next one off the same
 * lines of a cache. */
enum { PIECE_GAP = CACHE_LINE / (int)sizeof(real) };

/* The longest line, or branch, both parts of its numbers, that does not part. */
enum { BRANCH_BYTES = 8 << 20 };

/* How many there are behind `level` stages: one at first, the line itself. */
INLINE int64_t branch_count(const ata_line *line, int level)
{
    return line->stage[level].s;
}

/* Numbers of a plane of each, with the gaps between its pieces, or its branches. */
static int64_t branch_numbers(const ata_line *line, int level)
{
    if (level < line->branching) return line->stage[level].radix * branch_numbers(line, level + 1);
    return line->n / branch_count(line, level) + (LARGEST_RADIX + 1) * PIECE_GAP;
}

/* Numbers of a plane of the buffer that stages change with the line's own: of a branch, where there are some. */
static int64_t room_numbers(const ata_line *line)
{
    return branch_numbers(line, line->branching > 0 ? 1 : 0);
}

/* How many rows of each branch at that level, taken by turns, make whole vectors. */
static int64_t rows_by_turns(const ata_line *line, int level)
{
    return WIDTH / ata_integer_gcd(WIDTH, branch_count(line, level));
}

/* Whether branches at this level had better part. They leave at least the stage whose results stay in place, and the
 * pieces of that one must be rows by turns. */
static bool parts(const ata_line *line, int level)
{
    const int rows = line->stage_count - 2;
    const int64_t bytes = 2 * line->n / branch_count(line, level) * (int64_t)sizeof(real);
    if (bytes <= BRANCH_BYTES || level == rows || line->gap == 0) return false;
    return line->stage[rows].s / branch_count(line, level + 1) % rows_by_turns(line, level + 1) == 0;
}

/* Where row 0 of branch `index` lies, of those behind all stages that part the line. */
static int64_t branch_at(const ata_line *line, int64_t index)
{
    int64_t at = 0;
    for (int level = 0; level < line->branching; level++) {
        at += index % line->stage[level].radix * branch_numbers(line, level + 1);
        index /= line->stage[level].radix;
    }
    return at;
}

/* Whether pieces lie apart, which stages part a line whose stages are known, and where the rows lie then that are
 * combined. */
static ata_status build_branches(ata_line *line)
{
    enum { WIDTH_ROWS = 128 };
    line->gap = line->stage[line->stage_count - 2].s % WIDTH == 0 ? PIECE_GAP : 0;
    while (parts(line, line->branching)) line->branching++;
    if (line->branching == 0) return ATA_OK;
    const int64_t count = branch_count(line, line->branching), lanes = line->stage[line->stage_count - 1].radix;
    line->group = count * rows_by_turns(line, line->branching);
    line->width = line->group < WIDTH_ROWS ? WIDTH_ROWS / line->group * line->group : line->group;
    ATA_TRY(ata_memory_create((void **)&line->rows, (size_t)line->group, sizeof *line->rows, "the rows of a line"));
    for (int64_t i = 0; i < line->group; i++)
        line->rows[i] = (ptrdiff_t)(branch_at(line, i % count) + i / count * lanes);
    return ATA_OK;
}
