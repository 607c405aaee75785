/* line.h - a line made ready: the steps of one pass with their tables, and the functions that run them.
 *
 * Lines are transformed in blocks of several side by side, so that vector instructions find the same work in every
 * lane. Real and imaginary parts lie apart. A block of 3 points and 4 lanes, as it lies in a buffer:
 *
 *     re: p0l0 p0l1 p0l2 p0l3 | p1l0 p1l1 p1l2 p1l3 | p2l0 p2l1 p2l2 p2l3      "row" j holds point j of every lane
 *     im: ...
 *
 * Columns of the caller's array lie just like that but for the alternating parts, so that first stages read and last
 * stages write the array itself. A single line is built differently: see stages.h.
 *
 * Everything here computes forward transforms; an inverse one is the forward one with real and imaginary parts
 * exchanged on the way in and out.
 *
 * The functions are written once, in the files beside this one, and compiled for each precision and each kind of vector
 * by the units line_*.c; sets.c lists them.
 */
#ifndef ATA_CPU_LINE_H
#define ATA_CPU_LINE_H

#include "core/roots.h"
#include "engine/cpu/line/program.h"
#include "engine/cpu/share.h"
#include "recipe/recipe.h"

/* What a line takes and gives. */
typedef enum ata_role {
    ATA_ROLE_COMPLEX,      /* n complex rows to n complex rows */
    ATA_ROLE_REAL_FORWARD, /* n real points, packed, to n/2 + 1 complex rows */
    ATA_ROLE_REAL_INVERSE, /* n/2 + 1 complex rows to n real points, packed */
    ATA_ROLE_TRIGONOMETRIC /* n real rows to n real rows, in `re` */
} ata_role;

/* How real points lie in the rows of a complex buffer. */
typedef enum ata_packing {
    ATA_PACKING_NONE,
    ATA_PACKING_HALF, /* point 2j in re, row j; point 2j + 1 in im, row j */
    ATA_PACKING_FULL  /* point j in re, row j; im is 0 */
} ata_packing;

/* One butterfly stage of a line; see stages.h. */
typedef struct ata_stage {
    int64_t radix;
    int64_t m;                /* butterflies side by side: the length still to be transformed, over the radix */
    int64_t s;                /* how many rows one point of this stage is wide: the radices already done */
    void *twiddle;            /* [m][radix - 1] complex numbers, NULL when m is 1; in another order when it combines */
    void *coarse;             /* of a compact stage: `twiddle` has the factors of the first rows, and this ... */
    int64_t together;         /* ... those of every so many; see compact.h */
    struct ata_line *wrapped; /* instead of a butterfly */
} ata_stage;

typedef struct ata_line {
    ata_op op; /* ATA_OP_LINE for stages */
    ata_role role;
    ata_form form;
    ata_kind kind; /* for ATA_ROLE_TRIGONOMETRIC */
    ata_packing packing;
    bool single;        /* built for one line at a time */
    bool combines;      /* its last stage combines lanes of its own */
    bool spread;        /* its stages go through memory as streams: see spread.h */
    bool deep;          /* too long for the cache: two lines are wrapped; see deep.h */
    bool by_definition; /* no convolution, though its op is one: see definition.h, direct_complex.h for single lines */
    bool one_by_one;    /* a convolution too long to be done side by side; what it wraps is built for one line */
    bool widens;        /* stages may have wider vectors than those before them: paired_set() */
    bool reads;         /* may read, or write, the caller's array itself ... */
    bool writes;
    bool pairs_in; /* ... also where real and imaginary parts alternate: the forms that its ends need are there */
    bool pairs_out;
    int64_t n;       /* points */
    int64_t rows_in; /* rows of the buffers a run reads and writes */
    int64_t rows_out;
    int64_t scratch; /* real numbers of scratch a lane */
    int stage_count;
    ata_stage *stage;
    struct ata_line *wrapped[2];
    int64_t m;                 /* the length of what is wrapped */
    int64_t divisor, sequence; /* of a real line of odd length, 0 for none: its first radix; see divided.h */
    void *table_re;            /* a spectrum, a chirp or rotations, by the op */
    void *table_im;
    void *chirp_re;
    void *chirp_im;
    void *paired;          /* factors of a short single line's last radix; see paired.h */
    void *turns;           /* factors of a single real line; see real_paired.h */
    void *coarse;          /* of a long one, whose table has the first rotations: every so many; see compact.h */
    void *direct;          /* matrices of a short real line; see direct.h */
    ata_program *program;  /* of a single line, from buffer to buffer; see write.h */
    int64_t pitch;         /* numbers between rows of lanes of its own; see stages.h */
    int64_t gap;           /* of a spread line, numbers between pieces; 0 for none */
    int parting;           /* how many of its first stages part it: 0, 1 or 2; see branches.h ... */
    int64_t branches;      /* ... and into how many branches */
    int64_t group;         /* where it parts, how many rows are combined by turns ... */
    ptrdiff_t *rows;       /* ... where they lie ... */
    int64_t width;         /* ... and how many share a factor */
    ata_root_table *roots; /* of a deep line ... */
    int64_t sweep;         /* ... and, of its scratch, what a block takes */
    int64_t *index_in;     /* permutations; index_out alone: the bit-reversed order of a form that has it */
    int64_t *index_out;
} ata_line;

/* The multiplication between passes, of the lanes of one block: point k of lane l by exp(-2 pi i k (rest + l step) /
 * N). With k = j + width i the factor is lane[j] * each[i], two short tables in place of a long one. */
typedef struct ata_between {
    int64_t rows, width; /* rows of a line; where a stage reads the tables, a divisor of them */
    int64_t lanes;       /* of a block, but for the last one, which may have fewer */
    const ata_root_table *roots;
    const void *tables; /* of every block along the lanes, when they are kept; NULL for none */
    const void *steps;  /* those of the first block, when others are made from them; NULL for none */
} ata_between;

/* One side of the blocks of a pass, in bytes. */
typedef struct ata_side {
    ata_type type;
    bool is_complex;
    int64_t apart; /* from a real part to its imaginary part where they alternate; 0 where they are two arrays; for an
                          inverse transform, whose parts are exchanged, from an imaginary part to its real part */
    int64_t row, lane; /* between the points of a line; between lines */
    int64_t run;       /* from one run of lines to the next */
    int64_t next;      /* from one block to the next */
    int64_t line;      /* all of a line, of one part where parts are two arrays; 0 where its points are no neighbours */
    /* Filled in by prepare(): whether points lie as the line's stages read and write them, whether blocks of so many
     * lanes can work there, and the strides in numbers then. */
    bool fits, direct;
    ptrdiff_t point_row, point_lane;
} ata_side;

/* The way of all blocks of a pass from memory to memory; see block.h. */
typedef struct ata_way {
    ata_side in, out;
    int64_t lanes; /* of a block, side by side; 1 to 3 for single lines */
    int64_t runs;  /* of so many lanes in a block; 1 but for short lines and narrow columns */
    bool in_place; /* both sides are the same memory */
    double scale;
    const ata_between *between; /* NULL for no multiplication between passes */
    bool twiddle_first;         /* before the line, not after it */
    int64_t rest_step;          /* how much more rest each lane has than the one before: 0 or 1 */
    const void *window;         /* NULL, or the numbers that points are multiplied by: row j of a lane by the one at */
    int64_t window_row;         /* j window_row + its rest */
    bool far;                   /* the arrays are larger than the cache ... */
    bool beyond;                /* ... or at least than the first of them */
    bool ahead;                 /* what the next program reads and writes is asked for; see block.h */
    ata_program *program;       /* of one block, from array to array; NULL for none */
    bool strips;                /* several neighbouring blocks are copied together: strips.h */
} ata_way;

/* Some blocks, one after the other. For an inverse complex transform re and im are exchanged. */
typedef struct ata_blocks {
    int64_t count;
    char *in_re, *in_im; /* in_im is NULL for real numbers */
    char *out_re, *out_im;
    int64_t rest; /* of lane 0 of the first block */
    void *scratch;
    const ata_crew *crew; /* threads that share each block; NULL for one */
} ata_blocks;

/* Where an array begins: its real and its imaginary parts. */
typedef struct ata_base {
    char *re, *im;
} ata_base;

/* Butterflies of two points, all that a pass does, where the points of a line are neighbours: see butterflies.h. Number
 * q takes point q / half * 2 half + q % half and the one `half` behind it. Its factor is root q / every % period of
 * 2 period of them. All of these are powers of two. */
typedef struct ata_butterflies {
    int64_t half_in, half_out;
    int64_t every, period;
    bool factor_first;        /* the second point is multiplied before the butterfly, not after it */
    bool inverse;             /* factors are conjugated */
    bool pairs_in, pairs_out; /* real and imaginary parts alternate */
    int64_t chunk;            /* how many are done in one call */
    const void *factors;      /* of a chunk, each to be multiplied with the factor of the first one */
    const ata_root_table *roots;
    double scale;
} ata_butterflies;

/* One side of a tile of points that change places: `row`, `column` and `lane` bytes apart. */
typedef struct ata_tile_side {
    ata_type type;
    int64_t row, column, lane;
    const int64_t *order; /* the place of each row; NULL where they come one after the other */
} ata_tile_side;

/* Rows of the input become columns of the output: see tile.h. */
typedef struct ata_tile {
    int64_t rows, columns; /* of the input */
    bool wide;             /* a point is several that lie side by side, along lanes */
    ata_tile_side in, out;
    double scale;
    int64_t window_row; /* between the numbers of a window for neighbouring rows */
} ata_tile;

/* Stages with both parts of a number in one vector: see paired.h. */
typedef enum ata_paired_form {
    ATA_PAIRED_COLUMNS,  /* side by side, at both ends */
    ATA_PAIRED_TURNING,  /* the same, and the results turned */
    ATA_PAIRED_TWO_ROWS, /* two lines anywhere, then their sums and differences */
    ATA_PAIRED_LAST      /* lines one behind the other, turned first; the results side by side */
} ata_paired_form;

/* The functions of one precision, for one kind of vector. */
typedef struct ata_line_functions {
    const char *isa;
    int width; /* numbers of a vector */
    size_t real_bytes;
    bool (*has_radix)(int64_t radix);
    /* Whether a single line of these steps fills its vectors: then the widest ones serve it best. */
    bool (*combines)(const ata_step *steps, int count);
    /* Whether real points, done as complex ones by these steps, begin with a stage that halves the work of the rest. */
    bool (*divides)(const ata_step *steps, int count);
    ata_status (*build)(const ata_step *steps, int count, ata_role role, ata_kind kind, ata_form form, bool single,
                        ata_line **line);
    void (*destroy)(ata_line *line);
    /* Bytes of scratch for a block of so many lanes, by so many threads; with a multiplication between passes, or
     * NULL. */
    size_t (*block_bytes)(const ata_line *line, int64_t lanes, const ata_between *between, int threads);
    /* Into how many rows the multiplication between passes is best cut. */
    int64_t (*between_width)(const ata_line *line);
    /* The tables of a multiplication between passes for `lanes` lanes from `rest` on, between_numbers() of them. */
    int64_t (*between_numbers)(const ata_between *between, int64_t lanes);
    void (*make_between)(const ata_between *between, int64_t rest, int64_t rest_step, int64_t lanes, void *tables);
    /* Whether a line is one butterfly, or one codelet. */
    bool (*is_short)(const ata_line *line);
    /* How many of so many single lines are better done at a time between these sides: the lanes of a way then. */
    int64_t (*lines_together)(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lines);
    /* Whether blocks of so many lanes go through a buffer between these sides, in which lanes of several runs may lie
     * side by side. */
    bool (*gathers)(const ata_line *line, const ata_side *in, const ata_side *out, int64_t lanes);
    /* Whether single lines are done as paired.h has it between these sides: of two radices, several runs at a time; and
     * whether those are many, since they need no buffer for it. */
    bool (*is_paired)(const ata_line *line, const ata_side *in, const ata_side *out);
    bool (*is_one_call)(const ata_line *line);
    /* Whether blocks of lines of these steps can be done in strips between these sides (strips.h), multiplied as
     * between passes or not; and bytes of scratch for a strip, as of block_bytes(). */
    bool (*makes_strips)(const ata_step *steps, int count, const ata_side *in, const ata_side *out, bool twiddled);
    size_t (*strip_bytes)(const ata_line *line, int64_t lanes, const ata_between *between);
    /* How many threads may share one line: 1 where it cannot be shared. */
    int64_t (*most_threads)(const ata_line *line);
    /* Whether they would share but a part of the work. */
    bool (*shares_part)(const ata_line *line);
    /* Find out what of a way can be direct. */
    void (*prepare)(const ata_line *line, ata_way *way);
    /* Write the program of a block on a prepared way; it fails where there is none. */
    void (*write)(const ata_line *line, const ata_way *way, ata_writer *writer);
    /* A block of two rows, and one of the columns across them, as one call; whether there is one. See two_rows.h. */
    bool (*join_rows)(const ata_line *row, const ata_way *rows, const ata_line *column, const ata_way *columns,
                      ata_program_step *step);
    /* Load, transform and store blocks. */
    void (*run_blocks)(const ata_line *line, const ata_way *way, const ata_blocks *blocks);
    /* Write the factors of a chunk of butterflies, 2 chunk numbers; and do `what->chunk` of them from the first on. */
    void (*make_factors)(const ata_butterflies *what, void *factors);
    void (*run_butterflies)(const ata_butterflies *what, ata_base in, ata_base out, int64_t first);
    /* Take a tile from an array into a buffer, and put it down; `lanes` of every point. Buffers and `work` have room
     * for 2 rows columns lanes numbers. `window`: the number for the first point; NULL for none. */
    void (*load_tile)(const ata_tile *tile, int64_t lanes, ata_base from, const void *window, void *buffer, void *work);
    void (*store_tile)(const ata_tile *tile, int64_t lanes, ata_base to, void *buffer);
    /* A stage of paired.h, and two of them in one call; NULL for none. And the factors of the last one, which does
     * `lines` lines. */
    ata_function (*paired_stage)(int64_t radix, ata_paired_form form, bool turned);
    ata_function (*paired_square)(int64_t rows, int64_t across, bool turned);
    ata_status (*build_paired)(int64_t radix, int64_t lines, void **table);
    /* The form of a call that is all of an execution; NULL for none. See wholes.h. */
    ata_whole (*whole_of)(ata_function function, const ata_call *call);
    /* Whether a few real lines of n points are done by the definition (direct.h), though stages could do them; the
     * matrices of such lines; and the lines, forward and back. */
    bool (*is_direct_few)(int64_t n);
    ata_status (*build_direct)(int64_t n, void **table);
    ata_function direct_forward, direct_inverse;
    /* Whether complex lines of n points that are a convolution are done by the definition, side by side. */
    bool (*is_by_definition)(int64_t n);
    /* What a real line of even length does beside its complex one, for one line, whichever set has built it. */
    ata_function separate, join;
    /* Write what does `lanes` lines from the first on of a line that is one butterfly, whichever set has built it. */
    void (*write_butterflies)(const ata_line *line, const ata_way *way, int64_t first, int64_t lanes,
                              ata_writer *writer);
} ata_line_functions;

#endif
