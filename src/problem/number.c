/* number.c - doubles as text. printf and strtod follow the thread's locale, so they are called within the "C" one. */
#include "problem/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enter the "C" locale, for this thread only; returns what leave_c_locale() takes. */
typedef struct locales {
    locale_t c;
    locale_t before;
} locales;

static locales enter_c_locale(void)
{
    locales both = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    both.before = uselocale(both.c); /* with none to be had, this only asks */
    return both;
}

static void leave_c_locale(locales both)
{
    uselocale(both.before);
    if (both.c) freelocale(both.c);
}

void ata_number_print(double number, char text[ATA_NUMBER_SIZE])
{
    if (isnan(number)) { /* without the sign that some print */
        snprintf(text, ATA_NUMBER_SIZE, "nan");
        return;
    }
    const locales both = enter_c_locale();
    /* The shortest that reads back the same; not the one with the fewest digits, which would make 1e+01 of 10. */
    snprintf(text, ATA_NUMBER_SIZE, "%.17g", number);
    for (int digits = 16; digits >= 1; digits--) {
        char shorter[ATA_NUMBER_SIZE];
        snprintf(shorter, sizeof shorter, "%.*g", digits, number);
        if (strtod(shorter, NULL) != number) break;
        if (strlen(shorter) < strlen(text)) memcpy(text, shorter, sizeof shorter);
    }
    leave_c_locale(both);
}

bool ata_number_parse(const char *text, size_t length, double *number)
{
    char copy[128]; /* more digits than any double needs, and an exponent */
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    /* strtod also takes blanks, hexadecimal, inf and nan, which are no part of the grammar. */
    if (strspn(copy, "0123456789+-.eE") != length) return false;
    const locales both = enter_c_locale();
    char *end;
    const double value = strtod(copy, &end);
    leave_c_locale(both);
    if (end != copy + length || !isfinite(value)) return false;
    *number = value;
    return true;
}
