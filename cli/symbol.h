/* symbol.h - functions of libraries that are found at run time. */
#ifndef ATALANTA_CLI_SYMBOL_H
#define ATALANTA_CLI_SYMBOL_H

#include <stdbool.h>

/* Find the function or variable `name` of a library that dlopen opened. `pointer` is the address of a pointer to its
 * type, which becomes NULL where there is none: cli_symbol_get(library, "cuInit", &call->init). */
bool cli_symbol_get(void *library, const char *name, void *pointer);

#endif
