# Carries what a board shows to a knowledge, and reveals what the knowledge proves by its rules: whole stretches of a
# game without Python. This is the only place where the solver's side and the board meet, and all that passes from the
# board are revealed cells and their clues.

from libc.stdint cimport int32_t

from surefoot_core.board cimport Board
from surefoot_core.knowledge cimport Knowledge, knowledge_t
from surefoot_core.moves cimport board_t

# Tells the knowledge the cells that the board revealed from number `known` on; returns how many are revealed now.
cdef int32_t carry(const board_t *b, knowledge_t *k, int32_t known) noexcept nogil
# The rules to a fixpoint, then every safe cell decided from number done[0] of the log on is revealed, again and again
# until the rules are stuck or the game has ended. `known` and `done` are kept up to date; returns the board's state.
cdef int play_by_rules(board_t *b, knowledge_t *k, int32_t *known, int32_t *done) noexcept nogil


cdef class RulePlayer:
    cdef readonly Board board
    cdef readonly Knowledge knowledge
    cdef int32_t known         # revealed cells of the board that the knowledge has
    cdef int32_t done          # decisions of the knowledge that were played
