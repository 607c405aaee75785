/* units.c - tiles of units; every size has its own loops, in which a unit is one load and one store. */
#include "engine/cpu/units.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE int64_t row_at(const ata_tile_side *side, int64_t row)
{
    return (side->order ? side->order[row] : row) * side->row;
}

/* Units `from_step` and `to_step` bytes apart. */
INLINE void copy_row(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t count, const int64_t unit)
{
    if (to_step == unit && from_step == unit) memcpy(to, from, (size_t)(count * unit));
    else
        for (int64_t i = 0; i < count; i++) memcpy(to + i * to_step, from + i * from_step, (size_t)unit);
}

INLINE void load(const ata_tile *tile, int64_t lanes, const char *from, char *buffer, const int64_t unit)
{
    const int64_t point = lanes * unit, column = tile->rows * point;
    for (int64_t r = 0; r < tile->rows; r++) {
        const char *row = from + row_at(&tile->in, r);
        char *to = buffer + r * point;
        if (!tile->wide) copy_row(to, column, row, tile->in.column, tile->columns, unit);
        else
            for (int64_t c = 0; c < tile->columns; c++)
                copy_row(to + c * column, unit, row + c * tile->in.column, tile->in.lane, lanes, unit);
    }
}

INLINE void store(const ata_tile *tile, int64_t lanes, char *to, const char *buffer, const int64_t unit)
{
    const int64_t point = lanes * unit;
    for (int64_t c = 0; c < tile->columns; c++, buffer += tile->rows * point) {
        char *row = to + row_at(&tile->out, c);
        if (!tile->wide) copy_row(row, tile->out.column, buffer, unit, tile->rows, unit);
        else
            for (int64_t r = 0; r < tile->rows; r++)
                copy_row(row + r * tile->out.column, tile->out.lane, buffer + r * point, unit, lanes, unit);
    }
}

void ata_units_load(const ata_tile *tile, int64_t lanes, int64_t unit, const char *from, char *buffer)
{
    switch (unit) {
    case 1: load(tile, lanes, from, buffer, 1); break;
    case 2: load(tile, lanes, from, buffer, 2); break;
    case 4: load(tile, lanes, from, buffer, 4); break;
    case 8: load(tile, lanes, from, buffer, 8); break;
    default: load(tile, lanes, from, buffer, 16); break;
    }
}

void ata_units_store(const ata_tile *tile, int64_t lanes, int64_t unit, char *to, const char *buffer)
{
    switch (unit) {
    case 1: store(tile, lanes, to, buffer, 1); break;
    case 2: store(tile, lanes, to, buffer, 2); break;
    case 4: store(tile, lanes, to, buffer, 4); break;
    case 8: store(tile, lanes, to, buffer, 8); break;
    default: store(tile, lanes, to, buffer, 16); break;
    }
}
