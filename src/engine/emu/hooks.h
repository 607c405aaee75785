/* hooks.h - what passes between a kernel that the emulator has compiled and the emulator. Included by both, so that
 * both mean the same; no system header is included, because reading one would cost more than compiling a kernel.
 *
 * A kernel's shared object needs no symbol of the library. It exports four of its own:
 *
 *   ata_emu_entry       the kernel, for one thread
 *   ata_emu_arguments   its parameter, to be written before the launch: all threads read the same
 *   ata_emu_facts       what the emulator has to know of it
 *   ata_emu_here        to be set to the table below
 */
#ifndef ATA_EMU_HOOKS_H
#define ATA_EMU_HOOKS_H

/* Every function checks what it is asked, and does not return if that is wrong: the launch has then failed. Those that
 * return a pointer say where to read or write; indices and numbers of elements count complex numbers. */
typedef struct ata_emu_hooks {
    int thread; /* the one that is running */
    int rank;
    unsigned int tile;
    unsigned int number; /* that relay_take has taken last */

    void (*wait_for_previous)(void);
    void (*barrier)(void);
    const void *(*lanes_meet)(const void *mine, int distance); /* where the thread so far away has its own */
    void (*lanes_part)(void);                                  /* both may change them again */
    const void *(*shared_get)(int index, int elements);
    void *(*shared_put)(int index, int elements);

    void (*remote_expect)(int elements);
    void (*remote_arrive)(void);
    void (*remote_ready)(void);
    void *(*remote_put)(int rank, int index, int elements);
    void (*remote_wait)(void);

    void (*global_get)(const void *from, int bytes);
    void (*global_put)(void *to, int bytes);
    void (*table_get)(const void *from, int bytes);
    void (*fetch_ahead)(const void *from, int bytes);

    unsigned int (*relay_ask)(unsigned int *counter);
    void (*relay_take)(unsigned int asked);
    void (*relay_done)(unsigned int *counter);
    void (*relay_wait)(const unsigned int *counter, unsigned int count);

    /* for a CPU that has no instruction for it */
    float (*multiply_add_f32)(float a, float b, float c);
    double (*multiply_add_f64)(double a, double b, double c);
} ata_emu_hooks;

typedef struct ata_emu_facts_of_kernel {
    unsigned long argument_bytes;
    int element_bytes; /* of a complex number in shared memory */
} ata_emu_facts_of_kernel;

#endif
