/* cli_report.c - saying what is wrong, in one line, and whether what was printed has arrived. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* One line stays one line whatever the text quotes: control characters, a line feed first of all, become '?'. */
static void make_one_line(char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == 0x7f) *text = '?';
    }
}

static void print_line(const cli_command *command, char *text)
{
    make_one_line(text);
    if (command) {
        fprintf(stderr, "atalanta %s: %s\n", command->name, text);
    } else {
        fprintf(stderr, "atalanta: %s\n", text);
    }
}

int cli_complain(const cli_command *command, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_line(command, text);
    return CLI_BAD_USE;
}

int cli_complain_status(const cli_command *command, ata_status status)
{
    const ata_error *error = ata_last_error();
    const bool particular = error->status == status && error->message[0] != '\0';
    return cli_complain(command, "%s", particular ? error->message : ata_status_sentence(status));
}

/* Has the reader of standard output gone away? The errno of the write that failed is lost when it failed inside a
 * printf, so the pipe itself is asked too: poll tells POLLERR of a pipe without readers. */
static bool reader_is_gone(int error)
{
    if (error == EPIPE) return true;
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP));
}

bool cli_row_end(void)
{
    return fflush(stdout) == 0 && !ferror(stdout);
}

int cli_finish(const cli_command *command, int status)
{
    errno = 0;
    if (cli_row_end()) return status;
    const int error = errno;
    if (reader_is_gone(error)) return status;
    return cli_complain(command, "standard output cannot be written%s%s; send it to a place that takes it",
                        error ? ": " : "", error ? strerror(error) : "");
}
