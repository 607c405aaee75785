/* bench_fill.c - random numbers for the input, the same ones whoever writes them.
 *
 * A generator by a counter (SplitMix64) can begin anywhere, so that threads may share out the array:
 *
 *     | drawn one by one | the same, with new signs | again | ...         each as long as the first
 *       ^ a part is a piece of it ^ and the same piece of these
 *
 * New signs are as random for a transform as new numbers, and gigabytes are had in a fraction of a second.
 */
#include <math.h>
#include <string.h>

#include "check/number.h"
#include "check/parallel.h"
#include "cli/bench.h"

/* Bytes that are drawn at most, of a part, and of a word. */
enum { DRAWN_MAX = 1 << 26, PART = 1 << 18, WORD = sizeof(uint64_t) };

typedef struct filling {
    unsigned char *to;
    int64_t bytes, drawn;
    ata_type type;
    int number_bytes, exponent;
    double scale;   /* 2^exponent */
    uint64_t signs; /* the sign bits of the numbers in a word */
} filling;

/* The 64 bits at `place` of the sequence, counted from 0. */
static uint64_t random_at(int64_t place)
{
    uint64_t z = 1 + (uint64_t)(place + 1) * 0x9e3779b97f4a7c15u;
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

static void fill_number(const filling *f, unsigned char *to, uint64_t bits)
{
    const double unit = (double)(int64_t)bits * 0x1p-63 * f->scale; /* within -scale .. scale */
    switch (f->type) {
    case ATA_F64: memcpy(to, &unit, sizeof unit); break;
    case ATA_F16:
    case ATA_BF16: {
        const uint16_t number =
            f->type == ATA_F16 ? short_float(bits, f->exponent, 10, 15) : short_float(bits, f->exponent, 7, 127);
        memcpy(to, &number, sizeof number);
        break;
    }
    case ATA_I16: memcpy(to, &(int16_t){(int16_t)unit}, sizeof(int16_t)); break;
    case ATA_I8: memcpy(to, &(int8_t){(int8_t)unit}, sizeof(int8_t)); break;
    default: memcpy(to, &(float){(float)unit}, sizeof(float));
    }
}

static uint64_t signs_of(int number_bytes)
{
    return number_bytes == 8   ? 0x8000000000000000u
           : number_bytes == 4 ? 0x8000000080000000u
           : number_bytes == 2 ? 0x8000800080008000u
                               : 0x8080808080808080u;
}

/* Bytes begin .. end - 1 of what is drawn, and whatever repeats them. */
static void fill_range(const filling *f, int64_t begin, int64_t end)
{
    for (int64_t at = begin; at + f->number_bytes <= end; at += f->number_bytes) {
        fill_number(f, f->to + at, random_at(at / f->number_bytes));
    }
    const int64_t numbers = f->drawn / f->number_bytes;
    for (int64_t repeat = f->drawn; repeat < f->bytes; repeat += f->drawn) {
        for (int64_t at = repeat + begin; at < repeat + end && at + WORD <= f->bytes; at += WORD) {
            uint64_t word;
            memcpy(&word, f->to + at - f->drawn, WORD);
            word ^= random_at(numbers + (at - f->drawn) / WORD) & f->signs;
            memcpy(f->to + at, &word, WORD);
        }
    }
}

static void fill_part(void *state, int64_t part)
{
    const filling *f = state;
    const int64_t begin = part * PART, left = f->drawn - begin;
    fill_range(f, begin, begin + (left < PART ? left : PART));
}

void cli_bench_fill(const bench_data *data, int exponent)
{
    const ata_type type = data->problem.type_in;
    const int number_bytes = check_number_get_bytes(type);
    filling f = {.to = data->host_in,
                 .bytes = data->bytes_in,
                 .drawn = data->bytes_in < DRAWN_MAX ? data->bytes_in : DRAWN_MAX,
                 .type = type,
                 .number_bytes = number_bytes,
                 .exponent = exponent,
                 .scale = ldexp(1, exponent),
                 .signs = signs_of(number_bytes)};
    /* What the CPU is measured on is touched first by one thread, as a caller's array would be: where memory has nodes,
     * that is what places it. */
    const int threads = data->device ? check_parallel_count_cores() : 1;
    check_parallel_run(threads, check_parallel_count_parts(f.drawn, PART), fill_part, &f);
}
