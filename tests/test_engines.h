/* test_engines.h - tests of the GPU's kernels run on the emulator, or, with ATALANTA_TEST_ON=gpu, on a GPU. */
#ifndef ATALANTA_TEST_ENGINES_H
#define ATALANTA_TEST_ENGINES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of engines with every "emu" in it replaced; good until the next call. */
static inline const char *test_engines(const char *list)
{
    static char text[256];
    const char *on = getenv("ATALANTA_TEST_ON");
    size_t length = 0;
    if (!on || !*on) return list;
    while (*list && length < sizeof text) {
        const size_t word = strcspn(list, ",");
        const int is_emulator = word == 3 && strncmp(list, "emu", 3) == 0;
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%.*s%s", is_emulator ? (int)strlen(on) : (int)word,
                             is_emulator ? on : list, list[word] ? "," : "");
        list += word + (list[word] == ',');
    }
    return text;
}

#endif
