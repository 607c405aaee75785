/* bench.h - measuring transforms: the data, the contenders, the rounds and the rows of `atalanta bench` and `tune`.
 *
 *     problems          bench_data ──▶ contenders: atalanta, peers, copies ──cli_bench_measure──▶ median and spread
 *     given, of a set,      ▲                                                                          │
 *     or random ────────bench_case ◀───────────────────────────────────────────────────────────────────┘
 *                           └──▶ bench_row, one a contender; bench_summary, one a run
 *
 * The contenders take turns round by round, in a new order each round, so that whatever the machine does meanwhile
 * (clock, neighbours, heat) and whatever one leaves behind (caches, threads) meets them all. They use the same arrays
 * again and again: caches are warm, as far as a problem fits into them.
 *
 * On a GPU the same happens with arrays in its memory: contenders put their calls into one stream, and the clock is a
 * pair of events in it (bench_gpu.c).
 */
#ifndef ATALANTA_CLI_BENCH_H
#define ATALANTA_CLI_BENCH_H

#include "cli/cli.h"
#include "cli/gpu.h"
#include "cli/peer.h"

/* --- The host's blocks beside a GPU's (bench_memory.c) ------------------------------------------------------------ */

typedef struct bench_block {
    unsigned char *start;
    int64_t bytes;
    int uses;             /* problems that had it */
    const gpu *locked_by; /* NULL: not page-locked */
} bench_block;

/* Those of a run; zero it to begin, and end it before the GPU is closed. */
typedef struct bench_memory {
    bench_block in, out;
    bench_block kept; /* for a result that others are compared with */
} bench_memory;

/* Make `in` and `out` at least so large (`out` 0 in place), for a problem on `device`; what they held is lost. False
 * when there is not so much memory. */
bool cli_bench_memory_get(bench_memory *memory, const gpu *device, int64_t bytes_in, int64_t bytes_out);

/* One block, at least so large, or NULL when there is not so much memory. */
unsigned char *cli_bench_block_get(bench_block *block, int64_t bytes);

/* What the blocks take together. */
int64_t cli_bench_memory_get_bytes(const bench_memory *memory);
void cli_bench_memory_fini(bench_memory *memory);

/* --- Data (bench_data.c) ------------------------------------------------------------------------------------------ */

/* The arrays of a problem. Each end is one block of memory; where it is split, the imaginary parts follow the real
 * ones. Those that are executed on lie in the memory of the host or of a GPU; beside the latter the host has blocks of
 * the same shape, to fill and to look at. */
typedef struct bench_data {
    ata_problem problem;                 /* complete */
    const gpu *device;                   /* NULL: the host */
    ata_buffers buffers;                 /* pointers into the blocks below, as an execution takes them */
    ata_buffers seen;                    /* the same in the host's blocks; the same pointers where there is no GPU */
    unsigned char *block_in, *block_out; /* the same one in place */
    unsigned char *saved;                /* the input as it was filled; NULL when nobody overwrites it */
    unsigned char *host_in, *host_out;   /* the host's; the same as the former two where there is no GPU */
    bench_memory *memory;                /* that has them; NULL where there is no GPU */
    int64_t bytes_in, bytes_out;         /* of the blocks */
    int exponent_usual;                  /* inputs of about 2^exponent that suit the type */
    int exponent;                        /* those that can be overwritten by their own transform most often */
    int64_t repeats;                     /* namely so often, and stay within the type's range */
    bool filled;                         /* the input, or the copy to restore it from, has */
    int filled_exponent;                 /* numbers of this size */
    bool dirty;                          /* the input was overwritten since it was restored */
} bench_data;

/* Allocate the arrays, on the device if that is not NULL, with a copy to restore the input from if `overwritten`.
 * Beside a device the host's blocks are those of `memory`, which serves one problem at a time. CLI_GOOD, or the line
 * and CLI_BAD_USE. */
int cli_bench_data_create(bench_data *data, const cli_command *command, const ata_problem *problem, bool overwritten,
                          const gpu *device, bench_memory *memory);
void cli_bench_data_destroy(bench_data *data);

/* Fill the input with random numbers of about 2^exponent, never zeros alone; if it was filled so before, put it back if
 * it was overwritten. After planning, which may overwrite it. This and the next three fail on a GPU only. */
bool cli_bench_data_fill(bench_data *data, int exponent);

/* Its part on the host (bench_fill.c). */
void cli_bench_fill(const bench_data *data, int exponent);

/* Put the input back if it was overwritten. On a GPU, in its stream. */
bool cli_bench_data_restore(bench_data *data);

/* Set every bit of the output, which makes NaNs of its numbers, so that what is not written shows. Not in place. */
bool cli_bench_data_poison(bench_data *data);

/* Bring the output to where `seen` points. */
bool cli_bench_data_fetch(bench_data *data);

/* Say that one of these failed; CLI_BAD_USE. */
int cli_bench_complain_data(const cli_command *command, const bench_data *data);

/* --- Contenders and rounds (bench_measure.c) ---------------------------------------------------------------------- */

typedef struct bench_contender {
    const char *name;
    const peer *peer; /* NULL for ours and for copies */
    void *state;
    int64_t (*run)(void *state, int64_t repeats); /* nanoseconds for so many executions; negative when one failed */
    bool (*enqueue)(void *state);                 /* for a GPU: put one execution into the stream; see bench_gpu.c */
    bool overwrites;                              /* it leaves something else in the input */
    int64_t repeats_max;                          /* executions in a row before the input has to be restored */
    /* What cli_bench_measure finds. Of a round: `regions` times `repeats` executions, the input restored between. */
    int64_t repeats, regions;
    int64_t once_ns; /* about what one execution takes */
    double *samples; /* seconds an execution, one a round */
    double seconds;  /* their median */
    double spread;   /* the distance between their quartiles, over the median */
    int rounds;
} bench_contender;

/* How to measure. */
typedef struct bench_pace {
    double seconds;    /* all contenders together, about */
    int rounds;        /* at least so many; 0 for the usual few */
    int64_t turn_ns;   /* how long a turn lasts at least; 0 for the usual 200 us */
    int calls;         /* how many executions it has at least; 0 for one */
    int threads;       /* of each; with several, each turn waits for the last one's to fall asleep */
    const char *label; /* for the line of progress; NULL for none */
} bench_pace;

/* Measure all, in turns. CLI_GOOD, or the line and CLI_BAD_USE. */
int cli_bench_measure(const cli_command *command, bench_contender *contenders, int count, bench_data *data,
                      const bench_pace *pace);

/* Say that an execution of a contender failed; CLI_BAD_USE. */
int cli_bench_complain_failed(const cli_command *command, const bench_contender *failed, const bench_data *data);

/* A plan of ours as a contender. The state must stay where it is while the contender is used. */
typedef struct bench_ours {
    const ata_plan *plan;
    const ata_buffers *buffers;
} bench_ours;
bench_contender cli_bench_ours(const char *name, bench_ours *state, const bench_data *data);

/* A prepared peer as a contender. */
typedef struct bench_theirs {
    const peer *peer;
    peer_made made;
} bench_theirs;
bench_contender cli_bench_theirs(bench_theirs *state, const bench_data *data);

/* --- Peers of a run (bench_peers.c) ------------------------------------------------------------------------------- */

enum { BENCH_PEERS_MAX = 8 };

typedef struct bench_peers {
    const peer *peer[BENCH_PEERS_MAX]; /* as asked for, each once */
    int count;
    bool brief;                        /* tell a reason once, and not for each problem */
    const char *told[BENCH_PEERS_MAX]; /* reasons that were told already */
    int told_count;
} bench_peers;

/* Read "fftw,fftw:patient", NULL for none. CLI_GOOD, or the line and CLI_BAD_USE. */
int cli_bench_peers_parse(const cli_command *command, const char *list, bench_peers *peers);

/* One more, such as a program. */
void cli_bench_peers_add(bench_peers *peers, const peer *added);

/* Would any of them overwrite the input of this problem? */
bool cli_bench_peers_overwrite(const bench_peers *peers, const ata_problem *problem);

/* Prepare those that can do the problem, and tell why the others cannot; returns how many. `theirs` takes
 * BENCH_PEERS_MAX; each of them is to be destroyed by its peer. May overwrite the data. */
int cli_bench_peers_prepare(const cli_command *command, bench_peers *peers, const bench_data *data, int threads,
                            double seconds, bench_theirs *theirs);

/* Do they all compute where `on` (an engine, or NULL) does? CLI_GOOD, or the line and CLI_BAD_USE. */
int cli_bench_peers_check(const cli_command *command, const bench_peers *peers, const char *on);

/* --- On a GPU (bench_gpu.c) --------------------------------------------------------------------------------------- */

/* A contender whose executions are put into a stream, as one that is timed by events of the stream: each by itself, or
 * as a graph of several that is launched as a whole. */
typedef struct bench_gpu {
    const gpu *device;
    bool (*enqueue)(void *state);
    void *state;
    gpu_graph_ready *graph; /* NULL unless captured */
    int64_t calls;          /* in the graph */
} bench_gpu;

/* Make `contender`, which has an `enqueue`, one that runs. */
void cli_bench_gpu_init(bench_gpu *timed, bench_contender *contender, const gpu *device);
void cli_bench_gpu_fini(bench_gpu *timed);

/* Turns of a millisecond and five calls at least, nine rounds at least. */
void cli_bench_gpu_pace(bench_pace *pace);

/* From now on a run of it is of a graph of twenty calls; fewer where the input would have to be restored. NULL, or why
 * not. */
const char *cli_bench_gpu_capture(bench_gpu *timed, const bench_contender *contender);

/* Open the GPU of an engine's name. CLI_GOOD, or the line and CLI_BAD_USE. */
int cli_bench_gpu_open(const cli_command *command, const char *engine, gpu *device);

/* A copy of the input block to the output block, as a contender. */
bench_contender cli_bench_gpu_copy(const bench_data *data);

/* --- Copies (bench_copy.c) ---------------------------------------------------------------------------------------- */

/* A copy of the input block to the output block: the roof that fraction_of_copy is measured by. There are a few ways
 * to copy, and the best one counts. */
typedef struct bench_copy {
    const bench_data *data;
    int threads;
    int variant;
} bench_copy;

enum { BENCH_COPIES_MAX = 3 };

/* The ways to copy that this problem and machine have; returns how many. `states` and `contenders` take
 * BENCH_COPIES_MAX. */
int cli_bench_copies(bench_copy *states, bench_contender *contenders, const bench_data *data, int threads);

/* The best of the measured copies: bytes read and written in a second. */
double cli_bench_copy_speed(const bench_contender *copies, int count, const bench_data *data);

/* --- Errors (bench_error.c) --------------------------------------------------------------------------------------- */

/* Where the right answer is known: what the contender whose result lies in the output has made, as the norm of the
 * difference over the norm of the answer. NaN where it is not known. `scaled`: was the problem's scale applied? */
typedef struct bench_answer bench_answer;
bench_answer *cli_bench_answer_create(const bench_data *data, double budget); /* see check/reference.h */
double cli_bench_answer_compare(bench_answer *answer, const bench_data *data, bool scaled);
void cli_bench_answer_destroy(bench_answer *answer);

/* Is this error beyond anything that rounding explains? A result with a NaN in it is; one that the storage had to cut
 * off, because such sums are beyond its range, is not. */
bool cli_bench_answer_is_wrong(const bench_data *data, double error);

/* --- Whole results (bench_compare.c) ------------------------------------------------------------------------------ */

/* On a GPU: a copy of the result that was fetched, in a block of the data's memory, for comparing another's with; NULL
 * where there is none to be had (gaps, conversions, memory). The scales must be the same. */
const unsigned char *cli_bench_result_keep(const bench_data *data);

/* The norm of the difference between it and the result that was fetched since, over the norm of the latter; and what
 * it may be, generously. */
double cli_bench_result_compare(const bench_data *data, const unsigned char *kept);
double cli_bench_result_bound(const bench_data *data);

/* --- Rows (bench_row.c) ------------------------------------------------------------------------------------------- */

typedef struct bench_row {
    const char *problem, *on, *name;
    int threads;
    int passes; /* negative when not known */
    double seconds, flops;
    double fraction_of_copy;
    double ratio;          /* NaN when there is nothing to compare with */
    double error_l2;       /* NaN when not known */
    double plan_ms;        /* NaN when there is no plan */
    int64_t scratch_bytes; /* negative when not known */
    double spread;
    int rounds;
    const char *recipe;  /* NULL for peers */
    const char *effort;  /* of a peer's planning; NULL for ours, and where there is no choice */
    const char *version; /* of a peer; NULL for ours */
    int plan_limited;    /* did the limit of time end it? negative where there is none */
    const char *note;    /* why this is no comparison of equals, or NULL */
    bool graph;          /* timed inside a graph of several calls */
} bench_row;

void cli_bench_row_print_json(const bench_row *row);

/* For people: a heading for a problem, then a line for each row. */
void cli_bench_heading_print(const bench_row *ours);
void cli_bench_row_print(const bench_row *row);

/* A time in the unit that suits it: "12.3 us", into `text`, which is returned. */
const char *cli_bench_time_print(double seconds, char *text, size_t size);

/* --- A run's summary (bench_summary.c) ---------------------------------------------------------------------------- */

typedef struct bench_ratio {
    char *problem;
    double ratio; /* the peer's time over ours */
} bench_ratio;

/* Of one peer. */
typedef struct bench_tally {
    const char *name, *version;
    bench_ratio *list;
    int count, room;
    int limited; /* of them, those whose planning came to its limit */
    int unequal; /* further problems, not counted: their rows have a note */
} bench_tally;

typedef struct bench_summary {
    int problems; /* measured */
    bench_tally tally[BENCH_PEERS_MAX];
    int count;
} bench_summary;

/* Problems are counted below this ratio: beyond what noise explains, the peer is faster. */
#define BENCH_FLOOR 0.95

/* Count a peer's row, and a problem. False when out of memory. */
bool cli_bench_summary_add(bench_summary *summary, const bench_row *row);
void cli_bench_summary_fini(bench_summary *summary);

/* For people: a line a peer, and with `worst` the problems where it is the furthest ahead; as JSON: one row. Nothing
 * when no peer was measured. */
void cli_bench_summary_print(bench_summary *summary, bool worst);
void cli_bench_summary_print_json(bench_summary *summary, const char *on, int threads);

/* --- One problem (bench_case.c) ----------------------------------------------------------------------------------- */

/* What holds for the whole run. */
typedef struct bench_run {
    const cli_command *command;
    ata_options options;
    bench_peers peers;
    double seconds, peer_seconds;
    double budget;     /* for the right answers */
    bool json, quiet;  /* quiet: no table, no progress of its own */
    bool confirm;      /* what is below BENCH_FLOOR is measured again, for longer, and that counts */
    const char *on;    /* the engine of the last problem */
    const gpu *device; /* NULL: the CPU */
    bench_memory memory;
    bool graph;      /* on a GPU: time calls inside a graph */
    int unsupported; /* problems that the engine lacks: told of and left out */
    int wrong;       /* results of ours that were wrong */
    bench_summary summary;
} bench_run;

/* Measure a problem, print its rows, and count them. One that the engine lacks is told of and left out. CLI_GOOD, or
 * the line and CLI_BAD_USE. */
int cli_bench_case(bench_run *run, const ata_problem *problem);

/* --- Where problems come from ------------------------------------------------------------------------------------- */

/* Read sets (bench_set.c), "FILE,...": a problem a line, "#" beginning a comment; "-" is standard input. An array to be
 * freed, and how many. CLI_GOOD, or the line, which names the file's, and CLI_BAD_USE. */
int cli_bench_set_read(const cli_command *command, const char *paths, ata_problem **problems, int *count);

/* Problem `index` of those that belong to `seed` (bench_random.c), of the kinds that people transform every day. */
void cli_bench_random_problem(ata_problem *problem, uint64_t seed, uint64_t index);

#endif
