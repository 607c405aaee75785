/* convert.h - numbers of every storage type to and from a block's buffers, one by one. Included by functions.h.
 *
 * Arrays are addressed in bytes and read and written by memcpy, so that no alignment is assumed of a caller's pointers.
 */

/* A strided array on one side, the buffers of a block on the other: `rows` x `lanes` points, `row` and `lane` bytes
 * apart. Without imaginary parts `im` and `buffer_im` are NULL. */
typedef struct ata_move {
    char *re, *im;
    int64_t row, lane;
    const int64_t *order; /* the place in the array of each row of the buffer, and the other way round; NULL where it
                             is the same */
    ptrdiff_t rows, lanes;
    real *buffer_re, *buffer_im; /* [rows][buffer_row] */
    ptrdiff_t buffer_row;
    real scale; /* on the way out */
    bool far;   /* rows are not in the cache */
} ata_move;

typedef void (*move_function)(const ata_move *move);

/* The nearest whole number in range; 0 for a NaN. */
static inline double round_to_integer(double x, double least, double most)
{
    return x != x ? 0 : x <= least ? least : x >= most ? most : rint(x);
}

/* --- One number -------------------------------------------------------------------------------------------------- */

INLINE real take_f32(const char *from)
{
    float x;
    memcpy(&x, from, sizeof x);
    return (real)x;
}

INLINE real take_f64(const char *from)
{
    double x;
    memcpy(&x, from, sizeof x);
    return (real)x;
}

INLINE real take_f16(const char *from)
{
    uint16_t x;
    memcpy(&x, from, sizeof x);
    return (real)widen_16(x, 10, 5);
}

INLINE real take_bf16(const char *from)
{
    uint16_t x;
    memcpy(&x, from, sizeof x);
    return (real)widen_16(x, 7, 8);
}

INLINE real take_i16(const char *from)
{
    int16_t x;
    memcpy(&x, from, sizeof x);
    return (real)x;
}

INLINE real take_i8(const char *from)
{
    int8_t x;
    memcpy(&x, from, sizeof x);
    return (real)x;
}

INLINE void put_f32(char *to, real y)
{
    const float x = (float)y;
    memcpy(to, &x, sizeof x);
}

INLINE void put_f64(char *to, real y)
{
    const double x = (double)y;
    memcpy(to, &x, sizeof x);
}

INLINE void put_f16(char *to, real y)
{
    const uint16_t x = (uint16_t)narrow_16((double)y, 10, 5);
    memcpy(to, &x, sizeof x);
}

INLINE void put_bf16(char *to, real y)
{
    const uint16_t x = (uint16_t)narrow_16((double)y, 7, 8);
    memcpy(to, &x, sizeof x);
}

INLINE void put_i16(char *to, real y)
{
    const int16_t x = (int16_t)round_to_integer((double)y, INT16_MIN, INT16_MAX);
    memcpy(to, &x, sizeof x);
}

INLINE void put_i8(char *to, real y)
{
    const int8_t x = (int8_t)round_to_integer((double)y, INT8_MIN, INT8_MAX);
    memcpy(to, &x, sizeof x);
}

/* --- Many -------------------------------------------------------------------------------------------------------- */

/* Visit every point in an order that uses each cache line of the array at once: along the shorter of its two strides,
 * in tiles where that is the row. Strides are often powers of two, and a loop over the longer one would find all its
 * lines in the same few places of the cache. */
enum { ROW_TILE = 16 };
#define FOR_POINTS(move, statement)                                                     \
    if (llabs((move).row) < llabs((move).lane)) {                                       \
        for (ptrdiff_t tile = 0; tile < (move).rows; tile += ROW_TILE)                  \
            for (ptrdiff_t l = 0; l < (move).lanes; l++)                                \
                for (ptrdiff_t j = tile; j < (move).rows && j < tile + ROW_TILE; j++) { \
                    statement                                                           \
                }                                                                       \
    } else {                                                                            \
        for (ptrdiff_t j = 0; j < (move).rows; j++)                                     \
            for (ptrdiff_t l = 0; l < (move).lanes; l++) {                              \
                statement                                                               \
            }                                                                           \
    }

/* Where point (j, l) lies in the array, in bytes, and in the buffer. */
#define IN_ARRAY(move) (((move).order ? (move).order[j] : j) * (move).row + l * (move).lane)
#define IN_BUFFER(move) (j * (move).buffer_row + l)

/* The move is copied, so that no store can touch it and its fields stay in registers. */
#define GATHER(name, take)                                                                      \
    static void name(const ata_move *given)                                                     \
    {                                                                                           \
        const ata_move move = *given;                                                           \
        if (move.im) {                                                                          \
            FOR_POINTS(move, move.buffer_re[IN_BUFFER(move)] = take(move.re + IN_ARRAY(move));  \
                       move.buffer_im[IN_BUFFER(move)] = take(move.im + IN_ARRAY(move));)       \
        } else {                                                                                \
            FOR_POINTS(move, move.buffer_re[IN_BUFFER(move)] = take(move.re + IN_ARRAY(move));) \
        }                                                                                       \
    }

#define SCATTER(name, put)                                                                                 \
    static void name(const ata_move *given)                                                                \
    {                                                                                                      \
        const ata_move move = *given;                                                                      \
        if (move.im) {                                                                                     \
            FOR_POINTS(move, put(move.re + IN_ARRAY(move), move.scale * move.buffer_re[IN_BUFFER(move)]);  \
                       put(move.im + IN_ARRAY(move), move.scale * move.buffer_im[IN_BUFFER(move)]);)       \
        } else {                                                                                           \
            FOR_POINTS(move, put(move.re + IN_ARRAY(move), move.scale * move.buffer_re[IN_BUFFER(move)]);) \
        }                                                                                                  \
    }

GATHER(gather_f32, take_f32)
GATHER(gather_f64, take_f64)
GATHER(gather_f16, take_f16)
GATHER(gather_bf16, take_bf16)
GATHER(gather_i16, take_i16)
GATHER(gather_i8, take_i8)
SCATTER(scatter_f32, put_f32)
SCATTER(scatter_f64, put_f64)
SCATTER(scatter_f16, put_f16)
SCATTER(scatter_bf16, put_bf16)
SCATTER(scatter_i16, put_i16)
SCATTER(scatter_i8, put_i8)

static const move_function gather_table[] = {[ATA_F32] = gather_f32,   [ATA_F64] = gather_f64, [ATA_F16] = gather_f16,
                                             [ATA_BF16] = gather_bf16, [ATA_I16] = gather_i16, [ATA_I8] = gather_i8};
static const move_function scatter_table[] = {
    [ATA_F32] = scatter_f32,   [ATA_F64] = scatter_f64, [ATA_F16] = scatter_f16,
    [ATA_BF16] = scatter_bf16, [ATA_I16] = scatter_i16, [ATA_I8] = scatter_i8};
