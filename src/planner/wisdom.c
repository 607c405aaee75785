/* wisdom.c - a list of wisdom that threads share: every function holds its lock while it looks at the list, and no
 * longer, so that files are read and written without it. */
#include "planner/wisdom.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "core/memory.h"
#include "planner/wisdom_list.h"

struct ata_wisdom {
    pthread_mutex_t lock;
    ata_wisdom_list list;
};

/* Looking at a wisdom changes nothing of it that a caller sees, but its lock does change. */
static ata_wisdom *lock(const ata_wisdom *wisdom)
{
    ata_wisdom *mine = (ata_wisdom *)wisdom;
    pthread_mutex_lock(&mine->lock);
    return mine;
}

static void unlock(ata_wisdom *wisdom)
{
    pthread_mutex_unlock(&wisdom->lock);
}

ata_status ata_wisdom_open(ata_wisdom **wisdom)
{
    *wisdom = NULL;
    void *memory;
    ATA_TRY(ata_memory_create_zeroed(&memory, 1, sizeof(ata_wisdom), "a wisdom"));
    ata_wisdom *made = memory;
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        ata_memory_destroy(made);
        return ata_fail(ATA_ERROR_THREAD, "wisdom", NULL, "a system with locks to spare",
                        "the system would not make a lock for the wisdom; free some of its resources and try again");
    }
    *wisdom = made;
    return ATA_OK;
}

void ata_wisdom_close(ata_wisdom *wisdom)
{
    if (!wisdom) return;
    pthread_mutex_destroy(&wisdom->lock);
    ata_wisdom_list_fini(&wisdom->list);
    ata_memory_destroy(wisdom);
}

ata_status ata_wisdom_read(ata_wisdom *wisdom, const char *path)
{
    char *bytes;
    size_t size;
    ata_wisdom_list list = {NULL, 0, 0};
    ATA_TRY(ata_file_load(path, ATA_WISDOM_FILE_MAX, &bytes, &size));
    ata_status status = ata_wisdom_text_parse(&list, path, bytes, size);
    ata_memory_destroy(bytes);
    if (status != ATA_OK) return status;
    ata_wisdom *mine = lock(wisdom);
    status = ata_wisdom_list_merge(&mine->list, &list);
    unlock(mine);
    ata_wisdom_list_fini(&list);
    return status;
}

ata_status ata_wisdom_write(const ata_wisdom *wisdom, const char *path)
{
    char *bytes;
    size_t size;
    ata_wisdom *mine = lock(wisdom);
    ata_status status = ata_wisdom_text_print(&mine->list, &bytes, &size);
    unlock(mine);
    if (status != ATA_OK) return status;
    status = ata_file_store(path, bytes, size);
    ata_memory_destroy(bytes);
    return status;
}

size_t ata_wisdom_count(const ata_wisdom *wisdom)
{
    ata_wisdom *mine = lock(wisdom);
    const size_t count = mine->list.count;
    unlock(mine);
    return count;
}

bool ata_wisdom_find(const ata_wisdom *wisdom, const char *key, char *recipe, size_t size, double *seconds)
{
    bool found;
    ata_wisdom *mine = lock(wisdom);
    const size_t at = ata_wisdom_list_search(&mine->list, key, &found);
    if (found) {
        const ata_wisdom_entry *entry = &mine->list.entries[at];
        const size_t needed = strlen(entry->recipe) + 1;
        found = needed <= size; /* half a recipe is none */
        if (found) memcpy(recipe, entry->recipe, needed);
        if (found && seconds) *seconds = (double)entry->picoseconds / (double)ATA_WISDOM_PICOSECONDS;
    }
    unlock(mine);
    return found;
}

static ata_status check_text(const char *field, const char *text)
{
    const char *blame = ata_wisdom_text_blame(text, strlen(text));
    if (!blame) return ATA_OK;
    return ata_fail(ATA_ERROR_OPTION, field, text, "printable text without '|' and without blanks at its ends",
                    "the %s %s; use printable text without '|' and without blanks at its ends", field, blame);
}

ata_status ata_wisdom_add(ata_wisdom *wisdom, const char *key, const char *recipe, double seconds)
{
    ATA_TRY(check_text("key", key));
    ATA_TRY(check_text("recipe", recipe));
    if (!(seconds >= 0 && seconds <= ATA_WISDOM_SECONDS_MAX)) { /* NaN is neither */
        char value[32];
        snprintf(value, sizeof value, "%g", seconds);
        return ata_fail(ATA_ERROR_OPTION, "seconds", value, "0 to 1000000", "seconds is %s; it must be 0 to 1000000",
                        value);
    }
    bool found;
    ata_wisdom *mine = lock(wisdom);
    const size_t at = ata_wisdom_list_search(&mine->list, key, &found);
    ata_status status = ata_wisdom_list_insert(&mine->list, at, key, strlen(key), recipe, strlen(recipe),
                                               (int64_t)llround(seconds * (double)ATA_WISDOM_PICOSECONDS));
    if (status == ATA_OK && found) ata_wisdom_list_remove(&mine->list, at + 1); /* the old one, which moved up */
    unlock(mine);
    return status;
}
