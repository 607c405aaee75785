/* test_gpu_tables.c - what the planner makes of the GPU's tuning tables for every length up to 2^30, and the twiddle
 * factors of the passes: nothing is run, and nothing that is as long as the transform is allocated. */
#include <float.h>
#include <math.h>

#include "engine/gpu/engine.h"
#include "engine/gpu/factors.h"
#include "plan/registry.h"
#include "planner/planner.h"
#include "test_gpu_shape.h"

/* --- Tables ------------------------------------------------------------------------------------------------------ */

/* Whether a row is the one for a pass of these radices: the same ones, but for 1s at its ends. */
static bool row_has(const ata_gpu_row *row, const unsigned char *radix, int count)
{
    int s = 0;
    for (int i = 0; i < 6 && row->radix[i] != 0; i++) {
        /* or two lanes share a task */
        if (row->points % row->radix[i] != 0 && row->radix[i] != 2 * row->points) return false;
        if (row->radix[i] == 1) continue;
        if (s == count || radix[s++] != row->radix[i]) return false;
    }
    return s == count;
}

static bool table_has(const ata_gpu_row *table, int64_t n, bool side_by_side, const unsigned char *radix, int count,
                      bool little)
{
    const ata_gpu_row *row = ata_gpu_tuning_row(table, n, side_by_side);
    for (; row && row->n == n; row++)
        if ((little || !(row->how & ATA_ROW_FEW)) && row_has(row, radix, count)) return true;
    return false;
}

/* Ways multiply to their length, and each of their passes has a row, in a special table or that of all lines, whose
 * threads can have its radices: one for little data, if the ways are for that. */
static void check_ways(const ata_gpu_row *special, const ata_gpu_row *rows, const ata_known_way *ways, bool columns,
                       const char *what)
{
    const bool little = strstr(what, "few") || strstr(what, "middling");
    for (const ata_known_way *way = ways; way->n > 1; way++) {
        int64_t product = 1, pass = 1;
        int passes = 0, count = 0;
        for (int i = 0; i < 20 && way->radix[i] != 0; i++) {
            count++;
            pass *= way->radix[i];
            if (i + 1 < 20 && way->radix[i + 1] != 0) continue;
            const bool alone = passes++ == 0 && product * pass == way->n;
            const unsigned char *radix = &way->radix[i + 1 - count];
            CHECK(table_has(special, pass, columns || !alone, radix, count, little) ||
                      table_has(rows, pass, columns || !alone, radix, count, little),
                  "%s: %lld: no row for its pass of %lld", what, (long long)way->n, (long long)pass);
            product *= pass;
            pass = 1, count = 0;
            i++; /* the 0 between passes */
        }
        CHECK(product == way->n, "%s: %lld is said to be %lld", what, (long long)way->n, (long long)product);
        CHECK(way == ways || way[-1].n < way->n, "%s: %lld is not in order", what, (long long)way->n);
    }
}

static void ways_have_rows(void)
{
    for (int architecture = 80; architecture <= 90; architecture += 10)
        for (int wide = 0; wide < 2; wide++) {
            const ata_gpu_tuning *tuning = tuning_of(architecture, wide);
            char what[40];
            snprintf(what, sizeof what, "%d, f%d", architecture, wide ? 64 : 32);
            check_ways(NULL, tuning->rows, tuning->ways, false, what);
            snprintf(what, sizeof what, "%d, f%d, columns", architecture, wide ? 64 : 32);
            check_ways(NULL, tuning->rows, tuning->columns, true, what);
            snprintf(what, sizeof what, "%d, f%d, few", architecture, wide ? 64 : 32);
            if (tuning->few) check_ways(NULL, tuning->rows, tuning->few, false, what);
            snprintf(what, sizeof what, "%d, f%d, middling", architecture, wide ? 64 : 32);
            if (tuning->middling) check_ways(NULL, tuning->rows, tuning->middling, false, what);
            snprintf(what, sizeof what, "%d, f%d, real", architecture, wide ? 64 : 32);
            if (tuning->real) check_ways(NULL, tuning->rows, tuning->real, true, what);
            snprintf(what, sizeof what, "%d, f%d, c2r", architecture, wide ? 64 : 32);
            if (tuning->real_back) check_ways(NULL, tuning->rows, tuning->real_back, true, what);
            snprintf(what, sizeof what, "%d, f%d, narrow", architecture, wide ? 64 : 32);
            if (tuning->narrow_ways) check_ways(tuning->narrow_rows, tuning->rows, tuning->narrow_ways, false, what);
        }
}

/* --- Recipes ----------------------------------------------------------------------------------------------------- */

typedef struct planned {
    ata_problem problem;
    ata_choice choice;
    ata_recipe recipe; /* real dimensions as passes of complex points */
    int passes;
} planned;

static bool plan(planned *p, const ata_site *site, const char *text)
{
    p->problem = problem_of(text);
    const ata_costs costs = ata_gpu_costs(site, &p->problem);
    const bool good = ata_planner_choose(ata_registry_rules, &costs, &p->problem, &p->choice) == ATA_OK &&
                      ata_recipe_check(&p->choice.recipe, &p->problem) == ATA_OK &&
                      ata_gpu_can_run(&p->problem, &p->choice.recipe) == ATA_OK;
    CHECK(good, "%s: %s", text, ata_error_last()->message);
    if (!good || ata_gpu_real_expand(&p->choice.recipe, &p->recipe) != ATA_OK) return false;
    p->passes = ata_recipe_sweep_count(&p->recipe);
    return true;
}

/* The longest transform of one pass: what a cluster's shared memory holds. */
static int64_t longest_pass(int architecture, bool wide)
{
    if (architecture == 90) return wide ? 1 << 16 : 1 << 17;
    return wide ? 1 << 12 : 1 << 13;
}

/* Real lines of all lengths, in one pass as long as a block holds their complex points. */
static void check_real_lengths(const ata_site *site, int architecture, const ata_device_limits *limits)
{
    static const char *const layouts[] = {"", "*50", " inplace", "*6 istride=6 idist=1 ostride=6 odist=1", "*3 split"};
    static const char *const types[] = {"", "f64 ", "f16 "};
    for (int type = 0; type < 3; type++)
        for (int log_n = 0; log_n <= 30; log_n++)
            for (int layout = 0; layout < 10; layout++) {
                if (is_short() && (log_n + layout + type) % 4 != 0) continue;
                char text[100];
                snprintf(text, sizeof text, "%s %s2^%d%s", layout % 2 ? "c2r" : "r2c", types[type], log_n,
                         layouts[layout / 2]);
                planned p;
                if (!plan(&p, site, text)) continue;
                const int longest = type == 1 ? 13 : 14, most = log_n <= longest ? 1 : 3;
                CHECK(p.passes <= most && (p.passes > 1) == (log_n > longest), "%d: \"%s\": %d passes", architecture,
                      text, p.passes);
                for (int i = 0; i < p.passes; i++) {
                    ata_gpu_pass pass;
                    const ata_status status = make_pass(&pass, &p.problem, &p.recipe, i, limits);
                    CHECK(status == ATA_OK, "%d: \"%s\", pass %d: %s", architecture, text, i,
                          ata_error_last()->message);
                    if (status != ATA_OK) continue;
                    const bool paired = pass.kernel.shape.mirror != ATA_MIRROR_NONE;
                    CHECK(paired == (i == (layout % 2 ? 0 : p.passes - 1)), "%d: \"%s\", pass %d", architecture, text,
                          i);
                }
            }
}

static void check_lengths(int architecture)
{
    static const char *const layouts[] = {"",   "*50",           " inplace", "*6 istride=6 idist=1 ostride=6 odist=1",
                                          "x2", " order=bitrev", "*3 split", " order=bitrev inverse"};
    static const char *const types[] = {"", "f64 ", "f16 ", "bf16 "};
    const ata_device_limits limits = limits_of(architecture);
    ata_site *site;
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    for (int type = 0; type < 4; type++)
        for (int log_n = 1; log_n <= 30; log_n++)
            for (int layout = 0; layout < 8; layout++) {
                const int64_t n = (int64_t)1 << log_n, longest = longest_pass(architecture, type == 1);
                if (type >= 2 && layout % 3 != 0) continue;
                if (is_short() && (log_n + layout + type) % 4 != 0) continue;
                char text[100];
                snprintf(text, sizeof text, "c2c %s%lld%s", types[type], (long long)n, layouts[layout]);
                planned p;
                if (!plan(&p, site, text)) continue;
                const int most = layout == 4 ? 4 : 3;
                CHECK(p.passes <= most, "%d: \"%s\" takes %d passes", architecture, text, p.passes);
                /* what fits the cache may take two passes where one would do */
                const double share = (double)ata_problem_minimal_bytes(&p.problem) / (double)limits.cache_bytes;
                if (layout == 1 && (n < 8192 || share > tuning_of(architecture, type == 1)->cached))
                    CHECK((p.passes == 1) == (n <= longest), "%d: \"%s\": %d passes", architecture, text, p.passes);
                for (int i = 0; i < p.recipe.pass_count; i = ata_recipe_sweep_end(&p.recipe, i)) {
                    ata_gpu_pass pass;
                    CHECK(make_pass(&pass, &p.problem, &p.recipe, i, &limits) == ATA_OK, "%d: \"%s\", pass %d: %s",
                          architecture, text, i, ata_error_last()->message);
                }
            }
    check_real_lengths(site, architecture, &limits);
    ata_gpu_close(site);
}

/* Two passes where all data fits the cache, as large as that is; one where it does not. */
static void cached_numbers(void)
{
    const ata_device_limits limits = limits_of(90);
    ata_site *site;
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    for (int wide = 0; wide < 2; wide++)
        for (int beyond = 0; beyond < 2; beyond++) {
            const double bytes = tuning_of(90, wide)->cached * (double)limits.cache_bytes;
            const int64_t batch = (int64_t)(bytes / (wide ? 0x1p19 : 0x1p18)) + beyond; /* to and fro */
            char text[100];
            snprintf(text, sizeof text, "c2c %s2^14*%lld", wide ? "f64 " : "", (long long)batch);
            planned p;
            if (plan(&p, site, text)) CHECK(p.passes == (beyond ? 1 : 2), "\"%s\": %d passes", text, p.passes);
        }
    ata_gpu_close(site);
}

/* Whether a table has the shape of a pass, so that nothing had to be improvised. */
static bool is_of_table(const ata_gpu_row *row, const ata_gpu_shape *shape)
{
    for (; row && row->n > 0; row++)
        if (row->n == shape->n && row->points == shape->points && row->threads == shape->threads &&
            row->cluster == shape->cluster)
            return true;
    return false;
}

/* What the ways for narrow numbers are for has rows, and what they are not for has others: more data than the cache. */
static void narrow_numbers(void)
{
    static const char *const layouts[] = {"",
                                          " istride=%lld idist=1 ostride=%lld odist=1",
                                          " istride=%lld idist=1",
                                          " ostride=%lld odist=1",
                                          " out=f32",
                                          " in=i8",
                                          " inverse split"};
    const ata_device_limits limits = limits_of(90);
    const ata_gpu_tuning *tuning = tuning_of(90, 0);
    ata_site *site;
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    for (const ata_known_way *way = tuning->narrow_ways; way->n > 0; way++)
        for (int layout = 0; layout < 7; layout++) {
            const long long n = (long long)way->n, batch = n < 1 << 24 ? (1LL << 24) / n : 1;
            char text[160], rest[80];
            snprintf(rest, sizeof rest, layouts[layout], batch, batch);
            snprintf(text, sizeof text, "c2c f16 %lld*%lld%s", n, batch, rest);
            planned p;
            if (!plan(&p, site, text)) continue;
            for (int i = 0; i < p.recipe.pass_count; i = ata_recipe_sweep_end(&p.recipe, i)) {
                ata_gpu_pass pass;
                CHECK(make_pass(&pass, &p.problem, &p.recipe, i, &limits) == ATA_OK, "\"%s\", pass %d: %s", text, i,
                      ata_error_last()->message);
                CHECK(is_of_table(tuning->narrow_rows, &pass.kernel.shape) ||
                          is_of_table(tuning->rows, &pass.kernel.shape),
                      "\"%s\", pass %d: %d threads of %d points", text, i, pass.kernel.shape.threads,
                      pass.kernel.shape.points);
            }
        }
    ata_gpu_close(site);
}

static void lengths_90(void)
{
    check_lengths(90);
}

static void lengths_80(void)
{
    check_lengths(80);
}

/* What is planned for real lines: stages inside a half step, and lines where it takes several passes, those of c2r in
 * opposite order. */
static void real_recipes(void)
{
    static const struct {
        const char *problem, *recipe;
    } list[] = {
        {"r2c 1", "{X(full:1(1))}"},
        {"c2r 2*50", "{X(half:2(1))}"},
        {"r2c 1024*50", "{X(half:1024(8, 8, 8))}"},
        {"r2c 256x256x256", "{X(half:256(8, 16)), Y(16), Y(16)} {Z(16), Z(16)}"},
        {"c2r 256x256x256", "{Z(16), Z(16)} {Y(16), Y(16), X(half:256(16, 8))}"},
        {"r2c 512x512x512", "{X(half:512(16, 16)), Y(32), Y(16)} {Z(32), Z(16)}"},
        {"r2c 256x256*1024", "{X(half:256(8, 16)), Y(16), Y(16)}"},
        {"c2r 64x8x16*100", "{Z(8), Z(8), Y(8), X(half:16(4, 2))}"},
        {"r2c 1024x128*100", "{X(half:128(8, 8))} {Y(32), Y(32)}"}, /* a block's share of a row would be narrow */
        {"r2c 256x256", "{X(half:256(8, 4, 4))} {Y(16), Y(16)}"},
        {"r2c 64x64x64 split", "{X(half:64(4, 8)), Y(8), Y(8)} {Z(8), Z(8)}"},
        {"c2r 16x16x1024", "{Z(16), Y(16)} {X(half:1024(8, 8, 8))}"},
        {"r2c 512*50 istride=50 idist=1", "{X(half:512(16, 16))}"},
        {"r2c 2^20", "{X(half:1048576(line:4096(16, 16, 16), line:128(8, 16)))}"},
        {"c2r 2^20*50", "{X(half:1048576(line:512(32, 16), line:1024(32, 32)))}"}, /* other lengths than r2c has */
        {"r2c f64 2^15", "{X(half:32768(line:128(8, 16), line:128(8, 16)))}"},
    };
    limits_of(90);
    ata_site *site;
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        planned p;
        ata_recipe expected;
        if (!plan(&p, site, list[i].problem)) continue;
        char recipe[300];
        ata_text text = {recipe, sizeof recipe, 0};
        ata_recipe_write(&p.choice.recipe, p.problem.rank, &text);
        CHECK(ata_recipe_read(&expected, p.problem.rank, list[i].recipe) == ATA_OK &&
                  ata_recipe_equal(&expected, &p.choice.recipe),
              "%s: %s", list[i].problem, recipe);
    }
    ata_gpu_close(site);
}

/* --- Twiddle factors --------------------------------------------------------------------------------------------- */

/* exp(-2 pi i k / n): n a power of two, k reduced in integers to half a right angle. */
static void get_exact(int64_t k, int64_t n, long double exact[2])
{
    const long double right_angle = acosl(-1.0L) / 2;
    const int64_t quarter = 4 * k / n % 4, rest = 4 * k % n;
    const bool far = 2 * rest > n;
    const long double angle = (long double)(far ? n - rest : rest) / (long double)n * right_angle;
    const long double c = far ? sinl(angle) : cosl(angle), s = far ? cosl(angle) : sinl(angle);
    exact[0] = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
    exact[1] = quarter == 0 ? -s : quarter == 1 ? -c : quarter == 2 ? s : c;
}

typedef struct table {
    int real_bytes;
    const void *numbers;
    int wrong;
} table;

static double number_at(const table *t, int64_t entry, int part)
{
    return t->real_bytes == 4 ? ((const float *)t->numbers)[2 * entry + part]
                              : ((const double *)t->numbers)[2 * entry + part];
}

/* Half a unit in the last place, and a little for the long double. */
static void check_entry(table *t, int64_t entry, int64_t k, int64_t n)
{
    long double exact[2];
    get_exact(k % n, n, exact);
    for (int part = 0; part < 2; part++) {
        const double error = (double)fabsl((long double)number_at(t, entry, part) - exact[part]);
        const double unit = exact[part] == 0 ? 0 : ldexp(1, ilogbl(exact[part]) - (t->real_bytes == 4 ? 23 : 52));
        t->wrong += !(error <= 0.501 * unit);
    }
}

/* The product that twiddle_start() of twiddle.cuh makes, in the arithmetic of the kernel: how far off, in units of the
 * last place of numbers below 1. */
static double get_product_error(const table *t, int64_t low, int64_t high, int64_t k, int64_t n)
{
    const double a[2] = {number_at(t, low, 0), number_at(t, low, 1)};
    const double b[2] = {number_at(t, high, 0), number_at(t, high, 1)};
    long double exact[2];
    double product[2];
    get_exact(k, n, exact);
    if (t->real_bytes == 4) {
        product[0] = (double)fmaf((float)a[0], (float)b[0], -((float)a[1] * (float)b[1]));
        product[1] = (double)fmaf((float)a[0], (float)b[1], (float)a[1] * (float)b[0]);
    } else {
        product[0] = fma(a[0], b[0], -(a[1] * b[1]));
        product[1] = fma(a[0], b[1], a[1] * b[0]);
    }
    const double re = (double)fabsl((long double)product[0] - exact[0]);
    const double im = (double)fabsl((long double)product[1] - exact[1]);
    return fmax(re, im) / (t->real_bytes == 4 ? 0x1p-24 : 0x1p-53);
}

static double check_twiddle(table *t, const ata_gpu_twiddle *w)
{
    double worst = 0;
    CHECK(w->at % 2 == 0);
    for (int row = 0; 1 << row < w->digits; row++) {
        const bool alone = row % 2 == 0 && 2 << row == w->digits; /* else rows stand two by two */
        for (int64_t where = 0; where < w->count; where++) {
            const int64_t entry = alone ? row * w->count + where : row / 2 * 2 * w->count + 2 * where + row % 2;
            check_entry(t, w->at + entry, (where << row) * w->step, w->period);
        }
    }
    if (w->start == 1)
        for (int64_t k = 0; k < w->k_count; k++)
            for (int64_t where = 0; where < w->count; where++)
                check_entry(t, w->start_at + k * w->count + where, k * where, w->period);
    for (int64_t i = 0; w->start == 2 && i < 20000; i++) {
        const int64_t m = i * 7919 % w->count * (i * 104729 % w->k_count), width = (int64_t)1 << w->start_shift;
        const int64_t low = w->start_at + m % width, high = w->start_at + width + m / width;
        check_entry(t, low, m % width, w->period);
        check_entry(t, high, m / width * width, w->period);
        worst = fmax(worst, get_product_error(t, low, high, m, w->period));
    }
    return worst;
}

/* Of the step between real and complex points: exp(-2 pi i K / 2N), or two to be multiplied. */
static void check_mirror(table *t, const ata_gpu_shape *shape)
{
    if (shape->mirror == ATA_MIRROR_NONE) return;
    const int64_t strips = shape->strips > 0 ? shape->strips : 1, period = 2 * shape->n * strips;
    const int64_t points = shape->strips > 0 ? shape->n : shape->n / 2;
    for (int64_t m = 0; m < points; m++) check_entry(t, shape->mirror_at + m, m * strips, period);
    for (int64_t i = 0; shape->strips > 0 && i <= strips / 2; i++)
        check_entry(t, shape->mirror_lines_at + i, i, period);
}

/* The tables of every pass up to so many entries. */
static void factors_are_rounded_correctly(void)
{
    static const char *const kinds[] = {"c2c", "c2c", "r2c", "c2r"};
    static const char *const layouts[] = {"", " order=bitrev", "", ""};
    enum { MOST_ENTRIES = 1 << 17 };
    const ata_device_limits limits = limits_of(90);
    ata_site *site;
    double worst = 0;
    if (ata_gpu_open(&ata_machine_emu, 0, &site) != ATA_OK) exit(2);
    void *numbers = malloc((size_t)MOST_ENTRIES * 16);
    for (int wide = 0; wide < 2; wide++)
        for (int log_n = 1; log_n <= (is_short() ? 20 : 27); log_n++)
            for (int layout = 0; layout < 4; layout++) {
                char text[100];
                snprintf(text, sizeof text, "%s %s2^%d%s", kinds[layout], wide ? "f64 " : "", log_n, layouts[layout]);
                planned p;
                if (!plan(&p, site, text)) continue;
                for (int i = 0; i < p.passes; i++) {
                    ata_gpu_pass pass;
                    CHECK(make_pass(&pass, &p.problem, &p.recipe, i, &limits) == ATA_OK);
                    ata_gpu_shape *shape = &pass.kernel.shape;
                    const int64_t entries = ata_gpu_factors_place(shape);
                    if (entries > MOST_ENTRIES) continue;
                    CHECK(ata_gpu_factors_write(shape, numbers) == ATA_OK);
                    table t = {shape->real_bytes, numbers, 0};
                    for (int s = 0; s < shape->stage_count; s++) {
                        const ata_gpu_stage *stage = &shape->stage[s];
                        if (stage->twiddle.turn != ATA_TURN_NONE)
                            worst = fmax(worst, check_twiddle(&t, &stage->twiddle));
                        if (stage->cross.turn != ATA_TURN_NONE) worst = fmax(worst, check_twiddle(&t, &stage->cross));
                    }
                    check_mirror(&t, shape);
                    CHECK(t.wrong == 0, "%s, pass %d: %d of %lld factors are not the nearest", text, i, t.wrong,
                          (long long)entries);
                }
            }
    CHECK(worst > 0.5 && worst <= 1.5, "a product of two is off by %g units", worst);
    free(numbers);
    ata_gpu_close(site);
}

static const test_case cases[] = {
    {"ways have rows", ways_have_rows},
    {"narrow numbers", narrow_numbers},
    {"cached numbers", cached_numbers},
    {"lengths 90", lengths_90},
    {"lengths 80", lengths_80},
    {"real recipes", real_recipes},
    {"factors are rounded correctly", factors_are_rounded_correctly},
};

TEST_MAIN(cases)
