"""The pairs of cells that may become 50/50s."""

from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memchr, memset

from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.topology cimport topology_t
from surefoot_core.view cimport MINE

cdef double LISTED = 0.002     # pairs less likely than this to stay apart are not listed,
cdef double LEAST = 0.01       # and less likely than this they do not count
cdef double NEARLY = 1 - 1e-4  # for the rounding of numbers of 32 bits
cdef double SURE = 1e-9        # chances that add up to one so closely belong to one mine


# On a rectangle: from a cell to its neighbours that come after it, and the cells that touch it and not that one. Seen
# from the neighbour the same cells lie the other way.
cdef enum:
    LATER = 4
    OUTER_MOST = 5
    RIM = 2                    # so far beyond one of a pair reaches what touches the other

cdef int[LATER][2] LATER_CELL
cdef int[LATER] OUTER_COUNT
cdef int[LATER][OUTER_MOST][2] OUTER
LATER_CELL[:] = [[0, 1], [1, -1], [1, 0], [1, 1]]
OUTER_COUNT[:] = [3, 5, 3, 5]
OUTER[:] = [
    [[-1, -1], [0, -1], [1, -1], [0, 0], [0, 0]],
    [[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1]],
    [[-1, -1], [-1, 0], [-1, 1], [0, 0], [0, 0]],
    [[-1, -1], [-1, 0], [-1, 1], [0, -1], [1, -1]],
]


cdef void pairs_init(pairs_t *p) noexcept nogil:
    memset(p, 0, sizeof(pairs_t))
    p.budget = <int64_t>1 << 40


cdef void pairs_free(pairs_t *p) noexcept nogil:
    pool_free(&p.pool)
    pool_free(&p.odds)
    pool_free(&p.likely)
    memset(p, 0, sizeof(pairs_t))


cdef double seal(
    const knowledge_t *k, const double *mine, int32_t one, int32_t other, double chance, pair_t *pair
) noexcept nogil:
    # chance times the chance that all cells that touch `one` and not `other` are mines; lists the undecided ones.
    cdef const topology_t *t = k.topology
    cdef int32_t i, near
    cdef int32_t at = t.first[other], end = t.first[other + 1]
    for i in range(t.first[one], t.first[one + 1]):
        near = t.near[i]
        while at < end and t.near[at] < near:
            at += 1
        if near == other or (at < end and t.near[at] == near):
            continue
        if k.clue[near] < MINE or (k.mark[near] != MINED and k.mark[near] != UNDECIDED):
            return 0
        if k.mark[near] == UNDECIDED:
            chance *= mine[near]
            if chance < LISTED or pair.aparts == MOST_APART:
                return 0
            pair.apart[pair.aparts] = near
            pair.aparts += 1
    return chance


cdef int list_pair(
    pairs_t *p, const knowledge_t *k, const double *mine, int32_t cell, int32_t other
) noexcept nogil:
    # Lists the pair unless it is not likely enough.
    cdef double chance = min(mine[cell] + mine[other], 2 - mine[cell] - mine[other], 1)
    cdef pair_t *pair
    p.pair = <pair_t *>pool_reserve(&p.pool, (<int64_t>p.count + 1) * sizeof(pair_t), &p.budget)
    if p.pair == NULL:
        return -1
    pair = p.pair + p.count
    pair.one = cell
    pair.other = other
    pair.aparts = 0
    chance = seal(k, mine, cell, other, chance, pair)
    if chance > 0:
        chance = seal(k, mine, other, cell, chance, pair)
    if chance > 0:
        p.count += 1
    return 0


cdef int list_by_table(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil:
    cdef const topology_t *t = k.topology
    cdef int32_t cell, i
    for cell in range(t.cells):
        if k.mark[cell] == UNDECIDED:
            for i in range(t.first[cell], t.first[cell + 1]):
                if t.near[i] > cell and k.mark[t.near[i]] == UNDECIDED and list_pair(p, k, mine, cell, t.near[i]) < 0:
                    return -1
    return 0


cdef float *fill_odds(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil:
    # The chance of a mine in every cell, with a rim of cells beyond the border that count as mines: they tell nothing
    cdef const topology_t *t = k.topology
    cdef int32_t stride = t.cols + 2 * RIM, row, col, cell = 0
    cdef int64_t size = <int64_t>(t.rows + 2 * RIM) * stride, i
    cdef float *odds = <float *>pool_reserve(&p.odds, size * sizeof(float), &p.budget)
    cdef float *at
    if odds == NULL:
        return NULL
    for i in range(size):
        odds[i] = 1
    for row in range(t.rows):
        at = odds + <int64_t>(row + RIM) * stride + RIM
        for col in range(t.cols):
            at[col] = mine[cell] if k.mark[cell] == UNDECIDED else k.mark[cell] == MINED
            cell += 1
    return odds


cdef void fill_likely(const float *odds, int32_t stride, int32_t cols, float *likely) noexcept nogil:
    # For each cell of a row and its neighbours that come after it: at most how likely the two are to stay apart for
    # good, and on top of these the likeliest of the four. Compilers make vector code of such loops.
    cdef const float *other
    cdef const float *one_side
    cdef const float *other_side
    cdef float *top = likely + LATER * cols
    cdef int64_t outer
    cdef int32_t col
    cdef int way, i
    for col in range(cols):
        top[col] = 0
    for way in range(LATER):
        other = odds + <int64_t>LATER_CELL[way][0] * stride + LATER_CELL[way][1]
        for col in range(cols):
            likely[col] = min(odds[col] + other[col], <float>2 - odds[col] - other[col])
        for i in range(OUTER_COUNT[way]):
            outer = <int64_t>OUTER[way][i][0] * stride + OUTER[way][i][1]
            one_side = odds + outer
            other_side = other - outer
            for col in range(cols):
                likely[col] *= one_side[col] * other_side[col]
        for col in range(cols):
            top[col] = likely[col] if likely[col] > top[col] else top[col]
        likely += cols


cdef int list_by_rows(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil:
    # The same on a rectangle: hardly any pair is likely enough, and whole rows tell which.
    cdef const topology_t *t = k.topology
    cdef int32_t cols = t.cols, stride = t.cols + 2 * RIM, row, col, cell, other
    cdef int way
    cdef const float *odds = fill_odds(p, k, mine)
    cdef float *likely = <float *>pool_reserve(&p.likely, (LATER + 1) * <int64_t>cols * sizeof(float), &p.budget)
    cdef const float *top = likely + LATER * cols
    cdef float least = <float>(NEARLY * LISTED)
    if odds == NULL or likely == NULL:
        return -1
    for row in range(t.rows):
        cell = row * cols - 1
        if memchr(k.mark + row * cols, UNDECIDED, cols) == NULL:
            continue
        fill_likely(odds + <int64_t>(row + RIM) * stride + RIM, stride, cols, likely)
        for col in range(cols):
            cell += 1
            if top[col] < least or k.mark[cell] != UNDECIDED:
                continue
            for way in range(LATER):
                other = cell + LATER_CELL[way][0] * cols + LATER_CELL[way][1]
                if (
                    likely[way * cols + col] >= least
                    and row + LATER_CELL[way][0] < t.rows and 0 <= col + LATER_CELL[way][1] < cols
                    and k.mark[other] == UNDECIDED and list_pair(p, k, mine, cell, other) < 0
                ):
                    return -1
    return 0


cdef int pairs_list(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil:
    cdef int32_t i
    cdef int status
    p.count = 0
    status = list_by_rows(p, k, mine) if k.topology.rectangle else list_by_table(p, k, mine)
    if status < 0:
        p.count = 0
    p.loss = 0
    for i in range(p.count):
        p.pair[i].loss = loss_of(p.pair + i, mine)
        p.loss += p.pair[i].loss
    return status


cdef inline double chance_apart(const pair_t *pair, const double *mine) noexcept nogil:
    # That one of the two is a mine, as if they did not depend on each other unless they share one mine; and that so
    # are all cells around one of them.
    cdef double chance = mine[pair.one] + mine[pair.other]
    cdef int32_t i
    if not 1 - SURE < chance < 1 + SURE:
        chance -= 2 * mine[pair.one] * mine[pair.other]
    for i in range(pair.aparts):
        chance *= mine[pair.apart[i]]
    return chance if chance >= LEAST else 0


cdef inline double loss_of(const pair_t *pair, const double *mine) noexcept nogil:
    return -log1p(-0.5 * chance_apart(pair, mine))


cdef inline bint settles(const pair_t *pair, int32_t cell) noexcept nogil:
    cdef int32_t i
    for i in range(pair.aparts):
        if pair.apart[i] == cell:
            return True
    return pair.one == cell or pair.other == cell


cdef inline bint is_moved(const pair_t *pair, const double *then) noexcept nogil:
    cdef int32_t i
    for i in range(pair.aparts):
        if then[pair.apart[i]] == MOVED:
            return True
    return then[pair.one] == MOVED or then[pair.other] == MOVED


cdef double pairs_loss(const pairs_t *p, const double *mine, int32_t revealed) noexcept nogil:
    cdef double sum = 0
    cdef int32_t i
    for i in range(p.count):
        if not settles(p.pair + i, revealed):
            sum += loss_of(p.pair + i, mine)
    return sum


cdef void pairs_turn(pairs_t *p, const double *then, int32_t revealed) noexcept nogil:
    cdef int32_t i
    for i in range(p.count):
        p.pair[i].gone = settles(p.pair + i, revealed)
        p.pair[i].moved = is_moved(p.pair + i, then)


cdef double pairs_loss_then(const pairs_t *p, const double *then) noexcept nogil:
    cdef double sum = 0
    cdef int32_t i
    for i in range(p.count):
        if not p.pair[i].gone:
            sum += loss_of(p.pair + i, then) if p.pair[i].moved else p.pair[i].loss
    return sum


cdef void pairs_weigh(
    const pairs_t *p, const double *mine, double share, double *weight, int32_t cells
) noexcept nogil:
    cdef const pair_t *pair
    cdef double factor
    cdef int32_t i, j
    for i in range(cells):
        weight[i] = 1
    for i in range(p.count):
        pair = p.pair + i
        factor = 1 / (1 - share * chance_apart(pair, mine))
        weight[pair.one] *= factor
        weight[pair.other] *= factor
        for j in range(pair.aparts):
            weight[pair.apart[j]] *= factor


# --- for Python ----------------------------------------------------------------------------------------


cdef class Pairs:
    """The pairs of a view that may become 50/50s, from the chance of a mine of each cell (one double a board cell).

    Pairs with less than one chance in 500 to stay apart for good are not listed. Cells are flat indices.
    """

    def __cinit__(self, Knowledge knowledge not None, const double[::1] chances not None):
        pairs_init(&self.c)
        self.knowledge = knowledge
        check_chances(self, chances)
        if pairs_list(&self.c, &knowledge.c, &chances[0]) < 0:
            raise MemoryError

    def __dealloc__(self):
        pairs_free(&self.c)

    def listed(self):
        """Return (one, other, cells) for each pair: the undecided cells that touch one of the two only."""
        cdef const pair_t *pair = self.c.pair
        cdef int32_t i, j
        return [
            (pair[i].one, pair[i].other, [pair[i].apart[j] for j in range(pair[i].aparts)])
            for i in range(self.c.count)
        ]

    def loss(self, const double[::1] chances not None, revealed=-1):
        """Return minus the logarithm of the chance to guess all 50/50s right, once the cell `revealed` is (-1: none).

        Pairs, and the cells around a pair, are taken not to depend on each other; pairs under one chance in 100 to be
        a 50/50 for good do not count.
        """
        check_chances(self, chances)
        return pairs_loss(&self.c, &chances[0], revealed)


cdef int check_chances(Pairs pairs, const double[::1] chances) except -1:
    if chances.shape[0] != pairs.knowledge.c.topology.cells:
        raise ValueError(f"expected {pairs.knowledge.c.topology.cells} chances, got {chances.shape[0]}")
    return 0
