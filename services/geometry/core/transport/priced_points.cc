#include "services/geometry/core/transport/priced_points.h"

#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace widthlab::geometry {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An order in which stretches of 32 points are near one another: strips by birth, each sorted by
// death.
std::vector<int32_t> PlaneOrder(const std::vector<DiagramPoint>& points, int32_t block) {
  const int32_t n = static_cast<int32_t>(points.size());
  std::vector<int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return points[a].birth != points[b].birth ? points[a].birth < points[b].birth : a < b;
  });
  const int32_t strip =
      block * std::max(1, static_cast<int32_t>(std::sqrt(static_cast<double>(n) / block)));
  for (int32_t begin = 0; begin < n; begin += strip) {
    std::sort(order.begin() + begin, order.begin() + std::min(n, begin + strip),
              [&](int32_t a, int32_t b) {
                return points[a].death != points[b].death ? points[a].death < points[b].death
                                                          : a < b;
              });
  }
  return order;
}

// Squared distances of four lanes, rounded as SquaredDistance rounds.
__m256d SquaredLength(__m256d x, __m256d y, GroundNorm norm) {
  if (norm == GroundNorm::kEuclidean) {
    return _mm256_add_pd(_mm256_mul_pd(x, x), _mm256_mul_pd(y, y));
  }
  const __m256d magnitude = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7FFFFFFFFFFFFFFF));
  const __m256d larger = _mm256_max_pd(_mm256_and_pd(x, magnitude), _mm256_and_pd(y, magnitude));
  return _mm256_mul_pd(larger, larger);
}

}  // namespace

PricedPoints::PricedPoints(const std::vector<DiagramPoint>& points, GroundNorm norm)
    : norm_(norm), size_(static_cast<int32_t>(points.size())) {
  const std::vector<int32_t> order = PlaneOrder(points, kBlock);
  const int32_t blocks = (size_ + 4 * kBlock - 1) / (4 * kBlock) * 4;
  point_.assign(blocks * kBlock, -1);
  birth_.assign(blocks * kBlock, 0);
  death_.assign(blocks * kBlock, 0);
  boxes_.least_birth.assign(blocks, kInfinity);
  boxes_.most_birth.assign(blocks, -kInfinity);
  boxes_.least_death = boxes_.least_birth;
  boxes_.most_death = boxes_.most_birth;
  bounds_.resize(blocks);
  for (int32_t at = 0; at < size_; ++at) {
    const DiagramPoint& p = points[order[at]];
    const int32_t b = at / kBlock;
    point_[at] = order[at];
    birth_[at] = p.birth;
    death_[at] = p.death;
    boxes_.least_birth[b] = std::min(boxes_.least_birth[b], p.birth);
    boxes_.most_birth[b] = std::max(boxes_.most_birth[b], p.birth);
    boxes_.least_death[b] = std::min(boxes_.least_death[b], p.death);
    boxes_.most_death[b] = std::max(boxes_.most_death[b], p.death);
  }
  SetRebates(std::vector<double>(size_, 0.0));
}

void PricedPoints::SetRebates(const std::vector<double>& rebates) {
  rebate_.assign(point_.size(), -kInfinity);
  for (int32_t at = 0; at < size_; ++at) rebate_[at] = rebates[point_[at]];
  boxes_.most_rebate.clear();
  for (size_t begin = 0; begin < rebate_.size(); begin += kBlock) {
    boxes_.most_rebate.push_back(
        *std::max_element(rebate_.begin() + begin, rebate_.begin() + begin + kBlock));
  }
}

int32_t PricedPoints::ComputeBounds(const DiagramPoint& from) {
  const __m256d birth = _mm256_set1_pd(from.birth);
  const __m256d death = _mm256_set1_pd(from.death);
  int32_t first = -1;
  double least = kInfinity;
  for (int32_t b = 0; b < block_count(); b += 4) {
    // Empty boxes clamp to −∞, at an infinite distance.
    const auto clamp = [b](__m256d value, const std::vector<double>& low,
                           const std::vector<double>& high) {
      return _mm256_min_pd(_mm256_max_pd(value, _mm256_loadu_pd(low.data() + b)),
                           _mm256_loadu_pd(high.data() + b));
    };
    const __m256d x = _mm256_sub_pd(birth, clamp(birth, boxes_.least_birth, boxes_.most_birth));
    const __m256d y = _mm256_sub_pd(death, clamp(death, boxes_.least_death, boxes_.most_death));
    const __m256d bound =
        _mm256_sub_pd(SquaredLength(x, y, norm_), _mm256_loadu_pd(boxes_.most_rebate.data() + b));
    _mm256_storeu_pd(bounds_.data() + b, bound);
    for (int32_t k = b; k < b + 4; ++k) {
      if (bounds_[k] >= least) continue;
      least = bounds_[k];
      first = k;
    }
  }
  return first;
}

uint32_t PricedPoints::CheaperInBlock(int32_t block, const DiagramPoint& from, double limit,
                                      double* costs) const {
  const __m256d birth = _mm256_set1_pd(from.birth);
  const __m256d death = _mm256_set1_pd(from.death);
  const __m256d limits = _mm256_set1_pd(limit);
  const int32_t first = block * kBlock;
  uint32_t mask = 0;
  for (int32_t k = 0; k < kBlock; k += 4) {
    const __m256d x = _mm256_sub_pd(birth, _mm256_loadu_pd(birth_.data() + first + k));
    const __m256d y = _mm256_sub_pd(death, _mm256_loadu_pd(death_.data() + first + k));
    const __m256d cost =
        _mm256_sub_pd(SquaredLength(x, y, norm_), _mm256_loadu_pd(rebate_.data() + first + k));
    _mm256_storeu_pd(costs + k, cost);
    const int cheaper = _mm256_movemask_pd(_mm256_cmp_pd(cost, limits, _CMP_LT_OQ));
    mask |= static_cast<uint32_t>(cheaper) << k;
  }
  return mask;
}

}  // namespace widthlab::geometry
