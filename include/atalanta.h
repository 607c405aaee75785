/* atalanta.h - the whole public interface of Atalanta, a fast Fourier transform library.
 *
 * This file is the manual. It goes from simple to advanced:
 *
 *   1. Statuses and errors     how a call says that it failed, and why
 *   2. Problems                what to compute
 *   3. Plans                   make ready once, execute often
 *   4. Questions               what a plan is going to do, and what this library can do
 *   5. Wisdom                  keep the recipes that measured best
 *   6. The kernel cache        where compiled GPU kernels are kept, and how to be rid of them
 *   7. Streams                 endless transforms from host to host, on one device or several
 *   8. Without a plan          roots of unity for programs of your own, and what a machine allows
 *
 * The common case is three lines:
 *
 *     ata_problem problem = {.rank = 1, .dim = {{.n = 4096}}};
 *     ata_plan *plan;
 *     if (ata_plan_create(&plan, &problem, NULL) == ATA_OK) ata_plan_execute(plan, in, out);
 *
 * Conventions that hold everywhere:
 *   - A zeroed field means the usual choice.
 *   - Sizes and strides are 64-bit, and strides count elements of the array they belong to: complex numbers in a
 *     complex array, real numbers in a real or a split one.
 *   - Nothing has to be initialised, nothing is printed, nothing aborts. Every function may be called from any thread.
 *   - Pointers need no alignment beyond a byte's (but device arrays of a GPU: see ata_plan_execute_with).
 */
#ifndef ATALANTA_H
#define ATALANTA_H

#include <stddef.h>
#include <stdint.h>

#define ATA_VERSION_MAJOR 0
#define ATA_VERSION_MINOR 1
#define ATA_VERSION_PATCH 0

#if defined(__GNUC__)
#define ATA_API __attribute__((visibility("default")))
#else
#define ATA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------------------
 * 1. Statuses and errors
 *
 * Every function that can fail returns a status. A status that is not ATA_OK leaves the caller's data as it was, except
 * where a function says otherwise. The numbers are part of the interface and never change meaning.
 */
typedef enum ata_status {
    ATA_OK = 0,
    ATA_ERROR_NULL = 1,         /* a pointer that is needed is NULL */
    ATA_ERROR_KIND = 2,         /* no such kind, direction, order, layout, place, scale or algorithm, or not together */
    ATA_ERROR_TYPE = 3,         /* the type is not known, or cannot stand at this end */
    ATA_ERROR_RANK = 4,         /* too few or too many dimensions */
    ATA_ERROR_LENGTH = 5,       /* a length is zero, negative, or not one the kind is defined for */
    ATA_ERROR_STRIDE = 6,       /* a stride cannot be used */
    ATA_ERROR_OVERFLOW = 7,     /* the sizes multiply to more than 64 bits, or than any memory, can hold */
    ATA_ERROR_COLLISION = 8,    /* two outputs would be written to the same place */
    ATA_ERROR_PLACE = 9,        /* in place, input and output do not fit over each other; or arrays overlap */
    ATA_ERROR_UNSUPPORTED = 10, /* valid, but the engine lacks it, or the algorithm asked for is not for it */
    ATA_ERROR_ENGINE = 11,      /* no such engine, or it cannot be used on this machine */
    ATA_ERROR_OPTION = 12,      /* an option is out of its range */
    ATA_ERROR_SYNTAX = 13,      /* a problem's or a recipe's text does not follow the grammar */
    ATA_ERROR_RECIPE = 14,      /* a recipe does not compute the problem it was given for */
    ATA_ERROR_SCRATCH = 15,     /* the scratch buffer is missing or too small */
    ATA_ERROR_MEMORY = 16,      /* out of memory */
    ATA_ERROR_THREAD = 17,      /* the system would not start a thread */
    ATA_ERROR_FILE = 18,        /* a file cannot be opened, read or written */
    ATA_ERROR_FORMAT = 19,      /* a file's content is not what it should be */
    ATA_ERROR_DEVICE = 20,      /* a GPU, its driver or its compiler failed */
    ATA_ERROR_WOULD_BLOCK = 21  /* a stream has no room, or no result, within the time that the caller would wait */
} ata_status;

/* What went wrong last, in this thread. Empty strings where a part does not apply. */
typedef struct ata_error {
    ata_status status;
    char field[48];     /* which field or argument: "dim[1].n" */
    char value[96];     /* what it held: "-3" */
    char accepted[160]; /* what would be accepted: "1 or more" */
    char message[512];  /* the whole sentence, with the mend */
} ata_error;

/* "ATA_ERROR_LENGTH" for ATA_ERROR_LENGTH; "unknown status" for a number that is none. */
ATA_API const char *ata_status_name(ata_status status);

/* One general sentence for a status; ata_last_error() has the particular one. */
ATA_API const char *ata_status_sentence(ata_status status);

/* The last error of the calling thread; never NULL, and good until the thread's next failing call. A call that succeeds
 * leaves it alone. */
ATA_API const ata_error *ata_last_error(void);

/* ------------------------------------------------------------------------------------------------------------------
 * 2. Problems: what to compute
 *
 * The definitions are FFTW's, unnormalised, so that answers can be compared number by number. With n the length and
 * i the imaginary unit, along each dimension:
 *
 *   ATA_C2C   Y[k] = sum x[j] exp(-2 pi i j k / n); plus in the exponent when the direction is inverse
 *   ATA_R2C   the same of real x, of which only k = 0 .. n/2 are stored (along the last dimension)
 *   ATA_C2R   the inverse of that: n/2 + 1 complex numbers in, n real ones out
 *   ATA_DCT1  Y[k] = x[0] + (-1)^k x[n-1] + 2 sum(0<j<n-1) x[j] cos(pi j k / (n-1)), n >= 2
 *   ATA_DCT2  Y[k] = 2 sum x[j] cos(pi (j+1/2) k / n)
 *   ATA_DCT3  Y[k] = x[0] + 2 sum(j>0) x[j] cos(pi j (k+1/2) / n)
 *   ATA_DCT4  Y[k] = 2 sum x[j] cos(pi (j+1/2) (k+1/2) / n)
 *   ATA_DST1  Y[k] = 2 sum x[j] sin(pi (j+1) (k+1) / (n+1))
 *   ATA_DST2  Y[k] = 2 sum x[j] sin(pi (j+1/2) (k+1) / n)
 *   ATA_DST3  Y[k] = (-1)^k x[n-1] + 2 sum(j<n-1) x[j] sin(pi (j+1) (k+1/2) / n)
 *   ATA_DST4  Y[k] = 2 sum x[j] sin(pi (j+1/2) (k+1/2) / n)
 *   ATA_DHT   Y[k] = sum x[j] (cos + sin)(2 pi j k / n)
 *
 * and, beside the transforms, the permutation that many of them begin or end with:
 *
 *   ATA_REVERSE  Y[k] = x[j], of complex x, where k is j with its bits in opposite order; n a power of two, 2 or more
 *
 * In several dimensions each is applied along every one of them. The inverse direction of a DCT, DST or DHT is the
 * transform that undoes it up to scale: 3 for 2, 2 for 3, itself for the others. ATA_REVERSE undoes itself and has no
 * scale.
 */
typedef enum ata_kind {
    ATA_C2C = 0,
    ATA_R2C = 1,
    ATA_C2R = 2,
    ATA_DCT1 = 3,
    ATA_DCT2 = 4,
    ATA_DCT3 = 5,
    ATA_DCT4 = 6,
    ATA_DST1 = 7,
    ATA_DST2 = 8,
    ATA_DST3 = 9,
    ATA_DST4 = 10,
    ATA_DHT = 11,
    ATA_REVERSE = 12
} ata_kind;

/* Types of numbers. As `type` of a problem: the precision of the result; ATA_F16 and ATA_BF16 compute in f32 (and, on a
 * GPU, are rounded to that type between passes). As type_in and type_out: how that end is stored; numbers are converted
 * as they are loaded and stored, rounding to nearest even. A finite result beyond the range of i8, i16, f16 or bf16 is
 * stored as the nearest one in range (and NaN, in an integer, as 0). Integers count as they are: i8 100 is 100.0; use
 * `scale` to keep results in range. */
typedef enum ata_type {
    ATA_TYPE_DEFAULT = 0, /* type: f32; type_in, type_out: as `type` */
    ATA_F32 = 1,
    ATA_F64 = 2,
    ATA_F16 = 3,
    ATA_BF16 = 4,
    ATA_I16 = 5, /* type_in and type_out only */
    ATA_I8 = 6   /* type_in and type_out only */
} ata_type;

typedef enum ata_direction {
    ATA_FORWARD = 0, /* for ATA_C2R, which is always inverse, this says the same as ATA_INVERSE */
    ATA_INVERSE = 1  /* not for ATA_R2C, which is always forward */
} ata_direction;

/* In place, input and output are the same array and ata_plan_execute takes it twice (or NULL for the output). Along
 * every dimension the strides in bytes must be the same at both ends; for ATA_R2C and ATA_C2R the last dimension must
 * be contiguous and its rows padded to 2 (n/2 + 1) real numbers, as the default strides do. */
typedef enum ata_place { ATA_OUT_OF_PLACE = 0, ATA_IN_PLACE = 1 } ata_place;

/* How complex arrays are stored: re, im, re, im ...; or the real parts in one array and the imaginary in another. */
typedef enum ata_layout { ATA_INTERLEAVED = 0, ATA_SPLIT = 1 } ata_layout;

/* The order of the frequencies, for ATA_C2C with power-of-two lengths. ATA_BIT_REVERSED: along every dimension, a
 * forward transform leaves frequency k at the place whose index is k with its bits reversed, and an inverse one takes
 * it from there. Both skip a permutation, which suits convolutions. */
typedef enum ata_order { ATA_NATURAL = 0, ATA_BIT_REVERSED = 1 } ata_order;

/* What every output is multiplied by. N is the product of the logical lengths: n along a dimension for ATA_C2C,
 * ATA_R2C, ATA_C2R and ATA_DHT; 2(n-1) for ATA_DCT1; 2(n+1) for ATA_DST1; 2n for the other cosine and sine transforms.
 * So a forward transform with ATA_SCALE_NONE and its inverse with ATA_SCALE_N, or both with ATA_SCALE_SQRT, give back
 * the input. */
typedef enum ata_scale {
    ATA_SCALE_NONE = 0,  /* 1 */
    ATA_SCALE_N = 1,     /* 1/N */
    ATA_SCALE_SQRT = 2,  /* 1/sqrt(N) */
    ATA_SCALE_NUMBER = 3 /* scale_number */
} ata_scale;

/* One dimension. Strides are the distance between neighbours along it; they may be negative, and 0 stands for the usual
 * packed array. An output may not write two numbers to one place; an input may read one twice (overlapping frames). */
typedef struct ata_dim {
    int64_t n; /* length; for ATA_R2C and ATA_C2R the number of real values */
    int64_t stride_in;
    int64_t stride_out;
} ata_dim;

#define ATA_MAX_RANK 16
#define ATA_MAX_BATCH_RANK 32
#define ATA_ALGORITHM_SIZE 24 /* with the terminating zero */

/* The description of a transform: plain data, yours to copy and keep. Zero it, then set what differs from the usual.
 *
 * `algorithm` asks for a way to compute it that was published and has a name, to see it run: exactly that is done, or
 * the plan fails with a sentence on what it is for. No wisdom, measurement or recipe stands in for it. */
typedef struct ata_problem {
    ata_kind kind;
    ata_type type;
    ata_direction direction;
    ata_place place;
    ata_layout layout;
    ata_order order;
    ata_scale scale;
    double scale_number; /* for ATA_SCALE_NUMBER; with ATA_SCALE_NONE 0 or 1 */
    ata_type type_in;
    ata_type type_out;
    int rank;                           /* dimensions transformed, 1 to ATA_MAX_RANK; 0 stands for 1 */
    ata_dim dim[ATA_MAX_RANK];          /* slowest first */
    int batch_rank;                     /* dimensions repeated over, 0 to ATA_MAX_BATCH_RANK */
    ata_dim batch[ATA_MAX_BATCH_RANK];  /* slowest first; by default they lie outside the transformed ones */
    char algorithm[ATA_ALGORITHM_SIZE]; /* the name of one that ata_algorithm_get lists; empty: the planner chooses */
} ata_problem;

/* Check a problem and write it out in full into `complete`: every default replaced by what it stands for. `complete`
 * may be the same as `problem`, and may be NULL to check only. Whether an engine can do it, and whether the algorithm
 * that it asks for is one for it, ata_plan_create says. */
ATA_API ata_status ata_problem_check(const ata_problem *problem, ata_problem *complete);

/* Read a problem from text, one line:
 *
 *     [KIND] [TYPE] SHAPE[*BATCH] [OPTION...]
 *     KIND    c2c (default) | r2c | c2r | dct1..dct4 | dst1..dst4 | dht | reverse
 *     TYPE    f32 (default) | f64 | f16 | bf16
 *     SHAPE   lengths joined by x, slowest first; each like 4096 or 2^12
 *     BATCH   lengths joined by x, slowest first
 *     OPTION  inverse | inplace | split | order=natural|bitrev | scale=none|n|sqrt|NUMBER
 *             in=TYPE | out=TYPE          also i8 and i16
 *             istride=S,.. ostride=S,..   one for each dimension of SHAPE
 *             idist=S,..   odist=S,..     one for each dimension of BATCH
 *             algo=NAME                   letters, digits and dashes: see ata_algorithm_get
 *
 * Examples: "c2c 1024*65536", "r2c f64 256x256x256", "c2c f16 2^20*64 inverse", "c2c 512*16384 in=i8 out=i8",
 * "c2c 2^20 algo=locality". */
ATA_API ata_status ata_problem_parse(ata_problem *problem, const char *text);

/* Write a problem as such text, leaving out what is usual. Works as snprintf: `length` (if not NULL) becomes the length
 * of the whole text, and a text that does not fit into `size` bytes is cut, with its terminating zero. */
ATA_API ata_status ata_problem_print(const ata_problem *problem, char *text, size_t size, size_t *length);

/* How many bytes the arrays of a problem reach, from their lowest to their highest address, and how many of these lie
 * before the pointer that a caller hands over (more than none only with negative strides). For ATA_SPLIT: of each of
 * the two arrays of a complex end. In place, both ends are the same array and `in` and `out` are the same. */
typedef struct ata_extent {
    int64_t in_bytes;
    int64_t in_before;
    int64_t out_bytes;
    int64_t out_before;
} ata_extent;
ATA_API ata_status ata_problem_extent(const ata_problem *problem, ata_extent *extent);

/* ------------------------------------------------------------------------------------------------------------------
 * 3. Plans: make ready once, execute often
 *
 * A plan never changes once it is made. Several threads may execute one plan at the same time on different data.
 */
typedef struct ata_plan ata_plan;
typedef struct ata_wisdom ata_wisdom; /* section 5 */

/* ATA_ESTIMATE takes under a millisecond for common sizes; long real and prime lengths take longer: their tables. */
typedef enum ata_effort {
    ATA_ESTIMATE = 0, /* compare recipes by their estimated cost */
    ATA_MEASURE = 1   /* build and time the likely ones, and add the winner to `wisdom` if one is given; on a GPU, whose
                         recipes were measured before, the same as ATA_ESTIMATE */
} ata_effort;

typedef struct ata_options {
    const char *engine; /* "cpu"; "gpu" or, where there are several, "gpu:1"; "emu", which runs the GPU's kernels on the
                           CPU, for tests; NULL or "auto" lets the library choose */
    int threads;        /* how many threads one execution may use; 0 stands for 1, at most ATA_MAX_THREADS */
    ata_effort effort;
    ata_wisdom *wisdom; /* ATA_ESTIMATE asks it first, ATA_MEASURE adds to it; NULL for none */
    const char *recipe; /* use this recipe and no other; NULL lets the planner choose. Not with a problem's algorithm,
                           which is a recipe already */
    int concurrency; /* how many executions of this plan may run at once before one waits for another's scratch, at most
                            64; 0 lets the library choose: several where scratch is small, one where it is large */
    int caller_scratch;   /* not 0: the plan keeps no scratch; every execution brings its own (ata_plan_execute_with) */
    const double *window; /* NULL, or as many numbers as the one dimension is long: each input is multiplied by its
                             number as it is loaded. For one dimension in natural order; read when the plan is made */
    void
        *stream; /* for ata_roots on a GPU: the CUstream (cudaStream_t) to work in; NULL for the default one. Plans take
                     theirs from ata_buffers */
} ata_options;

#define ATA_MAX_THREADS 1024

/* Make a plan. `options` may be NULL. On failure *plan is NULL. */
ATA_API ata_status ata_plan_create(ata_plan **plan, const ata_problem *problem, const ata_options *options);

/* Free a plan; NULL is ignored. No execution of it may be under way. */
ATA_API void ata_plan_destroy(ata_plan *plan);

/* Transform `in` to `out`. Allocates nothing (on a GPU, the first execution on arrays of the host does). In place:
 * out is in, or NULL. For ATA_SPLIT use ata_plan_execute_with. The input of an out-of-place transform is left as it
 * was, so its arrays must not share a byte with those of the output: where neither end has gaps an overlap is refused
 * (ATA_ERROR_PLACE); one with gaps may lie in the other's, and whether it does is the caller's to see. */
ATA_API ata_status ata_plan_execute(const ata_plan *plan, const void *in, void *out);

/* The arrays of one execution. */
typedef struct ata_buffers {
    const void *in;      /* in place: also the output */
    void *out;           /* in place: the same as in, or NULL */
    const void *in_imag; /* for a split complex input: its imaginary parts, `in` being its real parts; else NULL */
    void *out_imag;      /* for a split complex output; in place: the same as in_imag, or NULL; else NULL */
    void *scratch; /* NULL: the plan's own. Else `scratch_bytes` bytes that nobody else uses during this execution, on
                      the device for a GPU */
    size_t scratch_bytes;
    void *stream; /* for a GPU: the CUstream (cudaStream_t) to work in; NULL for the default one. Others ignore it */
} ata_buffers;

/* The same, for advanced callers: split arrays, own scratch, a stream.
 *
 * On a GPU, arrays may lie in the memory of the device (of the context in which the plan was made) or of the host. With
 * device arrays the call only puts work into the stream and returns: it neither waits nor allocates, so that it can be
 * captured in a graph; executions of one plan in several streams at once need a scratch each, if the plan needs any.
 * Device arrays lie at multiples of an element's size. Host arrays are copied there and back, and the result is
 * ready when the call returns. */
ATA_API ata_status ata_plan_execute_with(const ata_plan *plan, const ata_buffers *buffers);

/* ------------------------------------------------------------------------------------------------------------------
 * 4. Questions
 *
 * Those that give text work as ata_problem_print does.
 */

/* What a plan is going to do. */
typedef struct ata_plan_info {
    const char *engine;    /* "cpu" */
    const char *chosen_by; /* "estimate", "measure", "wisdom", "caller" (a recipe) or "algorithm" (a problem's) */
    int threads;
    int passes;              /* of the recipe: each reads and writes all of the data once */
    size_t scratch_bytes;    /* what an execution needs beside input and output */
    int64_t bytes_estimated; /* what these read and write. What a pass does within scratch is not counted, though on a
                                CPU a line longer than a cache goes through memory there too, once or several times */
    int64_t bytes_minimal;   /* one read of the input and one write of the output */
    double flops; /* 5 N log2 N for complex, half of it for real transforms: the usual rate's count; 0 for a reversal */
    double time_estimated; /* seconds on one thread, by the planner's cost model; as timed for "measure" */
} ata_plan_info;
ATA_API ata_status ata_plan_get_info(const ata_plan *plan, ata_plan_info *info);

/* The recipe, which ata_options.recipe takes: "{X(16), X(16), X(16)}". */
ATA_API ata_status ata_plan_print_recipe(const ata_plan *plan, char *text, size_t size, size_t *length);

/* The problem, with defaults left out. */
ATA_API ata_status ata_plan_print_problem(const ata_plan *plan, char *text, size_t size, size_t *length);

/* Several lines for a person: passes, steps, bytes, scratch, the alternatives and why this one was chosen. */
ATA_API ata_status ata_plan_print_report(const ata_plan *plan, char *text, size_t size, size_t *length);

/* "0.1.0", of the library that is running; the ATA_VERSION_ macros are of the header. */
ATA_API const char *ata_version(void);

/* The instruction sets the CPU has that matter here, such as "neon fcma" or "sse2 avx2 fma avx512f". */
ATA_API const char *ata_cpu_features(void);

/* Engines, counted from 0: the name, and NULL or the one reason why this machine cannot use it. ATA_ERROR_ENGINE past
 * the last. */
ATA_API ata_status ata_engine_get(int index, const char **name, const char **summary, const char **missing);

/* Rules of the planner, counted from 0: the name and one sentence. ATA_ERROR_OPTION past the last. */
ATA_API ata_status ata_rule_get(int index, const char **name, const char **summary);

/* Algorithms that a problem may ask for, counted from 0: the name, who published it, and one sentence. ATA_ERROR_OPTION
 * past the last. */
ATA_API ata_status ata_algorithm_get(int index, const char **name, const char **paper, const char **summary);

/* ------------------------------------------------------------------------------------------------------------------
 * 5. Wisdom: keep the recipes that measured best
 *
 * A wisdom is a list of problems, each with the best recipe found for it, which serves on the engine, the kind of CPU,
 * the instruction set and the number of threads that it was measured with. It can be shared by any number of plans and
 * threads. Files are text, versioned and checksummed, and nothing in them is trusted: a recipe is checked against its
 * problem before it is used.
 */
ATA_API ata_status ata_wisdom_create(ata_wisdom **wisdom);
ATA_API void ata_wisdom_destroy(ata_wisdom *wisdom);

/* Add what a file holds. A file that is damaged anywhere adds nothing. */
ATA_API ata_status ata_wisdom_load(ata_wisdom *wisdom, const char *path);

/* Write everything to a file, at once or not at all. */
ATA_API ata_status ata_wisdom_store(const ata_wisdom *wisdom, const char *path);

/* How many problems it knows. */
ATA_API size_t ata_wisdom_get_count(const ata_wisdom *wisdom);

/* ------------------------------------------------------------------------------------------------------------------
 * 6. The kernel cache
 *
 * Compiling a kernel for a GPU takes about a second, so what was compiled is kept in files, for later processes too.
 * The folder is $ATALANTA_CACHE ("off" keeps nothing), else $XDG_CACHE_HOME/atalanta/kernels, else
 * ~/.cache/atalanta/kernels; it holds at most $ATALANTA_CACHE_MB MiB (64 unless set), and those unused for longest go
 * first. Nothing in it is trusted: a file that is damaged, or a folder that others may write to, is passed over. It may
 * be removed at any time.
 */
typedef struct ata_cache_entry {
    char name[48];     /* of the file */
    char title[96];    /* what it is: "c2c f32 to f32, 4096 points ..."; empty for a file that is damaged */
    int64_t bytes;     /* of the file */
    int64_t last_used; /* seconds since 1970 */
} ata_cache_entry;

/* The folder, whether it exists yet or not; an empty text when there is none. Works as ata_problem_print does. */
ATA_API ata_status ata_cache_print_folder(char *text, size_t size, size_t *length);

/* What is in it, the last used first: as many as fit into `capacity` are written to `entries`, which may be NULL if it
 * is 0; `count` becomes the number of all. */
ATA_API ata_status ata_cache_get_entries(ata_cache_entry *entries, size_t capacity, size_t *count);

/* Remove them all; `count`, if not NULL, becomes how many there were. */
ATA_API ata_status ata_cache_clear(size_t *count);

/* ------------------------------------------------------------------------------------------------------------------
 * 7. Streams: endless transforms from host to host
 *
 * A stream transforms frame after frame of a signal that never ends. Frames go in at one end and results come out at
 * the other, in order, while the devices behind it copy and compute:
 *
 *     submit, or take and give --> | | | | --> copy in, transform, copy out --> | | | | --> collect and release
 *                                  a ring of frames                             a ring of results
 *
 * The common case, one thread that feeds and one that collects (or the same in turn):
 *
 *     ata_stream_create(&stream, &problem, NULL);                 the problem is one frame: "c2c 512 in=i8 out=i8"
 *     ata_stream_submit(stream, samples, 1000, -1, NULL);         as often as samples come
 *     ata_stream_collect(stream, &frames, -1);                    frames.count results at frames.data
 *     ata_stream_release(stream, frames.count);
 *
 * The rings are page-locked where a GPU is among the devices, and used over and over: nothing is allocated after the
 * stream is made. A batch of frames is whatever has come when a device is free, up to options.frames of them.
 *
 * Time limits are in seconds: 0 does not wait, a negative one waits for ever. A call that would wait longer returns
 * ATA_ERROR_WOULD_BLOCK and has done nothing beyond what it says: this is how a full stream pushes back.
 *
 * One thread at a time may feed a stream, and one may collect; these may be two. Everything else may be called from any
 * thread at any time; destroy, when no other call is under way.
 */
typedef struct ata_stream ata_stream;

/* Results, one after another, each ata_stream_info.frame_out_bytes long. Where strides leave gaps between the elements
 * of a result, there are zeros. */
typedef struct ata_stream_frames {
    const void *data;
    int64_t first; /* the number of the first, counted from 0 since the stream was made */
    int64_t count;
} ata_stream_frames;

typedef enum ata_stream_preference {
    ATA_THROUGHPUT = 0, /* devices wait for whole batches, or for a quarter of the deadline where there is one */
    ATA_LATENCY = 1     /* a device that is free takes whatever frames there are */
} ata_stream_preference;

typedef struct ata_stream_options {
    const char *devices; /* engines joined by commas, as ata_options.engine names them: "gpu", "gpu:0,gpu:1,cpu". The
                            same may stand there twice; at most 16. NULL or "auto" lets the library choose */
    int64_t frames; /* the most in a batch, at most 2^24; 0 lets the library choose, by what devices are fast with */
    int depth;      /* how many such batches the rings hold, 2 to 1024; 0 lets the library choose */
    int lanes;      /* batches under way at once on each GPU, 1 to 16; 0 stands for 6, with a deadline 3 */
    ata_stream_preference preference;
    double rate;     /* frames a second that will come, 0 if that is not known; with a deadline it bounds batches */
    double deadline; /* seconds from frame accepted to result ready, 0 for none; frames that take longer are counted */
    int64_t hop;     /* elements of the input from one frame to the next: fewer than a frame has, and frames overlap;
                        more, and what lies between is skipped. 0 stands for the distance that frames have in a
                        batch without a given one: as many as a frame has, times its stride */
    int64_t offset;  /* elements before the first frame: with `hop`, where in a step of the signal a frame begins */
    const ata_options *plan; /* how the devices' plans are made: threads, effort, wisdom, recipe, window; or NULL */
    /* Results by callback: called by a thread of the stream's, in order; the frames are released when it returns, and
     * ata_stream_collect is not to be called. It may feed the stream, but neither wait for it nor destroy it. */
    void (*on_frames)(void *context, const ata_stream_frames *frames);
    /* A device has failed and is dropped; its frames are done by the others. Called by threads of the stream's, one at
     * a time, before the first frames that it failed at are ready. It must neither wait for the stream nor destroy
     * it. */
    void (*on_drop)(void *context, int device, const ata_error *error);
    /* To rehearse failures: called after each batch; not 0 makes the device fail it. */
    int (*rehearse)(void *context, int device, int64_t first, int64_t count);
    void *context; /* for these */
} ata_stream_options;

/* Make a stream and start its threads. `problem` is one frame, whatever its shape, out of place and interleaved;
 * `options` may be NULL. On failure *stream is NULL. */
ATA_API ata_status ata_stream_create(ata_stream **stream, const ata_problem *problem,
                                     const ata_stream_options *options);

/* Free a stream, whatever it holds; what is under way is waited for, what has not begun is dropped. NULL is ignored. */
ATA_API void ata_stream_destroy(ata_stream *stream);

/* Feed. The unit is a step: `hop` elements of the signal, which for frames side by side is a frame. Where frames
 * overlap, a frame is accepted with the last step that it reaches into.
 *
 * Submit copies `count` steps from `data`. *accepted, if not NULL, becomes how many were taken, which on a failure
 * may be fewer than all. */
ATA_API ata_status ata_stream_submit(ata_stream *stream, const void *data, int64_t count, double limit,
                                     int64_t *accepted);

/* Take a piece of the ring to fill: *count becomes how many steps it has room for, one at least. Give says that the
 * first `count` steps of it are filled. Nothing is copied. */
ATA_API ata_status ata_stream_take(ata_stream *stream, void **memory, int64_t *count, double limit);
ATA_API ata_status ata_stream_give(ata_stream *stream, int64_t count);

/* The results that are ready, from the oldest on; count is 1 at least. They stay as they are until released, which
 * makes room for as many frames. Release fewer, and the next collect begins with the rest. When devices were lost and
 * none is left, the results that were finished come first, and then the device's error. */
ATA_API ata_status ata_stream_collect(ata_stream *stream, ata_stream_frames *frames, double limit);
ATA_API ata_status ata_stream_release(ata_stream *stream, int64_t count);

/* Begin with what has been fed, without waiting for a batch to be full. */
ATA_API ata_status ata_stream_flush(ata_stream *stream);

/* Flush, and wait until every frame that was accepted is ready to be collected, or handed to the callback. The stream
 * can be fed again afterwards; the next frame overlaps these as if nothing had happened. */
ATA_API ata_status ata_stream_drain(ata_stream *stream, double limit);

/* How a stream is made, and how far it is. */
typedef struct ata_stream_info {
    int64_t frames_batch; /* the most in a batch */
    int64_t frames_held;  /* how many frames there is room for */
    int64_t step_bytes, frame_in_bytes, frame_out_bytes;
    int64_t steps;     /* of the signal, fed */
    int64_t accepted;  /* frames fed whole */
    int64_t ready;     /* frames transformed, of which ... */
    int64_t collected; /* ... so many were released */
    int64_t batches;
    int64_t redone; /* frames that were done again after a device had failed */
    int64_t missed; /* frames that took longer than the deadline */
    int devices, devices_left;
    int page_locked; /* not 0: the rings are */
} ata_stream_info;
ATA_API ata_status ata_stream_get_info(const ata_stream *stream, ata_stream_info *info);

/* A device of the stream, counted from 0 as they were listed. ATA_ERROR_OPTION past the last. */
typedef struct ata_stream_device {
    char engine[16]; /* "gpu:1" */
    int lanes;
    int64_t frames;  /* done there */
    double busy;     /* seconds that its lanes worked, together */
    ata_error error; /* why it was dropped; its status is ATA_OK if it was not */
} ata_stream_device;
ATA_API ata_status ata_stream_get_device(const ata_stream *stream, int device, ata_stream_device *info);

/* Seconds from frame accepted to result ready that `fraction` of all frames so far took at most: 0.5 for the median, 1
 * for the worst. Never below the truth, and above it by no more than 7% and a sixteenth of the time in which a batch
 * was fed: the clock is not read for every frame, and latencies are counted in classes. 0 when there were none. */
ATA_API ata_status ata_stream_get_latency(const ata_stream *stream, double fraction, double *seconds);

/* ------------------------------------------------------------------------------------------------------------------
 * 8. Without a plan: roots of unity, and what a machine allows
 */

/* Write the roots of unity exp(-2 pi i k / n), k = 0 .. count - 1, to `out`: the twiddle factors of transforms of your
 * own. They are interleaved complex numbers of `type`, ATA_F32 (also ATA_TYPE_DEFAULT) or ATA_F64; n is 1 to 2^47, and
 * count 0 to n.
 *
 * Angles are reduced exactly, in whole numbers, so that the last roots of a long list are as good as the first: off by
 * no more than 0.501 units in the last place on a CPU, whatever the type, and on a GPU 0.501 of ATA_F32 and 0.75 of
 * ATA_F64. Zeros are zeros, and positive. The values do not depend on `count` or on the number of threads.
 *
 * Of `options`, which may be NULL, only engine, threads and stream count. On a GPU `out` may lie in the memory of the
 * device, at a multiple of an element's size, and then the call only puts work into the stream and returns, as
 * ata_plan_execute_with does; but where no plan and no stream of this library lives on the GPU, the kernel has to be
 * loaded for this one call, which then waits. With an array of the host the numbers are there when it returns. */
ATA_API ata_status ata_roots(const ata_options *options, int64_t n, int64_t count, ata_type type, void *out);

/* What a machine allows, measured: the roofs under which a transform runs. A gigabyte is 10^9 bytes. */
typedef struct ata_bounds {
    double copy_gb_per_s;         /* bytes read plus bytes written by a plain copy of data much larger than caches */
    double arithmetic_gflops;     /* multiply-adds of f32, each counted as two operations */
    double arithmetic_f64_gflops; /* and of f64 */
    double exchange_gb_per_s;     /* bytes written plus bytes read where points change places in the midst of a pass: in
                                     the shared memory of a GPU's blocks, without conflicts and with barriers between;
                                     in the first cache of a CPU's cores */
    int64_t copy_bytes;           /* of the array that was copied */
    int64_t exchange_bytes;       /* of the memory that a block, or a thread of the CPU, exchanged numbers in */
    int processors;               /* that worked: multiprocessors of a GPU, threads of a CPU */
    int repeats;                  /* of each measurement; the numbers are medians */
} ata_bounds;

/* Measure them, in about a second, on an engine that is otherwise idle. Of `options`, which may be NULL, only engine
 * and threads count; a GPU is measured as a whole. The emulator's speed says nothing: ATA_ERROR_UNSUPPORTED. */
ATA_API ata_status ata_bounds_measure(const ata_options *options, ata_bounds *bounds);

#ifdef __cplusplus
}
#endif
#endif
