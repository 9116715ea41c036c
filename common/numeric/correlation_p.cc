#include "common/numeric/correlation_p.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "common/numeric/correlation.h"

namespace widthlab::numeric {
namespace {

constexpr double kTie = 1e-12;

// Σ u_i v_order(i): Pearson's r where u and v are unit deviations.
double Correlation(const std::vector<double>& u, const std::vector<double>& v,
                   const std::vector<int64_t>& order) {
  double sum = 0;
  for (size_t i = 0; i < u.size(); ++i) sum += u[i] * v[static_cast<size_t>(order[i])];
  return sum;
}

}  // namespace

CorrelationP CorrelationPValue(absl::Span<const double> x, absl::Span<const double> y,
                               int64_t draws, RandomStream& stream) {
  const std::vector<double> u = UnitDeviations(x);
  const std::vector<double> v = UnitDeviations(y);
  if (u.empty() || v.empty()) return {std::numeric_limits<double>::quiet_NaN(), 0, false};
  std::vector<int64_t> order(u.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  const double found = std::fabs(Correlation(u, v, order)) - kTie;
  int64_t as_strong = 0;
  if (u.size() <= kMostPairsForAllOrders) {
    int64_t orders = 0;
    do {
      if (std::fabs(Correlation(u, v, order)) >= found) ++as_strong;
      ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    return {static_cast<double>(as_strong) / static_cast<double>(orders), orders, true};
  }
  for (int64_t d = 0; d < draws; ++d) {
    order = stream.Permutation(static_cast<int64_t>(u.size()));
    if (std::fabs(Correlation(u, v, order)) >= found) ++as_strong;
  }
  return {static_cast<double>(as_strong + 1) / static_cast<double>(draws + 1), draws, false};
}

}  // namespace widthlab::numeric
