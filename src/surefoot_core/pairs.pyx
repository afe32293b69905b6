"""What the pairs that may become 50/50s add to the worth of a reveal."""

from libc.stdint cimport int32_t

from surefoot_core.knowledge cimport MINED, UNDECIDED, knowledge_t
from surefoot_core.topology cimport topology_t
from surefoot_core.view cimport MINE

cdef enum:
    MOST_APART = 16            # cells that touch one of a pair: a pair with more is never a 50/50 in practice

cdef double LEAST = 0.01       # pairs less likely than this to stay apart are left out


cdef inline bint touches(const topology_t *t, int32_t cell, int32_t other) noexcept nogil:
    cdef int32_t i
    for i in range(t.first[cell], t.first[cell + 1]):
        if t.near[i] == other:
            return True
    return False


cdef double sealed(
    const knowledge_t *k, const double *mine, int32_t one, int32_t other, double chance,
    int32_t *apart, int32_t *count,
) noexcept nogil:
    # chance times the chance that all cells that touch `one` and not `other` are mines; lists the undecided ones.
    cdef const topology_t *t = k.topology
    cdef int32_t i, near
    for i in range(t.first[one], t.first[one + 1]):
        near = t.near[i]
        if near == other or touches(t, other, near):
            continue
        if k.clue[near] < MINE or (k.mark[near] != MINED and k.mark[near] != UNDECIDED) or count[0] == MOST_APART:
            return 0
        if k.mark[near] == UNDECIDED:
            chance *= mine[near]
            apart[count[0]] = near
            count[0] += 1
            if chance < LEAST:
                return 0
    return chance


cdef void pairs_weigh(const knowledge_t *k, const double *mine, double share, double *weight) noexcept nogil:
    cdef const topology_t *t = k.topology
    cdef int32_t cell, other, i, j, count
    cdef int32_t apart[MOST_APART]
    cdef double chance, factor
    for cell in range(t.cells):
        weight[cell] = 1
    for cell in range(t.cells):
        if k.clue[cell] < MINE or k.mark[cell] != UNDECIDED:
            continue
        for i in range(t.first[cell], t.first[cell + 1]):
            other = t.near[i]
            if other < cell or k.clue[other] < MINE or k.mark[other] != UNDECIDED:
                continue
            count = 0
            chance = min(mine[cell] + mine[other], 2 - mine[cell] - mine[other], 1)
            chance = sealed(k, mine, cell, other, chance, apart, &count)
            if chance > 0:
                chance = sealed(k, mine, other, cell, chance, apart, &count)
            if chance > 0:
                factor = 1 / (1 - share * chance)
                weight[cell] *= factor
                weight[other] *= factor
                for j in range(count):
                    weight[apart[j]] *= factor
