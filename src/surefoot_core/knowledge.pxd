# What a solver knows about one view, kept up to date move by move. Nothing here ever rescans the board: a change
# queues the clues around it, and the rules look at queued clues only.

from libc.stdint cimport int16_t, int32_t, uint8_t

from surefoot_core.topology cimport Topology, topology_t
from surefoot_core.view cimport View

cdef enum:
    UNDECIDED = 0              # marks of a hidden cell; a revealed cell is SAFE
    SAFE = 1
    MINED = 2                  # holds `slots` mines

cdef enum:
    RULE_GIVEN = 0             # the caller's word: a trusted flag
    RULE_ONE_CLUE = 1
    RULE_TWO_CLUES = 2
    RULE_CLUES = 3             # a complete engine, from the clues alone
    RULE_TOTAL = 4             # a complete engine, with the mine total

ctypedef struct deduction_t:
    int32_t cell
    int32_t first              # the witnesses used, -1 where there is none; a complete engine leaves both -1
    int32_t second
    uint8_t value              # SAFE or MINED
    uint8_t rule

ctypedef struct knowledge_t:
    const topology_t *topology
    int32_t total              # the mine total, -1 where it is not known
    int32_t slots              # the most mines that a cell can hold, 1 in the usual game
    int32_t hidden             # hidden cells that are UNDECIDED
    int32_t mines              # mines in the hidden cells that are MINED
    int32_t conflict           # a witness that no layout satisfies, or -1; once set it stays
    uint8_t *clue              # [cells] the clue of a revealed cell, HIDDEN of a hidden one
    uint8_t *mark              # [cells] UNDECIDED, SAFE or MINED
    int16_t *need              # [cells] of a revealed cell: its clue less the mines known around it
    int16_t *open              # [cells] of a revealed cell: the UNDECIDED cells around it
    deduction_t *log           # [logged] every decision in the order it was made; a cell is decided once
    int32_t logged             # at most `cells`
    int32_t *queue             # witnesses waiting for the one-clue rule, a ring of `cells` places
    int32_t queue_head
    int32_t queue_size
    int32_t *pairs             # witnesses waiting for the two-clue rule, a ring of `cells` places
    int32_t pairs_head
    int32_t pairs_size
    uint8_t *waiting           # [cells] bit 0: in `queue`, bit 1: in `pairs`, bit 2: in `touched`
    int32_t *touched           # [touched_size] witnesses whose row changed since `frontier` last looked
    int32_t touched_size
    int16_t *shared            # [cells] scratch of the two-clue rule, zero outside it


# 0, or -1 where memory ran out (then nothing is held). `topology` must outlive the knowledge.
cdef int knowledge_init(knowledge_t *k, const topology_t *topology, int32_t total) noexcept nogil
# Before the first clue: cells can hold so many mines (1 after knowledge_init).
cdef void knowledge_set_slots(knowledge_t *k, int32_t slots) noexcept nogil
cdef void knowledge_free(knowledge_t *k) noexcept nogil
# Back to a board of hidden cells.
cdef void knowledge_reset(knowledge_t *k, int32_t total) noexcept nogil
# A cell was revealed and shows this clue. A cell known to be a mine becomes a conflict.
cdef void knowledge_reveal(knowledge_t *k, int32_t cell, int clue) noexcept nogil
# A revealed clue shows so many mines more or less than before, because an UNDECIDED neighbour changed: for makers of
# boards, who may change what nobody knows yet.
cdef void knowledge_change_clue(knowledge_t *k, int32_t witness, int change) noexcept nogil
# An UNDECIDED cell is SAFE or MINED; it is logged with its reason. Decided cells are left as they are,
# the opposite value is a conflict.
cdef void knowledge_decide(
    knowledge_t *k, int32_t cell, int value, int rule, int32_t first, int32_t second
) noexcept nogil
# The rules for one clue and for two clues, run to a fixpoint: the number of decisions made. Stops at a conflict.
cdef int32_t knowledge_rules(knowledge_t *k) noexcept nogil
# The easiest that comes next: the rule for one clue to a fixpoint, or if that finds nothing one pair of clues. The
# number of decisions made, 0 where the rules are stuck.
cdef int32_t knowledge_next(knowledge_t *k) noexcept nogil
# The rule for one clue alone, to a fixpoint.
cdef int32_t knowledge_one_clue(knowledge_t *k) noexcept nogil
# A board of hidden cells becomes this view: all its clues, its known mines taken for given.
cdef void knowledge_load(knowledge_t *k, const uint8_t *cells) noexcept nogil


cdef class Knowledge:
    cdef knowledge_t c
    cdef readonly Topology topology
