/* wisdom_list.c - a sorted list of entries. Adding one moves those behind it, which for thousands of entries is still
 * nothing beside the measurement that made it. */
#include "planner/wisdom_list.h"

#include <string.h>

#include "core/memory.h"

size_t ata_wisdom_list_search(const ata_wisdom_list *list, const char *key, bool *found)
{
    size_t low = 0, high = list->count;
    *found = false;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(list->entries[middle].key, key);
        if (order < 0) {
            low = middle + 1;
        } else {
            *found = *found || order == 0;
            high = middle;
        }
    }
    return low;
}

static ata_status grow(ata_wisdom_list *list)
{
    if (list->count < list->room) return ATA_OK;
    const size_t room = list->room ? 2 * list->room : 16;
    void *memory;
    ATA_TRY(ata_memory_create(&memory, room, sizeof(ata_wisdom_entry), "a list of wisdom"));
    if (list->count) memcpy(memory, list->entries, list->count * sizeof list->entries[0]);
    ata_memory_destroy(list->entries);
    list->entries = memory;
    list->room = room;
    return ATA_OK;
}

ata_status ata_wisdom_list_insert(ata_wisdom_list *list, size_t at, const char *key, size_t key_length,
                                  const char *recipe, size_t recipe_length, int64_t picoseconds)
{
    ATA_TRY(grow(list));
    void *memory;
    ATA_TRY(ata_memory_create(&memory, key_length + recipe_length + 2, 1, "an entry of wisdom"));
    ata_wisdom_entry entry = {memory, (char *)memory + key_length + 1, picoseconds};
    memcpy(entry.key, key, key_length);
    entry.key[key_length] = '\0';
    memcpy(entry.recipe, recipe, recipe_length);
    entry.recipe[recipe_length] = '\0';
    memmove(list->entries + at + 1, list->entries + at, (list->count - at) * sizeof list->entries[0]);
    list->entries[at] = entry;
    list->count++;
    return ATA_OK;
}

void ata_wisdom_list_remove(ata_wisdom_list *list, size_t at)
{
    ata_memory_destroy(list->entries[at].key);
    list->count--;
    memmove(list->entries + at, list->entries + at + 1, (list->count - at) * sizeof list->entries[0]);
}

ata_status ata_wisdom_list_merge(ata_wisdom_list *list, ata_wisdom_list *from)
{
    void *memory;
    const size_t room = list->count + from->count;
    ATA_TRY(ata_memory_create(&memory, room, sizeof(ata_wisdom_entry), "a list of wisdom"));
    ata_wisdom_list both = {memory, 0, room};
    size_t i = 0, j = 0;
    while (i < list->count || j < from->count) {
        int order = i == list->count ? 1 : j == from->count ? -1 : 0;
        if (order == 0) order = strcmp(list->entries[i].key, from->entries[j].key);
        if (order == 0) { /* the slower of the two goes */
            const bool keep = list->entries[i].picoseconds <= from->entries[j].picoseconds;
            ata_memory_destroy(keep ? from->entries[j].key : list->entries[i].key);
            order = keep ? -1 : 1;
            if (keep) j++;
            else i++;
        }
        both.entries[both.count++] = order < 0 ? list->entries[i++] : from->entries[j++];
    }
    ata_memory_destroy(list->entries);
    ata_memory_destroy(from->entries);
    *list = both;
    *from = (ata_wisdom_list){NULL, 0, 0};
    return ATA_OK;
}

void ata_wisdom_list_fini(ata_wisdom_list *list)
{
    for (size_t i = 0; i < list->count; i++) ata_memory_destroy(list->entries[i].key);
    ata_memory_destroy(list->entries);
    *list = (ata_wisdom_list){NULL, 0, 0};
}
