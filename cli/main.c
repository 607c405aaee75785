/* main.c - the program `atalanta`. Everything is in cli_main, which tests can call too. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
