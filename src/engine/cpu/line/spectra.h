/* spectra.h - what convolutions are made with: permutations, chirps, and their spectra. Included by functions.h. */

/* Two arrays of `count` numbers in one piece of memory, the second behind the first. */
static ata_status create_table(void **re, void **im, int64_t count)
{
    ATA_TRY(ata_memory_create(re, 2 * (size_t)count, sizeof(real), "a table of the transform"));
    *im = (real *)*re + count;
    return ATA_OK;
}

/* Roots that are looked up in one go. */
enum { TOGETHER_LOOKED_UP = 256 };

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

/* The spectrum, over m, of b[q] = exp(-2 pi i g^-q / n), from that of re(b) + im(b), which is real. After half of the
 * points re(b) comes again and im(b) with the other sign, so that one has the even frequencies and the other the odd
 * ones, where i is missing. */
static void put_rader(const ata_line *line, const double *sum_re, const double *sum_im)
{
    const int64_t m = line->m;
    const double scale = 1 / (double)m;
    real *const re = line->table_re, *const im = line->table_im;
    for (int64_t k = 0; k <= m / 2; k++) {
        const bool odd = k % 2 == 1;
        const double x = scale * (odd ? -sum_im[k] : sum_re[k]), y = scale * (odd ? sum_re[k] : sum_im[k]);
        const int64_t mirror = k == 0 ? 0 : m - k;
        re[mirror] = (real)(odd ? -x : x);
        im[mirror] = (real)(odd ? y : -y);
        re[k] = (real)x;
        im[k] = (real)y;
    }
}

/* Takes room for 3 m numbers. */
static ata_status build_rader_with(ata_line *line, const ata_step *step, double *sum)
{
    const int64_t m = line->m, half = m / 2;
    ata_root_table roots;
    ATA_TRY(ata_roots_init(&roots, line->n));
    for (int64_t q = 0; q < half; q += TOGETHER_LOOKED_UP) {
        const int64_t count = half - q < TOGETHER_LOOKED_UP ? half - q : TOGETHER_LOOKED_UP;
        int64_t k[TOGETHER_LOOKED_UP];
        double re[TOGETHER_LOOKED_UP], im[TOGETHER_LOOKED_UP];
        for (int64_t i = 0; i < count; i++) k[i] = line->index_out[-q - i];
        ata_cpu_loops_get()->f64.look_up(&roots, k, count, re, im);
        for (int64_t i = 0; i < count; i++) {
            sum[q + i] = re[i] + im[i];
            sum[half + q + i] = re[i] - im[i];
        }
    }
    ata_roots_fini(&roots);
    ATA_TRY(ata_line_transform_real_f64(step + 1, step->span - 1, sum, sum + m, sum + 2 * m));
    ATA_TRY(create_table(&line->table_re, &line->table_im, m));
    put_rader(line, sum + m, sum + 2 * m);
    return ATA_OK;
}

static ata_status build_rader(ata_line *line, const ata_step *step)
{
    double *sum;
    ATA_TRY(build_powers(line));
    ATA_TRY(ata_memory_create((void **)&sum, 3 * (size_t)line->m, sizeof *sum, "the spectrum of a convolution"));
    const ata_status status = build_rader_with(line, step, sum);
    ata_memory_destroy(sum);
    return status;
}

/* --- Bluestein ---------------------------------------------------------------------------------------------------- */

/* to[j] = row[j - first] for `count` j from `first` on, and the same times `sign` from the other end, to[end - j]; but
 * for j = 0. */
static void put_both_ways(const real *row, int64_t first, int64_t count, int64_t end, real sign, real *to)
{
    real *const forwards = to + first, *const backwards = to + end - first;
    int64_t i = 0;
    if (first == 0) forwards[i] = row[i], i++;
    for (; i + WIDTH <= count; i += WIDTH) {
        const vec x = vec_load(row + i), y = x * sign;
        vec_store(forwards + i, x);
        vec_store(backwards - i - WIDTH + 1, BACKWARDS(y));
    }
    for (; i < count; i++) {
        forwards[i] = row[i];
        backwards[-i] = sign * row[i];
    }
}

/* The chirp exp(-pi i j^2 / n) from j = first on, no more than are looked up together; of the roots there are 2n. */
static void fill_chirp(const ata_root_table *roots, int64_t first, int64_t count, const ata_number_loops *loops,
                       void *re, void *im)
{
    int64_t square = ata_integer_mul_mod(first, first, roots->n), step = (2 * first + 1) % roots->n;
    int64_t k[TOGETHER_LOOKED_UP];
    for (int64_t i = 0; i < count; i++) {
        k[i] = square;
        square += step;
        step += 2;
        if (square >= roots->n) square -= roots->n;
        if (step >= roots->n) step -= roots->n;
    }
    loops->look_up(roots, k, count, re, im);
}

/* The chirp of the line: the same at j and n - j, but for the sign if n is odd. */
static ata_status build_chirp(ata_line *line, const ata_root_table *roots)
{
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    const int64_t n = line->n, end = n / 2 + 1;
    const real sign = n % 2 ? -1 : 1;
    real re[TOGETHER_LOOKED_UP], im[TOGETHER_LOOKED_UP];
    ATA_TRY(create_table(&line->chirp_re, &line->chirp_im, n));
    for (int64_t first = 0; first < end; first += TOGETHER_LOOKED_UP) {
        const int64_t count = end - first < TOGETHER_LOOKED_UP ? end - first : TOGETHER_LOOKED_UP;
        fill_chirp(roots, first, count, REAL_BITS == 64 ? &loops->f64 : &loops->f32, re, im);
        put_both_ways(re, first, count, n, sign, line->chirp_re);
        put_both_ways(im, first, count, n, sign, line->chirp_im);
    }
    return ATA_OK;
}

/* The first half of its spectrum, without a transform; the other half is the same backwards. */
static ata_status build_known_spectrum(ata_line *line)
{
    const int64_t end = line->m / 2 + 1;
    const ata_cpu_loops *loops = ata_cpu_loops_get();
    const ata_number_loops *of = REAL_BITS == 64 ? &loops->f64 : &loops->f32;
    ata_chirp chirp;
    ata_chirp_block block;
    ATA_TRY(create_table(&line->table_re, &line->table_im, end));
    const ata_status status = ata_chirp_init(&chirp, line->n, line->m);
    for (int64_t first = 0; status == ATA_OK && first < end; first += ATA_CHIRP_BLOCK) {
        const int64_t count = end - first < ATA_CHIRP_BLOCK ? end - first : ATA_CHIRP_BLOCK;
        loops->chirp_spectrum(&chirp, first, &block);
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
    for (int64_t first = 0; first < n; first += TOGETHER_LOOKED_UP)
        fill_chirp(roots, first, n - first < TOGETHER_LOOKED_UP ? n - first : TOGETHER_LOOKED_UP,
                   &ata_cpu_loops_get()->f64, re + first, im + first);
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
