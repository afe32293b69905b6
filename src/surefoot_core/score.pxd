# What a guess is worth: over the clues that it may show, the chance of each times the worth of the view after it.

from libc.stdint cimport int32_t, uint8_t

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.scene cimport candidate_t, scene_t, style_t
from surefoot_core.topology cimport topology_t
from surefoot_core.worth cimport prospect_t

cdef enum:
    SCORE_MEMORY = -1          # memory ran out
    SCORE_DONE = 0

ctypedef struct deeper_t:      # room for the view after a guess, to look for the next guess in it
    uint8_t *cells             # [board cells] the view, as in view.pxd
    knowledge_t k
    frontier_t f
    counter_t w
    scene_t scene


# For boards of this topology, which must outlive it: 0, or SCORE_MEMORY (then nothing is held).
cdef int deeper_init(deeper_t *d, const topology_t *topology) noexcept nogil
cdef void deeper_free(deeper_t *d) noexcept nogil
# Fills `it.score`; 0 where it cannot be more than `best`. With `d` not NULL the views after the guess that have at
# most one safe cell are looked into themselves.
cdef int score_guess(
    scene_t *s, const style_t *style, candidate_t *it, double best, deeper_t *d
) noexcept nogil
# The view where the cell shows this clue: 0; 1 where it is not known; SCORE_MEMORY.
cdef int score_look(scene_t *s, const style_t *style, int32_t cell, int clue, prospect_t *p) noexcept nogil
