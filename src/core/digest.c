/* digest.c - SHA-256 (FIPS 180-4), in plain words. */
#include "core/digest.h"

#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void put32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(value >> (24 - 8 * i));
}

/* One of the 64 rounds. What the standard calls the turning of the eight words is done by their names: every round is
 * given them turned by one more, and leaves two new ones in the places of d and h. */
static inline void do_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                            uint32_t *h, uint32_t word)
{
    const uint32_t choice = g ^ (e & (f ^ g)), majority = (a & b) | (c & (a | b));
    const uint32_t one = *h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + word;
    *d += one;
    *h = one + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
}

/* Eight rounds, after which every word has its own name again. */
static inline void do_rounds(uint32_t s[8], const uint32_t *w, const uint32_t *constant)
{
    do_round(s[0], s[1], s[2], &s[3], s[4], s[5], s[6], &s[7], constant[0] + w[0]);
    do_round(s[7], s[0], s[1], &s[2], s[3], s[4], s[5], &s[6], constant[1] + w[1]);
    do_round(s[6], s[7], s[0], &s[1], s[2], s[3], s[4], &s[5], constant[2] + w[2]);
    do_round(s[5], s[6], s[7], &s[0], s[1], s[2], s[3], &s[4], constant[3] + w[3]);
    do_round(s[4], s[5], s[6], &s[7], s[0], s[1], s[2], &s[3], constant[4] + w[4]);
    do_round(s[3], s[4], s[5], &s[6], s[7], s[0], s[1], &s[2], constant[5] + w[5]);
    do_round(s[2], s[3], s[4], &s[5], s[6], s[7], s[0], &s[1], constant[6] + w[6]);
    do_round(s[1], s[2], s[3], &s[4], s[5], s[6], s[7], &s[0], constant[7] + w[7]);
}

/* The 16 words of a block, continued to 64. */
static void spread(uint32_t w[64], const unsigned char *block)
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] =
            w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], s[8];
    spread(w, block);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i += 8) do_rounds(s, w + i, constants + i);
    for (int i = 0; i < 8; i++) state[i] += s[i];
}

void ata_digest_begin(ata_digester *digester)
{
    /* The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
    *digester = (ata_digester){
        .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void ata_digest_add(ata_digester *digester, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    while (size > 0) {
        const size_t filled = (size_t)(digester->count % sizeof digester->block);
        const size_t room = sizeof digester->block - filled;
        const size_t taken = size < room ? size : room;
        memcpy(digester->block + filled, at, taken);
        if (taken == room) add_block(digester->state, digester->block);
        digester->count += taken;
        at += taken;
        size -= taken;
    }
}

void ata_digest_add_text(ata_digester *digester, const char *text)
{
    const size_t length = strlen(text);
    unsigned char bytes[8];
    put32(bytes, (uint32_t)((uint64_t)length >> 32));
    put32(bytes + 4, (uint32_t)length);
    ata_digest_add(digester, bytes, sizeof bytes);
    ata_digest_add(digester, text, length);
}

ata_digest ata_digest_end(ata_digester *digester)
{
    static const unsigned char padding[64] = {0x80};
    const uint64_t bits = digester->count * 8;
    unsigned char length[8];
    put32(length, (uint32_t)(bits >> 32));
    put32(length + 4, (uint32_t)bits);
    const size_t filled = (size_t)(digester->count % 64);
    ata_digest_add(digester, padding, filled < 56 ? 56 - filled : 120 - filled);
    ata_digest_add(digester, length, sizeof length);
    ata_digest digest;
    for (int i = 0; i < 8; i++) put32(digest.bytes + 4 * i, digester->state[i]);
    return digest;
}

bool ata_digest_equal(const ata_digest *a, const ata_digest *b)
{
    return memcmp(a->bytes, b->bytes, ATA_DIGEST_BYTES) == 0;
}
