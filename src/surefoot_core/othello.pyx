"""The rules of Othello: legal moves, flips, passes, the end of the game, and the count of games (perft)."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.string cimport memset

from surefoot_core.errors import IllegalMoveError, InvalidBoardError, InvalidCellError

PASS = -1
"""The ply of a side that has no legal move."""

sf_othello_choose()


cdef int check_signals() except -1 with gil:
    # Raise what Ctrl-C asks for.
    PyErr_CheckSignals()
    return 0


cdef uint64_t general_perft(const position_t *position, int depth, bint pass_is_free) except? SF_STOPPED nogil:
    # The recursion is as deep as a game is long at most.
    cdef position_t child = position[0]
    cdef squares_t moves, flips
    cdef uint64_t leaves = 0
    cdef int i, square
    position_legal(&child, &moves)
    if not squares_any(&moves):
        position_pass(&child)
        position_legal(&child, &moves)
        if not squares_any(&moves):
            return 1
        if not pass_is_free:
            return 1 if depth == 1 else general_perft(&child, depth - 1, False)
    if depth == 1:
        return squares_count(&moves)
    if depth == 6:
        check_signals()
    cdef position_t parent = child
    for i in range(4):
        while moves.word[i]:
            square = 64 * i + lowest(moves.word[i])
            moves.word[i] &= moves.word[i] - 1
            position_flips(&parent, square, &flips)
            child = parent
            position_play(&child, square, &flips)
            leaves += general_perft(&child, depth - 1, pass_is_free)
    return leaves


cdef object mask(const squares_t *squares, int size):
    # The squares as a Python integer.
    cdef int i
    if size <= 8:
        return squares.word[0]
    result = 0
    for i in range(3, -1, -1):
        result = result << 64 | squares.word[i]
    return result


cdef list listed(const squares_t *squares):
    # The squares in rising order.
    cdef list result = []
    cdef int i
    cdef uint64_t word
    for i in range(4):
        word = squares.word[i]
        while word:
            result.append(64 * i + lowest(word))
            word &= word - 1
    return result


cdef int unmask(object value, int size, str side, squares_t *squares) except -1:
    cdef int i
    if value < 0 or value >> size * size:
        raise InvalidBoardError(f"expected {side}'s discs in the lowest {size * size} bits, got {value!r}")
    for i in range(4):
        squares.word[i] = (value >> 64 * i) & 0xffffffffffffffff
    return 0


cdef class OthelloBoard:
    """An Othello position with the plies that led to it; a new board is the start, Black to move.

    A square is an integer ``row * size + col``, a1 = 0; a set of squares is a list of them, or, in the twin
    that ends in ``_mask`` and in the disc properties, one integer with a bit a square. `size` is 4, 6, .. 16.
    The board decides what is legal, flips, and keeps the turn: a side without a legal move stays to move
    until `pass_turn`, which stands in the history as `PASS`. A move that raises changes nothing.
    """

    def __init__(self, size=8):
        if size not in (4, 6, 8, 10, 12, 14, 16):
            raise InvalidBoardError(f"expected an even size from 4 to 16, got {size!r}")
        cdef int half = size // 2
        memset(&self.position, 0, sizeof(position_t))
        self.position.size = size
        self.black = True
        self.played = 0
        put(&self.position.mover, (half - 1) * self.position.size + half)
        put(&self.position.mover, half * self.position.size + half - 1)
        put(&self.position.opponent, (half - 1) * self.position.size + half - 1)
        put(&self.position.opponent, half * self.position.size + half)

    def __dealloc__(self):
        PyMem_Free(self.plies)

    @staticmethod
    def from_masks(mover, opponent, *, black_to_move=True, size=8):
        """Return the board with these discs and no history; raise `InvalidBoardError` where two overlap."""
        cdef OthelloBoard board = OthelloBoard(size)
        cdef position_t *position = &board.position
        unmask(mover, position.size, "mover", &position.mover)
        unmask(opponent, position.size, "opponent", &position.opponent)
        if mover & opponent:
            square = (mover & opponent).bit_length() - 1
            raise InvalidBoardError(
                f"row {square // size}, column {square % size}: expected one disc, got one of each side")
        board.black = bool(black_to_move)
        return board

    def copy(self):
        """Return the same position with the same history."""
        cdef OthelloBoard other = OthelloBoard(self.position.size)
        cdef int i
        for i in range(self.played):
            other.record(self.plies[i].square, &self.plies[i].flips)
        other.position = self.position
        other.black = self.black
        return other

    def __eq__(self, other):
        if not isinstance(other, OthelloBoard):
            return NotImplemented
        cdef OthelloBoard board = other
        return (self.size, self.black, self.mover, self.opponent) == (
            board.size, board.black, board.mover, board.opponent)

    __hash__ = None

    def __repr__(self):
        turn = "" if self.black else ", black_to_move=False"
        size = "" if self.position.size == 8 else f", size={self.position.size}"
        return f"OthelloBoard.from_masks({self.mover:#x}, {self.opponent:#x}{turn}{size})"

    def __reduce__(self):
        return restore, (self.mover, self.opponent, self.black_to_move, self.size, [
            (self.plies[i].square, mask(&self.plies[i].flips, 16)) for i in range(self.played)])

    cdef int record(self, int square, const squares_t *flips) except -1:
        # Append a ply; the position is the caller's to change once this has succeeded.
        cdef int room = 2 * self.room + 64
        cdef ply_t *plies
        if self.played == self.room:
            plies = <ply_t *>PyMem_Realloc(self.plies, room * sizeof(ply_t))
            if plies is NULL:
                raise MemoryError
            self.plies = plies
            self.room = room
        self.plies[self.played].square = square
        self.plies[self.played].flips = flips[0]
        self.played += 1
        return 0

    @property
    def size(self):
        """The number of rows, and of columns."""
        return self.position.size

    @property
    def black_to_move(self):
        """Whether Black is to move."""
        return self.black

    @property
    def mover(self):
        """The discs of the side to move, a bit a square."""
        return mask(&self.position.mover, self.position.size)

    @property
    def opponent(self):
        """The discs of the other side."""
        return mask(&self.position.opponent, self.position.size)

    @property
    def black_discs(self):
        """The discs of Black."""
        return self.mover if self.black else self.opponent

    @property
    def white_discs(self):
        """The discs of White."""
        return self.opponent if self.black else self.mover

    @property
    def empties(self):
        """How many squares are empty."""
        return (self.position.size * self.position.size
                - squares_count(&self.position.mover) - squares_count(&self.position.opponent))

    @property
    def history(self):
        """The plies played so far, oldest first: squares, and `PASS`."""
        return tuple([self.plies[i].square for i in range(self.played)])

    @property
    def must_pass(self):
        """Whether the side to move has no legal move and the other side has one."""
        cdef squares_t moves
        cdef position_t other = self.position
        position_legal(&self.position, &moves)
        if squares_any(&moves):
            return False
        position_pass(&other)
        position_legal(&other, &moves)
        return squares_any(&moves)

    @property
    def over(self):
        """Whether neither side can move."""
        cdef squares_t moves
        position_legal(&self.position, &moves)
        return not squares_any(&moves) and not self.must_pass

    def counts(self):
        """Return how many discs Black and White have."""
        cdef int mover = squares_count(&self.position.mover)
        cdef int opponent = squares_count(&self.position.opponent)
        return (mover, opponent) if self.black else (opponent, mover)

    def disc_difference(self, *, empties_to_winner=True):
        """Return the discs of the side to move less the opponent's, the empty squares given to who leads."""
        cdef int difference = squares_count(&self.position.mover) - squares_count(&self.position.opponent)
        if empties_to_winner:
            difference += self.empties * ((difference > 0) - (difference < 0))
        return difference

    def legal_moves(self):
        """Return the squares where the side to move may play, in rising order."""
        cdef squares_t moves
        position_legal(&self.position, &moves)
        return listed(&moves)

    def legal_mask(self):
        """Return the legal moves as one integer."""
        cdef squares_t moves
        if self.position.size == 8:
            return sf_legal(self.position.mover.word[0], self.position.opponent.word[0])
        position_legal(&self.position, &moves)
        return mask(&moves, self.position.size)

    cdef int check(self, square) except -1:
        # The square as a C integer.
        if not 0 <= square < self.position.size * self.position.size:
            raise InvalidCellError(
                f"expected a square in 0 .. {self.position.size * self.position.size - 1}, got {square!r}")
        return square

    cdef bint occupied(self, int square) noexcept:
        return has(&self.position.mover, square) or has(&self.position.opponent, square)

    def flips(self, square):
        """Return the squares whose discs a move here turns, in rising order; none if it is not legal."""
        cdef squares_t flips
        cdef int place = self.check(square)
        if self.occupied(place):
            return []
        position_flips(&self.position, place, &flips)
        return listed(&flips)

    def flip_mask(self, square):
        """Return the flips as one integer."""
        cdef squares_t flips
        cdef int place = self.check(square)
        if self.occupied(place):
            return 0
        position_flips(&self.position, place, &flips)
        return mask(&flips, self.position.size)

    def play(self, square):
        """Put a disc of the side to move on `square`, turn the flips, and give the turn to the other side.

        Raise `InvalidCellError` off the board, and `IllegalMoveError` on an occupied square, where nothing is
        flipped, and after the end.
        """
        cdef squares_t flips
        cdef int place = self.check(square)
        where = f"row {place // self.position.size}, column {place % self.position.size}"
        if self.occupied(place):
            raise IllegalMoveError(f"{where}: expected an empty square, got one with a disc")
        position_flips(&self.position, place, &flips)
        if not squares_any(&flips):
            if self.over:
                raise IllegalMoveError(f"{where}: expected no move after the end of the game")
            raise IllegalMoveError(f"{where}: expected a move that flips a disc, got one that flips none")
        self.record(place, &flips)
        position_play(&self.position, place, &flips)
        self.black = not self.black

    def pass_turn(self):
        """Give the turn away; raise `IllegalMoveError` unless the side to move must pass."""
        cdef squares_t none
        if not self.must_pass:
            count = len(self.legal_moves())
            raise IllegalMoveError(
                f"expected one of {count} legal moves, got a pass" if count
                else "expected no pass after the end of the game")
        memset(&none, 0, sizeof(squares_t))
        self.record(PASS, &none)
        position_pass(&self.position)
        self.black = not self.black

    def undo(self):
        """Take back the last ply and return it, a square or `PASS`; raise `IllegalMoveError` if there is none."""
        cdef ply_t *ply
        cdef int i
        if not self.played:
            raise IllegalMoveError("expected a ply to take back, got an empty history")
        self.played -= 1
        ply = &self.plies[self.played]
        position_pass(&self.position)
        if ply.square >= 0:
            self.position.mover.word[ply.square >> 6] &= ~(<uint64_t>1 << (ply.square & 63))
            for i in range(4):
                self.position.mover.word[i] &= ~ply.flips.word[i]
                self.position.opponent.word[i] |= ply.flips.word[i]
        self.black = not self.black
        return ply.square

    def perft(self, depth, *, pass_is_free=False):
        """Return the number of games of `depth` plies from here; a game that ends earlier counts as one.

        A pass is a ply, or none with `pass_is_free`. Last plies are counted without being played; the GIL is
        released. Modulo 2**64.
        """
        cdef int plies = depth
        cdef bint free = pass_is_free
        cdef uint64_t leaves
        cdef position_t position = self.position
        if plies < 0:
            raise ValueError(f"expected a depth of at least 0, got {depth!r}")
        if plies == 0:
            return 1
        with nogil:
            if position.size == 8:
                leaves = sf_perft(position.mover.word[0], position.opponent.word[0], plies, free, check_signals)
            else:
                leaves = general_perft(&position, plies, free)
        return leaves


def restore(mover, opponent, black_to_move, size, plies):
    """Return the board that was pickled."""
    cdef OthelloBoard board = OthelloBoard.from_masks(
        mover, opponent, black_to_move=black_to_move, size=size)
    cdef squares_t squares
    for square, flips in plies:
        unmask(flips, 16, "flips", &squares)
        board.record(square, &squares)
    return board
