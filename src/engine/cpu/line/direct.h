/* direct.h - short real lines of odd length by the definition: half a matrix of cosines, half of one of sines. Included
 * by functions.h.
 *
 *     e[j] = x[j] + x[n-j],  o[j] = x[j] - x[n-j]          j, k = 1 .. h,  h = (n - 1) / 2
 *     X[k] = x[0] + sum of e[j] cos(2 pi j k / n)  -  i sum of o[j] sin(2 pi j k / n)
 *
 * and back with the same matrices. That is n n / 2 products, but nothing beside: no shuffles, no permutation, and all
 * vectors are full, of one line alone. What surrounds the arithmetic of a convolution, or of stages of small radices,
 * takes longer as long as lines are short.
 *
 * The matrices lie in the order in which they are read, some vectors of k at a time, for those all j; the last vector
 * of all overlaps the one before it:
 *
 *     j = 1:  cos jk, -sin jk of k = 1 .. W, of k = W+1 .. 2W ...   j = 2:  ...       then the same of the next vectors
 */
enum { SHORTEST_DIRECT = 33, LONGEST_DIRECT = 127, MOST_DIRECT = LONGEST_DIRECT / 2, DIRECT_VECTORS = 4 };

/* The widest vectors that half a line fills. */
static const ata_line_functions *find_direct(int64_t n)
{
    const ata_line_functions *const *set = ata_line_sets(REAL_BITS == 64 ? ATA_F64 : ATA_F32);
    while (set[1] && (*set)->width > n / 2) set++;
    return *set;
}

/* Whether real lines of n points that are a convolution otherwise are done so. */
static bool is_direct_convolution(int64_t n)
{
    return n % 2 == 1 && n >= SHORTEST_DIRECT && n <= LONGEST_DIRECT;
}

/* The same for others, which are stages otherwise, where lines are too few to fill vectors side by side. */
static bool is_direct_few(int64_t n)
{
    enum { VECTORS = 10 };
    return is_direct_convolution(n) && n <= VECTORS * find_direct(n)->width;
}

/* Whether a line is done so that has these steps. */
static bool is_direct(const ata_line *line, const ata_step *step)
{
    if (line->op != ATA_OP_FULL) return false;
    const bool convolves = step[1].span == step->span - 1 && step[1].op != ATA_OP_RADIX;
    return convolves ? is_direct_convolution(line->n) : line->single && is_direct_few(line->n);
}

/* With so many vectors at a time. */
static ata_status build_matrices(int64_t n, int64_t together, void **table)
{
    const int64_t h = n / 2, vectors = (h + WIDTH - 1) / WIDTH;
    ata_root_table roots;
    ATA_TRY(ata_memory_create(table, (size_t)(2 * vectors * h), sizeof(vec), "a table of the transform"));
    ATA_TRY(ata_roots_init(&roots, n));
    real *to = *table;
    for (int64_t v = 0; v < vectors; v += together)
        for (int64_t j = 1; j <= h; j++)
            for (int64_t u = v; u < v + together && u < vectors; u++, to += 2 * WIDTH) {
                const int64_t first = 1 + (u < vectors - 1 ? u * WIDTH : h - WIDTH);
                for (int64_t i = 0; i < WIDTH; i++) {
                    const ata_root w = root_of(&roots, j * (first + i) % n);
                    to[i] = (real)w.re;
                    to[WIDTH + i] = (real)w.im;
                }
            }
    ata_roots_fini(&roots);
    return ATA_OK;
}

static ata_status build_direct(int64_t n, void **table)
{
    return build_matrices(n, DIRECT_VECTORS, table);
}

/* What is multiplied by the matrices, and what is not. */
typedef struct direct_terms {
    real first;
    real even[MOST_DIRECT], odd[MOST_DIRECT];
} direct_terms;

/* `count` vectors of sums, a literal; with them the sum of all terms, which is what k = 0 has. */
INLINE vec direct_sums(const direct_terms *terms, ptrdiff_t h, const real *w, const int count, vec *even, vec *odd)
{
    vec all = {0};
    UNROLL for (int v = 0; v < count; v++)
    {
        even[v] = vec_all(terms->first);
        odd[v] = (vec){0};
    }
    for (ptrdiff_t j = 0; j < h; j++, w += 2 * count * WIDTH) {
        const vec e = vec_all(terms->even[j]), o = vec_all(terms->odd[j]);
        all += e;
        UNROLL for (int v = 0; v < count; v++)
        {
            even[v] = FMA(e, vec_load(w + 2 * v * WIDTH), even[v]);
            odd[v] = FMA(o, vec_load(w + (2 * v + 1) * WIDTH), odd[v]);
        }
    }
    return all;
}

/* All sums, h of either kind; returned is what k = 0 has. */
INLINE real direct_product(const direct_terms *terms, ptrdiff_t h, const real *w, real *even, real *odd)
{
    vec all = {0};
    for (ptrdiff_t at = 0; at < h;) {
        vec a[DIRECT_VECTORS], b[DIRECT_VECTORS];
        const ptrdiff_t left = (h - at + WIDTH - 1) / WIDTH;
        const int count = left < DIRECT_VECTORS ? (int)left : DIRECT_VECTORS;
        if (count == 1) all = direct_sums(terms, h, w, 1, a, b);
        else if (count == 2) all = direct_sums(terms, h, w, 2, a, b);
        else if (count == 3) all = direct_sums(terms, h, w, 3, a, b);
        else all = direct_sums(terms, h, w, 4, a, b);
        for (int v = 0; v < count; v++) {
            const ptrdiff_t to = at + (v + 1) * WIDTH <= h ? at + v * WIDTH : h - WIDTH;
            vec_store(even + to, a[v]);
            vec_store(odd + to, b[v]);
        }
        at += count * WIDTH;
        w += 2 * count * h * WIDTH;
    }
    return terms->first + all[0];
}

static void direct_forward(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const ptrdiff_t n = (ptrdiff_t)line->n, h = n / 2, row = call->x_next, next = call->y_next;
    for (ptrdiff_t i = 0; i < call->count * call->run; i++) {
        const ptrdiff_t p = i / call->run, q = i % call->run;
        const real *const x = in_re + p * call->x_step + q * call->x_lane;
        const ptrdiff_t to = p * call->y_step + q * call->y_lane;
        real *const y_re = out_re + to, *const y_im = out_im + to;
        real even[MOST_DIRECT], odd[MOST_DIRECT];
        direct_terms terms = {.first = x[0]};
        for (ptrdiff_t j = 0; row == 1 && j < h;) {
            const vec a = vec_load(x + 1 + j), b = vec_load(x + n - j - WIDTH);
            vec_store(terms.even + j, a + BACKWARDS(b));
            vec_store(terms.odd + j, a - BACKWARDS(b));
            j = j + WIDTH < h && j + 2 * WIDTH > h ? h - WIDTH : j + WIDTH;
        }
        for (ptrdiff_t j = 1; row != 1 && j <= h; j++) {
            terms.even[j - 1] = x[j * row] + x[(n - j) * row];
            terms.odd[j - 1] = x[j * row] - x[(n - j) * row];
        }
        y_re[0] = direct_product(&terms, h, line->direct, even, odd);
        y_im[0] = 0;
        const bool pairs = next == 2 && y_im == y_re + 1;
        for (ptrdiff_t k = 0; pairs && k < h;) {
            vec_store_pairs(y_re + 2 * (k + 1), vec_load(even + k), vec_load(odd + k));
            k = k + WIDTH < h && k + 2 * WIDTH > h ? h - WIDTH : k + WIDTH;
        }
        for (ptrdiff_t k = 0; !pairs && k < h; k++) {
            y_re[(k + 1) * next] = even[k];
            y_im[(k + 1) * next] = odd[k];
        }
    }
}

static void direct_inverse(STAGE_ARGUMENTS)
{
    STAGE_BEGIN;
    const ata_line *line = call->line;
    const ptrdiff_t n = (ptrdiff_t)line->n, h = n / 2, row = call->x_next, next = call->y_next;
    for (ptrdiff_t i = 0; i < call->count * call->run; i++) {
        const ptrdiff_t p = i / call->run, q = i % call->run, from = p * call->x_step + q * call->x_lane;
        const real *const x_re = in_re + from, *const x_im = in_im + from;
        real *const y = out_re + p * call->y_step + q * call->y_lane;
        real even[MOST_DIRECT], odd[MOST_DIRECT];
        direct_terms terms = {.first = x_re[0]};
        const bool pairs = row == 2 && x_im == x_re + 1;
        for (ptrdiff_t k = 0; pairs && k < h;) {
            vec a, b;
            vec_load_pairs(x_re + 2 * (k + 1), &a, &b);
            vec_store(terms.even + k, a + a);
            vec_store(terms.odd + k, b + b);
            k = k + WIDTH < h && k + 2 * WIDTH > h ? h - WIDTH : k + WIDTH;
        }
        for (ptrdiff_t k = 0; !pairs && k < h; k++) {
            terms.even[k] = 2 * x_re[(k + 1) * row];
            terms.odd[k] = 2 * x_im[(k + 1) * row];
        }
        y[0] = direct_product(&terms, h, line->direct, even, odd);
        for (ptrdiff_t j = 0; next == 1 && j < h;) {
            const vec a = vec_load(even + j), b = vec_load(odd + j);
            vec_store(y + 1 + j, a + b);
            vec_store(y + n - j - WIDTH, BACKWARDS(a - b));
            j = j + WIDTH < h && j + 2 * WIDTH > h ? h - WIDTH : j + WIDTH;
        }
        for (ptrdiff_t j = 1; next != 1 && j <= h; j++) {
            y[j * next] = even[j - 1] + odd[j - 1];
            y[(n - j) * next] = even[j - 1] - odd[j - 1];
        }
    }
}
