/* relay.c - which sweeps share a launch, and how. */
#include "engine/gpu/relay.h"

#include <math.h>
#include <string.h>

/* --- Chunks ------------------------------------------------------------------------------------------------------- */

typedef struct sweeps {
    const ata_problem *problem;
    const ata_recipe *recipe;
    int p[3];                   /* where the first begins, the second begins, and the second ends */
    const ata_gpu_array *route; /* the arrays before, between and behind them */
} sweeps;

static bool is_transformed(const sweeps *both, int d)
{
    for (int p = both->p[0]; p < both->p[2]; p++)
        if (both->recipe->pass[p].dim == d) return true;
    return false;
}

/* Whether neighbours along d are neighbours in memory. */
static bool is_fastest(const sweeps *both, int d)
{
    for (int i = 0; i < 3; i++)
        if (ata_gpu_magnitude(ata_gpu_stride(both->problem, both->route[i], d)) == 1) return true;
    return false;
}

/* Cut `length` along d, of each of `parts` of the data, as many to a chunk as make it about as large as it is wanted,
 * and neighbours in memory together; false where chunks would be too large, or too few. */
static bool cut_along(const sweeps *both, const ata_gpu_relays *relays, double cache, int d, int64_t length,
                      int64_t parts, ata_gpu_share *share)
{
    const ata_problem *problem = both->problem;
    const double one = (double)ata_gpu_scratch_bytes(problem) / (double)parts / (double)length;
    const int64_t least = is_fastest(both, d) ? 128 / (2 * ata_type_bytes(ata_gpu_scratch_type(problem))) : 1;
    if (length % least != 0) return false;
    share->d = d;
    share->n = least;
    while (2 * (double)share->n * one <= relays->chunk * cache && length % (2 * share->n) == 0) share->n *= 2;
    const double chunk = (double)share->n * one;
    share->chunks = length / share->n * parts;
    share->lead = fmax(1, fmin(relays->lead * cache / chunk, (double)share->chunks / 2));
    share->early = chunk <= relays->early * cache;
    return chunk <= relays->most * cache && share->chunks >= 4 && share->chunks <= INT32_MAX;
}

/* Whether a dimension of the batch lies closer together than d, so that tiles had better run along it. */
static bool batch_is_nearer(const sweeps *both, int d)
{
    const ata_problem *problem = both->problem;
    for (int i = 0; i < 3; i++)
        for (int b = 0; b < problem->batch_rank; b++)
            if (problem->batch[b].n > 1 && ata_gpu_magnitude(ata_gpu_stride(problem, both->route[i], -1 - b)) <
                                               ata_gpu_magnitude(ata_gpu_stride(problem, both->route[i], d)))
                return true;
    return false;
}

/* Where both sweeps go on along one dimension, the frequencies that an earlier one has found are left as they are: how
 * many there are; 0 where it is not so. */
static int64_t known_digits(const sweeps *both)
{
    const ata_recipe *recipe = both->recipe;
    if (both->p[2] != both->p[0] + 2) return 0;
    const ata_pass *first = &recipe->pass[both->p[0]], *second = first + 1;
    if (first->dim != second->dim || batch_is_nearer(both, first->dim)) return 0;
    for (int p = both->p[0]; p < both->p[2]; p++)
        if (recipe->pass[p].form != ATA_FORM_NATURAL || recipe->pass[p].turned) return 0;
    const int64_t before = ata_recipe_place(recipe, both->p[0]).before;
    return before > 1 ? before : 0;
}

/* Along the batch, or else the slowest dimension that neither sweep transforms and that makes good chunks, or the
 * frequencies that are known. */
static bool cut_chunks(const sweeps *both, const ata_gpu_relays *relays, double cache, ata_gpu_share *share)
{
    const ata_problem *problem = both->problem;
    if ((double)ata_gpu_scratch_bytes(problem) < relays->least * cache) return false;
    for (int b = 0; b < problem->batch_rank; b++)
        if (cut_along(both, relays, cache, -1 - b, problem->batch[b].n, 1, share)) return true;
    for (int d = 0; d < problem->rank; d++)
        if (!is_transformed(both, d) &&
            cut_along(both, relays, cache, d, ata_problem_length_between(problem, d), 1, share))
            return true;
    share->digits = known_digits(both);
    return share->digits > 0 && cut_along(both, relays, cache, both->recipe->pass[both->p[0]].dim, share->digits,
                                          ata_problem_batch_count(problem), share);
}

/* --- Tiles -------------------------------------------------------------------------------------------------------- */

/* The points of a sweep's lines, and its largest radix. */
static int64_t points_of(const sweeps *both, int sweep, int64_t *largest)
{
    int64_t points = 1;
    for (int p = both->p[sweep]; p < both->p[sweep + 1]; p++) {
        const ata_pass *pass = &both->recipe->pass[p];
        for (int s = 0; s < pass->count; s++) {
            const int64_t radix = both->recipe->steps.step[pass->first + s].n;
            points *= radix;
            if (radix > *largest) *largest = radix;
        }
    }
    return points;
}

/* Whether a sweep has whole rows, which are contiguous however many lines a tile has. */
static bool has_rows(const sweeps *both, int sweep)
{
    const int x = both->problem->rank - 1;
    for (int p = both->p[sweep]; p < both->p[sweep + 1]; p++)
        if (both->recipe->pass[p].dim == x && ata_recipe_place(both->recipe, p).total == 1) return true;
    return false;
}

/* Whether a row of the table suits both sweeps; `strip`: the bytes that lines side by side should have in memory. */
static bool suits(const sweeps *both, const ata_gpu_row *row, int64_t strip)
{
    const int64_t element = 2 * ata_type_bytes(ata_gpu_scratch_type(both->problem));
    for (int sweep = 0; sweep < 2; sweep++) {
        int64_t largest = 1;
        const int64_t n = points_of(both, sweep, &largest);
        /* Two lanes may share a task of more points than 32; a thread of 16 had better have more of them. */
        if (largest > row->points * (row->points < 32 ? 1 : ATA_GPU_LANES) || n > row->n) return false;
        if (!has_rows(both, sweep) && row->n / n * element < strip) return false;
    }
    return true;
}

static bool make_both(ata_gpu_pass pass[2], const sweeps *both, const ata_gpu_share *share,
                      const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    for (int sweep = 0; sweep < 2; sweep++) {
        ata_gpu_share own = *share;
        own.second = sweep == 1;
        if (ata_gpu_pass_init(&pass[sweep], both->problem, both->recipe, both->p[sweep], both->route[sweep],
                              both->route[sweep + 1], &own, limits, tuning) != ATA_OK)
            return false;
        if (pass[sweep].kernel.shape.strips > 0) return false;
    }
    ata_gpu_shape *first = &pass[0].kernel.shape, *second = &pass[1].kernel.shape;
    if (first->blocks_wanted < second->blocks_wanted) second->blocks_wanted = first->blocks_wanted;
    else first->blocks_wanted = second->blocks_wanted;
    pass[0].kernel.out.keep = ATA_KEEP_LONGEST; /* the second sweep overwrites it with what is to leave first */
    pass[1].kernel.in.keep = ATA_KEEP_AS_USUAL;
    return pass[0].tiles / share->chunks + pass[1].tiles / share->chunks <= INT32_MAX / share->chunks;
}

/* Where what is between the sweeps is not overwritten by the second, it goes to main memory after all; rows of n/2 + 1
 * points fit no tiles; and numbers of two bytes are bound by instructions, not by memory. */
static bool pays(const ata_problem *problem, const ata_gpu_array route[3])
{
    return route[1] == route[2] && problem->kind == ATA_C2C && ata_type_bytes(ata_gpu_scratch_type(problem)) > 2;
}

/* Where the table does n points in three passes, the points of the first; else 0. Zeros stand between them, and behind
 * them all. */
static int64_t first_of_three(const ata_known_way *way, int64_t n)
{
    int passes = 1;
    int64_t first = 1;
    while (way->n > 0 && way->n != n) way++;
    for (int i = 0; i + 1 < ATA_WAY_RADICES && way->n == n; i++) {
        if (passes == 1 && way->radix[i] != 0) first *= way->radix[i];
        passes += way->radix[i] == 0 && way->radix[i + 1] != 0;
    }
    return passes == 3 ? first : 0;
}

bool ata_gpu_relay_expected(const ata_problem *problem, const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    static const ata_gpu_array route[3] = {ATA_GPU_IN, ATA_GPU_OUT, ATA_GPU_OUT};
    const ata_recipe none = {.pass_count = 0};
    const sweeps both = {problem, &none, {0, 0, 0}, route};
    ata_gpu_share share = {0};
    if (!tuning->relays || problem->rank != 1 || !pays(problem, route) || problem->type_out != problem->type)
        return false;
    const double cache = (double)limits->cache_bytes, all = (double)ata_gpu_scratch_bytes(problem);
    const int64_t one = (int64_t)(all / (double)ata_problem_batch_count(problem));
    if ((double)one > tuning->relays->most * cache) { /* then by the frequencies known before */
        share.digits = first_of_three(tuning->relayed, problem->dim[0].n);
        return all >= tuning->relays->least * cache && share.digits > 0 && !batch_is_nearer(&both, 0) &&
               cut_along(&both, tuning->relays, cache, 0, share.digits, ata_problem_batch_count(problem), &share);
    }
    return problem->place == ATA_OUT_OF_PLACE && cut_chunks(&both, tuning->relays, cache, &share) && share.d < 0;
}

bool ata_gpu_relay_make(ata_gpu_pass pass[2], const ata_problem *problem, const ata_recipe *recipe, int p,
                        const ata_gpu_array route[3], const ata_device_limits *limits, const ata_gpu_tuning *tuning)
{
    const int next = ata_recipe_sweep_end(recipe, p);
    if (!tuning->relays || next == recipe->pass_count || !pays(problem, route)) return false;
    const sweeps both = {problem, recipe, {p, next, ata_recipe_sweep_end(recipe, next)}, route};
    for (int q = p; q < both.p[2]; q++)
        if (recipe->pass[q].reorder != ATA_REORDER_NONE || recipe->pass[q].lines > 0) return false;
    ata_gpu_share share = {0};
    if (!cut_chunks(&both, tuning->relays, (double)limits->cache_bytes, &share)) return false;
    for (int64_t strip = 128; strip >= 64; strip /= 2)
        for (share.row = tuning->relays->rows; share.row->n > 0; share.row++)
            if (suits(&both, share.row, strip) && make_both(pass, &both, &share, limits, tuning)) return true;
    return false;
}

/* --- The kernel --------------------------------------------------------------------------------------------------- */

static void write_sweep(int number, ata_text *text)
{
    ata_text_print(text, "#define SWEEP %d\n#include \"engine/gpu/kernels/sweep.cuh\"\n#undef SWEEP\n", number);
}

/* The names of all constants, undefined. */
static void write_undefined(const char *constants, ata_text *text)
{
    static const char word[] = "#define ";
    for (const char *name; (name = strstr(constants, word)); constants = name) {
        name += sizeof word - 1;
        ata_text_print(text, "#undef %.*s\n", (int)strcspn(name, " "), name);
    }
}

void ata_gpu_relay_write(const ata_gpu_pass pass[2], const char *first, ata_text *text)
{
    ata_text_print(text, "#define ASKS_EARLY %d\n", pass[0].share.early);
    write_sweep(1, text);
    write_undefined(first, text);
    ata_gpu_prelude_write(&pass[1].kernel, text);
    write_sweep(2, text);
}

size_t ata_gpu_relay_bytes(const ata_gpu_pass pass[2])
{
    return (size_t)(1 + pass[0].share.chunks) * sizeof(unsigned int);
}

void ata_gpu_relay_set(const ata_gpu_pass pass[2], ata_relay_arguments *arguments)
{
    const int64_t chunks = pass[0].share.chunks;
    arguments->chunks = (unsigned int)chunks;
    for (int sweep = 0; sweep < 2; sweep++) arguments->tiles[sweep] = (unsigned int)(pass[sweep].tiles / chunks);
    /* Both sweeps take turns until the last tile of the first has had its own: hence rounded up. */
    const uint64_t first = arguments->tiles[0], both = first + arguments->tiles[1];
    const uint64_t lead = (uint64_t)ceil(pass[0].share.lead * (double)first);
    arguments->lead = (unsigned int)lead;
    arguments->mixed = (unsigned int)((((uint64_t)chunks * first - lead) * both + first - 1) / first);
}
