/* device.c - the devices of a stream: which they are, their plans, the rings where they can reach them, their lanes.
 *
 * A device has plans for fewer and fewer frames, each a quarter of the one before, because a batch may have any number:
 *
 *     in the rings themselves (cpu)   the largest plan that fits, again and again
 *     copied (gpu, emu)               the smallest plan that has all of them: what it transforms beyond them is not
 *                                     copied back
 */
#include <stdio.h>
#include <string.h>

#include "core/cpu.h"
#include "core/memory.h"
#include "plan/registry.h"
#include "stream/stream.h"

/* So many keep both directions of a bus busy. Against a deadline fewer do: every thread more is one that may come
 * late. */
enum { USUAL_LANES = 6, LANES_ON_TIME = 3 };

/* --- The list ----------------------------------------------------------------------------------------------------- */

static bool copies(const ata_stream_member *device)
{
    return device->engine->lane_create != NULL;
}

/* The registry speaks of an engine, and the caller has named a list of them. */
static ata_status fail_name(const ata_stream *stream)
{
    const char *devices = stream->options.devices;
    const ata_error error = *ata_last_error();
    if (!devices) return error.status;
    return ata_fail(error.status, "devices", devices, error.accepted, "devices is \"%.100s\": %s", devices,
                    error.message);
}

static ata_status add_device(ata_stream *stream, const char *name, size_t length)
{
    char text[sizeof stream->device[0].name];
    if (stream->device_count == ATA_STREAM_DEVICES)
        return ata_fail(ATA_ERROR_OPTION, "devices", "more than 16", "at most 16",
                        "devices names more than 16; name at most 16");
    if (length == 0 || length >= sizeof text)
        return ata_fail(ATA_ERROR_ENGINE, "devices", stream->options.devices, "engines joined by commas",
                        "devices is \"%.100s\"; it must be the names of engines joined by commas, such as \"gpu,cpu\"",
                        stream->options.devices);
    memcpy(text, name, length);
    text[length] = 0;
    ata_stream_member *device = &stream->device[stream->device_count];
    if (ata_registry_find(text, &device->engine, &device->number) != ATA_OK) return fail_name(stream);
    snprintf(device->name, sizeof device->name, "%s", strcmp(text, "auto") == 0 ? device->engine->name : text);
    const int usual = stream->options.deadline > 0 ? LANES_ON_TIME : USUAL_LANES;
    device->lanes = !copies(device) ? 1 : stream->options.lanes ? stream->options.lanes : usual;
    if (stream->lane_count + device->lanes > ATA_STREAM_LANES)
        return ata_fail(ATA_ERROR_OPTION, "devices", stream->options.devices ? stream->options.devices : "", "fewer",
                        "devices and lanes make more than 64 lanes; name fewer devices, or fewer lanes");
    stream->lane_count += device->lanes;
    stream->device_count++;
    return ATA_OK;
}

ata_status ata_stream_devices_find(ata_stream *stream)
{
    const char *name = stream->options.devices ? stream->options.devices : "auto";
    for (;;) {
        const size_t length = strcspn(name, ",");
        ATA_TRY(add_device(stream, name, length));
        if (name[length] == 0) break;
        name += length + 1;
    }
    stream->devices_left = stream->device_count;
    return ATA_OK;
}

/* --- Plans -------------------------------------------------------------------------------------------------------- */

/* `count` frames as one problem. */
static ata_status repeat_frame(const ata_stream *stream, int64_t count, ata_problem *problem)
{
    *problem = stream->frame;
    if (count == 1) return ATA_OK;
    if (problem->batch_rank == ATA_MAX_BATCH_RANK)
        return ata_fail_number(ATA_ERROR_RANK, "batch_rank", problem->batch_rank, "fewer, for frames of a stream");
    memmove(problem->batch + 1, problem->batch, (size_t)problem->batch_rank * sizeof problem->batch[0]);
    problem->batch[0] = (ata_dim){.n = count, .stride_in = stream->sizes.hop, .stride_out = stream->sizes.hop_out};
    problem->batch_rank++;
    return ata_problem_complete(problem, problem);
}

static ata_status make_plan(ata_stream *stream, ata_stream_member *device, int64_t count)
{
    ata_options options = {0};
    if (stream->options.plan) options = *stream->options.plan;
    options.engine = device->name;
    options.concurrency = 1;
    options.caller_scratch = copies(device);
    ata_problem problem;
    ATA_TRY(repeat_frame(stream, count, &problem));
    ATA_TRY(ata_plan_make(&device->plan[device->plan_count], &problem, &options));
    device->plan_frames[device->plan_count++] = count;
    return ATA_OK;
}

static ata_status make_plans(ata_stream *stream, ata_stream_member *device)
{
    const int64_t count = device->batch = copies(device) ? stream->sizes.batch : stream->sizes.near_batch;
    if (count != stream->sizes.batch) stream->mixed = true;
    ATA_TRY(make_plan(stream, device, count));
    int64_t power = 1;
    while (power < count) power *= 4;
    while (power > 1) {
        power /= 4;
        ATA_TRY(make_plan(stream, device, power));
    }
    return ATA_OK;
}

/* --- Rings -------------------------------------------------------------------------------------------------------- */

/* A step that is longer than a frame is the caller's wish: what is too large then is that. */
static ata_status fail_rings(const ata_stream *stream, ata_status status)
{
    const ata_stream_sizes *sizes = &stream->sizes;
    if (status != ATA_ERROR_MEMORY || !stream->options.hop || sizes->step_bytes <= sizes->frame.in_bytes) return status;
    char value[24];
    snprintf(value, sizeof value, "%lld", (long long)sizes->hop);
    return ata_fail(status, "hop", value, "shorter",
                    "hop is %s: out of memory for the %lld bytes of a stream's frames; it must be shorter", value,
                    (long long)sizes->in_bytes);
}

/* Page-locked by the first device that copies: every GPU of the process can use it then. */
static ata_status make_rings(ata_stream *stream)
{
    const ata_stream_sizes *sizes = &stream->sizes;
    for (int d = 0; d < stream->device_count; d++) {
        const ata_stream_member *device = &stream->device[d];
        if (!copies(device)) continue;
        stream->locked_engine = device->engine;
        stream->locked_site = device->plan[0]->site;
        ATA_TRY(device->engine->host_create(stream->locked_site, (size_t)sizes->in_bytes, (void **)&stream->in));
        ATA_TRY(device->engine->host_create(stream->locked_site, (size_t)sizes->out_bytes, (void **)&stream->out));
        break;
    }
    if (!stream->in) ATA_TRY(ata_memory_create((void **)&stream->in, (size_t)sizes->in_bytes, 1, "a stream's frames"));
    if (!stream->out)
        ATA_TRY(ata_memory_create((void **)&stream->out, (size_t)sizes->out_bytes, 1, "a stream's results"));
    /* Every page is there before the first frame comes. */
    memset(stream->in, 0, (size_t)sizes->in_bytes);
    memset(stream->out, 0, (size_t)sizes->out_bytes);
    return ATA_OK;
}

static void unmake_rings(ata_stream *stream)
{
    if (stream->locked_site) {
        if (stream->out) stream->locked_engine->host_destroy(stream->locked_site, stream->out);
        if (stream->in) stream->locked_engine->host_destroy(stream->locked_site, stream->in);
    } else {
        ata_memory_destroy(stream->out);
        ata_memory_destroy(stream->in);
    }
}

/* --- Lanes -------------------------------------------------------------------------------------------------------- */

static ata_status make_lanes(ata_stream *stream)
{
    int l = 0;
    for (int d = 0; d < stream->device_count; d++) {
        const ata_stream_member *device = &stream->device[d];
        ata_lane_sizes sizes = {
            .in_bytes = (size_t)((stream->sizes.batch - 1) * stream->sizes.step_bytes + stream->sizes.frame.in_bytes),
            .out_bytes = (size_t)(stream->sizes.batch * stream->sizes.frame.out_bytes),
            .gaps = !ata_problem_is_dense_out(&stream->frame),
            .patient = !stream->spins};
        for (int p = 0; p < device->plan_count && copies(device); p++) {
            const size_t bytes = device->engine->scratch_bytes(device->plan[p]->built);
            if (bytes > sizes.scratch_bytes) sizes.scratch_bytes = bytes;
        }
        for (int i = 0; i < device->lanes; i++, l++) {
            stream->lane[l].stream = stream;
            stream->lane[l].device = d;
            if (copies(device))
                ATA_TRY(device->engine->lane_create(device->plan[0]->site, &sizes, &stream->lane[l].lane));
        }
    }
    return ATA_OK;
}

ata_status ata_stream_devices_make(ata_stream *stream)
{
    /* Threads that look again and again need CPUs of their own. */
    stream->spins = stream->options.preference == ATA_LATENCY && ata_cpu_get_count() > stream->lane_count + 2;
    for (int d = 0; d < stream->device_count; d++) ATA_TRY(make_plans(stream, &stream->device[d]));
    const ata_status status = make_rings(stream);
    if (status != ATA_OK) return fail_rings(stream, status);
    return make_lanes(stream);
}

void ata_stream_devices_unmake(ata_stream *stream)
{
    for (int l = 0; l < stream->lane_count; l++)
        if (stream->lane[l].lane) stream->device[stream->lane[l].device].engine->lane_destroy(stream->lane[l].lane);
    unmake_rings(stream);
    for (int d = 0; d < stream->device_count; d++)
        for (int p = 0; p < stream->device[d].plan_count; p++) ata_plan_unmake(stream->device[d].plan[p]);
}

/* --- A batch ------------------------------------------------------------------------------------------------------ */

static ata_status run_in_rings(const ata_stream_member *device, const ata_stream_sizes *sizes, const char *in,
                               char *out, int64_t count)
{
    for (int p = 0; p < device->plan_count && count > 0; p++)
        for (; count >= device->plan_frames[p]; count -= device->plan_frames[p]) {
            ata_arrays arrays = {.in = in + sizes->frame.in_before, .out = out + sizes->frame.out_before};
            ATA_TRY(ata_plan_run(device->plan[p], &arrays, 0));
            in += device->plan_frames[p] * sizes->step_bytes;
            out += device->plan_frames[p] * sizes->frame.out_bytes;
        }
    return ATA_OK;
}

ata_status ata_stream_device_run(const ata_stream_lane *lane, int64_t first, int64_t count)
{
    const ata_stream *stream = lane->stream;
    const ata_stream_sizes *sizes = &stream->sizes;
    const ata_stream_member *device = &stream->device[lane->device];
    const int64_t at = first % sizes->room;
    const char *in = stream->in + at * sizes->step_bytes + sizes->offset_bytes;
    char *out = stream->out + at * sizes->frame.out_bytes;
    if (!lane->lane) return run_in_rings(device, sizes, in, out, count);
    int p = device->plan_count - 1;
    while (device->plan_frames[p] < count) p--;
    const ata_cargo cargo = {.in = in,
                             .out = out,
                             .in_bytes = (size_t)((count - 1) * sizes->step_bytes + sizes->frame.in_bytes),
                             .out_bytes = (size_t)(count * sizes->frame.out_bytes),
                             .in_before = (size_t)sizes->frame.in_before,
                             .out_before = (size_t)sizes->frame.out_before};
    return device->engine->lane_run(lane->lane, device->plan[p]->built, &cargo);
}
