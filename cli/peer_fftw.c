/* peer_fftw.c - FFTW 3 as a peer, by dlopen and its documented guru64 interface.
 *
 * FFTW is one library for each precision, with the same functions under another prefix (fftw_, fftwf_), and its threads
 * live in a second one. The few prototypes are declared here by hand, so that no header of FFTW's is needed to build.
 * The arrays are void * in them: float and double arrays are handed over in the same way.
 *
 *     libfftw3f.so.3  -> libfftw3f_threads.so.3 or libfftw3f_omp.so.3     looked for in $ATALANTA_FFTW_DIR if that is
 *     libfftw3.so.3   -> libfftw3_threads.so.3  or libfftw3_omp.so.3      set, else where the system keeps libraries
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "cli/peer.h"
#include "cli/symbol.h"

/* Numbers of FFTW's interface. */
enum { FFTW_FORWARD = -1, FFTW_BACKWARD = 1, FFTW_MEASURE = 0, FFTW_PATIENT = 1 << 5, FFTW_ESTIMATE = 1 << 6 };
enum { DHT = 2, REDFT00, REDFT01, REDFT10, REDFT11, RODFT00, RODFT01, RODFT10, RODFT11 };

typedef struct fftw_dim {
    ptrdiff_t n, stride_in, stride_out;
} fftw_dim;

typedef void *fftw_plan;

/* The guru's two tensors: dimensions transformed, dimensions repeated over. */
#define TENSORS int, const fftw_dim *, int, const fftw_dim *

typedef struct fftw_functions {
    fftw_plan (*plan_dft)(TENSORS, void *in, void *out, int sign, unsigned flags);
    fftw_plan (*plan_dft_r2c)(TENSORS, void *in, void *out, unsigned flags);
    fftw_plan (*plan_dft_c2r)(TENSORS, void *in, void *out, unsigned flags);
    fftw_plan (*plan_split)(TENSORS, void *ri, void *ii, void *ro, void *io, unsigned flags);
    fftw_plan (*plan_split_r2c)(TENSORS, void *in, void *ro, void *io, unsigned flags);
    fftw_plan (*plan_split_c2r)(TENSORS, void *ri, void *ii, void *out, unsigned flags);
    fftw_plan (*plan_r2r)(TENSORS, void *in, void *out, const int *kinds, unsigned flags);
    void (*execute)(fftw_plan plan);
    void (*destroy_plan)(fftw_plan plan);
    void (*set_timelimit)(double seconds);
    void (*forget_wisdom)(void);
    int (*init_threads)(void); /* these two may be in the library of threads */
    void (*plan_with_nthreads)(int count);
} fftw_functions;

/* One precision's library, opened once and kept: FFTW must not be closed while its plans live. */
typedef struct fftw_library {
    const char *prefix, *package; /* "fftwf", "libfftw3f" */
    bool tried;
    char missing[256], threads_missing[256]; /* why, or empty */
    char file[512];
    const char *version;
    fftw_functions call;
} fftw_library;

static fftw_library library_f32 = {.prefix = "fftwf", .package = "libfftw3f"};
static fftw_library library_f64 = {.prefix = "fftw", .package = "libfftw3"};

typedef struct fftw_state {
    const fftw_functions *call;
    fftw_plan plan;
} fftw_state;

static void *open_file(const char *package, const char *suffix)
{
    const char *folder = getenv("ATALANTA_FFTW_DIR");
    char path[4096];
    if (folder && *folder) {
        snprintf(path, sizeof path, "%s/%s%s.so.3", folder, package, suffix);
    } else {
        snprintf(path, sizeof path, "%s%s.so.3", package, suffix);
    }
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static bool bind(void *handle, const char *prefix, const char *name, void *function)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s_%s", prefix, name);
    return cli_symbol_get(handle, symbol, function);
}

static bool bind_all(fftw_library *lib, void *handle)
{
    fftw_functions *call = &lib->call;
    const char *p = lib->prefix;
    return bind(handle, p, "plan_guru64_dft", &call->plan_dft) &&
           bind(handle, p, "plan_guru64_dft_r2c", &call->plan_dft_r2c) &&
           bind(handle, p, "plan_guru64_dft_c2r", &call->plan_dft_c2r) &&
           bind(handle, p, "plan_guru64_split_dft", &call->plan_split) &&
           bind(handle, p, "plan_guru64_split_dft_r2c", &call->plan_split_r2c) &&
           bind(handle, p, "plan_guru64_split_dft_c2r", &call->plan_split_c2r) &&
           bind(handle, p, "plan_guru64_r2r", &call->plan_r2r) && bind(handle, p, "execute", &call->execute) &&
           bind(handle, p, "destroy_plan", &call->destroy_plan) &&
           bind(handle, p, "set_timelimit", &call->set_timelimit) &&
           bind(handle, p, "forget_wisdom", &call->forget_wisdom);
}

/* Threads are in the same file in some builds, else in one of two others. */
static void bind_threads(fftw_library *lib, void *handle)
{
    static const char *const suffixes[] = {"_threads", "_omp"};
    fftw_functions *call = &lib->call;
    void *from = handle;
    for (int i = 0; i < 2 && !bind(from, lib->prefix, "init_threads", &call->init_threads); i++) {
        void *opened = open_file(lib->package, suffixes[i]);
        if (opened) from = opened;
    }
    if (bind(from, lib->prefix, "init_threads", &call->init_threads) &&
        bind(from, lib->prefix, "plan_with_nthreads", &call->plan_with_nthreads) && call->init_threads() != 0) {
        return;
    }
    snprintf(lib->threads_missing, sizeof lib->threads_missing,
             "%s_threads.so.3 was not found, so it computes on one thread only; set ATALANTA_FFTW_DIR to its folder",
             lib->package);
}

static void open_library(fftw_library *lib)
{
    if (lib->tried) return;
    lib->tried = true;
    void *handle = open_file(lib->package, "");
    if (!handle) {
        snprintf(lib->missing, sizeof lib->missing,
                 "%s.so.3 was not found; install FFTW 3, or set ATALANTA_FFTW_DIR to its folder", lib->package);
        return;
    }
    if (!bind_all(lib, handle)) {
        snprintf(lib->missing, sizeof lib->missing, "%s.so.3 lacks functions of FFTW 3.3; install a newer one",
                 lib->package);
        return;
    }
    Dl_info place;
    void *symbol = (void *)(uintptr_t)lib->call.execute;
    snprintf(lib->file, sizeof lib->file, "%s",
             dladdr(symbol, &place) && place.dli_fname ? place.dli_fname : lib->package);
    if (!bind(handle, lib->prefix, "version", &lib->version)) lib->version = "of unknown version";
    bind_threads(lib, handle);
}

static const char *open_peer(ata_type type, const char **file, const char **version)
{
    fftw_library *lib = type == ATA_F64 ? &library_f64 : &library_f32;
    open_library(lib);
    if (lib->missing[0]) return lib->missing;
    *file = lib->file;
    *version = lib->version;
    return NULL;
}

/* Why FFTW has no such transform, or NULL. */
static const char *why_not(const ata_problem *problem)
{
    if (problem->kind == ATA_REVERSE) return "it has no reversal by itself";
    if (problem->type != ATA_F32 && problem->type != ATA_F64) return "it computes in f32 and f64 only";
    if (problem->type_in != problem->type || problem->type_out != problem->type) {
        return "it cannot store another type than it computes in";
    }
    if (problem->order != ATA_NATURAL) return "it has no bit-reversed order";
    return NULL;
}

static void copy_dims(fftw_dim *to, const ata_dim *from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = (fftw_dim){(ptrdiff_t)from[i].n, (ptrdiff_t)from[i].stride_in, (ptrdiff_t)from[i].stride_out};
    }
}

static int real_kind(const ata_problem *problem)
{
    const bool inverse = problem->direction == ATA_INVERSE;
    switch (problem->kind) {
    case ATA_DCT1: return REDFT00;
    case ATA_DCT2: return inverse ? REDFT01 : REDFT10;
    case ATA_DCT3: return inverse ? REDFT10 : REDFT01;
    case ATA_DCT4: return REDFT11;
    case ATA_DST1: return RODFT00;
    case ATA_DST2: return inverse ? RODFT01 : RODFT10;
    case ATA_DST3: return inverse ? RODFT10 : RODFT01;
    case ATA_DST4: return RODFT11;
    default: return DHT;
    }
}

static fftw_plan make_plan(const fftw_functions *call, const peer_request *request, unsigned flags)
{
    const ata_problem *p = request->problem;
    const int rank = p->rank, many = p->batch_rank;
    const bool split = p->layout == ATA_SPLIT;
    fftw_dim dims[ATA_MAX_RANK], batch[ATA_MAX_BATCH_RANK];
    int kinds[ATA_MAX_RANK];
    copy_dims(dims, p->dim, rank);
    copy_dims(batch, p->batch, many);
    void *in = request->in, *in_imag = request->in_imag, *out = request->out, *out_imag = request->out_imag;
    switch (p->kind) {
    case ATA_C2C:
        if (!split) {
            const int sign = p->direction == ATA_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD;
            return call->plan_dft(rank, dims, many, batch, in, out, sign, flags);
        }
        /* Split transforms are always forward; with real and imaginary parts exchanged at both ends they are
         * inverse. */
        if (p->direction == ATA_INVERSE) {
            return call->plan_split(rank, dims, many, batch, in_imag, in, out_imag, out, flags);
        }
        return call->plan_split(rank, dims, many, batch, in, in_imag, out, out_imag, flags);
    case ATA_R2C:
        if (split) return call->plan_split_r2c(rank, dims, many, batch, in, out, out_imag, flags);
        return call->plan_dft_r2c(rank, dims, many, batch, in, out, flags);
    case ATA_C2R:
        if (split) return call->plan_split_c2r(rank, dims, many, batch, in, in_imag, out, flags);
        return call->plan_dft_c2r(rank, dims, many, batch, in, out, flags);
    default:
        for (int i = 0; i < rank; i++) kinds[i] = real_kind(p);
        return call->plan_r2r(rank, dims, many, batch, in, out, kinds, flags);
    }
}

/* A plan made when the limit had passed may be a worse one than the effort would have found: FFTW then falls back to
 * the last effort that came to its end. It does not tell, but its own clock and this one agree well enough. */
static const char *prepare(const peer *self, const peer_request *request, peer_made *made)
{
    *made = (peer_made){0};
    const char *reason = why_not(request->problem);
    if (reason) return reason;
    fftw_library *lib = request->problem->type == ATA_F64 ? &library_f64 : &library_f32;
    open_library(lib);
    if (lib->missing[0]) return lib->missing;
    if (request->threads > 1 && lib->threads_missing[0]) made->note = lib->threads_missing;
    if (lib->call.plan_with_nthreads) lib->call.plan_with_nthreads(request->threads);
    lib->call.forget_wisdom(); /* else an estimate would profit from what an earlier plan of this run measured */
    lib->call.set_timelimit(request->seconds);
    const int64_t begin = cli_clock_ns();
    fftw_plan plan = make_plan(&lib->call, request, self->flags);
    made->plan_seconds = (double)(cli_clock_ns() - begin) * 1e-9;
    made->limited = made->plan_seconds >= request->seconds;
    if (!plan) return "it makes no plan for this problem";
    fftw_state *state = malloc(sizeof *state);
    if (!state) {
        lib->call.destroy_plan(plan);
        return "out of memory";
    }
    *state = (fftw_state){.call = &lib->call, .plan = plan};
    made->state = state;
    return NULL;
}

static int64_t run(void *state, int64_t repeats)
{
    const fftw_state *made = state;
    void (*const execute)(fftw_plan) = made->call->execute;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) execute(made->plan);
    return cli_clock_ns() - begin;
}

static void destroy(void *state)
{
    fftw_state *made = state;
    if (!made) return;
    made->call->destroy_plan(made->plan);
    free(made);
}

/* c2r uses its input for its intermediate results, unless it is told not to, which makes it slower. It is measured
 * at its best. */
static bool overwrites_input(const ata_problem *problem)
{
    return problem->kind == ATA_C2R;
}

#define FFTW_PEER(NAME, SUMMARY, EFFORT, FLAGS)                                                                      \
    {                                                                                                                \
        .name = (NAME), .summary = (SUMMARY), .effort = (EFFORT), .open = open_peer, .prepare = prepare, .run = run, \
        .destroy = destroy, .overwrites_input = overwrites_input, .flags = (FLAGS)                                   \
    }

const peer cli_peer_fftw = FFTW_PEER("fftw", "FFTW 3, its plan measured (FFTW_MEASURE)", "measure", FFTW_MEASURE);
const peer cli_peer_fftw_estimate =
    FFTW_PEER("fftw:estimate", "FFTW 3, its plan estimated (FFTW_ESTIMATE)", "estimate", FFTW_ESTIMATE);
const peer cli_peer_fftw_patient =
    FFTW_PEER("fftw:patient", "FFTW 3, its plan sought longest (FFTW_PATIENT)", "patient", FFTW_PATIENT);
