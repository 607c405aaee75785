/* kinds.c - facts about kinds of transforms and types of numbers, as two small tables. */
#include "problem/problem.h"

typedef struct kind_facts {
    const char *name;
    bool complex_in;
    bool complex_out;
    int logical_factor; /* the logical length is factor * (n + offset) */
    int logical_offset;
} kind_facts;

static const kind_facts kinds[] = {
    [ATA_C2C] = {"c2c", true, true, 1, 0},         [ATA_R2C] = {"r2c", false, true, 1, 0},
    [ATA_C2R] = {"c2r", true, false, 1, 0},        [ATA_DCT1] = {"dct1", false, false, 2, -1},
    [ATA_DCT2] = {"dct2", false, false, 2, 0},     [ATA_DCT3] = {"dct3", false, false, 2, 0},
    [ATA_DCT4] = {"dct4", false, false, 2, 0},     [ATA_DST1] = {"dst1", false, false, 2, 1},
    [ATA_DST2] = {"dst2", false, false, 2, 0},     [ATA_DST3] = {"dst3", false, false, 2, 0},
    [ATA_DST4] = {"dst4", false, false, 2, 0},     [ATA_DHT] = {"dht", false, false, 1, 0},
    [ATA_REVERSE] = {"reverse", true, true, 1, 0},
};

typedef struct type_facts {
    const char *name;
    int64_t bytes;
} type_facts;

static const type_facts types[] = {
    [ATA_TYPE_DEFAULT] = {NULL, 0}, [ATA_F32] = {"f32", 4}, [ATA_F64] = {"f64", 8}, [ATA_F16] = {"f16", 2},
    [ATA_BF16] = {"bf16", 2},       [ATA_I16] = {"i16", 2}, [ATA_I8] = {"i8", 1},
};

/* NULL for a number that is no kind; the cast makes negative ones large. */
static const kind_facts *facts_of_kind(ata_kind kind)
{
    return (unsigned)kind < sizeof kinds / sizeof kinds[0] ? &kinds[kind] : NULL;
}

static const type_facts *facts_of_type(ata_type type)
{
    return (unsigned)type < sizeof types / sizeof types[0] ? &types[type] : NULL;
}

const char *ata_kind_name(ata_kind kind)
{
    const kind_facts *facts = facts_of_kind(kind);
    return facts ? facts->name : NULL;
}

const char *ata_type_name(ata_type type)
{
    const type_facts *facts = facts_of_type(type);
    return facts ? facts->name : NULL;
}

int64_t ata_type_bytes(ata_type type)
{
    const type_facts *facts = facts_of_type(type);
    return facts ? facts->bytes : 0;
}

bool ata_kind_complex_in(ata_kind kind)
{
    const kind_facts *facts = facts_of_kind(kind);
    return facts && facts->complex_in;
}

bool ata_kind_complex_out(ata_kind kind)
{
    const kind_facts *facts = facts_of_kind(kind);
    return facts && facts->complex_out;
}

int64_t ata_kind_logical_length(ata_kind kind, int64_t n)
{
    const kind_facts *facts = facts_of_kind(kind);
    return facts ? facts->logical_factor * (n + facts->logical_offset) : n;
}
