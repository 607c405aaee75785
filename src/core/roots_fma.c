/* roots_fma.c - roots with fused multiply-adds: x86-64 with AVX2 and FMA. */
#define ROOTS ata_roots_form_fma
#include "core/roots_form.h"
