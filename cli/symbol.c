/* symbol.c - functions of libraries that are found at run time. */
#include "cli/symbol.h"

#include <dlfcn.h>
#include <stddef.h>

/* POSIX promises that dlsym's void * holds a function; this writes it where C lets a function pointer be. */
bool cli_symbol_get(void *library, const char *name, void *pointer)
{
    *(void **)pointer = dlsym(library, name);
    return *(void **)pointer != NULL;
}
