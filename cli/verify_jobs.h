/* verify_jobs.h - verifying problems, several at a time, and telling of them in their order.
 *
 *     problems   0  1  2  3  4  5  6 ...
 *     jobs       every one takes the next problem that nobody has begun
 *     told of    0, then 1, then 2 ...: whoever finishes the one that is next tells of it, and of those that waited
 *
 * A problem's plan, data and checks belong to the job that has it, and the library's last error to its thread.
 */
#ifndef ATALANTA_CLI_VERIFY_JOBS_H
#define ATALANTA_CLI_VERIFY_JOBS_H

#include "check/verify.h"
#include "cli/cli.h"

typedef struct verify_outcome {
    ata_problem problem;
    int64_t seed;
    char *text; /* of the problem; NULL where there is none */
    ata_status status;
    bool lacking;         /* the engine says that it lacks this problem */
    char complaint[1024]; /* one line on why there is no result, unless it is lacking; else empty */
    check_result result;
} verify_outcome;

typedef struct verify_jobs {
    int jobs;
    int64_t count;
    const ata_options *options;
    /* Set the problem and the seed of number `index`. Called by any thread. */
    ata_status (*get)(const void *source, int64_t index, verify_outcome *outcome);
    const void *source;
    /* Called in order, one at a time; false to end early. */
    bool (*tell)(void *state, int64_t index, const verify_outcome *outcome);
    void *state;
} verify_jobs;

/* Verify them all. False when out of memory before the first. */
bool cli_verify_jobs_run(const verify_jobs *jobs);

#endif
