/* library.c - public questions about the library: errors, version, engines, rules, algorithms. */
#include "core/cpu.h"
#include "core/status.h"
#include "plan/registry.h"

#define TEXT_OF(number) #number
#define VERSION_OF(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const ata_error *ata_last_error(void)
{
    return ata_error_last();
}

const char *ata_version(void)
{
    return VERSION_OF(ATA_VERSION_MAJOR, ATA_VERSION_MINOR, ATA_VERSION_PATCH);
}

const char *ata_cpu_features(void)
{
    return ata_cpu_get_features();
}

ata_status ata_engine_get(int index, const char **name, const char **summary, const char **missing)
{
    int count = 0;
    while (ata_registry_engines[count]) count++;
    if (index < 0 || index >= count)
        return ata_fail_number(ATA_ERROR_ENGINE, "index", index, "the number of an engine, from 0");
    const ata_engine *engine = ata_registry_engines[index];
    if (name) *name = engine->name;
    if (summary) *summary = engine->summary();
    if (missing) *missing = engine->missing();
    return ATA_OK;
}

ata_status ata_rule_get(int index, const char **name, const char **summary)
{
    int count = 0;
    while (ata_registry_rules[count]) count++;
    if (index < 0 || index >= count)
        return ata_fail_number(ATA_ERROR_OPTION, "index", index, "the number of a rule, from 0");
    if (name) *name = ata_registry_rules[index]->name;
    if (summary) *summary = ata_registry_rules[index]->summary;
    return ATA_OK;
}

ata_status ata_algorithm_get(int index, const char **name, const char **paper, const char **summary)
{
    int count = 0;
    while (ata_registry_named[count]) count++;
    if (index < 0 || index >= count)
        return ata_fail_number(ATA_ERROR_OPTION, "index", index, "the number of an algorithm, from 0");
    if (name) *name = ata_registry_named[index]->name;
    if (paper) *paper = ata_registry_named[index]->paper;
    if (summary) *summary = ata_registry_named[index]->summary;
    return ATA_OK;
}
