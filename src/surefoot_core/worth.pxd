# What a view is worth: a model of the logarithm of the chance to win it, of which only differences matter. Its
# numbers were fitted to games that strategy best played on three levels (bench/worth.py, docs/guessing.md); a board
# of another density gets numbers between them, or those of the nearer level.

from libc.stdint cimport int32_t

cdef enum:
    SAFE_CELLS = 5             # as many or more safe cells are the same

ctypedef struct model_t:       # 0 is the log of the worth of a view without a safe cell whose next guess were safe
    double safe_early[SAFE_CELLS + 1]  # by the number of safe cells, while the game is early
    double safe_late[SAFE_CELLS + 1]
    double safety              # times the log of the safety of the safest cell, where none is safe
    double next_safety         # the same of the safest other cell, where one is
    double spread              # taken off for each unit of the variance of the mines in the cells

ctypedef struct prospect_t:    # a view after a guess, in the numbers that its worth is made of
    double chance              # that the guess is safe and shows the clue
    double safety              # of the safest cell then
    double next                # of the safest cell that is not certain to be safe
    double pairs               # loss by 50/50s, see pairs.pxd, less that before the guess
    double spread              # variance of the mines in the cells, less that before
    int32_t reach              # undecided cells next to safe ones, each as often as it is; for the fit only
    int32_t safe               # safe cells
    bint early                 # most of the board is undecided


# The model for boards with this part of their cells mined; `resolve` as in `style_t`: with it, views are looked into,
# and the numbers for what is seen then anyway are smaller.
cdef void model_for(model_t *m, double density, bint resolve) noexcept nogil
# The worth of a view; the score of the next guess or reveal in it, where that is known (else 0), takes the place of
# safe cells and safety.
cdef double model_worth(const model_t *m, const prospect_t *p, double score) noexcept nogil
# More than the worth of any view without a loss by pairs, but in rare cases; `resolve` as in `style_t`.
cdef double model_most(const model_t *m, bint early, bint resolve) noexcept nogil
