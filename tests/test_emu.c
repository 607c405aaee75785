/* test_emu.c - the emulator of GPU kernels: kernels of its own run as they would on a GPU. What it refuses stands in
 * test_emu_checks.c. */
#include <math.h>
#include <pthread.h>

#include "engine/gpu/sources.h"
#include "test_emu.h"

/* --- A transform, as kernels are: 4096 points in three steps of 16, exchanged in shared memory -------------------- */

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
    "{\n    wait_for_previous();\n"
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

/* --- Clusters: every block sends a part of what it has to every other --------------------------------------------- */

/* Thread t of block r puts its c-th number to block c, where it becomes number r * THREADS + t. */
static const char exchange_body[] = ARGUMENTS ELEMENTS
    "KERNEL(exchange, arguments a)\n"
    "{\n    wait_for_previous();\n"
    "    const int t = THREAD, r = cluster_rank(), first = ((int)tile_index() * CLUSTER + r) * CLUSTER * THREADS;\n"
    "    remote_expect(CLUSTER * THREADS);\n"
    "    complex v[CLUSTER];\n"
    "    UNROLL for (int c = 0; c < CLUSTER; c++) shared_put(c * THREADS + t, load(a.in, first + c * THREADS + t));\n"
    "    barrier();\n"
    "    UNROLL for (int c = 0; c < CLUSTER; c++) v[c] = shared_get(c * THREADS + THREADS - 1 - t);\n"
    "    remote_arrive();\n"
    "    remote_ready();\n"
    "    UNROLL for (int c = 0; c < CLUSTER; c++) remote_put(c, r * THREADS + THREADS - 1 - t, v[c]);\n"
    "    remote_wait();\n"
    "    UNROLL for (int c = 0; c < CLUSTER; c++) store(a.out, first + c * THREADS + t, shared_get(c * THREADS + t));\n"
    "}\n";

static void check_exchange(bool wide, int cluster, int threads, int clusters)
{
    const size_t element = wide ? 16 : 8;
    const int64_t in_block = (int64_t)cluster * threads, all = in_block * cluster * clusters;
    ata_device_kernel *kernel =
        load_kernel("exchange", wide ? F64 : F32, threads, cluster, in_block * (int64_t)element, exchange_body);
    void *in = allocate((size_t)all * element), *out = allocate((size_t)all * element);
    if (!kernel || !in || !out) return;
    for (int64_t i = 0; i < 2 * all; i++) put(in, wide, i, (double)i);
    const arguments given = {in, out, NULL, 0};
    CHECK(launch(kernel, cluster * clusters, given, all * (int64_t)element) == ATA_OK, "%s", ata_last_error()->message);
    int64_t wrong = 0;
    for (int64_t i = 0; i < all; i++) {
        const int64_t which = i / (in_block * cluster), r = i / in_block % cluster, c = i / threads % cluster;
        const int64_t from = ((which * cluster + c) * cluster + r) * threads + i % threads;
        wrong += get(out, wide, 2 * i) != (double)(2 * from) || get(out, wide, 2 * i + 1) != (double)(2 * from + 1);
    }
    CHECK(wrong == 0, "cluster %d of %d threads: %lld elements are wrong", cluster, threads, (long long)wrong);
    machine->release(device, in), machine->release(device, out);
}

static void test_clusters(void)
{
    check_exchange(false, 2, 32, 3);
    check_exchange(true, 2, 64, 1);
    check_exchange(false, 16, 48, 2);
    check_exchange(true, 16, 256, 1);
    check_exchange(false, 16, 1024, 1); /* as many threads as a cluster can have */
}

static void test_pairs(void)
{
    static const char body[] = ARGUMENTS ELEMENTS
        "KERNEL(pairs, arguments a)\n"
        "{\n    wait_for_previous();\n"
        "    const int t = THREAD, n = 2 * THREADS * CLUSTER, first = (int)tile_index() * n;\n"
        "    const int mine = 2 * (cluster_rank() * THREADS + t);\n"
        "    complex u, v;\n"
        "    remote_expect(2 * THREADS);\n"
        "    shared_put_pair(2 * t, load(a.in, first + mine), load(a.in, first + mine + 1));\n"
        "    barrier();\n"
        "    shared_get_pair(2 * (THREADS - 1 - t), &u, &v);\n"
        "    remote_arrive(), remote_ready();\n"
        "    remote_put_pair(CLUSTER - 1 - cluster_rank(), 2 * t, v, u);\n"
        "    remote_wait();\n"
        "    store(a.out, first + mine, shared_get(2 * t)), store(a.out, first + mine + 1, shared_get(2 * t + 1));\n"
        "}\n";
    enum { THREADS = 64, CLUSTER = 4, N = 2 * THREADS * CLUSTER };
    ata_device_kernel *kernel = load_kernel("pairs", F32, THREADS, CLUSTER, 16 * THREADS, body);
    float *in = allocate(8 * N), *out = allocate(8 * N);
    if (!kernel || !in || !out) return;
    for (int i = 0; i < 2 * N; i++) in[i] = (float)i;
    const arguments given = {in, out, NULL, 0};
    CHECK(launch(kernel, CLUSTER, given, 8 * N) == ATA_OK, "%s", ata_last_error()->message);
    int wrong = 0;
    for (int i = 0; i < N; i++) wrong += out[2 * i] != (float)(2 * (N - 1 - i));
    CHECK(wrong == 0, "%d of %d elements are not where they should be", wrong, N);
    machine->release(device, in), machine->release(device, out);
}

/* --- Callers from several threads: they take turns ---------------------------------------------------------------- */

static void *launch_often(void *status)
{
    static const char body[] =
        ARGUMENTS ELEMENTS "KERNEL(turn, arguments a)\n"
                           "{\n    wait_for_previous();\n"
                           "    shared_put(THREAD, load(a.in, (int)tile_index() * THREADS + THREAD));\n"
                           "    barrier();\n"
                           "    store(a.out, (int)tile_index() * THREADS + THREAD, shared_get(THREADS - 1 - THREAD));\n"
                           "}\n";
    enum { THREADS = 64, N = 16 * THREADS };
    const ata_kernel_text text = {"turn", "pass", F32, 8 * THREADS, THREADS, 1, 1, NULL, false};
    ata_device_kernel *kernel = NULL;
    void *in = NULL, *out = NULL;
    ata_status *result = status;
    *result = ata_emu_load_text(device, &text, body, &kernel);
    if (*result == ATA_OK) *result = machine->allocate(device, 8 * N, "a thread's input", &in);
    if (*result == ATA_OK) *result = machine->allocate(device, 8 * N, "a thread's output", &out);
    const arguments given = {in, out, NULL, 0};
    for (int time = 0; time < 50 && *result == ATA_OK; time++) *result = launch(kernel, N / THREADS, given, 8 * N);
    machine->release(device, in), machine->release(device, out);
    return NULL;
}

static void test_threads(void)
{
    enum { CALLERS = 4 };
    pthread_t callers[CALLERS];
    ata_status status[CALLERS];
    int started = 0;
    while (started < CALLERS && pthread_create(&callers[started], NULL, launch_often, &status[started]) == 0) started++;
    CHECK(started == CALLERS);
    for (int i = 0; i < started; i++) {
        pthread_join(callers[i], NULL);
        CHECK(status[i] == ATA_OK, "caller %d: %s", i, ata_status_name(status[i]));
    }
}

/* --- Conversions -------------------------------------------------------------------------------------------------- */

/* A half by its definition. */
static double half_value(unsigned bits)
{
    const int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static void test_float_of_half(void)
{
    static const char body[] =
        ARGUMENTS "KERNEL(widen, arguments a)\n"
                  "{\n    wait_for_previous();\n"
                  "    const int i = (int)tile_index() * THREADS + THREAD;\n"
                  "    const unsigned int bits = global_get16((const unsigned short *)a.in + i);\n"
                  "    global_put32((float *)a.out + i, bits_of_float(float_of_half(bits)));\n"
                  "}\n";
    enum { N = 65536 };
    ata_device_kernel *kernel = load_kernel("float_of_half", F32, 256, 1, 0, body);
    uint16_t *in = allocate(2 * N);
    float *out = allocate(4 * N);
    if (!kernel || !in || !out) return;
    for (int i = 0; i < N; i++) in[i] = (uint16_t)i;
    const arguments given = {in, out, NULL, 0};
    CHECK(launch(kernel, N / 256, given, 4 * N) == ATA_OK, "%s", ata_last_error()->message);
    for (int i = 0; i < N; i++) {
        const double expected = half_value((unsigned)i);
        const bool same =
            isnan(expected) ? isnan(out[i]) : (double)out[i] == expected && !signbit(out[i]) == (i < 32768);
        CHECK(same, "half %04x became %g", (unsigned)i, (double)out[i]);
        if (!same) break;
    }
    machine->release(device, in), machine->release(device, out);
}

/* What a float rounds to: the nearest multiple of the unit in the last place that a half has there. */
static double nearest_half(double value)
{
    if (fabs(value) >= 65520) return value > 0 ? INFINITY : -INFINITY;
    const int exponent = value == 0 || ilogb(value) < -14 ? -14 : ilogb(value);
    return ldexp(nearbyint(ldexp(value, 10 - exponent)), exponent - 10);
}

static void test_half_of_float(void)
{
    static const char body[] =
        ARGUMENTS "KERNEL(narrow, arguments a)\n"
                  "{\n    wait_for_previous();\n"
                  "    const int i = (int)tile_index() * THREADS + THREAD;\n"
                  "    const float value = float_of_bits(global_get32((const float *)a.in + i));\n"
                  "    const bits64 both = {{half_of_float(value), (unsigned int)nearest_int(value)}};\n"
                  "    global_put64((bits64 *)a.out + i, both);\n"
                  "}\n";
    enum { N = 1 << 18, TIMES = 8 };
    ata_device_kernel *kernel = load_kernel("half_of_float", F32, 256, 1, 0, body);
    float *in = allocate(4 * N);
    uint32_t *out = allocate(8 * N);
    if (!kernel || !in || !out) return;
    /* Every pattern of the bits that a half keeps, and of those behind them the ones that decide. */
    static const uint32_t behind[TIMES] = {0, 1, 0x800, 0xfff, 0x1000, 0x1001, 0x1234, 0x1fff};
    int wrong = 0;
    for (int time = 0; time < 2 * TIMES; time++) {
        for (int i = 0; i < N; i++) {
            const uint32_t bits = ((uint32_t)i + (uint32_t)(time % 2) * N) << 13 | behind[time / 2];
            memcpy(&in[i], &bits, sizeof bits);
        }
        const arguments given = {in, out, NULL, 0};
        CHECK(launch(kernel, N / 256, given, 8 * N) == ATA_OK, "%s", ata_last_error()->message);
        for (int i = 0; i < N && wrong < 5; i++) {
            const double value = in[i], half = half_value(out[2 * i]);
            const bool same =
                isnan(value) ? out[2 * i] == 0x7fff : half == nearest_half(value) && !signbit(half) == !signbit(value);
            const double whole = isnan(value) ? 0 : fmin(fmax(nearbyint(value), INT32_MIN), INT32_MAX);
            wrong += !same;
            CHECK(same, "%a became the half %a", value, half);
            CHECK((double)(int32_t)out[2 * i + 1] == whole, "%a became %d", value, (int)out[2 * i + 1]);
        }
    }
    machine->release(device, in), machine->release(device, out);
}

static const char *source_text(const char *name)
{
    for (const ata_gpu_source *source = ata_gpu_sources; source->name; source++)
        if (strcmp(source->name, name) == 0) return source->text;
    return NULL;
}

static void test_words(void)
{
    static const char body[] = ARGUMENTS
        "KERNEL(words, arguments a)\n"
        "{\n    wait_for_previous();\n"
        "    const int t = THREAD;\n"
        "    const complex w = table_get(a.tables, t);\n"
        "    bits128 b = global_get128((const bits128 *)a.in + t);\n"
        "    b.w[0] += (unsigned int)reverse_bits(forget(t), 5);\n"
        "    b.w[1] = bits_of_float((float)multiply_add(w.x, w.x, -w.y));\n"
        "    global_put128((bits128 *)a.out + t, b);\n"
        "    global_put8((unsigned char *)a.out + 512 + t, global_get8((const unsigned char *)a.in + t) + 1);\n"
        "}\n";
    for (int wide = 0; wide < 2; wide++) {
        ata_device_kernel *kernel = load_kernel("words", wide ? F64 : F32, 32, 1, 0, body);
        uint32_t *in = allocate(512), *out = allocate(544);
        void *tables = allocate(512);
        if (!kernel || !in || !out || !tables) return;
        const double x = wide ? 1 + 0x1p-40 : 1 + 0x1p-20, square = wide ? 1 + 0x1p-39 : 1 + 0x1p-19;
        for (int i = 0; i < 128; i++) in[i] = (uint32_t)i;
        for (int i = 0; i < 32; i++) put(tables, wide, 2 * i, x), put(tables, wide, 2 * i + 1, square);
        const arguments given = {in, out, tables, 0};
        CHECK(launch(kernel, 1, given, 544) == ATA_OK, "%s", ata_last_error()->message);
        for (int t = 0; t < 32; t++) {
            const int reversed = (t & 1) << 4 | (t & 2) << 2 | (t & 4) | (t & 8) >> 2 | (t & 16) >> 4;
            float low;
            memcpy(&low, &out[4 * t + 1], 4);
            CHECK(out[4 * t] == (uint32_t)(4 * t + reversed), "reverse_bits");
            CHECK((double)low == (wide ? 0x1p-80 : 0x1p-40), "multiply_add rounds between: %a", (double)low);
            CHECK(out[4 * t + 3] == in[4 * t + 3]);
            CHECK(((unsigned char *)out)[512 + t] == ((unsigned char *)in)[t] + 1);
        }
        machine->release(device, in), machine->release(device, out), machine->release(device, tables);
    }
}

/* Every word that kernels have on a GPU they have here. */
static void test_same_words(void)
{
    const char *there = source_text("engine/gpu/kernels/gpu.cuh"), *here = source_text("engine/emu/words.h");
    CHECK(there && here);
    if (!there || !here) return;
    int found = 0;
    for (const char *line = there; (line = strstr(line, "\nINLINE ")); line++) {
        const char *end = strchr(line, '('), *start = end;
        while (start > line && start[-1] != ' ' && start[-1] != '*') start--;
        char name[64];
        snprintf(name, sizeof name, "%.*s(", (int)(end - start), start);
        if (strcmp(name, "remote_bell(") == 0 || strcmp(name, "remote_address(") == 0) continue; /* its own */
        if (strcmp(name, "shared_place(") == 0) continue;
        CHECK(strstr(here, name), "words.h lacks %s)", name);
        found++;
    }
    CHECK(found > 30, "gpu.cuh has %d words", found);
}

/* --- Conflicts of banks ------------------------------------------------------------------------------------------- */

static void test_conflicts(void)
{
    static const char body[] = ARGUMENTS ELEMENTS "KERNEL(strides, arguments a)\n"
                                                  "{\n    wait_for_previous();\n"
                                                  "    const complex v = {1, 2};\n"
                                                  "    shared_put(THREAD * a.number, v);\n"
                                                  "    store(a.out, THREAD, shared_get(THREAD * a.number));\n"
                                                  "}\n";
    static const char pair_body[] = ARGUMENTS ELEMENTS "KERNEL(pairs, arguments a)\n"
                                                       "{\n    wait_for_previous();\n"
                                                       "    const complex v = {1, 2};\n"
                                                       "    complex u, w;\n"
                                                       "    shared_put_pair(2 * THREAD * a.number, v, v);\n"
                                                       "    barrier();\n"
                                                       "    shared_get_pair(0, &u, &w);\n"
                                                       "    store(a.out, THREAD, u);\n"
                                                       "}\n";
    /* Turns for each half (or quarter) of a warp, by hand. */
    static const struct {
        int stride, narrow, wide;
    } known[] = {{1, 1, 1}, {2, 2, 2}, {16, 16, 8}, {17, 1, 1}, {32, 16, 8}};
    void *out = allocate(32 * 16);
    if (!out) return;
    for (int wide = 0; wide < 2; wide++) {
        const int element = wide ? 16 : 8, groups = wide ? 4 : 2;
        ata_device_kernel *kernel = load_kernel("strides", wide ? F64 : F32, 32, 1, 32 * 32 * element, body);
        if (!kernel) return;
        for (int i = 0; i < 5; i++) {
            int64_t ideal_before, actual_before, ideal, actual;
            ata_emu_conflicts(kernel, &ideal_before, &actual_before);
            const arguments given = {NULL, out, NULL, known[i].stride};
            CHECK(launch(kernel, 1, given, 32 * element) == ATA_OK, "%s", ata_last_error()->message);
            ata_emu_conflicts(kernel, &ideal, &actual);
            CHECK(ideal - ideal_before == 2 * groups);
            CHECK(actual - actual_before == 2 * groups * (wide ? known[i].wide : known[i].narrow),
                  "stride %d, %d bytes: %lld turns", known[i].stride, element, (long long)(actual - actual_before));
        }
    }
    ata_device_kernel *kernel = load_kernel("pairs", F32, 32, 1, 2 * 32 * 2 * 8, pair_body);
    for (int stride = 1; kernel && stride <= 2; stride++) {
        int64_t ideal_before, actual_before, ideal, actual;
        ata_emu_conflicts(kernel, &ideal_before, &actual_before);
        const arguments given = {NULL, out, NULL, stride};
        CHECK(launch(kernel, 1, given, 32 * 8) == ATA_OK, "%s", ata_last_error()->message);
        ata_emu_conflicts(kernel, &ideal, &actual);
        CHECK(ideal - ideal_before == 8, "four for the writes; four for the reads, though all read the same");
        CHECK(actual - actual_before == 4 * stride + 4, "stride %d: %lld turns", stride,
              (long long)(actual - actual_before));
    }
    machine->release(device, out);
}

/* --- The machine -------------------------------------------------------------------------------------------------- */

static void test_memory(void)
{
    char host[64] = {0};
    char *memory = allocate(64);
    if (!memory) return;
    CHECK(machine->home(device, memory) == ATA_HOME_DEVICE);
    CHECK(machine->home(device, memory + 63) == ATA_HOME_DEVICE);
    CHECK(machine->home(device, memory + 64) == ATA_HOME_HOST);
    CHECK(machine->home(device, host) == ATA_HOME_HOST);
    CHECK(machine->copy_out(device, host, memory, 64, NULL) == ATA_OK);
    CHECK((unsigned char)host[0] == 0xff && (unsigned char)host[63] == 0xff, "new memory is full of NaNs");
    CHECK(machine->copy_in(device, memory, "text", 5, NULL) == ATA_OK && strcmp(memory, "text") == 0);
    CHECK(machine->copy_in(device, memory + 1, host, 64, NULL) == ATA_ERROR_DEVICE);
    CHECK(machine->copy_out(device, host, memory - 1, 2, NULL) == ATA_ERROR_DEVICE);
    machine->release(device, memory);
    CHECK(machine->home(device, memory) == ATA_HOME_HOST);
}

static void check_missing(void)
{
    CHECK(machine->missing() && strstr(machine->missing(), "ATALANTA_CC"));
}

static void test_limits(void)
{
    const ata_device_limits *limits = machine->limits(device);
    CHECK(limits->architecture == 90 && limits->largest_cluster == 16 && limits->shared_block == 232432);
    CHECK(machine->missing() == NULL);
    hide_compiler(check_missing);
    machine->close(device);
    static const struct {
        const char *name;
        int cluster;
        int64_t shared;
    } known[] = {{"80", 1, 166896}, {"86", 1, 101360}, {"90", 16, 232432}, {"120", 8, 101360}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        setenv("ATALANTA_EMU_ARCH", known[i].name, 1);
        CHECK(machine->open(0, &device) == ATA_OK);
        limits = machine->limits(device);
        CHECK(limits->architecture == atoi(known[i].name) && limits->largest_cluster == known[i].cluster);
        CHECK(limits->shared_block == known[i].shared, "%s: %lld", known[i].name, (long long)limits->shared_block);
        machine->close(device);
    }
    static const char *const unknown[] = {"75", "89", "foo", "900", "90a", " 90"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        setenv("ATALANTA_EMU_ARCH", unknown[i], 1);
        CHECK(machine->open(0, &device) == ATA_ERROR_ENGINE && !device, "%s", unknown[i]);
        CHECK(strcmp(ata_last_error()->field, "ATALANTA_EMU_ARCH") == 0);
        CHECK(strstr(ata_last_error()->message, "80, 86, 90 or 120"), "%s", ata_last_error()->message);
    }
    unsetenv("ATALANTA_EMU_ARCH");
    CHECK(machine->open(7, &device) != ATA_OK);
    CHECK(machine->open(-1, &device) == ATA_OK);
}

static const test_case cases[] = {
    {"fft f32", test_fft_f32},
    {"fft f64", test_fft_f64},
    {"clusters", test_clusters},
    {"pairs", test_pairs},
    {"threads", test_threads},
    {"float of half", test_float_of_half},
    {"half of float", test_half_of_float},
    {"words", test_words},
    {"same words", test_same_words},
    {"conflicts", test_conflicts},
    {"memory", test_memory},
    {"limits", test_limits},
};

int main(int argc, char **argv)
{
    return test_emu_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
}
