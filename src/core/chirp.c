/* chirp.c - what the spectrum of Bluestein's chirp is made of: roots of unity near each other, and the edge of the
 * window.
 */
#include "core/chirp.h"

#include <math.h>

#include "core/integer.h"
#include "core/memory.h"

static const double pi = 0x1.921fb54442d18p+1;

/* erf(x) is 1 from here on, as far as doubles go. */
static const double far_end = 6;

/* --- Roots of unity ----------------------------------------------------------------------------------------------- */

/* Angles between two roots of the table are below 2 pi / LEAST, whose sixth power is beyond doubles. */
enum { LEAST = 1024, SOME = 32 };

static ata_status roots_init(ata_chirp_roots *roots, int64_t n)
{
    while (n >> (roots->shift + 1) >= LEAST) roots->shift++;
    roots->n = n;
    roots->mask = ((int64_t)1 << roots->shift) - 1;
    roots->step = 2 * pi / (double)n;
    const int64_t count = ((n - 1) >> roots->shift) + 1;
    ATA_TRY(ata_memory_create((void **)&roots->table, 2 * (size_t)count, sizeof *roots->table, "roots of unity"));
    /* The first ones, and every so many, are computed; those between are products of two. */
    ata_root_wide some[SOME], far = {0, 0, 0, 0};
    for (int64_t k = 0; k < count; k++) {
        const int64_t near = k % SOME;
        if (k < SOME) some[k] = ata_root_compute(k << roots->shift, n);
        else if (near == 0) far = ata_root_compute(k << roots->shift, n);
        const ata_root_wide root = k < SOME ? some[k] : near == 0 ? far : ata_root_multiply_wide(far, some[near]);
        roots->table[2 * k] = root.re_hi;
        roots->table[2 * k + 1] = root.im_hi;
    }
    return ATA_OK;
}

/* --- The edge of the window --------------------------------------------------------------------------------------- */

/* What the function grows by from node number i, at u, to u + rest: its derivative g there times a series, for the
 * derivatives of g are g h(k), h(k + 1) = -2 exp(-2 i angle) (u h(k) + k h(k - 1)). */
static ata_root grow(const ata_chirp_edge *edge, int64_t i, double rest)
{
    const double u = (double)i / ATA_CHIRP_STEPS, factor_re = -2 * edge->square_re, factor_im = -2 * edge->square_im;
    ata_root before = {0, 0}, now = {1, 0}, sum = {0, 0};
    double power = 1; /* rest^(k + 1) / (k + 1)! */
    for (int k = 0; k < ATA_CHIRP_TERMS; k++) {
        power *= rest * ata_chirp_over[k];
        sum.re += now.re * power;
        sum.im += now.im * power;
        const double re = u * now.re + k * before.re, im = u * now.im + k * before.im;
        before = now;
        now = (ata_root){factor_re * re - factor_im * im, factor_re * im + factor_im * re};
    }
    const double *g = edge->node + 4 * i + 2;
    return (ata_root){g[0] * sum.re - g[1] * sum.im, g[0] * sum.im + g[1] * sum.re};
}

static ata_status edge_init(ata_chirp_edge *edge, double angle)
{
    edge->square_re = cos(2 * angle);
    edge->square_im = -sin(2 * angle);
    edge->end = far_end / sqrt(edge->square_re);
    const int64_t count = (int64_t)ceil(edge->end * ATA_CHIRP_STEPS) + 2;
    ATA_TRY(ata_memory_create((void **)&edge->node, 4 * (size_t)count, sizeof *edge->node, "the edge of a window"));
    double *node = edge->node, rest_re = 0, rest_im = 0; /* what the last sums lost */
    for (int64_t i = 0; i < count; i++, node += 4) {
        const double u = (double)i / ATA_CHIRP_STEPS, size = exp(-u * u * edge->square_re) / sqrt(pi);
        const double turn = -u * u * edge->square_im - angle;
        node[2] = size * cos(turn);
        node[3] = size * sin(turn);
        node[0] = 0.5;
        node[1] = 0;
        if (i == 0) continue;
        const ata_root first = grow(edge, i - 1, 0.5 / ATA_CHIRP_STEPS), second = grow(edge, i, -0.5 / ATA_CHIRP_STEPS);
        const double more_re = first.re - second.re + rest_re, more_im = first.im - second.im + rest_im;
        node[0] = node[-4] + more_re;
        node[1] = node[-3] + more_im;
        rest_re = more_re - (node[0] - node[-4]);
        rest_im = more_im - (node[1] - node[-3]);
    }
    return ATA_OK;
}

/* --- The chirp ---------------------------------------------------------------------------------------------------- */

/* How wide an edge of w is that is as smooth as the chirp makes it: then that of W is shortest. */
static double natural_width(int64_t n)
{
    return sqrt((double)n / pi);
}

/* How many points the window has to fade, on either side of m/2. */
static double room(int64_t n, int64_t m)
{
    return (double)(m - 2 * n + 2) / 2;
}

/* The steepest edge that is taken, as a part of the natural width. The edge of W gets longer as that of w gets shorter:
 * at this one it has 24 natural widths, which fit between n/2 and m/2 from LEAST_POINTS on. 2 m^2 points have roots in
 * double-double up to MOST_POINTS (core/roots.h). */
static const double steepest = 0.25;
enum { LEAST_POINTS = 4096, MOST_POINTS = 1 << 25 };

static bool is_known(int64_t n)
{
    return n >= LEAST_POINTS && n <= MOST_POINTS / 3;
}

int64_t ata_chirp_least(int64_t n)
{
    if (!is_known(n)) return 2 * n - 1;
    const int64_t least = 2 * n + (int64_t)ceil(2 * far_end * steepest * natural_width(n));
    return least + least % 2;
}

bool ata_chirp_suits(int64_t n, int64_t m)
{
    return is_known(n) && m % 2 == 0 && m >= ata_chirp_least(n) && m <= n / 2 * 5 && m <= MOST_POINTS;
}

/* The factors of the first frequencies; those of squares with what is the same at all, sqrt(n) exp(pi i / 4) / m. */
static void make_first(ata_chirp *chirp)
{
    const int64_t all = chirp->squares.n;
    const double scale = sqrt((double)chirp->n) / (double)chirp->m;
    for (int64_t j = 0; j < ATA_CHIRP_BLOCK; j++) {
        const ata_root square = ata_chirp_root(&chirp->squares, (chirp->n * j * j + all - all / 8) % all);
        const ata_root turn = ata_chirp_root(&chirp->turns, chirp->n * j % chirp->m);
        chirp->first_squares.re[j] = scale * square.re;
        chirp->first_squares.im[j] = scale * square.im;
        chirp->first_turns.re[j] = turn.re;
        chirp->first_turns.im[j] = -turn.im;
    }
}

ata_status ata_chirp_init(ata_chirp *chirp, int64_t n, int64_t m)
{
    *chirp = (ata_chirp){.n = n, .m = m};
    const double natural = natural_width(n), widest = room(n, m) / far_end;
    const double width = natural < widest ? natural : widest;
    /* S^2 = width^2 + i natural^2 */
    chirp->spread = sqrt(hypot(width * width, natural * natural));
    ATA_TRY(edge_init(&chirp->edge, atan2(natural * natural, width * width) / 2));
    ATA_TRY(roots_init(&chirp->squares, 2 * m * m));
    ATA_TRY(roots_init(&chirp->turns, m));
    make_first(chirp);
    return ATA_OK;
}

void ata_chirp_fini(ata_chirp *chirp)
{
    ata_memory_destroy(chirp->edge.node);
    ata_memory_destroy(chirp->squares.table);
    ata_memory_destroy(chirp->turns.table);
}
