/* cli_nearest.c - "did you mean": the name that takes the fewest changed letters to reach from a mistyped word. */
#include <string.h>

#include "cli/cli.h"

enum { WORD_MAX = 32 };

static int least(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Letters inserted, dropped or replaced on the way from one word to the other, row by row of the usual table. */
static int distance(const char *from, const char *to)
{
    const int from_length = (int)strlen(from), to_length = (int)strlen(to);
    int row[WORD_MAX + 1];
    for (int j = 0; j <= to_length; j++) row[j] = j;
    for (int i = 1; i <= from_length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= to_length; j++) {
            const int replaced = diagonal + (from[i - 1] != to[j - 1]);
            diagonal = row[j];
            row[j] = least(row[j] + 1, row[j - 1] + 1, replaced);
        }
    }
    return row[to_length];
}

const char *cli_nearest(const char *word, const char *const *names, int count)
{
    const size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX) return NULL;
    const char *nearest = NULL;
    int nearest_distance = 0;
    for (int i = 0; i < count; i++) {
        if (strlen(names[i]) > WORD_MAX) continue;
        const int d = distance(word, names[i]);
        if (!nearest || d < nearest_distance) {
            nearest = names[i];
            nearest_distance = d;
        }
    }
    /* More than half of the letters changed is another word, not a slip. */
    return nearest && nearest_distance * 2 <= (int)length ? nearest : NULL;
}
