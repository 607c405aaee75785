/* picture.c - the constellation: how often points fell where. */
#include <math.h>
#include <stdio.h>

#include "wirelesshd.h"

static int64_t most_of(const reception *got)
{
    int64_t most = 1;
    for (int row = 0; row < CELLS; row++)
        for (int column = 0; column < CELLS; column++)
            if (got->cell[row][column] > most) most = got->cell[row][column];
    return most;
}

/* Cells of 2 by 4 to a letter. */
void picture_print(const reception *got, FILE *file)
{
    static const char shades[] = " .:-=+*#%@";
    const int64_t most = most_of(got);
    for (int row = 0; row < CELLS; row += 4) {
        fputs("    ", file);
        for (int column = 0; column < CELLS; column += 2) {
            int64_t sum = 0;
            for (int i = 0; i < 8; i++) sum += got->cell[row + i / 2][column + i % 2];
            fputc(shades[(int)(9.99 * sqrt(fmin(1, (double)sum / (double)(6 * most))))], file);
        }
        fputc('\n', file);
    }
}

bool picture_write(const reception *got, double snr, const char *path)
{
    enum { SIDE = 6, MARGIN = 40, SIZE = CELLS * SIDE };
    FILE *file = fopen(path, "w");
    if (!file) return false;
    const double most = (double)most_of(got);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n",
            SIZE + 2 * MARGIN, SIZE + 2 * MARGIN);
    fprintf(file, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    fprintf(file, "<text x=\"%d\" y=\"26\" font-size=\"16\">16-QAM behind the receiver at %g dB</text>\n", MARGIN, snr);
    fprintf(file, "<g transform=\"translate(%d %d)\">\n<rect width=\"%d\" height=\"%d\" fill=\"#0b0c2a\"/>\n", MARGIN,
            MARGIN, SIZE, SIZE);
    for (int row = 0; row < CELLS; row++)
        for (int column = 0; column < CELLS; column++) {
            if (got->cell[row][column] == 0) continue;
            const double level = sqrt((double)got->cell[row][column] / most);
            fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#ffd27a\" opacity=\"%.2f\"/>\n",
                    column * SIDE, row * SIDE, SIDE, SIDE, 0.08 + 0.92 * level);
        }
    for (int line = -2; line <= 2; line += 2) { /* where one point's decision ends and the next one's begins */
        const int at = (4 + line) * SIZE / 8;
        fprintf(file, "<path d=\"M%d 0V%d M0 %dH%d\" stroke=\"#8fa3ff\" stroke-opacity=\"0.5\"/>\n", at, SIZE, at,
                SIZE);
    }
    fputs("</g>\n</svg>\n", file);
    return fclose(file) == 0;
}
