/* cli_run.h - the parts of `atalanta run`.
 *
 *     file ──cli_run_input──▶ problem, input ──ata_plan_execute──▶ output ──cli_run_result──▶ numbers, peaks
 *                                                                    │                             │
 *                                                                    ▼                             ▼
 *                                                                --output          summary, JSON, views, pictures
 *
 * Each part is a file, cli_run_<part>.c; what files and pictures are is the business of file.h and picture.h.
 */
#ifndef ATALANTA_CLI_RUN_H
#define ATALANTA_CLI_RUN_H

#include "cli/cli.h"
#include "cli/file.h"
#include "cli/picture.h"

/* --- One end of a problem as an array (cli_run_array.c) ----------------------------------------------------------- */

#define CLI_RUN_MAX_RANK (ATA_MAX_BATCH_RANK + ATA_MAX_RANK)

/* Element at[0], at[1], ... lies sum at[i] * stride[i] elements from `real` (and `imag`, for split complex numbers).
 * The batch's dimensions come first. */
typedef struct cli_run_array {
    ata_type type;
    bool is_complex;
    int rank;
    int batch_rank;
    int64_t n[CLI_RUN_MAX_RANK];
    int64_t stride[CLI_RUN_MAX_RANK];
    int64_t count; /* product of n */
    char *real, *imag;
} cli_run_array;

/* Describe the input or the output of a complete problem. `data` is the lowest address, `before` the bytes from
 * there to element 0 and `extent` the bytes of one array (of two, one after the other, when split). */
void cli_run_array_init(cli_run_array *array, const ata_problem *problem, bool input, void *data, int64_t before,
                        int64_t extent);

/* A walk over all elements in C order. */
typedef struct cli_run_walk {
    int64_t index;  /* of the element in C order */
    int64_t offset; /* of the element in memory, in elements */
    int64_t at[CLI_RUN_MAX_RANK];
} cli_run_walk;
void cli_run_walk_next(const cli_run_array *array, cli_run_walk *walk);

void cli_run_array_load(const cli_run_array *array, int64_t offset, double *real, double *imag);
void cli_run_array_store(const cli_run_array *array, int64_t offset, double real, double imag);

/* --- What is run -------------------------------------------------------------------------------------------------- */

typedef struct cli_run_request {
    const char *problem; /* NULL: made from the file */
    const char *file;
    const char *output; /* NULL for none */
    const char *picture;
    const char *spectrogram; /* "N" or "N,HOP" */
    double rate;             /* NAN: the file's */
    bool show;
} cli_run_request;

typedef struct cli_run_job {
    cli_run_request request;
    ata_problem problem; /* complete */
    char *problem_text;
    ata_extent extent;
    file_signal signal;  /* a raw file has none: signal.data is NULL */
    double rate;         /* samples in a second; 0 when nobody says */
    int64_t window, hop; /* of a spectrogram; 0 otherwise */
    int channels;        /* of a WAV, where they are the last dimension of the batch; 0 where they are not */
    int64_t unused;      /* numbers of the file that the problem does not reach */
    bool is_inverse;     /* what comes out is a signal again, not a spectrum */
    void *in, *out;      /* lowest addresses; in place both are the same */
    bool in_is_signal;   /* `in` is signal.data and freed with it */
    const char *engine;
    int passes, threads;
} cli_run_job;

/* Fill problem from the request's text and the signal, or from the signal alone. */
bool cli_run_problem_make(cli_run_job *job, file_fault *fault);

/* Read the file and make problem, extent and input ready. */
bool cli_run_input_load(cli_run_job *job, file_fault *fault);
void cli_run_job_fini(cli_run_job *job);

/* The Hann window of a spectrogram, applied to the transforms (cli_run_window.c). */
void cli_run_window_apply(cli_run_job *job);

/* Write the output as --output asks. */
bool cli_run_output_write(const cli_run_job *job, file_fault *fault);

/* --- The result as numbers (cli_run_result.c) --------------------------------------------------------------------- */

typedef struct cli_run_peak {
    int64_t row; /* of the batch */
    int64_t at[ATA_MAX_RANK];
    double value; /* magnitude, or the value itself where the result is a signal */
} cli_run_peak;

#define CLI_RUN_PEAKS PICTURE_MAX_MARKS

typedef struct cli_run_result {
    bool is_spectrum; /* else the result is a signal again: the output of an inverse transform */
    int64_t rows;     /* elements of the batch */
    int rank;
    int64_t n[ATA_MAX_RANK]; /* of one element of the batch */
    int64_t count;           /* product of n */
    double *value;           /* rows * count, frequencies in natural order: magnitudes, or the numbers of a signal */
    double reference;        /* the magnitude that is called 0 dB */
    const char *unit;        /* "dBFS" when that is a sine at full scale, else "dB" */
    int peak_count;
    cli_run_peak peak[CLI_RUN_PEAKS]; /* strongest first */
} cli_run_result;

bool cli_run_result_init(cli_run_result *result, const cli_run_job *job, file_fault *fault);
void cli_run_result_fini(cli_run_result *result);
void cli_run_peaks_find(cli_run_result *result, const cli_run_job *job); /* cli_run_peaks.c */
double cli_run_result_level(const cli_run_result *result, double value); /* in dB; the value itself in a signal */

/* Index k along a dimension with its sign: n - 1 is -1 where there are negative frequencies. */
int64_t cli_run_signed_index(const ata_problem *problem, int dimension, int64_t k);

/* The frequency that index k along a dimension stands for, in cycles a sample. */
double cli_run_frequency(const ata_problem *problem, int dimension, int64_t k);

/* Whether the frequencies of this kind come in positive and negative ones, so that a picture puts 0 into its middle. */
bool cli_run_has_negative(const ata_problem *problem, int dimension);

/* Where a peak is, for people: "1000 Hz", "bin 17", "bin 3,-5". */
void cli_run_peak_print(const cli_run_job *job, const cli_run_peak *peak, char *text, size_t size);

/* --- What is shown ------------------------------------------------------------------------------------------------ */

/* One line about the file, and whatever was left unused of it. */
void cli_run_note_print(const cli_run_job *job, char *text, size_t size);

bool cli_run_view_init(picture_view *view, const cli_run_job *job, const cli_run_result *result, file_fault *fault);
bool cli_run_picture_write(const picture_view *view, const char *path, file_fault *fault);
void cli_run_summary_print(const cli_run_job *job, const cli_run_result *result, FILE *file);
void cli_run_summary_print_json(const cli_run_job *job, const cli_run_result *result, FILE *file);

#endif
