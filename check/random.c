/* random.c - the splitmix64 generator: a counter and a mixing function, good enough for test data and trivially
 * seekable. */
#include "check/random.h"

static const uint64_t golden = 0x9e3779b97f4a7c15u;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void check_random_init(check_random *random, uint64_t seed)
{
    random->state = mix(seed + golden);
}

uint64_t check_random_get(check_random *random)
{
    random->state += golden;
    return mix(random->state);
}

double check_random_get_unit(check_random *random)
{
    return (double)(int64_t)(check_random_get(random) >> 11) * 0x1p-52 - 1.0;
}

int64_t check_random_get_int(check_random *random, int64_t low, int64_t high)
{
    /* The modulo favours small numbers by less than span / 2^64, which no test can see. */
    const uint64_t span = (uint64_t)(high - low) + 1;
    return low + (int64_t)(check_random_get(random) % span);
}

uint64_t check_random_get_keyed(uint64_t seed, uint64_t key)
{
    return mix(mix(seed + golden) + key * golden);
}
