# What a guess is worth: over the clues that it may show, the chance of each times the worth of the view after it.

from libc.stdint cimport int32_t, uint8_t

from surefoot_core.counter cimport counter_t
from surefoot_core.frontier cimport frontier_t
from surefoot_core.knowledge cimport knowledge_t
from surefoot_core.memo cimport memo_t
from surefoot_core.scene cimport candidate_t, scene_t, style_t
from surefoot_core.topology cimport topology_t
from surefoot_core.worth cimport prospect_t

cdef enum:
    SCORE_MEMORY = -1          # memory ran out
    SCORE_DONE = 0

cdef enum:
    DEEPEST = 6                # reveals that are looked ahead after a guess

ctypedef struct room_t:        # room for a view after a reveal
    uint8_t *cells             # [board cells] the view, as in view.pxd
    knowledge_t k
    frontier_t f
    counter_t w
    scene_t scene

ctypedef struct deeper_t:
    const topology_t *topology
    memo_t memo                # of the counters of all rooms and of the view itself; empty until it is needed
    room_t *room[DEEPEST]      # for the view after the first reveal, the second, ...; NULL until it is needed
    int32_t left               # views that may still be looked into


# For boards of this topology, which must outlive it.
cdef void deeper_init(deeper_t *d, const topology_t *topology) noexcept nogil
cdef void deeper_free(deeper_t *d) noexcept nogil
# What the counter of the view should remember components in, to share them with the views looked into; NULL where
# memory ran out.
cdef memo_t *deeper_memo(deeper_t *d) noexcept nogil
# Before the guesses of a view are scored: so many views may be looked into.
cdef void deeper_begin(deeper_t *d) noexcept nogil
# Fills `it.score`; 0 where it cannot be more than `best`. With `d` not NULL the likely views after the guess are
# looked into themselves; `level` reveals led to this view, with the chance `path`.
cdef int score_guess(
    scene_t *s, const style_t *style, candidate_t *it, double best, deeper_t *d, int level, double path
) noexcept nogil
# The view where the cell shows this clue: 0; 1 where it is not known; SCORE_MEMORY.
cdef int score_look(scene_t *s, const style_t *style, int32_t cell, int clue, prospect_t *p) noexcept nogil
