"""What a view is worth, as fitted to games."""

from libc.math cimport exp, log
from libc.stdint cimport int32_t

cdef double LEAST = 0.01       # safeties below count as this
# What serves best of the fitted numbers where views are looked into: guesses played out, docs/guessing.md.
cdef double SAFE_PART = 0.7
cdef double SPREAD_PART = 0.4
cdef double MOST_GAIN = 1.25   # variance and what is looked into give more to a view in rare cases only

cdef enum:
    LEVELS = 3

# `python -m bench worth`: Beginner, Intermediate and Expert
cdef double[LEVELS] DENSITY
cdef model_t[LEVELS] FITTED
DENSITY[:] = [10 / 81.0, 40 / 256.0, 99 / 480.0]
FITTED[0].safe_early[:] = [0, -0.017, 0.040, 0.052, 0.052, 0.060]
FITTED[0].safe_late[:] = [0, 0.011, 0.031, 0.043, 0.043, 0.042]
FITTED[1].safe_early[:] = [0, 0.009, 0.079, 0.111, 0.125, 0.150]
FITTED[1].safe_late[:] = [0, -0.015, 0.044, 0.068, 0.084, 0.092]
FITTED[2].safe_early[:] = [0, -0.045, 0.048, 0.091, 0.112, 0.138]
FITTED[2].safe_late[:] = [0, -0.069, -0.013, 0.020, 0.037, 0.046]
FITTED[0].safety, FITTED[1].safety, FITTED[2].safety = 0.93, 1.07, 1.39
FITTED[0].next_safety, FITTED[1].next_safety, FITTED[2].next_safety = 0.11, 0.12, 0.21
FITTED[0].spread, FITTED[1].spread, FITTED[2].spread = 0.023, 0.013, 0.049


cdef void model_for(model_t *m, double density, bint resolve) noexcept nogil:
    # All members are doubles: one by one between those of the two nearest levels.
    cdef int level = 0 if density < DENSITY[1] else 1
    cdef double share = (density - DENSITY[level]) / (DENSITY[level + 1] - DENSITY[level])
    cdef const double *sparse = <const double *>&FITTED[level]
    cdef const double *dense = <const double *>&FITTED[level + 1]
    cdef double *out = <double *>m
    cdef size_t i
    share = min(max(share, 0), 1)
    for i in range(sizeof(model_t) // sizeof(double)):
        out[i] = sparse[i] + share * (dense[i] - sparse[i])
    if resolve:
        for i in range(SAFE_CELLS + 1):
            m.safe_early[i] *= SAFE_PART
            m.safe_late[i] *= SAFE_PART
        m.spread *= SPREAD_PART


cdef double model_worth(const model_t *m, const prospect_t *p, double score) noexcept nogil:
    cdef int32_t safe = min(p.safe, SAFE_CELLS)
    cdef double worth
    if score > 0:
        worth = log(score)
    elif safe:
        worth = (m.safe_early[safe] if p.early else m.safe_late[safe]) + m.next_safety * log(max(p.next, LEAST))
    else:
        worth = m.safety * log(max(p.safety, LEAST))
    return exp(worth - m.spread * p.spread - p.pairs)


cdef double model_most(const model_t *m, bint early, bint resolve) noexcept nogil:
    return exp(m.safe_early[SAFE_CELLS] if early else m.safe_late[SAFE_CELLS]) * (MOST_GAIN if resolve else 1)
