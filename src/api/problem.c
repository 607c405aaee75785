/* problem.c - public functions on problems. */
#include "problem/problem.h"
#include "plan/registry.h"

/* Which algorithms there are, the room of problems does not know. */
static ata_status complete_all(const ata_problem *problem, ata_problem *complete)
{
    ATA_TRY(ata_problem_complete(problem, complete));
    return complete->algorithm[0] ? ata_named_find(ata_registry_named, complete->algorithm, NULL) : ATA_OK;
}

ata_status ata_problem_check(const ata_problem *problem, ata_problem *complete)
{
    ata_problem result;
    ATA_TRY(complete_all(problem, &result));
    if (complete) *complete = result;
    return ATA_OK;
}

ata_status ata_problem_parse(ata_problem *problem, const char *text)
{
    if (!problem) return ata_fail_null("problem", "the problem to fill in");
    return ata_problem_read(problem, text);
}

ata_status ata_problem_print(const ata_problem *problem, char *text, size_t size, size_t *length)
{
    if (!problem) return ata_fail_null("problem", "a problem to print");
    if (!text && size > 0) return ata_fail_null("text", "a buffer, or a size of 0");
    ata_text writer = {text, size, 0};
    ata_problem_write(problem, &writer);
    if (length) *length = writer.length;
    return ATA_OK;
}

ata_status ata_problem_extent(const ata_problem *problem, ata_extent *extent)
{
    if (!extent) return ata_fail_null("extent", "the extent to fill in");
    ata_problem complete;
    ATA_TRY(complete_all(problem, &complete));
    ata_problem_reach(&complete, extent);
    return ATA_OK;
}
