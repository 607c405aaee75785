/* reorder.c - tiles of reorderings, and their constants. */
#include "engine/gpu/reorder.h"

#include "core/integer.h"
#include "engine/gpu/loops.h"

/* So many points of a tile; so many neighbours of them at each end; and so many points of a thread. */
enum { TILE_BITS = 10, TOGETHER_BITS = 5, POINTS = 4, BLOCKS = 8 };

/* --- Tiles -------------------------------------------------------------------------------------------------------- */

/* The bits of the index along the dimension, and those of the number of a line, as far as there are lines. */
static void list_bits(ata_gpu_pass *pass, const ata_problem *problem, const ata_pass *from)
{
    ata_gpu_reorder *reorder = &pass->reorder;
    const int64_t n = problem->dim[from->dim].n;
    const int64_t in = ata_gpu_stride(problem, pass->from, from->dim);
    const int64_t out = ata_gpu_stride(problem, pass->to, from->dim);
    for (int64_t i = 1; i < n; i *= 2)
        reorder->bit[reorder->bits++] =
            (ata_gpu_bit){.in = i * in, .out = ata_reorder_index(from->reorder, from->reorder_n, n, i) * out};
    const ata_gpu_loop *lines = &pass->loop[0];
    for (int64_t i = 1; i < lines->count && i < (int64_t)1 << TILE_BITS; i *= 2)
        reorder->bit[reorder->bits++] = (ata_gpu_bit){.in = i * lines->in, .out = i * lines->out, .lines = i};
}

static int64_t stride_of(const ata_gpu_bit *bit, bool in)
{
    return ata_gpu_magnitude(in ? bit->in : bit->out);
}

/* The bits, the nearest neighbours at that end first. */
static void sort_bits(ata_gpu_reorder *reorder, bool in)
{
    for (int i = 1; i < reorder->bits; i++) {
        const ata_gpu_bit bit = reorder->bit[i];
        int at = i;
        for (; at > 0 && stride_of(&reorder->bit[at - 1], in) > stride_of(&bit, in); at--)
            reorder->bit[at] = reorder->bit[at - 1];
        reorder->bit[at] = bit;
    }
}

/* Up to `most` of the first bits become the tile's, unless it is full. */
static void take_bits(ata_gpu_reorder *reorder, int most)
{
    for (int i = 0; i < reorder->bits && i < most && reorder->tile_bits < TILE_BITS; i++) {
        if (reorder->bit[i].in_tile) continue;
        reorder->bit[i].in_tile = true;
        reorder->tile_bits++;
    }
}

/* Which bits a tile has. Those of lines are taken from the lowest on, because they lie in that order. */
static void choose_tile(ata_gpu_reorder *reorder)
{
    sort_bits(reorder, false);
    take_bits(reorder, TOGETHER_BITS);
    sort_bits(reorder, true);
    take_bits(reorder, TOGETHER_BITS);
    take_bits(reorder, reorder->bits);
}

/* --- Ends --------------------------------------------------------------------------------------------------------- */

/* Whether an end may access `vector` neighbours at once: a bit in the tile for each power of two below it, and every
 * other stride a multiple of it. */
static bool may_vector(const ata_gpu_pass *pass, bool in, int64_t vector)
{
    const ata_gpu_reorder *reorder = &pass->reorder;
    int own = 0, others = 0;
    for (int64_t v = 1; v < vector; v *= 2) {
        bool found = false;
        for (int i = 0; i < reorder->bits; i++) {
            const ata_gpu_bit *bit = &reorder->bit[i];
            if (!bit->in_tile || (in ? bit->in : bit->out) != v) continue;
            if (bit->lines > 0 && pass->loop[0].count % vector != 0) return false;
            found = true;
        }
        if (!found) return false;
        own++;
    }
    for (int i = 0; i < reorder->bits; i++) others += stride_of(&reorder->bit[i], in) % vector != 0;
    if (others != own) return false; /* frames that overlap have several bits of the same stride */
    const int64_t line = (in ? pass->loop[0].in : pass->loop[0].out) * pass->kernel.shape.lines;
    if (line % vector != 0) return false;
    for (int l = 1; l < pass->kernel.loops; l++)
        if ((in ? pass->loop[l].in : pass->loop[l].out) % vector != 0) return false;
    return true;
}

static int vector_of(const ata_gpu_pass *pass, bool in)
{
    int vector = ata_gpu_vector(in ? &pass->kernel.in : &pass->kernel.out, pass->kernel.shape.points);
    while (vector > 1 && !may_vector(pass, in, vector)) vector /= 2;
    return vector;
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* Loops over all that is not along the dimension, the one whose lines lie closest first. */
static ata_status set_loops(ata_gpu_pass *pass, const ata_problem *problem, int dim)
{
    ata_gpu_loops list = {0};
    for (int d = 0; d < problem->rank; d++)
        if (d != dim) ata_gpu_loops_add_dim(&list, pass, problem, d);
    ata_gpu_loops_add_batch(&list, pass, problem);
    ata_gpu_loops_merge(&list);
    return ata_gpu_loops_give(&list, pass);
}

static ata_status count_tiles(ata_gpu_pass *pass, const ata_problem *problem)
{
    const ata_gpu_shape *shape = &pass->kernel.shape;
    pass->reorder.groups = shape->n * shape->lines >> pass->reorder.tile_bits;
    ATA_TRY(ata_gpu_loops_count(pass, problem, pass->reorder.groups));
    pass->bytes_written = 2 * ata_type_bytes(pass->kernel.out.type) * shape->n;
    for (int l = 0; l < pass->kernel.loops; l++) pass->bytes_written *= pass->loop[l].count;
    return ATA_OK;
}

ata_status ata_gpu_reorder_init(ata_gpu_pass *pass, const ata_problem *problem, const ata_recipe *recipe, int p,
                                const ata_device_limits *limits)
{
    const ata_pass *from = &recipe->pass[p];
    ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_shape *shape = &kernel->shape;
    pass->reorder = (ata_gpu_reorder){.kind = from->reorder};
    ata_gpu_set_ends(pass, problem, recipe, p);
    ATA_TRY(set_loops(pass, problem, from->dim));
    list_bits(pass, problem, from);
    choose_tile(&pass->reorder);
    const int tile = 1 << pass->reorder.tile_bits;
    *shape = (ata_gpu_shape){.n = problem->dim[from->dim].n,
                             .lines = 1,
                             .points = tile < POINTS ? tile : POINTS,
                             .cluster = 1,
                             .real_bytes = (int)ata_type_bytes(ata_problem_compute_type(problem)),
                             .shared_elements = tile + tile / 32};
    for (int i = 0; i < pass->reorder.bits; i++)
        if (pass->reorder.bit[i].in_tile && pass->reorder.bit[i].lines > 0) shape->lines *= 2;
    shape->threads = tile / shape->points;
    shape->blocks_wanted = limits->threads / (shape->threads > 128 ? shape->threads : 128);
    if (shape->blocks_wanted > BLOCKS) shape->blocks_wanted = BLOCKS;
    kernel->ragged = pass->loop[0].count % shape->lines != 0;
    kernel->in.vector = vector_of(pass, true);
    kernel->out.vector = vector_of(pass, false);
    return count_tiles(pass, problem);
}

/* --- Constants ---------------------------------------------------------------------------------------------------- */

typedef enum wanted { WANT_IN, WANT_OUT, WANT_LINES, WANT_NUMBER } wanted;

static int64_t weight_of(const ata_gpu_bit *bit, wanted what)
{
    return what == WANT_IN ? bit->in : what == WANT_OUT ? bit->out : what == WANT_LINES ? bit->lines : bit->number;
}

/* A macro with the sum of what each bit of a number weighs: one term for as many bits as double. */
static void write_sum(ata_text *text, const char *name, const ata_gpu_reorder *reorder, bool in_tile, wanted what)
{
    int64_t weights[ATA_GPU_BITS], unit = 1;
    int bits = 0;
    for (int i = 0; i < reorder->bits; i++)
        if (reorder->bit[i].in_tile == in_tile && (in_tile || reorder->bit[i].lines == 0))
            weights[bits++] = weight_of(&reorder->bit[i], what);
    ata_text_print(text, "#define %s(e) (", name);
    for (int i = 0; i < bits;) {
        const int64_t weight = weights[i++];
        int64_t count = 2;
        for (; i < bits && weights[i] == count * weight; i++) count *= 2;
        if (weight != 0)
            ata_text_print(text, "(int)((e) / %lld %% %lld) * %lld%s + ", (long long)unit, (long long)count,
                           (long long)weight, what == WANT_IN || what == WANT_OUT ? "LL" : "");
        unit *= count;
    }
    ata_text_print(text, "0)\n");
}

/* What the points of a tile are counted by, in the order of the input and then of the output. */
static void write_sums(ata_text *text, ata_gpu_reorder *reorder)
{
    int64_t number = 1;
    sort_bits(reorder, true);
    write_sum(text, "IN_PLACE", reorder, true, WANT_IN);
    write_sum(text, "IN_LINES", reorder, true, WANT_LINES);
    write_sum(text, "GROUP_IN", reorder, false, WANT_IN);
    write_sum(text, "GROUP_OUT", reorder, false, WANT_OUT);
    for (int i = 0; i < reorder->bits; i++) {
        if (!reorder->bit[i].in_tile) continue;
        reorder->bit[i].number = number;
        number *= 2;
    }
    sort_bits(reorder, false);
    write_sum(text, "OUT_PLACE", reorder, true, WANT_OUT);
    write_sum(text, "OUT_LINES", reorder, true, WANT_LINES);
    write_sum(text, "NUMBER_IN", reorder, true, WANT_NUMBER);
}

void ata_gpu_reorder_prelude_write(const ata_gpu_pass *pass, ata_text *text)
{
    const ata_gpu_kernel *kernel = &pass->kernel;
    ata_gpu_reorder reorder = pass->reorder;
    ata_text_print(text, "#define REAL %s\n#define REAL_BITS %d\n", kernel->shape.real_bytes == 4 ? "float" : "double",
                   8 * kernel->shape.real_bytes);
    ata_text_print(text, "#define LINES %d\n#define POINTS %d\n#define GROUPS %lld\n", kernel->shape.lines,
                   kernel->shape.points, (long long)reorder.groups);
    ata_text_print(text, "#define BLOCKS_WANTED %d\n#define LOOPS %d\n#define RAGGED %d\n#define SCALED %d\n",
                   kernel->shape.blocks_wanted, kernel->loops, kernel->ragged, kernel->scaled);
    ata_gpu_prelude_write_end(text, "IN", &kernel->in);
    ata_gpu_prelude_write_end(text, "OUT", &kernel->out);
    write_sums(text, &reorder);
}
