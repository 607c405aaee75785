/* rows.h - rows of numbers in buffers, a vector at a time and what is left over one by one. Included by functions.h. */

INLINE void copy_row(real *to, const real *from, ptrdiff_t lanes)
{
    ptrdiff_t l = 0;
    if (lanes == 1) { /* permutations do little else */
        *to = *from;
        return;
    }
    for (; l + WIDTH <= lanes; l += WIDTH) vec_store(to + l, vec_load(from + l));
    for (; l < lanes; l++) to[l] = from[l];
}

INLINE void clear_row(real *to, ptrdiff_t lanes)
{
    ptrdiff_t l = 0;
    for (; l + WIDTH <= lanes; l += WIDTH) vec_store(to + l, (vec){0});
    for (; l < lanes; l++) to[l] = 0;
}

INLINE void scale_row(real *to, const real *from, real factor, ptrdiff_t lanes)
{
    ptrdiff_t l = 0;
    for (; l + WIDTH <= lanes; l += WIDTH) vec_store(to + l, vec_load(from + l) * factor);
    for (; l < lanes; l++) to[l] = from[l] * factor;
}

/* u = a x + b y and v = c x + d y; u and v may be x and y. */
INLINE void mix_rows(real *u, real *v, const real *x, const real *y, real a, real b, real c, real d, ptrdiff_t lanes)
{
    ptrdiff_t l = 0;
    for (; l + WIDTH <= lanes; l += WIDTH) {
        const vec p = vec_load(x + l), q = vec_load(y + l);
        vec_store(u + l, FMA(q, vec_all(b), MUL(p, vec_all(a))));
        vec_store(v + l, FMA(q, vec_all(d), MUL(p, vec_all(c))));
    }
    for (; l < lanes; l++) {
        const real p = x[l], q = y[l];
        u[l] = FMA(q, b, MUL(p, a));
        v[l] = FMA(q, d, MUL(p, c));
    }
}

/* u + i v = (x + i y) (re + i im); they may be the same. */
INLINE void turn_row(real *u, real *v, const real *x, const real *y, real re, real im, ptrdiff_t lanes)
{
    mix_rows(u, v, x, y, re, -im, im, re, lanes);
}

/* Neighbouring points, each times a number of its own, whose parts are neighbours. */
INLINE void turn_points(real *re, real *im, const real *factors, ptrdiff_t count)
{
    ptrdiff_t j = 0;
    for (; j + WIDTH <= count; j += WIDTH) {
        vec a = vec_load(re + j), b = vec_load(im + j), c, d;
        vec_load_pairs(factors + 2 * j, &c, &d);
        vec_multiply(&a, &b, c, d);
        vec_store(re + j, a);
        vec_store(im + j, b);
    }
    for (; j < count; j++) multiply(&re[j], &im[j], factors[2 * j], factors[2 * j + 1]);
}
