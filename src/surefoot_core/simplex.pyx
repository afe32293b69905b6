"""Feasibility of linear rows within bounds by exchanging variables in a dense table."""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef extern from *:
    """
    static inline void sf_add_row(double *restrict to, const double *restrict from, double times, int n)
    {
        for (int j = 0; j < n; j++)
            to[j] += times * from[j];
    }
    """
    void sf_add_row(double *to, const double *source, double times, int n) noexcept nogil

cdef double ZERO = 1e-9        # a table entry of this size is rounding
cdef double OUTSIDE = 1e-7     # how far outside a bound is outside; all bounds are whole numbers


cdef void simplex_free(simplex_t *s) noexcept nogil:
    free(s.table)
    free(s.basic)
    free(s.nonbasic)
    free(s.place)
    free(s.low)
    free(s.high)
    free(s.value)
    memset(s, 0, sizeof(simplex_t))


cdef int simplex_begin(simplex_t *s, int32_t rows, int32_t cols) noexcept nogil:
    cdef int32_t stride = (cols + 1) & ~1
    cdef size_t cells = <size_t>rows * stride, variables = <size_t>rows + cols
    cdef int32_t v
    if cells > s.table_room or variables > s.variable_room:
        simplex_free(s)
        s.table_room = 2 * cells
        s.variable_room = 2 * variables
        s.table = <double *>malloc(s.table_room * sizeof(double))
        s.basic = <int32_t *>malloc(s.variable_room * sizeof(int32_t))
        s.nonbasic = <int32_t *>malloc(s.variable_room * sizeof(int32_t))
        s.place = <int32_t *>malloc(s.variable_room * sizeof(int32_t))
        s.low = <double *>malloc(s.variable_room * sizeof(double))
        s.high = <double *>malloc(s.variable_room * sizeof(double))
        s.value = <double *>malloc(s.variable_room * sizeof(double))
        if (
            s.table == NULL or s.basic == NULL or s.nonbasic == NULL or s.place == NULL or s.low == NULL
            or s.high == NULL or s.value == NULL
        ):
            simplex_free(s)
            return -1
    s.rows = rows
    s.cols = cols
    s.stride = stride
    if cells:
        memset(s.table, 0, cells * sizeof(double))  # without rows there may be no table yet
    for v in range(cols):
        s.nonbasic[v] = v
        s.place[v] = v
        s.low[v] = s.high[v] = s.value[v] = 0
    for v in range(rows):
        s.basic[v] = cols + v
        s.place[cols + v] = -1 - v
        s.low[cols + v] = -INFINITY
        s.high[cols + v] = INFINITY
        s.value[cols + v] = 0
    return 0


cdef void simplex_bound(simplex_t *s, int32_t variable, double low, double high) noexcept nogil:
    cdef double step
    cdef int32_t i, column = s.place[variable]
    s.low[variable] = low
    s.high[variable] = high
    if column < 0:
        return
    if s.value[variable] < low:
        step = low - s.value[variable]
        s.value[variable] = low
    elif s.value[variable] > high:
        step = high - s.value[variable]
        s.value[variable] = high
    else:
        return
    for i in range(s.rows):
        s.value[s.basic[i]] += step * s.table[i * <size_t>s.stride + column]


cdef inline void exchange(simplex_t *s, int32_t row, int32_t column, double bound) noexcept nogil:
    # The basic variable of the row leaves at its bound, the nonbasic one of the column takes its place.
    cdef double *pivot_row = s.table + row * <size_t>s.stride
    cdef double *other
    cdef double inverse = 1 / pivot_row[column], times, step
    cdef int32_t i, j, leaving = s.basic[row], entering = s.nonbasic[column]
    step = (bound - s.value[leaving]) * inverse
    s.value[leaving] = bound
    s.value[entering] += step
    pivot_row[column] = -1
    for j in range(s.cols):
        pivot_row[j] *= -inverse
    for i in range(s.rows):
        if i == row:
            continue
        other = s.table + i * <size_t>s.stride
        times = other[column]
        if fabs(times) < ZERO:
            other[column] = 0
            continue
        s.value[s.basic[i]] += times * step
        other[column] = 0
        sf_add_row(other, pivot_row, times, s.cols)
    s.basic[row] = entering
    s.place[entering] = -1 - row
    s.nonbasic[column] = leaving
    s.place[leaving] = column


cdef int32_t simplex_solve(simplex_t *s) noexcept nogil:
    cdef int32_t calm = 40 + 2 * s.rows, limit = 400 + 20 * s.rows
    cdef int32_t steps, i, j, v, row, column
    cdef double worst, gap, best, size, bound
    cdef const double *table
    cdef bint rising
    for steps in range(limit):
        if s.work < 0:
            break
        # The largest violation first, Bland's rule once that may be going round in circles.
        row = -1
        worst = OUTSIDE
        for i in range(s.rows):
            v = s.basic[i]
            gap = max(s.low[v] - s.value[v], s.value[v] - s.high[v])
            if gap > OUTSIDE and (gap > worst if steps < calm else row < 0 or v < s.basic[row]):
                worst = gap
                row = i
        if row < 0:
            return SIMPLEX_FEASIBLE
        v = s.basic[row]
        rising = s.value[v] < s.low[v]
        bound = s.low[v] if rising else s.high[v]
        table = s.table + row * <size_t>s.stride
        column = -1
        best = ZERO
        for j in range(s.cols):
            size = fabs(table[j])
            if size <= ZERO:
                continue
            v = s.nonbasic[j]
            if (s.value[v] < s.high[v]) if (table[j] > 0) == rising else (s.value[v] > s.low[v]):
                if size > best if steps < calm else column < 0 or v < s.nonbasic[column]:
                    best = size
                    column = j
        if column < 0:
            return row
        s.work -= <int64_t>s.rows * s.cols
        exchange(s, row, column, bound)
    return SIMPLEX_STUCK
