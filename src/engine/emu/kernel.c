/* kernel.c - a kernel's whole text, and what the compiler made of it. */
#include "engine/emu/kernel.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/text.h"
#include "engine/emu/compiler.h"

static ata_device_kernel *kernels;

static void print_text(ata_text *to, const ata_kernel_text *text, const char *body)
{
    ata_text_print(to, "#define THREADS %d\n#define CLUSTER %d\n", text->threads, text->cluster);
    ata_text_print(to, "%s\n#include \"engine/emu/words.h\"\n%s%s", text->prelude, text->between ? text->between : "",
                   body);
}

static ata_status find_symbols(ata_device_kernel *kernel)
{
    *(void **)&kernel->entry = dlsym(kernel->library, "ata_emu_entry");
    kernel->arguments = dlsym(kernel->library, "ata_emu_arguments");
    kernel->facts = dlsym(kernel->library, "ata_emu_facts");
    kernel->here = dlsym(kernel->library, "ata_emu_here");
    if (kernel->entry && kernel->arguments && kernel->facts && kernel->here) return ATA_OK;
    return ata_fail(ATA_ERROR_DEVICE, "kernel", kernel->title, "a text with one KERNEL",
                    "emulated kernel \"%.60s\" defines no KERNEL", kernel->title);
}

static void destroy(ata_device_kernel *kernel)
{
    if (kernel->library) dlclose(kernel->library);
    ata_memory_destroy(kernel->text);
    ata_memory_destroy(kernel);
}

static ata_status create(const ata_kernel_text *text, char *whole, ata_device_kernel **created)
{
    void *memory;
    const ata_status status = ata_memory_create_zeroed(&memory, 1, sizeof(ata_device_kernel), "a kernel");
    if (status != ATA_OK) {
        ata_memory_destroy(whole);
        return status;
    }
    ata_device_kernel *kernel = memory;
    kernel->text = whole;
    snprintf(kernel->title, sizeof kernel->title, "%s", text->title);
    kernel->shared_bytes = text->shared_bytes;
    kernel->threads = text->threads;
    kernel->cluster = text->cluster;
    *created = kernel;
    return ATA_OK;
}

ata_status ata_emu_kernel_get(const ata_kernel_text *text, const char *body, ata_device_kernel **found)
{
    *found = NULL;
    ata_text measure = {0};
    print_text(&measure, text, body);
    void *memory;
    ATA_TRY(ata_memory_create(&memory, measure.length + 1, 1, "a kernel's text"));
    ata_text whole = {memory, measure.length + 1, 0};
    print_text(&whole, text, body);
    for (ata_device_kernel *kernel = kernels; kernel; kernel = kernel->next) {
        if (strcmp(kernel->text, whole.buffer) != 0 || kernel->shared_bytes != text->shared_bytes) continue;
        ata_memory_destroy(memory);
        *found = kernel;
        return ATA_OK;
    }
    ata_device_kernel *kernel;
    ATA_TRY(create(text, memory, &kernel));
    ata_status status = ata_emu_compile(kernel->title, kernel->text, &kernel->library);
    if (status == ATA_OK) status = find_symbols(kernel);
    if (status != ATA_OK) {
        destroy(kernel);
        return status;
    }
    kernel->next = kernels;
    kernels = kernel;
    *found = kernel;
    return ATA_OK;
}
