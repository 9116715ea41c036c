#include "services/geometry/core/transport/row_minimum.h"

#include <immintrin.h>

#include <algorithm>
#include <limits>

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Keeps the two smallest of values that come in with their indices, the lower index among equals.
struct Keeper {
  TwoSmallest two{kInfinity, kInfinity, -1, -1};

  void Offer(double value, int32_t index) {
    if (value < two.least || (value == two.least && (two.index < 0 || index < two.index))) {
      two.second = two.least;
      two.second_index = two.index;
      two.least = value;
      two.index = index;
    } else if (value < two.second ||
               (value == two.second && (two.second_index < 0 || index < two.second_index))) {
      two.second = value;
      two.second_index = index;
    }
  }
};

}  // namespace

TwoSmallest TwoSmallestReduced(const double* cost, const double* potential, int32_t n) {
  // Four lanes, each with its own two smallest; indices ride along as doubles.
  __m256d least = _mm256_set1_pd(kInfinity);
  __m256d second = least;
  __m256d least_at = _mm256_set1_pd(-1);
  __m256d second_at = least_at;
  __m256d at = _mm256_set_pd(3, 2, 1, 0);
  const __m256d four = _mm256_set1_pd(4);
  int32_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const __m256d value = _mm256_sub_pd(_mm256_loadu_pd(cost + j), _mm256_loadu_pd(potential + j));
    const __m256d below = _mm256_cmp_pd(value, least, _CMP_LT_OQ);
    const __m256d between = _mm256_cmp_pd(value, second, _CMP_LT_OQ);
    second_at = _mm256_blendv_pd(_mm256_blendv_pd(second_at, at, between), least_at, below);
    second = _mm256_min_pd(second, _mm256_max_pd(least, value));
    least_at = _mm256_blendv_pd(least_at, at, below);
    least = _mm256_min_pd(least, value);
    at = _mm256_add_pd(at, four);
  }
  alignas(32) double lane_least[4], lane_second[4], lane_at[4], lane_second_at[4];
  _mm256_store_pd(lane_least, least);
  _mm256_store_pd(lane_second, second);
  _mm256_store_pd(lane_at, least_at);
  _mm256_store_pd(lane_second_at, second_at);
  Keeper keeper;
  for (int lane = 0; lane < 4; ++lane) {
    if (lane_at[lane] >= 0) keeper.Offer(lane_least[lane], static_cast<int32_t>(lane_at[lane]));
    if (lane_second_at[lane] >= 0) {
      keeper.Offer(lane_second[lane], static_cast<int32_t>(lane_second_at[lane]));
    }
  }
  for (; j < n; ++j) keeper.Offer(cost[j] - potential[j], j);
  return keeper.two;
}

int32_t LowerDistances(const double* cost, const double* potential, double offset, int32_t row,
                       int32_t n, double* distance, int32_t* predecessor) {
  const __m256d offsets = _mm256_set1_pd(offset);
  const __m128i rows = _mm_set1_epi32(row);
  __m256d least = _mm256_set1_pd(kInfinity);
  __m256d least_at = _mm256_set1_pd(-1);
  __m256d at = _mm256_set_pd(3, 2, 1, 0);
  const __m256d four = _mm256_set1_pd(4);
  int32_t j = 0;
  for (; j + 4 <= n; j += 4) {
    const __m256d through = _mm256_add_pd(
        _mm256_sub_pd(_mm256_loadu_pd(cost + j), _mm256_loadu_pd(potential + j)), offsets);
    __m256d now = _mm256_loadu_pd(distance + j);
    const __m256d shorter = _mm256_cmp_pd(through, now, _CMP_LT_OQ);
    if (_mm256_movemask_pd(shorter) != 0) {
      now = _mm256_min_pd(through, now);
      _mm256_storeu_pd(distance + j, now);
      // The upper halves of the 64-bit masks, as 32-bit masks.
      const __m128i low = _mm_castps_si128(_mm_shuffle_ps(
          _mm_castpd_ps(_mm256_castpd256_pd128(shorter)),
          _mm_castpd_ps(_mm256_extractf128_pd(shorter, 1)), _MM_SHUFFLE(3, 1, 3, 1)));
      _mm_maskstore_epi32(predecessor + j, low, rows);
    }
    least_at = _mm256_blendv_pd(least_at, at, _mm256_cmp_pd(now, least, _CMP_LT_OQ));
    least = _mm256_min_pd(now, least);
    at = _mm256_add_pd(at, four);
  }
  alignas(32) double lane_least[4], lane_at[4];
  _mm256_store_pd(lane_least, least);
  _mm256_store_pd(lane_at, least_at);
  Keeper keeper;
  for (int lane = 0; lane < 4; ++lane) {
    if (lane_at[lane] >= 0) keeper.Offer(lane_least[lane], static_cast<int32_t>(lane_at[lane]));
  }
  for (; j < n; ++j) {
    const double through = cost[j] - potential[j] + offset;
    if (through < distance[j]) {
      distance[j] = through;
      predecessor[j] = row;
    }
    if (distance[j] < kInfinity) keeper.Offer(distance[j], j);
  }
  return keeper.two.index;
}

}  // namespace widthlab::geometry
