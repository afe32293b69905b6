/* A board of up to 16 x 32 cells as bit planes: one bit a cell, 16 rows of 32 bits in a plane of 512 bits.
 *
 * The rules for one clue and for two clues look at all clues at once. Planes are the compiler's vector types, so
 * that it picks the instructions; on Linux each entry is compiled for AVX-512, AVX2 and the plain machine, and the
 * loader chooses. Integers only: every machine gives the same answers.
 *
 * A clue's `need` is the mines still wanted around it, its `spare` the unknown cells around it that are safe. For
 * clues A and B the known rule "need(A) = need(B) + |A \ B| makes A \ B mines and B \ A safe" is the same as
 * spare(A) + need(B) = |A n B|. Both are at least 1 once the one-clue rule is done, so clues two diagonal steps
 * apart, which share one cell, never matter, and of those that share two cells only spare = need = 1.
 */
#ifndef SUREFOOT_PLANES_H
#define SUREFOOT_PLANES_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define PLANE_ROWS 16
#define PLANE_COLS 32

/* Planes are passed to inlined functions only, so how the machine would pass them does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint32_t plane_t __attribute__((vector_size(64)));

typedef struct {
    uint32_t board[PLANE_ROWS];   /* the cells there are: bit c of row r is cell (r, c) */
    uint32_t mines[PLANE_ROWS];   /* the true layout */
    uint32_t clue[4][PLANE_ROWS]; /* mines around each cell, lowest bit first; made by planes_clues */
    uint32_t open[PLANE_ROWS];    /* revealed, never a mine */
    uint32_t known[PLANE_ROWS];   /* proved a mine */
} planes_t;

#if defined(__x86_64__) && defined(__GLIBC__) && (defined(__clang__) ? __clang_major__ >= 14 : __GNUC__ >= 9)
#define PLANES_CLONES __attribute__((unused, target_clones("default", "avx2", "avx512f")))
#else
#define PLANES_CLONES __attribute__((unused))
#endif
#define PLANES_INLINE static inline __attribute__((always_inline))

#if defined(__clang__) || __GNUC__ >= 12
#define PLANES_LANES(a, ...) __builtin_shufflevector(a, (plane_t){0}, __VA_ARGS__)
#else
#define PLANES_LANES(a, ...) __builtin_shuffle(a, (plane_t){0}, (plane_t){__VA_ARGS__})
#endif

PLANES_INLINE plane_t plane_load(const uint32_t *rows)
{
    plane_t a;
    memcpy(&a, rows, sizeof a);
    return a;
}

PLANES_INLINE void plane_store(uint32_t *rows, plane_t a)
{
    memcpy(rows, &a, sizeof a);
}

PLANES_INLINE int plane_any(plane_t a)
{
    uint64_t part[8];
    memcpy(part, &a, sizeof a);
    return (part[0] | part[1] | part[2] | part[3] | part[4] | part[5] | part[6] | part[7]) != 0;
}

/* At each cell the bit of the cell `rows` below and `cols` to the right; zero from off the plane. */
PLANES_INLINE plane_t plane_at(plane_t a, int rows, int cols)
{
    switch (rows) {
    case -3: a = PLANES_LANES(a, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12); break;
    case -2: a = PLANES_LANES(a, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13); break;
    case -1: a = PLANES_LANES(a, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14); break;
    case 1: a = PLANES_LANES(a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16); break;
    case 2: a = PLANES_LANES(a, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16); break;
    case 3: a = PLANES_LANES(a, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16); break;
    default: break;
    }
    return cols > 0 ? a >> cols : cols < 0 ? a << -cols : a;
}

PLANES_INLINE plane_t plane_majority(plane_t a, plane_t b, plane_t c)
{
    return (a & b) | (c & (a ^ b));
}

/* Each cell and its neighbours. */
PLANES_INLINE plane_t plane_spread(plane_t a)
{
    a |= (a << 1) | (a >> 1);
    return a | plane_at(a, -1, 0) | plane_at(a, 1, 0);
}

/* How many of the eight neighbours are set, lowest bit first. */
PLANES_INLINE void plane_count(plane_t a, plane_t sum[4])
{
    plane_t left = a << 1, right = a >> 1;
    plane_t side0 = left ^ right, side1 = left & right;
    plane_t row0 = side0 ^ a, row1 = side1 | (side0 & a);
    plane_t up0 = plane_at(row0, -1, 0), up1 = plane_at(row1, -1, 0);
    plane_t down0 = plane_at(row0, 1, 0), down1 = plane_at(row1, 1, 0);
    plane_t carry = plane_majority(up0, down0, side0);
    plane_t x = up1 ^ down1, y = side1 ^ carry, four = up1 & down1, more = side1 & carry;
    sum[0] = up0 ^ down0 ^ side0;
    sum[1] = x ^ y;
    sum[2] = four ^ more ^ (x & y);
    sum[3] = four & more;
}

PLANES_INLINE plane_t plane_differ(const plane_t a[4], const plane_t b[4])
{
    return (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
}

/* The cells next to A, `a` away from cell A at the origin, that are not next to B, at (rows, cols) from A, for all A
 * of a plane at once: the cells of the three by three block around A outside the block around B. */
PLANES_INLINE plane_t plane_spread_outside(plane_t a, int rows, int cols)
{
    plane_t out = {0};
#pragma GCC unroll 3
    for (int i = -1; i <= 1; i++)
#pragma GCC unroll 3
        for (int j = -1; j <= 1; j++)
            if (i - rows < -1 || i - rows > 1 || j - cols < -1 || j - cols > 1)
                out |= plane_at(a, -i, -j);
    return out;
}

/* Whether any cell next to A but not next to B, nor A itself, is set. */
PLANES_INLINE plane_t plane_any_outside(plane_t a, int rows, int cols)
{
    plane_t out = {0};
#pragma GCC unroll 3
    for (int i = -1; i <= 1; i++)
#pragma GCC unroll 3
        for (int j = -1; j <= 1; j++)
            if ((i || j) && (i - rows < -1 || i - rows > 1 || j - cols < -1 || j - cols > 1))
                out |= plane_at(a, i, j);
    return out;
}

typedef struct {
    plane_t unknown, spare[3], need[3]; /* clues with spare or need of 1, 2, 3 */
    plane_t safe, mine;                 /* what the rule finds */
} planes_pairs_t;

/* All pairs of clues A and B = A + (rows, cols) that meet the two-clue rule. */
PLANES_INLINE void planes_pair(planes_pairs_t *q, int rows, int cols)
{
    plane_t two, hit;
    plane_t need1 = plane_at(q->need[0], rows, cols);
    int distance = rows * rows + cols * cols;
    if (distance == 2 || distance == 5) { /* the blocks share two cells that are neither A nor B */
        plane_t first, second;
        if (distance == 2) {
            first = plane_at(q->unknown, rows, 0);
            second = plane_at(q->unknown, 0, cols);
        } else if (rows == 2 || rows == -2) {
            first = plane_at(q->unknown, rows / 2, 0);
            second = plane_at(q->unknown, rows / 2, cols);
        } else {
            first = plane_at(q->unknown, 0, cols / 2);
            second = plane_at(q->unknown, rows, cols / 2);
        }
        hit = q->spare[0] & need1 & first & second;
    } else {
        int down = rows != 0, step = down ? rows : cols;
        plane_t need2 = plane_at(q->need[1], rows, cols), three;
        if (step == 2 || step == -2) { /* a line of three cells between them */
            plane_t a = plane_at(q->unknown, down ? step / 2 : -1, down ? -1 : step / 2);
            plane_t b = plane_at(q->unknown, down ? step / 2 : 0, down ? 0 : step / 2);
            plane_t c = plane_at(q->unknown, down ? step / 2 : 1, down ? 1 : step / 2);
            three = a & b & c;
            two = plane_majority(a, b, c) & ~three;
            hit = (two & q->spare[0] & need1) | (three & ((q->spare[0] & need2) | (q->spare[1] & need1)));
        } else { /* neighbours: two cells on either side */
            plane_t need3 = plane_at(q->need[2], rows, cols), four;
            plane_t a = plane_at(q->unknown, down ? 0 : -1, down ? -1 : 0);
            plane_t b = plane_at(q->unknown, down ? 0 : 1, down ? 1 : 0);
            plane_t c = plane_at(q->unknown, down ? step : -1, down ? -1 : step);
            plane_t d = plane_at(q->unknown, down ? step : 1, down ? 1 : step);
            plane_t ab = a & b, cd = c & d, x = a ^ b, y = c ^ d;
            four = ab & cd;
            three = (ab & y) | (cd & x);
            two = (ab | cd | (x & y)) & ~(three | four);
            hit = (two & q->spare[0] & need1) | (three & ((q->spare[0] & need2) | (q->spare[1] & need1)))
                  | (four & ((q->spare[0] & need3) | (q->spare[1] & need2) | (q->spare[2] & need1)));
        }
    }
    if (plane_any(hit)) {
        q->mine |= plane_spread_outside(hit, rows, cols);
        q->safe |= plane_spread_outside(plane_at(hit, -rows, -cols), -rows, -cols);
    }
}

/* The two-clue rule over all clues: whether it decided a cell. */
PLANES_INLINE int planes_two_clues(const plane_t clue[4], plane_t board, plane_t *open, plane_t *known)
{
    planes_pairs_t q;
    plane_t around[4], mines[4], need[4], spare[4], borrow, active;
    q.unknown = board & ~(*open | *known);
    plane_count(q.unknown, around);
    plane_count(*known, mines);
    active = *open & (around[0] | around[1] | around[2] | around[3]);
    borrow = (plane_t){0};
    for (int i = 0; i < 4; i++) {
        need[i] = clue[i] ^ mines[i] ^ borrow;
        borrow = (~clue[i] & (mines[i] | borrow)) | (mines[i] & borrow);
    }
    borrow = (plane_t){0};
    for (int i = 0; i < 4; i++) {
        spare[i] = around[i] ^ need[i] ^ borrow;
        borrow = (~around[i] & (need[i] | borrow)) | (need[i] & borrow);
    }
    for (int i = 1; i <= 3; i++) {
        q.need[i - 1] = active & (i & 1 ? need[0] : ~need[0]) & (i & 2 ? need[1] : ~need[1]) & ~(need[2] | need[3]);
        q.spare[i - 1]
            = active & (i & 1 ? spare[0] : ~spare[0]) & (i & 2 ? spare[1] : ~spare[1]) & ~(spare[2] | spare[3]);
    }
    q.safe = q.mine = (plane_t){0};
#pragma GCC unroll 5
    for (int rows = -2; rows <= 2; rows++)
#pragma GCC unroll 5
        for (int cols = -2; cols <= 2; cols++)
            if ((rows || cols) && rows * rows + cols * cols < 8)
                planes_pair(&q, rows, cols);
    q.safe &= q.unknown;
    q.mine &= q.unknown;
    *open |= q.safe;
    *known |= q.mine;
    return plane_any(q.safe | q.mine);
}

/* The clues of the layout. */
PLANES_CLONES static void planes_clues(planes_t *p)
{
    plane_t sum[4];
    plane_count(plane_load(p->mines), sum);
    for (int i = 0; i < 4; i++)
        plane_store(p->clue[i], sum[i]);
}

/* Both rules to a fixpoint: whether every safe cell is open. */
PLANES_CLONES static int planes_rules(planes_t *p)
{
    plane_t board = plane_load(p->board), open = plane_load(p->open), known = plane_load(p->known), clue[4];
    plane_t safe_cells = board & ~plane_load(p->mines);
    for (int i = 0; i < 4; i++)
        clue[i] = plane_load(p->clue[i]);
    for (;;) {
        for (;;) {
            plane_t mines[4], covered[4], safe, mine, unknown = board & ~(open | known);
            plane_count(known, mines);
            plane_count(board & ~open, covered);
            safe = plane_spread(open & ~plane_differ(clue, mines)) & unknown;
            mine = plane_spread(open & ~plane_differ(clue, covered)) & unknown;
            if (!plane_any(safe | mine))
                break;
            open |= safe;
            known |= mine;
        }
        if (!plane_any(safe_cells & ~open) || !planes_two_clues(clue, board, &open, &known))
            break;
    }
    assert(!plane_any(open & ~safe_cells) && !plane_any(known & safe_cells));
    plane_store(p->open, open);
    plane_store(p->known, known);
    return !plane_any(safe_cells & ~open);
}

/* The pairs of a cell of `safe` and a cell of `mines`, two steps apart at most, that no cell of `clues` tells apart,
 * because it is next to both or to neither. */
PLANES_INLINE plane_t planes_pairs(plane_t safe, plane_t mines, plane_t clues)
{
    plane_t out = {0};
#pragma GCC unroll 3
    for (int rows = 0; rows <= 2; rows++)
#pragma GCC unroll 5
        for (int cols = -2; cols <= 2; cols++)
            if (rows || cols > 0) {
                plane_t told = plane_any_outside(clues, rows, cols)
                               | plane_at(plane_any_outside(clues, -rows, -cols), rows, cols);
                plane_t pair = ((safe & plane_at(mines, rows, cols)) | (mines & plane_at(safe, rows, cols))) & ~told;
                out |= pair | plane_at(pair, -rows, -cols);
            }
    return out;
}

/* The truly safe unknown cells next to a clue that cannot simply trade places with an unknown mine: whatever is
 * forced is among them. Returns whether there are any. */
PLANES_CLONES static int planes_candidates(const planes_t *p, uint32_t *out)
{
    plane_t open = plane_load(p->open), mines = plane_load(p->mines);
    plane_t unknown = plane_load(p->board) & ~(open | plane_load(p->known));
    plane_t safe = unknown & ~mines & plane_spread(open);
    if (plane_any(safe))
        safe &= ~planes_pairs(safe, unknown & mines, open);
    plane_store(out, safe);
    return plane_any(safe);
}

/* Whether a safe cell other than those of `known_safe` and a mine near it can never be told apart, even by all the
 * other clues: then the board forces a guess. */
PLANES_CLONES static int planes_hopeless(const planes_t *p, const uint32_t *known_safe)
{
    plane_t mines = plane_load(p->mines), safe = plane_load(p->board) & ~mines;
    return plane_any(planes_pairs(safe & ~plane_load(known_safe), mines, safe));
}

/* The cells that make a board hard or impossible to win by safe reveals: pairs as above, and cells all of whose
 * neighbours are mines. How many. */
PLANES_CLONES static int planes_flaws(const planes_t *p, const uint32_t *known_safe, uint32_t *out)
{
    plane_t board = plane_load(p->board), mines = plane_load(p->mines), safe = board & ~mines;
    plane_t row = safe | (safe << 1) | (safe >> 1);
    plane_t near = (safe << 1) | (safe >> 1) | plane_at(row, -1, 0) | plane_at(row, 1, 0);
    plane_t doubtful = safe & ~plane_load(known_safe);
    int count = 0;
    plane_store(out, planes_pairs(doubtful, mines, safe) | (board & ~near & ~plane_load(known_safe)));
    for (int i = 0; i < PLANE_ROWS; i++)
        count += __builtin_popcount(out[i]);
    return count;
}

/* The unknown cells next to a revealed one, and how many other unknown cells there are and are mines. */
PLANES_CLONES static void planes_frontier(const planes_t *p, uint32_t *out, int32_t *others, int32_t *other_mines)
{
    plane_t open = plane_load(p->open), unknown = plane_load(p->board) & ~(open | plane_load(p->known));
    plane_t frontier = unknown & plane_spread(open);
    uint32_t rest[PLANE_ROWS];
    plane_store(out, frontier);
    plane_store(rest, unknown & ~frontier);
    *others = *other_mines = 0;
    for (int i = 0; i < PLANE_ROWS; i++)
        if (rest[i]) {
            *others += __builtin_popcount(rest[i]);
            *other_mines += __builtin_popcount(rest[i] & p->mines[i]);
        }
}

/* One byte a cell, row by row: 0 open, 1 known mine, 2 unknown and safe, 3 unknown and a mine. */
PLANES_CLONES static void planes_kinds(const planes_t *p, int rows, int cols, uint8_t *out)
{
    for (int row = 0; row < rows; row++, out += cols) {
        uint32_t mines = p->mines[row], unknown = ~(p->open[row] | p->known[row]);
        for (int col = 0; col < cols; col++)
            out[col] = 2 * (unknown >> col & 1) + (mines >> col & 1);
    }
}

#endif
