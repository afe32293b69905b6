"""What a guess is worth: the view after each clue by the model, or by the next guess in it."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.certain cimport count_decide
from surefoot_core.chances cimport count_view
from surefoot_core.counter cimport COUNT_DONE, COUNT_MEMORY, counter_free, counter_init, kept_forget
from surefoot_core.frontier cimport component_t, frontier_free, frontier_init, frontier_reset, frontier_update
from surefoot_core.knowledge cimport (
    MINED, SAFE, UNDECIDED, knowledge_free, knowledge_init, knowledge_load, knowledge_one_clue, knowledge_reset,
)
from surefoot_core.lookahead cimport lookahead_show, lookahead_start, shown_t
from surefoot_core.pairs cimport pairs_loss
from surefoot_core.scene cimport scene_free, scene_init, scene_rank, scene_set
from surefoot_core.view cimport MINE
from surefoot_core.worth cimport model_most, model_worth

cdef enum:
    DEEP_CELLS = 300           # frontiers of more cells are not looked at two guesses deep
    DEEP_NODES = 20000         # of the counting engine for one view
    DEEP_BYTES = 1 << 28
    NEXT_MOST = 4              # candidates of the next guess,
    NEXT_FREE = 2              # and unconstrained ones among them

cdef double NEXT_MARGIN = 0.95  # they are at least so safe, as a part of the safest
cdef double DEEP_CHANCE = 0.04  # views less likely than this are left to the model
cdef double EARLY = 5 / 6.0     # the game is early while so much of the board is undecided


cdef int deeper_init(deeper_t *d, const topology_t *topology) noexcept nogil:
    memset(d, 0, sizeof(deeper_t))
    counter_init(&d.w, DEEP_NODES, DEEP_BYTES)
    d.cells = <uint8_t *>malloc(topology.cells)
    if (
        d.cells == NULL or knowledge_init(&d.k, topology, -1) < 0 or frontier_init(&d.f, &d.k) < 0
        or scene_init(&d.scene, topology.cells) < 0
    ):
        deeper_free(d)
        return SCORE_MEMORY
    d.f.forget = kept_forget
    return SCORE_DONE


cdef void deeper_free(deeper_t *d) noexcept nogil:
    scene_free(&d.scene)
    if d.f.k != NULL:
        frontier_free(&d.f)
    knowledge_free(&d.k)
    counter_free(&d.w)
    free(d.cells)
    memset(d, 0, sizeof(deeper_t))


# --- the next guess ------------------------------------------------------------------------------------


cdef int step_into(deeper_t *d, const scene_t *s, int32_t cell, int clue) noexcept nogil:
    # The view after the guess, with everything certain decided: 1 where it is over, or too large.
    cdef const knowledge_t *k = s.f.k
    cdef int32_t i, logged = -1
    cdef int status
    for i in range(k.topology.cells):
        d.cells[i] = MINE if k.mark[i] == MINED else k.clue[i]
    d.cells[cell] = clue
    knowledge_reset(&d.k, k.total)
    frontier_reset(&d.f)
    knowledge_load(&d.k, d.cells)
    while logged != d.k.logged:
        knowledge_one_clue(&d.k)
        if frontier_update(&d.f, &d.k) < 0:
            return SCORE_MEMORY
        if d.k.hidden == 0:
            return 1
        status = count_view(&d.w, &d.f)
        if status != COUNT_DONE:
            return SCORE_MEMORY if status == COUNT_MEMORY else 1
        logged = d.k.logged
        count_decide(&d.w, &d.f, &d.k)
    return SCORE_DONE


cdef int score_next(
    deeper_t *d, const scene_t *s, const style_t *style, int32_t cell, int clue, double *score
) noexcept nogil:
    # The score of the best next guess, or of the best safe reveal; 1 where it is not known.
    cdef scene_t *then = &d.scene
    cdef candidate_t it
    cdef int32_t i
    cdef int status = step_into(d, s, cell, clue)
    score[0] = 0
    if status == SCORE_DONE:
        status = scene_set(then, &d.f, &d.w, style)
    if status != SCORE_DONE:
        return status
    if then.sure:
        for i in range(d.k.logged):
            if d.k.log[i].value == SAFE:
                it.cell = d.k.log[i].cell
                it.safety = it.weight = 1
                then.mine[it.cell] = 0
                if score_guess(then, style, &it, score[0], NULL) < 0:
                    return SCORE_MEMORY
                score[0] = max(score[0], it.score)
    else:
        scene_rank(then, style, NEXT_MARGIN, NEXT_MOST, NEXT_FREE)
        for i in range(then.candidates):
            if score_guess(then, style, &then.candidate[i], score[0], NULL) < 0:
                return SCORE_MEMORY
            score[0] = max(score[0], then.candidate[i].score)
    return SCORE_DONE if score[0] > 0 else 1


# --- the view after a guess ----------------------------------------------------------------------------


cdef inline bint is_early(const scene_t *s) noexcept nogil:
    return s.open >= EARLY * s.f.k.topology.cells


cdef void look(
    const scene_t *s, const style_t *style, int32_t cell, const shown_t *shown, prospect_t *p
) noexcept nogil:
    cdef const knowledge_t *k = s.f.k
    cdef const component_t *c = &s.ahead.c
    cdef double now = s.w.chances.chance
    cdef int32_t i, j, it, near
    p.chance = shown.chance
    p.safety = shown.safety
    p.next = shown.next
    p.safe = shown.safe + s.sure - (k.mark[cell] == SAFE)
    p.early = is_early(s)
    p.pairs = p.spread = 0
    p.reach = 0
    if not style.resolve:
        return
    p.pairs = pairs_loss(&s.pairs, s.then, cell) - s.pairs_loss
    p.spread = -s.mine[cell] * (1 - s.mine[cell])
    for i in range(c.cells_size):
        it = c.cells[i]
        p.spread += s.then[it] * (1 - s.then[it]) - s.mine[it] * (1 - s.mine[it])
        if s.then[it] == 0:
            for j in range(k.topology.first[it], k.topology.first[it + 1]):
                near = k.topology.near[j]
                if k.clue[near] >= MINE and k.mark[near] == UNDECIDED and near != cell:
                    p.reach += 0 < s.then[near] < 1
    if s.ahead.free:
        p.spread += s.ahead.free * (shown.free * (1 - shown.free) - now * (1 - now))


cdef int turn_to(scene_t *s, const style_t *style, int32_t cell) noexcept nogil:
    # As `lookahead_start`; the chances after the guess begin with those before it.
    if style.resolve:
        memcpy(s.then, s.mine, s.f.k.topology.cells * sizeof(double))
    return lookahead_start(&s.ahead, s.f, s.w, cell)


cdef int score_guess(
    scene_t *s, const style_t *style, candidate_t *it, double best, deeper_t *d
) noexcept nogil:
    # The likeliest clues first, as far as it takes.
    cdef shown_t shown
    cdef prospect_t after
    cdef int32_t step, middle, mines, near
    cdef double seen = 0, worth = 0, score
    cdef double most = model_most(&s.model, is_early(s), style.resolve) * it.weight
    cdef double *then = s.then if style.resolve else NULL
    cdef int status = turn_to(s, style, it.cell)
    it.score = it.safety * it.safety
    if status:
        return status
    near = s.ahead.near
    middle = <int32_t>(s.ahead.expected - s.ahead.known + 0.5)
    for step in range(2 * near + 2):
        mines = middle + ((step + 1) // 2 if step % 2 else -(step // 2))
        if mines < 0 or mines > near:
            continue
        status = lookahead_show(&s.ahead, s.w, mines, &shown, then)
        if status:
            return status
        if not shown.chance > 0:
            continue
        look(s, style, it.cell, &shown, &after)
        score = 0
        if d != NULL and after.safe <= 1 and after.chance > DEEP_CHANCE and s.f.frontier_cells <= DEEP_CELLS:
            if score_next(d, s, style, it.cell, s.ahead.known + mines, &score) < 0:
                return SCORE_MEMORY
        seen += shown.chance
        worth += shown.chance * model_worth(&s.model, &after, score)
        if worth + (it.safety - seen) * most <= best:
            it.score = 0  # cannot be the best
            return SCORE_DONE
        if seen >= style.mass * it.safety:
            break
    it.score = it.safety * worth / seen if seen > 0 else 0
    return SCORE_DONE


cdef int score_look(scene_t *s, const style_t *style, int32_t cell, int clue, prospect_t *p) noexcept nogil:
    cdef shown_t shown
    cdef int status = turn_to(s, style, cell)
    if status == SCORE_DONE:
        status = lookahead_show(&s.ahead, s.w, clue - s.ahead.known, &shown, s.then if style.resolve else NULL)
    if status == SCORE_DONE:
        look(s, style, cell, &shown, p)
    return status
