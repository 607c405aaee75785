/* test_gpu_shape.c - the shapes of the GPU's kernels, proved without running one: every row of the tuning tables, for
 * both architectures and precisions, and recipes that no row has.
 *
 * Each shape is walked through point by point, as kernels/stage.cuh would: every task is somebody's, every point has a
 * place of its own in shared memory, and what a stage puts there the next one finds.
 */
#include "test_gpu_shape.h"
#include "engine/gpu/engine.h"
#include "plan/registry.h"
#include "planner/planner.h"

#include "engine/gpu/banks.h"

/* --- Coordinates, as stage.cuh counts them ----------------------------------------------------------------------- */

typedef struct place {
    int c, k, p;
} place;

static int reverse(int index, int64_t n)
{
    int result = 0;
    for (int64_t bit = 1; bit < n; bit *= 2, index /= 2) result = 2 * result + index % 2;
    return result;
}

static int task_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, int thread, int v)
{
    return thread * stage->near + v % stage->near + v / stage->near * (shape->threads * stage->near);
}

static place place_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, int task)
{
    const int counted = task / stage->unit[ATA_K] % stage->count[ATA_K], fast = stage->k_fast;
    place at = {task / stage->unit[ATA_C] % shape->lines,
                counted / fast + counted % fast * (stage->count[ATA_K] / fast),
                task / stage->unit[ATA_P] % stage->count[ATA_P]};
    if (stage->k_reversed) at.k = reverse(at.k, shape->n);
    if (stage->p_reversed) at.p = reverse(at.p, shape->n);
    return at;
}

static int index_of(const ata_gpu_shape *shape, const int stride[ATA_COORDINATES], place at, int digit)
{
    return at.c * stride[ATA_C] + at.k % shape->k_split * stride[ATA_K] + at.p % shape->p_split * stride[ATA_P] +
           (at.k / shape->k_split + at.p / shape->p_split) * stride[ATA_H] + digit * stride[ATA_R];
}

/* --- Tasks ------------------------------------------------------------------------------------------------------- */

static unsigned char seen[1 << 20];

/* Every (c, K, p) is one thread's, once; and coordinates of a thread and of a number in it add up to the task's. */
static void check_tasks(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const int count = stage->count[ATA_C] * stage->count[ATA_K] * stage->count[ATA_P];
    int wrong = 0, apart = 0;
    CHECK(count == shape->threads * stage->tasks && count <= (int)sizeof seen, "%s, stage %d: %d tasks", what, s,
          count);
    CHECK(stage->tasks * stage->radix == shape->points && stage->tasks % stage->near == 0, "%s, stage %d", what, s);
    memset(seen, 0, (size_t)count);
    for (int thread = 0; thread < shape->threads; thread++) {
        const place mine = place_of(shape, stage, task_of(shape, stage, thread, 0));
        for (int v = 0; v < stage->tasks; v++) {
            const place at = place_of(shape, stage, task_of(shape, stage, thread, v));
            const place step = place_of(shape, stage, task_of(shape, stage, 0, v));
            apart += at.c != mine.c + step.c || at.k != mine.k + step.k || at.p != mine.p + step.p;
            const int number = (at.c * stage->count[ATA_K] + at.k) * stage->count[ATA_P] + at.p;
            wrong += seen[number]++ != 0;
        }
    }
    CHECK(wrong == 0, "%s, stage %d: %d tasks are nobody's or several threads'", what, s, wrong);
    CHECK(apart == 0, "%s, stage %d: %d tasks are not where their thread's sum is", what, s, apart);
}

/* The blocks of a cluster have all K and all p of a line between them, each once. */
static void check_ranks(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    int64_t before = 1, after = 1;
    int wrong = 0;
    for (int i = 0; i < s; i++) before *= shape->stage[i].radix;
    for (int i = s + 1; i < shape->stage_count; i++) after *= shape->stage[i].radix;
    memset(seen, 0, (size_t)(before * after));
    for (int rank = 0; rank < shape->cluster; rank++)
        for (int k = 0; k < stage->count[ATA_K]; k++)
            for (int p = 0; p < stage->count[ATA_P]; p++) {
                const int64_t whole_k = k % stage->k_low + k / stage->k_low * stage->k_jump + rank * stage->k_rank;
                const int64_t whole_p = p % stage->p_low + p / stage->p_low * stage->p_jump + rank * stage->p_rank;
                const bool inside = whole_k < before && whole_p < after;
                wrong += !inside || seen[whole_k * after + whole_p]++ != 0;
            }
    CHECK(wrong == 0, "%s, stage %d: %d coordinates are no block's or several blocks'", what, s, wrong);
}

/* --- Shared memory ----------------------------------------------------------------------------------------------- */

/* Where stage s + 1 will look for each point of a block: all places differ. Then that stage s puts every one there. */
static void check_exchange(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    const bool remote = shape->cluster > 1 && s == shape->cluster_stage;
    const int digits = remote ? a->radix / shape->cluster : a->radix, ranks = remote ? shape->cluster : 1;
    int wrong = 0, lost = 0;
    memset(seen, 0, (size_t)shape->shared_elements);
    for (int c = 0; c < shape->lines; c++)
        for (int k = 0; k < b->count[ATA_K]; k++)
            for (int p = 0; p < b->count[ATA_P]; p++)
                for (int j = 0; j < b->radix; j++) {
                    const int at = index_of(shape, b->in, (place){c, k, p}, j);
                    wrong += at < 0 || at >= shape->shared_elements || seen[at]++ != 0;
                }
    CHECK(wrong == 0, "%s, exchange %d: %d points share a place or have none", what, s, wrong);
    for (int rank = 0; rank < ranks; rank++)
        for (int c = 0; c < shape->lines; c++)
            for (int k = 0; k < a->count[ATA_K]; k++)
                for (int p = 0; p < a->count[ATA_P]; p++)
                    for (int q = 0; q < digits; q++) {
                        const int put = index_of(shape, a->out, (place){c, k, p}, q) + rank * a->p_rank * a->out[ATA_P];
                        const int p_there = p + rank * a->p_rank;
                        const place there = {c, k + q * a->count[ATA_K], p_there % b->count[ATA_P]};
                        lost += put != index_of(shape, b->in, there, p_there / b->count[ATA_P]);
                    }
    CHECK(lost == 0, "%s, exchange %d: %d points are put where nobody looks for them", what, s, lost);
}

/* The wavefronts of all warps for all points of one side of an exchange, counted lane by lane. */
static int64_t count_wavefronts(const ata_gpu_shape *shape, const ata_gpu_stage *stage,
                                const int stride[ATA_COORDINATES], int pair)
{
    const int elements = pair ? 2 : 1, group = 128 / (elements * 2 * shape->real_bytes);
    const int v_step = pair == 1 ? 2 : 1, digit_step = pair == 2 ? 2 : 1;
    int64_t sum = 0;
    for (int v = 0; v < stage->tasks; v += v_step)
        for (int digit = 0; digit < stage->radix; digit += digit_step)
            for (int first = 0; first < shape->threads; first += group) {
                int word[32], load[32] = {0}, most = 0;
                for (int lane = 0; lane < group && first + lane < shape->threads; lane++) {
                    const place at = place_of(shape, stage, task_of(shape, stage, first + lane, v));
                    word[lane] = index_of(shape, stride, at, digit) / elements;
                    bool again = false;
                    for (int i = 0; i < lane; i++) again = again || word[i] == word[lane];
                    if (!again && ++load[word[lane] % group] > most) most = load[word[lane] % group];
                }
                sum += most;
            }
    return sum;
}

/* How many times the wavefronts of an exchange are what they would be without conflicts; and what ata_banks says of the
 * first warp holds for all. Puts into other blocks do not go through the banks of this one. */
static double count_conflicts(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *a = &shape->stage[s], *b = &shape->stage[s + 1];
    const bool remote = shape->cluster > 1 && s == shape->cluster_stage;
    const int warps = (shape->threads + 31) / 32, pair_a = a->out_pair, pair_b = b->in_pair;
    const int64_t ideal = (int64_t)shape->threads * shape->points * 2 * shape->real_bytes / 128;
    const int64_t out = count_wavefronts(shape, a, a->out, pair_a), in = count_wavefronts(shape, b, b->in, pair_b);
    const int bytes = 2 * shape->real_bytes, times_a = pair_a ? 2 : 1, times_b = pair_b ? 2 : 1;
    const int64_t out_said =
        (int64_t)ata_banks_wavefronts(&a->warp, a->out, bytes, times_a * bytes) * warps * (shape->points / times_a);
    const int64_t in_said =
        (int64_t)ata_banks_wavefronts(&b->warp, b->in, bytes, times_b * bytes) * warps * (shape->points / times_b);
    CHECK(out == out_said && in == in_said, "%s, exchange %d: %lld and %lld wavefronts, said to be %lld and %lld", what,
          s, (long long)out, (long long)in, (long long)out_said, (long long)in_said);
    return (double)(in + (remote ? 0 : out)) / (double)(remote ? ideal : 2 * ideal);
}

/* --- Shapes ------------------------------------------------------------------------------------------------------ */

/* How many times the wavefronts of an exchange without conflicts the worst may need. Numbers as long as those computed
 * with, in natural order: what most people transform. The others are what they are today, and are here so as not to
 * become worse: other types are read four at once, which no layout serves without conflicts; and the exchange that puts
 * points into opposite order reads or writes them far apart. */
static const double most_conflicts = 1.25, most_conflicts_other_types = 2.5, most_conflicts_reversed = 2.5;

static void check_shape(const ata_gpu_shape *shape, const ata_device_limits *limits, double conflicts, const char *what)
{
    const int64_t shared = shape->shared_elements * 2 * shape->real_bytes;
    CHECK(shared <= limits->shared_block, "%s: %lld bytes of shared memory in a block", what, (long long)shared);
    CHECK(shape->blocks_wanted * (shared + 1024) <= limits->shared_total, "%s: %d blocks of %lld bytes", what,
          shape->blocks_wanted, (long long)shared);
    CHECK(shape->threads <= 1024 && shape->threads * shape->blocks_wanted <= 2048, "%s: %d blocks of %d threads", what,
          shape->blocks_wanted, shape->threads);
    CHECK(shape->cluster <= limits->largest_cluster, "%s: clusters of %d", what, shape->cluster);
    if (shape->threads > 1024 || shape->shared_elements > (int64_t)sizeof seen) return;
    for (int s = 0; s < shape->stage_count; s++) {
        check_tasks(shape, s, what);
        check_ranks(shape, s, what);
        if (s == shape->stage_count - 1) continue;
        check_exchange(shape, s, what);
        const double times = count_conflicts(shape, s, what);
        CHECK(times <= conflicts, "%s, exchange %d: %.3f times the wavefronts of one without conflicts", what, s,
              times);
    }
}

static void check_row(const ata_gpu_row *row, const ata_device_limits *limits, bool wide)
{
    static const char *const orders[] = {"", " order=bitrev", " order=bitrev inverse"};
    static const char *const forms[] = {"", "dif: ", "dit: "};
    static const char *const types[] = {"", " in=f16 out=f16", " in=i8 out=f32", " split"};
    /* tiles enough that none is made narrower */
    const long long n = (long long)row->n, batch = row->lines > 0 ? 256LL * row->lines : 4096;
    CHECK(row->lines == 0 || row->lines * row->n == (int64_t)row->points * row->threads * row->cluster, "%lld", n);
    for (int order = 0; order < 3; order++)
        for (int type = 0; type < (is_short() ? 1 : 4); type++) {
            char problem[200], recipe[100], strides[80] = "", what[320];
            if (row->lines > 0)
                snprintf(strides, sizeof strides, " istride=%lld idist=1 ostride=%lld odist=1", batch, batch);
            snprintf(problem, sizeof problem, "c2c%s %lld*%lld%s%s%s", wide ? " f64" : "", n, batch, strides,
                     orders[order], types[type]);
            ata_text text = {recipe, sizeof recipe, 0};
            write_pass(&text, forms[order], row->radix, 6);
            snprintf(what, sizeof what, "%d: \"%s\" %s", limits->architecture, problem, recipe);
            ata_gpu_pass pass;
            const ata_status status = make_only_pass(&pass, problem, recipe, limits);
            CHECK(status == ATA_OK, "%s: %s", what, ata_error_last()->message);
            if (status != ATA_OK) continue;
            const ata_gpu_shape *shape = &pass.kernel.shape;
            CHECK(shape->threads == row->threads && shape->points == row->points && shape->cluster == row->cluster,
                  "%s: not the row's shape", what);
            check_shape(shape, limits,
                        order > 0  ? most_conflicts_reversed
                        : type > 0 ? most_conflicts_other_types
                                   : most_conflicts,
                        what);
        }
}

static void check_rows(int architecture)
{
    const ata_device_limits limits = limits_of(architecture);
    for (int wide = 0; wide < 2; wide++)
        for (const ata_gpu_row *row = tuning_of(architecture, wide)->rows; row->n > 0; row++)
            if (row->cluster <= limits.largest_cluster) check_row(row, &limits, wide);
}

static void rows_90(void)
{
    check_rows(90);
}

static void rows_80(void)
{
    check_rows(80);
}

/* --- Recipes that no row has ------------------------------------------------------------------------------------- */

/* Every pass of up to four stages: a shape that fits the device, or a refusal. */
static void improvised(void)
{
    int made = 0, refused = 0;
    for (int architecture = 80; architecture <= 90; architecture += 10) {
        const ata_device_limits limits = limits_of(architecture);
        for (int code = 1; code < 7 * 7 * 7 * 7; code++) {
            unsigned char radix[5] = {0};
            int64_t n = 1;
            int stages = 0;
            bool good = true;
            for (int rest = code; rest > 0; rest /= 7) {
                good = good && rest % 7 != 0;
                radix[stages++] = (unsigned char)(1 << rest % 7);
                n <<= rest % 7;
            }
            if (!good || n > 1 << 20 || (stages > 2 && code % (is_short() ? 461 : 23) != 0)) continue;
            for (int kind = 0; kind < 4; kind++) {
                char problem[160], recipe[100], what[320];
                const long long batch = 1 + code % 40;
                snprintf(problem, sizeof problem, kind < 2 ? "c2c%s %lld*%lld" : "c2c%s %lld*%lld istride=%lld idist=1",
                         kind % 2 ? " f64" : "", (long long)n, batch, batch);
                ata_text text = {recipe, sizeof recipe, 0};
                write_pass(&text, "", radix, 5);
                snprintf(what, sizeof what, "%d: \"%s\" %s", architecture, problem, recipe);
                ata_gpu_pass pass;
                const ata_status status = make_only_pass(&pass, problem, recipe, &limits);
                CHECK(status == ATA_OK || status == ATA_ERROR_UNSUPPORTED, "%s: %s", what, ata_error_last()->message);
                if (status == ATA_OK) check_shape(&pass.kernel.shape, &limits, 32, what);
                status == ATA_OK ? made++ : refused++;
            }
        }
    }
    CHECK(made > (is_short() ? 50 : 500) && made > refused, "%d made, %d refused", made, refused);
}

/* --- Several dimensions ------------------------------------------------------------------------------------------ */

static void check_sweeps(const ata_site *site, const ata_device_limits *limits, const char *text)
{
    const ata_problem problem = problem_of(text);
    const ata_costs costs = ata_gpu_costs(site, &problem);
    ata_choice choice;
    if (ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) != ATA_OK ||
        ata_recipe_check(&choice.recipe, &problem) != ATA_OK) {
        CHECK(false, "%s: %s", text, ata_error_last()->message);
        return;
    }
    for (int p = 0; p < choice.recipe.pass_count; p = ata_recipe_sweep_end(&choice.recipe, p)) {
        ata_gpu_pass pass;
        char what[320];
        ata_text writer = {what, sizeof what, 0};
        ata_text_print(&writer, "%d: \"%s\" ", limits->architecture, text);
        ata_sweep_write(&choice.recipe, p, problem.rank, &writer);
        const ata_status status = make_pass(&pass, &problem, &choice.recipe, p, limits);
        CHECK(status == ATA_OK, "%s: %s", what, ata_error_last()->message);
        if (status == ATA_OK) check_shape(&pass.kernel.shape, limits, most_conflicts, what);
    }
}

/* Planes and cubes of all proportions, single ones and many: every sweep has a shape without conflicts. */
static void several_dimensions(void)
{
    ata_site *site;
    for (int architecture = 80; architecture <= 90; architecture += 10) {
        const ata_device_limits limits = limits_of(architecture);
        if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
        for (int code = 0; code < 11 * 11 * 11 * 4; code += is_short() ? 97 : 7) {
            const int x = code % 11 + 1, y = code / 11 % 11 + 1, z = code / 121 % 11, type = code / 1331 % 2;
            char text[100];
            snprintf(text, sizeof text, "c2c %s%dx%dx%d%s", type ? "f64 " : "", 1 << z, 1 << y, 1 << x,
                     code / 2662 ? "*1000" : "");
            check_sweeps(site, &limits, text);
        }
        ata_gpu_close(site);
    }
}

static const test_case cases[] = {
    {"several dimensions", several_dimensions},
    {"rows 90", rows_90},
    {"rows 80", rows_80},
    {"improvised", improvised},
};

TEST_MAIN(cases)
