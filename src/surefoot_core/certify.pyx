"""Finds certificates: an impossible sum of clue rows, or a split with one in each branch, with few rows.

A claim is assumed to be wrong; then the rows around it have no layout. Where already no point between the bounds
meets the rows (linear programming, Farkas 1902), one sum of rows with multipliers is the proof. Where only whole
numbers fail, a cell is split into its two values. The smallest set of rows is found as a smallest hitting set: each
layout that some rows allow breaks others, and every set that forces the claim has one of those (Reiter, A Theory of
Diagnosis from First Principles, 1987; Ignatiev et al., Smallest MUS Extraction with Minimal Hitting Set Dualization,
2015). Doubles only ever suggest; integers decide.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.errors import InvalidCellError

from surefoot_core.hitting cimport hitting_free, hitting_reserve, hitting_set, set_size
from surefoot_core.knowledge cimport (
    MINED, RULE_ONE_CLUE, RULE_TWO_CLUES, SAFE, UNDECIDED, Knowledge, deduction_t, knowledge_t
)
from surefoot_core.refute cimport (
    CLOSED, MAX_LEAVES, NO_MEMORY, OPEN, TOKEN_SPLIT, TOKEN_SUM, UNSURE, answer_t, put, search, tokens_t
)
from surefoot_core.scope cimport (
    SOME, TOO_LARGE, begin_claim, end_claim, ground_free, ground_init, holds_cell, is_met, read_layout, scope_free,
    scope_gather, scope_t, switch_row, switch_to
)
from surefoot_core.simplex cimport SIMPLEX_FEASIBLE, simplex_solve
from surefoot_core.view cimport HIDDEN

cdef enum:
    SMALL_SCOPE = 48           # rows up to which a whole component is taken at once
    NEAR = 3                   # else first the rows so many steps from the claim,
    FAR = 8                    # then these,
    LARGE_SCOPE = 1500         # then all, if they are not more than this
    BUDGET = 300               # sets of rows tried in search of the smallest
    WORK = 1 << 30             # table entries touched for one claim, about a second
    MAX_NODES = 1 << 20        # leaves of a search for a layout
    VERSION = 1                # of the binary form


# --- the smallest set of rows --------------------------------------------------------------------------


cdef int add_set(finder_t *f, scope_t *s) noexcept nogil:
    # The last layout breaks some rows, and every set that forces the claim has one of them. First the layout is
    # made to meet as many rows as it can, because a small set says more.
    cdef int32_t row
    cdef uint64_t *broken
    if hitting_reserve(&f.hitting, f.hitting.count + 2) < 0:
        return -1
    broken = f.hitting.sets + f.hitting.count * <size_t>s.words
    note_broken(s, broken)
    for row in range(s.rows):
        if broken[row >> 6] >> (row & 63) & 1:
            switch_row(s, row, True)
            if simplex_solve(&s.lp) == SIMPLEX_FEASIBLE and read_layout(s):
                note_broken(s, broken)
            else:
                switch_row(s, row, False)
    f.hitting.count += 1
    return 0


cdef void note_broken(scope_t *s, uint64_t *broken) noexcept nogil:
    # The rows that the last layout breaks; those that it meets are switched on.
    cdef int32_t row
    memset(broken, 0, s.words * sizeof(uint64_t))
    for row in range(s.rows):
        if s.on[row]:
            continue
        if is_met(s, row):
            switch_row(s, row, True)
        else:
            broken[row >> 6] |= <uint64_t>1 << (row & 63)


cdef int smallest_set(finder_t *f, scope_t *s, int32_t least, uint64_t *best) noexcept nogil:
    # Replaces the rows in `best`, which force the claim, by a smallest set that does; it has at least `least`.
    # 1 if the set is proved to be smallest, 0 if the budget ran out, -1 where memory did.
    cdef int32_t size = set_size(best, s.words), row, found
    cdef answer_t answer
    cdef uint64_t *chosen
    f.hitting.count = 0
    f.hitting.words = s.words
    f.nodes = 0
    if hitting_reserve(&f.hitting, 2) < 0:
        return -1
    # Each row of the first set in turn is left out: either the set shrinks, or a first layout tells what it is for.
    for row in range(s.rows):
        if size <= least:
            return 1
        if not best[row >> 6] >> (row & 63) & 1:
            continue
        best[row >> 6] &= ~(<uint64_t>1 << (row & 63))
        switch_to(s, best)
        f.nodes += 1
        answer = search(s, &f.other, MAX_LEAVES, False)
        if answer == CLOSED:
            memcpy(best, s.core, s.words * sizeof(uint64_t))
            size = set_size(best, s.words)
        else:
            best[row >> 6] |= <uint64_t>1 << (row & 63)
            if answer == NO_MEMORY or (answer == OPEN and add_set(f, s) < 0):
                return -1
    while least < size:
        if hitting_reserve(&f.hitting, f.hitting.count + 2) < 0:
            return -1
        chosen = f.hitting.sets + f.hitting.count * <size_t>s.words + s.words
        found = hitting_set(&f.hitting, least, chosen)
        if found == 0:
            least += 1
            continue
        if found == -1:
            return -1
        f.nodes += 1
        if found == -2 or f.nodes > BUDGET:
            return 0
        switch_to(s, chosen)
        answer = search(s, &f.other, MAX_LEAVES, False)
        if answer == CLOSED:
            memcpy(best, s.core, s.words * sizeof(uint64_t))
            return 1
        if answer == UNSURE:
            return 0
        if answer == NO_MEMORY or add_set(f, s) < 0:
            return -1
    return 1


# --- claims --------------------------------------------------------------------------------------------


cdef inline void swap_tokens(tokens_t *a, tokens_t *b) noexcept nogil:
    cdef tokens_t swap = a[0]
    a[0] = b[0]
    b[0] = swap


cdef answer_t minimize(finder_t *f, scope_t *s, int32_t least) noexcept nogil:
    # The rows in `core` force the claim by `proof`: replaces it by a proof from a smallest set of rows.
    cdef uint64_t *best = <uint64_t *>malloc(s.words * sizeof(uint64_t))
    cdef int smallest
    cdef answer_t answer
    if best == NULL:
        return NO_MEMORY
    memcpy(best, s.core, s.words * sizeof(uint64_t))
    smallest = smallest_set(f, s, least, best)
    s.lp.work = WORK
    answer = NO_MEMORY if smallest < 0 else CLOSED
    if smallest >= 0 and set_size(best, s.words) < f.size:
        switch_to(s, best)
        answer = search(s, &f.other, 1, False)
        if answer != CLOSED and answer != NO_MEMORY:
            answer = search(s, &f.other, MAX_LEAVES, True)
        if answer == CLOSED:
            swap_tokens(&f.proof, &f.other)
            f.size = set_size(s.core, s.words)
        elif answer != NO_MEMORY:
            smallest = 0  # the proof that there was still holds
            answer = CLOSED
    f.proved = smallest == 1
    free(best)
    return answer


cdef answer_t prove(finder_t *f, scope_t *s, int32_t cell, int value, int32_t least, int32_t leaves) noexcept nogil:
    # A proof of the claim from the rows of a scope, of the smallest set of rows if that is wanted.
    cdef int32_t box = begin_claim(s, cell, value)
    cdef answer_t answer
    s.lp.work = WORK
    f.proved = False
    if box < 0:
        return UNSURE
    answer = search(s, &f.proof, leaves, leaves > 1)
    f.size = set_size(s.core, s.words)
    if answer == CLOSED and f.smallest:
        answer = minimize(f, s, least)
    end_claim(s, box, value)
    return answer


cdef answer_t prove_in_part(finder_t *f, int32_t cell, int value, int32_t least, int32_t leaves) noexcept nogil:
    # From the clues near the claim, farther away where that is not enough.
    cdef scope_t *s = &f.part
    cdef int failed = 0
    cdef answer_t answer
    if not f.fresh or not holds_cell(s, cell):
        failed = scope_gather(&f.ground, s, cell, -1, SMALL_SCOPE, False)
        f.fresh = failed == 0
        if failed == TOO_LARGE:
            failed = scope_gather(&f.ground, s, cell, NEAR, LARGE_SCOPE, False)
    while failed == 0:
        answer = prove(f, s, cell, value, least, leaves)
        # A smallest set hangs together, so one with fewer rows than this would lie within size - 2 steps.
        if answer == NO_MEMORY or s.depth < 0 or (answer == CLOSED and (not f.smallest or f.size - 2 <= s.depth)):
            return answer
        failed = scope_gather(&f.ground, s, cell, FAR if s.depth < FAR else -1, LARGE_SCOPE, False)
        if failed == TOO_LARGE and answer == CLOSED:
            f.proved = False
            return answer
    return NO_MEMORY if failed == -1 else UNSURE


cdef answer_t prove_in_whole(finder_t *f, int32_t cell, int value, int32_t leaves) noexcept nogil:
    # From every clue and the mine total.
    cdef int failed
    if not f.fresh_whole:
        failed = scope_gather(&f.ground, &f.whole, -1, -1, LARGE_SCOPE, True)
        if failed:
            return NO_MEMORY if failed == -1 else UNSURE
        f.fresh_whole = True
    return prove(f, &f.whole, cell, value, 1, leaves)


cdef bint may_total_help(const finder_t *f, int32_t clues) noexcept nogil:
    # Whether the mine total and so few clues might force anything: some layout of their cells and the claimed one has
    # at most clues x need + slots mines, and the cells around them take up the difference.
    cdef const knowledge_t *k = f.ground.k
    cdef int64_t need = 0, lack = 0, left = k.total - k.mines
    cdef int32_t cell
    for cell in range(k.topology.cells):
        if k.clue[cell] != HIDDEN and k.open[cell]:
            need = max(need, k.need[cell])
            lack = max(lack, k.open[cell] * k.slots - k.need[cell])
    return left < clues * need + k.slots or <int64_t>k.hidden * k.slots - left < clues * lack + k.slots


cdef answer_t find(finder_t *f, int32_t cell, int value, int32_t least, bint total, bint exact) noexcept nogil:
    # CLOSED with a proof of the claim in `proof`: a sum of clues, else one with the mine total, else splits without
    # and with it. If exact, a smaller set with the mine total is looked for where there is one without.
    cdef answer_t answer = prove_in_part(f, cell, value, least, 1), other
    cdef int32_t size
    total = total and f.ground.k.total >= 0
    if answer != CLOSED and answer != NO_MEMORY and total:
        other = prove_in_whole(f, cell, value, 1)
        if other != UNSURE:
            return other
    if answer == UNSURE:
        answer = prove_in_part(f, cell, value, least, MAX_LEAVES)
    if answer != CLOSED and answer != NO_MEMORY and total:
        return prove_in_whole(f, cell, value, MAX_LEAVES)
    size = f.size
    if answer == CLOSED and total and exact and f.size > 1 and may_total_help(f, f.size - 2):
        swap_tokens(&f.proof, &f.kept)
        other = prove_in_whole(f, cell, value, MAX_LEAVES)
        if other == NO_MEMORY:
            return other
        f.proved = f.proved and other == CLOSED
        if other != CLOSED or f.size >= size:
            swap_tokens(&f.proof, &f.kept)
            f.size = size
    return answer


cdef answer_t find_conflict(finder_t *f, bint total) noexcept nogil:
    # CLOSED with a proof that no layout fits: one clue alone, else several clues, else clues and the mine total.
    cdef const knowledge_t *k = f.ground.k
    cdef scope_t *s = &f.whole
    cdef int32_t cell
    cdef int failed
    cdef answer_t answer
    f.fresh_whole = False
    f.proof.size = 0
    f.proved = True
    for cell in range(k.topology.cells):
        if k.clue[cell] != HIDDEN and not 0 <= k.need[cell] <= k.open[cell] * f.ground.slots:
            failed = put(&f.proof, TOKEN_SUM, 1, 0, 3)
            if failed < 0 or put(&f.proof, cell, 1 if k.need[cell] > 0 else -1, 0, 2) < 0:
                return NO_MEMORY
            return CLOSED
    failed = scope_gather(&f.ground, s, -1, -1, LARGE_SCOPE, total)
    if failed:
        return NO_MEMORY if failed == -1 else UNSURE
    s.lp.work = WORK
    answer = search(s, &f.proof, MAX_LEAVES, True)
    f.size = set_size(s.core, s.words)
    return minimize(f, s, 1) if answer == CLOSED else answer


# --- the binary form -----------------------------------------------------------------------------------


cdef uint8_t *write_number(uint8_t *to, uint32_t number) noexcept nogil:
    while number > 127:
        to[0] = number & 127 | 128
        to += 1
        number >>= 7
    to[0] = number
    return to + 1


cdef const int32_t *write_sum(uint8_t **to, const int32_t *token) noexcept nogil:
    # Writes one sum and returns what follows it.
    cdef int32_t count = token[1], total = token[2], i, _i, last = -1
    cdef const int32_t *row = token + 3
    cdef bint is_unit = -1 <= total <= 1
    cdef uint8_t *at = to[0]
    for i in range(count):
        is_unit = is_unit and -1 <= row[2 * i + 1] <= 1
    at = write_number(
        at, <uint32_t>count << 4 | (8 if total < 0 else 0) | (4 if total else 0) | (0 if is_unit else 1)
    )
    if total and not is_unit:
        at = write_number(at, (total if total > 0 else -total) - 1)
    for _i in range(count):
        at = write_number(at, <uint32_t>(row[0] - last - 1) << 1 | (row[1] < 0))
        if not is_unit:
            at = write_number(at, (row[1] if row[1] > 0 else -row[1]) - 1)
        last = row[0]
        row += 2
    to[0] = at
    return row


cdef bytes spell(const tokens_t *proof, int32_t cell, int value):
    # The certificate as bytes: no number takes more than five.
    cdef uint8_t *data = <uint8_t *>malloc(16 + 5 * <size_t>proof.size)
    cdef uint8_t *at = data
    cdef const int32_t *token = proof.token
    if data == NULL:
        raise MemoryError
    at[0] = VERSION << 4 | (2 if cell < 0 else 1 if value == MINED else 3 if value == SOME else 0)
    at += 1
    if cell >= 0:
        at = write_number(at, cell)
    while token < proof.token + proof.size:
        if token[0] == TOKEN_SPLIT:
            at[0] = 2
            at = write_number(at + 1, token[1])
            token += 2
        else:
            token = write_sum(&at, token)
    try:
        return PyBytes_FromStringAndSize(<char *>data, at - data)
    finally:
        free(data)


cdef class Certifier:
    """Finds certificates for what follows from a Knowledge; its decisions are the premises.

    Cells are flat indices, row * cols + col. A certificate is the bytes that `surefoot_core.verify.Checker` takes.
    Memory: some 20 bytes a cell, and a table of rows x boxes for the clues around a claim.
    """

    def __cinit__(self, Knowledge knowledge not None):
        self.knowledge = knowledge
        if ground_init(&self.c.ground, &knowledge.c) < 0:
            raise MemoryError

    def __dealloc__(self):
        scope_free(&self.c.part)
        scope_free(&self.c.whole)
        free(self.c.proof.token)
        free(self.c.other.token)
        free(self.c.kept.token)
        ground_free(&self.c.ground)
        hitting_free(&self.c.hitting)

    def certify(self, claims, *, smallest=True, total=True, exact=False, some=False):
        """Return for each claim (cell, is_mine) a pair: its certificate, or None where none was found; and whether
        no smaller set of rows forces it.

        `smallest` looks for a smallest set of rows, within a budget. A sum of clues is preferred, then one with the
        mine total (if `total`), then splits; `exact` takes the mine total into account for the smallest set even
        where clues alone are enough. With `some` a mine is claimed to hold at least one mine, not to be full. Raises
        InvalidCellError off the board, ValueError for a decided cell.
        """
        cdef int32_t cell, least
        cdef int value
        cdef bint with_total = total, is_exact = exact
        cdef answer_t answer
        cdef const knowledge_t *k = self.c.ground.k
        found = []
        self.c.ground.slots = k.slots
        self.c.smallest = smallest
        self.c.fresh = self.c.fresh_whole = False
        # Where the rules have nothing left to say, no two clues force anything.
        least = 3 if k.logged and k.slots == 1 and k.queue_size == 0 and k.pairs_size == 0 else 1
        for claimed, is_mine in claims:
            if not 0 <= claimed < k.topology.cells:
                raise InvalidCellError(f"expected a cell in 0 .. {k.topology.cells - 1}, got {claimed}")
            cell = claimed
            if k.mark[cell] != UNDECIDED:
                raise ValueError(f"expected a cell that is hidden and undecided, got {cell}")
            value = (SOME if some else MINED) if is_mine else SAFE
            with nogil:
                answer = find(&self.c, cell, value, least, with_total, is_exact)
            if answer == NO_MEMORY:
                raise MemoryError
            if answer == CLOSED:
                found.append((spell(&self.c.proof, cell, value), self.c.proved))
            else:
                found.append((None, False))
        return found

    def rules(self, int32_t since=0):
        """Return the certificates of the decisions from number `since` on that the rules for one and two clues made.

        A decision of another kind has None in its place.
        """
        cdef const knowledge_t *k = self.c.ground.k
        cdef int32_t i
        if since < 0:
            raise ValueError(f"expected a number of 0 or more, got {since}")
        certificates = []
        for i in range(since, k.logged):
            if not rule_tokens(k, i, &self.c.proof):
                certificates.append(None)
            else:
                certificates.append(spell(&self.c.proof, k.log[i].cell, k.log[i].value))
        return certificates

    def conflict(self, *, total=True):
        """Return a certificate that no layout fits, and whether no fewer rows are in conflict; (None, False) if there
        is none or it was not found. Clues alone are preferred; the mine total is tried if `total`.
        """
        cdef bint with_total = total
        cdef answer_t answer
        self.c.ground.slots = self.c.ground.k.slots
        self.c.smallest = True
        with nogil:
            answer = find_conflict(&self.c, False)
            if with_total and self.c.ground.k.total >= 0 and answer != CLOSED and answer != NO_MEMORY:
                answer = find_conflict(&self.c, True)
        if answer == NO_MEMORY:
            raise MemoryError
        return (spell(&self.c.proof, -1, 0), self.c.proved) if answer == CLOSED else (None, False)

    def conflict_rows(self):
        """Return the clues, in increasing order, of the conflict found last, and whether it uses the mine total."""
        cdef const int32_t *token = self.c.proof.token
        cdef const int32_t *end = token + self.c.proof.size
        cdef int32_t clues
        total = False
        cells = set()
        while token < end:
            if token[0] == TOKEN_SPLIT:
                token += 2
                continue
            clues = token[1]
            total = total or token[2] != 0
            token += 3
            for _ in range(clues):
                cells.add(token[0])
                token += 2
        return sorted(cells), total

    def layout(self, int32_t cell, mine):
        """Return the mines of a layout in which the cell is a mine, or is none; None where none was found.

        Premises count, cells next to no clue are left free where the mine total is not known, and a cell that holds
        several mines is named as often.
        """
        cdef finder_t *f = &self.c
        cdef const knowledge_t *k = f.ground.k
        cdef scope_t *s = &f.whole
        cdef int value = SAFE if mine else MINED
        cdef int32_t box, b, i, step, left, held
        if not 0 <= cell < k.topology.cells or k.mark[cell] != UNDECIDED:
            raise InvalidCellError(f"expected a cell that is hidden and undecided, got {cell}")
        f.ground.slots = k.slots
        f.fresh_whole = False
        cdef int failed = scope_gather(&f.ground, s, -1, -1, LARGE_SCOPE, k.total >= 0)
        if failed == -1:
            raise MemoryError
        if failed:
            return None
        box = begin_claim(s, cell, value)
        s.lp.work = WORK
        if search(s, &f.other, MAX_NODES, False) != OPEN:
            return None
        mines = [cell] if box < 0 and mine else []
        for b in range(s.boxes):
            left = s.layout[b]
            # The assumed cell is the first of its box: filled first if it is a mine, last if not.
            step = 1 if b != box or mine else -1
            i = s.box_first[b] if step == 1 else s.box_first[b + 1] - 1
            while left > 0:
                held = min(left, f.ground.slots)
                mines.extend([s.cells[i]] * held)
                left -= held
                i += step
        return sorted(mines)

    @property
    def nodes(self):
        """The sets of rows that were tried in search of the smallest for the last claim."""
        return self.c.nodes


cdef bint rule_tokens(const knowledge_t *k, int32_t number, tokens_t *t) except -1:
    # The sum that a rule of the knowledge stands for: the first clue with the sign of the claim, the second against.
    cdef const deduction_t *entry = &k.log[number]
    t.size = 0
    if entry.rule == RULE_ONE_CLUE:
        if put(t, TOKEN_SUM, 1, 0, 3) < 0 or put(t, entry.first, 1 if entry.value == MINED else -1, 0, 2) < 0:
            raise MemoryError
        return True
    if entry.rule != RULE_TWO_CLUES:
        return False
    if (
        put(t, TOKEN_SUM, 2, 0, 3) < 0
        or put(t, min(entry.first, entry.second), 1 if entry.first < entry.second else -1, 0, 2) < 0
        or put(t, max(entry.first, entry.second), 1 if entry.first > entry.second else -1, 0, 2) < 0
    ):
        raise MemoryError
    return True
