/* collect.c - columns to lines and back, in squares as wide as a vector of 16 bytes. */
#include "engine/cpu/collect.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t two __attribute__((vector_size(16)));
typedef uint32_t four __attribute__((vector_size(16)));

/* --- Squares ----------------------------------------------------------------------------------------------------- */

INLINE two load_two(const char *from)
{
    two x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINE void store_two(char *to, two x)
{
    memcpy(to, &x, sizeof x);
}

#if defined(__clang__)
#define SHUFFLE_TWO(x, y, i, j) __builtin_shufflevector(x, y, i, j)
#define SHUFFLE_FOUR(x, y, i, j, k, l) __builtin_shufflevector((four)(x), (four)(y), i, j, k, l)
#else
#define SHUFFLE_TWO(x, y, i, j) __builtin_shuffle(x, y, (two){i, j})
#define SHUFFLE_FOUR(x, y, i, j, k, l) __builtin_shuffle((four)(x), (four)(y), (four){i, j, k, l})
#endif

/* The first numbers of two vectors by turns, and the last ones. */
INLINE two mix_low(two x, two y)
{
    return SHUFFLE_TWO(x, y, 0, 2);
}

INLINE two mix_high(two x, two y)
{
    return SHUFFLE_TWO(x, y, 1, 3);
}

/* The same of four numbers each. */
INLINE two mix_low_halves(two x, two y)
{
    return (two)SHUFFLE_FOUR(x, y, 0, 4, 1, 5);
}

INLINE two mix_high_halves(two x, two y)
{
    return (two)SHUFFLE_FOUR(x, y, 2, 6, 3, 7);
}

/* Rows `from_step` bytes apart become columns of rows `to_step` apart: a point of 16 bytes, two by two of 8, four by
 * four of 4, one of anything less. */
INLINE void turn_square(const char *from, int64_t from_step, char *to, int64_t to_step, const int64_t unit)
{
    if (unit == 16) {
        store_two(to, load_two(from));
    } else if (unit == 8) {
        const two x = load_two(from), y = load_two(from + from_step);
        store_two(to, mix_low(x, y));
        store_two(to + to_step, mix_high(x, y));
    } else if (unit == 4) {
        const two a = load_two(from), b = load_two(from + from_step);
        const two c = load_two(from + 2 * from_step), d = load_two(from + 3 * from_step);
        const two ab_low = mix_low_halves(a, b), cd_low = mix_low_halves(c, d);
        const two ab_high = mix_high_halves(a, b), cd_high = mix_high_halves(c, d);
        store_two(to, mix_low(ab_low, cd_low));
        store_two(to + to_step, mix_high(ab_low, cd_low));
        store_two(to + 2 * to_step, mix_low(ab_high, cd_high));
        store_two(to + 3 * to_step, mix_high(ab_high, cd_high));
    } else {
        memcpy(to, from, (size_t)unit);
    }
}

/* Two lines of four points of 4 bytes each, which are half a square. */
INLINE void collect_half(const char *from, int64_t row, char *to, int64_t step)
{
    uint64_t points[4];
    for (int i = 0; i < 4; i++) memcpy(&points[i], from + i * row, sizeof points[i]);
    const two x = {points[0], points[1]}, y = {points[2], points[3]};
    store_two(to, (two)SHUFFLE_FOUR(x, y, 0, 2, 4, 6));
    store_two(to + step, (two)SHUFFLE_FOUR(x, y, 1, 3, 5, 7));
}

INLINE void distribute_half(const char *from, int64_t step, char *to, int64_t row)
{
    const two x = load_two(from), y = load_two(from + step);
    const two low = mix_low_halves(x, y), high = mix_high_halves(x, y);
    const uint64_t points[4] = {low[0], low[1], high[0], high[1]};
    for (int i = 0; i < 4; i++) memcpy(to + i * row, &points[i], sizeof points[i]);
}

/* How many points a side of a square has. */
INLINE int64_t side_of(const int64_t unit)
{
    return unit == 8 ? 2 : unit == 4 ? 4 : 1;
}

/* --- Lines ------------------------------------------------------------------------------------------------------- */

INLINE void move_point(const ata_collection *what, int64_t row, int64_t line, const bool out, const int64_t unit)
{
    char *const array = what->array + row * what->row + line * unit;
    char *const buffer = what->buffer + line * what->step + row * unit;
    memcpy(out ? array : buffer, out ? buffer : array, (size_t)unit);
}

/* `lines` is what->lines, or a literal. What makes no squares is moved point by point. */
INLINE void move_rows(const ata_collection *what, int64_t first, int64_t end, const int64_t lines, const bool out,
                      const int64_t unit)
{
    const int64_t side = side_of(unit), whole = lines / side * side;
    int64_t row = first;
    for (; row + side <= end; row += side) {
        char *const array = what->array + row * what->row, *const buffer = what->buffer + row * unit;
        for (int64_t line = 0; line < whole; line += side) {
            char *const a = array + line * unit, *const b = buffer + line * what->step;
            if (out) turn_square(b, what->step, a, what->row, unit);
            else turn_square(a, what->row, b, what->step, unit);
        }
        int64_t line = whole;
        if (unit == 4 && line + 2 <= lines) {
            char *const a = array + line * unit, *const b = buffer + line * what->step;
            if (out) distribute_half(b, what->step, a, what->row);
            else collect_half(a, what->row, b, what->step);
            line += 2;
        }
        for (; line < lines; line++)
            for (int64_t r = row; r < row + side; r++) move_point(what, r, line, out, unit);
    }
    for (; row < end; row++)
        for (int64_t line = 0; line < lines; line++) move_point(what, row, line, out, unit);
}

/* Rows of two lines of a cache, and of one, and few lines have loops of their own. */
INLINE void move_units(const ata_collection *what, int64_t first, int64_t end, const bool out, const int64_t unit)
{
    enum { CACHE_LINE = 64 };
    const int64_t half = CACHE_LINE / unit;
    if (what->lines == 2 * half) move_rows(what, first, end, 2 * half, out, unit);
    else if (what->lines == half) move_rows(what, first, end, half, out, unit);
    else if (what->lines == 2) move_rows(what, first, end, 2, out, unit);
    else if (what->lines == 3) move_rows(what, first, end, 3, out, unit);
    else move_rows(what, first, end, what->lines, out, unit);
}

INLINE void move(const ata_collection *what, int64_t first, int64_t end, const bool out)
{
    switch (what->unit) {
    case 1: move_units(what, first, end, out, 1); break;
    case 2: move_units(what, first, end, out, 2); break;
    case 4: move_units(what, first, end, out, 4); break;
    case 8: move_units(what, first, end, out, 8); break;
    default: move_units(what, first, end, out, 16); break;
    }
}

void ata_collect(const ata_collection *what, int64_t first, int64_t end)
{
    move(what, first, end, false);
}

void ata_distribute(const ata_collection *what, int64_t first, int64_t end)
{
    move(what, first, end, true);
}
