/* sequence.c - passes built, and run by threads that share them. */
#include "engine/cpu/sequence.h"

#include "core/memory.h"
#include "engine/cpu/share.h"
#include "engine/cpu/whole.h"

/* --- Building ---------------------------------------------------------------------------------------------------- */

void ata_cpu_sequence_destroy(ata_sequence *sequence)
{
    if (!sequence) return;
    for (int p = 0; p < 2 * sequence->pass_count; p++) ata_cpu_pass_fini(&sequence->pass[p]);
    ata_memory_destroy(sequence->round);
    ata_memory_destroy(sequence->program);
    ata_memory_destroy(sequence->flat);
    ata_memory_destroy(sequence);
}

/* Whether the caller's parts lie in arrays of their own. */
static bool are_apart(const ata_view *in, const ata_view *out)
{
    return (in->is_complex && in->imag == 0) || (out->is_complex && out->imag == 0);
}

static ata_status build_programs(ata_sequence *sequence, const ata_room *room)
{
    const ata_view *in = &sequence->pass[0].view_in, *out = &sequence->pass[sequence->pass_count - 1].view_out;
    ATA_TRY(ata_cpu_whole_create(sequence->pass, sequence->pass_count, (int64_t)room->array_bytes,
                                 (int64_t)ata_cpu_arrays_bytes(room), &sequence->program));
    if (!sequence->program || are_apart(in, out)) return ATA_OK;
    return ata_flat_create(&sequence->flat, sequence->program, in->imag, out->imag);
}

static ata_status find_rounds(ata_sequence *sequence, const ata_cpu_setting *setting)
{
    ata_round round;
    int count = 0;
    for (int p = 0; ata_cpu_round_find(&round, setting->problem, setting->recipe, setting->route, p); p = round.end)
        count++;
    if (count == 0) return ATA_OK;
    ATA_TRY(ata_memory_create((void **)&sequence->round, (size_t)count, sizeof round, "the rounds of a plan"));
    for (int p = 0; sequence->round_count < count; p = sequence->round[sequence->round_count++].end)
        ata_cpu_round_find(&sequence->round[sequence->round_count], setting->problem, setting->recipe, setting->route,
                           p);
    return ATA_OK;
}

/* The round of pass p; NULL where it has none. */
static const ata_round *round_of(const ata_sequence *sequence, int p)
{
    for (int i = 0; i < sequence->round_count; i++)
        if (sequence->round[i].first <= p && p < sequence->round[i].end) return &sequence->round[i];
    return NULL;
}

/* How many threads share each block of a pass; 1 where they share them out. Blocks that are large in scratch are shared
 * by all, where all of the work can be. */
static int crew_of(const ata_cpu_pass *pass, int threads)
{
    enum { LARGE_BLOCK_BYTES = 8 << 20 };
    if (!pass->shares_part && pass->block_bytes >= LARGE_BLOCK_BYTES && pass->most_threads >= threads) return threads;
    return ata_share_crew(pass->block_count, pass->most_threads, threads);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* A pass of so many pieces: 0 for one that is in no round, whose blocks may be shared by a crew. */
static ata_status build_pass(ata_sequence *sequence, int index, const ata_cpu_setting *setting, int64_t pieces,
                             int threads)
{
    ata_cpu_pass *pass = &sequence->pass[index];
    ATA_TRY(ata_cpu_pass_init(pass, setting, index % sequence->pass_count));
    pass->crew = pieces > 0 ? 1 : crew_of(pass, threads);
    sequence->alone_bytes = larger(sequence->alone_bytes, pass->block_bytes);
    if (pass->crew > 1) {
        if (pass->crew > sequence->crew) sequence->crew = pass->crew;
        sequence->crew_bytes = larger(sequence->crew_bytes, pass->work->crew_bytes(pass, pass->crew));
        return ATA_OK;
    }
    const int64_t blocks = pass->block_count * (pieces > 0 ? pieces : 1);
    const int useful = blocks < threads ? (int)blocks : threads;
    if (useful > sequence->parts) sequence->parts = useful;
    sequence->block_bytes = larger(sequence->block_bytes, pass->block_bytes);
    return ATA_OK;
}

/* The first pass of a round finds its points where they were left; those after it, in the cache. */
static ata_status build_passes(ata_sequence *sequence, const ata_cpu_setting *setting, int threads)
{
    for (int p = 0; p < sequence->pass_count; p++) {
        const ata_round *round = round_of(sequence, p);
        const int64_t pieces = round ? round->count : 0;
        ata_problem piece = *setting->problem;
        ata_cpu_setting own = *setting;
        own.problem = &piece;
        own.far_times = round && round->first == p ? pieces : 1;
        if (round) piece = ata_cpu_round_piece(round, setting->problem, false);
        ATA_TRY(build_pass(sequence, p, &own, pieces, threads));
        if (!round || !ata_cpu_round_has_rest(round)) continue;
        piece = ata_cpu_round_piece(round, setting->problem, true);
        ATA_TRY(build_pass(sequence, sequence->pass_count + p, &own, 1, threads));
    }
    return ATA_OK;
}

ata_status ata_cpu_sequence_create(ata_sequence **built, const ata_cpu_setting *setting, const ata_room *room,
                                   int threads)
{
    const int count = setting->recipe->pass_count;
    const size_t bytes = sizeof(ata_sequence) + 2 * (size_t)count * sizeof(ata_cpu_pass);
    ATA_TRY(ata_memory_create_zeroed((void **)built, 1, bytes, "the passes of a plan"));
    ata_sequence *sequence = *built;
    sequence->pass_count = count;
    sequence->parts = sequence->crew = 1;
    sequence->misaligned = (uintptr_t)ata_type_bytes(ata_problem_compute_type(setting->problem)) - 1;
    ATA_TRY(find_rounds(sequence, setting));
    ATA_TRY(build_passes(sequence, setting, threads));
    if (sequence->round_count > 0) return ATA_OK;
    ATA_TRY(build_programs(sequence, room));
    if (!sequence->program) return ATA_OK;
    sequence->parts = sequence->crew = 1;
    sequence->crew_bytes = 0;
    return ATA_OK;
}

size_t ata_cpu_sequence_block_bytes(const ata_sequence *sequence, int parts)
{
    const int sharing = parts < sequence->parts ? parts : sequence->parts;
    if (parts == 1) return sequence->alone_bytes;
    return larger(sequence->alone_bytes, larger(sequence->block_bytes * (size_t)sharing, sequence->crew_bytes));
}

/* --- What threads share ------------------------------------------------------------------------------------------ */

typedef struct work {
    const ata_sequence *sequence;
    const ata_room *room;
    const ata_arrays *arrays;
    const ata_round *round; /* NULL for a pass that is in none */
    int pass;               /* of which blocks are shared */
    int parts;
} work;

static ata_base base_of(const ata_room *room, const ata_arrays *arrays, ata_array array, const ata_view *view)
{
    ata_base base = {NULL, NULL};
    switch (array) {
    case ATA_ARRAY_IN: base = (ata_base){(char *)arrays->in, (char *)arrays->in_imag}; break;
    case ATA_ARRAY_OUT: base = (ata_base){arrays->out, arrays->out_imag}; break;
    case ATA_ARRAY_SCRATCH_0: base.re = arrays->scratch; break;
    default: base.re = (char *)arrays->scratch + room->array_bytes; break;
    }
    if (view->imag) base.im = base.re + view->imag;
    return base;
}

static char *scratch_of(const work *w, int part)
{
    return (char *)w->arrays->scratch + ata_cpu_arrays_bytes(w->room) + (size_t)part * w->sequence->block_bytes;
}

/* The first to the last of the blocks of pass p, of a piece, by one thread or by a crew. */
static void run_blocks(const work *w, const ata_cpu_pass *pass, int64_t piece, int64_t first, int64_t end, int part,
                       const ata_crew *crew)
{
    ata_base in = base_of(w->room, w->arrays, pass->from, &pass->view_in);
    ata_base out = base_of(w->room, w->arrays, pass->to, &pass->view_out);
    if (w->round) {
        const int64_t before = ata_cpu_round_offset(w->round, piece, pass->from);
        const int64_t behind = ata_cpu_round_offset(w->round, piece, pass->to);
        in = (ata_base){in.re + before, in.im ? in.im + before : NULL};
        out = (ata_base){out.re + behind, out.im ? out.im + behind : NULL};
    }
    ata_cpu_pass_run(pass, in, out, first, end, scratch_of(w, part), crew);
}

/* Pass p of a piece: smaller ones have passes of their own. */
static const ata_cpu_pass *pass_of(const work *w, int p, int64_t piece)
{
    const bool rest = w->round && ata_cpu_round_is_rest(w->round, piece);
    return &w->sequence->pass[rest ? w->sequence->pass_count + p : p];
}

/* A part of the pieces, each through all passes of the round. */
static void run_part_of_pieces(void *context, int part)
{
    const work *w = context;
    const ata_share share = ata_share_of(w->round->count, w->parts, part);
    for (int64_t piece = share.first; piece < share.end; piece++)
        for (int p = w->round->first; p < w->round->end; p++) {
            const ata_cpu_pass *pass = pass_of(w, p, piece);
            run_blocks(w, pass, piece, 0, pass->block_count, part, NULL);
        }
}

/* A part of the blocks of a pass, those of all pieces counted through. Of a piece with other blocks than the first it
 * is as large a part. */
static void run_part_of_blocks(void *context, int part)
{
    const work *w = context;
    const int64_t blocks = w->sequence->pass[w->pass].block_count, pieces = w->round ? w->round->count : 1;
    const ata_share share = ata_share_of(blocks * pieces, w->parts, part);
    for (int64_t at = share.first, next; at < share.end; at = next) {
        const int64_t piece = at / blocks, before = piece * blocks;
        next = before + blocks < share.end ? before + blocks : share.end;
        const ata_cpu_pass *pass = pass_of(w, w->pass, piece);
        const int64_t first = (at - before) * pass->block_count / blocks;
        const int64_t end = (next - before) * pass->block_count / blocks;
        if (first < end) run_blocks(w, pass, piece, first, end, part, NULL);
    }
}

/* --- Running ----------------------------------------------------------------------------------------------------- */

static void run_whole(const ata_sequence *sequence, const ata_room *room, const ata_arrays *arrays)
{
    const ata_base in = base_of(room, arrays, ATA_ARRAY_IN, &sequence->pass[0].view_in);
    const ata_base out = base_of(room, arrays, ATA_ARRAY_OUT, &sequence->pass[sequence->pass_count - 1].view_out);
    ata_program_run(sequence->program, in.re, in.im, out.re, out.im, arrays->scratch);
}

/* All blocks of a pass, one after the other. */
static void run_pass_together(const work *w, const ata_cpu_pass *pass, int parts)
{
    const ata_crew crew = {w->room->pool, pass->crew < parts ? pass->crew : parts};
    run_blocks(w, pass, 0, 0, pass->block_count, 0, &crew);
}

static void run_pass(work *w, int p, int parts)
{
    const ata_cpu_pass *pass = &w->sequence->pass[p];
    if (pass->crew > 1 && parts > 1) {
        run_pass_together(w, pass, parts);
        return;
    }
    const int64_t blocks = pass->block_count * (w->round ? w->round->count : 1);
    w->pass = p;
    w->parts = blocks < parts ? (int)blocks : parts;
    if (w->parts == 1) run_part_of_blocks(w, 0);
    else ata_pool_run(w->room->pool, w->parts, run_part_of_blocks, w);
}

/* Threads share pieces where all have nearly as many to do, and the blocks of every pass otherwise. */
static void run_round(work *w, int parts)
{
    w->parts = parts;
    if (parts == 1) run_part_of_pieces(w, 0);
    else if (ata_share_is_even(w->round->count, parts)) ata_pool_run(w->room->pool, parts, run_part_of_pieces, w);
    else
        for (int p = w->round->first; p < w->round->end; p++) run_pass(w, p, parts);
}

void ata_cpu_sequence_run(const ata_sequence *sequence, const ata_room *room, const ata_arrays *arrays, int parts)
{
    const uintptr_t addresses =
        (uintptr_t)arrays->in | (uintptr_t)arrays->in_imag | (uintptr_t)arrays->out | (uintptr_t)arrays->out_imag;
    if (sequence->program && (addresses & sequence->misaligned) == 0) {
        run_whole(sequence, room, arrays);
        return;
    }
    work w = {.sequence = sequence, .room = room, .arrays = arrays};
    for (int p = 0, i = 0; p < sequence->pass_count;) {
        w.round = i < sequence->round_count && sequence->round[i].first == p ? &sequence->round[i++] : NULL;
        if (w.round) run_round(&w, parts);
        else run_pass(&w, p, parts);
        p = w.round ? w.round->end : p + 1;
    }
}
