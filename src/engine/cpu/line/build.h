/* build.h - steps made ready: memory, twiddles, permutations, spectra. Included by functions.h. */

static void destroy(ata_line *line)
{
    if (!line) return;
    for (int i = 0; i < line->stage_count; i++) {
        ata_memory_destroy(line->stage[i].twiddle);
        ata_memory_destroy(line->stage[i].coarse);
        destroy(line->stage[i].wrapped);
    }
    ata_memory_destroy(line->stage);
    destroy(line->wrapped[0]);
    destroy(line->wrapped[1]);
    ata_memory_destroy(line->table_re);
    ata_memory_destroy(line->chirp_re);
    ata_memory_destroy(line->paired);
    ata_memory_destroy(line->turns);
    ata_memory_destroy(line->coarse);
    ata_memory_destroy(line->direct);
    ata_memory_destroy(line->index_in);
    ata_memory_destroy(line->program);
    ata_memory_destroy(line->rows);
    if (line->roots) ata_roots_fini(line->roots);
    ata_memory_destroy(line->roots);
    ata_memory_destroy(line);
}

static ata_status build_steps(const ata_step *steps, int count, ata_form form, bool single, ata_line **line);
static ata_status build_step(const ata_step *step, ata_role role, ata_kind kind, bool single, ata_line **line);

/* table[k] = exp(-2 pi i (first + k step) / n) for k < count; no index may reach n. */
static ata_status create_rotations(void **re, void **im, int64_t n, int64_t first, int64_t step, int64_t count)
{
    ata_root_table roots;
    arc all;
    ATA_TRY(create_table(re, im, count));
    ATA_TRY(ata_roots_init(&roots, n));
    arc_init(&all, &roots, first, step, count);
    arc_fill(&all, *re, *im);
    ata_roots_fini(&roots);
    return ATA_OK;
}

/* --- Stages ------------------------------------------------------------------------------------------------------ */

/* Whether the rows of a single line of these steps, whose last radix gives it lanes, are padded: not where another
 * algorithm is done for each lane. */
static bool pads(const ata_step *steps, int count)
{
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX || steps[s].n == 1) return false;
    const int64_t lanes = steps[count - 1].n, bytes = ata_steps_length(steps, count) * (int64_t)(2 * sizeof(real));
    return PADS_ROWS(lanes) && bytes <= LONGEST_PADDED(lanes);
}

/* Whether a single line of these steps takes lanes from itself; see stages.h. */
static bool combines(const ata_step *steps, int count)
{
    int last = 0;
    for (int s = 0; s < count; s += steps[s].span) last = s;
    if (last == 0 || steps[last].op != ATA_OP_RADIX || !radix_table[steps[last].n]->combine[SPLIT]) return false;
    if (steps[last].n < WIDTH && !pads(steps, count)) return false;
    return ata_steps_length(steps, last) >= WIDTH;
}

/* Whether a single line of these steps is done as spread.h has it. */
static bool spreads(const ata_step *steps, int count)
{
    if (count < 3 || !combines(steps, count)) return false;
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX) return false;
    return ata_steps_length(steps, count) * (int64_t)sizeof(real) >= SPREAD_BYTES;
}

/* A table of `count` complex numbers and the factors that fill it, of so many rows and points. */
static ata_status create_twiddles(void **table, int64_t count, factor_table *factors, int64_t n, int64_t rows,
                                  int64_t width)
{
    ATA_TRY(ata_memory_create(table, 2 * (size_t)count, sizeof(real), "a table of the transform"));
    const ata_status status = factors_init(factors, n, 1, rows, width);
    if (status != ATA_OK) factors_fini(factors);
    return status;
}

/* exp(-2 pi i p k / (r m)) for output k of butterfly p, where there are few butterflies, each of very many points:
 * rows are arcs of the circle. */
static ata_status build_few_twiddles(ata_stage *stage)
{
    const int64_t r = stage->radix, m = stage->m;
    ata_root_table roots;
    arc row;
    real re[ARC_ROOTS], im[ARC_ROOTS];
    ATA_TRY(ata_memory_create(&stage->twiddle, 2 * (size_t)(m * (r - 1)), sizeof(real), "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, r * m));
    real *to = stage->twiddle;
    for (int64_t p = 0; p < m; p++) {
        arc_init(&row, &roots, p, p, r - 1);
        for (int64_t k = 0, some; k < r - 1; k += some, to += 2 * some) {
            some = arc_get(&row, k, re, im);
            number_loops()->put(to, re, im, 1, 1, some);
        }
    }
    ata_roots_fini(&roots);
    return ATA_OK;
}

/* exp(-2 pi i p k / (r m)) for output k of butterfly p. */
static ata_status build_twiddles(ata_stage *stage)
{
    const int64_t r = stage->radix, m = stage->m;
    if (m == 1 || r == 1) return ATA_OK;
    if (m < FEWEST_IN_BLOCKS && r > FEWEST_IN_ARCS) return build_few_twiddles(stage);
    factor_table factors;
    ATA_TRY(create_twiddles(&stage->twiddle, m * (r - 1), &factors, r * m, m, r));
    real *to = stage->twiddle;
    for (int64_t p = 0; p < m; p++) {
        const real *from = factors_at(&factors, p, 1);
        for (int64_t k = 1; k < r; k++) {
            *to++ = from[2 * factors.block * k];
            *to++ = from[2 * factors.block * k + factors.block];
        }
    }
    factors_fini(&factors);
    return ATA_OK;
}

/* The same in two short tables. */
static ata_status build_compact_stage(ata_stage *stage)
{
    const int64_t r = stage->radix, m = stage->m, row = compact_vectors(r) * WIDTH;
    ata_root_table roots;
    stage->together = LEAST_COMPACT_ROWS / 16;
    while (stage->together * stage->together * 4 < m) stage->together *= 2;
    const int64_t coarse = (m + stage->together - 1) / stage->together;
    ATA_TRY(ata_memory_create_zeroed(&stage->twiddle, (size_t)(stage->together * row), sizeof(real), "factors"));
    ATA_TRY(ata_memory_create_zeroed(&stage->coarse, (size_t)(coarse * row * FACTOR_VECTORS), sizeof(real), "factors"));
    ATA_TRY(ata_roots_init(&roots, r * m));
    for (int64_t q = 0; q < stage->together; q++)
        for (int64_t k = 1; k < r; k++) {
            const ata_root w = root_of(&roots, q * k);
            real *to = (real *)stage->twiddle + q * row + 2 * (k - 1);
            to[0] = (real)w.re;
            to[1] = (real)w.im;
        }
    for (int64_t a = 0; a < coarse; a++)
        for (int64_t k = 1; k < r; k++) {
            const ata_root w = root_of(&roots, a * stage->together * k);
            const int64_t vector = 2 * (k - 1) / WIDTH, lane = (k - 1) % (WIDTH / 2);
            put_factor((real *)stage->coarse + (a * row + vector * WIDTH) * FACTOR_VECTORS, lane, (real)w.re,
                       (real)w.im);
        }
    ata_roots_fini(&roots);
    return ATA_OK;
}

/* Whether stage i had better be compact: one of two that part a line, for both go through it some rows at a time. */
static bool is_compact(const ata_line *line, int i)
{
    const ata_stage *stage = &line->stage[i];
    return line->parting == 2 && i < 2 && stage->m >= LEAST_COMPACT_ROWS &&
           (block_rows(line) + 1) * compact_vectors(stage->radix) * WIDTH <= MOST_COMPACT;
}

/* exp(-2 pi i l k / (r m)) for input l and WIDTH values of k at a time, as stage_combine.h goes through them: of all
 * rows k, or, where the line parts, of its `width` first ones; behind those then, with all re before all im, of the
 * first of every `width` rows. */
static ata_status build_combination(ata_line *line)
{
    ata_stage *stage = &line->stage[line->stage_count - 1];
    const int64_t r = stage->radix, m = stage->m, rows = line->parting > 0 ? line->width : m;
    const int64_t vectors = (rows + WIDTH - 1) / WIDTH, sets = line->parting > 0 ? (m + rows - 1) / rows : 0;
    factor_table factors;
    ATA_TRY(create_twiddles(&stage->twiddle, vectors * WIDTH * (r - 1) + sets * r, &factors, r * m, rows, r));
    real *to = stage->twiddle;
    for (int64_t v = 0; v < vectors; v++) {
        const real *from = factors_at(&factors, v < vectors - 1 ? v * WIDTH : rows - WIDTH, WIDTH);
        for (int64_t l = 1; l < r; l++, to += 2 * WIDTH) {
            const real *re = from + 2 * factors.block * l, *im = re + factors.block;
            memcpy(to, re, WIDTH * sizeof(real));
            memcpy(to + WIDTH, im, WIDTH * sizeof(real));
        }
    }
    factors_fini(&factors);
    if (sets == 0) return ATA_OK;
    const ata_status status = factors_init(&factors, r * m, rows, sets, r);
    for (int64_t s = 0; status == ATA_OK && s < sets; s++, to += 2 * r) {
        const real *from = factors_at(&factors, s, 1);
        to[0] = 1;
        to[r] = 0;
        for (int64_t l = 1; l < r; l++) {
            to[l] = from[2 * factors.block * l];
            to[r + l] = from[2 * factors.block * l + factors.block];
        }
    }
    factors_fini(&factors);
    return status;
}

/* Which ends of the line can work in a caller's array. */
static void find_ends(ata_line *line)
{
    const ata_stage *first = &line->stage[0], *last = &line->stage[line->stage_count - 1];
    line->reads = !first->wrapped;
    line->writes = !last->wrapped;
    const bool by_number = line->single && !line->combines; /* until s is wide enough; that reads and writes anything */
    line->pairs_in = line->reads && (by_number || radix_table[first->radix]->stage[PAIRS][SPLIT][NONE]);
    line->pairs_out = line->writes && (line->combines || (by_number && last->s < WIDTH) ||
                                       radix_table[last->radix]->stage[SPLIT][PAIRS][NONE]);
}

/* The stages transform `rows` rows of `lanes` lanes: all points of the line and, by and by, any number of lanes; or
 * what its last stage leaves, which then combines the lanes. */
static void lay_out_stages(ata_line *line, const ata_step *steps, int64_t rows)
{
    int64_t done = 1;
    for (int i = 0; i < line->stage_count; steps += steps->span, i++) {
        const bool combines = line->combines && i == line->stage_count - 1;
        ata_stage *stage = &line->stage[i];
        stage->radix = steps->n;
        stage->s = done;
        stage->m = combines ? rows : rows / (done * stage->radix);
        done *= stage->radix;
    }
}

/* The tables of a stage, and what is instead of a butterfly. */
static ata_status build_stage(ata_line *line, const ata_step *step, int i, int64_t lanes)
{
    ata_stage *stage = &line->stage[i];
    if (line->combines && i == line->stage_count - 1) return build_combination(line);
    if (is_compact(line, i)) return build_compact_stage(stage);
    ATA_TRY(build_twiddles(stage));
    if (step->op == ATA_OP_RADIX) return ATA_OK;
    /* Stages made one step know their way through rows that lie apart only as columns do. */
    const bool alone = line->single && stage->s * lanes < WIDTH && step->op != ATA_OP_LINE;
    return build_step(step, ATA_ROLE_COMPLEX, ATA_C2C, alone, &stage->wrapped);
}

static ata_status build_stages(ata_line *line, const ata_step *steps, int count)
{
    int stages = 0;
    for (int s = 0; s < count; s += steps[s].span) stages++;
    ATA_TRY(
        ata_memory_create_zeroed((void **)&line->stage, (size_t)stages, sizeof *line->stage, "the stages of a line"));
    line->stage_count = stages;
    line->combines = line->single && combines(steps, count);
    line->spread = line->single && spreads(steps, count);
    const int64_t lanes = line->combines ? steps[count - 1].n : 1, rows = line->n / lanes;
    line->pitch = line->combines && pads(steps, count) ? WHOLE_VECTORS(lanes) : lanes;
    lay_out_stages(line, steps, rows);
    if (line->spread) ATA_TRY(build_branches(line));
    int64_t wrapped = 0;
    for (int s = 0, i = 0; s < count; s += steps[s].span, i++) {
        ATA_TRY(build_stage(line, &steps[s], i, lanes));
        const ata_line *inside = line->stage[i].wrapped;
        const int64_t scratch = inside ? inside->scratch * wrapped_lanes(inside, line->stage[i].s * lanes) : 0;
        if (scratch > wrapped) wrapped = scratch;
    }
    const int buffers = stages > 2 ? 2 : stages - 1;
    line->scratch =
        line->spread ? 2 * (line->branches * branch_numbers(line) + room_numbers(line))
                     : wrapped + 2 * buffers * (line->combines ? plane_rows(rows) * line->pitch : plane_rows(line->n));
    find_ends(line);
    return build_paired_line(line);
}

/* How many steps the first of two sweeps has: about half of the line, by ratio. */
static int split_steps(const ata_step *steps, int count, int64_t n)
{
    int64_t first = 1;
    int taken = 0;
    while (taken < count - 1 && first * first < n) first *= steps[taken++].n;
    /* One less may be nearer to the middle. */
    if (taken > 1 && first / steps[taken - 1].n * first > n) taken--;
    return taken;
}

/* Whether a single line is better done in two sweeps: of butterflies, and half as long again as the largest second
 * caches of a core are; none that goes through memory as through streams (spread.h). */
static bool is_deep(const ata_line *line, const ata_step *steps, int count)
{
    enum { DEEP_BYTES = 3 << 20 };
    if (!line->single || count < 2 || line->n < DEEP_BYTES / (int64_t)(2 * sizeof(real))) return false;
    for (int s = 0; s < count; s++)
        if (steps[s].op != ATA_OP_RADIX) return false;
    return !spreads(steps, count);
}

static ata_status build_deep(ata_line *line, const ata_step *steps, int count)
{
    const int taken = split_steps(steps, count, line->n);
    line->deep = line->reads = line->writes = line->pairs_in = line->pairs_out = true;
    ATA_TRY(build_steps(steps, taken, ATA_FORM_NATURAL, false, &line->wrapped[0]));
    ATA_TRY(build_steps(steps + taken, count - taken, ATA_FORM_NATURAL, false, &line->wrapped[1]));
    ATA_TRY(ata_memory_create_zeroed((void **)&line->roots, 1, sizeof *line->roots, "the roots of a line"));
    ATA_TRY(ata_roots_init(line->roots, line->n));
    const ata_between between = {.rows = line->wrapped[0]->n, .width = between_width(line->wrapped[0])};
    const size_t first = block_bytes(line->wrapped[0], deep_lanes(), &between, 1);
    const size_t second = block_bytes(line->wrapped[1], deep_lanes(), NULL, 1);
    line->sweep = (int64_t)(ata_memory_round(first > second ? first : second) / sizeof(real));
    line->scratch = 2 * plane_rows(line->n) + line->sweep;
    return ATA_OK;
}

/* The bit-reversed order, for the forms that leave or find their points in it. */
static ata_status build_order(ata_line *line)
{
    if (line->form == ATA_FORM_NATURAL) return ATA_OK;
    ATA_TRY(ata_memory_create((void **)&line->index_in, (size_t)line->n, sizeof(int64_t), "a permutation"));
    line->index_out = line->index_in;
    const int bits = ata_integer_log2(line->n);
    for (int64_t j = 0; j < line->n; j++) line->index_out[j] = ata_integer_reverse_bits(j, bits);
    return ATA_OK;
}

/* --- Convolutions ------------------------------------------------------------------------------------------------ */

static ata_status build_convolution(ata_line *line, const ata_step *step)
{
    if (line->single && is_direct_complex(line)) return build_direct_complex(line);
    if (!line->single && is_by_definition(line->n)) return build_definition(line);
    line->m = ata_steps_length(step + 1, step->span - 1);
    line->one_by_one = !line->single && line->m >= ata_line_least_one_by_one();
    const bool single = line->single || line->one_by_one;
    ATA_TRY(build_steps(step + 1, step->span - 1, ATA_FORM_NATURAL, single, &line->wrapped[0]));
    line->scratch = 4 * plane_rows(line->m) + (line->wrapped[0]->scratch + WIDEST - 1) / WIDEST * WIDEST;
    line->reads = line->writes = line->pairs_in = line->pairs_out = line->single; /* number by number */
    return line->op == ATA_OP_RADER ? build_rader(line, step) : build_bluestein(line, step);
}

static ata_status build_good_thomas(ata_line *line, const ata_step *step)
{
    const int64_t n = line->n, a = step[1].n, b = n / a;
    const ata_step *second = step + 1 + step[1].span;
    ATA_TRY(build_steps(step + 1, step[1].span, ATA_FORM_NATURAL, false, &line->wrapped[0]));
    ATA_TRY(build_steps(second, step->span - 1 - step[1].span, ATA_FORM_NATURAL, line->single, &line->wrapped[1]));
    ATA_TRY(ata_memory_create((void **)&line->index_in, 2 * (size_t)n, sizeof(int64_t), "a permutation"));
    line->index_out = line->index_in + n;
    /* In: b j1 + a j2. Out: the k that is k1 modulo a and k2 modulo b. */
    const int64_t unit_a = b * ata_integer_inverse_mod(b % a, a) % n,
                  unit_b = a * ata_integer_inverse_mod(a % b, b) % n;
    for (int64_t j1 = 0; j1 < a; j1++)
        for (int64_t j2 = 0; j2 < b; j2++) {
            line->index_in[j1 * b + j2] = (b * j1 + a * j2) % n;
            line->index_out[j1 * b + j2] =
                (ata_integer_mul_mod(unit_a, j1, n) + ata_integer_mul_mod(unit_b, j2, n)) % n;
        }
    const int64_t first_scratch = line->wrapped[0]->scratch * b, second_scratch = line->wrapped[1]->scratch;
    line->scratch = 4 * plane_rows(n) + (first_scratch > second_scratch ? first_scratch : second_scratch);
    line->reads = line->writes = line->pairs_in = line->pairs_out = line->single;
    return ATA_OK;
}

/* --- Real and trigonometric transforms --------------------------------------------------------------------------- */

static bool divides(const ata_step *steps, int count)
{
    return count > 1 && ata_steps_length(steps, count) % 2 == 1 && steps->op == ATA_OP_RADIX &&
           steps->n <= LONGEST_REAL && real_table[steps->n] && real_table[steps->n]->stage_forward[0];
}

/* Factor number p of sequence k is exp(-2 pi i p k / n); behind the last one are ones. */
static ata_status build_factors(ata_line *line)
{
    const int64_t count = line->divisor / 2 + 1;
    ata_root_table roots;
    arc factors;
    ATA_TRY(create_table(&line->table_re, &line->table_im, count * line->sequence));
    ATA_TRY(ata_roots_init(&roots, line->n));
    for (int64_t k = 0; k < count; k++) {
        real *const re = (real *)line->table_re + k * line->sequence;
        real *const im = (real *)line->table_im + k * line->sequence;
        arc_init(&factors, &roots, 0, k, line->m);
        arc_fill(&factors, re, im);
        for (int64_t p = line->m; p < line->sequence; p++) re[p] = 1, im[p] = 0;
    }
    ata_roots_fini(&roots);
    return ATA_OK;
}

static ata_status build_divided(ata_line *line, const ata_step *step)
{
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    line->divisor = step[1].n;
    line->m = line->n / line->divisor;
    line->sequence = sequence_rows(line->m);
    line->packing = ATA_PACKING_FULL;
    line->rows_in = forward ? line->n : line->n / 2 + 1;
    line->rows_out = forward ? line->n / 2 + 1 : line->n;
    /* Frequencies number by number; points by vectors, where they fill one. */
    line->reads = line->single && (!forward || line->m >= WIDTH);
    line->writes = line->single && (forward || line->m >= WIDTH);
    line->pairs_in = line->pairs_out = line->single;
    ATA_TRY(build_steps(step + 2, step->span - 2, ATA_FORM_NATURAL, line->single, &line->wrapped[0]));
    const int64_t inner = line->wrapped[0]->scratch, end = line->divisor * WIDTH;
    line->scratch = 4 * plane_rows((line->divisor / 2 + 1) * line->sequence) + (inner > end ? inner : end);
    return build_factors(line);
}

/* The first rotations of a real line, and every so many, which are scaled. */
static ata_status build_compact_rotations(ata_line *line, int64_t count, double scale)
{
    const int64_t coarse = (count + ROTATIONS - 1) / ROTATIONS;
    void *re = NULL, *im;
    ATA_TRY(create_rotations(&line->table_re, &line->table_im, line->n, 0, 1, ROTATIONS + WIDEST));
    ATA_TRY(ata_memory_create(&line->coarse, 2 * (size_t)coarse, sizeof(real), "a table of the transform"));
    const ata_status status = create_rotations(&re, &im, line->n, 1, ROTATIONS, coarse);
    real *to = line->coarse;
    for (int64_t a = 0; status == ATA_OK && a < coarse; a++) {
        *to++ = ((real *)re)[a] * (real)scale;
        *to++ = ((real *)im)[a] * (real)scale;
    }
    ata_memory_destroy(re);
    return status;
}

static ata_status build_real(ata_line *line, const ata_step *step)
{
    if (is_direct(line, step)) ATA_TRY(find_direct(line->n)->build_direct(line->n, &line->direct));
    if (line->op == ATA_OP_FULL && divides(step + 1, step->span - 1)) return build_divided(line, step);
    const bool half = line->op == ATA_OP_HALF;
    const int64_t packed = half ? line->n / 2 : line->n, spectrum = line->n / 2 + 1;
    line->packing = half ? ATA_PACKING_HALF : ATA_PACKING_FULL;
    line->m = packed;
    line->rows_in = line->role == ATA_ROLE_REAL_FORWARD ? packed : spectrum;
    line->rows_out = line->role == ATA_ROLE_REAL_FORWARD ? spectrum : packed;
    ATA_TRY(build_steps(step + 1, step->span - 1, ATA_FORM_NATURAL, line->single, &line->wrapped[0]));
    ATA_TRY(widen_paired_line(line->wrapped[0]));
    line->scratch = 2 * plane_rows(packed) + line->wrapped[0]->scratch;
    const bool forward = line->role == ATA_ROLE_REAL_FORWARD;
    line->reads = half && (!forward || line->wrapped[0]->reads);
    line->writes = half && (forward || line->wrapped[0]->writes);
    line->pairs_in = half && (!forward || line->wrapped[0]->pairs_in);
    line->pairs_out = half && (forward || line->wrapped[0]->pairs_out);
    if (!half) return ATA_OK;
    const int64_t count = line->n / 4 + 1;
    const bool compact = line->single && count >= LEAST_COMPACT_ROTATIONS;
#if HAS_TURNS
    if (line->single && packed >= LEAST_TURNED)
        ATA_TRY(build_turns(line->n, compact ? ROTATIONS + WIDEST : count, compact, forward, &line->turns));
#endif
    if (compact) return build_compact_rotations(line, count, forward ? 0.5 : 1);
    if (line->turns && count >= LEAST_ONE_TABLE) return ATA_OK;
    ATA_TRY(create_rotations(&line->table_re, &line->table_im, line->n, 0, 1, count));
    if (forward) scale_row(line->table_re, line->table_re, (real)0.5, (ptrdiff_t)(2 * count)); /* both: one table */
    return ATA_OK;
}

static ata_status build_trigonometric(ata_line *line, const ata_step *step)
{
    const int64_t n = line->n;
    line->reads = line->writes = line->single; /* real points side by side are as good as a buffer */
    if (line->op == ATA_OP_QUARTER || line->op == ATA_OP_ODD_QUARTER) {
        ATA_TRY(build_steps(step + 1, step->span - 1, ATA_FORM_NATURAL, line->single, &line->wrapped[0]));
        line->m = line->wrapped[0]->n;
        line->scratch = 4 * plane_rows(line->m) + line->wrapped[0]->scratch;
        if (line->op == ATA_OP_QUARTER) return create_rotations(&line->table_re, &line->table_im, 16 * n, 1, 8, n / 2);
        ATA_TRY(create_rotations(&line->table_re, &line->table_im, 4 * n, 0, 1, n));
        return create_rotations(&line->chirp_re, &line->chirp_im, 8 * n, 1, 2, n);
    }
    const bool inverse = line->kind == ATA_DCT3 || line->kind == ATA_DST3;
    ATA_TRY(build_step(step + 1, inverse ? ATA_ROLE_REAL_INVERSE : ATA_ROLE_REAL_FORWARD, line->kind, line->single,
                       &line->wrapped[0]));
    const ata_line *inner = line->wrapped[0];
    line->m = inner->n;
    line->scratch = 2 * (plane_rows(inner->rows_in) + plane_rows(inner->rows_out)) + inner->scratch;
    if (line->op != ATA_OP_FOLD) return ATA_OK;
    const int64_t count = n / 2 + 1;
    ATA_TRY(create_rotations(&line->table_re, &line->table_im, 4 * n, 0, 1, count));
    if (!inverse) scale_row(line->table_re, line->table_re, 2, (ptrdiff_t)(2 * count)); /* both: one table */
    return ATA_OK;
}

/* --- Lines ------------------------------------------------------------------------------------------------------- */

static ata_status create(int64_t n, ata_op op, ata_role role, ata_form form, ata_kind kind, bool single,
                         ata_line **line)
{
    ATA_TRY(ata_memory_create_zeroed((void **)line, 1, sizeof **line, "a line"));
    (*line)->n = (*line)->rows_in = (*line)->rows_out = n;
    (*line)->op = op;
    (*line)->role = role;
    (*line)->form = form;
    (*line)->kind = kind;
    (*line)->single = single;
    return ATA_OK;
}

/* Hand out the line, or destroy it and forward the failure. */
static ata_status hand_out(ata_status status, ata_line **line)
{
    if (status != ATA_OK) {
        destroy(*line);
        *line = NULL;
    }
    return status;
}

static ata_status build_line(ata_line *line, const ata_step *steps, int count)
{
    if (is_deep(line, steps, count)) ATA_TRY(build_deep(line, steps, count));
    else ATA_TRY(build_stages(line, steps, count));
    ATA_TRY(make_program(line));
    return build_order(line);
}

/* A line of stages; one step that is no butterfly is built for itself. */
static ata_status build_steps(const ata_step *steps, int count, ata_form form, bool single, ata_line **line)
{
    if (steps->span == count && steps->op != ATA_OP_RADIX)
        return build_step(steps, ATA_ROLE_COMPLEX, ATA_C2C, single, line);
    ATA_TRY(create(ata_steps_length(steps, count), ATA_OP_LINE, ATA_ROLE_COMPLEX, form, ATA_C2C, single, line));
    return hand_out(build_line(*line, steps, count), line);
}

static ata_status build_step(const ata_step *step, ata_role role, ata_kind kind, bool single, ata_line **line)
{
    if (step->op == ATA_OP_LINE) return build_steps(step + 1, step->span - 1, ATA_FORM_NATURAL, single, line);
    ATA_TRY(create(step->n, step->op, role, ATA_FORM_NATURAL, kind, single, line));
    switch (step->op) {
    case ATA_OP_RADER:
    case ATA_OP_BLUESTEIN: return hand_out(build_convolution(*line, step), line);
    case ATA_OP_GOOD_THOMAS: return hand_out(build_good_thomas(*line, step), line);
    case ATA_OP_HALF:
    case ATA_OP_FULL: return hand_out(build_real(*line, step), line);
    default: return hand_out(build_trigonometric(*line, step), line);
    }
}

static ata_status build(const ata_step *steps, int count, ata_role role, ata_kind kind, ata_form form, bool single,
                        ata_line **line)
{
    *line = NULL;
    if (role == ATA_ROLE_COMPLEX) return build_steps(steps, count, form, single, line);
    return build_step(steps, role, kind, single, line);
}
