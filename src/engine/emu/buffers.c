/* buffers.c - global memory, every access to it checked. */
#include "engine/emu/buffers.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "engine/emu/state.h"

enum { ALIGNMENT = 256, GUARD = 1024, GUARD_BYTE = 0xa5, UNIT = 4 };

/* Who read 4 bytes last. A reader is block of the cluster * 1024 + thread, or several of them: */
typedef struct read_note {
    uint32_t interval; /* 0 for never */
    uint16_t reader;
} read_note;
enum {
    SEVERAL_THREADS = 0x8000, /* of the block whose number is in the bits of the reader */
    SEVERAL_BLOCKS = 0xfffe,  /* of the cluster */
    SEVERAL_CLUSTERS = 0xffff,
    BLOCK_BITS = 0x3c00
};

typedef struct buffer {
    struct buffer *next;
    void *whole;
    unsigned char *data;
    size_t bytes;
    uint64_t *written;
    read_note *reads;
    bool dirty; /* some bit of `written` is set */
    char purpose[48];
} buffer;

static buffer *buffers;

/* --- Making, finding ---------------------------------------------------------------------------------------------- */

ata_status ata_emu_buffer_create(size_t bytes, const char *purpose, void **memory)
{
    *memory = NULL;
    if (bytes > SIZE_MAX / 8) return ata_fail_memory(bytes, purpose);
    const size_t data_bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; /* what rounding adds is guard, too */
    const size_t guarded = GUARD + data_bytes + GUARD;
    const size_t bits_bytes = data_bytes / 8, note_bytes = data_bytes / UNIT * sizeof(read_note);
    void *created;
    ATA_TRY(ata_memory_create(&created, 1,
                              sizeof(buffer) + ATA_ALIGNMENT + ALIGNMENT + guarded + bits_bytes + note_bytes, purpose));
    buffer *b = created;
    unsigned char *start = (unsigned char *)created + sizeof(buffer) + GUARD;
    start += ALIGNMENT - (uintptr_t)start % ALIGNMENT;
    memset(b, 0, sizeof *b);
    b->whole = created;
    b->data = start;
    b->bytes = bytes;
    b->written = (uint64_t *)(start + data_bytes + GUARD);
    b->reads = (read_note *)(start + data_bytes + GUARD + bits_bytes);
    snprintf(b->purpose, sizeof b->purpose, "%s", purpose);
    memset(start - GUARD, GUARD_BYTE, guarded);
    memset(start, 0xff, bytes);
    memset(b->written, 0, bits_bytes + note_bytes);
    b->next = buffers;
    buffers = b;
    *memory = start;
    return ATA_OK;
}

void ata_emu_buffer_destroy(void *memory)
{
    for (buffer **link = &buffers; *link; link = &(*link)->next) {
        if ((*link)->data != memory) continue;
        buffer *gone = *link;
        *link = gone->next;
        ata_memory_destroy(gone->whole);
        return;
    }
}

static bool holds(const buffer *b, const void *pointer, size_t bytes)
{
    const uintptr_t offset = (uintptr_t)pointer - (uintptr_t)b->data; /* wraps for what lies before */
    return offset < b->bytes && bytes <= b->bytes - offset;
}

/* The buffer found last is found first; arrays that alternate are few. */
static buffer *find(const void *pointer, size_t bytes)
{
    if (buffers && holds(buffers, pointer, bytes)) return buffers;
    for (buffer **link = &buffers; *link; link = &(*link)->next) {
        buffer *b = *link;
        if (!holds(b, pointer, bytes)) continue;
        *link = b->next;
        b->next = buffers;
        buffers = b;
        return b;
    }
    return NULL;
}

bool ata_emu_buffer_holds(const void *pointer, size_t bytes)
{
    return find(pointer, bytes) != NULL;
}

/* --- Launches ----------------------------------------------------------------------------------------------------- */

static size_t units_of(const buffer *b)
{
    return (b->bytes + ALIGNMENT - 1) / ALIGNMENT * (ALIGNMENT / UNIT);
}

static void forget_writes(void)
{
    for (buffer *b = buffers; b; b = b->next) {
        if (b->dirty) memset(b->written, 0, units_of(b) * UNIT / 8);
        b->dirty = false;
    }
}

void ata_emu_buffers_begin(bool forget_reads)
{
    forget_writes();
    for (buffer *b = buffers; b && forget_reads; b = b->next) memset(b->reads, 0, units_of(b) * sizeof *b->reads);
}

ata_status ata_emu_buffers_check_guards(void)
{
    for (buffer *b = buffers; b; b = b->next) {
        const size_t behind = (b->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - b->bytes + GUARD;
        for (size_t i = 0; i < GUARD; i++)
            if (b->data[-1 - (ptrdiff_t)i] != GUARD_BYTE)
                return ata_emu_fail("something was written %zu bytes before the buffer of %zu bytes for %s", i + 1,
                                    b->bytes, b->purpose);
        for (size_t i = 0; i < behind; i++)
            if (b->data[b->bytes + i] != GUARD_BYTE)
                return ata_emu_fail("something was written %zu bytes behind the end of the buffer of %zu bytes for %s",
                                    i, b->bytes, b->purpose);
    }
    return ATA_OK;
}

/* --- Accesses ----------------------------------------------------------------------------------------------------- */

_Noreturn static void fault_outside(const char *word, const void *pointer, int bytes)
{
    const buffer *nearest = NULL;
    size_t least = SIZE_MAX;
    for (const buffer *b = buffers; b; b = b->next) {
        const uintptr_t at = (uintptr_t)pointer, start = (uintptr_t)b->data;
        const size_t distance = at < start ? start - at : at - start - (at - start < b->bytes ? at - start : b->bytes);
        if (distance >= least) continue;
        least = distance;
        nearest = b;
    }
    if (!nearest) ata_emu_fault("%s of %d bytes at %p; there is no buffer at all", word, bytes, pointer);
    ata_emu_fault("%s of %d bytes at byte %lld of the buffer for %s, which has %zu", word, bytes,
                  (long long)((intptr_t)pointer - (intptr_t)nearest->data), nearest->purpose, nearest->bytes);
}

static buffer *checked(const char *word, const void *pointer, int bytes)
{
    buffer *b = find(pointer, (size_t)bytes);
    if (!b) fault_outside(word, pointer, bytes);
    if ((uintptr_t)pointer % (uintptr_t)bytes != 0)
        ata_emu_fault("%s of %d bytes at byte %zu of the buffer for %s; the address must be a multiple of the size",
                      word, bytes, (size_t)((const unsigned char *)pointer - b->data), b->purpose);
    return b;
}

/* The bits of an access, which never cross a word of 64: it is aligned, and at most 16 bytes long. */
static uint64_t mask_of(size_t offset, int bytes)
{
    return ((UINT64_C(1) << bytes) - 1) << offset % 64;
}

static int current_reader(void)
{
    return ata_emu.hooks.rank * ATA_EMU_MOST_THREADS + ata_emu.hooks.thread;
}

/* Whether a read of the same place is over whatever the order in which the threads run. */
static bool read_is_over(const read_note *note)
{
    const int me = current_reader();
    if (note->interval < ata_emu.first_of_launch) return true;
    if (note->interval < ata_emu.first_of_cluster || note->reader == SEVERAL_CLUSTERS) return false;
    if (note->reader == me) return true;
    if (note->reader == SEVERAL_BLOCKS || ((note->reader ^ me) & BLOCK_BITS) != 0)
        return note->interval < ata_emu.cluster_floor;
    return note->interval < ata_emu.block->floor_read;
}

static void note_read(read_note *note, int me)
{
    if (!read_is_over(note)) {
        if (note->interval < ata_emu.first_of_cluster || note->reader == SEVERAL_CLUSTERS) me = SEVERAL_CLUSTERS;
        else if (note->reader == SEVERAL_BLOCKS || ((note->reader ^ me) & BLOCK_BITS) != 0) me = SEVERAL_BLOCKS;
        else me = SEVERAL_THREADS | (me & BLOCK_BITS);
    }
    note->reader = (uint16_t)me;
    note->interval = ata_emu.block->interval;
}

void ata_emu_wait_for_previous(void)
{
    ata_emu.thread->waited = true;
}

/* Launches run one after another here; on a GPU the one before may still be at work. */
static void check_waited(const char *word)
{
    if (!ata_emu.thread->waited) ata_emu_fault("%s before wait_for_previous; say that first", word);
}

void ata_emu_global_get(const void *from, int bytes)
{
    check_waited("global_get");
    buffer *b = checked("global_get", from, bytes);
    const size_t offset = (size_t)((const unsigned char *)from - b->data);
    if (b->written[offset / 64] & mask_of(offset, bytes))
        ata_emu_fault("global_get of byte %zu of the buffer for %s, which this launch has written", offset, b->purpose);
    for (int i = 0; i < bytes; i += UNIT) note_read(&b->reads[(offset + (size_t)i) / UNIT], current_reader());
}

void ata_emu_global_put(void *to, int bytes)
{
    check_waited("global_put");
    buffer *b = checked("global_put", to, bytes);
    const size_t offset = (size_t)((const unsigned char *)to - b->data);
    const uint64_t mask = mask_of(offset, bytes);
    if (b->written[offset / 64] & mask)
        ata_emu_fault("global_put of byte %zu of the buffer for %s, which this launch has written before", offset,
                      b->purpose);
    /* Smaller elements share a unit with their neighbours, which others may rightly read. */
    for (int i = 0; i < bytes && bytes >= UNIT; i += UNIT)
        if (!read_is_over(&b->reads[(offset + (size_t)i) / UNIT]))
            ata_emu_fault(
                "race: global_put of byte %zu of the buffer for %s, which another thread reads in this launch",
                offset + (size_t)i, b->purpose);
    b->written[offset / 64] |= mask;
    b->dirty = true;
    ata_emu.bytes_written += bytes;
}

void ata_emu_table_get(const void *from, int bytes)
{
    buffer *b = checked("table_get", from, bytes);
    const size_t offset = (size_t)((const unsigned char *)from - b->data);
    if (b->written[offset / 64] & mask_of(offset, bytes))
        ata_emu_fault("table_get of byte %zu of the buffer for %s, which this launch has written", offset, b->purpose);
}

/* Nothing is read yet; but what is asked for must be there. */
void ata_emu_fetch_ahead(const void *from, int bytes)
{
    if (!find(from, (size_t)bytes)) fault_outside("fetch_ahead", from, bytes);
    if ((uintptr_t)from % 16 != 0 || bytes % 16 != 0)
        ata_emu_fault("fetch_ahead of %d bytes at %p; both must be multiples of 16", bytes, from);
}

/* --- Counters ----------------------------------------------------------------------------------------------------- */

unsigned int ata_emu_relay_ask(unsigned int *counter)
{
    check_waited("relay_ask");
    (void)checked("relay_ask", counter, sizeof *counter);
    return (*counter)++;
}

void ata_emu_relay_take(unsigned int asked)
{
    ata_emu.hooks.number = asked;
}

void ata_emu_relay_done(unsigned int *counter)
{
    (void)checked("relay_done", counter, sizeof *counter);
    (*counter)++;
    forget_writes();
}

/* Blocks run one after another here: what has not been done by now never will be. */
void ata_emu_relay_wait(const unsigned int *counter, unsigned int count)
{
    (void)checked("relay_wait", counter, sizeof *counter);
    if (*counter < count) ata_emu_fault("relay_wait for %u, and it was done %u times: a deadlock", count, *counter);
}
