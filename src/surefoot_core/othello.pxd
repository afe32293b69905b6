# The rules of Othello. Discs are sets of squares: bit `row * size + col` of up to 256, lowest word first. 8x8
# stands on one word a side and goes through the kernels of othello.h, which a module that cimports these
# functions sets up with sf_othello_choose(); every other size walks the rays square by square.

from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

cdef extern from "othello.h":
    uint64_t sf_legal(uint64_t mover, uint64_t opponent) noexcept nogil
    uint64_t sf_flips(uint64_t mover, uint64_t opponent, int square) noexcept nogil
    const uint64_t SF_STOPPED
    uint64_t sf_perft(uint64_t mover, uint64_t opponent, int depth, int pass_is_free,
                      int (*stop)() except -1 nogil) except? SF_STOPPED nogil
    void sf_othello_choose() noexcept nogil
    int popcount "__builtin_popcountll"(uint64_t word) noexcept nogil
    int lowest "__builtin_ctzll"(uint64_t word) noexcept nogil


ctypedef struct squares_t:
    uint64_t word[4]


ctypedef struct ply_t:
    int16_t square         # the square played, or -1 for a pass
    squares_t flips        # the discs it turned


ctypedef struct position_t:
    squares_t mover        # discs of the side to move
    squares_t opponent     # discs of the other side
    int size               # rows, and columns: 4, 6, .. 16


cdef inline bint has(const squares_t *squares, int square) noexcept nogil:
    return (squares.word[square >> 6] >> (square & 63)) & 1


cdef inline void put(squares_t *squares, int square) noexcept nogil:
    squares.word[square >> 6] |= <uint64_t>1 << (square & 63)


cdef inline bint squares_any(const squares_t *squares) noexcept nogil:
    return (squares.word[0] | squares.word[1] | squares.word[2] | squares.word[3]) != 0


cdef inline int squares_count(const squares_t *squares) noexcept nogil:
    return (popcount(squares.word[0]) + popcount(squares.word[1])
            + popcount(squares.word[2]) + popcount(squares.word[3]))


cdef inline int run(const position_t *position, int row, int col, int down, int right) noexcept nogil:
    # How many opponent discs a move on this square would flip in one direction.
    cdef int size = position.size
    cdef int length = 0
    cdef int square
    row += down
    col += right
    while 0 <= row < size and 0 <= col < size:
        square = row * size + col
        if has(&position.mover, square):
            return length
        if not has(&position.opponent, square):
            return 0
        length += 1
        row += down
        col += right
    return 0


cdef inline bint is_legal(const position_t *position, int square) noexcept nogil:
    # Whether a move on an empty square flips anything.
    cdef int row = square // position.size
    cdef int col = square % position.size
    cdef int down, right
    for down in range(-1, 2):
        for right in range(-1, 2):
            if (down or right) and run(position, row, col, down, right):
                return True
    return False


cdef inline void position_legal(const position_t *position, squares_t *moves) noexcept nogil:
    # The squares where the side to move flips at least one disc.
    cdef int square
    memset(moves, 0, sizeof(squares_t))
    if position.size == 8:
        moves.word[0] = sf_legal(position.mover.word[0], position.opponent.word[0])
        return
    for square in range(position.size * position.size):
        if has(&position.mover, square) or has(&position.opponent, square):
            continue
        if is_legal(position, square):
            put(moves, square)


cdef inline void position_flips(const position_t *position, int square, squares_t *flips) noexcept nogil:
    # The discs that a move on `square`, an empty square, turns; none if it is not legal.
    cdef int down, right, length, step
    memset(flips, 0, sizeof(squares_t))
    if position.size == 8:
        flips.word[0] = sf_flips(position.mover.word[0], position.opponent.word[0], square)
        return
    for down in range(-1, 2):
        for right in range(-1, 2):
            if down or right:
                length = run(position, square // position.size, square % position.size, down, right)
                for step in range(1, length + 1):
                    put(flips, square + step * (down * position.size + right))


cdef inline void position_play(position_t *position, int square, const squares_t *flips) noexcept nogil:
    # Put a disc, turn the flips, and give the turn away.
    cdef int i
    put(&position.mover, square)
    for i in range(4):
        position.mover.word[i] |= flips.word[i]
        position.opponent.word[i] &= ~flips.word[i]
    position_pass(position)


cdef inline void position_pass(position_t *position) noexcept nogil:
    cdef squares_t mover = position.mover
    position.mover = position.opponent
    position.opponent = mover


cdef class OthelloBoard:
    cdef position_t position
    cdef bint black         # Black is to move
    cdef ply_t *plies       # what was played, oldest first
    cdef int played         # how many plies there are
    cdef int room           # how many there is room for

    cdef int record(self, int square, const squares_t *flips) except -1
    cdef int check(self, square) except -1
    cdef bint occupied(self, int square) noexcept
