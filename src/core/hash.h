/* hash.h - FNV-1a, 64 bits: finds damage in files and tells texts apart. Not for use against an adversary. */
#ifndef ATA_CORE_HASH_H
#define ATA_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define ATA_HASH_START UINT64_C(0xcbf29ce484222325)

/* Carry `hash` on over more bytes; begin with ATA_HASH_START. */
uint64_t ata_hash_add(uint64_t hash, const void *bytes, size_t size);

#endif
