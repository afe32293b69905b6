# Finds certificates: an impossible sum of clue rows, or a split with one in each branch, with as few rows as can be.

from libc.stdint cimport int32_t

from surefoot_core.hitting cimport hitting_t
from surefoot_core.knowledge cimport Knowledge
from surefoot_core.refute cimport tokens_t
from surefoot_core.scope cimport ground_t, scope_t

ctypedef struct finder_t:
    ground_t ground
    scope_t part               # the rows around the claim
    scope_t whole              # all rows, with the mine total
    bint fresh                 # `part` still stands for the knowledge
    bint fresh_whole
    bint smallest              # a smallest set of rows is wanted
    bint proved                # no smaller set than that of the last proof forces the claim
    int32_t size               # rows of the last proof
    tokens_t proof
    tokens_t other             # proofs of which only the rows matter, and the better ones before they replace `proof`
    tokens_t kept              # the proof without the mine total while one with it is looked for
    hitting_t hitting          # rows of which every set that forces the claim has one
    int32_t nodes              # sets of rows tried for the last claim


cdef class Certifier:
    cdef finder_t c
    cdef readonly Knowledge knowledge
