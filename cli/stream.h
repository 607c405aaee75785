/* stream.h - `atalanta stream`: a source, a stream of the library's, a sink.
 *
 *     stream_feed.c (a thread)                          the library                cli_stream.c (the main thread)
 *     stream_source.c, generator      --take, give-->   ata_stream   --collect-->  stream_sink.c: file, check, nothing
 *                                                                                  stream_show.c: a waterfall
 *                                                                                  stream_report.c: numbers
 *
 * An interrupt stops the feeding; what was accepted is still transformed and written, and the summary comes last.
 */
#ifndef ATALANTA_CLI_STREAM_H
#define ATALANTA_CLI_STREAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/cli.h"
#include "cli/picture.h"

typedef struct stream_request {
    const char *problem, *input, *output; /* input: NULL for the generator */
    const char *devices, *window, *fail;
    int64_t frames, batch, depth, lanes, hop, offset;
    double seconds, rate, deadline_us;
    bool latency, check, show;
} stream_request;

enum { STREAM_MOST_FAILURES = 8 };

/* A device that is to fail: the batch in which a frame is. */
typedef struct stream_failure {
    int device;
    int64_t frame;
} stream_failure;

typedef struct stream_source {
    int descriptor; /* -1 for none */
    const char *name;
    int64_t left;                  /* bytes before the numbers end; INT64_MAX where that is not known */
    bool settled;                  /* no header, or behind it */
    unsigned char head[FILE_HEAD]; /* read to see that, and given before the rest */
    size_t head_size, head_given;
} stream_source;

typedef struct stream_job {
    const cli_command *command;
    stream_request request;
    bool json;
    ata_problem problem; /* complete; one frame */
    char *problem_text;
    double *window;
    ata_stream *stream;
    ata_stream_info info;
    int failure_count;
    stream_failure failure[STREAM_MOST_FAILURES];
    atomic_int lost; /* devices that were dropped */

    stream_source source;
    char *pattern; /* steps for the generator's first round, made before the clock starts ... */
    int64_t pattern_steps;
    pthread_t feeder;
    atomic_bool feeding; /* not ended yet */
    int64_t most_steps;  /* of the signal to feed, by --frames */
    file_fault fault;    /* of the feeder; empty if none */
    int64_t rest_bytes;  /* at the end of the source, fewer than a step has */
    double late;         /* the most that feeding was behind --rate, in seconds */

    int64_t begin_ns, end_ns;
    int64_t frames; /* collected */
    int64_t wrong;  /* of those, with --check */
} stream_job;

/* Set by an interrupt, or when nobody wants more. */
extern atomic_bool stream_stops;

/* --- stream_source.c ---------------------------------------------------------------------------------------------- */

/* Open the job's input, unless that is the generator, and skip the header of a WAV or NPY file whose numbers are the
 * problem's; one whose numbers are not is refused. */
bool stream_source_open(stream_job *job, file_fault *fault);
void stream_source_close(stream_source *source);

/* Returns how many bytes were read, 0 at the end; STREAM_NOT_YET after a while in which none came, so that an
 * interrupt is not kept waiting; STREAM_BAD and the sentence. */
enum { STREAM_NOT_YET = -1, STREAM_BAD = -2 };
int64_t stream_source_read(stream_source *source, void *to, size_t size, file_fault *fault);

/* --- stream_feed.c ------------------------------------------------------------------------------------------------ */

/* Make ready what takes time to make. */
bool stream_feed_init(stream_job *job);
void *stream_feed_main(void *context);

/* --- stream_sink.c ------------------------------------------------------------------------------------------------ */

typedef struct stream_sink {
    int descriptor; /* -1 for none */
    bool owned;
    bool gone; /* the reader of a pipe went away */
} stream_sink;

/* What a file held is gone only once it is known not to be the source. */
bool stream_sink_open(stream_sink *sink, const char *path, const stream_source *source, file_fault *fault);
bool stream_sink_write(stream_sink *sink, const void *data, size_t bytes, const char *path, file_fault *fault);
bool stream_sink_close(stream_sink *sink, const char *path, file_fault *fault);

/* Whether the check can tell right from wrong for this problem; false and the sentence where it cannot. */
bool stream_sink_can_check(const stream_job *job, file_fault *fault);

/* How many of these results are not the generator's frames. */
int64_t stream_sink_check(const stream_job *job, const ata_stream_frames *frames);

/* What the generator puts at the first point of frame `number`: its impulse. */
void stream_impulse(int64_t number, int *re, int *im);

/* --- stream_show.c ------------------------------------------------------------------------------------------------ */

typedef struct stream_show {
    picture_terminal terminal;
    int columns;
    double *row[2]; /* the strongest level of each column since the last line; two rows to a line */
    double loudest;
    int64_t last_ns;
    int filled; /* rows */
} stream_show;

bool stream_show_init(stream_show *show, const stream_job *job);
void stream_show_add(stream_show *show, const stream_job *job, const ata_stream_frames *frames);
void stream_show_fini(stream_show *show);

/* --- stream_report.c ---------------------------------------------------------------------------------------------- */

void stream_report_live(const stream_job *job, cli_progress *progress);
void stream_report_summary(const stream_job *job, FILE *file);
void stream_report_json(const stream_job *job, FILE *file);

/* --- stream_window.c ---------------------------------------------------------------------------------------------- */

/* The numbers of a window by its name, to be freed; NULL and the sentence when there is none. */
double *stream_window_make(const char *name, int64_t n, file_fault *fault);

#endif
