/* dft_1.h - a transform of one point, which is that point. Included inside a function's body; see generate.c. */
{
    vec x0r, x0i;
    LOAD(0, x0r, x0i);
    STORE(0, x0r, x0i);
}
