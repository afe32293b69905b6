"""The pairs of cells that may become 50/50s."""

from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memset

from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.topology cimport topology_t
from surefoot_core.view cimport MINE

cdef double LISTED = 0.002     # pairs less likely than this to stay apart are not listed,
cdef double LEAST = 0.01       # and less likely than this they do not count
cdef double SURE = 1e-9        # chances that add up to one so closely belong to one mine


cdef void pairs_init(pairs_t *p) noexcept nogil:
    memset(p, 0, sizeof(pairs_t))
    p.budget = <int64_t>1 << 40


cdef void pairs_free(pairs_t *p) noexcept nogil:
    pool_free(&p.pool)
    memset(p, 0, sizeof(pairs_t))


cdef inline bint touches(const topology_t *t, int32_t cell, int32_t other) noexcept nogil:
    cdef int32_t i
    for i in range(t.first[cell], t.first[cell + 1]):
        if t.near[i] == other:
            return True
    return False


cdef double seal(
    const knowledge_t *k, const double *mine, int32_t one, int32_t other, double chance, pair_t *pair
) noexcept nogil:
    # chance times the chance that all cells that touch `one` and not `other` are mines; lists the undecided ones.
    cdef const topology_t *t = k.topology
    cdef int32_t i, near
    for i in range(t.first[one], t.first[one + 1]):
        near = t.near[i]
        if near == other or touches(t, other, near):
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


cdef int pairs_list(pairs_t *p, const knowledge_t *k, const double *mine) noexcept nogil:
    cdef const topology_t *t = k.topology
    cdef int32_t cell, other, i
    cdef double chance
    cdef pair_t *pair
    p.count = 0
    for cell in range(t.cells):
        if k.clue[cell] < MINE or k.mark[cell] != UNDECIDED:
            continue
        p.pair = <pair_t *>pool_reserve(
            &p.pool, (<int64_t>p.count + t.first[cell + 1] - t.first[cell] + 1) * sizeof(pair_t), &p.budget
        )
        if p.pair == NULL:
            p.count = 0
            return -1
        for i in range(t.first[cell], t.first[cell + 1]):
            other = t.near[i]
            if other < cell or k.clue[other] < MINE or k.mark[other] != UNDECIDED:
                continue
            pair = p.pair + p.count
            pair.one = cell
            pair.other = other
            pair.aparts = 0
            chance = min(mine[cell] + mine[other], 2 - mine[cell] - mine[other], 1)
            chance = seal(k, mine, cell, other, chance, pair)
            if chance > 0:
                chance = seal(k, mine, other, cell, chance, pair)
            if chance > 0:
                p.count += 1
    return 0


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


cdef double pairs_loss(const pairs_t *p, const double *mine, int32_t revealed) noexcept nogil:
    cdef const pair_t *pair
    cdef double sum = 0
    cdef int32_t i, j
    for i in range(p.count):
        pair = p.pair + i
        if pair.one == revealed or pair.other == revealed:
            continue
        for j in range(pair.aparts):
            if pair.apart[j] == revealed:
                break
        else:
            sum -= log1p(-0.5 * chance_apart(pair, mine))
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
