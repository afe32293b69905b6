/* The tables of the 8x8 kernels, and the instruction sets they are built for.

   A square is bit 8 * row + col of a 64-bit word, a1 = bit 0. The kernels are in othello_bits.h, which is
   included once per instruction set: plain C for any machine, AVX2, and AVX-512 (256-bit vectors). The best
   one is chosen at import, so that one wheel runs everywhere. */

#ifndef SUREFOOT_OTHELLO_TABLES_H
#define SUREFOOT_OTHELLO_TABLES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define SF_X86_TIERS 1
#else
#define SF_X86_TIERS 0
#endif

#define SF_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define SF_TARGET_PUSH(isa) SF_PRAGMA(clang attribute push(__attribute__((target(isa))), apply_to = function))
#define SF_TARGET_POP SF_PRAGMA(clang attribute pop)
#else
#define SF_TARGET_PUSH(isa) SF_PRAGMA(GCC push_options) SF_PRAGMA(GCC target(isa))
#define SF_TARGET_POP SF_PRAGMA(GCC pop_options)
#endif
#define SF_ISA_AVX2 "avx2,bmi,bmi2,lzcnt,popcnt"
#define SF_ISA_AVX512 "avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512dq,avx512bw"

/* The rays from each square: towards higher squares (east, south west, south, south east) and towards lower
   ones (west, north east, north, north west), the square itself left out. */
static _Alignas(32) uint64_t sf_ray_up[64][4];
static _Alignas(32) uint64_t sf_ray_down[64][4];

/* The neighbours of each square. */
static uint64_t sf_near[64];

/* The two diagonals through each square, and the flips on a line of eight with the mover's discs as a byte. */
static uint64_t sf_diagonal[64][2];
static uint8_t sf_line_flips[8][256];

#define SF_STOPPED UINT64_MAX

enum { SF_TIER_PLAIN, SF_TIER_AVX2, SF_TIER_AVX512 };

static void sf_othello_init(void)
{
    static const int step[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    for (int square = 0; square < 64; square++) {
        sf_near[square] = 0;
        for (int d = 0; d < 4; d++)
            for (int sign = -1; sign <= 1; sign += 2) {
                uint64_t ray = 0;
                int row = square / 8 + sign * step[d][0], col = square % 8 + sign * step[d][1];
                if (row >= 0 && row < 8 && col >= 0 && col < 8)
                    sf_near[square] |= 1ULL << (8 * row + col);
                for (; row >= 0 && row < 8 && col >= 0 && col < 8; row += sign * step[d][0], col += sign * step[d][1])
                    ray |= 1ULL << (8 * row + col);
                (sign > 0 ? sf_ray_up : sf_ray_down)[square][d] = ray;
            }
        sf_diagonal[square][0] = sf_ray_up[square][1] | sf_ray_down[square][1];
        sf_diagonal[square][1] = sf_ray_up[square][3] | sf_ray_down[square][3];
    }
    for (int place = 0; place < 8; place++)
        for (int mover = 0; mover < 256; mover++) {
            int flips = 0;
            for (int sign = -1; sign <= 1; sign += 2) {
                int end = place + sign, run = 0;
                for (; end >= 0 && end < 8 && !(mover >> end & 1); end += sign)
                    run++;
                if (end >= 0 && end < 8)
                    flips += run;
            }
            sf_line_flips[place][mover] = (uint8_t)flips;
        }
}

/* The best instruction set of this machine, or the one SUREFOOT_OTHELLO_TIER (0, 1 or 2) asks for, if it is there. */
static int sf_othello_tier(void)
{
    int tier = SF_TIER_PLAIN;
#if SF_X86_TIERS
    const char *wanted = getenv("SUREFOOT_OTHELLO_TIER");
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        tier = SF_TIER_AVX2;
    if (tier && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
        tier = SF_TIER_AVX512;
    if (wanted && wanted[0] >= '0' && wanted[0] - '0' < tier)
        tier = wanted[0] - '0';
#endif
    return tier;
}

#endif
