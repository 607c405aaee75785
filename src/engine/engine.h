/* engine.h - the noun "engine": who computes. A small table of functions; the registry lists the engines there are.
 *
 * An engine builds any recipe that ata_recipe_check() accepts and that its own can_run() accepts, unless it asks more
 * of a site than that has, which shows when it is built: ATA_ERROR_UNSUPPORTED, and another is taken if nobody asked
 * for this one (plan.c). What it builds never changes afterwards, so that any number of threads may execute it at once,
 * each with its own data and scratch.
 */
#ifndef ATA_ENGINE_H
#define ATA_ENGINE_H

#include "recipe/costs.h"
#include "recipe/recipe.h"

typedef struct ata_built ata_built; /* each engine's own */
typedef struct ata_site ata_site;   /* where an engine computes: a GPU; NULL for one that has no choice */

/* Pointers of one execution, checked: none is NULL that is needed, and scratch is long enough and aligned to
 * ATA_ALIGNMENT. */
typedef struct ata_arrays {
    const void *in, *in_imag;
    void *out, *out_imag;
    void *scratch;
    void *stream; /* of a GPU */
} ata_arrays;

/* An execution that is one call, for what is so short that every nanosecond before it counts: `run`, which cannot fail
 * but returns ATA_OK, so that a caller may jump to it; or, where that is NULL, `step`, with the caller's pointers plus
 * so many bytes. */
typedef struct ata_straight {
    ata_status (*run)(const void *state, const void *in, void *out);
    const void *state;
    uintptr_t misaligned; /* no bit of these may be set in an address: all of them where there is no such call */
    void (*step)(const void *state, const void *in_re, const void *in_im, void *out_re, void *out_im);
    int64_t in_re, in_im, out_re, out_im;
} ata_straight;

/* A lane carries batches from the memory of the host to a site and back, beside other lanes: while one computes, others
 * copy. Each is used by one thread at a time. */
typedef struct ata_lane ata_lane;

typedef struct ata_lane_sizes {
    size_t in_bytes, out_bytes; /* of the largest batch */
    size_t scratch_bytes;       /* of whatever is executed */
    bool gaps;                  /* results have places that nothing is written to: they are to be zeros */
    bool patient;               /* waiting leaves the CPU to others, at the price of some microseconds */
} ata_lane_sizes;

/* One batch: where it lies on the host, in page-locked memory. `before`: how many of the bytes lie before the pointer
 * that an execution takes. */
typedef struct ata_cargo {
    const void *in;
    void *out;
    size_t in_bytes, out_bytes;
    size_t in_before, out_before;
} ata_cargo;

/* Roots of unity that are wanted, checked: 1 <= n <= 2^47, 1 <= count <= n, the type f32 or f64. */
typedef struct ata_roots_wanted {
    int64_t n, count;
    ata_type type;
    int threads;
    void *out;
    void *stream; /* of a GPU */
} ata_roots_wanted;

typedef struct ata_engine {
    const char *name;
    /* What it is, on this machine, in a few words. */
    const char *(*summary)(void);
    /* NULL, or the one reason why this machine cannot use it. */
    const char *(*missing)(void);
    /* Take a site, by its number, -1 for the usual one; it stays until closed. NULL both where there is no choice. */
    ata_status (*open)(int number, ata_site **site);
    void (*close)(ata_site *site);
    /* ATA_OK, or ATA_ERROR_UNSUPPORTED and what it lacks, before a recipe is looked for. NULL: it lacks nothing. */
    ata_status (*takes)(const ata_problem *problem);
    /* Its speeds for this problem, for the planner; whatever the number of threads, so that results do not depend on
     * it. */
    ata_costs (*costs)(const ata_site *site, const ata_problem *problem);
    /* ATA_OK, or ATA_ERROR_UNSUPPORTED and what it lacks. */
    ata_status (*can_run)(const ata_problem *problem, const ata_recipe *recipe);
    /* `window`: NULL, or the numbers that the points of every line are multiplied by as they are loaded, for one
     * dimension of complex or real points in natural order. */
    ata_status (*build)(ata_site *site, const ata_problem *problem, const ata_recipe *recipe, int threads,
                        const double *window, ata_built **built);
    size_t (*scratch_bytes)(const ata_built *built);
    /* Scratch where the engine computes, that all executions of a plan share; NULL both: in the memory of the host. */
    ata_status (*scratch_create)(ata_site *site, size_t bytes, void **scratch);
    void (*scratch_destroy)(ata_site *site, void *scratch);
    ata_status (*execute)(const ata_built *built, const ata_arrays *arrays);
    /* The same as one call, where parts alternate and that is possible. NULL: never. */
    ata_straight (*straight)(const ata_built *built);
    void (*destroy)(ata_built *built);
    /* Memory of the host that a site reads and writes at full speed; and lanes. NULL all of these: any memory does, and
     * execute() works in it. */
    ata_status (*host_create)(ata_site *site, size_t bytes, void **memory);
    void (*host_destroy)(ata_site *site, void *memory);
    ata_status (*lane_create)(ata_site *site, const ata_lane_sizes *sizes, ata_lane **lane);
    /* Copy in, execute, copy out; the result is there when it returns. Failing, it leaves nothing under way. */
    ata_status (*lane_run)(ata_lane *lane, const ata_built *built, const ata_cargo *cargo);
    void (*lane_destroy)(ata_lane *lane);
    /* What is done without a plan: ata_roots; and ata_bounds_measure, NULL where speed says nothing. */
    ata_status (*roots)(ata_site *site, const ata_roots_wanted *wanted);
    ata_status (*bounds)(ata_site *site, int threads, ata_bounds *bounds);
} ata_engine;

#endif
