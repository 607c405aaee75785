/* reproduce_001.c - Volkov, Kazian: eight points a thread in registers, and the bounds that a transform runs under. */
#include <math.h>

#include "cli/reproduce.h"

/* --- Figure 4: batches of one length, 2^24 points in all ---------------------------------------------------------- */

enum { FIRST = 3, LAST = 24 };

static bool get_batched(int index, reproduce_case *made)
{
    if (FIRST + index > LAST) return false;
    reproduce_case_set_power(made, FIRST + index, LAST - FIRST - index);
    return true;
}

static const double radix8_printed[LAST - FIRST + 1] = {[9 - FIRST] = 144};

static const reproduce_series figure_4[] = {
    {.name = "8800 GTX (paper)", .role = REPRODUCE_PRINTED, .printed = radix8_printed},
    {.name = "radix8", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=radix8"},
    {.name = "radix 2 (locality)", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=locality"},
    {.name = "cuFFT", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft"},
    {.name = "atalanta", .role = REPRODUCE_OURS, .on = "gpu"},
};

/* --- Figure 5: the same under what the machine allows ------------------------------------------------------------- */

static const reproduce_series figure_5[] = {
    {.name = "bandwidth", .role = REPRODUCE_BOUND, .on = "gpu"},
    {.name = "local store", .role = REPRODUCE_BOUND, .on = "gpu"},
    {.name = "exchanges", .role = REPRODUCE_BOUND, .on = "gpu"},
    {.name = "multiply-adds", .role = REPRODUCE_BOUND, .on = "gpu"},
    {.name = "adds", .role = REPRODUCE_BOUND, .on = "gpu"},
    {.name = "radix8", .role = REPRODUCE_PAPER, .on = "gpu", .options = "algo=radix8"},
    {.name = "cuFFT", .role = REPRODUCE_PEER, .on = "gpu", .peer = "cufft"},
    {.name = "atalanta", .role = REPRODUCE_OURS, .on = "gpu"},
};

/* A point is read and written once in each pass over memory. */
static double get_memory_rate(const reproduce_case *at, const reproduce_ask *ask, int passes)
{
    const double speed = reproduce_ask_value(ask, "bound copy", "gpu", 1, NULL) * 1e9;
    return at->flops * 1e-9 / (passes * at->points * 16 / speed);
}

/* Between two stages of radix 8 within a pass of up to 512 points, each point is written and read. */
static double get_exchange_rate(const reproduce_case *at, const reproduce_ask *ask)
{
    const double speed = reproduce_ask_value(ask, "bound exchange", "gpu", 1, NULL) * 1e9;
    const double exchanges = ceil(at->x / 3) - ceil(at->x / 9);
    return exchanges > 0 ? at->flops * 1e-9 / (exchanges * at->points * 16 / speed) : NAN;
}

static double get_bounded(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    const reproduce_series *series = figure_5;
    if (of->role != REPRODUCE_BOUND) return reproduce_get_gflops(at, of, ask);
    if (of == &series[0]) return get_memory_rate(at, ask, 1);
    if (of == &series[1]) { /* as many passes as ours takes */
        const reproduce_row *row = reproduce_ask_row(ask, at->problem, "gpu", 1, NULL);
        return get_memory_rate(at, ask, row && row->passes > 0 ? row->passes : 1);
    }
    if (of == &series[2]) return get_exchange_rate(at, ask);
    const double peak = reproduce_ask_value(ask, "bound arithmetic", "gpu", 1, NULL);
    return of == &series[3] ? peak : peak / 2;
}

/* --- Figures 6 and 7: FFTW by threads ----------------------------------------------------------------------------- */

static bool get_threaded(int index, reproduce_case *made)
{
    const int exponent = 4 + 2 * index;
    if (exponent > 22) return false;
    reproduce_case_set_power(made, exponent, exponent < 20 ? 20 - exponent : 0);
    return true;
}

#define FFTW(count)                                                                                         \
    {                                                                                                       \
        .name = "FFTW x" #count, .role = REPRODUCE_PEER, .on = "cpu", .peer = "fftw", .options = "inplace", \
        .threads = count                                                                                    \
    }
#define OURS(count)                                                                                              \
    {                                                                                                            \
        .name = "atalanta x" #count, .role = REPRODUCE_OURS, .on = "cpu", .options = "inplace", .threads = count \
    }

static const reproduce_series figure_6[] = {
    FFTW(1), FFTW(2), FFTW(4), FFTW(16), OURS(1), OURS(2), OURS(4), OURS(16),
};

/* --- Table 1: a history ------------------------------------------------------------------------------------------- */

static const struct {
    const char *label;
    double rate;
    const char *peer, *options; /* of the last few, measured: the best of figure 4 */
} history[] = {
    {"Spitzer 2003, 5900 Ultra", 1.1, NULL, NULL},
    {"Moreland, Angel 2003, 5800", 2.5, NULL, NULL},
    {"Govindaraju 2006, 7900 GTX", 6.1, NULL, NULL},
    {"McCool 2006, 7900 GTX", 7.5, NULL, NULL},
    {"Segal, Peercy 2006, X1900", 12, NULL, NULL},
    {"CUFFT 1.1 2007, 8800 GTX", 50, NULL, NULL},
    {"Lloyd 2008, 8800 GTX", 18, NULL, NULL},
    {"radix8 2008, 8800 GTX", 144, NULL, NULL},
    {"radix8 today", 0, NULL, "algo=radix8"},
    {"cuFFT today", 0, "cufft", NULL},
    {"atalanta today", 0, NULL, NULL},
};
enum { HISTORY_COUNT = sizeof history / sizeof history[0], HISTORY_TODAY = 8 };

static const double history_printed[HISTORY_COUNT] = {1.1, 2.5, 6.1, 7.5, 12, 50, 18, 144};
static const reproduce_series table_1[] = {
    {.name = "printed", .role = REPRODUCE_PRINTED, .printed = history_printed},
    {.name = "today, the best length", .role = REPRODUCE_PAPER, .on = "gpu"},
};

static bool get_history(int index, reproduce_case *made)
{
    if (index >= HISTORY_COUNT) return false;
    *made = (reproduce_case){.x = index, .points = index < HISTORY_TODAY ? 1 : ldexp(1, LAST)};
    snprintf(made->label, sizeof made->label, "%s", history[index].label);
    return true;
}

/* The best over the powers of eight. */
static double get_best(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    const int index = (int)at->x;
    if (index < HISTORY_TODAY) return NAN;
    const reproduce_series asked = {.on = of->on, .peer = history[index].peer, .options = history[index].options};
    double best = NAN;
    reproduce_case length;
    for (int i = 0; get_batched(i, &length); i += 3) {
        const double rate = reproduce_get_gflops(&length, &asked, ask);
        if (isnan(best) || rate > best) best = rate;
    }
    return best;
}

/* --- Exhibits ----------------------------------------------------------------------------------------------------- */

static const reproduce_exhibit exhibits[] = {
    {.name = "figure 4",
     .title = "batches of one length, 2^24 points in all",
     .found = "With eight points a thread and two transposes through shared memory, 512 points run at 144 GFLOP/s, 2.9 "
              "times the best of cuFFT 1.1, and 2.7 times the vendor's radix-2 code after it was mended.",
     .about = "The paper has N = 8, 64 and 512; what lies beyond needs the level that it leaves open, several passes "
              "over memory.",
     .unit = "GFLOP/s",
     .x_name = "N",
     .quick_step = 3,
     .series_count = sizeof figure_4 / sizeof figure_4[0],
     .series = figure_4,
     .get_case = get_batched,
     .get_value = reproduce_get_gflops,
     .claim = {{"radix8", "radix 2 (locality)", 0,
                "Where everything is one pass over memory either way, memory is what is measured."},
               {"radix8", "cuFFT", 0, "The cuFFT of today is another library than that of 2007."}},
     .ratio = {{"radix8, today over then", "radix8", "8800 GTX (paper)"},
               {"atalanta over cuFFT", "atalanta", "cuFFT"}}},
    {.name = "figure 5",
     .title = "the same under the bounds of the machine",
     .found = "The bandwidth of memory bounds short transforms, arithmetic the long ones; the code reaches 73% of the "
              "bandwidth bound at 512 points. Beyond what the local store holds no curve can grow.",
     .about = "Bounds are measured. Bandwidth: one read and one write of every point at the speed of a copy. Local "
              "store: the same for as many passes as our choice takes. Exchanges: a write and a read in shared memory "
              "between stages of radix 8. Arithmetic: multiply-adds, and half of it for adds alone.",
     .unit = "GFLOP/s",
     .x_name = "N",
     .unlike = true,
     .quick_step = 3,
     .series_count = sizeof figure_5 / sizeof figure_5[0],
     .series = figure_5,
     .get_case = get_batched,
     .get_value = get_bounded,
     .ratio = {{"radix8 of bandwidth", "radix8", "bandwidth"}, {"atalanta of local store", "atalanta", "local store"}}},
    {.name = "figures 6 and 7",
     .title = "FFTW by threads, in place, 2^20 points or one transform",
     .found = "On a Clovertown (2 x 4 cores) a second thread doubles the rate and more hardly help, for want of "
              "bandwidth; a Niagara II needs all its 64 threads and comes to 4.7 GFLOP/s at 2^15.",
     .about = "FFTW plans with FFTW_MEASURE, as in the paper, up to a limit of time. x16 is with 16 threads; there are "
              "no columns for more threads than cores.",
     .unit = "GFLOP/s",
     .x_name = "N",
     .linear = true,
     .quick_step = 3,
     .series_count = sizeof figure_6 / sizeof figure_6[0],
     .series = figure_6,
     .get_case = get_threaded,
     .get_value = reproduce_get_gflops,
     .claim = {{"FFTW x2", "FFTW x1", 0, "Short batches are shared out for less than the threads cost."},
               {"FFTW x4", "FFTW x2", 0, NULL}},
     .ratio = {{"x1, atalanta over FFTW", "atalanta x1", "FFTW x1"},
               {"x16, atalanta over FFTW", "atalanta x16", "FFTW x16"}}},
    {.name = "table 1",
     .title = "transforms on GPUs from 2003 on",
     .found = "Two orders of magnitude in five years, most of it owed to shared memory.",
     .about = "Today's are the best over N = 8, 64, 512 ... 2^24, 2^24 points in all.",
     .unit = "GFLOP/s",
     .x_name = "who, and on what",
     .slots = true,
     .unlike = true,
     .series_count = sizeof table_1 / sizeof table_1[0],
     .series = table_1,
     .get_case = get_history,
     .get_value = get_best},
};

const reproduce_paper reproduce_001 = {
    .number = "001",
    .title = "Fitting FFT onto the G80 Architecture",
    .authors = "V. Volkov, B. Kazian; 2008",
    .machine = "GeForce 8800 GTX; Clovertown, Niagara II",
    .gave = "Keep eight points a thread in registers, exchange through shared memory as rarely as possible, and place "
            "what is reached under the bounds of the machine.",
    .exhibit_count = sizeof exhibits / sizeof exhibits[0],
    .exhibit = exhibits,
};
