"""Boards to order that need no guess from their first reveal."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from surefoot_core.checker cimport PLAY_WON, checker_cell, checker_mine, needs_turning
from surefoot_core.maker cimport maker_free, maker_init, maker_place, maker_play, maker_t, maker_wins
from surefoot_core.placement cimport FIRST_ANY, FIRST_OPENING, FIRST_SAFE, most_mines
from surefoot_core.repair cimport MAX_REPAIRS, grow_step, polish_step, repair_step, smooth
from surefoot_core.rng cimport rng_seed
from surefoot_core.topology cimport rectangle

from surefoot_core.errors import InvalidBoardError, InvalidCellError

cdef enum:
    RANDOM = 0                 # methods: no guarantee,
    UNIFORM = 1                # every no-guess board equally likely,
    REPAIR = 2                 # a random board, repaired

cdef enum:
    DRAW = 0                   # the stages of a board that is repaired
    MEND = 1
    GROW = 2
    POLISH = 3
    DONE = 4

METHODS = ("random", "uniform", "repair")
"""The methods of making a board; their places are the numbers that `Generator` takes."""


cdef class Generator:
    """Makes boards of one size, one first reveal and one kind of reasoning; one thread uses one generator.

    `rule` is the number of a `FirstClick` (with a guarantee the first reveal is never a mine); `method` a place in
    `METHODS`; `total` whether reasoning uses the mine total. `polish` is the number of moves of a mine that are tried
    on a repaired board. A repaired board has at most `repair_mines` mines, the others are added one by one while it
    stays no-guess.
    """

    def __cinit__(
        self, int rows, int cols, int mines, int start, *, int rule, bint total, int method, int polish,
        int repair_mines, bint planes=True,
    ):
        cdef int32_t most
        self.table = rectangle(rows, cols)
        self.turned_table = rectangle(cols, rows) if needs_turning(rows, cols) else self.table
        if not 0 <= start < self.table.c.cells:
            raise InvalidCellError(f"expected a first reveal in 0 .. {self.table.c.cells - 1}, got {start}")
        if not FIRST_ANY <= rule <= FIRST_OPENING or not RANDOM <= method <= REPAIR or polish < 0 or repair_mines < 0:
            raise ValueError(f"expected a rule 0 .. 2, a method 0 .. 2, polish and repair_mines of 0 or more, got "
                             f"{rule}, {method}, {polish} and {repair_mines}")
        if method != RANDOM and rule == FIRST_ANY:
            rule = FIRST_SAFE  # a board whose first reveal is a mine forces a guess
        most = most_mines(rows, cols, start, rule)
        if not 0 <= mines <= most:
            raise InvalidBoardError(f"expected 0 to {most} mines, got {mines}")
        if maker_init(&self.m, &self.table.c, &self.turned_table.c, start, rule, total, planes) < 0:
            raise MemoryError
        self.mines = mines
        # With no mine to move, or nowhere to move one to, there is but one layout to draw.
        self.method = method if 0 < mines < most else min(method, UNIFORM)
        self.polish = polish
        self.repair_mines = min(mines, repair_mines)
        self.stage = DONE

    def __dealloc__(self):
        maker_free(&self.m)

    def begin(self, uint64_t seed, uint64_t stream):
        """Begin board number `stream` of a run; what was not finished is dropped."""
        rng_seed(&self.m.rng, seed, stream)
        self.stage = DRAW

    def work(self, int64_t steps):
        """Work so many steps on the board begun; return whether it is done. A step is a draw, a repair or a swap."""
        cdef bint done
        with nogil:
            done = self.advance(steps)
        return done

    def make_many(self, uint64_t seed, uint64_t first, uint8_t[:, ::1] out not None):
        """Make the boards numbered from `first` on, one a row of `out`, one byte a cell, 1 for a mine.

        Runs without the GIL and cannot be interrupted.
        """
        cdef Py_ssize_t i
        if out.shape[1] != self.table.c.cells:
            raise InvalidBoardError(f"expected rows of {self.table.c.cells} cells, got {out.shape[1]}")
        with nogil:
            for i in range(out.shape[0]):
                rng_seed(&self.m.rng, seed, first + i)
                self.stage = DRAW
                while not self.advance(1 << 30):
                    pass
                self.write(&out[i, 0])

    def board(self):
        """Return the board that is done, one byte a cell, 1 for a mine."""
        if self.stage != DONE:
            raise ValueError("the board is not done")
        out = bytearray(self.table.c.cells)
        cdef uint8_t[::1] cells = out
        self.write(&cells[0])
        return bytes(out)

    @property
    def most_mines(self):
        """The most mines that the rule leaves room for."""
        return self.m.frees

    @property
    def work_done(self):
        """Boards drawn, repairs, and swaps tried, since the generator was made."""
        return self.m.attempts, self.m.repairs, self.m.swaps

    cdef void write(self, uint8_t *cells) noexcept nogil:
        cdef int32_t cell
        for cell in range(self.table.c.cells):
            cells[cell] = checker_mine(&self.m.c, checker_cell(&self.m.c, cell))

    cdef bint advance(self, int64_t steps) noexcept nogil:
        while self.stage != DONE and steps > 0:
            steps -= 1
            if self.method == REPAIR:
                self.repair()
            else:
                maker_place(&self.m, self.mines)
                if self.method == RANDOM or maker_wins(&self.m):
                    self.stage = DONE
        return self.stage == DONE

    cdef void repair(self) noexcept nogil:
        # One step of the stage; every board ends with a complete check from the first reveal on.
        cdef maker_t *m = &self.m
        if self.stage == DRAW:
            maker_place(m, self.repair_mines)
            smooth(m)
            m.play = maker_play(m)
            m.misses = 0
            m.edited = False
            self.enter(MEND)
        elif self.stage == MEND:
            if m.play == PLAY_WON:
                self.enter(GROW)
            elif m.steps == MAX_REPAIRS:
                self.enter(DRAW)
            else:
                m.steps += 1
                repair_step(m)
        elif self.stage == GROW:
            if m.mines == self.mines:
                self.enter(POLISH)
            else:
                m.steps += 1
                grow_step(m)
        elif m.steps < self.polish:
            m.steps += 1
            polish_step(m)
        else:
            self.enter(DONE if maker_play(m) == PLAY_WON else DRAW)

    cdef void enter(self, int stage) noexcept nogil:
        self.m.steps = 0
        self.stage = stage
