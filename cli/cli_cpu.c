/* cli_cpu.c - the name of the CPU, for people. Nothing is decided by it. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Linux names x86 CPUs, but ARM ones only by two numbers: who designed it, and which design of theirs it is. */
typedef struct arm_part {
    unsigned implementer, part;
    const char *name;
} arm_part;

static const arm_part arm_parts[] = {
    {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd08, "Cortex-A72"},  {0x41, 0xd0b, "Cortex-A76"},
    {0x41, 0xd0c, "Neoverse N1"}, {0x41, 0xd40, "Neoverse V1"}, {0x41, 0xd49, "Neoverse N2"},
    {0x41, 0xd4f, "Neoverse V2"}, {0x41, 0xd84, "Neoverse V3"}, {0x41, 0xd8e, "Neoverse N3"},
    {0x46, 0x001, "A64FX"},       {0xc0, 0xac3, "AmpereOne"},
};

static void name_arm(unsigned implementer, unsigned part, char *text, size_t size)
{
    for (size_t i = 0; i < sizeof arm_parts / sizeof arm_parts[0]; i++) {
        if (arm_parts[i].implementer == implementer && arm_parts[i].part == part) {
            snprintf(text, size, "%s", arm_parts[i].name);
            return;
        }
    }
    snprintf(text, size, "ARM, implementer 0x%02x part 0x%03x", implementer, part);
}

const char *cli_cpu_name(char *text, size_t size)
{
    snprintf(text, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return text;
    unsigned implementer = 0, part = 0;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (!value) continue;
        if (strncmp(line, "model name", 10) == 0) {
            value += 1 + strspn(value + 1, " \t");
            snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
            break;
        }
        if (strncmp(line, "CPU implementer", 15) == 0) implementer = (unsigned)strtoul(value + 1, NULL, 0);
        if (strncmp(line, "CPU part", 8) == 0) part = (unsigned)strtoul(value + 1, NULL, 0);
    }
    fclose(file);
    if (implementer && strcmp(text, "unknown") == 0) name_arm(implementer, part, text, size);
    return text;
}
