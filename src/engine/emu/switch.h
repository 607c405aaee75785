/* switch.h - many threads of a kernel on one thread of the CPU: each has a stack of its own, and one gives way to
 * another only where it says so.
 */
#ifndef ATA_EMU_SWITCH_H
#define ATA_EMU_SWITCH_H

#include <stddef.h>

#if !defined(__aarch64__) && !defined(__x86_64__)
#include <ucontext.h>
#define ATA_EMU_UCONTEXT 1
#endif

typedef struct ata_emu_context {
#if defined(ATA_EMU_UCONTEXT)
    ucontext_t registers;
#else
    void *stack_pointer; /* where the registers lie that a function has to keep */
#endif
    const void *stack; /* these three for the sanitizer of addresses, which has to know on which stack it is */
    size_t bytes;
    void *fake_stack;
    void (*entry)(void);
} ata_emu_context;

/* Make a context that begins with entry(), which must never return. The stack is aligned to 16 bytes. */
void ata_emu_context_init(ata_emu_context *context, void *stack, size_t bytes, void (*entry)(void));

/* Leave the running context, which is kept in `from`, for `to`; returns when somebody switches back. */
void ata_emu_context_switch(ata_emu_context *from, ata_emu_context *to);

/* Contexts on these stacks are left for good, wherever they were: the stacks may be used anew. */
void ata_emu_context_forget(void *stacks, size_t bytes);

#endif
