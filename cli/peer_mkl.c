/* peer_mkl.c - Intel's MKL as a peer, by dlopen and its documented DFTI interface.
 *
 * MKL comes as libmkl_rt.so, or linked into another library that exports it: PyTorch's libtorch_cpu.so does. Either
 * file is named by $ATALANTA_MKL; unless it is set, libmkl_rt.so is looked for where the system keeps libraries. The
 * few prototypes are declared here by hand, so that no header of MKL's is needed to build.
 *
 * DFTI's strides are an offset and then one distance a dimension, and a batch is a count with a distance:
 *
 *     {0, stride of dimension 0, 1, ...}     DFTI_NUMBER_OF_TRANSFORMS, DFTI_INPUT_DISTANCE, DFTI_OUTPUT_DISTANCE
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "cli/peer.h"
#include "cli/symbol.h"

/* Numbers of the interface. */
enum {
    DFTI_NUMBER_OF_TRANSFORMS = 7,
    DFTI_CONJUGATE_EVEN_STORAGE = 10,
    DFTI_PLACEMENT = 11,
    DFTI_INPUT_STRIDES = 12,
    DFTI_OUTPUT_STRIDES = 13,
    DFTI_INPUT_DISTANCE = 14,
    DFTI_OUTPUT_DISTANCE = 15,
    DFTI_THREAD_LIMIT = 27,
    DFTI_COMPLEX = 32,
    DFTI_REAL = 33,
    DFTI_COMPLEX_COMPLEX = 39,
    DFTI_INPLACE = 43,
    DFTI_NOT_INPLACE = 44
};

typedef void *dfti_handle;

/* Where a value may be a number or an array the functions take a variable argument; numbers are longs. */
typedef struct mkl_functions {
    long (*create_f32)(dfti_handle *handle, int domain, long rank, long *lengths);
    long (*create_f64)(dfti_handle *handle, int domain, long rank, long *lengths);
    long (*set)(dfti_handle handle, int parameter, ...);
    long (*commit)(dfti_handle handle);
    long (*forward)(dfti_handle handle, void *in, ...);
    long (*backward)(dfti_handle handle, void *in, ...);
    long (*release)(dfti_handle *handle);
    void (*set_threads)(int count);              /* these two may be missing */
    void (*version)(char *buffer, int capacity); /* pads with blanks */
} mkl_functions;

/* Opened once and kept: MKL must not be closed while its threads live. */
static struct {
    bool tried;
    char missing[256]; /* why, or empty */
    char file[512], version[256];
    mkl_functions call;
} library;

typedef struct mkl_state {
    dfti_handle handle;
    void *in, *out; /* out is NULL in place */
    bool backward;
} mkl_state;

/* A function that need not be there; some libraries have it under its inner name only. */
static void resolve_either(void *handle, const char *symbol, const char *inner, void *function)
{
    if (!cli_symbol_get(handle, symbol, function)) (void)cli_symbol_get(handle, inner, function);
}

static bool resolve_all(mkl_functions *call, void *handle)
{
    return cli_symbol_get(handle, "DftiCreateDescriptor_s_md", &call->create_f32) &&
           cli_symbol_get(handle, "DftiCreateDescriptor_d_md", &call->create_f64) &&
           cli_symbol_get(handle, "DftiSetValue", &call->set) &&
           cli_symbol_get(handle, "DftiCommitDescriptor", &call->commit) &&
           cli_symbol_get(handle, "DftiComputeForward", &call->forward) &&
           cli_symbol_get(handle, "DftiComputeBackward", &call->backward) &&
           cli_symbol_get(handle, "DftiFreeDescriptor", &call->release);
}

static void *open_file(void)
{
    static const char *const names[] = {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"};
    const char *named = getenv("ATALANTA_MKL");
    if (named && *named) return dlopen(named, RTLD_NOW | RTLD_LOCAL);
    void *handle = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !handle; i++)
        handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return handle;
}

/* The version's text ends in blanks, and has whole sentences before its number. */
static void get_version(void)
{
    char *text = library.version;
    snprintf(text, sizeof library.version, "MKL of unknown version");
    if (!library.call.version) return;
    library.call.version(text, sizeof library.version - 1);
    size_t length = 0;
    while (length < sizeof library.version - 1 && text[length]) length++;
    while (length > 0 && text[length - 1] == ' ') length--;
    text[length] = '\0';
}

static void open_library(void)
{
    if (library.tried) return;
    library.tried = true;
    void *handle = open_file();
    if (!handle) {
        snprintf(library.missing, sizeof library.missing,
                 "libmkl_rt.so was not found; set ATALANTA_MKL to it, or to a library that has MKL in it");
        return;
    }
    if (!resolve_all(&library.call, handle)) {
        snprintf(library.missing, sizeof library.missing,
                 "the library has no functions of MKL; set ATALANTA_MKL to libmkl_rt.so");
        return;
    }
    resolve_either(handle, "MKL_Set_Num_Threads", "mkl_serv_set_num_threads", &library.call.set_threads);
    resolve_either(handle, "MKL_Get_Version_String", "mkl_serv_get_version_string", &library.call.version);
    Dl_info place;
    void *symbol = (void *)(uintptr_t)library.call.set;
    snprintf(library.file, sizeof library.file, "%s",
             dladdr(symbol, &place) && place.dli_fname ? place.dli_fname : "libmkl_rt.so");
    get_version();
}

static const char *open_peer(ata_type type, const char **file, const char **version)
{
    (void)type; /* one library has both precisions */
    open_library();
    if (library.missing[0]) return library.missing;
    *file = library.file;
    *version = library.version;
    return NULL;
}

/* Why MKL has no such transform, or is not asked for it here; or NULL. */
static const char *why_not(const ata_problem *problem)
{
    const bool is_fourier = problem->kind == ATA_C2C || problem->kind == ATA_R2C || problem->kind == ATA_C2R;
    if (!is_fourier) return "it is compared at c2c, r2c and c2r only";
    if (problem->type != ATA_F32 && problem->type != ATA_F64) return "it computes in f32 and f64 only";
    if (problem->type_in != problem->type || problem->type_out != problem->type) {
        return "it cannot store another type than it computes in";
    }
    if (problem->order != ATA_NATURAL) return "it is compared in the natural order only";
    if (problem->layout == ATA_SPLIT) return "it is compared on interleaved arrays only";
    if (problem->batch_rank > 1) return "its batches have one dimension";
    return NULL;
}

/* The descriptor's settings but for the commit; what MKL answers, 0 when all is well. */
static long describe(dfti_handle handle, const ata_problem *p, int threads)
{
    const mkl_functions *call = &library.call;
    long strides_in[ATA_MAX_RANK + 1] = {0}, strides_out[ATA_MAX_RANK + 1] = {0};
    for (int i = 0; i < p->rank; i++) {
        strides_in[i + 1] = (long)p->dim[i].stride_in;
        strides_out[i + 1] = (long)p->dim[i].stride_out;
    }
    const bool in_place = p->place == ATA_IN_PLACE;
    long bad = call->set(handle, DFTI_PLACEMENT, (long)(in_place ? DFTI_INPLACE : DFTI_NOT_INPLACE));
    if (p->kind != ATA_C2C) bad |= call->set(handle, DFTI_CONJUGATE_EVEN_STORAGE, (long)DFTI_COMPLEX_COMPLEX);
    bad |= call->set(handle, DFTI_INPUT_STRIDES, strides_in);
    bad |= call->set(handle, DFTI_OUTPUT_STRIDES, strides_out);
    if (p->batch_rank == 1) {
        bad |= call->set(handle, DFTI_NUMBER_OF_TRANSFORMS, (long)p->batch[0].n);
        bad |= call->set(handle, DFTI_INPUT_DISTANCE, (long)p->batch[0].stride_in);
        bad |= call->set(handle, DFTI_OUTPUT_DISTANCE, (long)p->batch[0].stride_out);
    }
    return bad | call->set(handle, DFTI_THREAD_LIMIT, (long)threads);
}

static const char *prepare(const peer *self, const peer_request *request, peer_made *made)
{
    (void)self;
    *made = (peer_made){0};
    const ata_problem *p = request->problem;
    const char *reason = why_not(p);
    if (reason) return reason;
    open_library();
    if (library.missing[0]) return library.missing;
    mkl_state *state = calloc(1, sizeof *state);
    if (!state) return "out of memory";
    long lengths[ATA_MAX_RANK];
    for (int i = 0; i < p->rank; i++) lengths[i] = (long)p->dim[i].n;
    if (library.call.set_threads) library.call.set_threads(request->threads);
    const int domain = p->kind == ATA_C2C ? DFTI_COMPLEX : DFTI_REAL;
    const int64_t begin = cli_clock_ns();
    long bad = (p->type == ATA_F64 ? library.call.create_f64 : library.call.create_f32)(&state->handle, domain, p->rank,
                                                                                        lengths);
    if (!bad) bad = describe(state->handle, p, request->threads);
    if (!bad) bad = library.call.commit(state->handle);
    made->plan_seconds = (double)(cli_clock_ns() - begin) * 1e-9;
    if (bad) {
        if (state->handle) library.call.release(&state->handle);
        free(state);
        return "it makes no plan for this problem";
    }
    state->in = request->in;
    state->out = p->place == ATA_IN_PLACE ? NULL : request->out;
    state->backward = p->kind == ATA_C2R || (p->kind == ATA_C2C && p->direction == ATA_INVERSE);
    made->state = state;
    return NULL;
}

static int64_t run(void *state, int64_t repeats)
{
    const mkl_state *made = state;
    long (*const compute)(dfti_handle, void *, ...) = made->backward ? library.call.backward : library.call.forward;
    long bad = 0;
    const int64_t begin = cli_clock_ns();
    for (int64_t i = 0; i < repeats; i++) bad |= compute(made->handle, made->in, made->out);
    const int64_t end = cli_clock_ns();
    return bad ? -1 : end - begin;
}

static void destroy(void *state)
{
    mkl_state *made = state;
    if (!made) return;
    library.call.release(&made->handle);
    free(made);
}

/* Out of place MKL keeps its input unless it is allowed not to. */
static bool overwrites_input(const ata_problem *problem)
{
    (void)problem;
    return false;
}

const peer cli_peer_mkl = {.name = "mkl",
                           .summary = "Intel MKL by its DFTI interface",
                           .open = open_peer,
                           .prepare = prepare,
                           .run = run,
                           .destroy = destroy,
                           .overwrites_input = overwrites_input};
