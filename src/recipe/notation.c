/* notation.c - what follows from the place of a step, and whether it was told right. */
#include "recipe/notation.h"

#include <stdio.h>

bool ata_claim_find(const ata_recipe *recipe, int dim, int index, ata_claim *claim)
{
    int64_t before = 1, behind = 1, points;
    ata_form form = ATA_FORM_NATURAL;
    int at = 0;
    *claim = (ata_claim){.dim = dim, .index = index};
    for (int p = 0; p < recipe->pass_count; p++) {
        const ata_pass *pass = &recipe->pass[p];
        const ata_step *step = recipe->steps.step + pass->first;
        for (int s = 0; pass->dim == dim && s < pass->count; s += step[s].span, at++) {
            if (at == index) {
                claim->radix = step[s].n;
                form = pass->form;
            } else if (__builtin_mul_overflow(at < index ? before : behind, step[s].n,
                                              at < index ? &before : &behind)) {
                return false;
            }
        }
    }
    if (__builtin_mul_overflow(before, behind, &points)) return false;
    claim->count = points;
    claim->stride = form == ATA_FORM_DIT ? before : behind;
    claim->twiddled = claim->stride > 1;
    return !__builtin_mul_overflow(claim->radix, claim->stride, &claim->span);
}

/* "X(64, 4, 64, 156, tw), step 1 along X: its span is not 156 but 256" */
static ata_status refuse(const ata_claim *claim, int rank, const char *what, const char *right)
{
    char dim[16], value[160];
    ata_text name = {dim, sizeof dim, 0};
    ata_dim_write(claim->dim, rank, &name);
    snprintf(value, sizeof value, "%s(%lld, %lld, %lld, %lld, %s)", dim, (long long)claim->count,
             (long long)claim->radix, (long long)claim->stride, (long long)claim->span,
             claim->twiddled ? "tw" : "no-tw");
    return ata_fail(ATA_ERROR_RECIPE, "recipe", value, right,
                    "recipe: %s, step %d along %s: %s %s by the radices along %s; correct it, or give the radix alone",
                    value, claim->index + 1, dim, what, right, dim);
}

static ata_status check_number(const ata_claim *claim, int rank, const char *name, int64_t told, int64_t right)
{
    char what[32], value[32];
    if (told == right) return ATA_OK;
    snprintf(what, sizeof what, "its %s must be", name);
    snprintf(value, sizeof value, "%lld", (long long)right);
    return refuse(claim, rank, what, value);
}

ata_status ata_claims_check(const ata_claims *claims, const ata_recipe *recipe, int rank)
{
    for (int i = 0; i < claims->count; i++) {
        const ata_claim *claim = &claims->claim[i];
        ata_claim right;
        if (!ata_claim_find(recipe, claim->dim, claim->index, &right))
            return refuse(claim, rank, "its numbers must be", "within 64 bits");
        ATA_TRY(check_number(claim, rank, "count", claim->count, right.count));
        ATA_TRY(check_number(claim, rank, "stride", claim->stride, right.stride));
        ATA_TRY(check_number(claim, rank, "span", claim->span, right.span));
        if (claim->twiddled != right.twiddled)
            return refuse(claim, rank, "its last word must be", right.twiddled ? "tw" : "no-tw");
    }
    return ATA_OK;
}
