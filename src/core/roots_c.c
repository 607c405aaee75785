/* roots_c.c - roots with what every CPU of its kind has; on aarch64 that is fused multiply-adds too. */
#define ROOTS ata_roots_form_c
#include "core/roots_form.h"
