/* roots.c - roots of unity by exact reduction to an eighth of the circle. */
#include "check/roots.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static const long double quarter_pi = 0.785398163397448309615660845819875721049292L;

enum { DIRECT_BITS = 10 }; /* up to 1024 roots are kept one by one */

void check_root_get(int64_t j, int64_t n, long double *re, long double *im)
{
    const int64_t eighth = 8 * j / n, rest = 8 * j - eighth * n; /* the angle is (eighth + rest / n) pi / 4 */
    const int64_t inner = eighth % 2 ? n - rest : rest;          /* odd eighths are walked backwards */
    const long double angle = quarter_pi * (long double)inner / (long double)n;
    const long double c = cosl(angle), s = sinl(angle);
    const bool swapped = (eighth + 1) / 2 % 2; /* eighths 1, 2, 5, 6 */
    *re = swapped ? s : c;
    *im = swapped ? c : s;
    if (eighth >= 2 && eighth < 6) *re = -*re;
    if (eighth >= 4) *im = -*im;
}

static dd_complex root_dd(int64_t j, int64_t n)
{
    long double re, im;
    check_root_get(j, n, &re, &im);
    return (dd_complex){dd_from(re), dd_from(im)};
}

ata_status check_roots_create(check_roots *roots, int64_t n)
{
    *roots = (check_roots){.n = n, .shift = DIRECT_BITS};
    while (((int64_t)1 << roots->shift) < n && ((n >> roots->shift) >> roots->shift) > 0) roots->shift++;
    const int64_t lows = (int64_t)1 << roots->shift, highs = (n - 1) / lows + 1;
    roots->low = malloc((size_t)(lows < n ? lows : n) * sizeof *roots->low);
    roots->high = malloc((size_t)highs * sizeof *roots->high);
    if (!roots->low || !roots->high) {
        check_roots_destroy(roots);
        return ATA_ERROR_MEMORY;
    }
    for (int64_t j = 0; j < lows && j < n; j++) roots->low[j] = root_dd(j, n);
    for (int64_t j = 0; j < highs; j++) roots->high[j] = root_dd(j * lows, n);
    return ATA_OK;
}

void check_roots_destroy(check_roots *roots)
{
    free(roots->low);
    free(roots->high);
    roots->low = roots->high = NULL;
}

dd_complex check_roots_get(const check_roots *roots, int64_t j)
{
    const int64_t high = j >> roots->shift, low = j & (((int64_t)1 << roots->shift) - 1);
    return high == 0 ? roots->low[low] : dd_complex_multiply(roots->high[high], roots->low[low]);
}
