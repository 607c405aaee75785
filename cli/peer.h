/* peer.h - other FFT libraries to be measured against, found at run time.
 *
 * A peer is a small table of functions. Nothing of it is needed to build the program: the library is looked for when it
 * is asked for, and a peer that is not there says so in one sentence. Peers are used by one thread at a time.
 */
#ifndef ATALANTA_CLI_PEER_H
#define ATALANTA_CLI_PEER_H

#include <stdbool.h>

#include "atalanta.h"

/* What a peer gets ready for: a problem written out in full (ata_problem_check), and the arrays it will always be
 * executed on. Preparing may overwrite them. */
typedef struct peer_request {
    const ata_problem *problem;
    void *in, *in_imag, *out, *out_imag; /* as in ata_buffers */
    int threads;
    double seconds; /* how long planning may take; a peer may go over it by one trial */
    int device;     /* on a GPU: its number; its primary context is current, the arrays lie in its memory, and */
    void *stream;   /* everything is to be put into this stream */
} peer_request;

/* What it made of it. */
typedef struct peer_made {
    void *state; /* what the other functions take */
    double plan_seconds;
    bool limited;     /* planning came to its limit of time: a longer one might find better */
    const char *note; /* why this is no comparison of equals, for the row; NULL when it is one */
} peer_made;

typedef struct peer {
    const char *name;    /* "fftw", "fftw:patient" */
    const char *summary; /* one line for the help */
    const char *effort;  /* how hard it plans: "measure"; NULL where there is no choice */
    /* Find the library that would compute in `type` (f32 or f64). NULL, and its file and version; or why it is
     * missing, always the same pointer for the same reason. */
    const char *(*open)(ata_type type, const char **file, const char **version);
    /* NULL, and what was made; or why this problem cannot be done. Needs no open before. */
    const char *(*prepare)(const struct peer *peer, const peer_request *request, peer_made *made);
    /* On the CPU: nanoseconds for so many executions; negative when one failed. On a GPU: put one execution into the
     * stream; false when that failed. A peer has the one that is its own. */
    int64_t (*run)(void *state, int64_t repeats);
    bool (*enqueue)(void *state);
    void (*destroy)(void *state);
    bool (*overwrites_input)(const ata_problem *problem); /* out of place too */
    bool scales;                                          /* does it apply the problem's scale? */
    bool apart;                                           /* does it compute on arrays of its own? */
    bool on_gpu;                                          /* it computes on a GPU, and not on the CPU */
    unsigned flags;                                       /* for the table's own use */
} peer;

/* Peers, counted from 0; NULL past the last. */
const peer *cli_peer_get(int index);

/* By name, "fftw:measure" and "fftw-patient" being other spellings of "fftw" and "fftw:patient"; NULL when there is
 * none. */
const peer *cli_peer_find(const char *name);

extern const peer cli_peer_fftw, cli_peer_fftw_estimate, cli_peer_fftw_patient, cli_peer_mkl, cli_peer_cufft,
    cli_peer_vkfft;

/* A peer that is a program (peer_program.c): start it, and ask its name. NULL, and the peer; or why it cannot be used.
 * It has `wait` seconds for that, and as many beside those it was given for preparing a problem. One program at a
 * time. */
const char *cli_peer_program_start(const char *command, double wait, const peer **started);
void cli_peer_program_stop(void);

#endif
