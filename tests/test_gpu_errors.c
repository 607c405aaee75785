/* test_gpu_errors.c - what a GPU's engine refuses, asked of the emulator: every refusal is a status, a field and a
 * sentence that says what to do, and leaves no plan. */
#include <stdlib.h>

#include "atalanta.h"
#include "test_gpu_shape.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

typedef struct refusal {
    const char *problem, *recipe;
    ata_status status;
    const char *field, *says; /* a part of the sentence */
} refusal;

static void check_refusal(const char *engine, const refusal *r)
{
    ata_problem problem;
    ata_plan *plan = (ata_plan *)&problem; /* to see that it is set */
    const ata_options options = {.engine = engine, .recipe = r->recipe};
    CHECK(ata_problem_parse(&problem, r->problem) == ATA_OK, "%s: %s", r->problem, ata_last_error()->message);
    const ata_status status = ata_plan_create(&plan, &problem, &options);
    const ata_error *error = ata_last_error();
    CHECK(status == r->status && !plan, "\"%s\" %s on %s: %s: %s", r->problem, r->recipe ? r->recipe : "", engine,
          ata_status_name(status), error->message);
    if (status == ATA_OK) {
        ata_plan_destroy(plan);
        return;
    }
    CHECK(strcmp(error->field, r->field) == 0, "\"%s\": the field is %s", r->problem, error->field);
    CHECK(strstr(error->message, r->says), "\"%s\": \"%s\" does not say \"%s\"", r->problem, error->message, r->says);
}

static void problems(void)
{
    static const refusal list[] = {
        {"dht 64", NULL, ATA_ERROR_UNSUPPORTED, "kind", "use the engine \"cpu\""},
        {"r2c 63", NULL, ATA_ERROR_UNSUPPORTED, "dim[0].n", "powers of two"},
        {"c2r 6x64", NULL, ATA_ERROR_UNSUPPORTED, "dim[0].n", "powers of two"},
        {"dct2 f64 8", NULL, ATA_ERROR_UNSUPPORTED, "kind", "dct2"},
        {"c2c 3", NULL, ATA_ERROR_UNSUPPORTED, "dim[0].n", "powers of two"},
        {"c2c 8x6", NULL, ATA_ERROR_UNSUPPORTED, "dim[1].n", "powers of two"},
        {"c2c 2^31", NULL, ATA_ERROR_UNSUPPORTED, "dim[0].n", "2^30"},
        /* more loops than a kernel has, none of which continues another */
        {"c2c 2x2x2x2x2x2x2x2x2*2x2x2x2 istride=1,3,7,15,32,66,140,300,700 idist=1500,3100,6300,12700", NULL,
         ATA_ERROR_UNSUPPORTED, "batch_rank", "at most 8 dimensions"},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) check_refusal("emu", &list[i]);
}

static void recipes(void)
{
    static const refusal list[] = {
        {"c2c 64", "{X(3)}", ATA_ERROR_RECIPE, "recipe", "64 points"},
        {"c2c 8192", "{X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2), X(2)}",
         ATA_ERROR_UNSUPPORTED, "recipe", "at most 12 stages"},
        {"c2c 2^18x2^18", "{X(64), X(64), X(64), Y(64), Y(64), Y(64)}", ATA_ERROR_UNSUPPORTED, "recipe", "2^20 points"},
        {"c2c 2^28", "{X(4)} {X(64), X(64)} {X(64), X(64), X(4)}", ATA_ERROR_UNSUPPORTED, "recipe",
         "begin with longer"},
        {"c2c 128", "{X(128)}", ATA_ERROR_UNSUPPORTED, "recipe", "2, 4, 8, 16, 32 and 64"},
        {"c2c 2^16*2 istride=2 idist=1", "{X(16), X(16), X(16), X(16)}", ATA_ERROR_UNSUPPORTED, "recipe",
         "shorter passes"},
        {"c2c f64 2^14", "{X(16), X(32), X(32)}", ATA_ERROR_UNSUPPORTED, "recipe", "shorter passes"},
        {"r2c f64 2^15", "{X(half:32768(16, 32, 32))}", ATA_ERROR_UNSUPPORTED, "recipe", "shorter passes"},
        {"r2c 64", "{X(full:64(8, 8))}", ATA_ERROR_UNSUPPORTED, "recipe", "use half"},
        {"r2c 16x2", "{X(half:2(1)), Y(16)}", ATA_ERROR_UNSUPPORTED, "recipe", "rows of 4 real points"},
        {"c2r f64 1024x1024", "{Y(32), Y(32), X(half:1024(16, 32))}", ATA_ERROR_UNSUPPORTED, "recipe",
         "shorter passes"},
        {"r2c 16x64 split", "{X(half:64(32)), Y(4)} {Y(4)}", ATA_ERROR_UNSUPPORTED, "recipe", "braces of its own"},
        {"c2r 4x4x16x64", "{Z(4), Y(2)} {D4(4)} {Y(8), X(half:64(32))}", ATA_ERROR_UNSUPPORTED, "recipe", "but X and"},
        {"r2c 4x64", "{X(half:64(line:8(8), line:4(4))), Y(2)} {Y(2)}", ATA_ERROR_UNSUPPORTED, "recipe",
         "is not joined"},
        {"r2c 8192", "{X(half:8192(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2))}", ATA_ERROR_UNSUPPORTED, "recipe",
         "11 of real points"},
        {"c2c 64", "{lines=3: X(8), X(8)}", ATA_ERROR_UNSUPPORTED, "recipe", "a power of two"},
        {"c2c 4096", "{lines=16384: X(64), X(64)}", ATA_ERROR_UNSUPPORTED, "recipe", "at most 2^20 points"},
        {"c2c 1024*64", "{lines=64: X(32), X(32)}", ATA_ERROR_UNSUPPORTED, "recipe", "shared memory"},
        {"r2c 4x64", "{X(half:64(32))} {reverse: Y(4)} {dit: Y(4)}", ATA_ERROR_UNSUPPORTED, "recipe",
         "for complex points"},
        {"c2r 4x64", "{lines=2: Y(4)} {X(half:64(32))}", ATA_ERROR_UNSUPPORTED, "recipe", "for complex points"},
        {"c2r 256", "{X(half:256(128))}", ATA_ERROR_UNSUPPORTED, "recipe", "2, 4, 8, 16, 32 and 64"},
    };
    for (size_t i = 0; i < COUNT_OF(list); i++) check_refusal("emu", &list[i]);
}

/* Names are checked before anything else, whether there is a GPU or not. */
static void engines(void)
{
    static const char *const names[] = {"gpu:", "gpu:x",  "gpu:-1", "gpu:1000", "gpu: 0",
                                        "emu:", "emu:0x", "GPU",    "cpu:0"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const refusal r = {"c2c 64", NULL, ATA_ERROR_ENGINE, "engine", "one of auto, cpu, gpu, emu"};
        check_refusal(names[i], &r);
    }
    const refusal second = {"c2c 64", NULL, ATA_ERROR_ENGINE, "engine", "emu:0"};
    check_refusal("emu:1", &second);
    const refusal beyond = {"c2c 64", NULL, ATA_ERROR_ENGINE, NULL, NULL};
    ata_problem problem;
    ata_plan *plan = NULL;
    const ata_options far = {.engine = "gpu:99"}, first = {.engine = "emu:0"};
    CHECK(ata_problem_parse(&problem, beyond.problem) == ATA_OK);
    CHECK(ata_plan_create(&plan, &problem, &far) == ATA_ERROR_ENGINE && !plan, "%s", ata_last_error()->message);
    CHECK(ata_plan_create(&plan, &problem, &first) == ATA_OK, "%s", ata_last_error()->message);
    ata_plan_destroy(plan);
}

/* In place, two passes go through scratch, which the caller said it would bring. */
static void scratch(void)
{
    enum { N = 1 << 12 };
    static float data[2 * N];
    ata_problem problem;
    ata_plan *plan;
    ata_plan_info info;
    ata_device *device;
    void *memory;
    const ata_options options = {.engine = "emu", .caller_scratch = 1, .recipe = "{X(8), X(8)} {X(8), X(8)}"};
    CHECK(ata_problem_parse(&problem, "c2c 4096 inplace") == ATA_OK);
    if (ata_plan_create(&plan, &problem, &options) != ATA_OK) {
        CHECK(false, "%s", ata_last_error()->message);
        return;
    }
    data[0] = 1;
    CHECK(ata_plan_execute(plan, data, data) == ATA_ERROR_SCRATCH, "%s", ata_last_error()->message);
    CHECK(strcmp(ata_last_error()->field, "scratch") == 0 && strstr(ata_last_error()->message, "caller_scratch"));
    CHECK(ata_plan_get_info(plan, &info) == ATA_OK && info.scratch_bytes >= sizeof data);
    CHECK(ata_machine_emu.open(0, &device) == ATA_OK);
    CHECK(ata_machine_emu.allocate(device, info.scratch_bytes, "a test's scratch", &memory) == ATA_OK);
    ata_buffers buffers = {.in = data, .out = data, .scratch = memory, .scratch_bytes = info.scratch_bytes - 1};
    CHECK(ata_plan_execute_with(plan, &buffers) == ATA_ERROR_SCRATCH, "%s", ata_last_error()->message);
    CHECK(data[0] == 1 && data[2] == 0, "a refused execution has changed the data");
    buffers.scratch_bytes++;
    CHECK(ata_plan_execute_with(plan, &buffers) == ATA_OK, "%s", ata_last_error()->message);
    CHECK(data[0] == 1 && data[2] == 1 && data[2 * N - 2] == 1);
    ata_plan_destroy(plan);
    ata_machine_emu.release(device, memory);
    ata_machine_emu.close(device);
}

/* More lines than a kernel counts along one loop are several; more tiles than a launch has blocks are refused, and the
 * field that makes them so many is named. */
static void many_lines(void)
{
#define Y_AND_Z "{Y(32), Y(32), Y(32)} {Z(64), Z(32), Z(32)}"
    static const struct {
        const char *problem, *recipe, *field; /* NULL: it can be done */
    } list[] = {
        {"r2c f16 2^16x2^15x2", "{X(half:2(1))} " Y_AND_Z, NULL},
        {"c2c f16 2^16x2^15x2", "{X(2)} " Y_AND_Z, NULL},
        {"c2c 8*2^30x4x4", "{X(8)}", NULL},
        {"reverse 2*2^20x2^19", "{reverse: X(2)}", NULL},
        {"c2c f16 2^16x2^15x2*2^12", "{X(2)} " Y_AND_Z, "batch"},
        {"c2c f16 2*2^42", "{X(2)}", "batch"},
        {"reverse 2*2^41", "{reverse: X(2)}", "batch"},
        {"c2c f16 2^16x2^15x2^11x2*2", "{X(2)} {Y(64), Y(32)} {Z(32), Z(32), Z(32)} {D4(64), D4(32), D4(32)}", "dim"},
    };
    const ata_device_limits limits = limits_of(90);
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        ata_gpu_pass pass;
        const ata_status status = make_only_pass(&pass, list[i].problem, list[i].recipe, &limits);
        CHECK(status == (list[i].field ? ATA_ERROR_UNSUPPORTED : ATA_OK), "%s: %s", list[i].problem,
              ata_error_last()->message);
        if (list[i].field) CHECK(strcmp(ata_error_last()->field, list[i].field) == 0, "%s", ata_error_last()->message);
        else CHECK(pass.tiles > 0 && pass.loop[0].count <= INT32_MAX && pass.bytes_written > 0, "%s", list[i].problem);
    }
}

static const test_case cases[] = {
    {"problems", problems}, {"recipes", recipes},       {"engines", engines},
    {"scratch", scratch},   {"many lines", many_lines},
};

TEST_MAIN(cases)
