/* Legal moves and flips on 8x8, without loops over squares. Included once per instruction set with SF_TIER
   (0, 1, 2) and SF(name) defined; no include guard on purpose. */

static inline int SF(bits)(uint64_t set) { return __builtin_popcountll(set); }

#if SF_TIER == 0

/* Flood from the mover's discs over opponent discs in both senses of one direction (parallel prefix). */
static inline uint64_t SF(reach)(uint64_t mover, uint64_t inner, int shift)
{
    uint64_t up = inner & (mover << shift), down = inner & (mover >> shift);
    uint64_t pair_up = inner & (inner << shift), pair_down = pair_up >> shift;
    up |= inner & (up << shift);
    down |= inner & (down >> shift);
    up |= pair_up & (up << 2 * shift);
    down |= pair_down & (down >> 2 * shift);
    up |= pair_up & (up << 2 * shift);
    down |= pair_down & (down >> 2 * shift);
    return (up << shift) | (down >> shift);
}

static inline uint64_t SF(legal)(uint64_t mover, uint64_t opponent)
{
    uint64_t inner = opponent & 0x7e7e7e7e7e7e7e7eULL;
    return (SF(reach)(mover, inner, 1) | SF(reach)(mover, inner, 7) | SF(reach)(mover, opponent, 8)
            | SF(reach)(mover, inner, 9)) & ~(mover | opponent);
}

static inline uint64_t SF(flips)(uint64_t mover, uint64_t opponent, int square)
{
    uint64_t flips = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t ray = sf_ray_up[square][d], stop = ray & ~opponent;
        uint64_t end = stop & (0 - stop) & mover;
        flips |= ray & (end - (end != 0));
        ray = sf_ray_down[square][d];
        stop = ray & ~opponent;
        end = (0x8000000000000000ULL >> __builtin_clzll(stop | 1)) & stop & mover;
        flips |= ray & (0 - (end << 1));
    }
    return flips;
}

#else

static inline uint64_t SF(fold)(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

static inline uint64_t SF(legal)(uint64_t mover, uint64_t opponent)
{
    const __m256i shift = _mm256_set_epi64x(9, 8, 7, 1), twice = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i edge = _mm256_set_epi64x(0x7e7e7e7e7e7e7e7eLL, -1, 0x7e7e7e7e7e7e7e7eLL, 0x7e7e7e7e7e7e7e7eLL);
    __m256i from = _mm256_set1_epi64x((int64_t)mover);
    __m256i inner = _mm256_and_si256(_mm256_set1_epi64x((int64_t)opponent), edge);
    __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(from, shift));
    __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(from, shift));
    __m256i pair_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, shift));
    __m256i pair_down = _mm256_srlv_epi64(pair_up, shift);
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, shift)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, shift)));
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    return SF(fold)(_mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift)))
           & ~(mover | opponent);
}

static inline uint64_t SF(flips)(uint64_t mover, uint64_t opponent, int square)
{
    __m256i from = _mm256_set1_epi64x((int64_t)mover), over = _mm256_set1_epi64x((int64_t)opponent);
    __m256i ray_up = _mm256_load_si256((const __m256i *)sf_ray_up[square]);
    __m256i ray_down = _mm256_load_si256((const __m256i *)sf_ray_down[square]);
    const __m256i zero = _mm256_setzero_si256();

    /* Upwards the run ends at the lowest square of the ray without an opponent's disc. */
    __m256i stop = _mm256_andnot_si256(over, ray_up);
    __m256i end = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), from);
    __m256i below = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    __m256i up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), _mm256_and_si256(ray_up, below));

    /* Downwards it ends at the highest one. */
    stop = _mm256_andnot_si256(over, ray_down);
#if SF_TIER == 2
    end = _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(stop));
#else
    const __m256i shift = _mm256_set_epi64x(9, 8, 7, 1), twice = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i fourfold = _mm256_set_epi64x(36, 32, 28, 4);
    __m256i smear = _mm256_srlv_epi64(stop, shift);
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, shift));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, twice));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, fourfold));
    end = _mm256_andnot_si256(smear, stop);
#endif
    end = _mm256_and_si256(end, from);
    __m256i down = _mm256_and_si256(ray_down, _mm256_sub_epi64(zero, _mm256_add_epi64(end, end)));
    return SF(fold)(_mm256_or_si256(up, down));
}

#endif

/* The number of flips of a move on the only square that may be empty: whatever is not the mover's counts as the
   opponent's. One table look-up a line. */
static inline int SF(last_flips)(uint64_t mover, int square)
{
    int row = square >> 3, col = square & 7;
    return sf_line_flips[col][mover >> 8 * row & 0xff]
           + sf_line_flips[row][((mover >> col & 0x0101010101010101ULL) * 0x0102040810204080ULL) >> 56]
           + sf_line_flips[col][((mover & sf_diagonal[square][0]) * 0x0101010101010101ULL) >> 56]
           + sf_line_flips[col][((mover & sf_diagonal[square][1]) * 0x0101010101010101ULL) >> 56];
}
