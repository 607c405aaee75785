/* roots_forms.h - what roots are computed by, once for each kind of CPU that matters to it. */
#ifndef ATA_CORE_ROOTS_FORMS_H
#define ATA_CORE_ROOTS_FORMS_H

#include "core/roots.h"

typedef struct ata_roots_form {
    ata_root_wide (*compute)(int64_t k, int64_t n);
    /* Both tables, of which there is room for so many coarse roots. */
    void (*fill)(const ata_root_table *roots, int64_t coarse_count);
} ata_roots_form;

extern const ata_roots_form ata_roots_form_c;
#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
extern const ata_roots_form ata_roots_form_fma;
#endif

#endif
