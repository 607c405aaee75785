/* array.c - allocates, fills, poisons and inspects the arrays of a problem. */
#include "check/array.h"

#include <stdlib.h>
#include <string.h>

#include "check/number.h"
#include "check/random.h"

enum { GUARD = 256, ALIGNMENT = 64 };

/* Room for the reach, a guard on both sides and the shift that puts the base where it was asked to be. */
static ata_status block_create(check_block *block, int64_t reach, int64_t before, int misalign)
{
    const size_t bytes = (size_t)reach + 2 * GUARD + 2 * ALIGNMENT;
    block->memory = malloc(bytes);
    if (!block->memory) return ATA_ERROR_MEMORY;
    block->bytes = bytes;
    const uintptr_t lowest = (uintptr_t)block->memory + GUARD + (uintptr_t)before;
    block->base = block->memory + GUARD + before + (ALIGNMENT - lowest % ALIGNMENT) % ALIGNMENT + misalign;
    return ATA_OK;
}

ata_status check_arrays_create(check_arrays *arrays, const ata_problem *problem, int misalign)
{
    memset(arrays, 0, sizeof *arrays);
    ata_extent extent;
    ata_status status = ata_problem_check(problem, &arrays->problem);
    if (status == ATA_OK) status = ata_problem_extent(&arrays->problem, &extent);
    if (status != ATA_OK) return status;
    check_end_init(&arrays->in, &arrays->problem, CHECK_IN);
    check_end_init(&arrays->out, &arrays->problem, CHECK_OUT);

    const bool in_place = arrays->problem.place == ATA_IN_PLACE;
    const bool wanted[CHECK_BLOCKS] = {
        [CHECK_BLOCK_IN] = true,
        [CHECK_BLOCK_IN_IMAG] = arrays->in.split,
        [CHECK_BLOCK_OUT] = !in_place,
        [CHECK_BLOCK_OUT_IMAG] = arrays->out.split && !(in_place && arrays->in.split),
    };
    for (int i = 0; i < CHECK_BLOCKS && status == ATA_OK; i++) {
        const bool input = i == CHECK_BLOCK_IN || i == CHECK_BLOCK_IN_IMAG;
        if (!wanted[i]) continue;
        status = block_create(&arrays->block[i], input ? extent.in_bytes : extent.out_bytes,
                              input ? extent.in_before : extent.out_before, misalign);
    }
    if (status != ATA_OK) {
        check_arrays_destroy(arrays);
        return status;
    }
    arrays->in_re = arrays->block[CHECK_BLOCK_IN].base;
    arrays->in_im = arrays->block[CHECK_BLOCK_IN_IMAG].base;
    arrays->out_re = in_place ? arrays->in_re : arrays->block[CHECK_BLOCK_OUT].base;
    arrays->out_im = in_place && arrays->in.split ? arrays->in_im : arrays->block[CHECK_BLOCK_OUT_IMAG].base;
    return ATA_OK;
}

void check_arrays_destroy(check_arrays *arrays)
{
    for (int i = 0; i < CHECK_BLOCKS; i++) free(arrays->block[i].memory);
    memset(arrays->block, 0, sizeof arrays->block);
}

void check_arrays_set_poison(check_arrays *arrays, int poison)
{
    for (int i = 0; i < CHECK_BLOCKS; i++) {
        if (arrays->block[i].memory) memset(arrays->block[i].memory, poison, arrays->block[i].bytes);
    }
}

double check_arrays_get_random(ata_type type, uint64_t seed, int64_t key)
{
    const uint64_t bits = check_random_get_keyed(seed, (uint64_t)key);
    switch (type) {
    case ATA_F16: return (double)(bits >> 53) * 0x1p-10 - 1; /* 11 bits */
    case ATA_BF16: return (double)(bits >> 56) * 0x1p-7 - 1; /* 8 bits */
    case ATA_I16: return (double)(int)((bits >> 33) % 64001) - 32000;
    case ATA_I8: return (double)(int)((bits >> 33) % 201) - 100;
    default: return (double)(bits >> 40) * 0x1p-23 - 1; /* 24 bits: exact in f32 */
    }
}

int64_t check_arrays_get_key(const check_end *end, int64_t offset, int part)
{
    const int64_t number = offset / end->bytes;
    if (part == 0) return number;
    return end->split ? number + ((int64_t)1 << 62) : number + 1;
}

void check_arrays_fill(check_arrays *arrays, uint64_t seed)
{
    const check_end *end = &arrays->in;
    check_walk walk;
    check_walk_init(&walk, end);
    do {
        double value[2] = {0, 0};
        for (int part = 0; part < end->numbers; part++) {
            value[part] = check_arrays_get_random(end->type, seed, check_arrays_get_key(end, walk.offset, part));
        }
        check_end_store(end, arrays->in_re, arrays->in_im, walk.offset, value);
    } while (check_walk_next(&walk));
}

/* FNV-1a, eight bytes at a time: order matters, and any changed byte shows. */
static uint64_t digest(uint64_t hash, const unsigned char *bytes, size_t count)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    for (; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

uint64_t check_arrays_get_input_digest(const check_arrays *arrays)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = CHECK_BLOCK_IN; i <= CHECK_BLOCK_IN_IMAG; i++) {
        if (arrays->block[i].memory) hash = digest(hash, arrays->block[i].memory, arrays->block[i].bytes);
    }
    return hash;
}

uint64_t check_arrays_get_output_digest(const check_arrays *arrays)
{
    const check_end *end = &arrays->out;
    const unsigned char *re = arrays->out_re, *im = arrays->out_im;
    const size_t bytes = (size_t)end->bytes * (end->numbers == 2 && !end->split ? 2 : 1);
    uint64_t hash = 0xcbf29ce484222325u;
    check_walk walk;
    check_walk_init(&walk, end);
    do {
        hash = digest(hash, re + walk.offset, bytes);
        if (end->split) hash = digest(hash, im + walk.offset, bytes);
    } while (check_walk_next(&walk));
    return hash;
}

static void wipe(const check_end *end, unsigned char *re, unsigned char *im, int poison)
{
    const size_t bytes = (size_t)end->bytes * (end->numbers == 2 && !end->split ? 2 : 1);
    check_walk walk;
    check_walk_init(&walk, end);
    do {
        memset(re + walk.offset, poison, bytes);
        if (end->split) memset(im + walk.offset, poison, bytes);
    } while (check_walk_next(&walk));
}

int64_t check_arrays_count_damage(check_arrays *arrays, int poison)
{
    const bool in_place = arrays->problem.place == ATA_IN_PLACE;
    int64_t damaged = 0;
    wipe(&arrays->out, arrays->out_re, arrays->out_im, poison);
    /* In place, the input may be used up; out of place it has its own check, by digest. */
    if (in_place) wipe(&arrays->in, arrays->in_re, arrays->in_im, poison);
    for (int i = in_place ? CHECK_BLOCK_IN : CHECK_BLOCK_OUT; i < CHECK_BLOCKS; i++) {
        const check_block *block = &arrays->block[i];
        for (size_t b = 0; b < block->bytes; b++) damaged += block->memory[b] != (unsigned char)poison;
    }
    return damaged;
}

ata_buffers check_arrays_get_buffers(const check_arrays *arrays)
{
    return (ata_buffers){
        .in = arrays->in_re, .out = arrays->out_re, .in_imag = arrays->in_im, .out_imag = arrays->out_im};
}
