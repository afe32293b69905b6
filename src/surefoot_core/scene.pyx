"""What a view offers to a strategy: chances, pairs that may become 50/50s, candidates by their rank."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from surefoot_core.counter cimport chances_t, counter_t
from surefoot_core.frontier cimport component_t, frontier_t
from surefoot_core.knowledge cimport MINED, SAFE, UNDECIDED, knowledge_t
from surefoot_core.lookahead cimport lookahead_free, lookahead_init
from surefoot_core.pairs cimport pairs_free, pairs_init, pairs_list, pairs_weigh
from surefoot_core.view cimport MINE
from surefoot_core.worth cimport model_for


cdef int scene_init(scene_t *s, int32_t cells) noexcept nogil:
    memset(s, 0, sizeof(scene_t))
    pairs_init(&s.pairs)
    s.mine = <double *>malloc(cells * sizeof(double))
    s.then = <double *>malloc(cells * sizeof(double))
    s.weight = <double *>malloc(cells * sizeof(double))
    if s.mine == NULL or s.then == NULL or s.weight == NULL or lookahead_init(&s.ahead, cells) < 0:
        scene_free(s)
        return -1
    return 0


cdef void scene_free(scene_t *s) noexcept nogil:
    free(s.mine)
    free(s.then)
    free(s.weight)
    pairs_free(&s.pairs)
    lookahead_free(&s.ahead)
    memset(s, 0, sizeof(scene_t))


cdef void note_chances(scene_t *s) noexcept nogil:
    cdef const chances_t *a = &s.w.chances
    cdef const component_t *c
    cdef int32_t i, j, box, cell
    if a.unconstrained:
        for cell in range(s.f.k.topology.cells):
            s.mine[cell] = a.chance
    for i in range(s.f.components):
        c = s.f.component[i]
        for box in range(c.boxes):
            for j in range(c.box_first[box], c.box_first[box + 1]):
                s.mine[c.cells[j]] = a.mine[a.first[i] + box]


cdef int scene_set(scene_t *s, const frontier_t *f, counter_t *w, const style_t *style) noexcept nogil:
    cdef const knowledge_t *k = f.k
    cdef int32_t cell
    s.f = f
    s.w = w
    s.open = s.sure = 0
    s.pairs.loss = 0
    for cell in range(k.topology.cells):
        if k.clue[cell] >= MINE:
            s.open += k.mark[cell] == UNDECIDED
            s.sure += k.mark[cell] == SAFE
    note_chances(s)
    model_for(&s.model, k.total / <double>k.topology.cells, style.resolve)
    if style.resolve:
        if pairs_list(&s.pairs, k, s.mine) < 0:
            return -1
    return 0


cdef candidate_t look_at(const scene_t *s, const style_t *style, int32_t cell) noexcept nogil:
    # Ranked by safety and by what it may open.
    cdef const knowledge_t *k = s.f.k
    cdef candidate_t it
    cdef int32_t i, near, told = 0
    cdef double zero = 1 - s.mine[cell]
    for i in range(k.topology.first[cell], k.topology.first[cell + 1]):
        near = k.topology.near[i]
        if k.clue[near] >= MINE:
            if k.mark[near] == MINED:
                zero = 0
            elif k.mark[near] == UNDECIDED:
                zero *= 1 - s.mine[near]
                told += 1
    it.cell = cell
    it.safety = 1 - s.mine[cell]
    it.rank = it.safety * s.weight[cell] + style.zero * zero - (style.dead if told == 0 else 0)
    it.score = 0
    return it


cdef void insert(
    scene_t *s, const candidate_t *it, int32_t most, int32_t most_free, int32_t *free_count
) noexcept nogil:
    # Among the best so far, unless there are enough better ones.
    cdef const frontier_t *f = s.f
    cdef int32_t i, at, last = -1
    cdef bint is_free = f.component_of[it.cell] < 0
    if is_free and free_count[0] == most_free:
        # The worst of them makes way.
        for i in range(s.candidates):
            if f.component_of[s.candidate[i].cell] < 0:
                last = i
        if last < 0 or s.candidate[last].rank > it.rank:
            return
    elif s.candidates == most:
        last = s.candidates - 1
        if s.candidate[last].rank > it.rank:
            return
        free_count[0] += is_free - (f.component_of[s.candidate[last].cell] < 0)
    else:
        last = s.candidates
        s.candidates += 1
        free_count[0] += is_free
    at = last
    while at > 0 and s.candidate[at - 1].rank <= it.rank:
        s.candidate[at] = s.candidate[at - 1]
        at -= 1
    s.candidate[at] = it[0]


cdef void scene_rank(
    scene_t *s, const style_t *style, double margin, int32_t most, int32_t most_free
) noexcept nogil:
    cdef const knowledge_t *k = s.f.k
    cdef int32_t n = k.topology.cells, cell, free_count = 0
    cdef double best = 0
    cdef candidate_t it
    if style.resolve:
        pairs_weigh(&s.pairs, s.mine, style.share, s.weight, n)
    else:
        for cell in range(n):
            s.weight[cell] = 1
    for cell in range(n):
        if k.mark[cell] == UNDECIDED:
            best = max(best, (1 - s.mine[cell]) * s.weight[cell])
    s.candidates = 0
    for cell in range(n):
        if k.mark[cell] == UNDECIDED and (1 - s.mine[cell]) * s.weight[cell] >= best * margin:
            it = look_at(s, style, cell)
            insert(s, &it, most, most_free, &free_count)
