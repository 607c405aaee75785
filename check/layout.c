/* layout.c - ends of a problem as byte steps, and the odometer that visits their elements. */
#include "check/layout.h"

#include <string.h>

#include "check/number.h"

bool check_end_is_complex(const ata_problem *problem, check_side side)
{
    const ata_kind kind = problem->kind;
    return kind == ATA_C2C || kind == ATA_REVERSE || (kind == ATA_R2C && side == CHECK_OUT) ||
           (kind == ATA_C2R && side == CHECK_IN);
}

void check_end_init(check_end *end, const ata_problem *complete, check_side side)
{
    const bool is_complex = check_end_is_complex(complete, side);
    const bool half = is_complex && (complete->kind == ATA_R2C || complete->kind == ATA_C2R);
    memset(end, 0, sizeof *end);
    end->type = side == CHECK_IN ? complete->type_in : complete->type_out;
    end->bytes = check_number_get_bytes(end->type);
    end->numbers = is_complex ? 2 : 1;
    end->split = is_complex && complete->layout == ATA_SPLIT;
    end->batch_rank = complete->batch_rank;
    end->rank = complete->batch_rank + complete->rank;
    end->batches = end->points = 1;
    const int64_t element = (int64_t)end->bytes * (is_complex && !end->split ? 2 : 1);
    for (int d = 0; d < end->rank; d++) {
        const bool batch = d < end->batch_rank;
        const ata_dim *dim = batch ? &complete->batch[d] : &complete->dim[d - end->batch_rank];
        end->n[d] = half && d == end->rank - 1 ? dim->n / 2 + 1 : dim->n;
        end->step[d] = (side == CHECK_IN ? dim->stride_in : dim->stride_out) * element;
        *(batch ? &end->batches : &end->points) *= end->n[d];
    }
}

void check_end_load(const check_end *end, const void *re, const void *im, int64_t offset, double value[2])
{
    const unsigned char *place = (const unsigned char *)re + offset;
    value[0] = check_number_load(end->type, place);
    value[1] = 0;
    if (end->numbers == 2) {
        value[1] = check_number_load(end->type, end->split ? (const unsigned char *)im + offset : place + end->bytes);
    }
}

void check_end_store(const check_end *end, void *re, void *im, int64_t offset, const double value[2])
{
    unsigned char *place = (unsigned char *)re + offset;
    check_number_store(end->type, place, value[0]);
    if (end->numbers == 2) {
        check_number_store(end->type, end->split ? (unsigned char *)im + offset : place + end->bytes, value[1]);
    }
}

/* What there is most of is read in loops that have no call in them. */
static void load_numbers(ata_type type, const unsigned char *place, int64_t step, int count, double *x)
{
    float number;
    switch (type) {
    case ATA_F32:
        for (int i = 0; i < count; i++) {
            memcpy(&number, place + i * step, sizeof number);
            x[i] = number;
        }
        break;
    case ATA_F64:
        for (int i = 0; i < count; i++) memcpy(&x[i], place + i * step, sizeof x[i]);
        break;
    default:
        for (int i = 0; i < count; i++) x[i] = check_number_load(type, place + i * step);
    }
}

void check_end_load_row(const check_end *end, const void *re, const void *im, int64_t offset, int count, double *x_re,
                        double *x_im)
{
    const unsigned char *place = (const unsigned char *)re + offset;
    const int64_t step = end->step[end->rank - 1];
    load_numbers(end->type, place, step, count, x_re);
    if (end->numbers == 1) memset(x_im, 0, (size_t)count * sizeof *x_im);
    else
        load_numbers(end->type, end->split ? (const unsigned char *)im + offset : place + end->bytes, step, count,
                     x_im);
}

void check_walk_init(check_walk *walk, const check_end *end)
{
    memset(walk, 0, sizeof *walk);
    walk->end = end;
}

void check_walk_init_batch(check_walk *walk, const check_end *end, int64_t batch)
{
    check_walk_init(walk, end);
    walk->first = end->batch_rank;
    for (int d = end->batch_rank - 1; d >= 0; d--) {
        walk->index[d] = batch % end->n[d];
        walk->offset += walk->index[d] * end->step[d];
        batch /= end->n[d];
    }
}

void check_walk_init_at(check_walk *walk, const check_end *end, int64_t batch, int64_t position)
{
    check_walk_init_batch(walk, end, batch);
    walk->position = position;
    for (int d = end->rank - 1; d >= end->batch_rank; d--) {
        walk->index[d] = position % end->n[d];
        walk->offset += walk->index[d] * end->step[d];
        position /= end->n[d];
    }
}

bool check_walk_next(check_walk *walk)
{
    const check_end *end = walk->end;
    for (int d = end->rank - 1; d >= walk->first; d--) {
        if (++walk->index[d] < end->n[d]) {
            walk->offset += end->step[d];
            walk->position++;
            return true;
        }
        walk->offset -= (end->n[d] - 1) * end->step[d];
        walk->index[d] = 0;
    }
    return false;
}
