# The compiled checker of certificates. It shares no code with what finds them: it knows clues, premises and the
# bytes of a certificate. The plain twin is surefoot.proof.check; both accept and refuse the same certificates.

from libc.stdint cimport int32_t, int64_t, uint8_t

from surefoot_core.topology cimport Topology, topology_t

cdef enum:
    CERTIFICATE_VERSION = 1    # high four bits of the first byte
    CLAIM_SAFE = 0             # low four bits of the first byte
    CLAIM_MINE = 1
    CLAIM_CONFLICT = 2
    CLAIM_SOME = 3             # at least one mine, where a cell can hold several
    PROOF_UNIT_SUM = 0         # low two bits of a proof's head: all multipliers are 1 or -1
    PROOF_SUM = 1              # any multipliers
    PROOF_SPLIT = 2
    PROOF_CLAUSES = 3
    MAX_DEPTH = 64
    MAX_MULTIPLIER = 32767

ctypedef enum fault_t:
    SOUND
    TRUNCATED
    OVERLONG
    BAD_VERSION
    BAD_CLAIM
    BAD_HEAD
    OFF_BOARD
    NOT_HIDDEN
    DECIDED
    NOT_CLUE
    BAD_MULTIPLIER
    NO_TOTAL
    TOO_DEEP
    CLAUSAL
    POSSIBLE
    TRAILING

cdef enum:
    IS_SAFE = 0                # marks of a hidden cell: it holds no mine,
    IS_MINE = 1                # as many as it can hold,
    FREE = 2                   # any number,
    IS_SOME = 3                # at least one (not safe),
    IS_NOT_FULL = 4            # fewer than it can hold (not a mine)
    MARKS = 5

ctypedef struct checker_t:
    const topology_t *topology
    int32_t total              # the mine total, -1 where it is not known
    int32_t slots              # the most mines that a cell can hold
    int32_t[MARKS] hidden      # hidden cells of each mark
    uint8_t *clue              # [cells] the clue of a revealed cell, HIDDEN of a hidden one
    uint8_t *mark              # [cells] of a hidden cell
    int64_t *coefficient       # [cells] scratch of one sum, zero outside it
    int32_t *touched           # [cells] the cells whose `seen` is set
    uint8_t *seen              # [cells] scratch of one sum, zero outside it

# Checks one certificate: SOUND with its claim in `cell` (-1 for a conflict) and `value` (0 safe, 1 a mine), or the
# fault with the byte at which it was noticed in `at`. The checker is left as it was.
cdef fault_t checker_check(
    checker_t *c, const uint8_t *data, Py_ssize_t size, int32_t *cell, int *value, Py_ssize_t *at
) noexcept nogil


cdef class Checker:
    cdef checker_t c
    cdef readonly Topology topology
