/* The null-window search of the exact endgame: a template like othello_bits.h, on the names of
   othello_endgame.h. Every function answers whether the score is above `alpha`: a result above is a lower bound
   of the score, any other an upper bound. */

/* Scores after which a look at stable discs may cut, by empties. */
static inline int SF(stability_floor)(int empties)
{
    return empties < 7 ? 6 : empties < 28 ? 2 * empties - 8 : 48;
}

static inline int SF(final)(const sf_search_t *s, uint64_t mover, uint64_t opponent)
{
    int mine = SF(bits)(mover), theirs = SF(bits)(opponent), rest = s->squares - mine - theirs;
    return mine > theirs ? mine - theirs + rest : mine < theirs ? mine - theirs - rest : 0;
}

static inline int SF(end1)(const sf_search_t *s, uint64_t mover, int alpha, int square)
{
    int twice = 2 * SF(bits)(mover) - s->squares;
    int flips = SF(last_flips)(mover, square);
    if (flips)
        return twice + 2 + 2 * flips;
    /* The mover passes: at best the square stays empty and goes to the winner. */
    int score = twice >= 0 ? twice + 2 : twice;
    if (score <= alpha)
        return score;
    flips = SF(last_flips)(s->valid & ~mover, square);
    return flips ? twice - 2 * flips : score;
}

static inline int SF(end2)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int a, int b)
{
    uint64_t flips;
    int best = -SF_INFINITE, score;
    s->nodes++;
    if ((sf_near[a] & opponent) && (flips = SF(flips)(mover, opponent, a))) {
        best = -SF(end1)(s, opponent ^ flips, -alpha - 1, b);
        if (best > alpha)
            return best;
    }
    if ((sf_near[b] & opponent) && (flips = SF(flips)(mover, opponent, b))) {
        score = -SF(end1)(s, opponent ^ flips, -alpha - 1, a);
        return score > best ? score : best;
    }
    if (best > -SF_INFINITE)
        return best;
    best = SF_INFINITE;
    if ((sf_near[a] & mover) && (flips = SF(flips)(opponent, mover, a))) {
        best = SF(end1)(s, mover ^ flips, alpha, b);
        if (best <= alpha)
            return best;
    }
    if ((sf_near[b] & mover) && (flips = SF(flips)(opponent, mover, b))) {
        score = SF(end1)(s, mover ^ flips, alpha, a);
        return score < best ? score : best;
    }
    return best < SF_INFINITE ? best : SF(final)(s, mover, opponent);
}

/* Three empties in the order in which they are tried; `passed` after a pass. */
static int SF(end3)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int a, int b, int c, int passed)
{
    uint64_t flips;
    int best = -SF_INFINITE, score;
    s->nodes++;
    if ((sf_near[a] & opponent) && (flips = SF(flips)(mover, opponent, a))) {
        best = -SF(end2)(s, opponent ^ flips, mover ^ flips ^ (1ULL << a), -alpha - 1, b, c);
        if (best > alpha)
            return best;
    }
    if ((sf_near[b] & opponent) && (flips = SF(flips)(mover, opponent, b))) {
        score = -SF(end2)(s, opponent ^ flips, mover ^ flips ^ (1ULL << b), -alpha - 1, a, c);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    if ((sf_near[c] & opponent) && (flips = SF(flips)(mover, opponent, c))) {
        score = -SF(end2)(s, opponent ^ flips, mover ^ flips ^ (1ULL << c), -alpha - 1, a, b);
        return score > best ? score : best;
    }
    if (best > -SF_INFINITE)
        return best;
    if (passed)
        return SF(final)(s, mover, opponent);
    return -SF(end3)(s, opponent, mover, -alpha - 1, a, b, c, 1);
}

static inline int SF(quadrant)(int square) { return (square >> 2 & 1) | (square >> 4 & 2); }

/* Three empties in any order: a square alone in its quadrant first. */
static inline int SF(sorted3)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int a, int b, int c)
{
    int qa = SF(quadrant)(a), qb = SF(quadrant)(b), qc = SF(quadrant)(c);
    if (qa == qb && qa != qc)
        return SF(end3)(s, mover, opponent, alpha, c, a, b, 0);
    if (qa == qc && qa != qb)
        return SF(end3)(s, mover, opponent, alpha, b, a, c, 0);
    return SF(end3)(s, mover, opponent, alpha, a, b, c, 0);
}

/* The empties of quadrants with an odd number of them: who moves there first has the last word. */
static inline uint64_t SF(odd)(uint64_t empty)
{
    const uint64_t first = 0x0f0f0f0fULL, second = 0xf0f0f0f0ULL;
    uint64_t odd = 0;
    odd |= (0 - (uint64_t)(SF(bits)(empty & first) & 1)) & first;
    odd |= (0 - (uint64_t)(SF(bits)(empty & second) & 1)) & second;
    odd |= (0 - (uint64_t)(SF(bits)(empty & first << 32) & 1)) & first << 32;
    odd |= (0 - (uint64_t)(SF(bits)(empty & second << 32) & 1)) & second << 32;
    return odd & empty;
}

static int SF(end4)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int passed)
{
    uint64_t empty = s->valid & ~(mover | opponent), odd = SF(odd)(empty), flips;
    int square[4], count = 0, best = -SF_INFINITE;
    s->nodes++;
    for (uint64_t set = odd; set; set &= set - 1)
        square[count++] = __builtin_ctzll(set);
    for (uint64_t set = empty & ~odd; set; set &= set - 1)
        square[count++] = __builtin_ctzll(set);
    for (int i = 0; i < 4; i++) {
        int x = square[i];
        if (!(sf_near[x] & opponent) || !(flips = SF(flips)(mover, opponent, x)))
            continue;
        int score = -SF(sorted3)(s, opponent ^ flips, mover ^ flips ^ (1ULL << x), -alpha - 1,
                                 square[i == 0], square[i <= 1 ? 2 : 1], square[i <= 2 ? 3 : 2]);
        if (score > best) {
            best = score;
            if (score > alpha)
                return score;
        }
    }
    if (best > -SF_INFINITE)
        return best;
    if (passed)
        return SF(final)(s, mover, opponent);
    return -SF(end4)(s, opponent, mover, -alpha - 1, 1);
}

/* Up to SF_SHALLOW empties: corners and odd quadrants first, nothing remembered. */
static int SF(shallow)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int empties)
{
    uint64_t moves = SF(legal)(mover, opponent) & s->valid;
    s->nodes++;
    if (!moves) {
        if (!(SF(legal)(opponent, mover) & s->valid))
            return SF(final)(s, mover, opponent);
        return -SF(shallow)(s, opponent, mover, -alpha - 1, empties);
    }
    uint64_t odd = SF(odd)(s->valid & ~(mover | opponent));
    uint64_t groups[4] = {moves & odd & SF_CORNERS, moves & odd & ~SF_CORNERS, moves & ~odd & SF_CORNERS,
                          moves & ~odd & ~SF_CORNERS};
    int best = -SF_INFINITE;
    for (int group = 0; group < 4; group++)
        for (uint64_t set = groups[group]; set; set &= set - 1) {
            int square = __builtin_ctzll(set);
            uint64_t flips = SF(flips)(mover, opponent, square);
            uint64_t next = opponent ^ flips, other = mover ^ flips ^ (1ULL << square);
            int score = empties == 5 ? -SF(end4)(s, next, other, -alpha - 1, 0)
                                     : -SF(shallow)(s, next, other, -alpha - 1, empties - 1);
            if (score > best) {
                best = score;
                if (score > alpha)
                    return score;
            }
        }
    return best;
}

/* All squares that share a falling (a1 to h8) or a rising diagonal with one of the set, by doubling steps. */
static inline uint64_t SF(falling)(uint64_t set)
{
    uint64_t up = set, down = set;
    up |= up << 9 & 0xfefefefefefefefeULL;
    up |= up << 18 & 0xfcfcfcfcfcfcfcfcULL;
    up |= up << 36 & 0xf0f0f0f0f0f0f0f0ULL;
    down |= down >> 9 & 0x7f7f7f7f7f7f7f7fULL;
    down |= down >> 18 & 0x3f3f3f3f3f3f3f3fULL;
    down |= down >> 36 & 0x0f0f0f0f0f0f0f0fULL;
    return up | down;
}

static inline uint64_t SF(rising)(uint64_t set)
{
    uint64_t up = set, down = set;
    up |= up << 7 & 0x7f7f7f7f7f7f7f7fULL;
    up |= up << 14 & 0x3f3f3f3f3f3f3f3fULL;
    up |= up << 28 & 0x0f0f0f0f0f0f0f0fULL;
    down |= down >> 7 & 0xfefefefefefefefeULL;
    down |= down >> 14 & 0xfcfcfcfcfcfcfcfcULL;
    down |= down >> 28 & 0xf0f0f0f0f0f0f0f0ULL;
    return up | down;
}

/* Discs of `mover` that can never turn: on the edges by table, where all four lines are full, and beside stable
   discs of the same side in every direction. A lower bound. */
static int SF(stable)(uint64_t mover, uint64_t opponent)
{
    const uint64_t left = 0x0101010101010101ULL, gather = 0x0102040810204080ULL;
    uint64_t all = mover | opponent, stable;
    uint64_t top = sf_edge_stable[mover & 0xff][opponent & 0xff];
    uint64_t bottom = sf_edge_stable[mover >> 56][opponent >> 56];
    uint64_t west = sf_edge_stable[((mover & left) * gather) >> 56][((opponent & left) * gather) >> 56];
    uint64_t east = sf_edge_stable[((mover >> 7 & left) * gather) >> 56][((opponent >> 7 & left) * gather) >> 56];
    stable = top | bottom << 56;
    for (int row = 0; row < 8; row++)
        stable |= (west >> row & 1) << 8 * row | (east >> row & 1) << (8 * row + 7);

    /* Full lines: fold along each direction and spread back. */
    uint64_t rows = all, cols = all;
    rows &= rows >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    rows = (rows & left) * 0xff;
    cols &= (cols >> 8) | (cols << 56);
    cols &= (cols >> 16) | (cols << 48);
    cols &= (cols >> 32) | (cols << 32);
    uint64_t down = ~SF(falling)(~all), up = ~SF(rising)(~all);
    const uint64_t inner = 0x007e7e7e7e7e7e00ULL;
    stable |= rows & cols & down & up & mover & inner;
    if (!stable)
        return 0;
    const uint64_t edge_rows = 0xff000000000000ffULL, edge_cols = 0x8181818181818181ULL;
    rows |= edge_cols;
    cols |= edge_rows;
    down |= edge_rows | edge_cols;
    up |= edge_rows | edge_cols;
    for (;;) {
        uint64_t more = mover & inner & ~stable & (rows | stable << 1 | stable >> 1) & (cols | stable << 8 | stable >> 8)
                        & (down | stable << 9 | stable >> 9) & (up | stable << 7 | stable >> 7);
        if (!more)
            return SF(bits)(stable);
        stable |= more;
    }
}

typedef struct {
    uint64_t mover, opponent;   /* the position after the move, seen by the side to move in it */
    int value;                  /* the higher the sooner it is tried */
    int square;
} SF(move_t);

/* A set with its neighbours: the empty squares in it measure what the opponent may play one day. */
static inline uint64_t SF(around)(uint64_t discs)
{
    uint64_t wide = discs | (discs << 1 & 0xfefefefefefefefeULL) | (discs >> 1 & 0x7f7f7f7f7f7f7f7fULL);
    return wide | wide << 8 | wide >> 8;
}

/* A rough value for the side to move in sixteenths of a disc: mobility now and later, corners and what stands
   beside them. */
static inline int SF(rough)(const sf_search_t *s, uint64_t mover, uint64_t opponent)
{
    uint64_t empty = s->valid & ~(mover | opponent);
    uint64_t mine = SF(legal)(mover, opponent) & s->valid, theirs = SF(legal)(opponent, mover) & s->valid;
    if (!(mine | theirs))
        return 16 * SF(final)(s, mover, opponent);
    int value = 14 * (SF(bits)(mine) - SF(bits)(theirs));
    value += 7 * (SF(bits)(SF(around)(opponent) & empty) - SF(bits)(SF(around)(mover) & empty));
    value += 130 * (SF(bits)(mover & SF_CORNERS) - SF(bits)(opponent & SF_CORNERS));
    value += 60 * (SF(bits)(mine & SF_CORNERS) - SF(bits)(theirs & SF_CORNERS));
    uint64_t x = 0;
    x |= empty & 1 ? 1ULL << 9 : 0;
    x |= empty & 0x80 ? 1ULL << 14 : 0;
    x |= empty & 1ULL << 56 ? 1ULL << 49 : 0;
    x |= empty & 1ULL << 63 ? 1ULL << 54 : 0;
    value -= 60 * (SF(bits)(mover & x) - SF(bits)(opponent & x));
    return value;
}

static int SF(guess)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int beta, int depth)
{
    if (depth == 0)
        return SF(rough)(s, mover, opponent);
    s->nodes++;
    uint64_t moves = SF(legal)(mover, opponent) & s->valid;
    if (!moves) {
        if (!(SF(legal)(opponent, mover) & s->valid))
            return 16 * SF(final)(s, mover, opponent);
        return -SF(guess)(s, opponent, mover, -beta, -alpha, depth);
    }
    SF(move_t) list[64];
    int count = 0, best = -32000;
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        uint64_t flips = SF(flips)(mover, opponent, square);
        SF(move_t) move = {opponent ^ flips, mover ^ flips ^ (1ULL << square), 0, square};
        if (depth > 1)
            move.value = -SF(rough)(s, move.mover, move.opponent);
        int at = count++;
        for (; at > 0 && list[at - 1].value < move.value; at--)
            list[at] = list[at - 1];
        list[at] = move;
    }
    for (int i = 0; i < count; i++) {
        int value = -SF(guess)(s, list[i].mover, list[i].opponent, -beta, -alpha, depth - 1);
        if (value > best) {
            best = value;
            if (value > alpha)
                alpha = value;
            if (alpha >= beta)
                break;
        }
    }
    return best;
}

static int SF(solve)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha, int empties)
{
    if (empties <= SF_SHALLOW)
        return SF(shallow)(s, mover, opponent, alpha, empties);
    if (++s->nodes >= s->next_check && !s->stopped && s->stop(s->owner))
        s->stopped = 1;
    if (s->stopped)
        return 0;
    uint64_t first_node = s->nodes;
    if (s->squares == 64 && alpha >= SF(stability_floor)(empties)) {
        int bound = 64 - 2 * SF(stable)(opponent, mover);
        if (bound <= alpha)
            return bound;
    }
    sf_entry_t *bucket = sf_bucket(s, mover, opponent, empties);
    __builtin_prefetch(bucket);
    uint64_t moves = SF(legal)(mover, opponent) & s->valid;
    if (!moves) {
        if (!(SF(legal)(opponent, mover) & s->valid))
            return SF(final)(s, mover, opponent);
        return -SF(solve)(s, opponent, mover, -alpha - 1, empties);
    }
    int known_move = SF_NO_MOVE;
    const sf_entry_t *known = sf_find(bucket, mover, opponent);
    if (known) {
        if (known->lower > alpha)
            return known->lower;
        if (known->upper <= alpha)
            return known->upper;
        known_move = known->move;
    }
    SF(move_t) list[64];
    int count = 0;
    uint64_t empty = s->valid & ~(mover | opponent), odd = SF(odd)(empty);
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        uint64_t flips = SF(flips)(mover, opponent, square);
        SF(move_t) *move = list + count++;
        move->mover = opponent ^ flips;
        move->opponent = mover ^ flips ^ (1ULL << square);
        move->square = square;
        if (!move->mover)
            return s->squares;
        if (empties >= SF_TRANSPOSE)
            __builtin_prefetch(sf_bucket(s, move->mover, move->opponent, empties - 1));
    }
    /* Enhanced transposition cutoff (Plaat and others, 1996): a move into a position known to be good enough. */
    if (empties >= SF_TRANSPOSE)
        for (int i = 0; i < count; i++) {
            const SF(move_t) *move = list + i;
            const sf_entry_t *reply = sf_find(sf_bucket(s, move->mover, move->opponent, empties - 1), move->mover,
                                              move->opponent);
            if (reply && -reply->upper > alpha) {
                sf_store(s, bucket, mover, opponent, alpha, -reply->upper, move->square, 1);
                return -reply->upper;
            }
        }
    if (count > 1)
        for (int i = 0; i < count; i++) {
            SF(move_t) *move = list + i;
            if (move->square == known_move) {
                move->value = 1 << 30;
                continue;
            }
            uint64_t replies = SF(legal)(move->mover, move->opponent) & s->valid;
            uint64_t rest = empty & ~(1ULL << move->square);
            int value = -((SF(bits)(replies) + SF(bits)(replies & SF_CORNERS)) << 10);
            value -= SF(bits)(SF(around)(move->opponent) & rest) << 5;
            value += (int)(odd >> move->square & 1) << (empties < 12 ? 10 : 8);
            value += (int)(SF_CORNERS >> move->square & 1) << 10;
            if (empties >= SF_DEEP) {
                int depth = empties < SF_DEEP + 12 ? (empties - SF_DEEP) / 3 : 4;
                value = (value >> 6) - (SF(guess)(s, move->mover, move->opponent, -32000, 32000, depth) << 3);
            }
            move->value = value;
        }
    int best = -SF_INFINITE, best_move = SF_NO_MOVE;
    for (int i = 0; i < count; i++) {
        int top = i;
        for (int j = i + 1; j < count; j++)
            if (list[j].value > list[top].value)
                top = j;
        SF(move_t) move = list[top];
        list[top] = list[i];
        int score = -SF(solve)(s, move.mover, move.opponent, -alpha - 1, empties - 1);
        if (score > best) {
            best = score;
            best_move = move.square;
            if (score > alpha)
                break;
        }
    }
    if (!s->stopped) {
        uint64_t spent = s->nodes - first_node;
        sf_store(s, bucket, mover, opponent, alpha, best, best_move, (uint32_t)(64 - __builtin_clzll(spent | 1)));
    }
    return best;
}

static int SF(solve_root)(sf_search_t *s, uint64_t mover, uint64_t opponent, int alpha)
{
    return SF(solve)(s, mover, opponent, alpha, SF(bits)(s->valid & ~(mover | opponent)));
}
