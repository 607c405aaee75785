/* convert.h - numbers of every storage type to and from a block's buffers. Included by line_f32.c and line_f64.c.
 *
 * Arrays are addressed in bytes and read and written by memcpy, so that no alignment is assumed of a caller's pointers.
 */

/* A strided array on one side, the buffers of a block on the other: `rows` x `lanes` points, `row` and `lane` bytes apart. Without imaginary
 * parts `im` and `buffer_im` are NULL. */
typedef struct ata_move {
    char *re, *im;
    int64_t row, lane;
    ptrdiff_t rows, lanes;
    real *buffer_re, *buffer_im; /* [rows][lanes] */
    real scale;                  /* on the way out */
} ata_move;

typedef void (*move_function)(const ata_move *move);

static inline int8_t round_i8(double x)
{
    return (int8_t)(x != x ? 0 : x <= -128 ? -128 : x >= 127 ? 127 : rint(x));
}

static inline int16_t round_i16(double x)
{
    return (int16_t)(x != x ? 0 : x <= -32768 ? -32768 : x >= 32767 ? 32767 : rint(x));
}

/* Visit every point in an order that uses each cache line of the array at once: along the shorter of its two strides, in tiles where that
 * is the row. Strides are often powers of two, and a loop over the longer one would find all its lines in the same few places of the cache. */
#define FOR_POINTS(move, visit)                                                                                             \
    if (llabs((move)->row) < llabs((move)->lane)) {                                                                         \
        for (ptrdiff_t tile = 0; tile < (move)->rows; tile += ROW_TILE)                                                     \
            for (ptrdiff_t l = 0; l < (move)->lanes; l++)                                                                   \
                for (ptrdiff_t j = tile; j < (move)->rows && j < tile + ROW_TILE; j++) visit(move, j, l);                   \
    } else {                                                                                                                \
        for (ptrdiff_t j = 0; j < (move)->rows; j++)                                                                        \
            for (ptrdiff_t l = 0; l < (move)->lanes; l++) visit(move, j, l);                                                \
    }

enum { ROW_TILE = 16 };

#define GATHER(name, stored, converted)                                                                                     \
    INLINE void take_##name(const char *from, real *to)                                                                     \
    {                                                                                                                       \
        stored x;                                                                                                           \
        memcpy(&x, from, sizeof x);                                                                                         \
        *to = (real)(converted);                                                                                            \
    }                                                                                                                       \
    INLINE void take_real_##name(const ata_move *move, ptrdiff_t j, ptrdiff_t l)                                            \
    {                                                                                                                       \
        take_##name(move->re + j * move->row + l * move->lane, &move->buffer_re[j * move->lanes + l]);                      \
    }                                                                                                                       \
    INLINE void take_complex_##name(const ata_move *move, ptrdiff_t j, ptrdiff_t l)                                         \
    {                                                                                                                       \
        const int64_t at = j * move->row + l * move->lane;                                                                  \
        take_##name(move->re + at, &move->buffer_re[j * move->lanes + l]);                                                  \
        take_##name(move->im + at, &move->buffer_im[j * move->lanes + l]);                                                  \
    }                                                                                                                       \
    static void gather_##name(const ata_move *given)                                                                        \
    {                                                                                                                       \
        const ata_move move = *given; /* a copy that no store can touch: its fields stay in registers */                    \
        if (move.im) FOR_POINTS(&move, take_complex_##name)                                                                 \
        else FOR_POINTS(&move, take_real_##name)                                                                            \
    }

#define SCATTER(name, stored, converted)                                                                                    \
    INLINE void put_##name(char *to, real value, real scale)                                                                \
    {                                                                                                                       \
        const real y = scale * value;                                                                                       \
        const stored x = (stored)(converted);                                                                               \
        memcpy(to, &x, sizeof x);                                                                                           \
    }                                                                                                                       \
    INLINE void put_real_##name(const ata_move *move, ptrdiff_t j, ptrdiff_t l)                                             \
    {                                                                                                                       \
        put_##name(move->re + j * move->row + l * move->lane, move->buffer_re[j * move->lanes + l], move->scale);           \
    }                                                                                                                       \
    INLINE void put_complex_##name(const ata_move *move, ptrdiff_t j, ptrdiff_t l)                                          \
    {                                                                                                                       \
        const int64_t at = j * move->row + l * move->lane;                                                                  \
        put_##name(move->re + at, move->buffer_re[j * move->lanes + l], move->scale);                                       \
        put_##name(move->im + at, move->buffer_im[j * move->lanes + l], move->scale);                                       \
    }                                                                                                                       \
    static void scatter_##name(const ata_move *given)                                                                       \
    {                                                                                                                       \
        const ata_move move = *given;                                                                                       \
        if (move.im) FOR_POINTS(&move, put_complex_##name)                                                                  \
        else FOR_POINTS(&move, put_real_##name)                                                                             \
    }

GATHER(f32, float, x)
GATHER(f64, double, x)
GATHER(f16, uint16_t, widen_16(x, 10, 5))
GATHER(bf16, uint16_t, widen_16(x, 7, 8))
GATHER(i16, int16_t, x)
GATHER(i8, int8_t, x)

SCATTER(f32, float, y)
SCATTER(f64, double, y)
SCATTER(f16, uint16_t, narrow_16((double)y, 10, 5))
SCATTER(bf16, uint16_t, narrow_16((double)y, 7, 8))
SCATTER(i16, int16_t, round_i16((double)y))
SCATTER(i8, int8_t, round_i8((double)y))

static const move_function gather_table[] = {[ATA_F32] = gather_f32, [ATA_F64] = gather_f64,   [ATA_F16] = gather_f16,
                                             [ATA_BF16] = gather_bf16, [ATA_I16] = gather_i16, [ATA_I8] = gather_i8};
static const move_function scatter_table[] = {[ATA_F32] = scatter_f32, [ATA_F64] = scatter_f64,   [ATA_F16] = scatter_f16,
                                              [ATA_BF16] = scatter_bf16, [ATA_I16] = scatter_i16, [ATA_I8] = scatter_i8};
