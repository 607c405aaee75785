/* sizes.c - how long steps, batches and rings are.
 *
 * A batch has to be long enough that what happens once for each (a launch, two copies begun, a thread woken) is small
 * beside its bytes, and short enough that several fit where they are wanted: in flight on a GPU, in the cache of a CPU.
 */
#include <stdio.h>

#include "stream/stream.h"

enum {
    GPU_BYTES = 4 << 20, /* of a batch, at its larger end */
    GPU_BYTES_LATENCY = 256 << 10,
    CPU_BYTES = 128 << 10,
    CPU_BYTES_LATENCY = 16 << 10,
    MOST_FRAMES = 1 << 24,
    LONGEST = 1000000 /* seconds of a deadline that make a difference */
};

/* As for arrays: no process has more addresses. */
static const int64_t MOST_BYTES = (int64_t)1 << 47;

static ata_status fail_room(const ata_stream_sizes *sizes, bool far_apart)
{
    if (far_apart)
        return ata_fail_number(ATA_ERROR_OVERFLOW, "hop", sizes->hop,
                               "shorter: the rings would be larger than any memory");
    return ata_fail_number(ATA_ERROR_OVERFLOW, "frames", sizes->batch,
                           "fewer, or depth smaller: the rings would be larger than any memory");
}

static int64_t larger(int64_t most, int64_t count, int64_t stride)
{
    const int64_t span = count * (stride < 0 ? -stride : stride);
    return span > most ? span : most;
}

/* From frame to frame as in a batch without a given distance: with strides that is more than a frame reaches, or every
 * frame would begin at another place of its pattern. */
static int64_t usual_hop(const ata_problem *frame)
{
    int64_t hop = 1;
    for (int d = 0; d < frame->rank; d++) hop = larger(hop, ata_problem_length_in(frame, d), frame->dim[d].stride_in);
    for (int b = 0; b < frame->batch_rank; b++) hop = larger(hop, frame->batch[b].n, frame->batch[b].stride_in);
    return hop;
}

/* From one frame to the next and what lies before the first, in bytes. */
static ata_status set_steps(ata_stream_sizes *sizes, const ata_problem *frame, const ata_stream_options *options)
{
    const int64_t element = ata_problem_element_bytes_in(frame);
    ata_problem_reach(frame, &sizes->frame);
    sizes->hop = options->hop ? options->hop : usual_hop(frame);
    sizes->hop_out = sizes->frame.out_bytes / ata_problem_element_bytes_out(frame);
    if (__builtin_mul_overflow(sizes->hop, element, &sizes->step_bytes))
        return ata_fail_number(ATA_ERROR_OVERFLOW, "hop", sizes->hop, "shorter");
    if (__builtin_mul_overflow(options->offset, element, &sizes->offset_bytes))
        return ata_fail_number(ATA_ERROR_OVERFLOW, "offset", options->offset, "shorter");
    int64_t end;
    if (__builtin_add_overflow(sizes->offset_bytes, sizes->frame.in_bytes, &end))
        return ata_fail_number(ATA_ERROR_OVERFLOW, "offset", options->offset, "shorter");
    sizes->overlap = (end - 1) / sizes->step_bytes;
    return ATA_OK;
}

static int64_t clamp(double value, int64_t most)
{
    return value < 1 ? 1 : value > (double)most ? most : (int64_t)value;
}

static int64_t choose_batch(const ata_stream_sizes *sizes, const ata_stream_options *options, bool far)
{
    const bool latency = options->preference == ATA_LATENCY;
    const int64_t bytes = far ? (latency ? GPU_BYTES_LATENCY : GPU_BYTES) : latency ? CPU_BYTES_LATENCY : CPU_BYTES;
    const int64_t larger = sizes->step_bytes > sizes->frame.out_bytes ? sizes->step_bytes : sizes->frame.out_bytes;
    int64_t batch = clamp((double)bytes / (double)larger, MOST_FRAMES);
    /* Filling a batch is to take a small part of the time that its first frame has. */
    if (options->rate > 0 && options->deadline > 0) batch = clamp(options->rate * options->deadline / 8, batch);
    if (batch > 64) batch -= batch % 32; /* whole tiles of a GPU's kernel, whole vectors of a CPU's */
    return batch > sizes->overlap ? batch : sizes->overlap;
}

/* A frame may reach into the steps of the next batch, but not beyond: else the rings could be full without a batch. */
static ata_status check_overlap(const ata_stream_sizes *sizes)
{
    if (sizes->overlap <= sizes->batch) return ATA_OK;
    char accepted[64];
    snprintf(accepted, sizeof accepted, "%lld or more, for frames that overlap so far", (long long)sizes->overlap);
    return ata_fail_number(ATA_ERROR_OPTION, "frames", sizes->batch, accepted);
}

ata_status ata_stream_sizes_make(ata_stream_sizes *sizes, const ata_problem *frame, const ata_stream_options *options,
                                 int lanes, bool far)
{
    *sizes = (ata_stream_sizes){.linger = options->deadline > LONGEST ? LONGEST / 4.0 : options->deadline / 4};
    ATA_TRY(set_steps(sizes, frame, options));
    if (sizes->overlap > MOST_FRAMES)
        return options->offset > sizes->hop
                   ? ata_fail_number(ATA_ERROR_OPTION, "offset", options->offset, "shorter: at most 2^24 hops")
                   : ata_fail_number(ATA_ERROR_OPTION, "hop", sizes->hop, "longer: a frame spans more than 2^24 hops");
    sizes->batch = options->frames ? options->frames : choose_batch(sizes, options, far);
    /* Beside a device that copies, a CPU takes what it is fast with: results are handed out in order, and a long batch
     * there would keep those of all others waiting. */
    sizes->near_batch = far ? choose_batch(sizes, options, false) : sizes->batch;
    if (sizes->near_batch > sizes->batch) sizes->near_batch = sizes->batch;
    ATA_TRY(check_overlap(sizes));
    const int64_t depth = options->depth ? options->depth : 2 * lanes + 2;
    if (__builtin_mul_overflow(sizes->batch, depth, &sizes->room) ||
        __builtin_mul_overflow(sizes->room + sizes->overlap, sizes->step_bytes, &sizes->in_bytes) ||
        __builtin_mul_overflow(sizes->room, sizes->frame.out_bytes, &sizes->out_bytes) ||
        sizes->in_bytes > MOST_BYTES || sizes->out_bytes > MOST_BYTES)
        return fail_room(sizes, options->hop && sizes->step_bytes > sizes->frame.in_bytes);
    return ATA_OK;
}
