/* places.h - where the points of a butterfly lie: row j is `next` numbers behind row j - 1. Included by functions.h.
 *
 * Left to itself, gcc makes the address of each row from that of the row before it, with an addition or two. All rows
 * of a butterfly then stand in one chain, whose links on a Neoverse V1 take a quarter of what can be issued. Here, on
 * aarch64, rows go by fours: an address is where its four begin, kept in a register, and one of four distances, which
 * the instruction that loads or stores adds. x86-64 has too few registers for that, and instructions that do more.
 */
#if defined(__aarch64__)
typedef struct places {
    ptrdiff_t next[4]; /* from the first of four rows to each, in bytes */
    ptrdiff_t four;    /* to the next four */
} places;

INLINE places places_of(ptrdiff_t next)
{
    const ptrdiff_t bytes = next * (ptrdiff_t)sizeof(real);
    return (places){{0, bytes, 2 * bytes, 3 * bytes}, 4 * bytes};
}

/* Find where each four of the rows from `x` on begins. The empty instruction keeps the compiler from knowing how one
 * was made of another, and from making its chain again. */
#define ROWS_AT(rows, x, places)                                  \
    const char *rows[(RADIX + 3) / 4];                            \
    rows[0] = (const char *)(x);                                  \
    UNROLL for (int four_ = 1; four_ <= (RADIX - 1) / 4; four_++) \
    {                                                             \
        rows[four_] = rows[four_ - 1] + places.four;              \
        __asm__("" : "+r"(rows[four_]));                          \
    }
#define ROW_AT(rows, places, j) ((real *)(rows[(j) / 4] + places.next[(j) % 4]))
#else
typedef ptrdiff_t places;

INLINE places places_of(ptrdiff_t next)
{
    return next;
}

#define ROWS_AT(rows, x, places) const real *const rows = x
#define ROW_AT(rows, places, j) ((real *)rows + (j)*places)
#endif
