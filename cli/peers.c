/* peers.c - the table of peers. */
#include <stddef.h>
#include <string.h>

#include "cli/peer.h"

static const peer *const peers[] = {&cli_peer_fftw, &cli_peer_fftw_estimate, &cli_peer_fftw_patient,
                                    &cli_peer_mkl,  &cli_peer_cufft,         &cli_peer_vkfft};

const peer *cli_peer_get(int index)
{
    const int count = sizeof peers / sizeof peers[0];
    return index >= 0 && index < count ? peers[index] : NULL;
}

/* Colon and dash are one before an effort. */
static bool is_spelling(const char *word, const char *name)
{
    for (; *word && *name; word++, name++) {
        if (*word != *name && !(*word == '-' && *name == ':')) return false;
    }
    return *word == *name;
}

const peer *cli_peer_find(const char *name)
{
    for (int i = 0; cli_peer_get(i); i++) {
        if (is_spelling(name, peers[i]->name)) return peers[i];
    }
    return is_spelling(name, "fftw:measure") ? &cli_peer_fftw : NULL;
}
