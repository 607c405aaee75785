/* cli_memory.c - how much memory there is to use, and sizes for people. */
#include "cli/cli.h"

/* The number that follows `format` in a line of a file; INT64_MAX where there is none. */
static int64_t find_number(const char *path, const char *format)
{
    FILE *file = fopen(path, "r");
    if (!file) return INT64_MAX;
    int64_t found = INT64_MAX;
    char line[128];
    while (fgets(line, sizeof line, file)) {
        long long number;
        if (sscanf(line, format, &number) == 1) found = (int64_t)number;
    }
    fclose(file);
    return found;
}

/* MemAvailable counts what the system would give up for us (file cache) beside what is free. */
static int64_t system_available(void)
{
    const int64_t kibibytes = find_number("/proc/meminfo", "MemAvailable: %lld kB");
    return kibibytes == INT64_MAX ? INT64_MAX : kibibytes * 1024;
}

/* A container's own limit, where there is one, less what cannot be given back ("anon": all but file cache). */
static int64_t group_available(void)
{
    const int64_t limit = find_number("/sys/fs/cgroup/memory.max", "%lld");
    const int64_t used = find_number("/sys/fs/cgroup/memory.stat", "anon %lld");
    if (limit == INT64_MAX || used == INT64_MAX) return INT64_MAX;
    return limit > used ? limit - used : 0;
}

int64_t cli_memory_available(void)
{
    const int64_t of_system = system_available(), of_group = group_available();
    return of_system < of_group ? of_system : of_group;
}

const char *cli_memory_print(int64_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    int unit = 0;
    while (value >= 1024 && unit < 6) {
        value /= 1024;
        unit++;
    }
    snprintf(text, size, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
    return text;
}
