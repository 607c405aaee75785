/* peers.c - the table of peers. */
#include <stddef.h>
#include <string.h>

#include "cli/peer.h"

static const peer *const peers[] = {&cli_peer_fftw, &cli_peer_fftw_estimate, &cli_peer_fftw_patient};

const peer *cli_peer_get(int index)
{
    const int count = sizeof peers / sizeof peers[0];
    return index >= 0 && index < count ? peers[index] : NULL;
}

const peer *cli_peer_find(const char *name)
{
    for (int i = 0; cli_peer_get(i); i++) {
        if (strcmp(peers[i]->name, name) == 0) return peers[i];
    }
    return NULL;
}
