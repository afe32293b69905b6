"""Playing a board by the rules for one clue and for two clues, without Python between the moves."""

from libc.stdint cimport int32_t

from surefoot_core.knowledge cimport SAFE, knowledge_reveal, knowledge_rules
from surefoot_core.moves cimport CLUE, FLAG_BIT, PLAYING, board_reveal, board_toggle_flag
from surefoot_core.view cimport HIDDEN

from surefoot_core.rules import GameState

STATES = tuple(GameState)


cdef int32_t carry(const board_t *b, knowledge_t *k, int32_t known) noexcept nogil:
    while known < b.revealed:
        knowledge_reveal(k, b.order[known], b.cells[b.order[known]] & CLUE)
        known += 1
    return known


cdef int play_by_rules(board_t *b, knowledge_t *k, int32_t *known, int32_t *done) noexcept nogil:
    cdef int32_t cell
    while b.state == PLAYING:
        known[0] = carry(b, k, known[0])
        knowledge_rules(k)
        if done[0] == k.logged or k.conflict >= 0:
            break
        while done[0] < k.logged and b.state == PLAYING:
            cell = k.log[done[0]].cell
            if k.log[done[0]].value == SAFE and k.clue[cell] == HIDDEN:
                if b.cells[cell] & FLAG_BIT:
                    board_toggle_flag(b, cell)  # a flag would block the reveal
                board_reveal(b, cell)
            done[0] += 1
    known[0] = carry(b, k, known[0])
    return b.state


cdef class RulePlayer:
    """A board and the knowledge of the one who plays it: reveals what is proved, as far as the rules go.

    The board has to be played by this object alone from now on. Decisions of a complete engine that were added to
    the knowledge are played with the next `run`.
    """

    def __cinit__(self, Board board not None, Knowledge knowledge not None):
        if knowledge.topology.c.rows != board.c.rows or knowledge.topology.c.cols != board.c.cols:
            raise ValueError(
                f"expected a knowledge of {board.c.rows} x {board.c.cols} cells, "
                f"got {knowledge.topology.c.rows} x {knowledge.topology.c.cols}"
            )
        self.board = board
        self.knowledge = knowledge

    def run(self):
        """Play until the rules are stuck, meet a conflict, or the game ends; return the state of the game."""
        cdef int state
        with nogil:
            state = play_by_rules(&self.board.c, &self.knowledge.c, &self.known, &self.done)
        return STATES[state]
