/* roots.c - roots of unity, and two-level tables of them; roots_form.h has the arithmetic. */
#include "core/roots.h"

#include <stdatomic.h>

#include "core/cpu.h"
#include "core/memory.h"
#include "core/roots_forms.h"

/* That of the CPU at hand. Which it is does not show: none contracts anything, so all agree to the bit. */
static const ata_roots_form *find_form(void)
{
#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
    static const ata_roots_form *_Atomic found;
    const ata_roots_form *form = atomic_load_explicit(&found, memory_order_relaxed);
    if (form) return form;
    form = ata_cpu_has("avx2") && ata_cpu_has("fma") ? &ata_roots_form_fma : &ata_roots_form_c;
    atomic_store_explicit(&found, form, memory_order_relaxed);
    return form;
#else
    return &ata_roots_form_c;
#endif
}

ata_root_wide ata_root_compute(int64_t k, int64_t n)
{
    return find_form()->compute(k, n);
}

ata_status ata_roots_init(ata_root_table *roots, int64_t n)
{
    *roots = (ata_root_table){.n = n};
    while ((int64_t)1 << 2 * roots->shift < n) roots->shift++;
    const int64_t width = (int64_t)1 << roots->shift;
    const int64_t coarse_count = (n + width - 1) / width;
    roots->mask = width - 1;
    ATA_TRY(ata_memory_create((void **)&roots->fine, (size_t)(width + coarse_count), sizeof *roots->fine,
                              "roots of unity"));
    roots->coarse = roots->fine + width;
    find_form()->fill(roots, coarse_count);
    return ATA_OK;
}

void ata_roots_fini(ata_root_table *roots)
{
    ata_memory_destroy(roots->fine);
    *roots = (ata_root_table){0};
}

ata_root ata_roots_get(const ata_root_table *roots, int64_t k)
{
    return ata_root_clean(ata_root_multiply(roots->coarse[k >> roots->shift], roots->fine[k & roots->mask]));
}
