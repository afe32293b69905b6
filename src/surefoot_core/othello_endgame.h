/* The exact endgame: what the search of every instruction set shares, and the choice between them.

   Boards are embedded in the 8x8 word: `valid` are the squares of a 4x4 or 6x6 board in its upper left corner.
   Squares outside hold no disc, so rays stop there as on an empty square. Scores are disc differences for the
   side to move with the empty squares to the winner. */

#ifndef SUREFOOT_OTHELLO_ENDGAME_H
#define SUREFOOT_OTHELLO_ENDGAME_H

#include "large_pages.h"
#include "othello.h"

#define SF_SHALLOW 5          /* up to so many empties nothing is remembered, and moves go by parity alone */
#define SF_TRANSPOSE 10       /* from so many on the positions after all moves are looked up first */
#define SF_DEEP 13            /* from so many on a look ahead helps to order the moves */

#define SF_INFINITE 127
#define SF_NO_MOVE 64
#define SF_CORNERS 0x8100000000000081ULL

/* What is known of one position. Whole positions are kept, not hashes, so that no two are ever taken for one
   another. */
typedef struct {
    uint64_t mover, opponent;
    int8_t lower, upper;      /* bounds of the score */
    uint8_t move;             /* the best move known, or SF_NO_MOVE */
    uint8_t age;              /* the search that wrote it */
    uint32_t cost;            /* bits of the number of nodes it took */
} sf_entry_t;

#define SF_WAYS 4             /* entries that a position may stand in, side by side */
#define SF_NEAR 8             /* positions of up to so many empties go to the near table */
#define SF_NEAR_BUCKETS 4096  /* small enough for the second level cache */

typedef struct {
    sf_entry_t *table;
    uint64_t buckets;         /* a power of two */
    sf_entry_t *near;         /* positions close to the end, which come back soon or never */
    uint8_t age;
    uint64_t valid;           /* the squares of the board */
    int squares;              /* how many there are */
    uint64_t nodes;           /* positions searched so far */
    uint64_t next_check;      /* ask `stop` when so many are reached */
    int (*stop)(void *owner); /* nonzero stops the search; else it has set the next check */
    void *owner;
    int stopped;              /* the search was stopped: what it returns means nothing */
} sf_search_t;

/* Stable discs on an edge: the mover's discs that no sequence of moves can turn, by the mover's and the
   opponent's byte. */
static uint8_t sf_edge_stable[256][256];

static uint8_t sf_edge_flips(uint8_t mover, uint8_t opponent, int place)
{
    uint8_t flips = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        uint8_t run = 0;
        int at = place + sign;
        for (; at >= 0 && at < 8 && opponent >> at & 1; at += sign)
            run |= (uint8_t)(1 << at);
        if (at >= 0 && at < 8 && mover >> at & 1)
            flips |= run;
    }
    return flips;
}

static void sf_edge_init(void)
{
    /* A position after those with more discs: an empty place may be filled by either side. */
    for (int discs = 8; discs >= 0; discs--)
        for (int mover = 0; mover < 256; mover++)
            for (int opponent = 0; opponent < 256; opponent++) {
                if ((mover & opponent) || __builtin_popcount((unsigned)(mover | opponent)) != discs)
                    continue;
                uint8_t stable = (uint8_t)mover;
                for (int place = 0; place < 8; place++) {
                    uint8_t disc = (uint8_t)(1 << place);
                    if ((mover | opponent) & disc)
                        continue;
                    uint8_t gain = sf_edge_flips((uint8_t)mover, (uint8_t)opponent, place);
                    uint8_t loss = sf_edge_flips((uint8_t)opponent, (uint8_t)mover, place);
                    stable &= sf_edge_stable[mover | disc | gain][opponent & ~gain];
                    stable &= sf_edge_stable[mover & ~loss][opponent | disc | loss];
                }
                sf_edge_stable[mover][opponent] = stable;
            }
}

static inline sf_entry_t *sf_bucket(const sf_search_t *search, uint64_t mover, uint64_t opponent, int empties)
{
    uint64_t hash = (mover ^ (opponent * 0x9e3779b97f4a7c15ULL)) * 0xd6e8feb86659fd93ULL;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93ULL;
    if (empties <= SF_NEAR)
        return search->near + SF_WAYS * ((hash >> 20) & (SF_NEAR_BUCKETS - 1));
    return search->table + SF_WAYS * ((hash >> 20) & (search->buckets - 1));
}

static inline const sf_entry_t *sf_find(const sf_entry_t *bucket, uint64_t mover, uint64_t opponent)
{
    for (int way = 0; way < SF_WAYS; way++)
        if (bucket[way].mover == mover && bucket[way].opponent == opponent)
            return bucket + way;
    return NULL;
}

/* Write what a null-window search found: over the same position, else over the least costly or an old one. */
static inline void sf_store(const sf_search_t *search, sf_entry_t *bucket, uint64_t mover, uint64_t opponent,
                            int alpha, int score, int move, uint32_t cost)
{
    sf_entry_t *worst = bucket;
    for (int way = 0; way < SF_WAYS; way++) {
        sf_entry_t *entry = bucket + way;
        if (entry->mover == mover && entry->opponent == opponent) {
            if (score > alpha && score > entry->lower)
                entry->lower = (int8_t)score;
            else if (score <= alpha && score < entry->upper)
                entry->upper = (int8_t)score;
            if (score > alpha || entry->move == SF_NO_MOVE)
                entry->move = (uint8_t)move;
            if (cost > entry->cost)
                entry->cost = cost;
            entry->age = search->age;
            return;
        }
        if ((entry->age == search->age) < (worst->age == search->age)
            || ((entry->age == search->age) == (worst->age == search->age) && entry->cost < worst->cost))
            worst = entry;
    }
    worst->mover = mover;
    worst->opponent = opponent;
    worst->lower = score > alpha ? (int8_t)score : -SF_INFINITE;
    worst->upper = score > alpha ? SF_INFINITE : (int8_t)score;
    worst->move = (uint8_t)move;
    worst->age = search->age;
    worst->cost = cost;
}

#define SF_TIER 0
#define SF(name) sf_plain_##name
#include "othello_search.h"
#undef SF_TIER
#undef SF

#if SF_X86_TIERS
SF_TARGET_PUSH(SF_ISA_AVX2)
#define SF_TIER 1
#define SF(name) sf_avx2_##name
#include "othello_search.h"
#undef SF_TIER
#undef SF
SF_TARGET_POP

SF_TARGET_PUSH(SF_ISA_AVX512)
#define SF_TIER 2
#define SF(name) sf_avx512_##name
#include "othello_search.h"
#undef SF_TIER
#undef SF
SF_TARGET_POP
#endif

static int (*sf_solve)(sf_search_t *search, uint64_t mover, uint64_t opponent, int alpha);
static int (*sf_guess)(sf_search_t *search, uint64_t mover, uint64_t opponent, int alpha, int beta, int depth);

static void sf_endgame_choose(void)
{
    sf_othello_choose();
    sf_edge_init();
    sf_solve = sf_plain_solve_root;
    sf_guess = sf_plain_guess;
#if SF_X86_TIERS
    int tier = sf_othello_tier();
    if (tier == SF_TIER_AVX2) {
        sf_solve = sf_avx2_solve_root;
        sf_guess = sf_avx2_guess;
    } else if (tier == SF_TIER_AVX512) {
        sf_solve = sf_avx512_solve_root;
        sf_guess = sf_avx512_guess;
    }
#endif
}

#endif
