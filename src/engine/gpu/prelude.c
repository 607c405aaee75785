/* prelude.c - constants as text. kernels/sweep.cuh says what they mean. */
#include "engine/gpu/prelude.h"

#include "core/integer.h"

static void define(ata_text *text, const char *name, int64_t value)
{
    ata_text_print(text, "#define %s %lld\n", name, (long long)value);
}

/* Of stage s, counted from 1. */
static void define_of(ata_text *text, int s, const char *name, int64_t value)
{
    ata_text_print(text, "#define S%d_%s %lld\n", s, name, (long long)value);
}

int ata_gpu_vector(const ata_gpu_end *end, int near)
{
    const int64_t bytes = ata_type_bytes(end->type) * (end->split ? 1 : 2);
    int vector = 1;
    while (2 * vector <= near && 2 * vector * bytes <= 16) vector *= 2;
    return vector;
}

static const char *const keep_names[] = {"global", "kept", "held"};

void ata_gpu_prelude_write_end(ata_text *text, const char *name, const ata_gpu_end *end)
{
    ata_text_print(text, "#define %s_TYPE %d\n#define %s_SPLIT %d\n#define EXCHANGE_%s %d\n", name, (int)end->type,
                   name, end->split, name, end->exchange);
    ata_text_print(text, "#define %s_LINE %lldLL\n#define %s_VECTOR %d\n", name, (long long)end->line, name,
                   end->vector);
    ata_text_print(text, "#define %s_MEMORY %s\n", name, keep_names[end->keep]);
    ata_text_print(text, "#define %s_POINT %lldLL\n#define %s_REAL %d\n#define %s_ALONE %d\n", name,
                   (long long)end->point[0], name, end->real && !end->split, name, end->real && end->imag == 0);
}

static void write_legs(ata_text *text, const ata_gpu_kernel *kernel)
{
    const ata_gpu_shape *shape = &kernel->shape;
    int64_t before = 1;
    define(text, "LEGS", shape->leg_count);
    for (int l = 0; l < shape->leg_count; l++) {
        const int64_t n = shape->leg[l].n;
        ata_text_print(text, "#define L%d_N %lld\n#define L%d_LOG_N %d\n", l + 1, (long long)n, l + 1,
                       ata_integer_log2(n));
        ata_text_print(text, "#define L%d_TIME_UNIT %lld\n#define L%d_FREQUENCY_UNIT %lld\n", l + 1,
                       (long long)(shape->n / before / n), l + 1, (long long)before);
        ata_text_print(text, "#define L%d_IN %lldLL\n#define L%d_OUT %lldLL\n", l + 1, (long long)kernel->in.point[l],
                       l + 1, (long long)kernel->out.point[l]);
        before *= n;
    }
}

/* Of stage s, along its leg (TWIDDLE) or along the one before (CROSS). */
static void write_twiddle(ata_text *text, int s, const char *name, const ata_gpu_twiddle *t)
{
    const struct {
        const char *name;
        int64_t value;
    } constants[] = {{"UNIT", t->unit},
                     {"BELOW", t->below},
                     {"LOOP", t->loop},
                     {"REVERSED", t->reversed},
                     {"COUNT", t->count},
                     {"AT", t->at},
                     {"STEP", t->step},
                     {"SHIFT", t->shift},
                     {"STARTS", t->starts},
                     {"PART", t->part},
                     {"START", t->start},
                     {"START_AT", t->start_at},
                     {"START_SHIFT", t->start_shift}};
    define_of(text, s, name, t->turn);
    for (size_t i = 0; t->turn != ATA_TURN_NONE && i < sizeof constants / sizeof constants[0]; i++)
        ata_text_print(text, "#define S%d_%s_%s %lld\n", s, name, constants[i].name, (long long)constants[i].value);
}

static void write_stage(ata_text *text, int s, const ata_gpu_stage *stage, ata_gpu_mirror mirror)
{
    static const char letter[] = "CKPHRA";
    define_of(text, s, "RADIX", stage->radix);
    define_of(text, s, "LANES", stage->lanes);
    define_of(text, s, "HELD", stage->held);
    define_of(text, s, "ALSO", stage->held_also);
    define_of(text, s, "OWN", stage->held / stage->held_also);
    define_of(text, s, "BOTH", stage->also > 1);
    define_of(text, s, "TASKS", stage->tasks);
    define_of(text, s, "NEAR", stage->near);
    for (int i = 0; i < 3; i++) ata_text_print(text, "#define S%d_%c_UNIT %d\n", s, letter[i], stage->unit[i]);
    for (int i = 0; i < ATA_COORDINATES; i++) {
        ata_text_print(text, "#define S%d_IN_%c %d\n", s, letter[i], stage->in[i]);
        ata_text_print(text, "#define S%d_OUT_%c %d\n", s, letter[i], stage->out[i]);
    }
    define_of(text, s, "K_COUNT", stage->count[ATA_K]);
    define_of(text, s, "P_COUNT", stage->count[ATA_P]);
    define_of(text, s, "K_FAST", stage->k_fast);
    define_of(text, s, "P_FAST", stage->p_fast);
    define_of(text, s, "K_REVERSED", stage->k_reversed);
    define_of(text, s, "P_REVERSED", stage->p_reversed);
    define_of(text, s, "K_LOW", stage->k_low);
    define_of(text, s, "K_JUMP", stage->k_jump);
    define_of(text, s, "K_RANK", stage->k_rank);
    define_of(text, s, "P_LOW", stage->p_low);
    define_of(text, s, "P_JUMP", stage->p_jump);
    define_of(text, s, "P_RANK", stage->p_rank);
    define_of(text, s, "MIRROR", mirror);
    define_of(text, s, "OUT_RANK", stage->out_rank);
    define_of(text, s, "IN_PAIR", stage->in_pair);
    define_of(text, s, "OUT_PAIR", stage->out_pair);
    write_twiddle(text, s, "TWIDDLE", &stage->twiddle);
    write_twiddle(text, s, "CROSS", &stage->cross);
}

void ata_gpu_prelude_write(const ata_gpu_kernel *kernel, ata_text *text)
{
    const ata_gpu_shape *shape = &kernel->shape;
    ata_text_print(text, "#define REAL %s\n", shape->real_bytes == 4 ? "float" : "double");
    define(text, "REAL_BITS", 8 * shape->real_bytes);
    define(text, "N", shape->n);
    define(text, "LOG_N", ata_integer_log2(shape->n));
    define(text, "LINES", shape->lines);
    define(text, "K_SPLIT", shape->k_split);
    define(text, "P_SPLIT", shape->p_split);
    define(text, "POINTS", shape->points);
    define(text, "STAGES", shape->stage_count);
    define(text, "BLOCKS_WANTED", shape->blocks_wanted);
    define(text, "LOOPS", kernel->loops);
    define(text, "RAGGED", kernel->ragged);
    define(text, "SCALED", kernel->scaled);
    define(text, "IN_REVERSED", shape->in_reversed);
    define(text, "OUT_REVERSED", shape->out_reversed);
    define(text, "FETCH_AHEAD", shape->fetch_ahead);
    define(text, "IN_TURN", shape->in_turn);
    define(text, "STRIPS", shape->strips);
    define(text, "TILE_LINES", ata_gpu_tile_lines(shape));
    define(text, "FOLD", shape->fold);
    if (shape->fold) {
        define(text, "FOLD_COUNT", shape->fold_count);
        define(text, "FOLD_LEG", shape->fold_leg);
    }
    define(text, "PLANE", shape->plane);
    define(text, "ROWS_FIRST", ata_gpu_begins_with_rows(shape));
    define(text, "COLUMN_AT", shape->column_at);
    define(text, "MIRROR_AT", shape->mirror_at);
    define(text, "MIRROR_LINES_AT", shape->mirror_lines_at);
    if (shape->cluster > 1) {
        define(text, "CLUSTER_STAGE", shape->cluster_stage + 1);
        define(text, "REMOTE_ELEMENTS", shape->n * shape->lines / shape->cluster);
    }
    write_legs(text, kernel);
    ata_gpu_prelude_write_end(text, "IN", &kernel->in);
    ata_gpu_prelude_write_end(text, "OUT", &kernel->out);
    define(text, "OUT_PIECE", kernel->out.piece);
    if (kernel->out.piece > 0) ata_text_print(text, "#define OUT_FAR %lldLL\n", (long long)kernel->out.far);
    define(text, "OUT_ALONG", shape->along_out);
    define(text, "GROUP_LINES", kernel->group_lines);
    if (kernel->group_lines > 0)
        ata_text_print(text, "#define IN_GROUP %lldLL\n#define OUT_GROUP %lldLL\n", (long long)kernel->in.group,
                       (long long)kernel->out.group);
    define(text, "WINDOWED", kernel->window.count > 0);
    if (kernel->window.count > 0) {
        define(text, "WINDOW_POINT", kernel->window.point);
        define(text, "WINDOW_LOOP", kernel->window.loop);
        define(text, "WINDOW_UNIT", kernel->window.unit);
        define(text, "WINDOW_AT", kernel->window.at);
    }
    for (int radix = 2; radix <= ATA_GPU_RADIX; radix *= 2) {
        bool used = false;
        for (int s = 0; s < shape->stage_count; s++) {
            const ata_gpu_stage *stage = &shape->stage[s];
            used = used || stage->held_also == radix || stage->held / stage->held_also == radix;
        }
        if (used) ata_text_print(text, "#define USES_%d 1\n", radix);
    }
    const int last = shape->stage_count - 1;
    for (int s = 0; s <= last; s++) {
        const bool mirrored = s == shape->mirror_stage;
        write_stage(text, s + 1, &shape->stage[s], mirrored ? shape->mirror : ATA_MIRROR_NONE);
    }
}
