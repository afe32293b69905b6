# Is there a point between bounds that meets linear rows? The general simplex method of satisfiability solvers
# (Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), 2006): every row has a variable of its own,
# the basic variables are rows of a dense table over the nonbasic ones, nonbasic variables keep to their bounds, and
# a basic variable out of bounds is exchanged until none is or one cannot be. No objective. Bounds may be tightened
# and loosened at any time, the basis is kept. Floating point: whoever asks verifies the answer in integers.

from libc.stdint cimport int32_t, int64_t

cdef enum:
    SIMPLEX_FEASIBLE = -1      # otherwise simplex_solve returns the row that cannot be brought within bounds
    SIMPLEX_STUCK = -2

ctypedef struct simplex_t:
    int32_t rows
    int32_t cols               # variable v < cols is a column, variable cols + r the value of row r
    int32_t stride             # doubles from one row of the table to the next
    double *table              # [rows][stride] basic variable i is the sum of table[i][j] x nonbasic variable j
    int32_t *basic             # [rows] variable
    int32_t *nonbasic          # [cols] variable
    int32_t *place             # [variables] its column j >= 0, or -1 - i where it is basic in row i
    double *low                # [variables]
    double *high               # [variables]
    double *value              # [variables] the sums hold at all times
    int64_t work               # table entries that may still be touched before simplex_solve gives up
    size_t table_room          # what is allocated, in elements
    size_t variable_room


cdef void simplex_free(simplex_t *s) noexcept nogil
# A table of zeros, rows without bounds, columns within 0 .. 0: 0, or -1 where memory ran out.
cdef int simplex_begin(simplex_t *s, int32_t rows, int32_t cols) noexcept nogil
# New bounds of a variable; a nonbasic one that is outside moves to the nearer bound.
cdef void simplex_bound(simplex_t *s, int32_t variable, double low, double high) noexcept nogil
# SIMPLEX_FEASIBLE: every variable is within its bounds. A row number: its basic variable is outside, and every
# nonbasic variable that could help is at its bound. SIMPLEX_STUCK: too many exchanges, or
# no `work` left.
cdef int32_t simplex_solve(simplex_t *s) noexcept nogil
