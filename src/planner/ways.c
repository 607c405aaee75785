/* ways.c - the ways of an engine's tables: found by their length, and made steps. */
#include "planner/rule.h"

const ata_known_way *ata_rule_find_way(const ata_known_way *ways, int64_t n)
{
    for (const ata_known_way *way = ways; way && way->n > 0; way++)
        if (way->n == n) return way;
    return NULL;
}

bool ata_rule_append_way(const ata_known_way *way, bool backwards, ata_steps *steps)
{
    int first[sizeof way->radix], passes = 0; /* where each pass begins */
    for (int i = 0; way->radix[i] != 0; i++) {
        first[passes++] = i;
        while (way->radix[i] != 0) i++;
    }
    for (int p = 0; p < passes; p++) {
        const int line = ata_steps_add(steps, ATA_OP_LINE, 1);
        if (line < 0) return false;
        for (int i = first[backwards ? passes - 1 - p : p]; way->radix[i] != 0; i++) {
            steps->step[line].n *= way->radix[i];
            if (ata_steps_add(steps, ATA_OP_RADIX, way->radix[i]) < 0) return false;
        }
        ata_steps_close(steps, line);
    }
    return true;
}
