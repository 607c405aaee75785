/* gpu.cuh - the words that the kernels are written in, for CUDA.
 *
 * The kernels are C: no templates, no references, nothing but these words for what a GPU has and C has not. The
 * emulator has the same words for a CPU (engine/emu/words.h): a kernel's text runs there too, unchanged.
 *
 * Shared memory is an array of complex numbers of the computing type, addressed by index; `pair` is two neighbours, at
 * an even index. Global memory is read and written as bits, 2 to 16 bytes at once.
 */
#ifndef ATA_KERNEL_WORDS
#define ATA_KERNEL_WORDS

typedef REAL real; /* float or double: what the arithmetic is done in */
typedef struct {
    real x, y;
} complex;
typedef struct {
    unsigned int w[4];
} bits128;
typedef struct {
    unsigned int w[2];
} bits64;

#define INLINE static __device__ __forceinline__
#define KERNEL(name, parameter) \
    extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS_WANTED) name(const __grid_constant__ parameter)
#define UNROLL _Pragma("unroll")
#define KEEP_LOOP _Pragma("unroll 1")
#define THREAD ((int)threadIdx.x)

/* The index of this block's tile, and the block's number in its cluster. */
INLINE unsigned int tile_index(void)
{
    return blockIdx.x / CLUSTER;
}
INLINE int cluster_rank(void)
{
    return CLUSTER == 1 ? 0 : (int)(blockIdx.x % CLUSTER);
}

/* A kernel's blocks may start before the kernel ahead of it in the stream has ended (engine/cuda/kernel.c): when all
 * blocks of that have said that they may, or have ended. A kernel touches memory when those before have ended and all
 * they wrote is seen. */
INLINE void let_next_begin(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
INLINE void wait_for_previous(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Keep the compiler from carrying an index, and all that follows from it, from one phase of a kernel to the next: it
 * is cheaper to compute again than to keep in a register. */
INLINE int forget(int index)
{
    asm volatile("" : "+r"(index));
    return index;
}

/* The value has been computed when what follows begins; so a load that it came from has come back. */
INLINE void hold(complex *value)
{
#if REAL_BITS == 32
    asm volatile("" : "+f"(value->x), "+f"(value->y)::"memory");
#else
    asm volatile("" : "+d"(value->x), "+d"(value->y)::"memory");
#endif
}

INLINE real multiply_add(real a, real b, real c)
{
#if REAL_BITS == 64
    return fma(a, b, c);
#else
    return fmaf(a, b, c);
#endif
}
/* A product that is rounded where it stands: the compiler makes no multiply-add of it. */
INLINE real multiply(real a, real b)
{
#if REAL_BITS == 64
    return __dmul_rn(a, b);
#else
    return __fmul_rn(a, b);
#endif
}
INLINE int reverse_bits(int index, int bits) /* bits from 1 to 31 */
{
    return (int)(__brev((unsigned int)index) >> (32 - bits));
}

/* The sum of this thread's numbers and those of the thread `distance` from it in the warp, or the difference, in the
 * thread that is further on. By all threads of a warp. */
INLINE void lanes_butterfly(complex *x, int count, int distance)
{
    const real sign = (real)(THREAD & distance ? -1 : 1);
    UNROLL
    for (int i = 0; i < count; i++) {
        const complex other = {__shfl_xor_sync(~0u, x[i].x, distance), __shfl_xor_sync(~0u, x[i].y, distance)};
        x[i].x = multiply_add(sign, x[i].x, other.x);
        x[i].y = multiply_add(sign, x[i].y, other.y);
    }
}

/* --- Shared memory, of this block --------------------------------------------------------------------------------- */

extern __shared__ __align__(16) unsigned char shared_bytes[];

INLINE void barrier(void)
{
    __syncthreads();
}
/* Accesses are written as instructions: of what is written as C the compiler asks, for every two of them, whether they
 * may meet, which takes it longer than the rest. */
INLINE unsigned int shared_place(int index)
{
    return (unsigned int)__cvta_generic_to_shared(shared_bytes) + (unsigned int)index * (unsigned int)sizeof(complex);
}
#if REAL_BITS == 32
INLINE complex shared_get(int index)
{
    complex value;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(value.x), "=f"(value.y)
                 : "r"(shared_place(index))
                 : "memory");
    return value;
}
INLINE void shared_put(int index, complex value)
{
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(shared_place(index)), "f"(value.x), "f"(value.y) : "memory");
}
INLINE void shared_get_pair(int index, complex *a, complex *b)
{
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a->x), "=f"(a->y), "=f"(b->x), "=f"(b->y)
                 : "r"(shared_place(index))
                 : "memory");
}
INLINE void shared_put_pair(int index, complex a, complex b)
{
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(shared_place(index)), "f"(a.x), "f"(a.y), "f"(b.x),
                 "f"(b.y)
                 : "memory");
}
#else
INLINE complex shared_get(int index)
{
    complex value;
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
                 : "=d"(value.x), "=d"(value.y)
                 : "r"(shared_place(index))
                 : "memory");
    return value;
}
INLINE void shared_put(int index, complex value)
{
    asm volatile("st.shared.v2.f64 [%0], {%1, %2};" ::"r"(shared_place(index)), "d"(value.x), "d"(value.y) : "memory");
}
#endif

/* --- Shared memory, of the other blocks of a cluster --------------------------------------------------------------
 *
 *   remote_expect(elements)   once, by every thread, before anything else: so many complex numbers will be put into
 *                             this block's shared memory
 *   remote_arrive()           this thread has read all it wants from its own block's shared memory, and ...
 *   remote_ready()            ... now all threads of the cluster have: remote_put may begin
 *   remote_put(rank, ...)     put a value into the shared memory of block `rank`, which may be this one
 *   remote_wait()             until all that was expected has come; then it may be read
 */
#if CLUSTER > 1
INLINE unsigned int remote_bell(void)
{
    __shared__ __align__(8) unsigned long long bell;
    return (unsigned int)__cvta_generic_to_shared(&bell);
}
INLINE void remote_expect(int elements)
{
    if (THREAD == 0) {
        const unsigned int bell = remote_bell();
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bell) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bell),
                     "r"(elements * (int)sizeof(complex))
                     : "memory");
    }
}
/* Relaxed: a barrier that orders memory would wait for stores to global memory as well. What has been read is in
 * registers, and that is all that matters here. A barrier made of bells, which would spare the first cache its
 * emptying at remote_ready, was slower. */
INLINE void remote_arrive(void)
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
INLINE void remote_ready(void)
{
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
INLINE unsigned int remote_address(unsigned int address, int rank)
{
    unsigned int there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}
INLINE void remote_put(int rank, int index, complex value)
{
    const unsigned int to = remote_address(shared_place(index), rank);
    const unsigned int bell = remote_address(remote_bell(), rank);
#if REAL_BITS == 32
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "f"(value.x), "f"(value.y), "r"(bell)
                 : "memory");
#else
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f64 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "d"(value.x), "d"(value.y), "r"(bell)
                 : "memory");
#endif
}
#if REAL_BITS == 32
INLINE void remote_put_pair(int rank, int index, complex a, complex b)
{
    const unsigned int to = remote_address(shared_place(index), rank);
    const unsigned int bell = remote_address(remote_bell(), rank);
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 "
                 "[%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
                 "f"(a.x), "f"(a.y), "f"(b.x), "f"(b.y), "r"(bell)
                 : "memory");
}
#endif
INLINE void remote_wait(void)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "AGAIN:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
                 "@!done bra AGAIN;\n"
                 "}" ::"r"(remote_bell())
                 : "memory");
}
#endif

/* --- Global memory ------------------------------------------------------------------------------------------------
 *
 * Data is read once and written once: it is marked as not worth keeping in a cache (global_...), unless it does better
 * there (kept_..., keep.c). What one sweep of a kernel writes is to stay in the L2 cache longer than all
 * else (held_...) until the next one reads it, and must not be looked for in the first cache, which other
 * multiprocessors' writes do not reach (kept_...). Tables are worth keeping everywhere.
 */
template <typename number> INLINE void store_held(number *to, number v)
{
    unsigned long long longest;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(longest));
    if constexpr (sizeof v == 16) {
        const uint4 w = *(const uint4 *)&v;
        asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to), "r"(w.x), "r"(w.y),
                     "r"(w.z), "r"(w.w), "l"(longest)
                     : "memory");
    } else if constexpr (sizeof v == 8) {
        const uint2 w = *(const uint2 *)&v;
        asm volatile("st.global.L2::cache_hint.v2.u32 [%0], {%1, %2}, %3;" ::"l"(to), "r"(w.x), "r"(w.y), "l"(longest)
                     : "memory");
    } else __stwb(to, v); /* of numbers split, and rare */
}
#define MEMORY_WORDS(family, load, store)                                                                \
    INLINE bits128 family##_get128(const void *from)                                                     \
    {                                                                                                    \
        const uint4 v = load((const uint4 *)from);                                                       \
        const bits128 bits = {{v.x, v.y, v.z, v.w}};                                                     \
        return bits;                                                                                     \
    }                                                                                                    \
    INLINE bits64 family##_get64(const void *from)                                                       \
    {                                                                                                    \
        const uint2 v = load((const uint2 *)from);                                                       \
        const bits64 bits = {{v.x, v.y}};                                                                \
        return bits;                                                                                     \
    }                                                                                                    \
    INLINE unsigned int family##_get32(const void *from) { return load((const unsigned int *)from); }    \
    INLINE unsigned int family##_get16(const void *from) { return load((const unsigned short *)from); }  \
    INLINE unsigned int family##_get8(const void *from) { return load((const unsigned char *)from); }    \
    INLINE void family##_put128(void *to, bits128 bits)                                                  \
    {                                                                                                    \
        store((uint4 *)to, make_uint4(bits.w[0], bits.w[1], bits.w[2], bits.w[3]));                      \
    }                                                                                                    \
    INLINE void family##_put64(void *to, bits64 bits) { store((uint2 *)to, make_uint2(bits.w[0], bits.w[1])); } \
    INLINE void family##_put32(void *to, unsigned int bits) { store((unsigned int *)to, bits); }         \
    INLINE void family##_put16(void *to, unsigned int bits) { store((unsigned short *)to, (unsigned short)bits); } \
    INLINE void family##_put8(void *to, unsigned int bits) { store((unsigned char *)to, (unsigned char)bits); }
MEMORY_WORDS(global, __ldcs, __stcs)
MEMORY_WORDS(kept, __ldcg, __stwb)
MEMORY_WORDS(held, __ldcg, store_held)

/* Numbers of the computing type, which need not be taken for bits; two neighbours, where they are 16 bytes. */
#if REAL_BITS == 32
#define TWO_REALS float2
#define MAKE_TWO make_float2
#define PAIR_WORDS(family, load, store)                                          \
    INLINE void family##_get_pair(const void *from, complex *a, complex *b)      \
    {                                                                            \
        const float4 v = load((const float4 *)from);                             \
        a->x = v.x, a->y = v.y, b->x = v.z, b->y = v.w;                          \
    }                                                                            \
    INLINE void family##_put_pair(void *to, complex a, complex b)                \
    {                                                                            \
        store((float4 *)to, make_float4(a.x, a.y, b.x, b.y));                    \
    }
PAIR_WORDS(global, __ldcs, __stcs)
PAIR_WORDS(kept, __ldcg, __stwb)
PAIR_WORDS(held, __ldcg, store_held)
#else
#define TWO_REALS double2
#define MAKE_TWO make_double2
#endif
#define NUMBER_WORDS(family, load, store)                                                                       \
    INLINE complex family##_get(const void *from)                                                               \
    {                                                                                                           \
        const TWO_REALS v = load((const TWO_REALS *)from);                                                      \
        const complex value = {v.x, v.y};                                                                       \
        return value;                                                                                           \
    }                                                                                                           \
    INLINE void family##_put(void *to, complex value) { store((TWO_REALS *)to, MAKE_TWO(value.x, value.y)); }
NUMBER_WORDS(global, __ldcs, __stcs)
NUMBER_WORDS(kept, __ldcg, __stwb)
NUMBER_WORDS(held, __ldcg, store_held)

/* --- Blocks that stay, and wait for each other (relay.cu) ----------------------------------------------------------
 *
 *   relay_ask(counter)          by all threads of a block: ask for the next number, which comes to thread 0 meanwhile
 *   relay_take(asked)           that number, the same for all threads; shared memory is free
 *   relay_done(counter)         all that the block has written is seen by whoever has waited for it
 *   relay_wait(counter, count)  until it was done so often
 *
 * Done and wait are a release and an acquire, no more: fences that all threads agree on the order of (__threadfence)
 * made whole sweeps take 2 to 9% more time.
 */
INLINE unsigned int relay_ask(unsigned int *counter)
{
    return THREAD == 0 ? atomicAdd(counter, 1u) : 0u;
}
INLINE unsigned int relay_take(unsigned int asked)
{
    __shared__ unsigned int number;
    __syncthreads(); /* everybody has the last one, and has read all that is shared */
    if (THREAD == 0) number = asked;
    __syncthreads();
    return number;
}
INLINE void relay_done(unsigned int *counter)
{
    __syncthreads();
    if (THREAD == 0) asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counter) : "memory");
}
INLINE void relay_wait(const unsigned int *counter, unsigned int count)
{
    if (THREAD == 0) {
        for (unsigned int done = 0;;) {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(done) : "l"(counter) : "memory");
            if (done >= count) break;
            __nanosleep(64);
        }
    }
    __syncthreads();
}

/* Bytes, a multiple of 16 at a multiple of 16, are going to be read soon: bring them into the L2 cache. It changes no
 * result, and compilers before CUDA 12 have no word for it. */
INLINE void fetch_ahead(const void *from, int bytes)
{
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 12
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
#endif
}
INLINE complex table_get(const void *tables, int index)
{
#if REAL_BITS == 32
    const float2 v = __ldg((const float2 *)tables + index);
#else
    const double2 v = __ldg((const double2 *)tables + index);
#endif
    const complex value = {v.x, v.y};
    return value;
}

/* Two neighbours, at an even index. */
INLINE void table_get_pair(const void *tables, int index, complex *a, complex *b)
{
#if REAL_BITS == 32
    const float4 v = __ldg((const float4 *)((const float2 *)tables + index));
    a->x = v.x, a->y = v.y, b->x = v.z, b->y = v.w;
#else
    *a = table_get(tables, index);
    *b = table_get(tables, index + 1);
#endif
}

/* --- Bits as numbers ---------------------------------------------------------------------------------------------- */

INLINE float float_of_bits(unsigned int bits)
{
    return __uint_as_float(bits);
}
INLINE unsigned int bits_of_float(float value)
{
    return __float_as_uint(value);
}
INLINE double double_of_bits(unsigned int low, unsigned int high)
{
    return __hiloint2double((int)high, (int)low);
}
INLINE unsigned int low_bits_of_double(double value)
{
    return (unsigned int)__double2loint(value);
}
INLINE unsigned int high_bits_of_double(double value)
{
    return (unsigned int)__double2hiint(value);
}
INLINE float float_of_half(unsigned int bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"((unsigned short)bits));
    return value;
}
/* To the nearest, ties to even; the caller has seen to the range. */
INLINE unsigned int half_of_float(float value)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}
/* Two numbers of two bytes in a word, the first in its lower half: f16, or bf16 where `wide`. Numbers beyond the range
 * become infinite. */
INLINE unsigned int halves_of_floats(int wide, float first, float second)
{
    unsigned int word;
    if (wide) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
    else asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
    return word;
}
/* `seen`, 0 at first, is 0 as long as all halves are finite: those times 0 are 0, the others not a number. */
INLINE unsigned int halves_see(int wide, unsigned int word, unsigned int seen)
{
    unsigned int all;
    if (wide) asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(all) : "r"(word), "r"(0), "r"(seen));
    else asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(all) : "r"(word), "r"(0), "r"(seen));
    return all;
}
INLINE int nearest_int(float value)
{
    return __float2int_rn(value);
}

#endif
