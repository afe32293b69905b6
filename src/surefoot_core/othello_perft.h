/* Counting the games of a given length from an 8x8 position: a template like othello_bits.h. SF_STOPPED is the
   answer once `stop`, called every few milliseconds, has told to. */

static uint64_t SF(perft)(uint64_t mover, uint64_t opponent, int depth, int pass_is_free, int (*stop)(void))
{
    uint64_t moves = SF(legal)(mover, opponent), leaves = 0;
    if (!moves) {
        uint64_t replies = SF(legal)(opponent, mover), swap = mover;
        if (!replies)
            return 1;
        if (!pass_is_free)
            return depth == 1 ? 1 : SF(perft)(opponent, mover, depth - 1, 0, stop);
        mover = opponent;
        opponent = swap;
        moves = replies;
    }
    if (depth == 1)
        return (uint64_t)SF(bits)(moves);
    if (depth == 9 && stop())
        return SF_STOPPED;
    for (; moves; moves &= moves - 1) {
        int square = __builtin_ctzll(moves);
        uint64_t flips = SF(flips)(mover, opponent, square);
        uint64_t below = SF(perft)(opponent ^ flips, mover ^ flips ^ (1ULL << square), depth - 1, pass_is_free, stop);
        if (below == SF_STOPPED)
            return SF_STOPPED;
        leaves += below;
    }
    return leaves;
}
