# Whether a layout meets the rows of a scope that are on; if none does, the proof.

from libc.stdint cimport int32_t

from surefoot_core.scope cimport scope_t

cdef enum:
    TOKEN_SUM = 0
    TOKEN_SPLIT = 1
    MAX_LEAVES = 64            # sums in one proof

ctypedef enum answer_t:
    CLOSED                     # no layout meets the rows that are on
    OPEN                       # a layout does: `layout`
    UNSURE                     # the budget ran out
    NO_MEMORY

# A proof as it is found. A split is TOKEN_SPLIT and the cell, then the branches; a sum is TOKEN_SUM, the number of
# clues, the multiplier of the mine total, and each clue as cell and multiplier, in increasing order.
ctypedef struct tokens_t:
    int32_t *token
    int32_t size
    int32_t room


# Appends the first `count` of three tokens: 0, or -1 where memory ran out.
cdef int put(tokens_t *t, int32_t first, int32_t second, int32_t third, int32_t count) noexcept nogil
# CLOSED with the proof and its rows in `core`, or OPEN with `layout`. At most so many leaves; with one leaf, a single
# sum or nothing. Being careful, it looks for splits that close at once.
cdef answer_t search(scope_t *s, tokens_t *proof, int32_t leaves, bint careful) noexcept nogil
