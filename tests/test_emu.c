/* test_emu.c - the emulator of GPU kernels: kernels of its own run as they would on a GPU, and each check fires. */
#include "engine/emu/machine.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "test.h"

static const ata_machine *const machine = &ata_machine_emu;
static ata_device *device;

/* --- Helpers ------------------------------------------------------------------------------------------------------ */

typedef struct arguments {
    const void *in;
    void *out;
    const void *tables;
    int number;
} arguments;

#define ARGUMENTS "typedef struct { const void *in; void *out; const void *tables; int number; } arguments;\n"
#define F32 "#define REAL float\n#define REAL_BITS 32\n"
#define F64 "#define REAL double\n#define REAL_BITS 64\n"

/* Copies by hand that the small kernels share: a complex number of either type. */
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

static ata_device_kernel *load_kernel(const char *title, const char *prelude, int threads, int cluster,
                                      int64_t shared_bytes, const char *body)
{
    const ata_kernel_text text = {title, prelude, shared_bytes, threads, cluster};
    ata_device_kernel *kernel = NULL;
    CHECK(ata_emu_load_text(device, &text, body, &kernel) == ATA_OK, "%s: %s", title, ata_last_error()->message);
    return kernel;
}

static void *allocate(size_t bytes)
{
    void *memory = NULL;
    CHECK(machine->allocate(device, bytes, "a test", &memory) == ATA_OK, "%s", ata_last_error()->message);
    return memory;
}

static ata_status launch(const ata_device_kernel *kernel, int64_t blocks, arguments given, int64_t bytes_written)
{
    const ata_launch all = {blocks, &given, sizeof given, bytes_written, NULL};
    return machine->launch(device, kernel, &all);
}

/* --- A transform, as kernels are: 4096 points in three steps of 16, exchanged in shared memory --------------------- */

static const char fft_body[] = ARGUMENTS ELEMENTS
    "#define vec real\n"
    "#define CONSTANT(k) ((real)(k))\n"
    "#define LOAD(i, re, im) re = v[i].x, im = v[i].y\n"
    "#define STORE(k, re, im) w[k].x = re, w[k].y = im\n"
    "#define ADD(a, b) ((a) + (b))\n"
    "#define SUB(a, b) ((a) - (b))\n"
    "#define MUL(a, b) ((a) * (b))\n"
    "#define FMA(a, b, c) multiply_add(a, b, c)\n"
    "#define FMS(a, b, c) multiply_add(a, b, -(c))\n"
    "#define FNMA(a, b, c) multiply_add(-(a), b, c)\n"
    "INLINE void butterfly(complex *v)\n"
    "{\n"
    "    complex w[16];\n"
    "#include \"engine/cpu/codelets/dft_16.h\"\n"
    "    UNROLL for (int k = 0; k < 16; k++) v[k] = w[k];\n"
    "}\n"
    "INLINE void twiddle(complex *v, const void *tables, int step)\n"
    "{\n"
    "    UNROLL for (int k = 1; k < 16; k++) {\n"
    "        const complex f = table_get(tables, step * k);\n"
    "        const complex p = {multiply_add(v[k].x, f.x, -(v[k].y * f.y)), multiply_add(v[k].x, f.y, v[k].y * f.x)};\n"
    "        v[k] = p;\n"
    "    }\n"
    "}\n"
    "KERNEL(fft, arguments a)\n"
    "{\n"
    "    complex v[16];\n"
    "    const int t = THREAD, first = (int)tile_index() * 4096;\n"
    "    UNROLL for (int j = 0; j < 16; j++) v[j] = load(a.in, first + t + 256 * j);\n"
    "    butterfly(v);\n"
    "    twiddle(v, a.tables, t);\n"
    "    UNROLL for (int k = 0; k < 16; k++) shared_put(t * 17 + k, v[k]);\n"
    "    barrier();\n"
    "    UNROLL for (int j = 0; j < 16; j++) v[j] = shared_get((t + 256 * j) / 16 * 17 + t % 16);\n"
    "    barrier();\n"
    "    butterfly(v);\n"
    "    twiddle(v, a.tables, t / 16 * 16);\n"
    "    UNROLL for (int k = 0; k < 16; k++) shared_put(t % 16 + 16 * (t / 16 * 16 + k), v[k]);\n"
    "    barrier();\n"
    "    UNROLL for (int j = 0; j < 16; j++) v[j] = shared_get(t + 256 * j);\n"
    "    butterfly(v);\n"
    "    UNROLL for (int k = 0; k < 16; k++) store(a.out, first + t + 256 * k, v[k]);\n"
    "}\n";

static double *random_numbers(int64_t count)
{
    double *numbers = malloc((size_t)count * sizeof *numbers);
    uint64_t state = 1;
    for (int64_t i = 0; numbers && i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        numbers[i] = (double)(int64_t)(state >> 20) * 0x1p-43 - 1;
    }
    return numbers;
}

static void put(void *array, bool wide, int64_t i, double value)
{
    if (wide) ((double *)array)[i] = value;
    else ((float *)array)[i] = (float)value;
}

static double get(const void *array, bool wide, int64_t i)
{
    return wide ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static void check_fft(bool wide)
{
    enum { N = 4096, LINES = 8 };
    const double turn = 6.283185307179586476925286766559;
    const size_t element = wide ? 16 : 8;
    ata_device_kernel *kernel =
        load_kernel("fft of 4096", wide ? F64 : F32, 256, 1, 256 * 17 * (int64_t)element, fft_body);
    void *in = allocate(N * LINES * element), *out = allocate(N * LINES * element), *tables = allocate(N * element);
    if (!kernel || !in || !out || !tables) return;
    double *numbers = random_numbers(2 * N * LINES);
    for (int i = 0; i < 2 * N * LINES; i++) put(in, wide, i, numbers[i]);
    for (int i = 0; i < N; i++)
        put(tables, wide, 2 * i, cos(turn * i / N)), put(tables, wide, 2 * i + 1, -sin(turn * i / N));
    const arguments given = {in, out, tables, 0};
    CHECK(launch(kernel, LINES, given, N * LINES * (int64_t)element) == ATA_OK, "%s", ata_last_error()->message);
    for (int line = 0; line < LINES; line++) {
        for (int k = line; k < N; k += 509) {
            double re = 0, im = 0;
            for (int j = 0; j < N; j++) {
                const double *x = &numbers[2 * (line * N + j)], angle = -turn * (j * k % N) / N;
                re += x[0] * cos(angle) - x[1] * sin(angle);
                im += x[0] * sin(angle) + x[1] * cos(angle);
            }
            const double error =
                hypot(get(out, wide, 2 * (line * N + k)) - re, get(out, wide, 2 * (line * N + k) + 1) - im);
            CHECK(error < (wide ? 1e-12 : 1e-3), "line %d, frequency %d: off by %g", line, k, error);
        }
    }
    free(numbers);
    machine->release(device, in), machine->release(device, out), machine->release(device, tables);
}

static void test_fft_f32(void)
{
    check_fft(false);
}

static void test_fft_f64(void)
{
    check_fft(true);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static const test_case cases[] = {
    {"fft f32", test_fft_f32},
    {"fft f64", test_fft_f64},
};

int main(int argc, char **argv)
{
    if (machine->missing()) {
        fprintf(stderr, "%s\n", machine->missing());
        return 1;
    }
    if (machine->open(-1, &device) != ATA_OK) return 1;
    const int result = test_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
    machine->close(device);
    return result;
}
