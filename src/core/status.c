/* status.c - names and sentences of statuses, and each thread's last error. */
#include "core/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct status_text {
    const char *name;
    const char *sentence;
} status_text;

static const status_text texts[] = {
    [ATA_OK] = {"ATA_OK", "no error"},
    [ATA_ERROR_NULL] = {"ATA_ERROR_NULL", "a pointer that is needed is NULL"},
    [ATA_ERROR_KIND] = {"ATA_ERROR_KIND",
                        "the kind of transform, or a choice that goes with it, is not one that exists"},
    [ATA_ERROR_TYPE] = {"ATA_ERROR_TYPE", "the type of numbers is not known, or cannot stand at this end"},
    [ATA_ERROR_RANK] = {"ATA_ERROR_RANK", "there are too few or too many dimensions"},
    [ATA_ERROR_LENGTH] = {"ATA_ERROR_LENGTH", "a length is not one that the transform is defined for"},
    [ATA_ERROR_STRIDE] = {"ATA_ERROR_STRIDE", "a stride cannot be used"},
    [ATA_ERROR_OVERFLOW] = {"ATA_ERROR_OVERFLOW", "the sizes multiply to more than memory can hold"},
    [ATA_ERROR_COLLISION] = {"ATA_ERROR_COLLISION", "the output's strides write two numbers to one place"},
    [ATA_ERROR_PLACE] = {"ATA_ERROR_PLACE", "in place, input and output do not fit over each other; or arrays overlap"},
    [ATA_ERROR_UNSUPPORTED] = {"ATA_ERROR_UNSUPPORTED", "the engine lacks this transform"},
    [ATA_ERROR_ENGINE] = {"ATA_ERROR_ENGINE", "the engine does not exist or cannot be used here"},
    [ATA_ERROR_OPTION] = {"ATA_ERROR_OPTION", "an option is out of its range"},
    [ATA_ERROR_SYNTAX] = {"ATA_ERROR_SYNTAX", "the text does not follow its grammar"},
    [ATA_ERROR_RECIPE] = {"ATA_ERROR_RECIPE", "the recipe does not compute this problem"},
    [ATA_ERROR_SCRATCH] = {"ATA_ERROR_SCRATCH", "the scratch buffer is missing or too small"},
    [ATA_ERROR_MEMORY] = {"ATA_ERROR_MEMORY", "out of memory"},
    [ATA_ERROR_THREAD] = {"ATA_ERROR_THREAD", "the system would not start a thread"},
    [ATA_ERROR_FILE] = {"ATA_ERROR_FILE", "a file cannot be opened, read or written"},
    [ATA_ERROR_FORMAT] = {"ATA_ERROR_FORMAT", "a file's content is not what it should be"},
    [ATA_ERROR_DEVICE] = {"ATA_ERROR_DEVICE", "a GPU, its driver or its compiler failed"},
    [ATA_ERROR_WOULD_BLOCK] = {"ATA_ERROR_WOULD_BLOCK", "it would take longer than the caller would wait"},
};

static _Thread_local ata_error last_error;

static const status_text *text_of(ata_status status)
{
    static const status_text unknown = {"unknown status", "this number is no status of Atalanta's"};
    const size_t count = sizeof texts / sizeof texts[0];
    return (unsigned)status < count ? &texts[status] : &unknown;
}

static void copy_text(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

ata_status ata_fail(ata_status status, const char *field, const char *value, const char *accepted, const char *message,
                    ...)
{
    ata_error error = {.status = status};
    copy_text(error.field, sizeof error.field, field);
    copy_text(error.value, sizeof error.value, value);
    copy_text(error.accepted, sizeof error.accepted, accepted);
    va_list arguments;
    va_start(arguments, message);
    vsnprintf(error.message, sizeof error.message, message, arguments);
    va_end(arguments);
    last_error = error; /* at the end: an argument may point into the last error */
    return status;
}

ata_status ata_fail_number(ata_status status, const char *field, int64_t value, const char *accepted)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    return ata_fail(status, field, digits, accepted, "%s is %s; it must be %s", field, digits, accepted);
}

ata_status ata_fail_null(const char *field, const char *accepted)
{
    return ata_fail(ATA_ERROR_NULL, field, "NULL", accepted, "%s is NULL; pass %s", field, accepted);
}

ata_status ata_fail_memory(size_t bytes, const char *purpose)
{
    char value[32];
    snprintf(value, sizeof value, "%zu", bytes);
    return ata_fail(ATA_ERROR_MEMORY, "memory", value, "a smaller problem, or a machine with more memory",
                    "out of memory: %zu bytes for %s could not be had; try a smaller problem", bytes, purpose);
}

const ata_error *ata_error_last(void)
{
    return &last_error;
}

void ata_error_restore(const ata_error *error)
{
    last_error = *error;
}

const char *ata_status_name(ata_status status)
{
    return text_of(status)->name;
}

const char *ata_status_sentence(ata_status status)
{
    return text_of(status)->sentence;
}
