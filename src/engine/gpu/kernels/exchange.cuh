/* exchange.cuh - a point, or two neighbours, to shared memory and back: whole, or the parts APART, the real one first
 * and the imaginary one when the others have been read. That takes half as much memory and twice as many barriers.
 */
#if APART
INLINE real *part_of(complex *x, int part)
{
    return part == 0 ? &x->x : &x->y;
}
INLINE void exchange_get(int index, int part, complex *a)
{
    *part_of(a, part) = shared_get_real(index);
}
INLINE void exchange_get_pair(int index, int part, complex *a, complex *b)
{
    shared_get_reals(index, part_of(a, part), part_of(b, part));
}
INLINE void exchange_put(int index, int part, complex a)
{
    shared_put_real(index, *part_of(&a, part));
}
INLINE void exchange_put_pair(int index, int part, complex a, complex b)
{
    shared_put_reals(index, *part_of(&a, part), *part_of(&b, part));
}
#else
INLINE void exchange_get(int index, int part, complex *a)
{
    *a = shared_get(index);
    (void)part;
}
INLINE void exchange_put(int index, int part, complex a)
{
    shared_put(index, a);
    (void)part;
}
#if REAL_BITS == 32
INLINE void exchange_get_pair(int index, int part, complex *a, complex *b)
{
    shared_get_pair(index, a, b);
    (void)part;
}
INLINE void exchange_put_pair(int index, int part, complex a, complex b)
{
    shared_put_pair(index, a, b);
    (void)part;
}
#endif
#endif
