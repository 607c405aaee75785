/* real_form.h - text of two functions: a short real transform of N points, number by number, wherever they lie, and the
 * way back. Included by real_lines.h with N, FORWARD_FILE and INVERSE_FILE, the codelets. */
#define NAMED_(what, n) what##_##n
#define NAMED(what, n) NAMED_(what, n)
#define vec real
#undef CONSTANT
#define CONSTANT(x) ((real)x)
#define ZERO 0

#define LOAD_REAL(j, x) x = in[(j)*call->x_next]
#define STORE(k, re, im)                   \
    out_re[(k)*call->y_next] = (re)*scale; \
    out_im[(k)*call->y_next] = (im)*scale

static void NAMED(real_forward, N)(const real_call *call, const real *in, real *out_re, real *out_im)
{
    const real scale = call->scale;
    for (ptrdiff_t q = 0; q < call->run; q++, in += call->x_lane, out_re += call->y_lane, out_im += call->y_lane) {
#include FORWARD_FILE
    }
}

#undef STORE
#undef LOAD_REAL
#define LOAD(k, re, im)           \
    re = in_re[(k)*call->x_next]; \
    im = in_im[(k)*call->x_next]
#define LOAD_RE(k, re) re = in_re[(k)*call->x_next]
#define STORE_REAL(j, x) out[(j)*call->y_next] = (x)*scale

static void NAMED(real_inverse, N)(const real_call *call, const real *in_re, const real *in_im, real *out)
{
    const real scale = call->scale;
    for (ptrdiff_t q = 0; q < call->run; q++, in_re += call->x_lane, in_im += call->x_lane, out += call->y_lane) {
#include INVERSE_FILE
    }
}

#undef STORE_REAL
#undef LOAD_RE
#undef LOAD
#undef ZERO
#undef vec
#undef CONSTANT
#define CONSTANT(x) vec_all((real)x)
#undef NAMED
#undef NAMED_
#undef N
#undef FORWARD_FILE
#undef INVERSE_FILE
