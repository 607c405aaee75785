/* recipe.h - the noun "recipe": how to compute a problem, as plain data.
 *
 * A recipe is a list of passes. A pass is a list of steps along one dimension, done on lines that are in fast memory:
 * load, step, step, ..., store. A step is a butterfly stage of some radix, or an algorithm that wraps steps of its own.
 * A pass may be joined to the one before it, along another dimension: then both are done in one sweep over memory,
 * on tiles of both dimensions; the text has them between the same braces.
 *
 *     {X(16), X(16), X(16)}                         4096 points, one pass of three radix-16 stages
 *     {X(16), X(8)} {Y(16), Y(8)}                   128 x 128, a pass along each dimension
 *     {X(16), X(16)} {X(16), X(16)}                 65536 points in two passes
 *     {X(16), X(16), Y(16)} {Y(16), Z(16), Z(16)}   256 x 256 x 256 in two sweeps, in each a part of Y
 *     {dif: X(16), X(16)}                           256 points, left in bit-reversed order
 *     {plain: X(8), X(8), X(8)}                     512 points, exchanged on a GPU in the order of the data
 *     {X(4), X(rader:1009(16, 9, 7))}               4036 points: a stage of radix 4, then Rader's algorithm
 *     {X(half:1024(16, 8, 4))}                      1024 real points through 512 complex ones
 *     {X(half:8192(line:64(8, 8), line:64(8, 8)))}  8192 real points; on a GPU each line is a pass of its own
 *     {X(4, 2, 4, 8, tw), X(2, 4, 1, 4, no-tw)}     8 points, {X(2), X(4)}, with what follows (notation.h)
 *     {reverse: X(16)} {dit: X(4)} {dit: X(4)}      16 points: a reordering, then passes that take bit-reversed points
 *
 * X is the last dimension of the problem, the fastest; Y the one before it, then Z, D4, D5 ...
 *
 * Steps lie in one array, a wrapping step before what it wraps; `span` counts the step and all that it wraps. For the
 * fifth line:
 *
 *     index   0         1             2         3        4
 *     step    radix 4   rader 1009    radix 16  radix 9  radix 7
 *     span    1         4             1         1        1
 *
 * Several passes along one dimension split its length N = n1 n2 ... in the order of the passes. With p the pass at
 * hand, `before` the product of the lengths of the passes before it and `after` of those after it:
 *
 *   natural      the line of a pass runs over the digit of weight `after` of the index; after each but the last pass,
 *                point k of the line that started at `rest` (0 <= rest < after) is multiplied by exp(-2 pi i k rest /
 *                (n after)); the last pass stores the digits in opposite order, which puts the frequencies into natural
 *                order
 *   dif          the same, but every pass leaves its line in bit-reversed order where it was: nothing is permuted
 *   dit          the opposite: takes bit-reversed frequencies; the digit of a pass has the weight `before`, and the
 *                multiplication by exp(-2 pi i k rest / (n before)), 0 <= rest < before, comes first
 *   geometry     the places are the same in every pass: each takes the leading digit, of weight N / n, and stores it,
 *                bit-reversed, as the last one, behind which the others move up; multiplications as in natural
 *
 * How a pass does its work, for recipes that are to do it as somebody did (0 and false where the engine may choose):
 *
 *   lines=4      four lines side by side in a tile of a GPU
 *   turned       the pass follows a transposition that brought its digit to the end: its points are neighbours, the
 *                digits of weight `after` come before them, and those of weight `before` lead
 *   plain        a GPU exchanges points in the order of the data, to measure what its own order is worth
 *
 * A reordering is a pass without steps that computes nothing; of an index i along its dimension of N points it makes
 *
 *   reverse(n)    the index with its lowest log2 n bits in opposite order
 *   unshuffle(n)  within every n points, the even ones first and the odd ones behind them
 *   transpose(n)  i % n * (N / n) + i / n: rows of n points become columns
 */
#ifndef ATA_RECIPE_H
#define ATA_RECIPE_H

#include <stdbool.h>

#include "core/status.h"
#include "core/text.h"
#include "problem/problem.h"

typedef enum ata_op {
    ATA_OP_RADIX,       /* a butterfly stage; n is the radix */
    ATA_OP_LINE,        /* stages made one step, where an algorithm wraps a fixed number of steps */
    ATA_OP_RADER,       /* n prime, as a cyclic convolution of n - 1 points; wraps the stages of n - 1 */
    ATA_OP_BLUESTEIN,   /* any n, as a convolution with a chirp; wraps the stages of m >= 2n - 1 */
    ATA_OP_GOOD_THOMAS, /* n = a b coprime, without twiddles; wraps the steps of a and of b */
    ATA_OP_HALF,        /* n real points, n even, as n/2 complex ones; wraps the stages of n/2 */
    ATA_OP_FULL,        /* n real points as complex ones with imaginary part 0; wraps the stages of n */
    /* DCT-I, DST-I: through their even or odd extension; wraps a half or full step of 2(n-1) or 2(n+1) */
    ATA_OP_MIRROR,
    ATA_OP_FOLD,        /* DCT-II, -III, DST-II, -III: by reordering; wraps a half or full step of n */
    ATA_OP_QUARTER,     /* DCT-IV, DST-IV, n even: wraps the stages of n/2 */
    ATA_OP_ODD_QUARTER, /* DCT-IV, DST-IV, any n: wraps the stages of 2n */
    ATA_OP_HARTLEY,     /* DHT: wraps a half or full step of n */
    ATA_OP_COUNT
} ata_op;

typedef struct ata_step {
    ata_op op;
    int span;  /* this step and all that it wraps */
    int64_t n; /* the length it transforms */
} ata_step;

enum { ATA_MAX_STEPS = 192, ATA_MAX_PASSES = 64 };

typedef struct ata_steps {
    int count;
    ata_step step[ATA_MAX_STEPS];
} ata_steps;

typedef enum ata_form { ATA_FORM_NATURAL, ATA_FORM_DIF, ATA_FORM_DIT, ATA_FORM_GEOMETRY, ATA_FORM_COUNT } ata_form;

typedef enum ata_reorder {
    ATA_REORDER_NONE, /* a pass with steps */
    ATA_REORDER_REVERSE,
    ATA_REORDER_UNSHUFFLE,
    ATA_REORDER_TRANSPOSE,
    ATA_REORDER_COUNT
} ata_reorder;

typedef struct ata_pass {
    ata_form form;
    bool joined; /* to the pass before: done in the same sweep */
    int dim;     /* of the problem: 0 is the slowest */
    int first;   /* its steps in the recipe's array; none for a reordering */
    int count;
    ata_reorder reorder;
    int64_t reorder_n;
    int lines;
    bool turned, plain;
} ata_pass;

typedef struct ata_recipe {
    int pass_count;
    ata_pass pass[ATA_MAX_PASSES];
    ata_steps steps;
} ata_recipe;

/* --- Building (recipe.c) --------------------------------------------------------------------------------------- */

/* Append a step that wraps nothing yet; returns its index, or -1 when the list is full. */
int ata_steps_add(ata_steps *steps, ata_op op, int64_t n);
/* Append all of `more`; false when the list is full. */
bool ata_steps_append(ata_steps *steps, const ata_steps *more);
/* End the wrapping of step `index`: it wraps all that was added after it. */
void ata_steps_close(ata_steps *steps, int index);
/* Append a pass with these steps along dimension `dim`. */
ata_status ata_recipe_add_pass(ata_recipe *recipe, ata_form form, int dim, const ata_steps *steps);
/* Append a reordering along dimension `dim`. */
ata_status ata_recipe_add_reorder(ata_recipe *recipe, ata_reorder reorder, int dim, int64_t n);
/* Append a pass that is joined to the last one. */
ata_status ata_recipe_join_pass(ata_recipe *recipe, ata_form form, int dim, const ata_steps *steps);
bool ata_recipe_equal(const ata_recipe *a, const ata_recipe *b);

/* --- Reading (recipe.c) ---------------------------------------------------------------------------------------- */

/* The product of the lengths of `count` steps (with all they wrap) from `first`; 0 when it overflows. */
int64_t ata_steps_length(const ata_step *first, int count);
/* The length of pass p, and the products for the passes before and after it along the same dimension; reorderings,
 * which have the length 1, are not counted. */
typedef struct ata_pass_place {
    int64_t n, before, after;
    int index, total; /* this is pass `index` of `total` along its dimension */
} ata_pass_place;
ata_pass_place ata_recipe_place(const ata_recipe *recipe, int p);
/* How many sweeps over memory the recipe takes; and where the sweep that begins with pass p ends: the first pass
 * that is not joined to it. */
int ata_recipe_sweep_count(const ata_recipe *recipe);
int ata_recipe_sweep_end(const ata_recipe *recipe, int p);
/* Whether pass p is the last of several natural ones along its dimension, which stores the digits in opposite order. */
bool ata_recipe_transposes(const ata_recipe *recipe, int p);
/* How often pass p goes over memory on an engine that does the lines inside a half step one after another: as often as
 * there are lines, of more than one point; once for every other pass. */
int ata_recipe_lines_inside(const ata_recipe *recipe, int p);
/* How many lines pass p transforms. */
int64_t ata_recipe_line_count(const ata_recipe *recipe, int p, const ata_problem *problem);
/* The form that a problem's order and direction ask for. */
ata_form ata_form_of(const ata_problem *problem);
/* "rader"; NULL for ATA_OP_RADIX. */
const char *ata_op_name(ata_op op);
/* "reverse"; NULL for ATA_REORDER_NONE. */
const char *ata_reorder_name(ata_reorder reorder);
/* Where a reordering takes index i of a dimension of `length` points. */
int64_t ata_reorder_index(ata_reorder reorder, int64_t n, int64_t length, int64_t i);

/* --- Text (text.c) --------------------------------------------------------------------------------------------- */

/* The name of a dimension: X, Y, Z, D4 ... `rank` is the problem's. */
void ata_dim_write(int dim, int rank, ata_text *text);
void ata_recipe_write(const ata_recipe *recipe, int rank, ata_text *text);
/* The sweep that begins with pass p; and that with all that follows from the places of its stages (notation.h), which
 * reads as the same. */
void ata_sweep_write(const ata_recipe *recipe, int p, int rank, ata_text *text);
void ata_sweep_write_full(const ata_recipe *recipe, int p, int rank, ata_text *text);
ata_status ata_recipe_read(ata_recipe *recipe, int rank, const char *text);

/* --- Checking (check.c) ---------------------------------------------------------------------------------------- */

/* Whether the recipe computes this (complete) problem; recipes come from files and callers, so nothing is taken for
 * granted. */
ata_status ata_recipe_check(const ata_recipe *recipe, const ata_problem *problem);
/* Whether the reorderings, and the passes whose forms are not the problem's, leave every bit of the indices along
 * dimension d where the problem wants it (bits.c); the passes are known to multiply to its length. */
ata_status ata_recipe_check_bits(const ata_recipe *recipe, const ata_problem *problem, int d);
/* The failure of both: what of a recipe is not right, and why. */
ata_status ata_recipe_refuse(const char *value, const char *why);

#endif
