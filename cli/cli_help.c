/* cli_help.c - a command's help, always in the same order: usage, what it does, flags, examples. */
#include <string.h>

#include "cli/cli.h"

/* Flags are aligned on the widest "--name VALUE" that is likely; a longer one pushes its help to the right. */
static void print_flags(const char *title, const cli_flag *flags, int count)
{
    if (count == 0) return;
    printf("\n%s\n", title);
    for (int i = 0; i < count; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s%s", strlen(flags[i].name) == 1 ? "-" : "--", flags[i].name,
                 flags[i].value ? " " : "", flags[i].value ? flags[i].value : "");
        printf("  %-20s %s\n", left, flags[i].help);
    }
}

/* Text of several lines, each moved in by two spaces. */
static void print_indented(const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        printf(length ? "  %.*s\n" : "%.*s\n", (int)length, text);
        text += length;
        if (*text == '\n') text++;
    }
}

void cli_help_print(const cli_command *command, const cli_flag *flags, int flag_count, const cli_flag *common,
                    int common_count)
{
    const size_t length = strlen(command->details);
    printf("Usage: %s\n\n%s%s", command->usage, command->details,
           length && command->details[length - 1] == '\n' ? "" : "\n");
    print_flags("Flags:", flags, flag_count);
    print_flags("Common flags:", common, common_count);
    printf("\nExample:\n");
    print_indented(command->example);
}
