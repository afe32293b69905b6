# The random numbers of every board: xoshiro256** (Blackman and Vigna, Scrambled Linear Pseudorandom Number
# Generators, 2021), its state filled by SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
# Generators, 2014), numbers below a bound by multiply and reject (Lemire, Fast Random Integer Generation in an
# Interval, 2019). Integer arithmetic only, so every platform draws the same boards for ever.

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline uint64_t sf_mulhi64(uint64_t a, uint64_t b, uint64_t *low)
    {
    #ifdef __SIZEOF_INT128__
        unsigned __int128 product = (unsigned __int128)a * b;
        *low = (uint64_t)product;
        return (uint64_t)(product >> 64);
    #else
        uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
        uint64_t mid = a1 * b0 + ((a0 * b0) >> 32);
        uint64_t mid2 = a0 * b1 + (uint32_t)mid;
        *low = a * b;
        return a1 * b1 + (mid >> 32) + (mid2 >> 32);
    #endif
    }
    """
    uint64_t sf_mulhi64(uint64_t a, uint64_t b, uint64_t *low) noexcept nogil


ctypedef struct rng_t:
    uint64_t s[4]          # the state of xoshiro256**, never all zero


cdef inline uint64_t rng_mix(uint64_t *counter) noexcept nogil:
    # One step of SplitMix64.
    counter[0] += <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t z = counter[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline void rng_seed(rng_t *rng, uint64_t seed, uint64_t stream) noexcept nogil:
    # Stream 0 is plain SplitMix64 seeding; other streams are independent generators of the same seed.
    cdef uint64_t counter = seed
    if stream:
        counter = stream
        counter = seed ^ rng_mix(&counter)
    rng.s[0] = rng_mix(&counter)
    rng.s[1] = rng_mix(&counter)
    rng.s[2] = rng_mix(&counter)
    rng.s[3] = rng_mix(&counter)


cdef inline uint64_t rng_next(rng_t *rng) noexcept nogil:
    # The next 64 random bits.
    cdef uint64_t result = rng.s[1] * 5
    cdef uint64_t t = rng.s[1] << 17
    result = ((result << 7) | (result >> 57)) * 9
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = (rng.s[3] << 45) | (rng.s[3] >> 19)
    return result


cdef inline uint64_t rng_below(rng_t *rng, uint64_t bound) noexcept nogil:
    # Uniform in 0 .. bound - 1; the bound is at least 1.
    cdef uint64_t low = 0
    cdef uint64_t high = sf_mulhi64(rng_next(rng), bound, &low)
    cdef uint64_t threshold
    if low < bound:
        threshold = (0 - bound) % bound
        while low < threshold:
            high = sf_mulhi64(rng_next(rng), bound, &low)
    return high


cdef inline double rng_unit(rng_t *rng) noexcept nogil:
    # Uniform in 0 .. 1, 1 left out: a multiple of 2**-53.
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef class Rng:
    cdef rng_t state
