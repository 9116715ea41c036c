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

}  // namespace

PricedPoints::PricedPoints(const std::vector<DiagramPoint>& points,
                           const std::vector<double>& rebates, GroundNorm norm)
    : norm_(norm), size_(static_cast<int32_t>(points.size())), place_(points.size()) {
  const std::vector<int32_t> order = PlaneOrder(points, kBlock);
  const int32_t blocks = (size_ + kBlock - 1) / kBlock;
  point_.assign(blocks * kBlock, -1);
  birth_.assign(blocks * kBlock, 0);
  death_.assign(blocks * kBlock, 0);
  rebate_.assign(blocks * kBlock, -kInfinity);
  boxes_.assign(blocks, {kInfinity, -kInfinity, kInfinity, -kInfinity, -kInfinity});
  for (int32_t at = 0; at < size_; ++at) {
    const DiagramPoint& p = points[order[at]];
    place_[order[at]] = at;
    point_[at] = order[at];
    birth_[at] = p.birth;
    death_[at] = p.death;
    rebate_[at] = rebates[order[at]];
    Box& box = boxes_[at / kBlock];
    box.least_birth = std::min(box.least_birth, p.birth);
    box.most_birth = std::max(box.most_birth, p.birth);
    box.least_death = std::min(box.least_death, p.death);
    box.most_death = std::max(box.most_death, p.death);
  }
  for (int32_t b = 0; b < blocks; ++b) UpdateRebate(b);
}

void PricedPoints::SetRebate(int32_t j, double rebate) {
  rebate_[place_[j]] = rebate;
  UpdateRebate(place_[j] / kBlock);
}

void PricedPoints::UpdateRebate(int32_t block) {
  const double* begin = rebate_.data() + block * kBlock;
  boxes_[block].most_rebate = *std::max_element(begin, begin + kBlock);
}

double PricedPoints::LeastCost(const Box& box, const DiagramPoint& from) const {
  const DiagramPoint nearest{std::clamp(from.birth, box.least_birth, box.most_birth),
                             std::clamp(from.death, box.least_death, box.most_death)};
  return SquaredDistance(from, nearest, norm_) - box.most_rebate;
}

uint32_t PricedPoints::CheaperInBlock(int32_t block, const DiagramPoint& from, double limit,
                                      double* costs) const {
  const __m256d birth = _mm256_set1_pd(from.birth);
  const __m256d death = _mm256_set1_pd(from.death);
  const __m256d limits = _mm256_set1_pd(limit);
  const __m256d magnitude = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7FFFFFFFFFFFFFFF));
  const int32_t first = block * kBlock;
  uint32_t mask = 0;
  for (int32_t k = 0; k < kBlock; k += 4) {
    const __m256d x = _mm256_sub_pd(birth, _mm256_loadu_pd(birth_.data() + first + k));
    const __m256d y = _mm256_sub_pd(death, _mm256_loadu_pd(death_.data() + first + k));
    __m256d squared;
    if (norm_ == GroundNorm::kEuclidean) {
      // Rounded as SquaredDistance rounds: two products and a sum.
      squared = _mm256_add_pd(_mm256_mul_pd(x, x), _mm256_mul_pd(y, y));
    } else {
      const __m256d larger =
          _mm256_max_pd(_mm256_and_pd(x, magnitude), _mm256_and_pd(y, magnitude));
      squared = _mm256_mul_pd(larger, larger);
    }
    const __m256d cost = _mm256_sub_pd(squared, _mm256_loadu_pd(rebate_.data() + first + k));
    _mm256_storeu_pd(costs + k, cost);
    const int cheaper = _mm256_movemask_pd(_mm256_cmp_pd(cost, limits, _CMP_LT_OQ));
    mask |= static_cast<uint32_t>(cheaper) << k;
  }
  return mask;
}

}  // namespace widthlab::geometry
