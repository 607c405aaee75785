/* registry.h - every rule and every engine there is. */
#ifndef ATA_PLAN_REGISTRY_H
#define ATA_PLAN_REGISTRY_H

#include "engine/engine.h"
#include "planner/named.h"
#include "planner/rule.h"

/* All end with NULL. Engines stand in the order in which "auto" prefers them. */
extern const ata_rule *const ata_registry_rules[];
extern const ata_named *const ata_registry_named[];
extern const ata_engine *const ata_registry_engines[];

/* The engine of that name, usable on this machine; NULL and "auto" stand for the first that is. "gpu:1" is the engine
 * "gpu" on its site number 1; without a number it is -1. */
ata_status ata_registry_find(const char *name, const ata_engine **engine, int *number);

/* The instruction set that an engine computes with, of those of the CPU: "avx2". NULL where there is no choice. */
const char *ata_registry_isa(const ata_engine *engine);

#endif
