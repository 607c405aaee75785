/* test_emu.h - what the tests of the emulator share: a device, small kernels, launches. */
#ifndef ATALANTA_TEST_EMU_H
#define ATALANTA_TEST_EMU_H

#include <stdint.h>
#include <stdlib.h>

#include "engine/emu/machine.h"
#include "test.h"

static const ata_machine *const machine = &ata_machine_emu;
static ata_device *device;

/* The one parameter of the tests' kernels, here and there. */
typedef struct arguments {
    const void *in;
    void *out;
    const void *tables;
    int number;
} arguments;

#define ARGUMENTS "typedef struct { const void *in; void *out; const void *tables; int number; } arguments;\n"
#define F32 "#define REAL float\n#define REAL_BITS 32\n"
#define F64 "#define REAL double\n#define REAL_BITS 64\n"

/* load and store: complex numbers of either type in global memory. */
#define ELEMENTS                                                                                              \
    "#if REAL_BITS == 32\n"                                                                                   \
    "INLINE complex load(const void *in, int i)\n"                                                            \
    "{ const bits64 b = global_get64((const complex *)in + i);\n"                                             \
    "  const complex v = {float_of_bits(b.w[0]), float_of_bits(b.w[1])}; return v; }\n"                       \
    "INLINE void store(void *out, int i, complex v)\n"                                                        \
    "{ const bits64 b = {{bits_of_float(v.x), bits_of_float(v.y)}}; global_put64((complex *)out + i, b); }\n" \
    "#else\n"                                                                                                 \
    "INLINE complex load(const void *in, int i)\n"                                                            \
    "{ const bits128 b = global_get128((const complex *)in + i);\n"                                           \
    "  const complex v = {double_of_bits(b.w[0], b.w[1]), double_of_bits(b.w[2], b.w[3])}; return v; }\n"     \
    "INLINE void store(void *out, int i, complex v)\n"                                                        \
    "{ const bits128 b = {{low_bits_of_double(v.x), high_bits_of_double(v.x), low_bits_of_double(v.y),\n"     \
    "                      high_bits_of_double(v.y)}}; global_put128((complex *)out + i, b); }\n"             \
    "#endif\n"

static inline ata_device_kernel *load_kernel(const char *title, const char *prelude, int threads, int cluster,
                                             int64_t shared_bytes, const char *body)
{
    const ata_kernel_text text = {title, "pass", prelude, shared_bytes, threads, cluster, 1, NULL, false};
    ata_device_kernel *kernel = NULL;
    CHECK(ata_emu_load_text(device, &text, body, &kernel) == ATA_OK, "%s: %s", title, ata_last_error()->message);
    return kernel;
}

static inline void *allocate(size_t bytes)
{
    void *memory = NULL;
    CHECK(machine->allocate(device, bytes, "a test", &memory) == ATA_OK, "%s", ata_last_error()->message);
    return memory;
}

static inline ata_status launch(const ata_device_kernel *kernel, int64_t blocks, arguments given, int64_t bytes_written)
{
    const ata_launch all = {blocks, &given, sizeof given, bytes_written, NULL, false};
    return machine->launch(device, kernel, &all);
}

/* Make the compiler one that is not there, and put back what it was. */
static inline void hide_compiler(void (*meanwhile)(void))
{
    const char *now = getenv("ATALANTA_CC");
    char before[1024];
    snprintf(before, sizeof before, "%s", now ? now : "");
    setenv("ATALANTA_CC", "/nonexistent/cc", 1);
    meanwhile();
    setenv("ATALANTA_CC", before, 1); /* empty is as good as not set */
}

/* Real numbers of either type, by index. */
static inline void put(void *array, bool wide, int64_t i, double value)
{
    if (wide) ((double *)array)[i] = value;
    else ((float *)array)[i] = (float)value;
}

static inline double get(const void *array, bool wide, int64_t i)
{
    return wide ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

/* A test program: opens the device, runs the cases, closes. */
static inline int test_emu_main(const test_case *cases, int count, int argc, char **argv)
{
    if (machine->missing()) {
        fprintf(stderr, "%s\n", machine->missing());
        return 1;
    }
    if (machine->open(-1, &device) != ATA_OK) return 1;
    const int result = test_main(cases, count, argc, argv);
    machine->close(device);
    return result;
}

#endif
