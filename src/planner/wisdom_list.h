/* wisdom_list.h - the entries of a wisdom as a sorted list, and the list as a file's text; for the files of wisdom
 * only. */
#ifndef ATA_PLANNER_WISDOM_LIST_H
#define ATA_PLANNER_WISDOM_LIST_H

#include <stdbool.h>

#include "core/status.h"

typedef struct ata_wisdom_entry {
    char *key; /* owns the memory, also that of the recipe behind it */
    char *recipe;
    int64_t picoseconds;
} ata_wisdom_entry;

/* Sorted by key, as strcmp() sorts; no key twice. Zeroed, it is empty. */
typedef struct ata_wisdom_list {
    ata_wisdom_entry *entries;
    size_t count;
    size_t room;
} ata_wisdom_list;

#define ATA_WISDOM_SECONDS_MAX 1000000
#define ATA_WISDOM_PICOSECONDS INT64_C(1000000000000) /* in a second */

/* What is wrong with `length` characters as a key or a recipe, as the end of a sentence; NULL when they will do. */
const char *ata_wisdom_text_blame(const char *text, size_t length);

/* Where a key stands or would stand. */
size_t ata_wisdom_list_search(const ata_wisdom_list *list, const char *key, bool *found);

/* Put an entry at index `at`, moving up those behind it. The texts are copied and need not end in zeros. */
ata_status ata_wisdom_list_insert(ata_wisdom_list *list, size_t at, const char *key, size_t key_length,
                                  const char *recipe, size_t recipe_length, int64_t picoseconds);

void ata_wisdom_list_remove(ata_wisdom_list *list, size_t at);

/* Take over all entries of `from`, which is left empty; of two with one key the faster is kept. On failure both are as
 * before. */
ata_status ata_wisdom_list_merge(ata_wisdom_list *list, ata_wisdom_list *from);

void ata_wisdom_list_fini(ata_wisdom_list *list);

/* A file's content for a list, to be freed with ata_memory_destroy(). */
ata_status ata_wisdom_text_print(const ata_wisdom_list *list, char **bytes, size_t *size);

/* Read a file's content, which ends in a zero, into an empty list; `path` is for messages. Empty on failure. */
ata_status ata_wisdom_text_parse(ata_wisdom_list *list, const char *path, const char *bytes, size_t size);

#endif
