/* units.h - tiles of points that are moved as they are: so many bytes each, whatever they mean. */
#ifndef ATA_CPU_UNITS_H
#define ATA_CPU_UNITS_H

#include "engine/cpu/line/line.h"

/* Take a tile from an array into a buffer of rows columns lanes units of `unit` bytes, and put it down: as load_tile()
 * and store_tile() of ata_line_functions do, which convert. A unit is of 1, 2, 4, 8 or 16 bytes. */
void ata_units_load(const ata_tile *tile, int64_t lanes, int64_t unit, const char *from, char *buffer);
void ata_units_store(const ata_tile *tile, int64_t lanes, int64_t unit, char *to, const char *buffer);

#endif
