/* file_lines.c - text files line by line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"

bool file_read_lines(FILE *file, const char *path, file_line_reader read, void *context, file_fault *fault)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    errno = 0;
    for (file_place at = {path, 1}; good; at.line++) {
        const ssize_t length = getline(&line, &room, file);
        if (length < 0) break;
        if (strlen(line) != (size_t)length)
            good = file_refuse(fault, "%s:%d: the line holds a zero; results are text", at.path, at.line);
        else good = read(context, line, at, fault);
    }
    free(line);
    if (good && ferror(file)) good = file_refuse(fault, "%s cannot be read: %s", path, strerror(errno));
    return good;
}
