/* registry.c - the one file that names every rule and every engine. To add one, add a row. */
#include "plan/registry.h"

#include <string.h>

#include "core/text.h"
#include "engine/cpu/engine.h"
#include "planner/rules/rules.h"

const ata_rule *const ata_registry_rules[] = {
    &ata_rule_mixed_radix, &ata_rule_good_thomas,
    &ata_rule_rader,       &ata_rule_bluestein,
    &ata_rule_half,        &ata_rule_full,
    &ata_rule_mirror,      &ata_rule_fold,
    &ata_rule_quarter,     &ata_rule_odd_quarter,
    &ata_rule_hartley,     &ata_rule_one_pass,
    &ata_rule_split,       NULL,
};

const ata_engine *const ata_registry_engines[] = {
    &ata_engine_cpu,
    NULL,
};

/* "auto, cpu" */
static void write_names(char *buffer, size_t size)
{
    ata_text text = {buffer, size, 0};
    ata_text_print(&text, "auto");
    for (const ata_engine *const *engine = ata_registry_engines; *engine; engine++)
        ata_text_print(&text, ", %s", (*engine)->name);
}

ata_status ata_registry_find(const char *name, const ata_engine **found)
{
    const bool any = !name || strcmp(name, "auto") == 0;
    const char *why = NULL;
    for (const ata_engine *const *engine = ata_registry_engines; *engine; engine++) {
        if (!any && strcmp(name, (*engine)->name) != 0) continue;
        why = (*engine)->missing();
        if (!why) {
            *found = *engine;
            return ATA_OK;
        }
        if (!any) break;
    }
    char names[96];
    if (!name) name = "auto";
    write_names(names, sizeof names);
    if (why)
        return ata_fail(ATA_ERROR_ENGINE, "engine", name, names, "engine is \"%s\", which cannot be used here: %s",
                        name, why);
    return ata_fail(ATA_ERROR_ENGINE, "engine", name, names, "engine is \"%s\"; it must be one of %s", name, names);
}
