"""The exact endgame of Othello, and a look ahead of a few plies for the rest of the game.

The search asks null-window questions ("is the score above alpha?") and closes in on the score from a guess:
MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, Best-first fixed-depth minimax algorithms, 1996). What makes it
fast is told in docs/othello.md; the search itself is in othello_search.h.
"""

from threading import Lock
from time import monotonic

from cpython.exc cimport PyErr_CheckSignals, PyErr_Occurred
from cpython.mem cimport PyMem_RawCalloc, PyMem_RawFree
from libc.string cimport memset

from surefoot_core.othello cimport (
    OthelloBoard,
    lowest,
    position_flips,
    position_legal,
    position_pass,
    position_play,
    squares_any,
    squares_count,
    squares_t,
)

from surefoot_core.errors import LimitReached

cdef enum:
    PASSED = -1              # surefoot_core.othello.PASS
    INFINITE = 32000         # above every value in sixteenths of a disc
    SIXTEENTHS = 16          # look-ahead values in a disc
    CHECK_EVERY = 1 << 20    # nodes between two looks at the clock, some 50 ms
    WHOLE = 1000             # a depth that no game reaches

cdef uint64_t NO_LIMIT = <uint64_t>1 << 63

sf_endgame_choose()


cdef int poll(void *owner) except -1 with gil:
    # Called from within the search: nonzero stops it.
    return (<EndgameSolver>owner).check()


cdef int disc_difference(const position_t *position) noexcept nogil:
    # Of a finished game, for the side to move, with the empty squares to the winner.
    cdef int mover = squares_count(&position.mover)
    cdef int opponent = squares_count(&position.opponent)
    cdef int empties = position.size * position.size - mover - opponent
    if mover == opponent:
        return 0
    return mover - opponent + (empties if mover > opponent else -empties)


cdef uint64_t embedded(const squares_t *squares, int size) noexcept nogil:
    # The squares of a board of up to 8x8 in the upper left corner of the 8x8 word.
    cdef uint64_t word = 0
    cdef uint64_t row_mask = (1 << size) - 1
    cdef int row
    for row in range(size):
        word |= (squares.word[0] >> row * size & row_mask) << 8 * row
    return word


cdef int rough(const position_t *position) noexcept nogil:
    # What the side to move may hope for on a large board: mobility, and corners above all.
    cdef position_t other = position[0]
    cdef squares_t mine, theirs
    cdef int last = position.size - 1
    cdef int value, i, corner
    position_pass(&other)
    position_legal(position, &mine)
    position_legal(&other, &theirs)
    value = SIXTEENTHS * (squares_count(&mine) - squares_count(&theirs))
    for i in range(4):
        corner = (i & 1) * last + (i >> 1) * last * position.size
        value += 10 * SIXTEENTHS * <int>(position.mover.word[corner >> 6] >> (corner & 63) & 1)
        value -= 10 * SIXTEENTHS * <int>(position.opponent.word[corner >> 6] >> (corner & 63) & 1)
    return value


cdef int list_moves(const position_t *position, root_t *root) noexcept nogil:
    # The legal moves with the positions after them, unsorted; how many there are.
    cdef squares_t moves, flips
    cdef choice_t *choice
    cdef int i
    position_legal(position, &moves)
    root.count = 0
    for i in range(4):
        while moves.word[i]:
            choice = &root.choice[root.count]
            root.count += 1
            choice.square = 64 * i + lowest(moves.word[i])
            choice.value = 0
            choice.after = position[0]
            position_flips(position, choice.square, &flips)
            position_play(&choice.after, choice.square, &flips)
            moves.word[i] &= moves.word[i] - 1
    return root.count


cdef int general(sf_search_t *search, const position_t *position, int alpha, int beta, int depth,
                 int scale) except? -1 nogil:
    # Alpha-beta on a board of any size, fastest first: the score times `scale` where the game ends within
    # `depth` plies, a rough value where it does not. The recursion is at most as deep as a game is long.
    cdef position_t after = position[0]
    cdef squares_t moves, replies, flips
    cdef uint8_t square[256]
    cdef int mobility[256]
    cdef int count = 0
    cdef int best = -INFINITE
    cdef int i, j, at, number, value
    search.nodes += 1
    if search.nodes >= search.next_check and not search.stopped and search.stop(search.owner):
        search.stopped = 1
    if search.stopped:
        return 0
    position_legal(position, &moves)
    if not squares_any(&moves):
        position_pass(&after)
        position_legal(&after, &moves)
        if not squares_any(&moves):
            return scale * disc_difference(position)
        return -general(search, &after, -beta, -alpha, depth, scale)
    if depth == 0:
        return rough(position)
    for i in range(4):
        while moves.word[i]:
            at = 64 * i + lowest(moves.word[i])
            moves.word[i] &= moves.word[i] - 1
            after = position[0]
            position_flips(position, at, &flips)
            position_play(&after, at, &flips)
            position_legal(&after, &replies)
            number = squares_count(&replies)
            j = count
            while j > 0 and mobility[j - 1] > number:
                mobility[j] = mobility[j - 1]
                square[j] = square[j - 1]
                j -= 1
            mobility[j] = number
            square[j] = at
            count += 1
    for i in range(count):
        after = position[0]
        position_flips(position, square[i], &flips)
        position_play(&after, square[i], &flips)
        value = -general(search, &after, -beta, -alpha, depth - 1, scale)
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


cdef int above(sf_search_t *search, const position_t *position, int alpha) except? -1 nogil:
    # Whether the score is above alpha: a result above is a lower bound of it, any other an upper bound.
    if position.size > 8:
        return general(search, position, alpha, alpha + 1, WHOLE, 1)
    return sf_solve(search, embedded(&position.mover, position.size),
                    embedded(&position.opponent, position.size), alpha)


cdef int guess(sf_search_t *search, const position_t *position, int depth) except? -1 nogil:
    # The value of a look ahead, in sixteenths of a disc.
    if position.size > 8:
        return general(search, position, -INFINITE, INFINITE, min(depth, 2), SIXTEENTHS)
    return sf_guess(search, embedded(&position.mover, position.size),
                    embedded(&position.opponent, position.size), -INFINITE, INFINITE, depth)


cdef int sort_moves(sf_search_t *search, root_t *root, int depth) except -1 nogil:
    # The moves by the value of a look ahead, the best first; equals stay in the order of their squares.
    cdef choice_t choice
    cdef int i, j
    for i in range(root.count):
        choice = root.choice[i]
        choice.value = -guess(search, &choice.after, depth)
        j = i
        while j > 0 and root.choice[j - 1].value < choice.value:
            root.choice[j] = root.choice[j - 1]
            j -= 1
        root.choice[j] = choice
    return 0


cdef int near_score(int value, int squares) noexcept nogil:
    # An even score near a value in sixteenths of a disc.
    cdef int half = (value + SIXTEENTHS * squares) // (2 * SIXTEENTHS) - squares // 2
    return 2 * max(-squares // 2, min(squares // 2, half))


cdef int best_above(sf_search_t *search, root_t *root, int alpha) except? -1 nogil:
    # `above` for the position whose moves these are; a move that is above comes to the front.
    cdef int best = -INFINITE
    cdef int i, j, score
    cdef choice_t choice
    for i in range(root.count):
        score = -above(search, &root.choice[i].after, -alpha - 1)
        best = max(best, score)
        if score > alpha:
            choice = root.choice[i]
            for j in range(i, 0, -1):
                root.choice[j] = root.choice[j - 1]
            root.choice[0] = choice
            return best
    return best


cdef int exact(sf_search_t *search, root_t *root, const position_t *position, int squares,
               int start) except? -1 nogil:
    # The score, closed in on from `start`: of the root if it has moves, else of the position.
    cdef int low = -squares
    cdef int high = squares
    cdef int score = start
    cdef int alpha
    while low < high and not search.stopped:
        alpha = min(high - 1, score if score == low else score - 1)
        if root is NULL:
            score = above(search, position, alpha)
        else:
            score = best_above(search, root, alpha)
        if score > alpha:
            low = score
        else:
            high = score
    return low


cdef class EndgameSolver:
    """A solver with its own transposition table of `megabytes`, kept from one position to the next.

    One search runs at a time in each solver; other threads use solvers of their own. The GIL is released.
    """

    def __cinit__(self, megabytes=64):
        if not 1 <= megabytes <= 1 << 16:
            raise ValueError(f"expected a table of 1 to {1 << 16} megabytes, got {megabytes!r}")
        cdef uint64_t buckets = 1
        while 2 * buckets * SF_WAYS * sizeof(sf_entry_t) <= <uint64_t>megabytes << 20:
            buckets *= 2
        self.search.table = <sf_entry_t *>PyMem_RawCalloc(buckets * SF_WAYS, sizeof(sf_entry_t))
        self.search.near = <sf_entry_t *>PyMem_RawCalloc(SF_NEAR_BUCKETS * SF_WAYS, sizeof(sf_entry_t))
        if self.search.table is NULL or self.search.near is NULL:
            raise MemoryError
        sf_large_pages(self.search.table, buckets * SF_WAYS * sizeof(sf_entry_t))
        self.search.buckets = buckets
        self.search.stop = poll
        self.search.owner = <void *>self
        self.lock = Lock()

    def __dealloc__(self):
        PyMem_RawFree(self.search.table)
        PyMem_RawFree(self.search.near)

    @property
    def nodes(self):
        """Positions searched by the last call."""
        return self.search.nodes

    cdef int check(self) except -1:
        # Whether a limit is reached.
        PyErr_CheckSignals()
        if self.search.nodes >= self.node_limit:
            return 1
        if self.deadline and monotonic() >= self.deadline:
            return 1
        self.plan_check()
        return 0

    cdef void plan_check(self) noexcept:
        # The clock is looked at every CHECK_EVERY positions, the limit of nodes is kept to the node.
        self.search.next_check = min(self.search.nodes + CHECK_EVERY, self.node_limit)

    cdef int prepare(self, const position_t *position, nodes, seconds) except -1:
        # Set the limits; forget what was learnt on a board of another size.
        cdef squares_t whole
        cdef int squares = position.size * position.size
        if nodes is not None and nodes < 0:
            raise ValueError(f"expected a limit of at least 0 nodes, got {nodes!r}")
        if seconds is not None and seconds < 0:
            raise ValueError(f"expected a limit of at least 0 seconds, got {seconds!r}")
        self.node_limit = NO_LIMIT if nodes is None else min(nodes, NO_LIMIT)
        self.deadline = 0 if seconds is None else monotonic() + seconds
        if squares != self.search.squares:
            memset(self.search.table, 0, self.search.buckets * SF_WAYS * sizeof(sf_entry_t))
            memset(self.search.near, 0, SF_NEAR_BUCKETS * SF_WAYS * sizeof(sf_entry_t))
        if position.size <= 8:
            memset(&whole, 0xff, sizeof(squares_t))
            self.search.valid = embedded(&whole, position.size)
        self.search.squares = squares
        self.search.age += 1
        self.search.nodes = 0
        self.search.stopped = 0
        self.plan_check()
        return 0

    cdef int finish(self) except -1:
        # Raise if the search was stopped. What Ctrl-C raised inside the search may be pending still, because
        # the search itself passes no exceptions on.
        if self.search.stopped:
            if PyErr_Occurred():
                return -1
            raise LimitReached(f"expected an exact score within the limit, got none after {self.nodes} positions")
        return 0

    def solve(self, OthelloBoard board not None, *, nodes=None, seconds=None):
        """Return the exact score and a best move: a square, or `PASS` where the side to move has none.

        The score is the disc difference for the side to move with the empties to the winner. `nodes` and
        `seconds` limit the search; beyond them `LimitReached` is raised.
        """
        cdef position_t position = board.position
        cdef int score = 0
        with self.lock:
            self.prepare(&position, nodes, seconds)
            with nogil:
                score = self.solve_position(&position)
            self.finish()
            return score, self.root.choice[0].square if self.root.count else PASSED

    cdef int solve_position(self, position_t *position) except? -1 nogil:
        cdef root_t *root = &self.root
        cdef int depth = 4
        if not list_moves(position, root):
            return exact(&self.search, NULL, position, self.search.squares, 0)
        sort_moves(&self.search, root, depth)
        return exact(&self.search, root, position, self.search.squares,
                     near_score(root.choice[0].value, self.search.squares))

    def move_scores(self, OthelloBoard board not None, *, nodes=None, seconds=None):
        """Return every legal move and its exact score, the best first; `PASS` alone if there is no move."""
        cdef position_t position = board.position
        cdef int score, i
        cdef list scores = []
        with self.lock:
            self.prepare(&position, nodes, seconds)
            with nogil:
                score = self.solve_position(&position)
            self.finish()
            if not self.root.count:
                return [(PASSED, score)]
            scores.append((self.root.choice[0].square, score))
            for i in range(1, self.root.count):
                with nogil:
                    score = -exact(&self.search, NULL, &self.root.choice[i].after, self.search.squares, -score)
                self.finish()
                scores.append((self.root.choice[i].square, score))
        scores.sort(key=by_score)
        return scores

    def look_ahead(self, OthelloBoard board not None, depth):
        """Return a promising move by a search of `depth` plies: a square, or `PASS` if there is no move.

        Nothing about the result is proven, except where the game ends within the depth.
        """
        cdef position_t position = board.position
        cdef int below = depth
        if below < 1:
            raise ValueError(f"expected a depth of at least 1, got {depth!r}")
        with self.lock:
            self.prepare(&position, None, None)
            with nogil:
                list_moves(&position, &self.root)
                sort_moves(&self.search, &self.root, below - 1)
            return self.root.choice[0].square if self.root.count else PASSED


def by_score(pair):
    """Return the key that sorts moves with the best first, equals by square."""
    square, score = pair
    return -score, square
