# Making a board no-guess by moving mines: smooth it before it is played, repair it where play is stuck, grow and
# polish it once it is won. Each function is one short step, so that its caller can stop at any time.

from surefoot_core.maker cimport maker_t

cdef enum:
    MAX_REPAIRS = 1000         # of one board; then a new one is drawn


# Moves mines until no safe cell is hopeless and no cell is walled in by mines, or for so many tries.
cdef void smooth(maker_t *m) noexcept nogil
# Play is stuck: moves one mine, and plays on.
cdef void repair_step(maker_t *m) noexcept nogil
# Adds a mine to a won board, or moves one (every other step), and takes it back if the board is not won any more.
cdef void grow_step(maker_t *m) noexcept nogil
# Tries to move one mine: to anywhere and within two cells, by turns of two steps.
cdef void polish_step(maker_t *m) noexcept nogil
