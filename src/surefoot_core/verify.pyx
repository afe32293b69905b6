"""The compiled checker: replays binary certificates against clues, the mine total and earlier claims."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from surefoot_core.errors import CertificateError, InvalidCellError

from surefoot_core.view cimport HIDDEN, MINE, View

FAULTS = {
    TRUNCATED: "the certificate ends too early",
    OVERLONG: "a number is longer than it need be",
    BAD_VERSION: f"expected version {CERTIFICATE_VERSION}",
    BAD_CLAIM: "expected a claim of safe, mine, conflict or some",
    BAD_HEAD: "no proof is written like this",
    OFF_BOARD: "a cell is not on the board",
    NOT_HIDDEN: "a cell is revealed, expected a hidden one",
    DECIDED: "a cell is decided already",
    NOT_CLUE: "a row is hidden, expected a clue",
    BAD_MULTIPLIER: f"a multiplier is larger than {MAX_MULTIPLIER}",
    NO_TOTAL: "the mine total is not known",
    TOO_DEEP: f"expected at most {MAX_DEPTH} splits inside one another",
    CLAUSAL: "a clausal proof is for drat-trim, this checker does not replay it",
    POSSIBLE: "the sum is possible",
    TRAILING: "bytes are left over",
}


ctypedef struct reader_t:
    const uint8_t *data
    Py_ssize_t size
    Py_ssize_t at
    fault_t fault              # the first fault; nothing is read after it


cdef inline uint32_t next_number(reader_t *r) noexcept nogil:
    # A varint below 2**32: seven bits a byte, the lowest first, no zero byte at the end.
    cdef uint32_t value = 0
    cdef uint8_t byte
    cdef int shift = 0
    while True:
        if r.fault != SOUND:
            return 0
        if r.at >= r.size:
            r.fault = TRUNCATED
            return 0
        byte = r.data[r.at]
        if (shift and byte == 0) or (shift == 28 and byte > 15):
            r.fault = OVERLONG
            return 0
        r.at += 1
        value |= <uint32_t>(byte & 127) << shift
        if byte < 128:
            return value
        shift += 7


cdef inline int32_t next_hidden(checker_t *c, reader_t *r) noexcept nogil:
    # A hidden cell of which nothing is claimed, or -1.
    cdef uint32_t cell = next_number(r)
    if r.fault != SOUND:
        return -1
    if cell >= <uint32_t>c.topology.cells:
        r.fault = OFF_BOARD
    elif c.clue[cell] != HIDDEN:
        r.fault = NOT_HIDDEN
    elif c.mark[cell] != FREE:
        r.fault = DECIDED
    else:
        return cell
    return -1


cdef inline void assign(checker_t *c, int32_t cell, int value) noexcept nogil:
    c.hidden[c.mark[cell]] -= 1
    c.hidden[value] += 1
    c.mark[cell] = value


cdef inline int64_t most_of(const checker_t *c, int mark, int64_t times) noexcept nogil:
    # The most that so many times the mines of a cell with this mark can be.
    cdef int32_t least = c.slots if mark == IS_MINE else mark == IS_SOME
    cdef int32_t most = 0 if mark == IS_SAFE else c.slots - (mark == IS_NOT_FULL)
    return times * (most if times > 0 else least)


cdef inline void check_sum(checker_t *c, reader_t *r, uint32_t head) noexcept nogil:
    cdef const topology_t *t = c.topology
    cdef uint32_t rows = head >> 4, _number, gap, magnitude
    cdef int64_t row = -1, times, base = 0, right = 0, most = 0
    cdef int32_t size = 0, i, cell
    cdef int64_t[MARKS] untouched
    cdef bint is_unit = head & 3 == PROOF_UNIT_SUM, all_units = True
    if head & 4:
        magnitude = 1 if is_unit else next_number(r) + 1
        all_units = magnitude == 1
        base = -<int64_t>magnitude if head & 8 else <int64_t>magnitude
        if r.fault == SOUND and (magnitude == 0 or magnitude > MAX_MULTIPLIER):
            r.fault = BAD_MULTIPLIER
        elif r.fault == SOUND and c.total < 0:
            r.fault = NO_TOTAL
        right = base * c.total
    elif head & 8:
        r.fault = BAD_HEAD
    for _number in range(rows):
        gap = next_number(r)
        magnitude = 1 if is_unit else next_number(r) + 1
        if r.fault != SOUND:
            break
        row += (gap >> 1) + 1
        if row >= t.cells:
            r.fault = OFF_BOARD
        elif c.clue[row] == HIDDEN:
            r.fault = NOT_CLUE
        elif magnitude == 0 or magnitude > MAX_MULTIPLIER:
            r.fault = BAD_MULTIPLIER
        if r.fault != SOUND:
            break
        if magnitude != 1:
            all_units = False
        times = -<int64_t>magnitude if gap & 1 else <int64_t>magnitude
        right += times * c.clue[row]
        for i in range(t.first[row], t.first[row + 1]):
            cell = t.near[i]
            if c.clue[cell] == HIDDEN:
                if not c.seen[cell]:
                    c.seen[cell] = 1
                    c.touched[size] = cell
                    size += 1
                c.coefficient[cell] += times
    # Scratch is cleared whatever happened.
    for i in range(MARKS):
        untouched[i] = c.hidden[i]
    for i in range(size):
        cell = c.touched[i]
        untouched[c.mark[cell]] -= 1
        most += most_of(c, c.mark[cell], c.coefficient[cell] + base)
        c.coefficient[cell] = 0
        c.seen[cell] = 0
    for i in range(MARKS):
        most += untouched[i] * most_of(c, i, base)
    if r.fault != SOUND:
        return
    if not is_unit and all_units:
        r.fault = BAD_HEAD
    elif most >= right:
        r.fault = POSSIBLE


cdef fault_t checker_check(
    checker_t *c, const uint8_t *data, Py_ssize_t size, int32_t *cell, int *value, Py_ssize_t *at
) noexcept nogil:
    cdef reader_t r
    cdef int32_t[64] split
    cdef uint8_t[64] branch
    cdef int depth = 0
    cdef uint32_t head
    r.data = data
    r.size = size
    r.at = 1
    r.fault = SOUND
    cell[0] = -1
    value[0] = 0
    if size < 1:
        r.fault = TRUNCATED
    elif data[0] >> 4 != CERTIFICATE_VERSION:
        r.fault = BAD_VERSION
    elif data[0] & 15 > CLAIM_SOME:
        r.fault = BAD_CLAIM
    elif data[0] & 15 != CLAIM_CONFLICT:
        value[0] = data[0] & 15
        cell[0] = next_hidden(c, &r)
        if cell[0] >= 0:
            assign(
                c, cell[0],
                IS_SOME if value[0] == CLAIM_SAFE else IS_NOT_FULL if value[0] == CLAIM_MINE else IS_SAFE,
            )
    while r.fault == SOUND:
        head = next_number(&r)
        if r.fault != SOUND:
            break
        if head & 3 == PROOF_SPLIT:
            if head != PROOF_SPLIT:
                r.fault = BAD_HEAD
            elif depth == MAX_DEPTH:
                r.fault = TOO_DEEP
            else:
                split[depth] = next_hidden(c, &r)
                if r.fault == SOUND:
                    branch[depth] = 0
                    assign(c, split[depth], IS_SAFE)
                    depth += 1
            continue
        if head & 3 == PROOF_CLAUSES:
            r.fault = CLAUSAL
            break
        check_sum(c, &r, head)
        if r.fault != SOUND:
            break
        # This branch is closed: on to the nearest split whose mine branch is still open.
        while depth and branch[depth - 1] == 1:
            depth -= 1
            assign(c, split[depth], FREE)
        if depth == 0:
            break
        branch[depth - 1] = 1
        assign(c, split[depth - 1], IS_SOME)
    while depth:
        depth -= 1
        assign(c, split[depth], FREE)
    if cell[0] >= 0:
        assign(c, cell[0], FREE)
    if r.fault == SOUND and r.at != size:
        r.fault = TRAILING
    at[0] = r.at
    return r.fault


cdef class Checker:
    """What a checker knows of a game: the clues seen so far, the mine total, and the claims accepted so far.

    Cells are flat indices, row * cols + col. The known mines of the View are premises. Memory: about 15 bytes a
    cell. A contradictory view proves anything.
    """

    def __cinit__(self, View view not None):
        cdef int32_t cell, n = view.n
        self.topology = view.neighbourhood()
        self.c.topology = &self.topology.c
        self.c.total = view.total
        self.c.clue = <uint8_t *>malloc(n)
        self.c.mark = <uint8_t *>malloc(n)
        self.c.coefficient = <int64_t *>calloc(n, sizeof(int64_t))
        self.c.touched = <int32_t *>malloc(n * sizeof(int32_t))
        self.c.seen = <uint8_t *>calloc(n, 1)
        if (
            self.c.clue == NULL or self.c.mark == NULL or self.c.coefficient == NULL or self.c.touched == NULL
            or self.c.seen == NULL
        ):
            raise MemoryError
        self.c.slots = view.slots
        memset(self.c.mark, FREE, n)
        memcpy(self.c.clue, view.cells, n)
        for cell in range(n):
            if view.cells[cell] >= MINE:
                self.c.clue[cell] = HIDDEN
                self.c.hidden[FREE] += 1
            if view.cells[cell] == MINE:
                assign(&self.c, cell, IS_MINE)

    def __dealloc__(self):
        free(self.c.clue)
        free(self.c.mark)
        free(self.c.coefficient)
        free(self.c.touched)
        free(self.c.seen)

    def reveal(self, int cell, int clue):
        """Take in that a hidden cell was revealed and shows this clue; CertificateError if it is a proved mine."""
        if not 0 <= cell < self.c.topology.cells:
            raise InvalidCellError(f"expected a cell in 0 .. {self.c.topology.cells - 1}, got {cell}")
        if not 0 <= clue < MINE:
            raise ValueError(f"expected a clue in 0 .. {MINE - 1}, got {clue}")
        if self.c.clue[cell] != HIDDEN:
            raise CertificateError(f"cell {cell} is revealed already")
        if self.c.mark[cell] == IS_MINE or self.c.mark[cell] == IS_SOME:
            raise CertificateError(f"cell {cell} was proved a mine, but it shows {clue}")
        self.c.hidden[self.c.mark[cell]] -= 1
        self.c.clue[cell] = clue

    def check(self, const uint8_t[::1] certificate not None):
        """Return the claim as (cell, is_mine), or None for a conflict; CertificateError where the proof fails.

        Where cells hold several mines, a mine is a full cell, or for the claim "some" one that holds any.
        """
        cdef int32_t cell
        cdef int value
        cdef Py_ssize_t at, size = certificate.shape[0]
        cdef fault_t fault
        with nogil:
            fault = checker_check(&self.c, &certificate[0] if size else NULL, size, &cell, &value, &at)
        if fault != SOUND:
            raise CertificateError(f"byte {at}: {FAULTS[fault]}")
        return None if cell < 0 else (cell, value != CLAIM_SAFE)

    def accept(self, const uint8_t[::1] certificate not None):
        """Check a certificate and make its claim a premise of those that follow; return the claim."""
        claim = self.check(certificate)
        if claim is not None:
            mark = IS_SOME if certificate[0] & 15 == CLAIM_SOME else IS_MINE if claim[1] else IS_SAFE
            assign(&self.c, claim[0], mark)
        return claim

    def check_many(self, certificates):
        """Return for each certificate, against the same premises, whether it is sound; nothing is accepted."""
        cdef const uint8_t[::1] data
        cdef int32_t cell
        cdef int value
        cdef Py_ssize_t at, size
        verdicts = []
        for certificate in certificates:
            data = certificate
            size = data.shape[0]
            verdicts.append(
                checker_check(&self.c, &data[0] if size else NULL, size, &cell, &value, &at) == SOUND
            )
        return verdicts
