/* line.c - the definitions of atalanta.h, summed up term by term; and the same through a longer complex transform.
 *
 * The sums walk round a table of one period of the wave: the angle of term j at output k is (in_step j + in_start)
 * (out_step k + out_start), of which each next one is a constant further on. So the inner loop holds nothing but a
 * multiplication, an addition and an index.
 */
#include "check/line.h"

#include <stdlib.h>

#include "check/roots.h"

static ata_status create_tables(check_line *line)
{
    const int64_t period = line->kernel.period;
    line->cosine = malloc((size_t)period * sizeof *line->cosine);
    line->sine = malloc((size_t)period * sizeof *line->sine);
    if (!line->cosine || !line->sine) return ATA_ERROR_MEMORY;
    for (int64_t j = 0; j < period; j++) check_root_get(j, period, &line->cosine[j], &line->sine[j]);
    return ATA_OK;
}

ata_status check_line_create(check_line *line, ata_kind kind, bool inverse, int64_t n, check_method method)
{
    *line = (check_line){.kind = kind, .inverse = inverse || kind == ATA_C2R, .n = n, .method = method};
    line->count_in = kind == ATA_C2R ? n / 2 + 1 : n;
    line->count_out = kind == ATA_R2C ? n / 2 + 1 : n;
    check_kernel_init(&line->kernel, kind, n);
    ata_status status = ATA_OK;
    if (kind == ATA_REVERSE) {
        line->method = CHECK_BY_DEFINITION; /* which needs no tables */
    } else if (method == CHECK_BY_DEFINITION) {
        status = create_tables(line);
    } else {
        status = check_exact_create(&line->exact, line->kernel.period);
    }
    if (status != ATA_OK) check_line_destroy(line);
    return status;
}

void check_line_destroy(check_line *line)
{
    free(line->cosine);
    free(line->sine);
    check_exact_destroy(&line->exact);
    *line = (check_line){0};
}

/* The sum over j of x[j] wave[(start + j step) mod period]; step is below the period. */
static long double sum_up(const long double *x, int64_t count, const long double *wave, int64_t start, int64_t step,
                          int64_t period)
{
    long double sum = 0;
    int64_t at = start;
    for (int64_t j = 0; j < count; j++) {
        sum += x[j] * wave[at];
        at += step;
        if (at >= period) at -= period;
    }
    return sum;
}

/* Outputs k and n - k have the same cosines and opposite sines, so one set of sums serves both. */
static void define_complex(const check_line *line, const long double *x_re, const long double *x_im, long double *y_re,
                           long double *y_im)
{
    const int64_t n = line->n;
    const long double sign = line->inverse ? -1 : 1;
    for (int64_t k = 0; k <= n / 2; k++) {
        const long double cos_re = sum_up(x_re, n, line->cosine, 0, k, n);
        const long double sin_re = sign * sum_up(x_re, n, line->sine, 0, k, n);
        const long double cos_im = x_im ? sum_up(x_im, n, line->cosine, 0, k, n) : 0;
        const long double sin_im = x_im ? sign * sum_up(x_im, n, line->sine, 0, k, n) : 0;
        y_re[k] = cos_re + sin_im;
        y_im[k] = cos_im - sin_re;
        if (line->count_out == n && k > 0) {
            y_re[n - k] = cos_re - sin_im;
            y_im[n - k] = cos_im + sin_re;
        }
    }
}

/* A half spectrum to real numbers. The sines at frequency 0 and n/2 are zero, which ignores the imaginary parts
 * there. */
static void define_half(const check_line *line, long double *x_re, long double *x_im, long double *y_re)
{
    const int64_t n = line->n, count = line->count_in;
    for (int64_t k = 1; 2 * k < n; k++) { /* these stand for their mirror images too */
        x_re[k] *= 2;
        x_im[k] *= 2;
    }
    for (int64_t j = 0; j <= n / 2; j++) {
        const long double even = sum_up(x_re, count, line->cosine, 0, j, n);
        const long double odd = sum_up(x_im, count, line->sine, 0, j, n);
        y_re[j] = even - odd;
        if (j > 0) y_re[n - j] = even + odd;
    }
}

static void define_real(const check_line *line, long double *x, long double *y)
{
    const check_kernel *kernel = &line->kernel;
    const int64_t n = line->n, period = kernel->period;
    for (int64_t j = 0; j < n; j++) x[j] *= (long double)check_kernel_get_weight(kernel, j);
    for (int64_t k = 0; k < n; k++) {
        const int64_t frequency = kernel->out_step * k + kernel->out_start;
        const int64_t start = kernel->in_start * frequency % period, step = kernel->in_step * frequency % period;
        y[k] = 0;
        if (kernel->wave != CHECK_SIN) y[k] += sum_up(x, n, line->cosine, start, step, period);
        if (kernel->wave != CHECK_COS) y[k] += sum_up(x, n, line->sine, start, step, period);
    }
}

static void define_reversal(const check_line *line, const long double *x_re, const long double *x_im, long double *y_re,
                            long double *y_im)
{
    for (int64_t j = 0; j < line->n; j++) {
        const int64_t k = check_reverse_bits(j, line->n);
        y_re[k] = x_re[j];
        y_im[k] = x_im[j];
    }
}

int64_t check_line_get_scratch(const check_line *line)
{
    return line->method == CHECK_BY_HALVING ? line->kernel.period + check_exact_get_work(&line->exact) : 0;
}

/* Put the numbers at their places on a circle of one period, transform it, and take the answers from theirs. */
static void execute_by_halving(const check_line *line, const long double *x_re, const long double *x_im,
                               long double *y_re, long double *y_im, dd_complex *circle)
{
    const check_kernel *kernel = &line->kernel;
    const int64_t period = kernel->period;
    for (int64_t j = 0; j < period; j++) circle[j] = (dd_complex){{0, 0}, {0, 0}};
    for (int64_t j = 0; j < line->count_in; j++) {
        const bool paired = line->kind == ATA_C2R && j > 0 && 2 * j < line->n;
        const bool lone = line->kind == ATA_C2R && !paired;
        const long double weight = paired ? 2 : (long double)check_kernel_get_weight(kernel, j);
        dd_complex *place = &circle[(kernel->in_step * j + kernel->in_start) % period];
        place->re = dd_from(weight * x_re[j]);
        if (x_im && !lone) place->im = dd_from(weight * (line->inverse ? -x_im[j] : x_im[j]));
    }
    check_exact_execute(&line->exact, circle, circle + period);
    for (int64_t k = 0; k < line->count_out; k++) {
        const dd_complex y = circle[(kernel->out_step * k + kernel->out_start) % period];
        const long double re = dd_value(y.re), im = dd_value(y.im);
        if (kernel->wave == CHECK_SIN) y_re[k] = -im;
        else y_re[k] = kernel->wave == CHECK_CAS ? re - im : re;
        if (kernel->wave == CHECK_EXP && line->kind != ATA_C2R) y_im[k] = line->inverse ? -im : im;
    }
}

void check_line_execute(const check_line *line, long double *x_re, long double *x_im, long double *y_re,
                        long double *y_im, dd_complex *scratch)
{
    if (line->method == CHECK_BY_HALVING) execute_by_halving(line, x_re, x_im, y_re, y_im, scratch);
    else if (line->kernel.wave == CHECK_MOVE) define_reversal(line, x_re, x_im, y_re, y_im);
    else if (line->kernel.wave != CHECK_EXP) define_real(line, x_re, y_re);
    else if (line->kind == ATA_C2R) define_half(line, x_re, x_im, y_re);
    else define_complex(line, x_re, x_im, y_re, y_im);
}

double check_line_get_cost(ata_kind kind, int64_t n, check_method method)
{
    check_kernel kernel;
    check_kernel_init(&kernel, kind, n);
    if (kernel.wave == CHECK_MOVE) return (double)n;
    if (method == CHECK_BY_HALVING) return check_exact_get_cost(kernel.period);
    return (kind == ATA_C2C || kind == ATA_DHT ? 2.0 : 1.0) * (double)n * (double)n;
}
