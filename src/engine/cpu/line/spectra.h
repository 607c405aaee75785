/* spectra.h - what convolutions are made with: permutations, chirps, and their spectra. Included by functions.h. */

/* Two arrays of `count` numbers in one piece of memory, the second behind the first. */
static ata_status create_table(void **re, void **im, int64_t count)
{
    ATA_TRY(ata_memory_create(re, 2 * (size_t)count, sizeof(real), "a table of the transform"));
    *im = (real *)*re + count;
    return ATA_OK;
}

/* --- Rader -------------------------------------------------------------------------------------------------------- */

/* The powers of a generator up to the one that is 1 again: read from there, they are its inverse's. Half way round
 * they are the same with the other sign. */
static ata_status build_powers(ata_line *line)
{
    const int64_t n = line->n, m = line->m, half = m / 2;
    ATA_TRY(ata_memory_create((void **)&line->index_in, (size_t)n, sizeof(int64_t), "a permutation"));
    ata_integer_powers_mod(ata_integer_generator(n), n, half, line->index_in);
    for (int64_t q = 0; q < half; q++) line->index_in[half + q] = n - line->index_in[q];
    line->index_in[m] = 1;
    line->index_out = line->index_in + m;
    return ATA_OK;
}

/* Half of the spectrum, over m, of b[q] = exp(-2 pi i g^-q / n), from that of re(b) + im(b), which is real. After half
 * of the points re(b) comes again and im(b) with the other sign, so that one has the even frequencies and the other the
 * odd ones, where i is missing. */
static void put_rader(const ata_line *line, const double *sum_re, const double *sum_im)
{
    const double scale = 1 / (double)line->m;
    real *const re = line->table_re, *const im = line->table_im;
    for (int64_t k = 0; k <= line->m / 2; k++) {
        const double x = scale * sum_re[k], y = scale * sum_im[k];
        const bool odd = k % 2 == 1;
        re[k] = (real)(odd ? -y : x);
        im[k] = (real)(odd ? x : y);
    }
}

enum { SUMS = 256 }; /* at a time */

/* b[q] for `count` q from `first` on, whose parts' sum and difference are the points of what is transformed. Of floats
 * the high halves of the tables will do, as root_of() has them. */
static void put_sums(const ata_line *line, const ata_root_table *roots, int64_t first, int64_t count, double *sum)
{
    const int64_t *const index = line->index_out - first;
    double *const difference = sum + line->m / 2;
#if REAL_BITS == 32
    for (int64_t i = 0; i < count; i++) {
        const ata_root w = root_of(roots, index[-i]);
        sum[first + i] = w.re + w.im;
        difference[first + i] = w.re - w.im;
    }
#else
    int64_t k[SUMS];
    double re[SUMS], im[SUMS];
    for (int64_t i = 0; i < count; i++) k[i] = index[-i];
    ata_cpu_loops_get()->f64.look_up(roots, k, count, re, im);
    for (int64_t i = 0; i < count; i++) {
        sum[first + i] = re[i] + im[i];
        difference[first + i] = re[i] - im[i];
    }
#endif
}

/* Takes room for 2 m + 2 numbers; m will do where the table is as wide as they are, which then is where the spectrum of
 * the sum goes. */
static ata_status build_rader_with(ata_line *line, const ata_step *step, double *sum)
{
    const int64_t m = line->m, half = m / 2;
    ata_root_table roots;
    ATA_TRY(ata_roots_init(&roots, line->n));
    for (int64_t q = 0; q < half; q += SUMS) put_sums(line, &roots, q, half - q < SUMS ? half - q : SUMS, sum);
    ata_roots_fini(&roots);
    ATA_TRY(create_table(&line->table_re, &line->table_im, half + 1));
    double *const re = REAL_BITS == 64 ? line->table_re : sum + m;
    double *const im = REAL_BITS == 64 ? line->table_im : re + half + 1;
    ATA_TRY(ata_line_transform_real_f64(step + 1, step->span - 1, sum, re, im));
    put_rader(line, re, im);
    return ATA_OK;
}

static ata_status build_rader(ata_line *line, const ata_step *step)
{
    const size_t numbers = REAL_BITS == 64 ? (size_t)line->m : 2 * (size_t)line->m + 2;
    double *sum;
    ATA_TRY(build_powers(line));
    ATA_TRY(ata_memory_create((void **)&sum, numbers, sizeof *sum, "the spectrum of a convolution"));
    const ata_status status = build_rader_with(line, step, sum);
    ata_memory_destroy(sum);
    return status;
}

/* --- Bluestein ---------------------------------------------------------------------------------------------------- */

/* The chirp exp(-pi i j^2 / n), of a table of the 2n roots, in blocks. */
typedef struct chirp_maker {
    const ata_root_table *roots;
    double inside[4 * ATA_CHIRP_BLOCK]; /* of the first block: [re_hi, re_lo, im_hi, im_lo][j] */
} chirp_maker;

static void chirp_maker_init(chirp_maker *maker, const ata_root_table *roots)
{
    maker->roots = roots;
    for (int64_t j = 0; j < ATA_CHIRP_BLOCK; j++)
        put_wide(maker->inside, ATA_CHIRP_BLOCK, j, ata_roots_get_wide(roots, j * j % roots->n));
}

/* The block from j = first on. */
static void chirp_maker_get(const chirp_maker *maker, const ata_number_loops *loops, int64_t first, void *re, void *im)
{
    loops->squares(maker->roots, (ata_root_rows){maker->inside, ATA_CHIRP_BLOCK}, first, re, im);
}

/* What is kept of the line's chirp. */
static ata_status build_chirp(ata_line *line, const ata_root_table *roots)
{
    const int64_t end = chirp_kept((ptrdiff_t)line->n);
    real re[ATA_CHIRP_BLOCK], im[ATA_CHIRP_BLOCK];
    chirp_maker maker;
    ATA_TRY(create_table(&line->chirp_re, &line->chirp_im, end));
    chirp_maker_init(&maker, roots);
    for (int64_t first = 0; first < end; first += ATA_CHIRP_BLOCK) {
        const size_t count = (size_t)(end - first < ATA_CHIRP_BLOCK ? end - first : ATA_CHIRP_BLOCK);
        chirp_maker_get(&maker, number_loops(), first, re, im);
        memcpy((real *)line->chirp_re + first, re, count * sizeof(real));
        memcpy((real *)line->chirp_im + first, im, count * sizeof(real));
    }
    return ATA_OK;
}

/* The first half of its spectrum, without a transform; the other half is the same backwards. */
static ata_status build_known_spectrum(ata_line *line)
{
    const int64_t end = line->m / 2 + 1;
    const ata_number_loops *of = number_loops();
    ata_chirp chirp;
    ata_chirp_block block;
    ATA_TRY(create_table(&line->table_re, &line->table_im, end));
    const ata_status status = ata_chirp_init(&chirp, line->n, line->m);
    for (int64_t first = 0; status == ATA_OK && first < end; first += ATA_CHIRP_BLOCK) {
        const int64_t count = end - first < ATA_CHIRP_BLOCK ? end - first : ATA_CHIRP_BLOCK;
        ata_cpu_loops_get()->chirp_spectrum(&chirp, first, &block);
        of->round(block.re, count, (real *)line->table_re + first);
        of->round(block.im, count, (real *)line->table_im + first);
    }
    ata_chirp_fini(&chirp);
    return status;
}

/* With one, of the conjugate chirp on both sides of 0. Takes room for 4 m numbers. */
static ata_status build_spectrum_with(ata_line *line, const ata_step *step, const ata_root_table *roots, double *b)
{
    const int64_t n = line->n, m = line->m, end = m / 2 + 1;
    double *const re = b, *const im = b + m, *const out_re = b + 2 * m, *const out_im = b + 3 * m;
    const double scale = 1 / (double)m;
    double block_re[ATA_CHIRP_BLOCK], block_im[ATA_CHIRP_BLOCK];
    chirp_maker maker;
    chirp_maker_init(&maker, roots);
    for (int64_t first = 0; first < n; first += ATA_CHIRP_BLOCK) {
        const size_t count = (size_t)(n - first < ATA_CHIRP_BLOCK ? n - first : ATA_CHIRP_BLOCK);
        chirp_maker_get(&maker, &ata_cpu_loops_get()->f64, first, block_re, block_im);
        memcpy(re + first, block_re, count * sizeof *re);
        memcpy(im + first, block_im, count * sizeof *im);
    }
    memset(re + n, 0, (size_t)(m - n) * sizeof *re);
    memset(im + n, 0, (size_t)(m - n) * sizeof *im);
    for (int64_t j = 1; j < n; j++) {
        re[m - j] = re[j];
        im[m - j] = im[j] = -im[j];
    }
    ATA_TRY(ata_line_transform_f64(step + 1, step->span - 1, re, im, out_re, out_im));
    ATA_TRY(create_table(&line->table_re, &line->table_im, end));
    for (int64_t k = 0; k < end; k++) {
        ((real *)line->table_re)[k] = (real)(out_re[k] * scale);
        ((real *)line->table_im)[k] = (real)(out_im[k] * scale);
    }
    return ATA_OK;
}

static ata_status build_spectrum(ata_line *line, const ata_step *step, const ata_root_table *roots)
{
    double *b;
    ATA_TRY(ata_memory_create((void **)&b, 4 * (size_t)line->m, sizeof *b, "the spectrum of a convolution"));
    const ata_status status = build_spectrum_with(line, step, roots, b);
    ata_memory_destroy(b);
    return status;
}

static ata_status build_bluestein(ata_line *line, const ata_step *step)
{
    ata_root_table roots;
    ATA_TRY(ata_roots_init(&roots, 2 * line->n));
    ata_status status = build_chirp(line, &roots);
    if (status == ATA_OK)
        status = ata_chirp_suits(line->n, line->m) ? build_known_spectrum(line) : build_spectrum(line, step, &roots);
    ata_roots_fini(&roots);
    return status;
}
