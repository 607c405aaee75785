/* number.h - floating-point numbers as text, the same in every locale: a program that runs with a decimal comma must
 * read and write the same problems as one that does not. */
#ifndef ATA_PROBLEM_NUMBER_H
#define ATA_PROBLEM_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { ATA_NUMBER_SIZE = 32 }; /* room for any double's text */

/* The shortest decimal text that reads back as the same number; "inf" and "nan" for those. */
void ata_number_print(double number, char text[ATA_NUMBER_SIZE]);

/* Read a decimal number such as -1.5e-3 that takes up all of `length` characters. False when it is none, or does not
 * fit a finite double. */
bool ata_number_parse(const char *text, size_t length, double *number);

#endif
