/* unplanned.c - public functions that an engine does without a plan: roots of unity, and what its machine allows. */
#include "plan/options.h"
#include "plan/registry.h"

/* An engine and, where it has any, its site, for the time of one call. */
typedef struct place {
    const ata_engine *engine;
    ata_site *site;
} place;

static ata_status open_place(const ata_options *options, place *at)
{
    int number;
    ATA_TRY(ata_registry_find(options->engine, &at->engine, &number));
    at->site = NULL;
    return at->engine->open ? at->engine->open(number, &at->site) : ATA_OK;
}

static void close_place(const place *at)
{
    if (at->site) at->engine->close(at->site);
}

static int threads_of(const ata_options *options)
{
    return options->threads ? options->threads : 1;
}

/* --- Roots of unity ---------------------------------------------------------------------------------------------- */

static ata_status check_roots(int64_t n, int64_t count, ata_type type, const void *out)
{
    if (n < 1 || n > (int64_t)1 << 47) return ata_fail_number(ATA_ERROR_LENGTH, "n", n, "1 to 2^47");
    if (count < 0 || count > n)
        return ata_fail_number(ATA_ERROR_LENGTH, "count", count, "0 to n: after n roots they come again");
    if (type != ATA_TYPE_DEFAULT && type != ATA_F32 && type != ATA_F64)
        return ata_fail_number(ATA_ERROR_TYPE, "type", (int)type, "ATA_F32 or ATA_F64");
    if (!out && count > 0) return ata_fail_null("out", "an array of count complex numbers");
    return ATA_OK;
}

ata_status ata_roots(const ata_options *options, int64_t n, int64_t count, ata_type type, void *out)
{
    const ata_options usual = {0};
    if (!options) options = &usual;
    ATA_TRY(ata_plan_check_options(options));
    ATA_TRY(check_roots(n, count, type, out));
    const ata_roots_wanted wanted = {.n = n,
                                     .count = count,
                                     .type = type == ATA_F64 ? ATA_F64 : ATA_F32,
                                     .threads = threads_of(options),
                                     .out = out,
                                     .stream = options->stream};
    place at;
    ATA_TRY(open_place(options, &at));
    const ata_status status = count > 0 ? at.engine->roots(at.site, &wanted) : ATA_OK;
    close_place(&at);
    return status;
}

/* --- Bounds ------------------------------------------------------------------------------------------------------ */

ata_status ata_bounds_measure(const ata_options *options, ata_bounds *bounds)
{
    const ata_options usual = {0};
    if (!options) options = &usual;
    if (!bounds) return ata_fail_null("bounds", "where the numbers are to go");
    ATA_TRY(ata_plan_check_options(options));
    place at;
    ATA_TRY(open_place(options, &at));
    ata_bounds measured = {0};
    ata_status status;
    if (at.engine->bounds) status = at.engine->bounds(at.site, threads_of(options), &measured);
    else
        status = ata_fail(ATA_ERROR_UNSUPPORTED, "engine", at.engine->name, "cpu or gpu",
                          "engine is \"%s\", whose speed says nothing of a machine; measure \"cpu\" or \"gpu\"",
                          at.engine->name);
    close_place(&at);
    if (status == ATA_OK) *bounds = measured;
    return status;
}
