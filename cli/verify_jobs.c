/* verify_jobs.c - a queue of problems, with a window of outcomes that wait to be told of. */
#include "cli/verify_jobs.h"

#include <pthread.h>
#include <stdlib.h>

#include "check/parallel.h"

enum { WINDOW = 4 }; /* outcomes that may wait, for each job */

typedef struct slot {
    verify_outcome outcome;
    bool ready;
} slot;

typedef struct queue {
    const verify_jobs *jobs;
    pthread_mutex_t lock; /* of all that follows, but for outcomes that are not ready */
    pthread_cond_t changed;
    int64_t begun, told; /* problems below these numbers are */
    bool ended;          /* nobody wants to be told of more */
    slot *slots;         /* of problem i: i % window */
    int64_t window;
    double memory_used, memory_most; /* by the problems under way; and what was there when there were none */
} queue;

/* Wait until a problem's memory is there beside that of the others; false when it would not be for it alone. Linux
 * would promise it, and kill the program when it is used. The lock is held. */
static bool take_memory(queue *q, double bytes)
{
    while (q->memory_used > 0 && q->memory_used + bytes > q->memory_most) pthread_cond_wait(&q->changed, &q->lock);
    if (q->memory_used <= 0) q->memory_most = (double)cli_memory_available();
    if (bytes > q->memory_most) return false;
    q->memory_used += bytes;
    return true;
}

static void complain(verify_outcome *outcome, ata_status status)
{
    const ata_error *error = ata_last_error();
    const bool particular = error->status == status && error->message[0] != '\0';
    outcome->status = status;
    snprintf(outcome->complaint, sizeof outcome->complaint, "%s",
             particular ? error->message : ata_status_sentence(status));
}

/* The arrays, and as much again for what the checks keep. */
static bool find_bytes(verify_outcome *outcome, double *bytes)
{
    ata_extent extent;
    const ata_status status = ata_problem_extent(&outcome->problem, &extent);
    if (status != ATA_OK) complain(outcome, status);
    else *bytes = 2 * ((double)extent.in_bytes + (double)extent.out_bytes);
    return status == ATA_OK;
}

static void complain_memory(verify_outcome *outcome, double bytes, double available)
{
    char needed[32], had[32];
    outcome->status = ATA_ERROR_MEMORY;
    snprintf(outcome->complaint, sizeof outcome->complaint,
             "\"%s\" takes %s to verify and %s are available; try a smaller problem", outcome->text,
             cli_memory_print(bytes < 9e18 ? (int64_t)bytes : INT64_MAX, needed, sizeof needed),
             cli_memory_print(available < 9e18 ? (int64_t)available : INT64_MAX, had, sizeof had));
}

static void verify(const verify_jobs *jobs, verify_outcome *outcome)
{
    outcome->status =
        check_problem(&outcome->problem, jobs->options, CHECK_ALL, (uint64_t)outcome->seed, &outcome->result);
    outcome->lacking = cli_status_is_lacking(outcome->status);
    if (outcome->status == ATA_OK || outcome->lacking) return;
    snprintf(outcome->complaint, sizeof outcome->complaint, "\"%s\": %s", outcome->text, outcome->result.failure);
}

/* One problem, without the lock but for its memory. */
static void do_one(queue *q, int64_t index, verify_outcome *outcome)
{
    double bytes;
    *outcome = (verify_outcome){0};
    const ata_status got = q->jobs->get(q->jobs->source, index, outcome);
    if (got != ATA_OK) {
        complain(outcome, got);
        return;
    }
    outcome->text = cli_problem_text(&outcome->problem);
    if (!outcome->text) {
        outcome->status = ATA_ERROR_MEMORY;
        snprintf(outcome->complaint, sizeof outcome->complaint, "out of memory for the text of a problem");
        return;
    }
    if (!find_bytes(outcome, &bytes)) return;
    pthread_mutex_lock(&q->lock);
    const bool taken = take_memory(q, bytes);
    const double available = q->memory_most;
    pthread_mutex_unlock(&q->lock);
    if (!taken) {
        complain_memory(outcome, bytes, available);
        return;
    }
    verify(q->jobs, outcome);
    pthread_mutex_lock(&q->lock);
    q->memory_used -= bytes;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

/* The lock is held: output is in order because only one tells. */
static void tell_ready(queue *q)
{
    for (slot *s; !q->ended && (s = &q->slots[q->told % q->window])->ready; q->told++) {
        q->ended = !q->jobs->tell(q->jobs->state, q->told, &s->outcome);
        free(s->outcome.text);
        *s = (slot){0};
    }
    pthread_cond_broadcast(&q->changed);
}

/* One job. The problem that is next to be told of is always under way, so that those who wait for room go on. */
static void take_problems(void *state, int64_t part)
{
    (void)part;
    queue *q = state;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (!q->ended && q->begun < q->jobs->count && q->begun >= q->told + q->window) {
            pthread_cond_wait(&q->changed, &q->lock);
        }
        if (q->ended || q->begun >= q->jobs->count) break;
        const int64_t index = q->begun++;
        slot *mine = &q->slots[index % q->window];
        pthread_mutex_unlock(&q->lock);
        do_one(q, index, &mine->outcome);
        pthread_mutex_lock(&q->lock);
        mine->ready = true;
        tell_ready(q);
    }
    pthread_mutex_unlock(&q->lock);
}

bool cli_verify_jobs_run(const verify_jobs *jobs)
{
    queue q = {.jobs = jobs, .window = (int64_t)WINDOW * jobs->jobs};
    q.slots = calloc((size_t)q.window, sizeof *q.slots);
    if (!q.slots) return false;
    pthread_mutex_init(&q.lock, NULL);
    pthread_cond_init(&q.changed, NULL);
    check_parallel_run(jobs->jobs, jobs->jobs, take_problems, &q);
    for (int64_t i = 0; i < q.window; i++) free(q.slots[i].outcome.text); /* of those nobody was told of */
    pthread_cond_destroy(&q.changed);
    pthread_mutex_destroy(&q.lock);
    free(q.slots);
    return true;
}
