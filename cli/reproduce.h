/* reproduce.h - `atalanta reproduce`: the tables and figures of five papers, measured again.
 *
 *     papers: exhibits ──ask──▶ wants ──reproduce_measure──▶ rows ◀──reproduce_read── a file of results
 *     (cases x series)                                        │ a source: this machine, or another that wrote a file
 *          └───────────────────ask──▶ values ◀────────────────┘
 *                                       └─ reproduce_table ──▶ text, JSON, findings, a page (page.h)
 *
 * A paper is one file, reproduce_<number>.c: what it printed, as data, and for each table or figure an exhibit. A case
 * is a row of a table or a place along an axis; a series is a column, or a curve. The value of a cell follows from what
 * was measured by a function that *asks* for it. The same function is called twice: first to learn what has to be
 * measured, then to compute the value; so the two cannot disagree.
 *
 * Values of one table all come from one source: figures of two machines are never divided by one another.
 */
#ifndef ATALANTA_CLI_REPRODUCE_H
#define ATALANTA_CLI_REPRODUCE_H

#include "cli/bench.h"
#include "cli/file.h"

/* --- Rows: what was measured (reproduce_rows.c) ------------------------------------------------------------------- */

/* What a measurement is known by. `what` is a problem, "c2c 2^20 algo=locality", or begins with the name of another
 * sort of measurement, "roots 2^20" (reproduce_measure.c has them all). */
typedef struct reproduce_key {
    char what[112];
    char on[8];    /* "cpu", "gpu"; "emu" for what was only checked */
    char name[16]; /* "atalanta", or a peer's */
    int threads;
} reproduce_key;

typedef struct reproduce_row {
    reproduce_key key;
    double value;   /* NaN where nothing was timed */
    char unit[12];  /* "us", "GB/s", "GFLOP/s"; "" where nothing was timed */
    double error;   /* relative, in the L2 norm; NaN where it is not known */
    double spread;  /* distance of the quartiles over the median; NaN where it is not known */
    int rounds;     /* 0 where nothing was timed */
    int passes;     /* over memory; 0 where that is not known */
    char note[240]; /* why there is no value, or what is to be known of it; "" for nothing */
} reproduce_row;

/* A machine and what was measured there. */
typedef struct reproduce_source {
    bool here;      /* measured by this process */
    char file[256]; /* else: where the rows were read */
    char command[256], date[16], version[32];
    char cpu[128], gpu[128]; /* gpu is "" where there was none */
    char peers[128];         /* versions, joined by commas */
    int cores;
    reproduce_row *row;
    int count, room;
} reproduce_source;

/* Describe this machine. */
void reproduce_source_init(reproduce_source *source, const char *command);
void reproduce_source_fini(reproduce_source *source);

/* Add a row, or replace the one with its key; false when out of memory. */
bool reproduce_source_add(reproduce_source *source, const reproduce_row *row);
const reproduce_row *reproduce_source_find(const reproduce_source *source, const reproduce_key *key);

/* What was checked on the emulator, with the largest relative error, and how many rows have no value for a reason. */
typedef struct reproduce_checks {
    int emulated, left_out;
    double worst;
} reproduce_checks;
reproduce_checks reproduce_source_get_checks(const reproduce_source *source);

/* Reason `index` of those, as the first row that has it, and how many rows do; NULL past the last. */
const reproduce_row *reproduce_source_get_reason(const reproduce_source *source, int index, int *count);

bool reproduce_key_equal(const reproduce_key *a, const reproduce_key *b);

/* As lines of JSON: the machine and the command, then a line a row. */
void reproduce_source_print_head(const reproduce_source *source, FILE *file);
void reproduce_row_print(const reproduce_row *row, FILE *file);

/* Read such lines (reproduce_read.c); others that --json prints are passed over. False, and the sentence, which names
 * file and line. */
bool reproduce_read(reproduce_source *source, const char *path, file_fault *fault);

/* Where the results of an H200 lie that come with the program: under the folder at hand, beside the program, or where
 * it was installed. False where they are not. */
bool reproduce_find_results(char *path, size_t size);

/* --- Asking (reproduce_ask.c) ------------------------------------------------------------------------------------- */

typedef struct reproduce_wants {
    reproduce_key *key;
    int count, room;
    bool failed; /* out of memory */
} reproduce_wants;

/* Either `wants`, to learn what is asked for, or `source`, to answer. */
typedef struct reproduce_ask {
    reproduce_wants *wants;
    const reproduce_source *source;
} reproduce_ask;

/* The row of a measurement; NULL where there is none, or no value in it. `name` NULL is the library itself, `threads` 0
 * is 1. */
const reproduce_row *reproduce_ask_row(const reproduce_ask *ask, const char *what, const char *on, int threads,
                                       const char *name);
/* Its value, times as seconds; NaN where there is none. */
double reproduce_ask_value(const reproduce_ask *ask, const char *what, const char *on, int threads, const char *name);

void reproduce_wants_fini(reproduce_wants *wants);

/* --- Papers ------------------------------------------------------------------------------------------------------- */

enum { REPRODUCE_CASES_MAX = 32, REPRODUCE_SERIES_MAX = 10 };

typedef struct reproduce_case {
    char label[28];     /* "2^10" */
    char problem[80];   /* "c2c 2^10*8"; or another measurement */
    double x;           /* its place along the axis: log2 of a length, or the number of its slot */
    double points;      /* in all transforms together */
    double flops;       /* 5 N log2 N, of all transforms */
    int64_t transforms; /* how many */
} reproduce_case;

typedef enum reproduce_role {
    REPRODUCE_PRINTED, /* as the paper has it, from its machine */
    REPRODUCE_PAPER,   /* the paper's algorithm, by this library */
    REPRODUCE_PEER,    /* another library */
    REPRODUCE_OURS,    /* this library's own choice */
    REPRODUCE_BOUND    /* what the machine allows */
} reproduce_role;

typedef struct reproduce_series {
    const char *name; /* also its column's head */
    reproduce_role role;
    const char *on;        /* "cpu", "gpu" */
    const char *peer;      /* NULL for this library */
    const char *options;   /* what stands behind the case's problem: "order=bitrev algo=ct-dif"; NULL for nothing */
    int threads;           /* 0 stands for 1 */
    const double *printed; /* of a REPRODUCE_PRINTED one: by case, 0 where there is none */
} reproduce_series;

/* Something the paper says of its series that can be looked at here. */
typedef struct reproduce_claim {
    const char *ahead, *behind; /* names of series */
    double from;                /* only cases with x at least so much */
    const char *otherwise;      /* why it may not be seen here */
} reproduce_claim;

/* A column that compares two: how many times as fast. */
typedef struct reproduce_ratio {
    const char *name, *over, *under; /* names of series */
} reproduce_ratio;

enum { REPRODUCE_CLAIMS_MAX = 4, REPRODUCE_RATIOS_MAX = 2 };

typedef struct reproduce_exhibit {
    const char *name;  /* "table 1" */
    const char *title; /* what it shows */
    const char *found; /* what the paper found, in a sentence or two */
    const char *about; /* how it is measured here, if there is something to know; NULL for nothing */
    const char *unit;
    const char *x_name;  /* what the cases are: "N" */
    bool less_is_better; /* of a time */
    bool slots;          /* cases are no numbers: bars, not curves */
    bool linear;         /* the axis of the values; else logarithmic */
    bool unlike;         /* series are no contenders for the same work: nobody is compared with ours */
    int quick_step;      /* --quick takes every so many-th case */
    int series_count;
    const reproduce_series *series;
    bool (*get_case)(int index, reproduce_case *made); /* false past the last */
    double (*get_value)(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask);
    reproduce_claim claim[REPRODUCE_CLAIMS_MAX]; /* up to the first without a name */
    reproduce_ratio ratio[REPRODUCE_RATIOS_MAX]; /* the same */
} reproduce_exhibit;

typedef struct reproduce_paper {
    const char *number;  /* "000" */
    const char *title;   /* as printed */
    const char *authors; /* and the year */
    const char *machine; /* what the paper measured on */
    const char *gave;    /* what it is about, in a sentence */
    int exhibit_count;
    const reproduce_exhibit *exhibit;
} reproduce_paper;

extern const reproduce_paper reproduce_000, reproduce_001, reproduce_002, reproduce_003, reproduce_004;

/* All of them (reproduce_papers.c). */
enum { REPRODUCE_PAPERS = 5 };
extern const reproduce_paper *const reproduce_papers[REPRODUCE_PAPERS];
const reproduce_paper *reproduce_paper_find(const char *number); /* NULL where there is none */

/* --- Cases and values that papers share (reproduce_value.c) ------------------------------------------------------- */

/* Complex transforms of 2^exponent points, 2^batch of them. */
void reproduce_case_set_power(reproduce_case *made, int exponent, int batch);

/* The case's problem with the series' options: what is asked for. */
const char *reproduce_case_print(const reproduce_case *at, const reproduce_series *of, char *text, size_t size);

/* Seconds of an execution; GFLOP/s of it; milliseconds. */
double reproduce_get_seconds(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask);
double reproduce_get_gflops(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask);
double reproduce_get_ms(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask);

/* --- Tables: the values of an exhibit by one source (reproduce_table.c) ------------------------------------------- */

/* Which cases a run takes. */
typedef struct reproduce_choice {
    bool quick;
    double largest; /* points in all transforms together */
} reproduce_choice;

typedef struct reproduce_table {
    const reproduce_paper *paper;
    const reproduce_exhibit *exhibit;
    const reproduce_source *source;
    int case_count;
    reproduce_case at[REPRODUCE_CASES_MAX];
    double value[REPRODUCE_CASES_MAX][REPRODUCE_SERIES_MAX]; /* NaN where there is none */
    bool shown[REPRODUCE_SERIES_MAX];                        /* has it any value? */
    bool measured; /* is there a value that was measured, and is more than a bound? */
} reproduce_table;

/* Ask for all that the exhibit needs. */
void reproduce_exhibit_ask(const reproduce_exhibit *exhibit, const reproduce_choice *choice, reproduce_wants *wants);

/* With `choice` NULL, of all cases. */
void reproduce_table_make(reproduce_table *table, const reproduce_paper *paper, const reproduce_exhibit *exhibit,
                          const reproduce_source *source, const reproduce_choice *choice);

int reproduce_series_find(const reproduce_exhibit *exhibit, const char *name); /* -1 where there is none */

/* How many times as fast `over` is as `under` in a case; NaN where one of them is missing. */
double reproduce_table_get_ratio(const reproduce_table *table, int at, const char *over, const char *under);

/* A value as people read it, three digits or so; "-" where there is none. Returns `text`. */
const char *reproduce_number_print(double value, char *text, size_t size);

void reproduce_table_print(const reproduce_table *table);      /* for a terminal (reproduce_text.c) */
void reproduce_table_print_json(const reproduce_table *table); /* a line a case (reproduce_json.c) */

/* --- Findings (reproduce_find.c) ---------------------------------------------------------------------------------- */

typedef enum reproduce_verdict {
    REPRODUCE_SEEN,   /* what the paper says, or what we want, holds in every case */
    REPRODUCE_PARTLY, /* in some */
    REPRODUCE_UNSEEN, /* in none */
    REPRODUCE_TOLD    /* no claim: a figure */
} reproduce_verdict;

enum { REPRODUCE_FINDINGS_MAX = 12 };

typedef struct reproduce_finding {
    reproduce_verdict verdict;
    bool about_ours;          /* is our choice at least as fast as the paper's? */
    int points, points_ahead; /* the cases looked at, and those where it holds */
    char sentence[640];
} reproduce_finding;

/* Returns how many there are; `list` takes REPRODUCE_FINDINGS_MAX. */
int reproduce_table_find(const reproduce_table *table, reproduce_finding *list);

/* What the findings of several tables add up to. */
typedef struct reproduce_tally {
    int exhibits;      /* that have figures */
    int claims, seen;  /* what papers say, and what of it holds in every case */
    int points, ahead; /* where our choice is compared with the papers' algorithms, and where it is at least as fast */
} reproduce_tally;
void reproduce_tally_add(reproduce_tally *sum, const reproduce_table *table);

const char *reproduce_verdict_name(reproduce_verdict verdict); /* "seen", "partly", "not seen", "told" */

/* --- Measuring (reproduce_measure.c) ------------------------------------------------------------------------------ */

typedef struct reproduce_run {
    const cli_command *command;
    ata_options plan;    /* wisdom */
    const char *gpu;     /* the engine to use as one: "gpu:1"; NULL where there is none */
    gpu *device;         /* that one, opened; NULL where there is none */
    bool on_cpu, on_emu; /* is the CPU measured; are the GPU's algorithms checked on the emulator? */
    double seconds;      /* for each contender */
    double peer_seconds; /* for a peer's planning */
    double traffic;      /* bytes that an execution on the CPU may move through memory; more is left out */
    double emulated;     /* points that the emulator may be given */
    int64_t batch;       /* of paper 003's large batches */
    int cores;
    bool json;
    FILE *out; /* NULL unless rows are written to a file too */
    bench_memory memory;
    ata_bounds bounds; /* measured, on this engine; "" for none yet */
    char bounds_on[8];
    reproduce_source *source; /* where rows go */
    int wrong;                /* results that were wrong */
} reproduce_run;

/* Measure what is wanted and not there yet. CLI_GOOD, or the line and CLI_BAD_USE. `label` is for the progress. */
int reproduce_measure(reproduce_run *run, const reproduce_wants *wants, const char *label);

/* Keep a row: in the source, and in the files that were asked for. */
bool reproduce_run_keep(reproduce_run *run, const reproduce_row *row);

/* A row that has no value, and why. */
bool reproduce_run_leave_out(reproduce_run *run, const reproduce_key *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Transforms that differ by algorithm and library alone, in turns on the same arrays (reproduce_group.c). On "emu" they
 * are checked and not timed. */
int reproduce_measure_group(reproduce_run *run, const reproduce_key *const *keys, int count);
enum { REPRODUCE_GROUP_MAX = 12 };

/* The other sorts (reproduce_special.c, reproduce_host.c); false, and the sentence, where this machine cannot. */
bool reproduce_measure_roots(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);
bool reproduce_measure_bound(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);
bool reproduce_measure_copy(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);
bool reproduce_measure_call(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);
bool reproduce_measure_stream(reproduce_run *run, const char *rest, reproduce_row *row, file_fault *fault);

#endif
