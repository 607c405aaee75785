/* hash.c - FNV-1a. Each step is a bijection of the hash, so that two texts that differ in one byte never share it. */
#include "core/hash.h"

uint64_t ata_hash_add(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}
