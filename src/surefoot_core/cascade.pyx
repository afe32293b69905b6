"""The moves on a board without an edge: cascades reveal the nearest cells first, as far as a budget goes."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from surefoot_core.chunks cimport (
    COVERED, FLAGGED, PENDING, QUEUED, SIDE, STRUCK, chunk_t, chunks_free, chunks_init, chunks_start, clue_of,
    find_chunk, is_mine, make_chunk, peek_cell, touch_cell,
)


cdef int endless_init(endless_t *e, uint64_t seed, uint64_t threshold) noexcept nogil:
    memset(e, 0, sizeof(endless_t))
    return chunks_init(&e.chunks, seed, threshold)


cdef void endless_free(endless_t *e) noexcept nogil:
    chunks_free(&e.chunks)
    free(e.pending.entries)
    free(e.queue.entries)
    free(e.shown)
    memset(e, 0, sizeof(endless_t))


# --- the cells that wait ----------------------------------------------------------------------------------------


cdef inline bint before(const waiting_t *a, const waiting_t *b) noexcept nogil:
    if a.distance != b.distance:
        return a.distance < b.distance
    if a.row != b.row:
        return a.row < b.row
    return a.col < b.col


cdef int push(heap_t *heap, const waiting_t *entry) noexcept nogil:
    cdef size_t place = heap.size, parent, capacity
    cdef waiting_t *grown
    if place == heap.capacity:
        capacity = 2 * place + 64
        grown = <waiting_t *>realloc(heap.entries, capacity * sizeof(waiting_t))
        if grown == NULL:
            return MOVE_MEMORY
        heap.entries = grown
        heap.capacity = capacity
    heap.size += 1
    while place > 0:
        parent = (place - 1) // 2
        if not before(entry, &heap.entries[parent]):
            break
        heap.entries[place] = heap.entries[parent]
        place = parent
    heap.entries[place] = entry[0]
    return 0


cdef void sift(heap_t *heap, size_t place) noexcept nogil:
    cdef waiting_t entry = heap.entries[place]
    cdef size_t child = 2 * place + 1
    while child < heap.size:
        if child + 1 < heap.size and before(&heap.entries[child + 1], &heap.entries[child]):
            child += 1
        if not before(&heap.entries[child], &entry):
            break
        heap.entries[place] = heap.entries[child]
        place = child
        child = 2 * place + 1
    heap.entries[place] = entry


cdef waiting_t pop(heap_t *heap) noexcept nogil:
    cdef waiting_t top = heap.entries[0]
    heap.size -= 1
    if heap.size:
        heap.entries[0] = heap.entries[heap.size]
        sift(heap, 0)
    return top


cdef inline uint64_t apart(int64_t a, int64_t b) noexcept nogil:
    # |a - b|, which can be more than a signed number holds.
    return <uint64_t>a - <uint64_t>b if a > b else <uint64_t>b - <uint64_t>a


cdef inline uint64_t distance(const endless_t *e, int64_t row, int64_t col) noexcept nogil:
    return max(apart(row, e.origin_row), apart(col, e.origin_col))


cdef void refresh_pending(endless_t *e) noexcept nogil:
    cdef size_t i, kept = 0
    cdef heap_t *heap = &e.pending
    cdef waiting_t *entry
    cdef uint8_t *cell
    for i in range(heap.size):
        entry = &heap.entries[i]
        cell = touch_cell(&e.chunks, entry.row, entry.col)  # its chunk is there: no memory is taken
        if cell[0] == PENDING:
            cell[0] = QUEUED  # for now, so that a second entry of the cell is dropped
            heap.entries[kept] = entry[0]
            heap.entries[kept].distance = distance(e, entry.row, entry.col)
            kept += 1
    heap.size = kept
    for i in range(kept):
        touch_cell(&e.chunks, heap.entries[i].row, heap.entries[i].col)[0] = PENDING
    for i in range(kept // 2, 0, -1):
        sift(heap, i - 1)
    e.stale = False


# --- moves ------------------------------------------------------------------------------------------------------


cdef int enqueue(endless_t *e, heap_t *heap, int state, int64_t row, int64_t col) noexcept nogil:
    cdef waiting_t entry
    cdef uint8_t *cell = touch_cell(&e.chunks, row, col)
    if cell == NULL:
        return MOVE_MEMORY
    if cell[0] != COVERED and (cell[0] != PENDING or state == PENDING):
        return 0
    entry.distance = distance(e, row, col)
    entry.row = row
    entry.col = col
    if push(heap, &entry) < 0:
        return MOVE_MEMORY
    cell[0] = state
    return 0


cdef int show(endless_t *e, const waiting_t *entry, int *clue) noexcept nogil:
    # Reveals one safe cell and notes it.
    cdef chunk_t *chunk = make_chunk(&e.chunks, entry.row >> 4, entry.col >> 4)
    cdef waiting_t *grown
    cdef size_t capacity
    if chunk == NULL:
        return MOVE_MEMORY
    if e.shown_size == e.shown_capacity:
        capacity = 2 * e.shown_capacity + 64
        grown = <waiting_t *>realloc(e.shown, capacity * sizeof(waiting_t))
        if grown == NULL:
            return MOVE_MEMORY
        e.shown = grown
        e.shown_capacity = capacity
    clue[0] = clue_of(chunk, entry.row, entry.col)
    chunk.cells[(entry.row & 15) * SIDE + (entry.col & 15)] = clue[0]
    e.shown[e.shown_size].distance = clue[0]
    e.shown[e.shown_size].row = entry.row
    e.shown[e.shown_size].col = entry.col
    e.shown_size += 1
    e.revealed += 1
    return 0


cdef int cascade(
    endless_t *e, heap_t *heap, int state, uint64_t budget, int64_t top, int64_t left, int64_t bottom, int64_t right
) noexcept nogil:
    # Reveals up to `budget` cells of a heap whose cells are in this state, and what they bring, nearest first.
    # What lies outside top <= row < bottom, left <= col < right becomes pending.
    cdef waiting_t entry
    cdef int64_t row, col
    cdef int clue = 0
    cdef bint inside
    while heap.size and budget:
        entry = pop(heap)
        if peek_cell(&e.chunks, entry.row, entry.col) != state:
            continue
        if show(e, &entry, &clue) < 0:
            return MOVE_MEMORY
        budget -= 1
        if clue:
            continue
        for row in range(entry.row - 1, entry.row + 2):
            for col in range(entry.col - 1, entry.col + 2):
                inside = top <= row < bottom and left <= col < right
                if enqueue(e, heap if inside else &e.pending, state if inside else PENDING, row, col) < 0:
                    return MOVE_MEMORY
    return 0


cdef int put_aside(endless_t *e) noexcept nogil:
    # What the cascade at work did not reach becomes pending.
    cdef size_t i
    cdef int status = 0
    for i in range(e.queue.size):
        if peek_cell(&e.chunks, e.queue.entries[i].row, e.queue.entries[i].col) == QUEUED:
            touch_cell(&e.chunks, e.queue.entries[i].row, e.queue.entries[i].col)[0] = PENDING
            if push(&e.pending, &e.queue.entries[i]) < 0:
                status = MOVE_MEMORY
    e.queue.size = 0
    return status


cdef int uncover(endless_t *e, int64_t row, int64_t col, bint *lost) noexcept nogil:
    # Puts a hidden cell into the queue, or strikes its mine.
    cdef chunk_t *chunk = make_chunk(&e.chunks, row >> 4, col >> 4)
    cdef uint8_t *cell
    if chunk == NULL:
        return MOVE_MEMORY
    cell = &chunk.cells[(row & 15) * SIDE + (col & 15)]
    if cell[0] != COVERED and cell[0] != PENDING:
        return 0
    if is_mine(chunk, row, col):
        cell[0] = STRUCK
        e.losses += 1
        lost[0] = True
        return 0
    return enqueue(e, &e.queue, QUEUED, row, col)


cdef int finish_move(endless_t *e, uint64_t budget) noexcept nogil:
    cdef int64_t far = <int64_t>0x7FFFFFFFFFFFFFFF
    cdef int status = cascade(e, &e.queue, QUEUED, budget, -far, -far, far, far)
    return MOVE_MEMORY if put_aside(e) < 0 or status < 0 else 0


cdef int move_reveal(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil:
    cdef uint8_t cell = peek_cell(&e.chunks, row, col)
    e.shown_size = 0
    if cell != COVERED and cell != PENDING:
        return 0
    if not e.chunks.started:
        chunks_start(&e.chunks, row, col)
    e.origin_row = row
    e.origin_col = col
    e.stale = True
    if uncover(e, row, col, lost) < 0:
        return MOVE_MEMORY
    return finish_move(e, budget)


cdef int move_chord(endless_t *e, int64_t row, int64_t col, uint64_t budget, bint *lost) noexcept nogil:
    cdef int64_t r, c
    cdef int known = 0, clue = peek_cell(&e.chunks, row, col)
    cdef uint8_t cell
    e.shown_size = 0
    if clue > 8:
        return 0
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            cell = peek_cell(&e.chunks, r, c)
            known += cell == FLAGGED or cell == STRUCK
    if known != clue:
        return 0
    e.origin_row = row
    e.origin_col = col
    e.stale = True
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if uncover(e, r, c, lost) < 0:
                return MOVE_MEMORY
    return finish_move(e, budget)


cdef int move_resume(endless_t *e, uint64_t budget) noexcept nogil:
    cdef int64_t far = <int64_t>0x7FFFFFFFFFFFFFFF
    e.shown_size = 0
    if e.stale:
        refresh_pending(e)
    return cascade(e, &e.pending, PENDING, budget, -far, -far, far, far)


cdef int move_window(
    endless_t *e, int64_t top, int64_t left, int64_t rows, int64_t cols, uint64_t budget
) noexcept nogil:
    cdef int64_t row, col, chunk_row, chunk_col
    cdef chunk_t *chunk
    cdef int status
    e.shown_size = 0
    for chunk_row in range(top >> 4, (top + rows - 1 >> 4) + 1):
        for chunk_col in range(left >> 4, (left + cols - 1 >> 4) + 1):
            chunk = find_chunk(&e.chunks, chunk_row, chunk_col)
            if chunk == NULL:
                continue
            for row in range(max(top, chunk_row * SIDE), min(top + rows, chunk_row * SIDE + SIDE)):
                for col in range(max(left, chunk_col * SIDE), min(left + cols, chunk_col * SIDE + SIDE)):
                    if chunk.cells[(row & 15) * SIDE + (col & 15)] == PENDING:
                        if enqueue(e, &e.queue, QUEUED, row, col) < 0:
                            return MOVE_MEMORY
    status = cascade(e, &e.queue, QUEUED, budget, top, left, top + rows, left + cols)
    return MOVE_MEMORY if put_aside(e) < 0 or status < 0 else 0
