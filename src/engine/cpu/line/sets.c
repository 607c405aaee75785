/* sets.c - which sets of functions there are, and which of them this machine and ATALANTA_ISA allow. */
#include "engine/cpu/line/sets.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "core/memory.h"

/* --- What is compiled -------------------------------------------------------------------------------------------- */

typedef struct ata_isa {
    const char *name;
    const char *features[4]; /* that the CPU must have, as core/cpu.h names them */
    /* Its own, then the narrower ones for what does not fill its vectors. */
    const ata_line_functions *f32[ATA_MAX_SETS], *f64[ATA_MAX_SETS];
} ata_isa;

extern const ata_line_functions ata_line_c_f32, ata_line_c_f64;

#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
extern const ata_line_functions ata_line_fma_f32, ata_line_fma_f64;
extern const ata_line_functions ata_line_avx2_f32, ata_line_avx2_f64;
extern const ata_line_functions ata_line_avx512_f32, ata_line_avx512_f64;
#elif defined(__aarch64__) && !defined(ATALANTA_BASELINE)
extern const ata_line_functions ata_line_fcma_f32, ata_line_fcma_f64;
#endif

/* The best last. On aarch64 every CPU has NEON: there, what every CPU has is NEON. */
static const ata_isa isas[] = {
#if defined(__aarch64__)
    {"neon", {NULL}, {&ata_line_c_f32}, {&ata_line_c_f64}},
#else
    {"c", {NULL}, {&ata_line_c_f32}, {&ata_line_c_f64}},
#endif
#if defined(__x86_64__) && !defined(ATALANTA_BASELINE)
    {"avx2", {"avx2", "fma"}, {&ata_line_avx2_f32, &ata_line_fma_f32}, {&ata_line_avx2_f64, &ata_line_fma_f64}},
    {"avx512",
     {"avx512f", "avx512dq", "avx512vl"},
     {&ata_line_avx512_f32, &ata_line_avx2_f32, &ata_line_fma_f32},
     {&ata_line_avx512_f64, &ata_line_avx2_f64, &ata_line_fma_f64}},
#elif defined(__aarch64__) && !defined(ATALANTA_BASELINE)
    {"fcma", {"fcma"}, {&ata_line_fcma_f32}, {&ata_line_fcma_f64}},
#endif
};
enum { ISA_COUNT = sizeof isas / sizeof isas[0] };

/* --- What this machine has --------------------------------------------------------------------------------------- */

static const ata_isa *chosen; /* never NULL once found */
static char available[64];
static char summary[128];
static char rejected[32]; /* what ATALANTA_ISA asks for in vain; empty otherwise */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool runs(const ata_isa *isa)
{
    for (int i = 0; isa->features[i]; i++)
        if (!ata_cpu_has(isa->features[i])) return false;
    return true;
}

static void find(void)
{
    const char *wanted = getenv("ATALANTA_ISA");
    const ata_isa *named = NULL;
    ata_text text = {available, sizeof available, 0};
    for (int i = 0; i < ISA_COUNT; i++) {
        if (!runs(&isas[i])) continue;
        chosen = &isas[i];
        ata_text_print(&text, "%s%s", text.length ? " " : "", isas[i].name);
        if (wanted && strcmp(wanted, isas[i].name) == 0) named = &isas[i];
    }
    if (named) {
        chosen = named;
    } else if (wanted && *wanted) {
        ata_text value = {rejected, sizeof rejected, 0};
        ata_text_print(&value, "%.24s", wanted);
    }
    ata_text words = {summary, sizeof summary, 0};
    if (rejected[0])
        ata_text_print(&words, "the CPU, with no vectors of \"%s\", as ATALANTA_ISA says, but: %s", rejected,
                       available);
    else ata_text_print(&words, "the CPU, with %s vectors (this machine has: %s)", chosen->name, available);
}

static const ata_isa *get(void)
{
    pthread_once(&once, find);
    return chosen;
}

const ata_line_functions *const *ata_line_sets(ata_type precision)
{
    return precision == ATA_F64 ? get()->f64 : get()->f32;
}

int ata_line_widest_bits(void)
{
    return 64 * ata_line_sets(ATA_F64)[0]->width;
}

/* A block of longer ones does not stay in a core's second cache. Measured on a Neoverse V1, with one of 1 MB; and with
 * vectors of 512 bits, of which a block is four times as large, on a Xeon, with 2 MB
 * (bench/results/xeon-convolutions.txt). */
int64_t ata_line_least_one_by_one(void)
{
    return ata_line_widest_bits() == 512 ? 3072 : 4096;
}

const char *ata_line_isa(void)
{
    return get()->name;
}

const char *ata_line_isas(void)
{
    get();
    return available;
}

const char *ata_line_summary(void)
{
    get();
    return summary;
}

ata_status ata_line_check_isa(void)
{
    get();
    if (!rejected[0]) return ATA_OK;
    return ata_fail(ATA_ERROR_UNSUPPORTED, "ATALANTA_ISA", rejected, available,
                    "ATALANTA_ISA is \"%s\", which this machine does not have; set it to one of: %s, or leave it unset",
                    rejected, available);
}

ata_whole ata_line_whole_of(ata_function function, const ata_call *call)
{
    static const ata_type precision[] = {ATA_F32, ATA_F64};
    for (int i = 0; i < 2; i++)
        for (const ata_line_functions *const *set = ata_line_sets(precision[i]); *set; set++) {
            const ata_whole whole = (*set)->whole_of(function, call);
            if (whole) return whole;
        }
    return NULL;
}

/* --- Spectra ----------------------------------------------------------------------------------------------------- */

static ata_status transform_with(const ata_line_functions *functions, ata_line *line, double *in_re, double *in_im,
                                 double *out_re, double *out_im)
{
    const ata_side out = {.type = ATA_F64, .is_complex = true, .row = sizeof(double)};
    ata_way way = {.in = out, .out = out, .lanes = 1, .runs = 1, .scale = 1};
    ata_blocks block = {
        .count = 1, .in_re = (char *)in_re, .in_im = (char *)in_im, .out_re = (char *)out_re, .out_im = (char *)out_im};
    way.in.is_complex = in_im != NULL;
    functions->prepare(line, &way);
    ATA_TRY(ata_memory_create(&block.scratch, 1, functions->block_bytes(line, 1, NULL, 1),
                              "the spectrum of a convolution"));
    functions->run_blocks(line, &way, &block);
    ata_memory_destroy(block.scratch);
    return ATA_OK;
}

static ata_status transform(const ata_step *steps, int count, ata_role role, ata_kind kind, double *in_re,
                            double *in_im, double *out_re, double *out_im)
{
    const ata_line_functions *const *set = ata_line_sets(ATA_F64);
    const int around = role == ATA_ROLE_COMPLEX ? 0 : 1;
    while (set[1] && !(*set)->combines(steps + around, count - around)) set++;
    ata_line *line;
    ATA_TRY((*set)->build(steps, count, role, kind, ATA_FORM_NATURAL, true, &line));
    const ata_status status = transform_with(*set, line, in_re, in_im, out_re, out_im);
    (*set)->destroy(line);
    return status;
}

ata_status ata_line_transform_f64(const ata_step *steps, int count, double *in_re, double *in_im, double *out_re,
                                  double *out_im)
{
    return transform(steps, count, ATA_ROLE_COMPLEX, ATA_C2C, in_re, in_im, out_re, out_im);
}

/* The steps of a real line around those of a complex one with half the points: the same but for one radix, which is
 * half of what it was. Whether there is such a radix. */
static bool halve(const ata_step *steps, int count, ata_steps *half)
{
    int s = 0;
    while (s < count && (steps[s].op != ATA_OP_RADIX || steps[s].n % 2 != 0 || steps[s].n == 2)) s += steps[s].span;
    if (s >= count || count >= ATA_MAX_STEPS) return false;
    half->count = count + 1;
    half->step[0] = (ata_step){.op = ATA_OP_HALF, .span = count + 1, .n = ata_steps_length(steps, count)};
    memcpy(half->step + 1, steps, (size_t)count * sizeof *steps);
    half->step[1 + s].n /= 2;
    return true;
}

ata_status ata_line_transform_real_f64(const ata_step *steps, int count, double *in, double *out_re, double *out_im)
{
    const size_t n = (size_t)ata_steps_length(steps, count);
    ata_steps half;
    double *all;
    if (halve(steps, count, &half))
        return transform(half.step, half.count, ATA_ROLE_REAL_FORWARD, ATA_R2C, in, NULL, out_re, out_im);
    ATA_TRY(ata_memory_create_zeroed((void **)&all, 3 * n, sizeof *all, "the spectrum of a convolution"));
    const ata_status status = ata_line_transform_f64(steps, count, in, all, all + n, all + 2 * n);
    if (status == ATA_OK) {
        memcpy(out_re, all + n, (n / 2 + 1) * sizeof *all);
        memcpy(out_im, all + 2 * n, (n / 2 + 1) * sizeof *all);
    }
    ata_memory_destroy(all);
    return status;
}
