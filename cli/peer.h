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
} peer_request;

typedef struct peer {
    const char *name;    /* "fftw" */
    const char *summary; /* one line for the help */
    /* Find the library that would compute in `type` (f32 or f64). NULL, and its file and version; or why it is
     * missing, always the same pointer for the same reason. */
    const char *(*open)(ata_type type, const char **file, const char **version);
    /* NULL, and the state that the others take; or why this problem cannot be done. Needs no open before. */
    const char *(*prepare)(const struct peer *peer, const peer_request *request, void **state);
    void (*execute)(void *state);
    void (*destroy)(void *state);
    bool (*overwrites_input)(const ata_problem *problem); /* out of place too */
    bool scales;                                          /* does it apply the problem's scale? */
    unsigned effort;                                      /* for the table's own use */
} peer;

/* Peers, counted from 0; NULL past the last. */
const peer *cli_peer_get(int index);

/* By name; NULL when there is none. */
const peer *cli_peer_find(const char *name);

extern const peer cli_peer_fftw, cli_peer_fftw_estimate, cli_peer_fftw_patient;

#endif
