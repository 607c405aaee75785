/* lane.c - lanes: batches from the memory of the host to a device and back.
 *
 *   lane 0    | copy in | transform | copy out | copy in | ...
 *   lane 1         | copy in | transform | copy out | ...
 *
 * A lane has a queue and arrays on the device. Its own work is done in order; that of different lanes overlaps, because
 * a GPU copies in, computes and copies out at the same time.
 */
#include "core/memory.h"
#include "engine/gpu/engine.h"

struct ata_lane {
    const ata_machine *machine;
    ata_device *device; /* the site's, which outlives this */
    ata_device_queue *queue;
    char *in, *out;
    void *scratch;
};

ata_status ata_gpu_host_memory_create(ata_site *site, size_t bytes, void **memory)
{
    return site->machine->host_allocate(site->device, bytes, "the frames of a stream", memory);
}

void ata_gpu_host_memory_destroy(ata_site *site, void *memory)
{
    site->machine->host_release(site->device, memory);
}

/* Results are copied back whole, with what lies in their gaps. Where there are none nothing is cleared, so that the
 * emulator's NaNs show what a kernel leaves out. */
static ata_status make_output(ata_lane *lane, const ata_lane_sizes *sizes)
{
    const ata_machine *machine = lane->machine;
    const size_t bytes = sizes->gaps ? (sizes->out_bytes + 3) / 4 * 4 : sizes->out_bytes; /* clear takes fours */
    ATA_TRY(machine->allocate(lane->device, bytes, "the output of a lane", (void **)&lane->out));
    if (!sizes->gaps) return ATA_OK;
    return machine->clear(lane->device, lane->out, bytes, machine->queue_stream(lane->queue));
}

static ata_status make(ata_lane *lane, const ata_lane_sizes *sizes)
{
    const ata_machine *machine = lane->machine;
    ATA_TRY(machine->queue_create(lane->device, sizes->patient, &lane->queue));
    ATA_TRY(machine->allocate(lane->device, sizes->in_bytes, "the input of a lane", (void **)&lane->in));
    ATA_TRY(make_output(lane, sizes));
    if (sizes->scratch_bytes == 0) return ATA_OK;
    return machine->allocate(lane->device, sizes->scratch_bytes, "the scratch of a lane", &lane->scratch);
}

ata_status ata_gpu_lane_create(ata_site *site, const ata_lane_sizes *sizes, ata_lane **lane)
{
    ATA_TRY(ata_memory_create_zeroed((void **)lane, 1, sizeof **lane, "a lane of a stream"));
    (*lane)->machine = site->machine;
    (*lane)->device = site->device;
    const ata_status status = make(*lane, sizes);
    if (status != ATA_OK) {
        ata_gpu_lane_destroy(*lane);
        *lane = NULL;
    }
    return status;
}

void ata_gpu_lane_destroy(ata_lane *lane)
{
    if (!lane) return;
    if (lane->scratch) lane->machine->release(lane->device, lane->scratch);
    if (lane->out) lane->machine->release(lane->device, lane->out);
    if (lane->in) lane->machine->release(lane->device, lane->in);
    if (lane->queue) lane->machine->queue_destroy(lane->queue);
    ata_memory_destroy(lane);
}

static ata_status run(ata_lane *lane, const ata_built *built, const ata_cargo *cargo)
{
    const ata_machine *machine = lane->machine;
    const ata_arrays arrays = {.in = lane->in + cargo->in_before,
                               .out = lane->out + cargo->out_before,
                               .scratch = lane->scratch,
                               .stream = machine->queue_stream(lane->queue)};
    ATA_TRY(machine->queue_copy_in(lane->queue, lane->in, cargo->in, cargo->in_bytes));
    ATA_TRY(ata_gpu_execute(built, &arrays));
    return machine->queue_copy_out(lane->queue, cargo->out, lane->out, cargo->out_bytes);
}

ata_status ata_gpu_queue_settle(const ata_machine *machine, ata_device_queue *queue, ata_status status)
{
    if (status == ATA_OK) status = machine->queue_wait(queue);
    if (status == ATA_OK) return ATA_OK;
    const ata_error why = *ata_error_last();
    (void)machine->queue_wait(queue);
    ata_error_restore(&why);
    return status;
}

/* After a failure too nothing may be under way: a copy that came late would overwrite what another device has made of
 * the same frames. */
ata_status ata_gpu_lane_run(ata_lane *lane, const ata_built *built, const ata_cargo *cargo)
{
    return ata_gpu_queue_settle(lane->machine, lane->queue, run(lane, built, cargo));
}
