/* compile.c - units of compilation, their keys, and the cache of what becomes of them. */
#include "engine/cuda/compile.h"

#include <stdio.h>
#include <string.h>

#include "core/cache.h"
#include "core/memory.h"
#include "core/text.h"
#include "engine/gpu/sources.h"

/* Of the library's own that goes into a key: what the same texts and options are made into may change with it. */
enum { KEY_VERSION = 1 };

static void print_unit(ata_text *unit, const ata_kernel_text *text)
{
    ata_text_print(unit, "#define THREADS %d\n#define CLUSTER %d\n", text->threads, text->cluster);
    ata_text_print(unit, "%s\n", text->prelude);
    ata_text_print(unit, "#include \"engine/gpu/kernels/gpu.cuh\"\n%s#include \"engine/gpu/kernels/%s.cu\"\n",
                   text->between ? text->between : "", text->name);
}

static ata_digest make_key(const ata_cuda_unit *unit)
{
    ata_digester digester;
    char numbers[64];
    const char *options[ATA_NVRTC_OPTIONS];
    ata_digest_begin(&digester);
    snprintf(numbers, sizeof numbers, "atalanta %d nvrtc %d", KEY_VERSION, unit->target.version);
    ata_digest_add_text(&digester, numbers);
    ata_nvrtc_get_options(&unit->target, options);
    for (int i = 0; i < ATA_NVRTC_OPTIONS; i++) ata_digest_add_text(&digester, options[i]);
    ata_digest_add_text(&digester, unit->text);
    ata_digest_add_text(&digester, ata_gpu_sources_digest);
    return ata_digest_end(&digester);
}

ata_status ata_cuda_unit_init(ata_cuda_unit *unit, const ata_kernel_text *text, const ata_nvrtc_target *target)
{
    ata_text length = {0};
    void *memory;
    *unit = (ata_cuda_unit){.title = text->title, .target = *target};
    print_unit(&length, text);
    ATA_TRY(ata_memory_create(&memory, length.length + 1, 1, "a kernel's text"));
    unit->text = memory;
    ata_text whole = {unit->text, length.length + 1, 0};
    print_unit(&whole, text);
    unit->key = make_key(unit);
    return ATA_OK;
}

void ata_cuda_unit_fini(ata_cuda_unit *unit)
{
    ata_memory_destroy(unit->text);
    unit->text = NULL;
}

bool ata_cuda_unit_find(const ata_cuda_unit *unit, void **image, size_t *size)
{
    return ata_cache_load(&unit->key, image, size);
}

ata_status ata_cuda_unit_compile(const ata_cuda_unit *unit, void **image, size_t *size)
{
    return ata_nvrtc_compile(&unit->target, unit->title, unit->text, ata_gpu_sources, image, size);
}

void ata_cuda_unit_keep(const ata_cuda_unit *unit, const void *image, size_t size)
{
    ata_cache_store(&unit->key, unit->title, image, size);
}
