/* folded.h - DCT-II and DCT-III, and the sine forms made of them (trigonometric.h), of a single line, as calls around
 * those of the real line inside. Included by write_block.h.
 *
 *     array  --fold-->  n real numbers  --the real line-->  n/2 + 1 complex ones  --turn-->  array
 *
 * and back from the right to the left. Neither buffer differs from what a caller of the real line would bring: parts of
 * complex numbers alternate, and whatever such a line gains from that is gained here too. Points of the array may lie
 * apart.
 */

static void fold_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t n = call->count, next = call->x_next;
    const real sign = (real)call->sign;
    ptrdiff_t j = 0;
    for (; next == 1 && 2 * (j + WIDTH) <= n; j += WIDTH) {
        vec even, odd;
        vec_load_pairs(in_re + 2 * j, &even, &odd);
        odd *= sign;
        vec_store(out_re + j, even);
        vec_store(out_re + n - j - WIDTH, BACKWARDS(odd));
    }
    for (; 2 * j + 1 < n; j++) {
        out_re[j] = in_re[2 * j * next];
        out_re[n - 1 - j] = sign * in_re[(2 * j + 1) * next];
    }
    if (2 * j < n) out_re[j] = in_re[2 * j * next];
}

static void unfold_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ptrdiff_t n = call->count, next = call->y_next;
    const real scale = (real)call->scale, odd_scale = (real)(call->sign * call->scale);
    ptrdiff_t j = 0;
    for (; next == 1 && 2 * (j + WIDTH) <= n; j += WIDTH) {
        const vec even = vec_load(in_re + j) * scale, odd = vec_load(in_re + n - j - WIDTH) * odd_scale;
        vec_store_pairs(out_re + 2 * j, even, BACKWARDS(odd));
    }
    for (; 2 * j + 1 < n; j++) {
        out_re[2 * j * next] = in_re[j] * scale;
        out_re[(2 * j + 1) * next] = in_re[n - 1 - j] * odd_scale;
    }
    if (2 * j < n) out_re[2 * j * next] = in_re[j] * scale;
}

static void turn_forward_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const points v = {(real *)in_re, (real *)in_im, 2, 2};
    const real scale = (real)call->scale;
    if (form_of_kind(line->kind).reverse_out) turn_forward(line, v, out_re, call->y_next, scale, true);
    else turn_forward(line, v, out_re, call->y_next, scale, false);
}

static void turn_back_call(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const points v = {out_re, out_im, 2, 2};
    if (form_of_kind(line->kind).reverse_in) turn_back(line, in_re, call->x_next, v, true);
    else turn_back(line, in_re, call->x_next, v, false);
}

/* Whether the calls of a real line by itself can be written, from neighbours to neighbours. */
static bool is_writable_real(const ata_line *line)
{
    if (is_real_codelet(line) || line->direct) return true;
    const ata_line *wrapped = line->wrapped[0];
    if (!line->single || !is_writable(wrapped)) return false;
    const bool direct = line->reads && line->writes && line->pairs_in && line->pairs_out;
    return direct || (line->op == ATA_OP_HALF && can_go_in_pairs(wrapped));
}

/* Those calls. Of an even length, the real points are pairs. */
static void write_real_line(ata_writer *writer, const ata_line *line, place in, place out, int64_t scratch)
{
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    const ata_call call = {
        .x_next = forward ? 1 : 2, .y_next = forward ? 2 : 1, .run = 1, .count = 1, .scale = 1, .line = line};
    if (is_real_codelet(line)) {
        const real_functions *functions = real_table[line->n];
        write_call(writer, forward ? functions->forward[1] : functions->inverse[1], &call, in, out);
    } else if (line->direct) {
        const ata_line_functions *set = find_direct(line->n);
        write_call(writer, forward ? set->direct_forward : set->direct_inverse, &call, in, out);
    } else if (line->op == ATA_OP_HALF) {
        write_half(writer, line, in, out, 1, scratch);
    } else {
        write_divided(writer, line, in, out, scratch);
    }
}

/* Whether a line is done so on this way. */
static bool is_folded(const ata_line *line, const ata_way *way)
{
    return line->op == ATA_OP_FOLD && line->single && way->lanes == 1 && way->runs == 1 && is_addressable(way) &&
           is_writable_real(line->wrapped[0]);
}

static void write_folded(ata_writer *writer, const ata_line *line, const ata_way *way)
{
    const int64_t bytes = (int64_t)sizeof(real), n = line->n;
    const bool forward = line->kind == ATA_DCT2 || line->kind == ATA_DST2;
    const form_of_sine form = form_of_kind(line->kind);
    const place in = place_of_side(line, &way->in, false), out = place_of_side(line, &way->out, true);
    const place pairs = place_of(PAIRS, 2, in.re, in.re);
    int64_t scratch = 0;
    place reals = place_paired(writer, &scratch, (n + 1) / 2, 2, pairs);
    const place spectrum = place_paired(writer, &scratch, n / 2 + 1, 2, pairs);
    if (line->wrapped[0]->op != ATA_OP_HALF) reals = place_of(SPLIT, 1, reals.re, reals.im);
    const ata_call call = {.x_next = (ptrdiff_t)(way->in.row / bytes),
                           .y_next = (ptrdiff_t)(way->out.row / bytes),
                           .count = (ptrdiff_t)n,
                           .scale = way->scale,
                           .sign = form.alternate_in || form.alternate_out ? -1 : 1,
                           .line = line};
    write_call(writer, forward ? fold_call : turn_back_call, &call, in, forward ? reals : spectrum);
    write_real_line(writer, line->wrapped[0], forward ? reals : spectrum, forward ? spectrum : reals, scratch);
    write_call(writer, forward ? turn_forward_call : unfold_call, &call, forward ? spectrum : reals, out);
}
