/* switch.c - changing stacks. In assembly: the system's swapcontext() asks the kernel for the signal mask each time,
 * and a block of 256 threads changes stacks some thousand times. */
#include "engine/emu/switch.h"

#include <stdint.h>
#include <string.h>

/* --- Stacks and registers ----------------------------------------------------------------------------------------- */

static void begin(void);

#if defined(ATA_EMU_UCONTEXT)

static void set_registers(ata_emu_context *context, void *stack, size_t bytes)
{
    (void)getcontext(&context->registers);
    context->registers.uc_stack.ss_sp = stack;
    context->registers.uc_stack.ss_size = bytes;
    context->registers.uc_link = NULL;
    makecontext(&context->registers, begin, 0);
}

static void switch_registers(ata_emu_context *from, ata_emu_context *to)
{
    (void)swapcontext(&from->registers, &to->registers);
}

#else

/* Put the registers that a function has to keep on the stack, note the stack in *from, take the other stack and its
 * registers, and return into it. */
void ata_emu_switch_stack(void **from, void *to);

#if defined(__aarch64__)

enum { SAVED = 20, RETURN_ADDRESS = 11, ABOVE = 0 }; /* words of 8 bytes */
__asm__(".text\n"
        ".align 4\n"
        ".hidden ata_emu_switch_stack\n"
        ".globl ata_emu_switch_stack\n"
        ".type ata_emu_switch_stack, %function\n"
        "ata_emu_switch_stack:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x2, sp\n"
        "    str x2, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size ata_emu_switch_stack, .-ata_emu_switch_stack\n");

#else

/* One word more above: a function finds its stack 8 bytes off a multiple of 16, as a call leaves it. */
enum { SAVED = 7, RETURN_ADDRESS = 6, ABOVE = 1 };
__asm__(".text\n"
        ".align 16\n"
        ".hidden ata_emu_switch_stack\n"
        ".globl ata_emu_switch_stack\n"
        ".type ata_emu_switch_stack, @function\n"
        "ata_emu_switch_stack:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size ata_emu_switch_stack, .-ata_emu_switch_stack\n");

#endif

static void set_registers(ata_emu_context *context, void *stack, size_t bytes)
{
    uint64_t *words = (uint64_t *)((char *)stack + bytes) - (SAVED + ABOVE);
    memset(words, 0, sizeof *words * (SAVED + ABOVE));
    words[RETURN_ADDRESS] = (uint64_t)(uintptr_t)begin;
    context->stack_pointer = words;
}

static void switch_registers(ata_emu_context *from, ata_emu_context *to)
{
    ata_emu_switch_stack(&from->stack_pointer, to->stack_pointer);
}

#endif

/* --- Contexts ----------------------------------------------------------------------------------------------------- */

#if !defined(__SANITIZE_ADDRESS__) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(fake, stack, bytes) ((void)0)
#define __sanitizer_finish_switch_fiber(fake, stack, bytes) ((void)0)
#define __asan_unpoison_memory_region(memory, bytes) ((void)0)
#endif

static _Thread_local ata_emu_context *left, *entered; /* of the last switch */

/* Where every context begins. */
static void begin(void)
{
    __sanitizer_finish_switch_fiber(NULL, &left->stack, &left->bytes);
    entered->entry();
}

void ata_emu_context_init(ata_emu_context *context, void *stack, size_t bytes, void (*entry)(void))
{
    set_registers(context, stack, bytes);
    context->fake_stack = NULL;
    context->stack = stack;
    context->bytes = bytes;
    context->entry = entry;
}

void ata_emu_context_switch(ata_emu_context *from, ata_emu_context *to)
{
    left = from;
    entered = to;
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->bytes);
    switch_registers(from, to);
    __sanitizer_finish_switch_fiber(from->fake_stack, NULL, NULL);
}

void ata_emu_context_forget(void *stacks, size_t bytes)
{
    __asan_unpoison_memory_region(stacks, bytes);
    (void)stacks, (void)bytes;
}
