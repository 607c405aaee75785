/* collect.h - lines whose points lie apart, side by side in an array, and buffers in which the points of each are
 * neighbours.
 *
 *     array   a0 b0 c0 ...   a1 b1 c1 ...   a2 b2 c2 ...      rows, `row` bytes apart
 *     buffer  a0 a1 a2 ...   b0 b1 b2 ...   c0 c1 c2 ...      lines, `step` bytes apart
 *
 * Points are moved as they are: so many bytes each, whatever they mean.
 */
#ifndef ATA_CPU_COLLECT_H
#define ATA_CPU_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ata_collection {
    char *array;
    int64_t row;
    char *buffer;
    int64_t step;
    int64_t lines;
    int64_t unit; /* bytes of a point: 1, 2, 4, 8 or 16 */
} ata_collection;

/* Copy rows first .. end - 1 of the array to the buffer, or back. */
void ata_collect(const ata_collection *what, int64_t first, int64_t end);
void ata_distribute(const ata_collection *what, int64_t first, int64_t end);

#endif
