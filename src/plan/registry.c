/* registry.c - the one file that names every rule and every engine. To add one, add a row. */
#include "plan/registry.h"

#include <string.h>

#include "core/text.h"
#include "engine/cpu/engine.h"
#include "engine/cpu/line/sets.h"
#include "engine/cuda/engine.h"
#include "engine/emu/engine.h"
#include "planner/named/named_rules.h"
#include "planner/rules/rules.h"

const ata_rule *const ata_registry_rules[] = {
    &ata_rule_mixed_radix,   &ata_rule_good_thomas, &ata_rule_rader,       &ata_rule_bluestein,
    &ata_rule_measured_real, &ata_rule_half,        &ata_rule_full,        &ata_rule_mirror,
    &ata_rule_fold,          &ata_rule_quarter,     &ata_rule_odd_quarter, &ata_rule_hartley,
    &ata_rule_measured,      &ata_rule_one_pass,    &ata_rule_split,       NULL,
};

const ata_named *const ata_registry_named[] = {
    &ata_named_straightforward,
    &ata_named_transpose,
    &ata_named_locality,
    &ata_named_radix8,
    &ata_named_ct_dif,
    &ata_named_constant_geometry,
    &ata_named_work_efficient,
    &ata_named_step_efficient,
    &ata_named_three_sets,
    &ata_named_three_sets_plain,
    &ata_named_inserted_x_tesla,
    &ata_named_inserted_x_fermi,
    NULL,
};

const ata_engine *const ata_registry_engines[] = {
    &ata_engine_cpu,
    &ata_engine_gpu,
    &ata_engine_emu,
    NULL,
};

/* "auto, cpu, gpu, or gpu:NUMBER" */
static void write_names(char *buffer, size_t size)
{
    ata_text text = {buffer, size, 0};
    ata_text_print(&text, "auto");
    for (const ata_engine *const *engine = ata_registry_engines; *engine; engine++)
        ata_text_print(&text, ", %s", (*engine)->name);
    ata_text_print(&text, ", or %s:NUMBER", ata_engine_gpu.name);
}

/* Whether `text` is the name of an engine, or that with ":NUMBER" behind it if it has sites. */
static bool names(const char *text, const ata_engine *engine, int *number)
{
    const size_t length = strlen(engine->name);
    *number = -1;
    if (strncmp(text, engine->name, length) != 0) return false;
    if (text[length] == 0) return true;
    if (text[length] != ':' || !engine->open || strlen(text) > length + 4 || text[length + 1] == 0) return false;
    *number = 0;
    for (const char *digit = text + length + 1; *digit; digit++) {
        if (*digit < '0' || *digit > '9') return false;
        *number = 10 * *number + (*digit - '0');
    }
    return true;
}

ata_status ata_registry_find(const char *name, const ata_engine **found, int *number)
{
    const bool any = !name || strcmp(name, "auto") == 0;
    const char *why = NULL;
    *number = -1;
    for (const ata_engine *const *engine = ata_registry_engines; *engine; engine++) {
        if (!any && !names(name, *engine, number)) continue;
        why = (*engine)->missing();
        if (!why) {
            *found = *engine;
            return ATA_OK;
        }
        if (!any) break;
    }
    char list[96];
    if (!name) name = "auto";
    write_names(list, sizeof list);
    if (why)
        return ata_fail(ATA_ERROR_ENGINE, "engine", name, list, "engine is \"%s\", which cannot be used here: %s", name,
                        why);
    return ata_fail(ATA_ERROR_ENGINE, "engine", name, list, "engine is \"%s\"; it must be one of %s", name, list);
}

const char *ata_registry_isa(const ata_engine *engine)
{
    return engine == &ata_engine_cpu ? ata_line_isa() : NULL;
}
