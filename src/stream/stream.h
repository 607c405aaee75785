/* stream.h - the noun "stream": frames from host to host, through the plans of one device or several.
 *
 * Two rings of `room` frames each, the signal's steps and the results, and four counters that only grow:
 *
 *     collected <= ready <= closed <= accepted <= collected + room          accepted = filled - overlap
 *
 *     steps     |  free     | being transformed    | waiting for a device    | free ...
 *     results   |  free     | ready    | under way |
 *            collected    ready      closed                   accepted
 *
 * A batch is a range of frames [first, first + count), made when a lane of a device takes it. Frame f begins in step f,
 * at step f % room of the ring, and reaches into the `overlap` steps behind it. A batch does not go round the end of
 * the rings; so that its last frames find their steps side by side, the first `overlap` steps are kept behind the end
 * too:
 *
 *     | 0 | 1 | 2 | ...                        | room - 1 | 0 | 1 |            overlap = 2
 *
 * Who does what:
 *   feed.c      the caller's thread that fills the ring of steps
 *   collect.c   the caller's thread, or the stream's own, that empties the ring of results
 *   lane.c      a thread for each lane: takes batches, runs them, puts results in order; drops a device that fails
 *   device.c    the plans and lanes of the devices
 *   sizes.c     how long batches and rings are
 *   latency.c   when frames were accepted, and how long they took
 *   stream.c    making, draining, asking, ending
 *
 * A frame costs no lock: `filled` and `collected` each have one writer, and the lock is for batches.
 */
#ifndef ATA_STREAM_H
#define ATA_STREAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/memory.h"
#include "plan/plan.h"

enum {
    ATA_STREAM_DEVICES = 16,
    ATA_STREAM_LANES = 64, /* of all devices */
    ATA_STREAM_PLANS = 16, /* of a device */
    ATA_STREAM_BATCHES = 256,
    ATA_STREAM_CLASSES = 64 * 16
};

/* How long everything is. */
typedef struct ata_stream_sizes {
    int64_t step_bytes;
    int64_t offset_bytes;        /* from the start of a step to the lowest byte of its frame */
    int64_t overlap;             /* steps that a frame reaches into, beyond its first */
    ata_extent frame;            /* of one frame */
    int64_t hop, hop_out;        /* from frame to frame, in elements */
    int64_t batch;               /* most frames in one ... */
    int64_t near_batch;          /* ... of a device that works in the rings themselves */
    int64_t room;                /* frames, or steps, in a ring */
    int64_t in_bytes, out_bytes; /* of the rings */
    double linger;               /* seconds after which a batch begins that is not whole; 0 for never */
} ata_stream_sizes;

typedef struct ata_stream_member {
    char name[16];
    const ata_engine *engine;
    int number; /* of the site */
    int lanes;
    int64_t batch;  /* most frames in one */
    int plan_count; /* for fewer and fewer frames: the first for a whole batch, the last for one frame */
    ata_plan *plan[ATA_STREAM_PLANS];
    int64_t plan_frames[ATA_STREAM_PLANS];
    bool dropped; /* this and what follows: under the lock */
    bool told;    /* the caller knows, and what it failed at may be done again */
    ata_error error;
    int64_t frames;
    double busy;
} ata_stream_member;

typedef struct ata_stream_lane {
    ata_stream *stream;
    int device;
    ata_lane *lane; /* NULL for an engine that works in the rings themselves */
    pthread_t thread;
    bool started;
    bool sleeps; /* under the lock */
} ata_stream_lane;

typedef enum ata_batch_state { ATA_BATCH_RUNS, ATA_BATCH_FAILED, ATA_BATCH_DONE } ata_batch_state;

typedef struct ata_stream_batch {
    int64_t first, count;
    ata_batch_state state;
} ata_stream_batch;

/* When steps were fed, every `every`-th of them, and how many frames took how long. */
typedef struct ata_stream_latency {
    int64_t every, count;
    double *fed; /* [step / every % count] */
    int64_t frames, missed;
    int64_t in_class[ATA_STREAM_CLASSES];
} ata_stream_latency;

struct ata_stream {
    ata_stream_options options; /* copied; `devices`, `plan` and what they point to are not looked at again */
    ata_problem frame;          /* complete */
    ata_stream_sizes sizes;
    char *in, *out;        /* the rings */
    ata_site *locked_site; /* whose page-locked memory they are; NULL for ordinary memory */
    const ata_engine *locked_engine;
    int device_count, lane_count;
    ata_stream_member device[ATA_STREAM_DEVICES];
    ata_stream_lane lane[ATA_STREAM_LANES];
    pthread_t deliverer; /* of results by callback */
    bool delivers;
    bool mixed; /* devices take batches of different lengths */
    bool spins; /* threads look again for a while before they sleep */

    _Alignas(ATA_ALIGNMENT) _Atomic int64_t filled;    /* steps; written by whoever feeds */
    int64_t fillable;                                  /* the feeder's own: steps below this have room for sure */
    int64_t taken;                                     /* steps lent by take */
    _Alignas(ATA_ALIGNMENT) _Atomic int64_t collected; /* written by whoever collects */
    int64_t told;                                      /* the collector's own: results that may be released */
    _Alignas(ATA_ALIGNMENT) _Atomic int64_t ready;     /* written under the lock */
    _Atomic int64_t wake_at;                           /* steps at which a lane that sleeps has work */
    _Atomic int sleepers;                              /* lanes that sleep */
    _Atomic int watchers;                              /* others that sleep until `collected` moves */
    _Atomic bool lost;                                 /* no device is left */

    _Alignas(ATA_ALIGNMENT) pthread_mutex_t lock;
    pthread_cond_t work;     /* for lanes */
    pthread_cond_t moved;    /* for everybody else */
    pthread_mutex_t telling; /* held while the caller is told of a device */
    bool ending;
    int64_t closed;   /* frames in batches */
    int64_t flush_to; /* frames that wait for no others */
    int batch_first, batch_count;
    ata_stream_batch batch[ATA_STREAM_BATCHES]; /* a ring: those not ready yet, in order */
    int64_t batches, redone;
    int devices_left;
    ata_error why_lost;
    ata_stream_latency latency;
};

/* --- stream.c ----------------------------------------------------------------------------------------------------- */

ata_status ata_stream_make(ata_stream **stream, const ata_problem *frame, const ata_stream_options *options);
void ata_stream_unmake(ata_stream *stream);
ata_status ata_stream_begin(ata_stream *stream); /* what was fed, without waiting for more */
ata_status ata_stream_finish(ata_stream *stream, double limit);
void ata_stream_ask(ata_stream *stream, ata_stream_info *info);

/* --- sizes.c ------------------------------------------------------------------------------------------------------ */

/* From options that are in their ranges, for `lanes` in all. `far`: some device copies the frames. */
ata_status ata_stream_sizes_make(ata_stream_sizes *sizes, const ata_problem *frame, const ata_stream_options *options,
                                 int lanes, bool far);

/* --- device.c ----------------------------------------------------------------------------------------------------- */

/* Read the list of devices, and count lanes. */
ata_status ata_stream_devices_find(ata_stream *stream);
/* The plans of all devices; the memory of the rings; lanes. */
ata_status ata_stream_devices_make(ata_stream *stream);
void ata_stream_devices_unmake(ata_stream *stream);
/* Transform a batch. */
ata_status ata_stream_device_run(const ata_stream_lane *lane, int64_t first, int64_t count);

/* --- lane.c ------------------------------------------------------------------------------------------------------- */

void *ata_stream_lane_main(void *context);

/* --- feed.c and collect.c ----------------------------------------------------------------------------------------- */

ata_status ata_stream_lend(ata_stream *stream, void **memory, int64_t *count, double limit);
void ata_stream_take_back(ata_stream *stream, int64_t count);
ata_status ata_stream_copy(ata_stream *stream, const void *data, int64_t count, double limit, int64_t *accepted);
ata_status ata_stream_look(ata_stream *stream, ata_stream_frames *frames, double limit);
void ata_stream_let_go(ata_stream *stream, int64_t count);
void *ata_stream_deliver_main(void *context);

/* --- latency.c ---------------------------------------------------------------------------------------------------- */

ata_status ata_stream_latency_init(ata_stream_latency *latency, const ata_stream_sizes *sizes, bool each);
void ata_stream_latency_fini(ata_stream_latency *latency);
/* Steps are being fed; `idle`: all results of those before are ready. */
void ata_stream_latency_feed(ata_stream_latency *latency, int64_t first, int64_t count, bool idle);
/* When a step was fed, or a little before. */
double ata_stream_latency_fed(const ata_stream_latency *latency, int64_t step);
/* Frames are ready whose last steps are from `first` on. */
void ata_stream_latency_add(ata_stream_latency *latency, int64_t first, int64_t count, double deadline);
double ata_stream_latency_get(const ata_stream_latency *latency, double fraction);

/* --- wait.c ------------------------------------------------------------------------------------------------------- */

/* The end of a time limit, in seconds of ata_clock_get(); a negative limit has none. */
double ata_stream_until(double limit);
/* Wake a lane that may find work; all of them where what is enough for one is not for another. The lock is held. */
void ata_stream_wake(ata_stream *stream);
/* Sleep until the condition is signalled; false when `until` has come. The lock is held. */
bool ata_stream_sleep(ata_stream *stream, pthread_cond_t *condition, double until);
ata_status ata_stream_would_block(const char *field, const char *what, double limit);
/* No device is left: report why. */
ata_status ata_stream_fail_lost(ata_stream *stream);
/* Look at a counter again and again for some microseconds; whether it has come to `value`. */
bool ata_stream_spin(const _Atomic int64_t *counter, int64_t value);

#endif
