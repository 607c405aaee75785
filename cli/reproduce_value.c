/* reproduce_value.c - cases and values that several papers share. */
#include <math.h>
#include <stdio.h>

#include "cli/reproduce.h"

void reproduce_case_set_power(reproduce_case *made, int exponent, int batch)
{
    const double points = ldexp(1, exponent + batch);
    *made = (reproduce_case){
        .x = exponent, .points = points, .flops = 5 * points * exponent, .transforms = (int64_t)1 << batch};
    snprintf(made->label, sizeof made->label, "2^%d", exponent);
    if (batch == 0) snprintf(made->problem, sizeof made->problem, "c2c 2^%d", exponent);
    else snprintf(made->problem, sizeof made->problem, "c2c 2^%d*2^%d", exponent, batch);
}

const char *reproduce_case_print(const reproduce_case *at, const reproduce_series *of, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", at->problem, of->options ? " " : "", of->options ? of->options : "");
    return text;
}

double reproduce_get_seconds(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    char what[sizeof((reproduce_key *)0)->what];
    return reproduce_ask_value(ask, reproduce_case_print(at, of, what, sizeof what), of->on, of->threads, of->peer);
}

double reproduce_get_gflops(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    return at->flops / reproduce_get_seconds(at, of, ask) * 1e-9;
}

double reproduce_get_ms(const reproduce_case *at, const reproduce_series *of, const reproduce_ask *ask)
{
    return reproduce_get_seconds(at, of, ask) * 1e3;
}
