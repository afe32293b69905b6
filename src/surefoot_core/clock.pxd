# The time, for limits: nanoseconds since some moment. Nothing but limits of time may depend on it.

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <time.h>
    static inline int64_t sf_clock_now(void)
    {
        struct timespec now;
    #ifdef CLOCK_MONOTONIC
        clock_gettime(CLOCK_MONOTONIC, &now);
    #else
        timespec_get(&now, TIME_UTC);
    #endif
        return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    """
    int64_t clock_now "sf_clock_now"() noexcept nogil


# The time so many seconds from now; 0 for None. Raises ValueError for less than 0 seconds, and for NaN.
cdef inline int64_t clock_after(seconds) except -1:
    if seconds is None:
        return 0
    if not seconds >= 0:
        raise ValueError(f"expected 0 or more seconds, got {seconds!r}")
    return clock_now() + <int64_t>(min(<double>seconds, 1e9) * 1e9)  # at most some thirty years
