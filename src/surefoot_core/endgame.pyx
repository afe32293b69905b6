"""The end of a game played out exactly over its layouts, with a table of the sets met before."""

from libc.math cimport ldexp
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from surefoot_core.chances cimport count_view
from surefoot_core.clock cimport clock_after, clock_now
from surefoot_core.counter cimport (
    COUNT_DONE, COUNT_MEMORY, COUNT_NONE, COUNT_WIDE, counter_free, counter_init, counter_t, kept_forget,
)
from surefoot_core.frontier cimport frontier_free, frontier_init, frontier_t, frontier_update
from surefoot_core.knowledge cimport knowledge_free, knowledge_init, knowledge_load, knowledge_one_clue, knowledge_t
from surefoot_core.layouts cimport (
    LAYOUTS_MANY, SEEN_MINE, layouts_free, layouts_init, layouts_list, layouts_t,
)
from surefoot_core.pool cimport pool_free, pool_reserve
from surefoot_core.rng cimport rng_mix
from surefoot_core.topology cimport topology_t
from surefoot_core.view cimport View

from surefoot_core.errors import InvalidCellError

cdef enum:
    # places in the pool
    NUMBERS, MEMBERS, GROUPS, MOVES, FRAMES, STATS, SCRATCH, SPLITS

cdef enum:
    MAX_NODES = 4000000        # of the counting engine for one view
    MAX_BYTES = 1 << 30

cdef enum:
    PLACES = 4                 # of the table that a set may be written to
    ALL_SAFE = -1              # the move that reveals every safe cell

ctypedef struct move_t:
    int32_t cell
    int32_t safe               # layouts in which it is safe


cdef int endgame_init(endgame_t *e, int table_bits) noexcept nogil:
    memset(e, 0, sizeof(endgame_t))
    e.budget = <int64_t>1 << 40
    e.table_size = <int64_t>1 << table_bits
    e.table = <entry_t *>calloc(e.table_size, sizeof(entry_t))
    return ENDGAME_MEMORY if e.table == NULL else ENDGAME_DONE


cdef void endgame_free(endgame_t *e) noexcept nogil:
    cdef int i
    free(e.table)
    for i in range(ENDGAME_POOLS):
        pool_free(&e.pool[i])
    memset(e, 0, sizeof(endgame_t))


cdef int endgame_start(endgame_t *e, const layouts_t *a, int64_t max_visits) noexcept nogil:
    cdef int64_t stride = a.stride
    cdef uint64_t counter = 0
    cdef uint64_t *numbers
    cdef int32_t i
    e.a = a
    e.age += 1
    e.visits = 0
    e.max_visits = max_visits
    numbers = <uint64_t *>pool_reserve(&e.pool[NUMBERS], (2 * <int64_t>a.count + 1) * sizeof(uint64_t), &e.budget)
    if (
        numbers == NULL
        # of each cell what `tell` tells, and a byte to count in
        or pool_reserve(&e.pool[STATS], (stride + 16) * (sizeof(int32_t) + 3), &e.budget) == NULL
        or pool_reserve(&e.pool[SCRATCH], (<int64_t>a.count + 1) * sizeof(int32_t), &e.budget) == NULL
    ):
        return ENDGAME_MEMORY
    for i in range(2 * a.count):
        numbers[i] = rng_mix(&counter)
    return ENDGAME_DONE


# --- sets of layouts -----------------------------------------------------------------------------------


cdef inline const uint8_t *seen_in(const endgame_t *e, int32_t layout) noexcept nogil:
    return e.a.seen + <int64_t>layout * e.a.stride


cdef void tell(endgame_t *e, const int32_t *members, int32_t size) noexcept nogil:
    # Of each cell, over a set: `mined`, `least` clue (255: it is always a mine), `most` clue plus one (0: the same).
    cdef int32_t stride = e.a.stride, i, j, end = 0
    cdef int32_t *mined = <int32_t *>e.pool[STATS].at
    cdef uint8_t *least = <uint8_t *>(mined + stride)
    cdef uint8_t *most = least + stride
    cdef uint8_t *few = most + stride  # of up to 255 layouts
    cdef const uint8_t *seen
    cdef uint8_t shown
    memset(mined, 0, stride * sizeof(int32_t))
    memset(least, 255, stride)
    memset(most, 0, stride)
    while end < size:
        memset(few, 0, stride)
        i = end
        end = min(end + 255, size)
        for i in range(i, end):
            seen = seen_in(e, members[i])
            for j in range(stride):
                shown = seen[j]
                few[j] += shown == SEEN_MINE
                least[j] = shown if shown < least[j] else least[j]
                shown = <uint8_t>(shown + 1)
                most[j] = shown if shown > most[j] else most[j]
        for j in range(stride):
            mined[j] += few[j]


cdef bint told_apart(const endgame_t *e, int32_t one, int32_t other) noexcept nogil:
    # Whether a cell that is safe in both layouts shows different clues.
    cdef const uint8_t *x = seen_in(e, one)
    cdef const uint8_t *y = seen_in(e, other)
    cdef int32_t j
    cdef uint8_t found = 0
    for j in range(e.a.stride):
        found |= (x[j] != y[j]) & (x[j] != SEEN_MINE) & (y[j] != SEEN_MINE)
    return found


cdef int64_t split(endgame_t *e, int64_t at, int32_t size, int32_t cell) noexcept nogil:
    # Sorts members[at : at + size] by the clue of a cell that is safe in all of them; the sizes of the groups go on
    # top of `groups`, in the order of the clues. How many, or ENDGAME_MEMORY.
    cdef int32_t counts[256]
    cdef int32_t *members = <int32_t *>e.pool[MEMBERS].at + at
    cdef int32_t *scratch = <int32_t *>e.pool[SCRATCH].at
    cdef int32_t *groups
    cdef int32_t i, count, least = 255, most = 0, clue, begin = 0, found = 0
    if size == 1:
        groups = <int32_t *>pool_reserve(&e.pool[GROUPS], (e.groups_top + 1) * sizeof(int32_t), &e.budget)
        if groups == NULL:
            return ENDGAME_MEMORY
        groups[e.groups_top] = 1
        e.groups_top += 1
        return 1
    for i in range(size):
        clue = seen_in(e, members[i])[cell]
        least = min(least, clue)
        most = max(most, clue)
    for i in range(least, most + 1):
        counts[i] = 0
    for i in range(size):
        counts[seen_in(e, members[i])[cell]] += 1
    groups = <int32_t *>pool_reserve(
        &e.pool[GROUPS], (e.groups_top + most - least + 1) * sizeof(int32_t), &e.budget
    )
    if groups == NULL:
        return ENDGAME_MEMORY
    for i in range(least, most + 1):
        if counts[i]:
            groups[e.groups_top] = counts[i]
            e.groups_top += 1
            found += 1
            count = counts[i]
            counts[i] = begin
            begin += count
    if found > 1:
        memcpy(scratch, members, size * sizeof(int32_t))
        for i in range(size):
            clue = seen_in(e, scratch[i])[cell]
            members[counts[clue]] = scratch[i]
            counts[clue] += 1
    return found


cdef int64_t split_by_safe(endgame_t *e, frame_t *frame, int64_t at) noexcept nogil:
    # The whole set, at members[at], falls apart by what all its safe cells show: the number of groups.
    cdef const int32_t *mined = <const int32_t *>e.pool[STATS].at
    cdef const uint8_t *least = <const uint8_t *>(mined + e.a.stride)
    cdef const uint8_t *most = least + e.a.stride
    cdef int64_t count = 1, i, base = e.groups_top, begin, found
    cdef int32_t *old
    cdef int32_t j
    if pool_reserve(&e.pool[GROUPS], (base + 1) * sizeof(int32_t), &e.budget) == NULL:
        return ENDGAME_MEMORY
    (<int32_t *>e.pool[GROUPS].at)[base] = frame.size
    for j in range(e.a.cells):
        if mined[j] or most[j] - 1 == least[j]:
            continue
        old = <int32_t *>pool_reserve(&e.pool[SPLITS], count * sizeof(int32_t), &e.budget)
        if old == NULL:
            return ENDGAME_MEMORY
        memcpy(old, <int32_t *>e.pool[GROUPS].at + base, count * sizeof(int32_t))
        e.groups_top = base
        begin = at
        for i in range(count):
            found = split(e, begin, old[i], j)
            if found < 0:
                return found
            begin += old[i]
        count = e.groups_top - base
    return count


# --- the table -----------------------------------------------------------------------------------------


cdef inline int32_t recall(const endgame_t *e, uint64_t low, uint64_t high) noexcept nogil:
    # What the table has of a set: the layouts won, or -1 - bound where only that is known, or 0 for nothing.
    cdef const entry_t *entry = e.table + (low & (e.table_size - 1) & ~<uint64_t>(PLACES - 1))
    cdef int i
    for i in range(PLACES):
        if entry[i].low == low and entry[i].high == high and entry[i].age == e.age:
            return entry[i].won
    return 0


cdef inline void remember(endgame_t *e, const frame_t *frame) noexcept nogil:
    # Into the place of the same set, or of an earlier search if there is one, else by the key.
    cdef entry_t *entry = e.table + (frame.low & (e.table_size - 1) & ~<uint64_t>(PLACES - 1))
    cdef int i, chosen = frame.high & (PLACES - 1)
    for i in range(PLACES):
        if entry[i].age != e.age or (entry[i].low == frame.low and entry[i].high == frame.high):
            chosen = i
            break
    entry[chosen].low = frame.low
    entry[chosen].high = frame.high
    entry[chosen].age = e.age
    entry[chosen].won = frame.best if frame.raised else -1 - frame.best


# --- the search ----------------------------------------------------------------------------------------


cdef void order_moves(move_t *moves, int32_t count) noexcept nogil:
    # The safest first; equals stay in order.
    cdef int32_t i, j
    cdef move_t held
    for i in range(1, count):
        held = moves[i]
        j = i
        while j and moves[j - 1].safe < held.safe:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = held


cdef int32_t list_moves(endgame_t *e, const frame_t *frame) noexcept nogil:
    # The moves of a set onto the top of `moves`: how many, or ENDGAME_MEMORY. A dead cell (it shows the same clue
    # wherever it is safe) can always wait until the others are done, so it is tried only where all cells are dead.
    cdef const int32_t *mined = <const int32_t *>e.pool[STATS].at
    cdef const uint8_t *least = <const uint8_t *>(mined + e.a.stride)
    cdef const uint8_t *most = least + e.a.stride
    cdef int32_t j, count = 0
    cdef bint dead_too = False
    cdef move_t *moves = <move_t *>pool_reserve(
        &e.pool[MOVES], (e.moves_top + e.a.cells + 1) * sizeof(move_t), &e.budget
    )
    if moves == NULL:
        return ENDGAME_MEMORY
    moves += e.moves_top
    for j in range(e.a.cells):
        if mined[j] == 0 and most[j] - 1 != least[j]:
            moves[0].cell = ALL_SAFE
            moves[0].safe = frame.size
            return 1
    while True:
        for j in range(e.a.cells):
            if 0 < mined[j] < frame.size and (dead_too or most[j] - 1 != least[j]):
                moves[count].cell = j
                moves[count].safe = frame.size - mined[j]
                count += 1
        if count or dead_too:
            break
        dead_too = True
    order_moves(moves, count)
    return count


cdef frame_t *push(endgame_t *e, int32_t depth, int64_t members, int32_t size) noexcept nogil:
    # A new frame for a set, without moves.
    cdef const uint64_t *numbers = <const uint64_t *>e.pool[NUMBERS].at
    cdef const int32_t *member = <const int32_t *>e.pool[MEMBERS].at + members
    cdef int32_t i
    cdef frame_t *frame = <frame_t *>pool_reserve(&e.pool[FRAMES], (depth + 1) * sizeof(frame_t), &e.budget)
    if frame == NULL:
        return NULL
    frame += depth
    memset(frame, 0, sizeof(frame_t))
    for i in range(size):
        frame.low += numbers[2 * member[i]]
        frame.high += numbers[2 * member[i] + 1]
    frame.members = members
    frame.size = size
    frame.groups = e.groups_top
    frame.moves = e.moves_top
    frame.top = e.members_top
    frame.best_cell = ALL_SAFE
    return frame


cdef int open_frame(endgame_t *e, frame_t *frame) noexcept nogil:
    # The moves of a frame.
    tell(e, <int32_t *>e.pool[MEMBERS].at + frame.members, frame.size)
    frame.move_count = list_moves(e, frame)
    if frame.move_count < 0:
        return ENDGAME_MEMORY
    e.moves_top += frame.move_count
    e.visits += 1
    if frame.move_count == 0:
        frame.best = frame.size  # every cell is known
        frame.raised = True
    return ENDGAME_DONE


cdef int start_move(endgame_t *e, frame_t *frame) noexcept nogil:
    # The survivors of the next move, in groups by what it shows.
    cdef move_t *move = <move_t *>e.pool[MOVES].at + frame.moves + frame.move
    cdef const int32_t *members
    cdef int32_t *survivors
    cdef int32_t i, count = 0
    frame.move += 1
    frame.cell = move.cell
    if pool_reserve(&e.pool[MEMBERS], (frame.top + frame.size) * sizeof(int32_t), &e.budget) == NULL:
        return ENDGAME_MEMORY
    members = <int32_t *>e.pool[MEMBERS].at + frame.members
    survivors = <int32_t *>e.pool[MEMBERS].at + frame.top
    if move.cell == ALL_SAFE:
        memcpy(survivors, members, frame.size * sizeof(int32_t))
        count = frame.size
        frame.group_count = <int32_t>split_by_safe(e, frame, frame.top)
    else:
        for i in range(frame.size):
            survivors[count] = members[i]
            count += seen_in(e, members[i])[move.cell] != SEEN_MINE
        frame.group_count = <int32_t>split(e, frame.top, count, move.cell) if count else 0
    if frame.group_count < 0:
        return ENDGAME_MEMORY
    e.members_top = frame.top + count
    frame.next_member = frame.top
    frame.group = 0
    frame.sum = 0
    frame.rest = count
    return ENDGAME_DONE


cdef inline int32_t value_at_once(const endgame_t *e, int64_t members, int32_t size) noexcept nogil:
    # Of one layout or two, without a search; 0 for more.
    cdef const int32_t *member = <const int32_t *>e.pool[MEMBERS].at + members
    if size == 1:
        return 1
    return 1 + told_apart(e, member[0], member[1]) if size == 2 else 0


cdef inline void take_value(frame_t *frame, int32_t size, int32_t won) noexcept nogil:
    # A group is worth `won`; or only -1 - won at most, which is too little for the move.
    if won < 0:
        frame.group = frame.group_count
        frame.sum = 0
        return
    frame.sum += won
    frame.rest -= size
    frame.group += 1
    frame.next_member += size


cdef int run(endgame_t *e) noexcept nogil:
    # From one frame with its moves to its value. Every set is worked out as far as it takes to know whether its move
    # beats the best move of the set before: `best` of a frame begins with what it has to beat.
    cdef int32_t depth = 0, size, won, beat
    cdef frame_t *frame
    while True:
        if e.visits > e.max_visits or (e.deadline and e.visits & 255 == 0 and clock_now() > e.deadline):
            return ENDGAME_MANY
        frame = <frame_t *>e.pool[FRAMES].at + depth
        if frame.group < frame.group_count:
            size = (<int32_t *>e.pool[GROUPS].at)[frame.groups + frame.group]
            beat = frame.best - frame.sum - frame.rest + size
            if beat >= size:
                take_value(frame, size, -1 - size)
                continue
            won = value_at_once(e, frame.next_member, size)
            if won == 0:
                depth += 1
                frame = push(e, depth, frame.next_member, size)
                if frame == NULL:
                    return ENDGAME_MEMORY
                won = recall(e, frame.low, frame.high)
                if won == 0 or -1 - won > beat:
                    frame.best = max(beat, 0)
                    if open_frame(e, frame) < 0:
                        return ENDGAME_MEMORY
                    continue
                depth -= 1
                frame = <frame_t *>e.pool[FRAMES].at + depth
            take_value(frame, size, won)
            continue
        if frame.group_count and frame.sum > frame.best:
            frame.best = frame.sum
            frame.best_cell = frame.cell
            frame.raised = True
        frame.group = frame.group_count = 0
        e.groups_top = frame.groups
        e.members_top = frame.top
        if frame.move < frame.move_count and (
            (<move_t *>e.pool[MOVES].at)[frame.moves + frame.move].safe > frame.best
        ):
            if start_move(e, frame) < 0:
                return ENDGAME_MEMORY
            continue
        remember(e, frame)
        e.moves_top = frame.moves
        if depth == 0:
            return ENDGAME_DONE
        depth -= 1
        size = frame.size
        won = frame.best if frame.raised else -1 - frame.best
        take_value(<frame_t *>e.pool[FRAMES].at + depth, size, won)


cdef frame_t *root(endgame_t *e) noexcept nogil:
    cdef int32_t *members = <int32_t *>pool_reserve(
        &e.pool[MEMBERS], (<int64_t>e.a.count + 1) * sizeof(int32_t), &e.budget
    )
    cdef int32_t i
    if members == NULL:
        return NULL
    for i in range(e.a.count):
        members[i] = i
    e.members_top = e.a.count
    e.groups_top = e.moves_top = 0
    return push(e, 0, 0, e.a.count)


cdef int endgame_solve(endgame_t *e, int32_t *won, int32_t *cell) noexcept nogil:
    cdef frame_t *frame = root(e)
    cdef int status
    if frame == NULL or open_frame(e, frame) < 0:
        return ENDGAME_MEMORY
    status = run(e)
    frame = <frame_t *>e.pool[FRAMES].at
    won[0] = frame.best
    cell[0] = frame.best_cell
    return status


cdef int endgame_after(endgame_t *e, int32_t cell, int32_t *won) noexcept nogil:
    cdef frame_t *frame = root(e)
    cdef move_t *move = <move_t *>pool_reserve(&e.pool[MOVES], sizeof(move_t), &e.budget)
    cdef int status
    if frame == NULL or move == NULL:
        return ENDGAME_MEMORY
    move.cell = cell
    move.safe = e.a.count
    e.moves_top = 1
    frame.move_count = 1
    # The value of one move is not that of the set: it must not be found under the set's key.
    frame.low = frame.high = 0
    status = run(e)
    won[0] = (<frame_t *>e.pool[FRAMES].at).best
    return status


# --- for Python ----------------------------------------------------------------------------------------


cdef int list_view(layouts_t *a, const topology_t *t, View view, int32_t max_count, int32_t max_cells) noexcept nogil:
    # The layouts of a view: COUNT_NONE without any, COUNT_WIDE where they are too many, ...
    cdef knowledge_t k
    cdef frontier_t f
    cdef counter_t w
    cdef int status = COUNT_MEMORY
    cdef double count
    counter_init(&w, MAX_NODES, MAX_BYTES)
    if knowledge_init(&k, t, view.total) == 0:
        if frontier_init(&f, &k) == 0:
            f.forget = kept_forget
            knowledge_load(&k, view.cells)
            knowledge_one_clue(&k)
            if k.conflict >= 0:
                status = COUNT_NONE
            elif frontier_update(&f, &k) == 0:
                status = count_view(&w, &f)
                count = ldexp(w.chances.layouts, <int>min(w.chances.exponent, 99))
                if status == COUNT_DONE and count > max_count + 0.5:
                    status = COUNT_WIDE
                if status == COUNT_DONE:
                    status = layouts_list(a, &f, max_count, max_cells)
                    status = COUNT_WIDE if status == LAYOUTS_MANY else status
            frontier_free(&f)
        knowledge_free(&k)
    counter_free(&w)
    return status


cdef class Endgame:
    """The exact end of a game from one view: the layouts won by the best play, of all that are consistent.

    The view has a mine total and at most one mine a cell. `layouts` is 0 for a contradictory view, and None where
    there are more than `max_layouts`, or more than `max_cells` open cells; then nothing else is known. Cells are flat
    indices. The table of positions holds 2**table_bits entries of 24 bytes; the sets of layouts in it are told apart
    by 128 bits.
    """

    def __cinit__(self, View view not None, *, max_layouts=20_000, max_cells=400, table_bits=18):
        cdef int32_t count = max_layouts, cells = max_cells
        cdef int status
        if view.total < 0 or view.slots != 1:
            raise ValueError("expected a view with a mine total and at most one mine a cell")
        if not 1 <= max_layouts <= 1 << 24 or not 1 <= max_cells <= 1 << 20 or not 2 <= table_bits <= 30:
            raise ValueError(
                f"expected max_layouts in 1 .. 2**24, max_cells in 1 .. 2**20 and table_bits in 2 .. 30, "
                f"got {max_layouts!r}, {max_cells!r} and {table_bits!r}"
            )
        self.topology = view.neighbourhood()
        layouts_init(&self.a)
        with nogil:
            status = list_view(&self.a, &self.topology.c, view, count, cells)
        if status == COUNT_MEMORY or endgame_init(&self.e, table_bits) < 0:
            raise MemoryError
        self.known = status != COUNT_WIDE
        if not self.known:
            self.a.count = 0
        if endgame_start(&self.e, &self.a, 0) < 0:
            raise MemoryError

    def __dealloc__(self):
        endgame_free(&self.e)
        layouts_free(&self.a)

    @property
    def layouts(self):
        """The number of consistent layouts; None where they are too many."""
        return self.a.count if self.known else None

    @property
    def visits(self):
        """The positions worked out so far: a measure of work that repeats."""
        return self.e.visits

    def safe_layouts(self):
        """Return {cell: the layouts in which it is safe} for the hidden cells that are not known mines."""
        cdef int32_t i, j, safe
        found = {}
        for i in range(self.a.cells if self.a.count else 0):
            safe = 0
            for j in range(self.a.count):
                safe += self.a.seen[<int64_t>j * self.a.stride + i] != SEEN_MINE
            found[self.a.where[i]] = safe
        return found

    def solve(self, *, max_visits=10_000_000, seconds=None):
        """Return (won, cell): the most layouts won, and a cell to begin with; None beyond `max_visits` positions.

        The cell is -1 where a safe cell comes first. None after so many `seconds`, too.
        """
        cdef int32_t won = 0, cell = 0
        cdef int status
        check_layouts(self)
        self.e.max_visits = self.e.visits + <int64_t>max_visits
        self.e.deadline = clock_after(seconds)
        with nogil:
            status = endgame_solve(&self.e, &won, &cell)
        if status == ENDGAME_MEMORY:
            raise MemoryError
        if status == ENDGAME_MANY:
            return None
        return won, self.a.where[cell] if cell >= 0 else -1

    def won_after(self, cell, *, max_visits=10_000_000, seconds=None):
        """Return the most layouts won if this hidden cell is revealed now; None beyond the limits, as in `solve`."""
        cdef int32_t won = 0, place = -1
        cdef int status
        check_layouts(self)
        if 0 <= cell < self.topology.c.cells:
            place = self.a.place[<int32_t>cell]
        if place < 0:
            raise InvalidCellError(f"expected a hidden cell that is no known mine, got {cell!r}")
        self.e.max_visits = self.e.visits + <int64_t>max_visits
        self.e.deadline = clock_after(seconds)
        with nogil:
            status = endgame_after(&self.e, place, &won)
        if status == ENDGAME_MEMORY:
            raise MemoryError
        return None if status == ENDGAME_MANY else won


cdef int check_layouts(Endgame endgame) except -1:
    if endgame.a.count == 0:
        raise ValueError("expected a view with layouts, and few enough to list")
    return 0
