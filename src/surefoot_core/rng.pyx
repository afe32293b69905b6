"""The documented generator of random numbers behind every board."""


cdef class Rng:
    """A stream of random numbers that is the same on every platform: xoshiro256** seeded by SplitMix64.

    `seed` and `stream` are integers in 0 .. 2**64 - 1; each pair names a stream of its own. The recurrences, and
    the papers they come from, are at the top of ``rng.pxd``.
    """

    def __cinit__(self, seed, stream=0):
        if not 0 <= seed < 2**64:
            raise ValueError(f"expected a seed in 0 .. 2**64 - 1, got {seed!r}")
        if not 0 <= stream < 2**64:
            raise ValueError(f"expected a stream in 0 .. 2**64 - 1, got {stream!r}")
        rng_seed(&self.state, seed, stream)

    def next(self):
        """Return the next 64 random bits as an integer in 0 .. 2**64 - 1."""
        return rng_next(&self.state)

    def below(self, bound):
        """Return an integer uniform in 0 .. bound - 1; `bound` is in 1 .. 2**64 - 1."""
        if not 1 <= bound < 2**64:
            raise ValueError(f"expected a bound in 1 .. 2**64 - 1, got {bound!r}")
        return rng_below(&self.state, bound)
