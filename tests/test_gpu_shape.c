/* test_gpu_shape.c - the shapes of the GPU's kernels, proved without running one: every row of the tuning tables, for
 * both architectures and precisions, and recipes that no row has.
 *
 * Each shape is walked through point by point, as kernels/stage.cuh would: every task is somebody's, every point has a
 * place of its own in shared memory, and what a stage puts there the next one finds.
 */
#include "test_gpu_shape.h"

#include <limits.h>
#include <math.h>

#include "engine/gpu/banks.h"
#include "engine/gpu/engine.h"
#include "plan/registry.h"
#include "planner/planner.h"

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
    const int lanes = ATA_WARP / stage->lanes, whole = thread % lanes + thread / ATA_WARP * lanes;
    return (stage->lanes == 1 ? thread : whole) * stage->near + v % stage->near +
           v / stage->near * (shape->threads / stage->lanes * stage->near);
}

/* Point i of a thread's task: as it comes, and as it goes. */
static int digit_in(const ata_gpu_stage *stage, int thread, int i)
{
    return thread % ATA_WARP / (ATA_WARP / stage->lanes) * stage->held + i;
}

static int digit_out(const ata_gpu_stage *stage, int thread, int i)
{
    return thread % ATA_WARP / (ATA_WARP / stage->lanes) + stage->lanes * i;
}

static place place_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, int task)
{
    const int k_tasks = ata_gpu_tasks_along(shape, stage, ATA_K), k_fast = stage->k_fast;
    const int p_tasks = ata_gpu_tasks_along(shape, stage, ATA_P), p_fast = stage->p_fast;
    const int k = task / stage->unit[ATA_K] % k_tasks, p = task / stage->unit[ATA_P] % p_tasks;
    place at = {task / stage->unit[ATA_C] % ata_gpu_tasks_along(shape, stage, ATA_C),
                k / k_fast + k % k_fast * (k_tasks / k_fast), p / p_fast + p % p_fast * (p_tasks / p_fast)};
    if (stage->k_reversed) at.k = reverse(at.k, shape->n);
    if (stage->p_reversed) at.p = reverse(at.p, shape->n);
    return at;
}

/* How many tasks have partners among them: those of a line, or of a row in a plane. */
static int row_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage)
{
    return shape->plane > 0 ? shape->plane / stage->radix : (int)shape->n;
}

/* The other point of a pair, as real.cuh counts them, or the other task, as plane.cuh does. */
static place partner_of(const ata_gpu_shape *shape, const ata_gpu_stage *stage, place at)
{
    int *along = stage->paired == ATA_K ? &at.k : &at.p;
    if (shape->strips > 0) {
        at.c += shape->lines / 2;
        *along = (int)shape->n - 1 - *along;
    } else *along = *along == 0 ? row_of(shape, stage) / 2 : row_of(shape, stage) - *along;
    return at;
}

static int index_of(const ata_gpu_shape *shape, const int stride[ATA_COORDINATES], place at)
{
    return at.c * stride[ATA_C] + at.k % shape->k_split * stride[ATA_K] + at.p % shape->p_split * stride[ATA_P] +
           (at.k / shape->k_split + at.p / shape->p_split) * stride[ATA_H];
}

/* Of a task along two legs the first leg's digit is the leading one of those that come, the last one of those that
 * go. */
static int index_in(const ata_gpu_shape *shape, const ata_gpu_stage *stage, place at, int digit)
{
    const int own = stage->radix / stage->also;
    return index_of(shape, stage->in, at) + digit / own * stage->in[ATA_A] + digit % own * stage->in[ATA_R];
}

static int index_out(const ata_gpu_shape *shape, const ata_gpu_stage *stage, place at, int digit)
{
    return index_of(shape, stage->out, at) + digit % stage->also * stage->out[ATA_A] +
           digit / stage->also * stage->out[ATA_R];
}

/* --- Tasks ------------------------------------------------------------------------------------------------------- */

static unsigned char seen[1 << 20];

/* Every (c, K, p) is one thread's, once; and coordinates of a thread and of a number in it add up to the task's. */
static void check_tasks(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const int along_k = ata_gpu_tasks_along(shape, stage, ATA_K), along_p = ata_gpu_tasks_along(shape, stage, ATA_P);
    const int count = ata_gpu_tasks_along(shape, stage, ATA_C) * along_k * along_p,
              points = stage->paired == ATA_C ? 1 : 2;
    int wrong = 0, apart = 0;
    CHECK(count * stage->lanes == shape->threads * stage->tasks && count <= (int)sizeof seen, "%s, stage %d: %d tasks",
          what, s, count);
    CHECK(stage->tasks * stage->held * points == shape->points && stage->tasks % stage->near == 0, "%s, stage %d", what,
          s);
    memset(seen, 0, (size_t)count);
    for (int thread = 0; thread < shape->threads; thread++) {
        const place mine = place_of(shape, stage, task_of(shape, stage, thread, 0));
        for (int v = 0; v < stage->tasks; v++) {
            const place at = place_of(shape, stage, task_of(shape, stage, thread, v));
            const place step = place_of(shape, stage, task_of(shape, stage, 0, v));
            apart += at.c != mine.c + step.c || at.k != mine.k + step.k || at.p != mine.p + step.p;
            const int number = (at.c * along_k + at.k) * along_p + at.p;
            wrong += digit_in(stage, thread, 0) == 0 && seen[number]++ != 0;
        }
    }
    CHECK(wrong == 0, "%s, stage %d: %d tasks are nobody's or several threads'", what, s, wrong);
    CHECK(apart == 0, "%s, stage %d: %d tasks are not where their thread's sum is", what, s, apart);
}

/* The pairs of strips.cuh: in the first tile, those of lines 0 and STRIPS/2 are within these. Also that the half which
 * a task is in follows from its number in the thread, and its line from the thread. */
static void check_strips(const ata_gpu_shape *shape, int s, bool first, const char *what)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    const int n = (int)shape->n, half = shape->lines / 2;
    int wrong = 0;
    memset(seen, 0, (size_t)(shape->lines * n));
    for (int thread = 0; thread < shape->threads; thread++)
        for (int v = 0; v < stage->tasks; v++) {
            const place at = place_of(shape, stage, task_of(shape, stage, thread, v));
            const place mine = place_of(shape, stage, task_of(shape, stage, thread, 0));
            const int m = at.k + at.p, second = v >= stage->tasks / 2;
            wrong += at.c != mine.c || second != (m >= n / 2);
            int one = at.c * n + m, other = (at.c + half) * n + n - 1 - m;
            if (first && at.c == 0) {
                one = second ? half * n + m - n / 2 : m;
                other = second ? half * n + n - 1 - m + n / 2 : m == 0 ? n / 2 : n - m;
            }
            wrong += seen[one]++ != 0 || seen[other]++ != 0;
        }
    CHECK(wrong == 0, "%s, stage %d: %d points are in no pair or in several", what, s, wrong);
}

/* Every point of a line is in one pair. */
static void check_pairs(const ata_gpu_shape *shape, int s, const char *what)
{
    const ata_gpu_stage *stage = &shape->stage[s];
    if (stage->paired == ATA_C) return;
    if (shape->strips > 0) {
        check_strips(shape, s, false, what);
        check_strips(shape, s, true, what);
        return;
    }
    int wrong = 0;
    memset(seen, 0, (size_t)row_of(shape, stage));
    for (int m = 0; m < row_of(shape, stage) / 2; m++) {
        const place at = {0, stage->paired == ATA_K ? m : 0, stage->paired == ATA_P ? m : 0};
        const place other = partner_of(shape, stage, at);
        wrong += seen[at.k + at.p]++ != 0 || seen[other.k + other.p]++ != 0;
    }
    CHECK(wrong == 0 && (shape->plane > 0 || stage->radix == 1), "%s, stage %d: %d points are in no pair or in several",
          what, s, wrong);
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
    /* Behind the rows of a plane the leading part of K may be more than the register's digit. */
    const int ranks = remote ? shape->cluster : 1, shares = ranks > a->radix ? ranks / a->radix : 1;
    const int digits = ranks > a->radix ? 1 : a->radix / ranks;
    int wrong = 0, lost = 0;
    memset(seen, 0, (size_t)shape->shared_elements);
    for (int c = 0; c < shape->lines; c++)
        for (int k = 0; k < b->count[ATA_K]; k++)
            for (int p = 0; p < b->count[ATA_P]; p++)
                for (int j = 0; j < b->radix; j++) {
                    const int at = index_in(shape, b, (place){c, k, p}, j);
                    wrong += at < 0 || at >= shape->shared_elements || seen[at]++ != 0;
                }
    CHECK(wrong == 0, "%s, exchange %d: %d points share a place or have none", what, s, wrong);
    for (int rank = 0; rank < ranks; rank++)
        for (int c = 0; c < shape->lines; c++)
            for (int k = 0; k < a->count[ATA_K] / shares; k++)
                for (int p = 0; p < a->count[ATA_P]; p++)
                    for (int q = 0; q < digits; q++) {
                        const int put = index_out(shape, a, (place){c, k, p}, q) + rank * a->out_rank;
                        const int p_there = p + rank * a->p_rank;
                        const place there = {c, k + q * a->count[ATA_K], p_there % b->count[ATA_P]};
                        lost += put != index_in(shape, b, there, p_there / b->count[ATA_P]);
                    }
    CHECK(lost == 0, "%s, exchange %d: %d points are put where nobody looks for them", what, s, lost);
}

/* The wavefronts of all warps for all points of one side of an exchange, counted lane by lane; of pairs, those of their
 * first or of their second points. */
static int64_t count_wavefronts(const ata_gpu_shape *shape, const ata_gpu_stage *stage, bool out, bool second)
{
    const int pair = out ? stage->out_pair : stage->in_pair;
    const int elements = pair ? 2 : 1, group = 128 / (elements * 2 * shape->real_bytes);
    const int v_step = pair == 1 ? 2 : 1, digit_step = pair == 2 ? 2 : 1;
    int64_t sum = 0;
    for (int v = 0; v < stage->tasks; v += v_step)
        for (int i = 0; i < stage->held; i += digit_step)
            for (int first = 0; first < shape->threads; first += group) {
                int word[32], load[32] = {0}, most = 0;
                for (int lane = 0; lane < group && first + lane < shape->threads; lane++) {
                    place at = place_of(shape, stage, task_of(shape, stage, first + lane, v));
                    if (second) at = partner_of(shape, stage, at);
                    const int index = out ? index_out(shape, stage, at, digit_out(stage, first + lane, i))
                                          : index_in(shape, stage, at, digit_in(stage, first + lane, i));
                    word[lane] = index / elements;
                    bool again = false;
                    for (int l = 0; l < lane; l++) again = again || word[l] == word[lane];
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
    const bool paired_a = a->paired != ATA_C, paired_b = b->paired != ATA_C;
    int64_t out = count_wavefronts(shape, a, true, false), in = count_wavefronts(shape, b, false, false);
    const int bytes = 2 * shape->real_bytes, times_a = pair_a ? 2 : 1, times_b = pair_b ? 2 : 1;
    const int64_t out_said = (int64_t)ata_banks_wavefronts(&a->writes, a->out, bytes, times_a * bytes, INT_MAX) *
                             warps * (shape->points / times_a / (paired_a ? 2 : 1));
    const int64_t in_said = (int64_t)ata_banks_wavefronts(&b->reads, b->in, bytes, times_b * bytes, INT_MAX) * warps *
                            (shape->points / times_b / (paired_b ? 2 : 1));
    CHECK(out == out_said && in == in_said, "%s, exchange %d: %lld and %lld wavefronts, said to be %lld and %lld", what,
          s, (long long)out, (long long)in, (long long)out_said, (long long)in_said);
    if (paired_a) out += count_wavefronts(shape, a, true, true);
    if (paired_b) in += count_wavefronts(shape, b, false, true);
    return (double)(in + (remote ? 0 : out)) / (double)(remote ? ideal : 2 * ideal);
}

/* --- Shapes ------------------------------------------------------------------------------------------------------ */

/* How many times the wavefronts of an exchange without conflicts the worst may need. Numbers as long as those computed
 * with, in natural order: what most people transform. The others are what they are today, and are here so as not to
 * become worse: other types are read four at once, which no layout serves without conflicts; and the exchange that puts
 * points into opposite order reads or writes them far apart. And where lines of real points lie side by side, the
 * stage at the other end takes two of them at once and that of pairs one. */
static const double most_conflicts = 1.25, most_conflicts_pairs = 1.5, most_conflicts_other_types = 2.5,
                    most_conflicts_reversed = 2.5;

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
        check_pairs(shape, s, what);
        check_ranks(shape, s, what);
        if (s == shape->stage_count - 1) continue;
        check_exchange(shape, s, what);
        const double times = count_conflicts(shape, s, what);
        CHECK(times <= conflicts, "%s, exchange %d: %.3f times the wavefronts of one without conflicts", what, s,
              times);
    }
}

static void check_row(const ata_gpu_row *row, const ata_device_limits *limits, bool wide, bool narrow)
{
    static const char *const orders[] = {"", " order=bitrev", " order=bitrev inverse"};
    static const char *const forms[] = {"", "dif: ", "dit: "};
    static const char *const types[] = {"", " in=f16 out=f16", " in=i8 out=f32", " split"};
    const long long n = (long long)row->n, tiles = row->cluster == 1 ? 256 : row->lines > (wide ? 8 : 16) ? 4096 : 1000;
    const long long batch = row->lines > 0 ? tiles * row->lines : 4096; /* far apart where wide strips are meant */
    CHECK(row->lines == 0 || row->lines * row->n == (int64_t)row->points * row->threads * row->cluster, "%lld", n);
    for (int order = 0; order < 3; order++)
        for (int type = 0; type < ((is_short() && !narrow) || (row->how & ATA_ROW_FEW) ? 1 : 4); type++) {
            if (narrow ? type != 1 : type == 1 && has_narrow(limits, row)) continue;
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

/* The same lines as those of real points: one more stage, of pairs, at one end. */
static void check_real_row(const ata_gpu_row *row, const ata_device_limits *limits, bool wide)
{
    const long long n = 2 * (long long)row->n, batch = row->lines > 0 ? 256LL * row->lines : 4096;
    for (int inverse = 0; inverse < 2; inverse++)
        for (int type = 0; type < (is_short() ? 1 : 2); type++) {
            char problem[200], recipe[100], strides[80] = "", what[320];
            if (row->lines > 0)
                snprintf(strides, sizeof strides, " istride=%lld idist=1 ostride=%lld odist=1", batch, batch);
            snprintf(problem, sizeof problem, "%s%s %lld*%lld%s%s", inverse ? "c2r" : "r2c", wide ? " f64" : "", n,
                     batch, strides, type ? " in=f16 out=f16" : "");
            ata_text text = {recipe, sizeof recipe, 0};
            ata_text_print(&text, "{X(half:%lld(", n);
            for (int i = 0, written = 0; i < 6 && row->radix[i] != 0; i++)
                if (row->radix[i] > 1) ata_text_print(&text, written++ ? ", %d" : "%d", row->radix[i]);
            ata_text_print(&text, "))}");
            snprintf(what, sizeof what, "%d: \"%s\" %s", limits->architecture, problem, recipe);
            ata_gpu_pass pass;
            const ata_status status = make_only_pass(&pass, problem, recipe, limits);
            CHECK(status == ATA_OK, "%s: %s", what, ata_error_last()->message);
            if (status != ATA_OK) continue;
            const ata_gpu_shape *shape = &pass.kernel.shape;
            const int stage = inverse ? 0 : shape->stage_count - 1;
            CHECK(shape->threads == row->threads && shape->points == row->points, "%s: not the row's shape", what);
            CHECK(shape->stage[stage].paired == (inverse ? ATA_P : ATA_K), "%s: no pairs", what);
            check_shape(shape, limits,
                        type             ? most_conflicts_other_types
                        : row->lines > 0 ? most_conflicts_pairs
                                         : most_conflicts,
                        what);
        }
}

/* Real lines in several passes: the one with pairs, which it has from two strips. */
static void strips(void)
{
    static const struct {
        const char *problem, *recipe;
        int pass;
        bool tiny; /* too few lanes for wavefronts to be full */
    } list[] = {
        {"r2c 2^15*9", "{X(half:32768(line:128(8, 16), line:128(8, 16)))}", 1, false},
        {"c2r 2^15*9", "{X(half:32768(line:128(8, 16), line:128(8, 16)))}", 0, false},
        {"r2c 2^17*9", "{X(half:131072(line:256(16, 16), line:256(16, 16)))}", 1, false},
        {"c2r 2^17*9", "{X(half:131072(line:256(16, 16), line:256(16, 16)))}", 0, false},
        {"r2c 2^21*9", "{X(half:2097152(line:1024(32, 32), line:1024(32, 32)))}", 1, false},
        {"c2r 2^21*9", "{X(half:2097152(line:1024(32, 32), line:1024(32, 32)))}", 0, false},
        {"r2c 2^19", "{X(half:524288(line:512(8, 8, 8), line:512(8, 8, 8)))}", 1, false},
        {"c2r 2^19", "{X(half:524288(line:512(8, 8, 8), line:512(8, 8, 8)))}", 0, false},
        {"r2c 2^20*9", "{X(half:1048576(line:4096(16, 16, 16), line:128(8, 16)))}", 1, false},
        {"r2c 2^22*9", "{X(half:4194304(line:4096(16, 16, 16), line:512(32, 16)))}", 1, false},
        {"r2c f64 2^20*9", "{X(half:1048576(line:512(16, 32), line:1024(16, 8, 8)))}", 1, false},
        {"c2r f64 2^20*9", "{X(half:1048576(line:1024(16, 8, 8), line:512(16, 32)))}", 0, false},
        {"r2c f64 2^14", "{X(half:16384(line:128(8, 16), line:64(8, 8)))}", 1, false},
        {"r2c 8*9", "{X(half:8(line:2(2), line:2(2)))}", 1, true},
        {"c2r 128", "{X(half:128(line:32(32), line:2(2)))}", 0, true},
        {"r2c 2^13 split", "{X(half:8192(line:16(16), line:16(16), line:16(4, 4)))}", 2, false},
    };
    for (int architecture = 80; architecture <= 90; architecture += 10) {
        const ata_device_limits limits = limits_of(architecture);
        for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
            const ata_problem problem = problem_of(list[i].problem);
            ata_recipe recipe, expanded;
            ata_gpu_pass pass;
            CHECK(ata_recipe_read(&recipe, 1, list[i].recipe) == ATA_OK &&
                      ata_recipe_check(&recipe, &problem) == ATA_OK &&
                      ata_gpu_real_expand(&recipe, &expanded) == ATA_OK,
                  "%s: %s", list[i].recipe, ata_error_last()->message);
            const ata_status status = make_pass(&pass, &problem, &expanded, list[i].pass, &limits);
            CHECK(status == ATA_OK && pass.kernel.shape.strips > 0, "%d: %s: %s", architecture, list[i].recipe,
                  ata_error_last()->message);
            const double most = list[i].tiny ? INFINITY : most_conflicts_pairs;
            if (status == ATA_OK) check_shape(&pass.kernel.shape, &limits, most, list[i].recipe);
        }
    }
}

static void check_rows(int architecture, bool wide)
{
    const ata_gpu_tuning *tuning = tuning_of(architecture, wide);
    ata_device_limits limits = limits_of(architecture);
    for (const ata_gpu_row *row = tuning->rows; row->n > 0; row++) {
        const bool few = (row->how & ATA_ROW_FEW) != 0; /* then with a cache beside which all data here is little */
        if (row->cluster > limits.largest_cluster || is_for_tiles(tuning->rows, row)) continue;
        limits.cache_bytes = few ? 64 << 20 : 1 << 20;
        if (!few || tuning->few_rows > 0) check_row(row, &limits, wide, false);
        if (!few && row->cluster == 1) check_real_row(row, &limits, wide);
    }
    for (const ata_gpu_row *row = tuning->narrow_rows; row && row->n > 0; row++) check_row(row, &limits, false, true);
}

static void all_rows(void)
{
    for (int i = 0; i < 4; i++) check_rows(i / 2 ? 80 : 90, i % 2);
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

/* Tiles of as many lines as the recipe asks for, in stages of radix 2: a butterfly a thread, up to the most there can
 * be. */
static void asked_lines(void)
{
    const ata_device_limits limits = limits_of(90);
    for (int stages = 1; stages <= 10; stages++)
        for (int lines = 1; lines << stages <= 4096; lines *= 2) {
            char problem[40], recipe[200], what[256];
            ata_text text = {recipe, sizeof recipe, 0};
            ata_text_print(&text, "{dif lines=%d: X(2)", lines);
            for (int s = 1; s < stages; s++) ata_text_print(&text, ", X(2)");
            ata_text_print(&text, "} {dif: X(64), X(64)}"); /* 4096 lines in all */
            snprintf(problem, sizeof problem, "c2c 2^%d order=bitrev", stages + 12);
            snprintf(what, sizeof what, "\"%s\" %s", problem, recipe);
            ata_gpu_pass pass;
            const ata_status status = make_only_pass(&pass, problem, recipe, &limits);
            CHECK(status == ATA_OK, "%s: %s", what, ata_error_last()->message);
            if (status != ATA_OK) continue;
            const ata_gpu_shape *shape = &pass.kernel.shape;
            const int points = lines << stages;
            CHECK(shape->lines == lines && shape->stage_count == stages, "%s: %d lines", what, shape->lines);
            CHECK(shape->threads == (points / 2 > 1024 ? 1024 : points / 2), "%s: %d threads", what, shape->threads);
            check_shape(shape, &limits, INFINITY, what); /* of few lanes wavefronts are not full */
        }
}

/* --- Several dimensions ------------------------------------------------------------------------------------------ */

static int planes; /* that were met */

static void check_sweeps(const ata_site *site, const ata_device_limits *limits, const char *text)
{
    const ata_problem problem = problem_of(text);
    const ata_costs costs = ata_gpu_costs(site, &problem);
    ata_choice choice;
    ata_recipe recipe;
    if (ata_planner_choose(ata_registry_rules, &costs, &problem, &choice) != ATA_OK ||
        ata_recipe_check(&choice.recipe, &problem) != ATA_OK ||
        ata_gpu_real_expand(&choice.recipe, &recipe) != ATA_OK) {
        CHECK(false, "%s: %s", text, ata_error_last()->message);
        return;
    }
    for (int p = 0; p < recipe.pass_count; p = ata_recipe_sweep_end(&recipe, p)) {
        ata_gpu_pass pass;
        char what[320];
        ata_text writer = {what, sizeof what, 0};
        ata_text_print(&writer, "%d: \"%s\" ", limits->architecture, text);
        ata_sweep_write(&recipe, p, problem.rank, &writer);
        const ata_status status = make_pass(&pass, &problem, &recipe, p, limits);
        CHECK(status == ATA_OK, "%s: %s", what, ata_error_last()->message);
        if (status != ATA_OK) continue;
        const ata_gpu_shape *shape = &pass.kernel.shape;
        /* Of few lanes wavefronts are not full. */
        const bool few = shape->mirror != ATA_MIRROR_NONE && shape->n * shape->lines < 2048;
        check_shape(shape, limits, few ? INFINITY : most_conflicts, what);
        planes += shape->plane > 0;
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

/* Four of them, and long or thin ones: stages that end a dimension and begin another, wherever that is. */
static void many_dimensions(void)
{
    static const char *const list[] = {"c2c f64 4x64x512*2", "c2c f64 32x4x32768", "c2c 16x32x2x64*7",
                                       "c2c 16x4x32x64*7",   "c2c f64 8x16x16384", "c2c 2x2x2x2x2x2x2x2"};
    ata_site *site;
    const ata_device_limits limits = limits_of(90);
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) check_sweeps(site, &limits, list[i]);
    for (int code = 0; code < 8 * 8 * 8 * 8 * 4; code += is_short() ? 397 : 41) {
        char text[100];
        snprintf(text, sizeof text, "c2c %s%dx%dx%dx%d%s", code / 4096 % 2 ? "f64 " : "", 1 << code / 512 % 8,
                 2 << code / 64 % 8, 1 << code / 8 % 8, 2 << code % 8, code / 8192 ? "*700" : "");
        check_sweeps(site, &limits, text);
    }
    ata_gpu_close(site);
}

/* The same of real points. */
static void real_planes(void)
{
    ata_site *site;
    for (int architecture = 80; architecture <= 90; architecture += 10) {
        const ata_device_limits limits = limits_of(architecture);
        if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
        planes = 0;
        for (int code = 0; code < 9 * 9 * 9 * 8; code += is_short() ? 97 : 11) {
            const int x = code % 9 + 2, y = code / 9 % 9 + 1, z = code / 81 % 9, kind = code / 729;
            char text[100];
            snprintf(text, sizeof text, "%s %s%dx%dx%d%s", kind % 2 ? "c2r" : "r2c", kind / 2 % 2 ? "f64 " : "", 1 << z,
                     1 << y, 1 << x, kind / 4 ? "*1000" : "");
            check_sweeps(site, &limits, text);
        }
        CHECK(planes > (is_short() ? 10 : 100), "%d: %d planes", architecture, planes);
        ata_gpu_close(site);
    }
}

static const test_case cases[] = {
    {"several dimensions", several_dimensions},
    {"many dimensions", many_dimensions},
    {"real planes", real_planes},
    {"rows", all_rows},
    {"strips", strips},
    {"improvised", improvised},
    {"asked lines", asked_lines},
};

TEST_MAIN(cases)
