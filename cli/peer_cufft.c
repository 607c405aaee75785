/* peer_cufft.c - cuFFT as a peer on the GPU, by dlopen and its documented interface for many transforms.
 *
 * The few prototypes are declared here by hand, so that no header of CUDA's is needed to build. f32 and f64 go through
 * the plain functions of each kind, as people call them; f16 and bf16 through cufftXt, which alone has them. cuFFT
 * describes strides by arrays that enclose each other: `embed` are the lengths of the enclosing rows.
 *
 *     libcufft.so.12, .11 or .so     named by $ATALANTA_CUFFT, else where the loader looks, else with CUDA in
 *                                    /usr/local, else in the folder of a Python package
 */
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/clock.h"
#include "cli/peer.h"
#include "cli/symbol.h"

/* Numbers of cuFFT's interface, and of CUDA's types. */
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };
enum { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
enum { CUDA_R_16F = 2, CUDA_C_16F = 6, CUDA_R_16BF = 14, CUDA_C_16BF = 15 };
enum { CUFFT_RANK_MAX = 3 };

typedef long long wide;

typedef int execute_function(int plan, void *in, void *out);
typedef int execute_direction(int plan, void *in, void *out, int direction);

static struct {
    bool tried;
    char missing[512]; /* why, or empty */
    char file[512], version[32];
    int (*create)(int *plan);
    int (*destroy)(int plan);
    int (*set_stream)(int plan, void *stream);
    int (*get_version)(int *version);
    int (*make_many)(int plan, int rank, wide *n, wide *embed_in, wide stride_in, wide dist_in, wide *embed_out,
                     wide stride_out, wide dist_out, int type, wide batch, size_t *work);
    int (*make_many_typed)(int plan, int rank, wide *n, wide *embed_in, wide stride_in, wide dist_in, int type_in,
                           wide *embed_out, wide stride_out, wide dist_out, int type_out, wide batch, size_t *work,
                           int type_executed);
    execute_direction *c2c, *z2z, *typed;
    execute_function *r2c, *c2r, *d2z, *z2d;
} library;

typedef struct cufft_state {
    int plan, direction;
    execute_direction *directed; /* one of the two */
    execute_function *plain;
    void *in, *out;
} cufft_state;

static void *open_newest(const char *folder)
{
    static const char *const names[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so"};
    for (int i = 0; i < 3; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s%s", folder, names[i]);
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (handle) return handle;
    }
    return NULL;
}

static void *open_matching(const char *root, const char *pattern)
{
    char path[4096];
    void *handle = NULL;
    glob_t found;
    snprintf(path, sizeof path, "%s%s", root, pattern);
    if (glob(path, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && !handle; i++) handle = open_newest(found.gl_pathv[i]);
    }
    globfree(&found);
    return handle;
}

/* The places where CUDA and the packages of Python put it; a user's own packages first. */
static void *open_in_folders(void)
{
    static const char packages[] = "/lib/python3*/*-packages/nvidia/c*/lib/";
    static const char *const roots[] = {"/usr/local", "/usr", "/opt/*"};
    const char *environment = getenv("VIRTUAL_ENV"), *home = getenv("HOME");
    void *handle = environment && *environment ? open_matching(environment, packages) : NULL;
    if (!handle && home && *home) handle = open_matching(home, "/.local/lib/python3*/*-packages/nvidia/c*/lib/");
    if (!handle) handle = open_matching("", "/usr/local/cuda*/lib64/");
    for (int i = 0; i < 3 && !handle; i++) handle = open_matching(roots[i], packages);
    return handle;
}

static bool bind_all(void *handle)
{
    return cli_symbol_get(handle, "cufftCreate", &library.create) &&
           cli_symbol_get(handle, "cufftDestroy", &library.destroy) &&
           cli_symbol_get(handle, "cufftSetStream", &library.set_stream) &&
           cli_symbol_get(handle, "cufftGetVersion", &library.get_version) &&
           cli_symbol_get(handle, "cufftMakePlanMany64", &library.make_many) &&
           cli_symbol_get(handle, "cufftXtMakePlanMany", &library.make_many_typed) &&
           cli_symbol_get(handle, "cufftExecC2C", &library.c2c) &&
           cli_symbol_get(handle, "cufftExecZ2Z", &library.z2z) &&
           cli_symbol_get(handle, "cufftXtExec", &library.typed) &&
           cli_symbol_get(handle, "cufftExecR2C", &library.r2c) &&
           cli_symbol_get(handle, "cufftExecC2R", &library.c2r) &&
           cli_symbol_get(handle, "cufftExecD2Z", &library.d2z) && cli_symbol_get(handle, "cufftExecZ2D", &library.z2d);
}

static void open_library(void)
{
    if (library.tried) return;
    library.tried = true;
    const char *named = getenv("ATALANTA_CUFFT");
    const bool is_named = named && *named;
    void *handle = is_named ? dlopen(named, RTLD_NOW | RTLD_LOCAL) : open_newest("");
    if (!handle && !is_named) handle = open_in_folders();
    if (!handle) {
        snprintf(library.missing, sizeof library.missing,
                 "%.200s was not found; install cuFFT, or name its library in ATALANTA_CUFFT",
                 is_named ? named : "libcufft.so");
        return;
    }
    if (!bind_all(handle)) {
        snprintf(library.missing, sizeof library.missing, "%.200s lacks functions of cuFFT 11; name a newer one",
                 is_named ? named : "libcufft.so");
        return;
    }
    Dl_info place;
    snprintf(library.file, sizeof library.file, "%s",
             dladdr((void *)(uintptr_t)library.create, &place) && place.dli_fname ? place.dli_fname : "libcufft.so");
    int version = 0;
    library.get_version(&version);
    snprintf(library.version, sizeof library.version, "cuFFT %d.%d.%d", version / 1000, version / 100 % 10,
             version % 100);
}

static const char *open_peer(ata_type type, const char **file, const char **version)
{
    (void)type; /* one library has all */
    open_library();
    if (library.missing[0]) return library.missing;
    *file = library.file;
    *version = library.version;
    return NULL;
}

static bool is_short(ata_type type)
{
    return type == ATA_F16 || type == ATA_BF16;
}

/* Why cuFFT has no such transform, or NULL. */
static const char *why_not(const ata_problem *problem)
{
    const bool is_fourier = problem->kind == ATA_C2C || problem->kind == ATA_R2C || problem->kind == ATA_C2R;
    if (!is_fourier) return "it has c2c, r2c and c2r only";
    if (problem->type_in != problem->type || problem->type_out != problem->type) {
        return "it cannot store another type than it computes in";
    }
    if (problem->order != ATA_NATURAL) return "it has no bit-reversed order";
    if (problem->layout == ATA_SPLIT) return "it has interleaved arrays only";
    if (problem->rank > CUFFT_RANK_MAX) return "it has one to three dimensions";
    if (problem->batch_rank > 1) return "its batches have one dimension";
    for (int i = 0; is_short(problem->type) && i < problem->rank; i++) {
        if (problem->dim[i].n & (problem->dim[i].n - 1)) return "in f16 and bf16 it has powers of two only";
    }
    return NULL;
}

/* One end as cuFFT describes it. False where rows do not enclose each other. */
typedef struct cufft_end {
    wide embed[CUFFT_RANK_MAX], stride, dist;
} cufft_end;

static bool describe(cufft_end *end, const ata_problem *p, bool out)
{
    const int last = p->rank - 1;
    wide stride[CUFFT_RANK_MAX] = {0};
    for (int i = 0; i < p->rank; i++) stride[i] = (wide)(out ? p->dim[i].stride_out : p->dim[i].stride_in);
    const bool half = p->kind == (out ? ATA_R2C : ATA_C2R);
    end->stride = stride[last];
    end->embed[0] = p->dim[0].n; /* its value is not used, but may not be 0 */
    for (int i = 1; i < p->rank; i++) {
        const wide n = i == last && half ? p->dim[i].n / 2 + 1 : p->dim[i].n;
        if (stride[i] < 1 || stride[i - 1] % stride[i] != 0 || stride[i - 1] / stride[i] < n) return false;
        end->embed[i] = stride[i - 1] / stride[i];
    }
    end->dist = p->batch_rank ? (wide)(out ? p->batch[0].stride_out : p->batch[0].stride_in) : 1;
    return end->stride >= 1 && end->dist >= 1;
}

static int make_plan(int plan, const ata_problem *p, const cufft_end *in_end, const cufft_end *out_end)
{
    static const int plain[][2] = {
        [ATA_C2C] = {CUFFT_C2C, CUFFT_Z2Z}, [ATA_R2C] = {CUFFT_R2C, CUFFT_D2Z}, [ATA_C2R] = {CUFFT_C2R, CUFFT_Z2D}};
    cufft_end in = *in_end, out = *out_end; /* its arguments are not const */
    wide n[CUFFT_RANK_MAX];
    for (int i = 0; i < p->rank; i++) n[i] = (wide)p->dim[i].n;
    const wide batch = p->batch_rank ? (wide)p->batch[0].n : 1;
    size_t work = 0;
    if (!is_short(p->type)) {
        return library.make_many(plan, p->rank, n, in.embed, in.stride, in.dist, out.embed, out.stride, out.dist,
                                 plain[p->kind][p->type == ATA_F64], batch, &work);
    }
    const bool bf16 = p->type == ATA_BF16;
    const int real = bf16 ? CUDA_R_16BF : CUDA_R_16F, complex = bf16 ? CUDA_C_16BF : CUDA_C_16F;
    return library.make_many_typed(plan, p->rank, n, in.embed, in.stride, in.dist, p->kind == ATA_R2C ? real : complex,
                                   out.embed, out.stride, out.dist, p->kind == ATA_C2R ? real : complex, batch, &work,
                                   complex);
}

static void choose_function(cufft_state *state, const ata_problem *p)
{
    const bool f64 = p->type == ATA_F64;
    const bool inverse = p->kind == ATA_C2R || (p->kind == ATA_C2C && p->direction == ATA_INVERSE);
    state->direction = inverse ? CUFFT_INVERSE : CUFFT_FORWARD;
    if (is_short(p->type)) state->directed = library.typed;
    else if (p->kind == ATA_C2C) state->directed = f64 ? library.z2z : library.c2c;
    else if (p->kind == ATA_R2C) state->plain = f64 ? library.d2z : library.r2c;
    else state->plain = f64 ? library.z2d : library.c2r;
}

static const char *prepare(const peer *self, const peer_request *request, peer_made *made)
{
    static char reason[96];
    (void)self;
    *made = (peer_made){0};
    const ata_problem *p = request->problem;
    const char *lacks = why_not(p);
    if (lacks) return lacks;
    cufft_end in, out;
    if (!describe(&in, p, false) || !describe(&out, p, true)) return "its rows must enclose each other, forwards";
    open_library();
    if (library.missing[0]) return library.missing;
    cufft_state *state = calloc(1, sizeof *state);
    if (!state) return "out of memory";
    const int64_t begin = cli_clock_ns();
    int error = library.create(&state->plan);
    const bool created = !error;
    if (!error) error = library.set_stream(state->plan, request->stream);
    if (!error) error = make_plan(state->plan, p, &in, &out);
    made->plan_seconds = (double)(cli_clock_ns() - begin) * 1e-9;
    if (error) {
        if (created) library.destroy(state->plan);
        free(state);
        snprintf(reason, sizeof reason, "it makes no plan for this problem (its status is %d)", error);
        return reason;
    }
    choose_function(state, p);
    state->in = request->in;
    state->out = p->place == ATA_IN_PLACE ? request->in : request->out;
    made->state = state;
    return NULL;
}

static bool enqueue(void *state)
{
    const cufft_state *made = state;
    if (made->plain) return made->plain(made->plan, made->in, made->out) == 0;
    return made->directed(made->plan, made->in, made->out, made->direction) == 0;
}

static void destroy(void *state)
{
    cufft_state *made = state;
    if (!made) return;
    library.destroy(made->plan);
    free(made);
}

/* From complex to real it may use its input for intermediate results. */
static bool overwrites_input(const ata_problem *problem)
{
    return problem->kind == ATA_C2R;
}

const peer cli_peer_cufft = {.name = "cufft",
                             .summary = "cuFFT on the GPU",
                             .open = open_peer,
                             .prepare = prepare,
                             .enqueue = enqueue,
                             .destroy = destroy,
                             .overwrites_input = overwrites_input,
                             .on_gpu = true};
