/* number.h - one real number of any storage type, at any address, as a double.
 *
 * Written apart from the library's own conversions, bit by bit from the formats' definitions, because it checks them.
 */
#ifndef ATALANTA_CHECK_NUMBER_H
#define ATALANTA_CHECK_NUMBER_H

#include <stdint.h>

#include "atalanta.h"

/* Bytes of one number; 0 for a type that is none. */
int check_number_get_bytes(ata_type type);

/* Read a number; the address needs no alignment. Exact for every type. */
double check_number_load(ata_type type, const void *address);

/* Write a number rounded to nearest, ties to even. Finite values beyond the range of f16, bf16, i16 and i8 become the
 * nearest in range; NaN becomes 0 in an integer. */
void check_number_store(ata_type type, void *address, double value);

/* The interval of the values that are stored as `stored` (itself a value of the type): halfway to either neighbour,
 * and without end beyond the largest of a type that saturates. What comes out of a transform stored in a coarse type
 * is only known this well. */
void check_number_get_origin(ata_type type, double stored, double *low, double *high);

/* The unit of relative rounding (half the distance between neighbours, over the smaller), 0 for integers; and the
 * unit of absolute rounding that holds for the smallest values, 0.5 for integers. */
double check_number_get_relative_unit(ata_type type);
double check_number_get_absolute_unit(ata_type type);

/* The largest finite value. */
double check_number_get_largest(ata_type type);

#endif
