/* digest.h - SHA-256: names what a text or a file holds, so surely that equal digests stand for equal contents. */
#ifndef ATA_CORE_DIGEST_H
#define ATA_CORE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ATA_DIGEST_BYTES = 32 };

typedef struct ata_digest {
    unsigned char bytes[ATA_DIGEST_BYTES];
} ata_digest;

/* A digest in the making. */
typedef struct ata_digester {
    uint32_t state[8];
    unsigned char block[64]; /* what does not fill a block yet: count % 64 bytes */
    uint64_t count;          /* of bytes so far */
} ata_digester;

void ata_digest_begin(ata_digester *digester);
void ata_digest_add(ata_digester *digester, const void *bytes, size_t size);

/* A text with its length in front, so that ("ab", "c") and ("a", "bc") differ. */
void ata_digest_add_text(ata_digester *digester, const char *text);

ata_digest ata_digest_end(ata_digester *digester);

bool ata_digest_equal(const ata_digest *a, const ata_digest *b);

#endif
