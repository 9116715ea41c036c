#include "common/numeric/moments.h"

#include <cmath>
#include <limits>
#include <vector>

#include "common/numeric/pairwise_sum.h"

namespace widthlab::numeric {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double Mean(absl::Span<const double> values) {
  if (values.empty()) return kNaN;
  return PairwiseSum(values) / static_cast<double>(values.size());
}

double StandardDeviation(absl::Span<const double> values) {
  if (values.size() < 2) return kNaN;
  const double mean = Mean(values);
  std::vector<double> squares(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    squares[i] = (values[i] - mean) * (values[i] - mean);
  }
  return std::sqrt(PairwiseSum(squares) / static_cast<double>(values.size() - 1));
}

double StandardError(absl::Span<const double> values) {
  return StandardDeviation(values) / std::sqrt(static_cast<double>(values.size()));
}

}  // namespace widthlab::numeric
