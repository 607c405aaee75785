/* costs.h - what an engine tells the planner about its speed: numbers only.
 *
 * Planner and engines do not know each other; this table is how an engine's measured speeds reach the rules. Times are
 * nanoseconds a point of a line in cache, on one thread.
 */
#ifndef ATA_RECIPE_COSTS_H
#define ATA_RECIPE_COSTS_H

#include "recipe/recipe.h"

enum { ATA_COSTS_RADICES = 65 };

/* How the lines of a dimension lie: what an engine can do side by side. */
typedef enum ata_lines {
    ATA_LINES_COLUMNS,    /* neighbouring points belong to different lines */
    ATA_LINES_CONTIGUOUS, /* the points of a line are neighbours, and there are many lines */
    ATA_LINES_SOME,       /* the same, but the widest vectors hold more lines than there are */
    ATA_LINES_FEW,        /* too few to do them side by side, or one */
    ATA_LINES_APART,      /* too few, or two or three columns many times, and the points of a line are not neighbours */
    ATA_LINES_COUNT
} ata_lines;

/* Whether the points of lines are a caller's whose parts are neighbours; and of columns like that, how many bytes rows
 * are apart, and whether they are too few to fill the widest vectors with their parts apart. */
typedef struct ata_pairs {
    bool are;
    int64_t row_in, row_out;
    bool few;
} ata_pairs;

/* A way that was measured to be best: the radices of n points, with a 0 between passes. */
enum { ATA_WAY_RADICES = 20 };
typedef struct ata_known_way {
    int64_t n;
    unsigned char radix[ATA_WAY_RADICES];
} ata_known_way;

/* What one sweep over memory can do, for an engine that joins passes along several dimensions. Times are those of a
 * sweep over all data, for lines (tiles) of 2^i points, in units of the time that a copy takes. */
enum { ATA_SWEEP_BITS = 20 };
typedef struct ata_sweeps {
    double contiguous[ATA_SWEEP_BITS]; /* lines of neighbouring points; 0 where there is no such sweep */
    double columns[ATA_SWEEP_BITS];    /* lines side by side */
    double stage;                      /* added for each stage beyond three of a tile larger than a block's */
    double cut;                        /* added where a dimension goes on in another sweep: factors, digits moved */
    double pieces;                     /* added where processors that share a tile cannot write whole rows */
    double shared_rows;                /* added where stages along X are first, and rows shared in pieces */
    double launch;                     /* what any sweep takes at least, in nanoseconds */
    int legs, stages;                  /* the most of a sweep */
    int radix_bits;                    /* the largest radix that is as fast as smaller ones, as a power of two */
    bool wide;                         /* one of twice that is, of a tile that processors share */
    int crossed_contiguous;            /* sweeps of so many bits may have stages along two dimensions; 0 for none ... */
    int crossed_columns;               /* ... and those of lines side by side */
    int strip_bits;                    /* how many lines side by side are worth reading at a time */
    int block_bits;                    /* how many points a processor works on at a time ... */
    int share_bits;                    /* ... and how many processors can share a tile */
    int processors;
} ata_sweeps;

typedef struct ata_costs {
    const ata_sweeps *sweeps;  /* NULL where passes are not joined */
    const ata_known_way *ways; /* up to one with n = 0; NULL for none. Where there is one, no other way is looked for */
    const ata_known_way *columns; /* the same, looked at first for lines that lie side by side */
    const ata_known_way *few;     /* the same, looked at first of all: few transforms, say, or an order of their own */
    bool few_backwards;           /* their passes are done from the last to the first */
    const ata_known_way *real; /* the same for the n/2 complex points of n real ones, looked at first for those ... */
    const ata_known_way *real_back;  /* ... and, where real ones come of complex ones, before that */
    const ata_known_way *short_ways; /* the same in passes that every device of the engine can do; NULL for none */
    /* Two radices of lines of a caller's neighbours that are best one call each, looked at first for those; and which
     * are where they are few. */
    const ata_known_way *calls, *few_calls;
    double radix[ATA_COSTS_RADICES];  /* a butterfly stage; 0 where the engine has no such radix */
    bool ends[ATA_COSTS_RADICES];     /* it can read and write the caller's memory, so that a line needs no copy */
    bool combines[ATA_COSTS_RADICES]; /* it can be the last of a single line, from which the lanes are taken ... */
    bool combines_widest[ATA_COSTS_RADICES]; /* ... or this one can, with the widest vectors alone ... */
    int64_t lanes;                           /* ... and had best be a multiple of this, or, ... */
    int64_t padded_points;                   /* ... in lines of up to so many points, 0 for none, ... */
    int64_t padded_eighths;                  /* ... fill so many eighths of vectors of more than four numbers */
    bool divides[ATA_COSTS_RADICES]; /* as the first of real points done as complex ones it halves the others' work */
    int64_t narrowest;               /* the fewest points of the engine's vectors */
    double stage;                    /* any stage, beside its radix: memory */
    double alone;                    /* how many times longer a butterfly takes number by number */
    double whole;                    /* the same for one that is all of a line by itself; 0: it is no other */
    double combine;                  /* a last stage that takes lanes from its own line, beside its radix */
    /* ... and what more, or less, by this one in a caller's line, but for one of two radices whose last is whole
     * vectors of up to 16 points */
    double combine_more[ATA_COSTS_RADICES];
    double permute;   /* moving points by a table of indices */
    double multiply;  /* a complex multiplication by a table */
    double chirp;     /* what Bluestein's algorithm takes beside, whatever the length, nanoseconds */
    double around;    /* what each convolution takes more which is not all of a line, where lines are few, the same */
    double real_step; /* the combination after a half-length transform, a real point */
    double square;    /* how much of its cost a single line takes that is one call: of two radices, the
                                         last as wide as a vector of at most 8 numbers; 0 where there is none such */
    /* Short single lines, of two radices or more, with both parts of a number in one vector, where the parts of the
     * line's points are neighbours too: what each radix takes for a vector, in nanoseconds, 0 for none; how many
     * complex numbers the widest vectors hold, of which a radix does as many lines as the other one has points, 0 for
     * no such lines; and what a line takes beside, in nanoseconds. */
    double paired[ATA_COSTS_RADICES];
    double paired_last[ATA_COSTS_RADICES]; /* what it takes more as the last one; 0 for what is usual */
    int64_t paired_lanes;
    double paired_line;
    double paired_square[5]; /* of a line that is one call, what its last radix takes for a vector, and the line
                                         nothing beside; 0 for no such calls */
    int64_t paired_stages;   /* the longest line that may have more than two radices; 0 for none */
    /* Columns: what a stage takes, a point, with both parts of a number in one vector (0: what `paired` comes to, and
     * `stage`) and with them apart (0: as above), more than `stage` where there are such numbers; how much more all
     * takes where they are apart, and where then an end is no radix which reads or writes the caller's memory. */
    double paired_column[ATA_COSTS_RADICES], column[ATA_COSTS_RADICES];
    double column_apart, column_copy;
    /* Rows of the caller's that are a multiple of so many bytes apart fall on the same lines of a cache, 0 for none.
     * Where a last radix writes more of them than so many, or where that counts a first one reads them, the parts of
     * numbers are apart. */
    int64_t column_period, column_rows;
    bool column_reads;
    int64_t lanes_first;   /* where the first radix is a multiple of this and the last one of that, lanes of the */
    int64_t lanes_last;    /* line's own do better; 0 for nowhere */
    double spill;          /* how many times longer a butterfly of more than 16 points takes in vectors that
                                         lines behind one another fill; 0 for no longer */
    double pass;           /* loading and storing a line ... */
    double near;           /* ... and how much of it is left where the pass before has just done so: ... */
    int64_t piece_bytes;   /* ... in pieces of so many bytes, of both ends together; 0 for none */
    double twiddle;        /* the multiplication between the passes of a split line */
    double out_of_cache;   /* how many times slower a stage is on a line that is not in cache */
    int64_t cache_points;  /* the longest line that is */
    int64_t spread_least;  /* lines by themselves from this length on keep their rows off the same few lines of
                                         the cache; 0 for none */
    int64_t spread_parted; /* ... and from this on part into branches, if their pieces are whole vectors; others ... */
    int64_t spread_known;  /* ... below this are planned as those are that need not part; behind one stage branches
                                         of up to twice as many are no worse than shorter ones behind two ... */
    int64_t spread_rows;   /* ... by two stages where the last radix is a multiple of this, or one left too few */
    int64_t spread_last;   /* ... and the longest last radix */
    /* ... what radices take there in a caller's line that does not part, beside spread_stage (0: what they take
     * otherwise, and those of more than 16 points a third more), and what more as its last one */
    double spread_radix[ATA_COSTS_RADICES], spread_end[ATA_COSTS_RADICES];
    double spread_stage;       /* what each of their stages takes beside, a point ... */
    double spread_first;       /* ... and the first, whose points lie where the caller has them, for each point of
                                         its butterfly beyond a few ... */
    double spread_factor;      /* ... and the third, where two part a line, for each beyond half a row's points */
    double spread_slow;        /* how much slower they are than lines in a cache: hardware looks ahead of stages */
    int64_t one_by_one;        /* convolutions of so many points are done as single lines, however many; 0 for none */
    int64_t convolutions;      /* shorter ones, from so many on of which a stage of a long line is made, are as slow */
    int64_t split_points;      /* lines longer than this may be split into passes */
    bool unsplit;              /* ... but not those of this problem ... */
    int64_t pass_points;       /* ... of lines no longer than this, if they can be */
    int real_alone;            /* real lines of this problem, of neighbours: 1, each by itself; -1, side by side;
                                         0, as what follows tells */
    int64_t real_points;       /* real lines from this length on, of neighbours, are done each by itself; 0: none */
    int64_t paired_points;     /* the same where n is even and they may be paired lines; 0 where there are none */
    int64_t paired_few_points; /* the same of those where lines are few; 0: no other ... */
    int64_t paired_many;       /* ... which is fewer than this */
    int64_t paired_but;        /* of those, the length that has a butterfly of its own; 0 for none */
    int64_t reverse_points;    /* lines from this length on are best put into bit-reversed order, or out of it, by
                                         a pass of its own; 0 for none */
    /* Lines along this dimension of this problem are copied to where their points are neighbours, then done singly. */
    bool collected[ATA_MAX_RANK];
    bool behind[ATA_MAX_RANK]; /* ... and here done singly as they are, since none lies between the points of another */
    double bias[ATA_OP_COUNT]; /* a factor on every cost of an algorithm: 1, unless somebody wants to see the others */
} ata_costs;

/* Whether `ns` is less than `best`. The same costs added up in another order differ by rounding, and compilers round
 * differently: what is as good as the best is not better, or plans would depend on the compiler. */
static inline bool ata_costs_less(double ns, double best)
{
    static const double ROUNDING = 1e-9;
    return ns < best * (1 - ROUNDING);
}

#endif
