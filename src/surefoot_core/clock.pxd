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
