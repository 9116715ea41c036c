#include "common/numeric/correlation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/numeric/moments.h"
#include "common/numeric/pairwise_sum.h"

namespace widthlab::numeric {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool AllFinite(absl::Span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

// Values less their mean, divided by the largest of the sizes, so that squares neither overflow nor
// vanish. Empty for constant values.
std::vector<double> CentredAndScaled(absl::Span<const double> values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  if (*least == *greatest) return {};
  const double mean = Mean(values);
  std::vector<double> centred(values.begin(), values.end());
  double largest = 0;
  for (double& value : centred) {
    value -= mean;
    largest = std::max(largest, std::fabs(value));
  }
  for (double& value : centred) value /= largest;
  return centred;
}

double Dot(absl::Span<const double> x, absl::Span<const double> y) {
  std::vector<double> products(x.size());
  for (size_t i = 0; i < x.size(); ++i) products[i] = x[i] * y[i];
  return PairwiseSum(products);
}

}  // namespace

double Pearson(absl::Span<const double> x, absl::Span<const double> y) {
  if (x.size() < 2 || x.size() != y.size() || !AllFinite(x) || !AllFinite(y)) return kNaN;
  const std::vector<double> cx = CentredAndScaled(x);
  const std::vector<double> cy = CentredAndScaled(y);
  if (cx.empty() || cy.empty()) return kNaN;
  const double r = Dot(cx, cy) / (std::sqrt(Dot(cx, cx)) * std::sqrt(Dot(cy, cy)));
  return std::clamp(r, -1.0, 1.0);
}

double Spearman(absl::Span<const double> x, absl::Span<const double> y) {
  if (!AllFinite(x) || !AllFinite(y)) return kNaN;
  return Pearson(Ranks(x), Ranks(y));
}

std::vector<double> UnitDeviations(absl::Span<const double> values) {
  if (values.size() < 2 || !AllFinite(values)) return {};
  std::vector<double> deviations = CentredAndScaled(values);
  const double norm = std::sqrt(Dot(deviations, deviations));
  for (double& deviation : deviations) deviation /= norm;
  return deviations;
}

std::vector<double> Ranks(absl::Span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    // Ranks begin + 1 … end are shared.
    for (size_t i = begin; i < end; ++i) {
      ranks[order[i]] = 0.5 * static_cast<double>(begin + 1 + end);
    }
    begin = end;
  }
  return ranks;
}

}  // namespace widthlab::numeric
