/* reproduce_003.c - the ladder of "GPU-based FFT computation for multi-gigabit WirelessHD baseband processing":
 * 512-point transforms whose samples come from and return to the memory of the host, one every 226.95 ns.
 *
 * Its rungs are ways to have the data there in time rather than ways to compute: every rung here computes with this
 * library's own kernels, but for those that are named after the paper's.
 */
#include <stdio.h>
#include <string.h>

#include "cli/reproduce.h"

typedef struct rung_003 {
    const char *problem; /* of one transform */
    int lanes;           /* batches under way at once; 0 for as many as a stream has by itself */
    int devices;
} rung_003;

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

static bool measure_single(const reproduce_run *run, const reproduce_rung *rung, double *value, file_fault *fault)
{
    const rung_003 *it = rung->details;
    return reproduce_time_plan(run, it->problem, 1, value, fault);
}

static bool measure_batch(const reproduce_run *run, const reproduce_rung *rung, double *value, file_fault *fault)
{
    const rung_003 *it = rung->details;
    char problem[64];
    snprintf(problem, sizeof problem, "%s*%lld", it->problem, (long long)run->batch);
    return reproduce_time_plan(run, problem, run->batch, value, fault);
}

/* The device that a name stands for, "cpu" for "auto" say; false and the reason where there is none. A stream of single
 * frames tells, and is soon made. */
static bool find_device(const reproduce_run *run, const rung_003 *it, const char *name, ata_stream_device *device,
                        file_fault *fault)
{
    const ata_stream_options options = {.devices = name, .frames = 1, .depth = 2, .lanes = 1, .plan = &run->plan};
    ata_problem problem;
    ata_stream *stream = NULL;
    ata_status status = ata_problem_parse(&problem, it->problem);
    if (status == ATA_OK) status = ata_stream_create(&stream, &problem, &options);
    if (status == ATA_OK) status = ata_stream_get_device(stream, 0, device);
    ata_stream_destroy(stream);
    return status == ATA_OK || file_refuse(fault, "%s", ata_last_error()->message);
}

/* GPUs have numbers, and two are wanted; of other engines there is one, which does not become faster by being named
 * twice: it is told. */
static bool name_two(const reproduce_run *run, const rung_003 *it, char *names, size_t size, file_fault *fault)
{
    ata_stream_device device;
    file_fault why;
    if (!find_device(run, it, run->on, &device, fault)) return false;
    if (strncmp(device.engine, "gpu", 3) != 0) {
        snprintf(names, size, "%s,%s", device.engine, device.engine);
        fprintf(stderr, "atalanta reproduce: rung \"two\" is the same device twice here: %s\n", names);
        return true;
    }
    snprintf(names, size, "gpu:0,gpu:1");
    return find_device(run, it, "gpu:1", &device, &why) ||
           file_refuse(fault, "there is no second GPU: %.400s", why.sentence);
}

static bool measure_stream(const reproduce_run *run, const reproduce_rung *rung, double *value, file_fault *fault)
{
    const rung_003 *it = rung->details;
    char devices[64];
    if (it->devices == 1) snprintf(devices, sizeof devices, "%s", run->on);
    else if (!name_two(run, it, devices, sizeof devices, fault)) return false;
    /* One lane needs room for a batch to wait beside the one under way. */
    const ata_stream_options options = {.devices = devices,
                                        .frames = run->batch,
                                        .depth = it->lanes == 1 ? 2 : 0,
                                        .lanes = it->lanes,
                                        .plan = &run->plan};
    return reproduce_time_stream(run, it->problem, &options, value, fault);
}

/* --- The ladder --------------------------------------------------------------------------------------------------- */

#define I8 "c2c 512 in=i8 out=i8"

static const rung_003 f32 = {"c2c 512", 0, 1}, f32_one = {"c2c 512", 1, 1}, f32_four = {"c2c 512", 4, 1},
                      f16_four = {"c2c f16 512", 4, 1}, i8_four = {I8, 4, 1}, i8_ours = {I8, 0, 1},
                      i8_plain = {I8 " algo=three-sets-plain", 4, 1}, i8_sets = {I8 " algo=three-sets", 4, 1},
                      i8_two = {I8, 4, 2};

static const reproduce_rung rungs[] = {
    {"single", "one transform a call, ordinary memory, 32 bits", 7000, measure_single, &f32},
    {"batch", "a large batch a call, ordinary memory", 4150, measure_batch, &f32},
    {"locked", "page-locked memory; copies and transforms in turn", 2830, measure_stream, &f32_one},
    {"overlap", "copies in, transforms and copies out of four batches at once", 2540, measure_stream, &f32_four},
    {"16-bit", "the same with 16-bit numbers at both ends", 1340, measure_stream, &f16_four},
    {"8-bit", "the same with 8-bit numbers at both ends", 534, measure_stream, &i8_four},
    {"sets-plain", "8-bit, by three sets of three stages, saved in the order of the data", 459, measure_stream,
     &i8_plain},
    {"sets", "8-bit, by three sets of three stages without bank conflicts", 392, measure_stream, &i8_sets},
    {"ours", "8-bit, by what the planner and the stream choose", 0, measure_stream, &i8_ours},
    {"two", "8-bit, shared by two devices", 197, measure_stream, &i8_two},
};

const reproduce_paper reproduce_003 = {
    .number = "003",
    .title = "GPU-based FFT computation for multi-gigabit WirelessHD baseband processing",
    .machine = "GeForce GTX 260, PCI Express 1.0 (two: 2.0)",
    .unit = "ns a transform of 512 points, host to host; 226.95 is real time",
    .batch = 16384,
    .rung_count = sizeof rungs / sizeof rungs[0],
    .rung = rungs,
};
