/* conflicts.c - conflicts of banks, counted after every thread of a warp has gone as far as it can. */
#include "engine/emu/conflicts.h"

#include "engine/emu/state.h"

enum { BANKS = 32, BANK_BYTES = 4, MOST = 4096, MOST_WORDS = 4 }; /* MOST: accesses of a thread between barriers */

typedef struct access {
    int index;
    int bytes; /* 0 for none */
} access;

static access notes[MOST][ATA_EMU_WARP];
static int noted[ATA_EMU_WARP];

void ata_emu_conflicts_note(int thread, int index, int elements)
{
    const int lane = thread % ATA_EMU_WARP, at = noted[lane];
    if (at == MOST)
        ata_emu_fault("more than %d accesses to shared memory without a barrier; that is more than it has elements",
                      MOST);
    notes[at][lane].index = index;
    notes[at][lane].bytes = elements * ata_emu.element_bytes;
    noted[lane]++;
}

/* The turns for `count` threads that access `bytes` each, where they do so; 0 if none does. */
static int turns(const access *group, const int *lane_noted, int at, int count, int bytes)
{
    int64_t words[BANKS][ATA_EMU_WARP]; /* the different ones of each bank */
    int used[BANKS] = {0}, most = 0;
    for (int lane = 0; lane < count; lane++) {
        if (at >= lane_noted[lane] || group[lane].bytes != bytes) continue;
        const int64_t first = (int64_t)group[lane].index * ata_emu.element_bytes / BANK_BYTES;
        for (int64_t word = first; word < first + bytes / BANK_BYTES; word++) {
            const int bank = (int)(word % BANKS);
            int known = 0;
            while (known < used[bank] && words[bank][known] != word) known++;
            if (known < used[bank]) continue;
            words[bank][used[bank]++] = word;
            if (used[bank] > most) most = used[bank];
        }
    }
    return most;
}

void ata_emu_conflicts_count(void)
{
    int longest = 0;
    for (int lane = 0; lane < ATA_EMU_WARP; lane++)
        if (noted[lane] > longest) longest = noted[lane];
    for (int at = 0; at < longest; at++) {
        for (int bytes = ata_emu.element_bytes; bytes <= BANK_BYTES * MOST_WORDS; bytes *= 2) {
            const int group = ATA_EMU_WARP * BANK_BYTES / bytes;
            for (int lane = 0; lane < ATA_EMU_WARP; lane += group) {
                const int actual = turns(&notes[at][lane], &noted[lane], at, group, bytes);
                ata_emu.wavefronts_actual += actual;
                ata_emu.wavefronts_ideal += actual > 0;
            }
        }
    }
    ata_emu_conflicts_clear();
}

void ata_emu_conflicts_clear(void)
{
    for (int lane = 0; lane < ATA_EMU_WARP; lane++) noted[lane] = 0;
}
