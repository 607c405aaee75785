/* buffers.h - the emulator's global memory: buffers with guards around them, and notes on every byte of them.
 *
 *   | guard | data, aligned as a GPU's allocator does | guard |
 *
 * The notes: which bytes this launch has written, one bit each; and who read each 4 bytes last, and in which interval
 * (state.h). So a launch is held to writing every byte once, to reading nothing that it has written, and to writing
 * nothing that another thread may still want to read. What was written before relay_done may be read, and written
 * once more, as if it were from an earlier launch.
 */
#ifndef ATA_EMU_BUFFERS_H
#define ATA_EMU_BUFFERS_H

#include <stdbool.h>

#include "core/status.h"

/* A new buffer is full of ones: NaNs, in every type of floating-point number. */
ata_status ata_emu_buffer_create(size_t bytes, const char *purpose, void **memory);
void ata_emu_buffer_destroy(void *memory);

/* Whether `bytes` from `pointer` on lie in one buffer. */
bool ata_emu_buffer_holds(const void *pointer, size_t bytes);

/* Begin a launch: nothing is written. `forget_reads` is set when intervals begin anew. */
void ata_emu_buffers_begin(bool forget_reads);
/* Whether all guards are as they were; if not, the failure says which. */
ata_status ata_emu_buffers_check_guards(void);

/* Hooks. What a launch before may still be at work on is touched only behind ata_emu_wait_for_previous. */
void ata_emu_wait_for_previous(void);
void ata_emu_global_get(const void *from, int bytes);
void ata_emu_fetch_ahead(const void *from, int bytes);
void ata_emu_global_put(void *to, int bytes);
void ata_emu_table_get(const void *from, int bytes);
unsigned int ata_emu_relay_ask(unsigned int *counter);
void ata_emu_relay_take(unsigned int asked);
void ata_emu_relay_done(unsigned int *counter);
void ata_emu_relay_wait(const unsigned int *counter, unsigned int count);

#endif
