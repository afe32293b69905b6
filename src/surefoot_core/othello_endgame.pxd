# The exact endgame of Othello. 8x8, and 6x6 and 4x4 embedded in it, go through the null-window search of
# othello_endgame.h; larger boards through a plain alpha-beta over the rules.

from libc.stdint cimport uint8_t, uint64_t

from surefoot_core.othello cimport position_t

cdef extern from "othello_endgame.h":
    ctypedef struct sf_entry_t:
        pass                   # what is known of one position, 32 bytes

    ctypedef struct sf_search_t:
        sf_entry_t *table
        uint64_t buckets       # of SF_WAYS entries each, a power of two
        sf_entry_t *near       # SF_NEAR_BUCKETS for positions close to the end
        uint8_t age            # which search this is, to replace old entries first
        uint64_t valid         # the squares of the board in the 8x8 word
        int squares            # how many there are
        uint64_t nodes         # positions searched so far
        uint64_t next_check    # ask `stop` when so many are reached
        int (*stop)(void *owner) except -1 nogil
        void *owner
        int stopped            # the search was stopped: what it returns means nothing

    const int SF_WAYS
    const int SF_NEAR_BUCKETS
    void sf_large_pages(void *start, size_t bytes) noexcept nogil
    int sf_solve(sf_search_t *search, uint64_t mover, uint64_t opponent, int alpha) noexcept nogil
    int sf_guess(sf_search_t *search, uint64_t mover, uint64_t opponent, int alpha, int beta,
                 int depth) noexcept nogil
    void sf_endgame_choose() noexcept nogil


ctypedef struct choice_t:
    int square             # a legal move
    int value              # what a shallow search thinks of it, in sixteenths of a disc
    position_t after       # the position after it, seen by the side to move there


ctypedef struct root_t:
    int count              # how many legal moves there are
    choice_t choice[256]   # the moves, the most promising first


cdef class EndgameSolver:
    cdef sf_search_t search
    cdef root_t root
    cdef uint64_t node_limit    # NO_LIMIT for none
    cdef double deadline        # of time.monotonic(), 0 for none
    cdef object lock            # one search at a time

    cdef int check(self) except -1
    cdef void plan_check(self) noexcept
    cdef int prepare(self, const position_t *position, nodes, seconds) except -1
    cdef int finish(self) except -1
    cdef int solve_position(self, position_t *position) except? -1 nogil
