/* cli_main.c - the table of commands, and what the program says when it is not given one. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const cli_command *const commands[] = {
    &cli_command_plan, &cli_command_run,  &cli_command_stream,    &cli_command_verify, &cli_command_bench,
    &cli_command_plot, &cli_command_tune, &cli_command_reproduce, &cli_command_cache,  &cli_command_info,
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* A file opened while a standard one is closed would take its number, and be written over by what is printed. So each
 * closed one is filled by something that can neither be read nor written as it would be. */
static void hold_standard_files(void)
{
    for (int i = 0; i <= 2; i++) {
        if (fcntl(i, F_GETFD) != -1) continue;
        const int held = open("/dev/null", i == 0 ? O_WRONLY : O_RDONLY);
        if (held != i && held >= 0) close(held);
    }
}

static const cli_command *find(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static int complain_unknown(const char *name)
{
    static const char *const flags[] = {"--help", "--version"};
    const char *names[COMMAND_COUNT + 1] = {[COMMAND_COUNT] = "help"};
    for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i]->name;
    const bool is_flag = name[0] == '-';
    const char *what = is_flag ? "flag" : "command";
    const char *nearest = is_flag ? cli_nearest(name, flags, 2) : cli_nearest(name, names, COMMAND_COUNT + 1);
    if (nearest) return cli_complain(NULL, "unknown %s \"%s\"; did you mean atalanta %s?", what, name, nearest);
    return cli_complain(NULL, "unknown %s \"%s\"; see atalanta --help", what, name);
}

static void print_help(FILE *file)
{
    fputs("Atalanta: fast Fourier transforms in as few passes over memory as the machine allows.\n\n"
          "Usage: atalanta COMMAND [ARGUMENT...]\n\nCommands:\n",
          file);
    for (int i = 0; i < COMMAND_COUNT; i++) fprintf(file, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\natalanta help COMMAND, or atalanta COMMAND --help, tells more and shows an example.\n"
          "atalanta --version prints the version.\n\n"
          "A problem is one argument: [KIND] [TYPE] SHAPE[*BATCH] [OPTION...]\n"
          "  KIND    c2c (default) | r2c | c2r | dct1..dct4 | dst1..dst4 | dht | reverse\n"
          "  TYPE    f32 (default) | f64 | f16 | bf16\n"
          "  SHAPE   lengths joined by x, slowest first; each like 4096 or 2^12; so is BATCH\n"
          "  OPTION  inverse | inplace | split | order=bitrev | scale=none|n|sqrt|NUMBER | in=TYPE | out=TYPE\n"
          "          istride=S,.. ostride=S,.. idist=S,.. odist=S,.. | algo=NAME (atalanta info lists them)\n\n"
          "Example:\n  atalanta plan \"r2c f64 256x256x256\"\n",
          file);
}

static int run_help(int argc, char **argv)
{
    if (argc < 3) {
        print_help(stdout);
        return cli_finish(NULL, CLI_GOOD);
    }
    const cli_command *command = find(argv[2]);
    if (!command) return complain_unknown(argv[2]);
    char help[] = "--help";
    char *arguments[] = {argv[2], help, NULL};
    return command->main(command, 2, arguments);
}

int cli_main(int argc, char **argv)
{
    hold_standard_files();
    signal(SIGPIPE, SIG_IGN); /* see cli.h: a reader that has gone away is no error */
    if (argc < 2) return cli_complain(NULL, "no command; see atalanta --help");
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return run_help(argc, argv);
    }
    if (strcmp(name, "--version") == 0) {
        printf("atalanta %s\n", ata_version());
        return cli_finish(NULL, CLI_GOOD);
    }
    const cli_command *command = find(name);
    return command ? command->main(command, argc - 1, argv + 1) : complain_unknown(name);
}
