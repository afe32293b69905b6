/* The 8x8 rules of Othello for every instruction set, behind function pointers that sf_othello_choose() fills. */

#ifndef SUREFOOT_OTHELLO_H
#define SUREFOOT_OTHELLO_H

#include "othello_tables.h"

#define SF_TIER 0
#define SF(name) sf_plain_##name
#include "othello_bits.h"
#include "othello_perft.h"
#undef SF_TIER
#undef SF

#if SF_X86_TIERS
SF_TARGET_PUSH(SF_ISA_AVX2)
#define SF_TIER 1
#define SF(name) sf_avx2_##name
#include "othello_bits.h"
#include "othello_perft.h"
#undef SF_TIER
#undef SF
SF_TARGET_POP

SF_TARGET_PUSH(SF_ISA_AVX512)
#define SF_TIER 2
#define SF(name) sf_avx512_##name
#include "othello_bits.h"
#include "othello_perft.h"
#undef SF_TIER
#undef SF
SF_TARGET_POP
#endif

static uint64_t (*sf_legal)(uint64_t mover, uint64_t opponent);
static uint64_t (*sf_flips)(uint64_t mover, uint64_t opponent, int square);
static uint64_t (*sf_perft)(uint64_t mover, uint64_t opponent, int depth, int pass_is_free, int (*stop)(void));

static void sf_othello_choose(void)
{
    sf_othello_init();
    sf_legal = sf_plain_legal;
    sf_flips = sf_plain_flips;
    sf_perft = sf_plain_perft;
#if SF_X86_TIERS
    int tier = sf_othello_tier();
    if (tier == SF_TIER_AVX2) {
        sf_legal = sf_avx2_legal;
        sf_flips = sf_avx2_flips;
        sf_perft = sf_avx2_perft;
    } else if (tier == SF_TIER_AVX512) {
        sf_legal = sf_avx512_legal;
        sf_flips = sf_avx512_flips;
        sf_perft = sf_avx512_perft;
    }
#endif
}

#endif
