/* status.h - errors: how every part of the library reports one.
 *
 * A function that can fail returns an ata_status. Where the failure is found, ata_fail() writes the calling thread's
 * ata_error and returns the status; on the way up ATA_TRY forwards it. Nothing is allocated, so that running out of
 * memory can be reported too.
 */
#ifndef ATA_CORE_STATUS_H
#define ATA_CORE_STATUS_H

#include "atalanta.h"

/* Forward a failure to the caller. */
#define ATA_TRY(call)                                        \
    do {                                                     \
        const ata_status ata_try_status = (call);            \
        if (ata_try_status != ATA_OK) return ata_try_status; \
    } while (0)

/* Record an error and return `status`. `field`, `value` and `accepted` may be NULL; the message is a whole sentence
 * that names the field and the mend. */
ata_status ata_fail(ata_status status, const char *field, const char *value, const char *accepted, const char *message,
                    ...) __attribute__((format(printf, 5, 6)));

/* The same for a field that holds a number out of its range; the sentence is made from the parts:
 * "FIELD is VALUE; it must be ACCEPTED". */
ata_status ata_fail_number(ata_status status, const char *field, int64_t value, const char *accepted);

/* The same for a pointer that is needed: "FIELD is NULL; pass ACCEPTED". */
ata_status ata_fail_null(const char *field, const char *accepted);

/* The same for an allocation of `bytes` that failed, with what it was for: "the twiddle factors". */
ata_status ata_fail_memory(size_t bytes, const char *purpose);

/* The calling thread's last error, its status ATA_OK if there was none. */
const ata_error *ata_error_last(void);

/* Put back an error that stood there before: a call that succeeds leaves the last error alone, even if something that
 * it tried on the way failed. */
void ata_error_restore(const ata_error *error);

#endif
