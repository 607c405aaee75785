/* reproduce.h - `atalanta reproduce`: what papers measured, measured again with this library.
 *
 * A paper is one file, reproduce_<number>.c, with one reproduce_paper: a ladder of rungs, each a way of doing the same
 * work, with the paper's own figure beside it. cli_reproduce.c holds the table of papers, and climbs.
 */
#ifndef ATALANTA_CLI_REPRODUCE_H
#define ATALANTA_CLI_REPRODUCE_H

#include "cli/cli.h"
#include "cli/file.h"

/* How a ladder is climbed. */
typedef struct reproduce_run {
    const char *on;   /* the engine; never NULL */
    double seconds;   /* for each rung */
    int64_t batch;    /* transforms in a large batch */
    ata_options plan; /* threads and wisdom */
} reproduce_run;

typedef struct reproduce_rung {
    const char *name;
    const char *what; /* a sentence for people */
    double paper;     /* the paper's figure, in the paper's unit; 0 where it has none */
    /* Measure, in the same unit; false and the reason where this machine cannot. `rung` is this one. */
    bool (*measure)(const reproduce_run *run, const struct reproduce_rung *rung, double *value, file_fault *fault);
    const void *details; /* for measure */
} reproduce_rung;

typedef struct reproduce_paper {
    const char *number; /* "003" */
    const char *title;
    const char *machine; /* what the paper measured on */
    const char *unit;    /* "ns a transform": less is better */
    int64_t batch;       /* of large batches, unless the user says */
    int rung_count;
    const reproduce_rung *rung;
} reproduce_paper;

extern const reproduce_paper reproduce_003;

/* --- What ladders are made of (reproduce_measure.c) --------------------------------------------------------------- */

/* Nanoseconds of a transform, executed again and again on arrays of ordinary memory. */
bool reproduce_time_plan(const reproduce_run *run, const char *problem, int64_t transforms, double *ns,
                         file_fault *fault);

/* Nanoseconds of a frame in a stream that is kept full. */
bool reproduce_time_stream(const reproduce_run *run, const char *problem, const ata_stream_options *options, double *ns,
                           file_fault *fault);

#endif
