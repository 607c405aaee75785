/* vkfft_peer.c - VkFFT as a plugin of `atalanta bench`, because VkFFT is a header that has to be compiled in.
 *
 * Built as a library of its own (target atalanta_vkfft) where vkFFT.h and CUDA are found; nothing else needs them. The
 * program finds it at run time (cli/peer_vkfft.c) and calls the five functions below; their numbers and order of
 * arguments are what ATALANTA_VKFFT_INTERFACE counts. The primary context of the GPU is current in every call.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <vkFFT.h>

#include "atalanta.h"

enum { ATALANTA_VKFFT_INTERFACE = 1, VKFFT_RANK_MAX = 3 };

ATA_API int atalanta_vkfft_interface(void);
ATA_API int atalanta_vkfft_version(void);
ATA_API const char *atalanta_vkfft_create(const ata_problem *complete, int device, void *stream, void *in, void *out,
                                          void **handle);
ATA_API int atalanta_vkfft_run(void *handle);
ATA_API void atalanta_vkfft_destroy(void *handle);

/* VkFFT keeps pointers to these, so they stay where they are. */
typedef struct state {
    VkFFTApplication application;
    CUdevice device;
    cudaStream_t stream;
    void *in, *out;
    uint64_t in_bytes, out_bytes;
    int direction;
} state;

int atalanta_vkfft_interface(void)
{
    return ATALANTA_VKFFT_INTERFACE;
}

int atalanta_vkfft_version(void)
{
    return VkFFTGetVersion();
}

/* Does this end lie as a packed array: rows of `row` elements, planes of rows, transforms of planes? */
static int is_packed(const ata_problem *p, int out, int64_t row)
{
    int64_t expected = 1;
    for (int i = p->rank - 1; i >= 0; i--) {
        if (p->dim[i].n > 1 && (out ? p->dim[i].stride_out : p->dim[i].stride_in) != expected) return 0;
        expected *= i == p->rank - 1 ? row : p->dim[i].n;
    }
    if (p->batch_rank == 0 || p->batch[0].n == 1) return 1;
    return (out ? p->batch[0].stride_out : p->batch[0].stride_in) == expected;
}

/* Half of the spectrum of real points at one end. */
static int is_half(const ata_problem *p)
{
    return p->kind == ATA_R2C || p->kind == ATA_C2R;
}

static const char *why_not(const ata_problem *p)
{
    const int in_place = p->place == ATA_IN_PLACE;
    const int64_t n = p->dim[p->rank - 1].n, half = n / 2 + 1;
    if (p->kind != ATA_C2C && !is_half(p)) return "it is compared at c2c, r2c and c2r only";
    if (p->kind == ATA_C2R && !in_place) return "its c2r out of place overwrites the input: it is compared in place";
    if (p->type == ATA_BF16) return "it has no bf16";
    if (p->type_in != p->type || p->type_out != p->type) return "it cannot store another type than it computes in";
    if (p->order != ATA_NATURAL) return "it is compared in the natural order only";
    if (p->layout == ATA_SPLIT) return "it is compared on interleaved arrays only";
    if (p->rank > VKFFT_RANK_MAX) return "it is compared in one to three dimensions";
    if (p->batch_rank > 1) return "its batches have one dimension";
    const int64_t real_row = in_place ? 2 * half : n;
    const int64_t row_in = p->kind == ATA_R2C ? real_row : is_half(p) ? half : n;
    const int64_t row_out = p->kind == ATA_C2R ? real_row : is_half(p) ? half : n;
    if (!is_packed(p, 0, row_in) || !is_packed(p, 1, row_out)) {
        return "it is compared on packed arrays only";
    }
    return NULL;
}

/* Its dimensions go from the fastest to the slowest. Out of place, the input is a formatted one, in either direction,
 * and the buffer that VkFFT computes in is the output. */
static VkFFTConfiguration configure(state *s, const ata_problem *p)
{
    VkFFTConfiguration c = {0};
    const int last = p->rank - 1;
    const uint64_t bytes = p->type == ATA_F64 ? 8 : p->type == ATA_F16 ? 2 : 4;
    const uint64_t n = (uint64_t)p->dim[last].n, batch = p->batch_rank ? (uint64_t)p->batch[0].n : 1;
    uint64_t rows = batch;
    c.FFTdim = (uint64_t)p->rank;
    for (int i = 0; i <= last; i++) c.size[i] = (uint64_t)p->dim[last - i].n;
    for (int i = 0; i < last; i++) rows *= (uint64_t)p->dim[i].n;
    c.numberBatches = batch;
    c.device = &s->device;
    c.stream = &s->stream;
    c.num_streams = 1;
    c.doublePrecision = p->type == ATA_F64;
    c.halfPrecision = p->type == ATA_F16;
    c.performR2C = is_half(p);
    c.makeForwardPlanOnly = s->direction < 0; /* what the other direction would take is not to be counted */
    c.makeInversePlanOnly = s->direction > 0;
    s->out_bytes = 2 * bytes * rows * (is_half(p) ? n / 2 + 1 : n);
    c.buffer = &s->out;
    c.bufferSize = &s->out_bytes;
    if (p->place == ATA_IN_PLACE) return c;
    s->in_bytes = bytes * rows * n * (p->kind == ATA_R2C ? 1 : 2);
    c.isInputFormatted = 1;
    c.inputBuffer = &s->in;
    c.inputBufferSize = &s->in_bytes;
    uint64_t stride = 1;
    for (int i = 0; i <= last; i++) c.inputBufferStride[i] = stride *= c.size[i];
    return c;
}

const char *atalanta_vkfft_create(const ata_problem *complete, int device, void *stream, void *in, void *out,
                                  void **handle)
{
    static char reason[96];
    *handle = NULL;
    const char *lacks = why_not(complete);
    if (lacks) return lacks;
    state *s = calloc(1, sizeof *s);
    if (!s) return "out of memory";
    s->stream = (cudaStream_t)stream;
    s->in = in;
    s->out = complete->place == ATA_IN_PLACE ? in : out;
    s->direction = complete->direction == ATA_INVERSE ? 1 : -1;
    int error = cuDeviceGet(&s->device, device) == CUDA_SUCCESS ? 0 : -1;
    if (!error) error = (int)initializeVkFFT(&s->application, configure(s, complete));
    if (error) {
        free(s);
        snprintf(reason, sizeof reason, "it makes no plan for this problem (its status is %d)", error);
        return reason;
    }
    *handle = s;
    return NULL;
}

int atalanta_vkfft_run(void *handle)
{
    state *s = handle;
    VkFFTLaunchParams launch = {0};
    launch.buffer = &s->out;
    if (s->in_bytes) launch.inputBuffer = &s->in;
    return (int)VkFFTAppend(&s->application, s->direction, &launch);
}

void atalanta_vkfft_destroy(void *handle)
{
    state *s = handle;
    if (!s) return;
    deleteVkFFT(&s->application);
    free(s);
}
