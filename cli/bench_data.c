/* bench_data.c - the arrays that contenders are measured on, filled so that numbers stay of usual size.
 *
 * An unnormalised transform makes numbers larger by sqrt(N). In place, a few dozen in a row would run into infinity
 * (or, with a scale below, into denormal numbers, which are slow), and time something else than a transform. So such
 * data begins at one end of the type's range and is restored from a copy before it reaches the other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/layout.h"
#include "cli/bench.h"

enum { LINE = 64 };

/* Numbers are kept within 2^low .. 2^high: well inside the type's range, since sums inside a transform go beyond its
 * ends. */
typedef struct type_range {
    int low, high;
} type_range;

static const type_range range_of[] = {
    [ATA_F32] = {-90, 90},  [ATA_F64] = {-800, 800}, [ATA_F16] = {-8, 12},
    [ATA_BF16] = {-90, 90}, [ATA_I16] = {2, 14},     [ATA_I8] = {2, 6},
};

/* log2 of the factor by which one execution makes random numbers larger: sqrt(N), times the scale. */
static double growth_bits(const ata_problem *problem)
{
    double bits = 0; /* log2 N, N as the scale counts it: see ata_scale */
    for (int i = 0; i < problem->rank; i++) {
        const double n = (double)problem->dim[i].n;
        switch (problem->kind) {
        case ATA_C2C:
        case ATA_R2C:
        case ATA_C2R:
        case ATA_DHT: bits += log2(n); break;
        case ATA_REVERSE: break;
        case ATA_DCT1: bits += log2(2 * (n - 1)); break;
        case ATA_DST1: bits += log2(2 * (n + 1)); break;
        default: bits += log2(2 * n);
        }
    }
    switch (problem->scale) {
    case ATA_SCALE_N: return -bits / 2;
    case ATA_SCALE_SQRT: return 0;
    case ATA_SCALE_NUMBER: return bits / 2 + (problem->scale_number != 0 ? log2(fabs(problem->scale_number)) : 0);
    default: return bits / 2;
    }
}

/* Choose where the numbers begin and how many transforms they survive. Half a bit more a time, as real transforms
 * read again what they wrote in another meaning, which is only about of the same size. */
static void choose_range(bench_data *data, bool overwritten)
{
    const type_range *range = &range_of[data->problem.type_in];
    data->exponent_usual = data->problem.type_in == ATA_I16 ? 14 : data->problem.type_in == ATA_I8 ? 6 : 0;
    data->exponent = data->exponent_usual;
    data->repeats = INT64_MAX;
    if (!overwritten) return;
    const double growth = growth_bits(&data->problem), step = fabs(growth) + 0.5;
    const double room = range->high - range->low;
    data->repeats = room > step ? (int64_t)(room / step) : 1;
    data->exponent = growth >= 0 ? range->low : range->high;
}

static int arrays_at(const ata_problem *problem, check_side side)
{
    return check_end_is_complex(problem, side) && problem->layout == ATA_SPLIT ? 2 : 1;
}

/* Bytes from one array to the next, in whole lines. Two get a line between them, lest equal indices meet in one
 * cache set. */
static int64_t array_step(int64_t bytes, int arrays)
{
    return (bytes + LINE - 1) / LINE * LINE + (arrays > 1 ? LINE : 0);
}

static unsigned char *allocate_host(int64_t bytes)
{
    void *memory = NULL;
    return posix_memalign(&memory, 4096, (size_t)bytes) == 0 ? memory : NULL;
}

static unsigned char *allocate(const gpu *device, int64_t bytes)
{
    return device ? cli_gpu_allocate(device, bytes) : allocate_host(bytes);
}

static void release(const gpu *device, unsigned char *memory)
{
    if (device) cli_gpu_free(device, memory);
    else free(memory);
}

/* Is there the memory? Told before anything is allocated: Linux would promise it, and kill the program when it is
 * used. */
static int check_memory(const cli_command *command, const bench_data *data, double needed, int64_t available,
                        const char *whose)
{
    if (needed <= (double)available) return CLI_GOOD;
    char text[2][32];
    char *problem = cli_problem_text(&data->problem);
    cli_complain(command, "\"%s\" needs %s for its arrays and %s of memory are available%s; try a smaller problem",
                 problem ? problem : "", cli_memory_print(needed < 9e18 ? (int64_t)needed : INT64_MAX, text[0], 32),
                 cli_memory_print(available, text[1], 32), whose);
    free(problem);
    return CLI_BAD_USE;
}

static int check_memories(const cli_command *command, const bench_data *data, bool overwritten)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    const double once = (double)data->bytes_in + (in_place ? 0 : (double)data->bytes_out);
    const double all = once + (overwritten ? (double)data->bytes_in : 0);
    const int64_t available = cli_memory_available();
    if (!data->device) return check_memory(command, data, all, available, "");
    /* Blocks that are kept from the last problem are there to be used. */
    const int64_t held = cli_bench_memory_get_bytes(data->memory);
    const int64_t usable = available < INT64_MAX - held ? available + held : INT64_MAX;
    if (check_memory(command, data, once, usable, "") != CLI_GOOD) return CLI_BAD_USE;
    return check_memory(command, data, all, cli_gpu_available(data->device), " on the GPU");
}

static bool allocate_blocks(bench_data *data, bool overwritten)
{
    const bool in_place = data->problem.place == ATA_IN_PLACE;
    const gpu *device = data->device;
    data->block_in = allocate(device, data->bytes_in);
    data->block_out = in_place ? data->block_in : allocate(device, data->bytes_out);
    data->saved = overwritten ? allocate(device, data->bytes_in) : NULL;
    if (!data->block_in || !data->block_out || (overwritten && !data->saved)) return false;
    if (device && !cli_bench_memory_get(data->memory, device, data->bytes_in, in_place ? 0 : data->bytes_out)) {
        return false;
    }
    data->host_in = device ? data->memory->in.start : data->block_in;
    data->host_out = in_place ? data->host_in : device ? data->memory->out.start : data->block_out;
    return true;
}

/* Where the arrays begin, from the blocks and from what lies before the pointers (with negative strides). */
static ata_buffers find_arrays(unsigned char *in, unsigned char *out, int64_t imag_in, int64_t imag_out)
{
    ata_buffers buffers = {.in = in, .out = out};
    if (imag_in) buffers.in_imag = in + imag_in;
    if (imag_out) buffers.out_imag = out + imag_out;
    return buffers;
}

int cli_bench_data_create(bench_data *data, const cli_command *command, const ata_problem *problem, bool overwritten,
                          const gpu *device, bench_memory *memory)
{
    *data = (bench_data){.device = device, .memory = device ? memory : NULL};
    ata_extent extent;
    ata_status status = ata_problem_check(problem, &data->problem);
    if (status == ATA_OK) status = ata_problem_extent(&data->problem, &extent);
    if (status != ATA_OK) return cli_complain_status(command, status);
    const int arrays_in = arrays_at(&data->problem, CHECK_IN), arrays_out = arrays_at(&data->problem, CHECK_OUT);
    const int64_t step_in = array_step(extent.in_bytes, arrays_in), step_out = array_step(extent.out_bytes, arrays_out);
    data->bytes_in = step_in * arrays_in;
    data->bytes_out = step_out * arrays_out;
    if (check_memories(command, data, overwritten) != CLI_GOOD) return CLI_BAD_USE;
    if (!allocate_blocks(data, overwritten)) {
        cli_bench_data_destroy(data);
        return cli_complain(command, "out of memory for the arrays; try a smaller problem");
    }
    const int64_t imag_in = arrays_in == 2 ? step_in : 0, imag_out = arrays_out == 2 ? step_out : 0;
    data->buffers =
        find_arrays(data->block_in + extent.in_before, data->block_out + extent.out_before, imag_in, imag_out);
    data->seen = find_arrays(data->host_in + extent.in_before, data->host_out + extent.out_before, imag_in, imag_out);
    if (device) data->buffers.stream = device->stream;
    if (!device && data->problem.place != ATA_IN_PLACE) {
        memset(data->host_out, 0, (size_t)data->bytes_out); /* so that its pages are there when time is taken */
    }
    choose_range(data, overwritten);
    return CLI_GOOD;
}

void cli_bench_data_destroy(bench_data *data)
{
    if (data->block_out != data->block_in) release(data->device, data->block_out);
    release(data->device, data->block_in);
    release(data->device, data->saved);
    *data = (bench_data){0};
}

bool cli_bench_data_fill(bench_data *data, int exponent)
{
    if (data->filled && data->filled_exponent == exponent) return cli_bench_data_restore(data);
    cli_bench_fill(data, exponent);
    data->filled = true;
    data->filled_exponent = exponent;
    data->dirty = false;
    if (!data->device) {
        if (data->saved) memcpy(data->saved, data->block_in, (size_t)data->bytes_in);
        return true;
    }
    if (cli_gpu_copy_in(data->device, data->block_in, data->host_in, data->bytes_in)) return false;
    return !data->saved || !cli_gpu_copy(data->device, data->saved, data->block_in, data->bytes_in);
}

bool cli_bench_data_restore(bench_data *data)
{
    if (!data->dirty) return true;
    data->dirty = false;
    if (data->device) return !cli_gpu_copy(data->device, data->block_in, data->saved, data->bytes_in);
    memcpy(data->block_in, data->saved, (size_t)data->bytes_in);
    return true;
}

bool cli_bench_data_poison(bench_data *data)
{
    enum { POISON = 0xff };
    if (data->problem.place == ATA_IN_PLACE) return true;
    if (data->device) return !cli_gpu_fill(data->device, data->block_out, POISON, data->bytes_out);
    memset(data->block_out, POISON, (size_t)data->bytes_out);
    return true;
}

bool cli_bench_data_fetch(bench_data *data)
{
    if (!data->device) return true;
    return !cli_gpu_copy_out(data->device, data->host_out, data->block_out, data->bytes_out);
}

int cli_bench_complain_data(const cli_command *command, const bench_data *data)
{
    const char *failed = data->device ? cli_gpu_wait(data->device) : NULL;
    return cli_complain(command, "%s; this run is over", failed ? failed : "a copy to or from the GPU failed");
}
