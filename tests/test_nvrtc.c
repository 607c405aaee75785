/* test_nvrtc.c - the kernels compile: with NVRTC, where it is installed; no GPU is needed. Skipped where it is not. */
#include <stdlib.h>

#include "core/memory.h"
#include "engine/cuda/compile.h"
#include "engine/gpu/factors.h"
#include "engine/gpu/reorder.h"
#include "test.h"
#include "test_gpu_shape.h"

enum { SKIPPED = 77 };

#define F32 "#define REAL float\n#define REAL_BITS 32\n"
#define F64 "#define REAL double\n#define REAL_BITS 64\n"
#define ALONE "#define THREADS 128\n#define CLUSTER 1\n"
#define IN_CLUSTERS "#define THREADS 512\n#define CLUSTER 8\n"

/* A kernel of the test's own, which uses the words that kernels are written in. */
#define KERNEL_TEXT                                                                   \
    "#define BLOCKS_WANTED 1\n"                                                       \
    "#include \"engine/gpu/kernels/gpu.cuh\"\n"                                       \
    "#include \"engine/gpu/kernels/arguments.h\"\n"                                   \
    "KERNEL(pass, ata_kernel_arguments arguments)\n"                                  \
    "{\n"                                                                             \
    "    const int at = forget((int)tile_index() * THREADS + THREAD);\n"              \
    "    complex value = table_get(arguments.tables, at);\n"                          \
    "    value.x = multiply_add(value.x, value.y, (real)arguments.scale);\n"          \
    "#if CLUSTER > 1\n"                                                               \
    "    remote_expect(THREADS);\n"                                                   \
    "    remote_arrive();\n"                                                          \
    "    remote_ready();\n"                                                           \
    "    remote_put((cluster_rank() + 1) % CLUSTER, THREAD, value);\n"                \
    "    remote_wait();\n"                                                            \
    "#else\n"                                                                         \
    "    shared_put(THREAD, value);\n"                                                \
    "    barrier();\n"                                                                \
    "#endif\n"                                                                        \
    "    value = shared_get(THREADS - 1 - THREAD);\n"                                 \
    "    global_put32((float *)arguments.out + at, bits_of_float((float)value.x));\n" \
    "}\n"

static void check_compiles(const char *unit, int architecture)
{
    ata_nvrtc_target target;
    void *image = NULL;
    size_t size = 0;
    CHECK(ata_nvrtc_find_target(0, architecture, &target) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(ata_nvrtc_compile(&target, "a test", unit, ata_gpu_sources, &image, &size) == ATA_OK, "for %d: %s",
          architecture, ata_last_error()->message);
    CHECK(image && size > 4 && memcmp(image, "\177ELF", 4) == 0, "for %d: no machine code", architecture);
    ata_memory_destroy(image);
}

static void test_compile(void)
{
    check_compiles(F32 ALONE KERNEL_TEXT, 80);
    check_compiles(F64 ALONE KERNEL_TEXT, 80);
    check_compiles(F32 ALONE KERNEL_TEXT, 90);
    check_compiles(F64 ALONE KERNEL_TEXT, 90);
    check_compiles(F32 IN_CLUSTERS KERNEL_TEXT, 90);
    check_compiles(F64 IN_CLUSTERS KERNEL_TEXT, 90);
}

/* Kernels of the engine: what the emulator runs is C, and what a GPU runs is this. */
static void test_kernels(void)
{
    static const struct {
        const char *problem, *recipe;
        int architecture;
    } list[] = {
        {"c2c 8*1000", "{X(8)}", 90},
        {"c2c f16 64*1000 in=i8", "{X(8), X(8)}", 90},
        {"c2c bf16 512*40 inverse scale=n", "{X(8), X(8), X(8)}", 80},
        {"c2c 1024*33 split", "{X(16), X(8), X(8)}", 86},
        {"c2c 256*40x30 istride=40 idist=10240,1 order=bitrev", "{dif: X(16), X(16)}", 90},
        {"c2c 2^14*500", "{X(32), X(16), X(32)}", 90},
        {"c2c 2^16*500", "{X(16), X(16), X(16), X(16)}", 90},
        {"c2c f64 2^15*500 out=f16", "{X(8), X(16), X(16), X(16)}", 90},
        {"r2c 2048*500", "{X(half:2048(16, 8, 8))}", 90},
        {"c2r f16 128*500 split", "{X(half:128(8, 8))}", 80},
        {"c2r f64 2*500 ostride=3", "{X(half:2(1))}", 90},
        {"c2r 256x256x256", "{Z(16), Z(16), Y(4)} {Y(8), Y(8), X(half:256(16, 8))}", 90},
        {"r2c 256x256x256", "{X(half:256(8, 16)), Y(16), Y(16)} {Z(16), Z(16)}", 90},
        {"c2r f64 64x64*100", "{Y(8), Y(8), X(half:64(8, 4))}", 80},
        {"c2r 2^20*64", "{X(half:1048576(line:512(8, 8, 8), line:1024(32, 32)))}", 90},
        {"c2c 1024*9 order=bitrev", "{dif: X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)}", 90},
        {"c2c f64 2^14 order=bitrev inverse", "{dit lines=64: X(2), X(2), X(2), X(2)} {dit: X(32), X(32)}", 80},
        {"c2c 2^16 split order=bitrev", "{geometry: X(2)} {geometry: X(32), X(32), X(32)}", 90},
        {"reverse 2^20", "{reverse: X(1048576)}", 90},
        {"reverse f16 1024*7 in=i8 split", "{reverse: X(1024)}", 80},
        {"c2c f64 64x64 inverse scale=n", "{transpose: X(8)} {transpose: X(8)} {X(8), X(8)} {Y(8), Y(8)}", 90},
    };
    static char prelude[32768], unit[34000];
    for (size_t i = 0; i < sizeof list / sizeof list[0] && (i < 2 || !is_short()); i++) {
        ata_gpu_pass pass;
        const ata_device_limits limits = limits_of(list[i].architecture);
        CHECK(make_only_pass(&pass, list[i].problem, list[i].recipe, &limits) == ATA_OK, "%s: %s", list[i].problem,
              ata_error_last()->message);
        ata_gpu_factors_place(&pass.kernel.shape);
        ata_text text = {prelude, sizeof prelude, 0};
        const bool moves = pass.reorder.kind != ATA_REORDER_NONE;
        if (moves) ata_gpu_reorder_prelude_write(&pass, &text);
        else ata_gpu_prelude_write(&pass.kernel, &text);
        snprintf(unit, sizeof unit,
                 "#define THREADS %d\n#define CLUSTER %d\n%s#include \"engine/gpu/kernels/gpu.cuh\"\n"
                 "#include \"engine/gpu/kernels/%s.cu\"\n",
                 pass.kernel.shape.threads, pass.kernel.shape.cluster, prelude, moves ? "reorder" : "pass");
        check_compiles(unit, list[i].architecture);
    }
}

/* Every text is there, whole, and under the name that includes use. */
static void test_sources(void)
{
    int kernels = 0, codelets = 0;
    for (const ata_gpu_source *source = ata_gpu_sources; source->name; source++) {
        kernels += strncmp(source->name, "engine/gpu/kernels/", 19) == 0;
        codelets += strncmp(source->name, "engine/cpu/codelets/dft_", 24) == 0;
        const size_t length = strlen(source->text);
        CHECK(length > 50 && source->text[length - 1] == '\n', "%s", source->name);
        CHECK(strncmp(source->text, "/* ", 3) == 0, "%s", source->name);
    }
    CHECK(kernels >= 3 && codelets >= 20, "%d kernels, %d codelets", kernels, codelets);
}

/* A GPU that is newer than NVRTC gets a text that its driver compiles; one that is too old gets an error. */
static void test_targets(void)
{
    ata_nvrtc_target target;
    void *image = NULL;
    size_t size = 0;
    CHECK(ata_nvrtc_find_target(0, 90, &target) == ATA_OK && target.machine_code);
    CHECK(strcmp(target.option, "--gpu-architecture=sm_90") == 0, "%s", target.option);
    CHECK(ata_nvrtc_find_target(0, 10, &target) == ATA_ERROR_DEVICE && ata_last_error()->message[0]);
    CHECK(ata_nvrtc_find_target(0, 999, &target) == ATA_OK && !target.machine_code);
    CHECK(strncmp(target.option, "--gpu-architecture=compute_", 27) == 0, "%s", target.option);
    CHECK(ata_nvrtc_compile(&target, "a test", F32 ALONE KERNEL_TEXT, ata_gpu_sources, &image, &size) == ATA_OK, "%s",
          ata_last_error()->message);
    CHECK(image && strstr(image, ".entry pass"));
    ata_memory_destroy(image);
}

/* Whatever the code depends on is in the key. */
static void test_keys(void)
{
    static const ata_kernel_text text = {"a test", "pass", F32, 4096, 128, 1, 1, NULL, false};
    ata_cuda_unit base, other;
    ata_nvrtc_target target;
    CHECK(ata_nvrtc_find_target(0, 90, &target) == ATA_OK && ata_cuda_unit_init(&base, &text, &target) == ATA_OK);
    const struct {
        ata_kernel_text text;
        int architecture;
        bool same;
    } variants[] = {
        {text, 90, true},
        {text, 80, false},
        {{"a test", "pass", F32, 4096, 64, 1, 1, NULL, false}, 90, false},
        {{"a test", "pass", F32, 4096, 128, 2, 1, NULL, false}, 90, false},
        {{"a test", "pass", F64, 4096, 128, 1, 1, NULL, false}, 90, false},
        {{"a test", "another", F32, 4096, 128, 1, 1, NULL, false}, 90, false},
        {{"another title", "pass", F32, 1, 128, 1, 1, NULL, false}, 90, true}, /* neither changes the code */
    };
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        CHECK(ata_nvrtc_find_target(0, variants[i].architecture, &target) == ATA_OK);
        CHECK(ata_cuda_unit_init(&other, &variants[i].text, &target) == ATA_OK);
        CHECK(ata_digest_equal(&base.key, &other.key) == variants[i].same, "variant %zu", i);
        ata_cuda_unit_fini(&other);
    }
    ata_cuda_unit_fini(&base);
}

static void test_mistake(void)
{
    ata_nvrtc_target target;
    void *image = NULL;
    size_t size = 0;
    CHECK(ata_nvrtc_find_target(0, 90, &target) == ATA_OK);
    CHECK(ata_nvrtc_compile(&target, "bad one", "#define REAL no_such_type\n" ALONE KERNEL_TEXT, ata_gpu_sources,
                            &image, &size) == ATA_ERROR_DEVICE);
    const char *message = ata_last_error()->message;
    CHECK(!image && size == 0);
    CHECK(strstr(message, "\"bad one\"") && strstr(message, "gpu.cuh(") && strstr(message, "no_such_type"), "%s",
          message);
    CHECK(!strchr(message, '\n'));
}

static const test_case cases[] = {
    {"compile", test_compile}, {"kernels", test_kernels}, {"sources", test_sources},
    {"targets", test_targets}, {"keys", test_keys},       {"mistake", test_mistake},
};

int main(int argc, char **argv)
{
    const char *missing = ata_nvrtc_missing(0);
    if (missing) {
        printf("nothing is compiled: %s\n", missing);
        return SKIPPED;
    }
    return test_main(cases, (int)(sizeof cases / sizeof cases[0]), argc, argv);
}
