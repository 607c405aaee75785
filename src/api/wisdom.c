/* wisdom.c - public functions on wisdoms. */
#include "planner/wisdom.h"

ata_status ata_wisdom_create(ata_wisdom **wisdom)
{
    if (!wisdom) return ata_fail_null("wisdom", "where the wisdom is to go");
    return ata_wisdom_open(wisdom);
}

void ata_wisdom_destroy(ata_wisdom *wisdom)
{
    ata_wisdom_close(wisdom);
}

ata_status ata_wisdom_load(ata_wisdom *wisdom, const char *path)
{
    if (!wisdom) return ata_fail_null("wisdom", "a wisdom from ata_wisdom_create");
    if (!path) return ata_fail_null("path", "the name of a file");
    return ata_wisdom_read(wisdom, path);
}

ata_status ata_wisdom_store(const ata_wisdom *wisdom, const char *path)
{
    if (!wisdom) return ata_fail_null("wisdom", "a wisdom from ata_wisdom_create");
    if (!path) return ata_fail_null("path", "the name of a file");
    return ata_wisdom_write(wisdom, path);
}

size_t ata_wisdom_get_count(const ata_wisdom *wisdom)
{
    return wisdom ? ata_wisdom_count(wisdom) : 0;
}
