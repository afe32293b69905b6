"""What a guess is worth: the view after each clue by the model, or by what may be revealed next in it."""

from libc.math cimport exp
from libc.stdint cimport int32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.certain cimport count_decide
from surefoot_core.chances cimport count_view
from surefoot_core.counter cimport COUNT_DONE, COUNT_MEMORY, counter_free, counter_init, kept_forget
from surefoot_core.frontier cimport component_t, frontier_free, frontier_init, frontier_reset, frontier_update
from surefoot_core.knowledge cimport (
    MINED, SAFE, UNDECIDED, knowledge_free, knowledge_init, knowledge_load, knowledge_one_clue, knowledge_reset,
)
from surefoot_core.lookahead cimport lookahead_show, lookahead_start, shown_t
from surefoot_core.memo cimport memo_free, memo_init, memo_t
from surefoot_core.pairs cimport MOVED, pairs_loss_then, pairs_turn
from surefoot_core.scene cimport scene_free, scene_init, scene_rank, scene_set
from surefoot_core.view cimport MINE
from surefoot_core.worth cimport model_most, model_worth

cdef enum:
    DEEP_CELLS = 300           # frontiers of more cells are not looked into
    DEEP_WORK = 1 << 20        # board cells in all the views that are looked into for one guess
    DEEP_NODES = 20000         # of the counting engine for one view
    DEEP_BYTES = 1 << 28
    MEMO_BITS = 12             # 2**12 components are remembered
    NEXT_MOST = 4              # candidates of the next guess,
    NEXT_FREE = 2              # and unconstrained ones among them

cdef double NEXT_MARGIN = 0.95  # they are at least so safe, as a part of the safest
cdef double DEEP_CHANCE = 0.12  # views less likely than this are left to the model
cdef double EARLY = 5 / 6.0     # the game is early while so much of the board is undecided


# --- room for the views looked into --------------------------------------------------------------------


cdef void room_free(room_t *r) noexcept nogil:
    scene_free(&r.scene)
    if r.f.k != NULL:
        frontier_free(&r.f)
    knowledge_free(&r.k)
    counter_free(&r.w)
    free(r.cells)
    free(r)


cdef room_t *room_new(const topology_t *topology, memo_t *memo) noexcept nogil:
    cdef room_t *r = <room_t *>calloc(1, sizeof(room_t))
    if r == NULL:
        return NULL
    counter_init(&r.w, DEEP_NODES, DEEP_BYTES)
    r.w.memo = memo
    r.cells = <uint8_t *>malloc(topology.cells)
    if (
        r.cells == NULL or knowledge_init(&r.k, topology, -1) < 0 or frontier_init(&r.f, &r.k) < 0
        or scene_init(&r.scene, topology.cells) < 0
    ):
        room_free(r)
        return NULL
    r.f.forget = kept_forget
    return r


cdef void deeper_init(deeper_t *d, const topology_t *topology) noexcept nogil:
    memset(d, 0, sizeof(deeper_t))
    d.topology = topology


cdef void deeper_free(deeper_t *d) noexcept nogil:
    cdef int level
    for level in range(DEEPEST):
        if d.room[level] != NULL:
            room_free(d.room[level])
    memo_free(&d.memo)
    memset(d, 0, sizeof(deeper_t))


cdef memo_t *deeper_memo(deeper_t *d) noexcept nogil:
    if d.memo.entry == NULL:
        memo_init(&d.memo, MEMO_BITS)
    return &d.memo if d.memo.entry != NULL else NULL


cdef void deeper_begin(deeper_t *d) noexcept nogil:
    d.left = DEEP_WORK // d.topology.cells


# --- the view after a reveal ---------------------------------------------------------------------------


cdef int step_into(room_t *r, const scene_t *s, int32_t cell, int clue) noexcept nogil:
    # The view after the guess, with everything certain decided: 1 where it is over, or too large.
    cdef const knowledge_t *k = s.f.k
    cdef int32_t i, logged = -1
    cdef int status
    for i in range(k.topology.cells):
        r.cells[i] = MINE if k.mark[i] == MINED else k.clue[i]
    r.cells[cell] = clue
    knowledge_reset(&r.k, k.total)
    frontier_reset(&r.f)
    knowledge_load(&r.k, r.cells)
    while logged != r.k.logged:
        knowledge_one_clue(&r.k)
        if frontier_update(&r.f, &r.k) < 0:
            return SCORE_MEMORY
        if r.k.hidden == 0:
            return 1
        status = count_view(&r.w, &r.f)
        if status != COUNT_DONE:
            return SCORE_MEMORY if status == COUNT_MEMORY else 1
        logged = r.k.logged
        count_decide(&r.w, &r.f, &r.k)
    return SCORE_DONE


cdef int32_t safe_cell(const knowledge_t *k) noexcept nogil:
    # The hidden cell known to be safe with the most undecided cells around it.
    cdef const topology_t *t = k.topology
    cdef int32_t i, j, cell, near, found = -1, most = -1
    for i in range(k.logged):
        if k.log[i].value == SAFE:
            cell = k.log[i].cell
            near = 0
            for j in range(t.first[cell], t.first[cell + 1]):
                near += k.clue[t.near[j]] >= MINE and k.mark[t.near[j]] == UNDECIDED
            if near > most:
                most = near
                found = cell
    return found


cdef int score_next(
    deeper_t *d, const scene_t *s, const style_t *style, int32_t cell, int clue, int level, double path,
    double *score
) noexcept nogil:
    # The score of the best next guess, or of a safe reveal: all safe cells are revealed in the end, in any order.
    # 1 where it is not known.
    cdef deeper_t *below = d if level + 1 < DEEPEST else NULL
    cdef room_t *r
    cdef scene_t *then
    cdef candidate_t it
    cdef int32_t i
    cdef int status
    score[0] = 0
    if d.room[level] == NULL:
        d.room[level] = room_new(d.topology, deeper_memo(d))
    r = d.room[level]
    if r == NULL:
        return SCORE_MEMORY
    then = &r.scene
    status = step_into(r, s, cell, clue)
    if status == SCORE_DONE:
        status = scene_set(then, &r.f, &r.w, style)
    if status != SCORE_DONE:
        return status
    if then.sure:
        it.cell = safe_cell(&r.k)
        it.safety = 1
        then.mine[it.cell] = 0
        if score_guess(then, style, &it, 0, below, level + 1, path) < 0:
            return SCORE_MEMORY
        score[0] = it.score
    else:
        scene_rank(then, style, NEXT_MARGIN, NEXT_MOST, NEXT_FREE)
        for i in range(then.candidates):
            if score_guess(then, style, &then.candidate[i], score[0], below, level + 1, path) < 0:
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
    cdef int32_t i, it
    p.chance = shown.chance
    p.safety = shown.safety
    p.next = shown.next
    p.safe = shown.safe + s.sure - (k.mark[cell] == SAFE)
    p.early = is_early(s)
    p.pairs = p.spread = 0
    p.reach = 0
    if not style.resolve:
        return
    p.pairs = pairs_loss_then(&s.pairs, s.then) - s.pairs.loss
    p.spread = -s.mine[cell] * (1 - s.mine[cell])
    for i in range(c.cells_size):
        it = c.cells[i]
        p.spread += s.then[it] * (1 - s.then[it]) - s.mine[it] * (1 - s.mine[it])
    if s.ahead.free:
        p.spread += s.ahead.free * (shown.free * (1 - shown.free) - now * (1 - now))


cdef int32_t reach(const scene_t *s, int32_t cell) noexcept nogil:
    # See `prospect_t`: once the cell is revealed, with the chances of `s.then`.
    cdef const knowledge_t *k = s.f.k
    cdef const component_t *c = &s.ahead.c
    cdef int32_t i, j, it, near, found = 0
    for i in range(c.cells_size):
        it = c.cells[i]
        if s.then[it] == 0:
            for j in range(k.topology.first[it], k.topology.first[it + 1]):
                near = k.topology.near[j]
                if k.clue[near] >= MINE and k.mark[near] == UNDECIDED and near != cell:
                    found += 0 < s.then[near] < 1
    return found


cdef int turn_to(scene_t *s, const style_t *style, int32_t cell) noexcept nogil:
    # As `lookahead_start`; the chances after the guess begin with those before it.
    cdef const component_t *c = &s.ahead.c
    cdef int32_t i
    cdef int status = lookahead_start(&s.ahead, s.f, s.w, cell)
    if status == SCORE_DONE and style.resolve:
        memcpy(s.then, s.mine, s.f.k.topology.cells * sizeof(double))
        for i in range(c.cells_size):
            s.then[c.cells[i]] = MOVED
        pairs_turn(&s.pairs, s.then, cell)
    return status


cdef int score_guess(
    scene_t *s, const style_t *style, candidate_t *it, double best, deeper_t *d, int level, double path
) noexcept nogil:
    # The likeliest clues first, as far as it takes.
    cdef shown_t shown
    cdef prospect_t after
    cdef int32_t step, middle, mines, near
    cdef double seen = 0, worth = 0, score
    cdef double most = model_most(&s.model, is_early(s), style.resolve) * exp(s.pairs.loss)
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
        if d != NULL and path * after.chance > DEEP_CHANCE and d.left > 0 and s.f.frontier_cells <= DEEP_CELLS:
            d.left -= 1
            if score_next(
                d, s, style, it.cell, s.ahead.known + mines, level, path * after.chance, &score
            ) < 0:
                return SCORE_MEMORY
        seen += shown.chance
        worth += shown.chance * model_worth(&s.model, &after, score)
        if style.prune and worth + (it.safety - seen) * most <= best:
            it.score = 0  # can hardly be the best
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
        p.reach = reach(s, cell) if style.resolve else 0
    return status
