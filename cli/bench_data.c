/* bench_data.c - the arrays that contenders are measured on, filled so that numbers stay of usual size.
 *
 * An unnormalised transform makes numbers larger by sqrt(N). In place, a few dozen in a row would run into infinity
 * (or, with a scale below, into denormal numbers, which are slow), and time something else than a transform. So such
 * data begins at one end of the type's range and is restored from a copy before it reaches the other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"

enum { LINE = 64 };

/* Numbers are kept within 2^low .. 2^high: well inside the type's range, since sums inside a transform go beyond its
 * ends. */
typedef struct type_facts {
    int bytes, low, high;
} type_facts;

static const type_facts facts_of[] = {
    [ATA_F32] = {4, -90, 90},  [ATA_F64] = {8, -800, 800}, [ATA_F16] = {2, -8, 12},
    [ATA_BF16] = {2, -90, 90}, [ATA_I16] = {2, 2, 14},     [ATA_I8] = {1, 2, 6},
};

/* log2 of the factor by which one execution makes random numbers larger: sqrt(N), times the scale. */
static double growth_bits(const ata_problem *problem)
{
    double bits = 0; /* log2 N, N as the scale counts it: see ata_scale */
    for (int i = 0; i < problem->rank; i++) {
        const double n = (double)problem->dim[i].n;
        switch (problem->kind) {
        case ATA_C2C:
        case ATA_R2C:
        case ATA_C2R:
        case ATA_DHT: bits += log2(n); break;
        case ATA_DCT1: bits += log2(2 * (n - 1)); break;
        case ATA_DST1: bits += log2(2 * (n + 1)); break;
        default: bits += log2(2 * n);
        }
    }
    switch (problem->scale) {
    case ATA_SCALE_N: return -bits / 2;
    case ATA_SCALE_SQRT: return 0;
    case ATA_SCALE_NUMBER: return bits / 2 + (problem->scale_number != 0 ? log2(fabs(problem->scale_number)) : 0);
    default: return bits / 2;
    }
}

/* Choose where the numbers begin and how many transforms they survive. Half a bit more a time, as real transforms
 * read again what they wrote in another meaning, which is only about of the same size. */
static void choose_range(bench_data *data)
{
    const type_facts *facts = &facts_of[data->problem.type_in];
    data->exponent_usual = data->problem.type_in == ATA_I16 ? 14 : data->problem.type_in == ATA_I8 ? 6 : 0;
    data->exponent = data->exponent_usual;
    data->repeats = INT64_MAX;
    if (!data->saved) return;
    const double growth = growth_bits(&data->problem), step = fabs(growth) + 0.5;
    const double room = facts->high - facts->low;
    data->repeats = room > step ? (int64_t)(room / step) : 1;
    data->exponent = growth >= 0 ? facts->low : facts->high;
}

static int arrays_at(const ata_problem *problem, bool out)
{
    const bool is_complex = problem->kind == ATA_C2C || problem->kind == (out ? ATA_R2C : ATA_C2R);
    return is_complex && problem->layout == ATA_SPLIT ? 2 : 1;
}

/* Bytes from one array to the next, in whole lines. Two get a line between them, lest equal indices meet in one
 * cache set. */
static int64_t array_step(int64_t bytes, int arrays)
{
    return (bytes + LINE - 1) / LINE * LINE + (arrays > 1 ? LINE : 0);
}

static unsigned char *allocate(int64_t bytes)
{
    void *memory = NULL;
    return posix_memalign(&memory, 4096, (size_t)bytes) == 0 ? memory : NULL;
}

/* Is there the memory? Told before anything is allocated: Linux would promise it, and kill the program when it is
 * used. */
static int check_memory(const cli_command *command, const bench_data *data, bool overwritten)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    const double needed = (double)data->bytes_in * (overwritten ? 2 : 1) + (in_place ? 0 : (double)data->bytes_out);
    const int64_t available = cli_memory_available();
    if (needed <= (double)available) return CLI_GOOD;
    char text[2][32];
    char *problem = cli_problem_text(&data->problem);
    cli_complain(command, "\"%s\" needs %s for its arrays and %s of memory are available; try a smaller problem",
                 problem ? problem : "", cli_memory_print(needed < 9e18 ? (int64_t)needed : INT64_MAX, text[0], 32),
                 cli_memory_print(available, text[1], 32));
    free(problem);
    return CLI_BAD_USE;
}

int cli_bench_data_create(bench_data *data, const cli_command *command, const ata_problem *problem, bool overwritten)
{
    *data = (bench_data){0};
    ata_extent extent;
    ata_status status = ata_problem_check(problem, &data->problem);
    if (status == ATA_OK) status = ata_problem_extent(&data->problem, &extent);
    if (status != ATA_OK) return cli_complain_status(command, status);
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    const int arrays_in = arrays_at(&data->problem, false), arrays_out = arrays_at(&data->problem, true);
    const int64_t step_in = array_step(extent.in_bytes, arrays_in), step_out = array_step(extent.out_bytes, arrays_out);
    data->bytes_in = step_in * arrays_in;
    data->bytes_out = step_out * arrays_out;
    if (check_memory(command, data, overwritten) != CLI_GOOD) return CLI_BAD_USE;
    data->block_in = allocate(data->bytes_in);
    data->block_out = in_place ? data->block_in : allocate(data->bytes_out);
    data->saved = overwritten ? allocate(data->bytes_in) : NULL;
    if (!data->block_in || !data->block_out || (overwritten && !data->saved)) {
        cli_bench_data_destroy(data);
        return cli_complain(command, "out of memory for the arrays; try a smaller problem");
    }
    unsigned char *in = data->block_in + extent.in_before, *out = data->block_out + extent.out_before;
    data->buffers = (ata_buffers){.in = in, .out = out};
    if (arrays_in == 2) data->buffers.in_imag = in + step_in;
    if (arrays_out == 2) data->buffers.out_imag = out + step_out;
    if (!in_place) {
        memset(data->block_out, 0, (size_t)data->bytes_out); /* so that its pages are there when time is taken */
    }
    choose_range(data);
    return CLI_GOOD;
}

void cli_bench_data_destroy(bench_data *data)
{
    if (data->block_out != data->block_in) free(data->block_out);
    free(data->block_in);
    free(data->saved);
    *data = (bench_data){0};
}

/* A generator of 64 bits by a counter and two multiplications (SplitMix64): random enough, and quick. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A float of 16 bits of about 2^exponent, put together from its sign, exponent and mantissa. */
static uint16_t short_float(uint64_t bits, int exponent, int mantissa_bits, int bias)
{
    const unsigned mantissa = (unsigned)bits & ((1u << mantissa_bits) - 1);
    const int lower = (int)(bits >> 32 & 3); /* some numbers are smaller by up to 2^3 */
    return (uint16_t)((bits >> 63) << 15 | (unsigned)(exponent - 1 - lower + bias) << mantissa_bits | mantissa);
}

static void fill_number(ata_type type, unsigned char *to, uint64_t bits, int exponent, double scale)
{
    const double unit = (double)(int64_t)bits * 0x1p-63 * scale; /* within -scale .. scale */
    switch (type) {
    case ATA_F64: memcpy(to, &unit, sizeof unit); break;
    case ATA_F16:
    case ATA_BF16: {
        const uint16_t number =
            type == ATA_F16 ? short_float(bits, exponent, 10, 15) : short_float(bits, exponent, 7, 127);
        memcpy(to, &number, sizeof number);
        break;
    }
    case ATA_I16: memcpy(to, &(int16_t){(int16_t)unit}, sizeof(int16_t)); break;
    case ATA_I8: memcpy(to, &(int8_t){(int8_t)unit}, sizeof(int8_t)); break;
    default: memcpy(to, &(float){(float)unit}, sizeof(float));
    }
}

void cli_bench_data_fill(bench_data *data, int exponent)
{
    const ata_type type = data->problem.type_in;
    const int64_t bytes = facts_of[type].bytes;
    const double scale = ldexp(1, exponent);
    uint64_t state = 1;
    for (int64_t at = 0; at + bytes <= data->bytes_in; at += bytes) {
        fill_number(type, data->block_in + at, next_random(&state), exponent, scale);
    }
    if (data->saved) memcpy(data->saved, data->block_in, (size_t)data->bytes_in);
    data->dirty = false;
}

void cli_bench_data_restore(bench_data *data)
{
    if (!data->dirty) return;
    memcpy(data->block_in, data->saved, (size_t)data->bytes_in);
    data->dirty = false;
}
