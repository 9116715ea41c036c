#include "services/orchestrator/core/diagnostics/correlate_series.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/correlation.h"
#include "common/numeric/correlation_interval.h"
#include "common/numeric/correlation_p.h"
#include "common/numeric/random_stream.h"

namespace widthlab::pipeline {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kFewestPairs = 3;
constexpr double kConstant = 1e-12;

struct Side {
  std::string name = {};
  std::vector<double> values = {};
  // Largest number behind the values, by size.
  double scale = 0;
};

// Numbers that are defined on both sides.
struct Pairs {
  Side x = {};
  Side y = {};

  void Add(double x_value, double y_value) {
    x.values.push_back(x_value);
    y.values.push_back(y_value);
  }
};

bool IsConstant(const Side& side) {
  const auto [least, greatest] = std::minmax_element(side.values.begin(), side.values.end());
  return *greatest - *least <= kConstant * side.scale;
}

std::string ReasonAgainst(const Pairs& pairs) {
  if (pairs.x.values.size() < kFewestPairs) {
    return absl::StrCat("needs 3 pairs of numbers, has ", pairs.x.values.size());
  }
  for (const Side* side : {&pairs.x, &pairs.y}) {
    if (IsConstant(*side)) return absl::StrCat("all numbers of ", side->name, " are equal");
  }
  return "";
}

v1::Correlation Correlate(const Pairs& pairs, bool ranks, const char* note,
                          const CorrelationOptions& options) {
  v1::Correlation correlation;
  correlation.set_p_note(note);
  correlation.set_pairs(static_cast<int32_t>(pairs.x.values.size()));
  correlation.set_undefined_reason(ReasonAgainst(pairs));
  correlation.set_coefficient(kUndefined);
  correlation.set_p(kUndefined);
  correlation.set_low(kUndefined);
  correlation.set_high(kUndefined);
  if (!correlation.undefined_reason().empty()) return correlation;
  const std::vector<double> x = ranks ? numeric::Ranks(pairs.x.values) : pairs.x.values;
  const std::vector<double> y = ranks ? numeric::Ranks(pairs.y.values) : pairs.y.values;
  correlation.set_coefficient(numeric::Pearson(x, y));
  numeric::RandomStream orders(options.seed, "correlation.orders");
  const numeric::CorrelationP p = numeric::CorrelationPValue(x, y, options.permutations, orders);
  correlation.set_p(p.p);
  correlation.set_p_exact(p.exact);
  numeric::RandomStream draws(options.seed, "correlation.draws");
  const numeric::CorrelationInterval interval =
      numeric::BootstrapCorrelation(ranks ? numeric::Spearman : numeric::Pearson, x, y,
                                    options.bootstrap_draws, options.level, draws);
  correlation.set_low(interval.low);
  correlation.set_high(interval.high);
  return correlation;
}

double LargestSize(const std::vector<double>& values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

}  // namespace

v1::ProfileCorrelation CorrelateSeries(const Series& profile, const Series& against,
                                       const CorrelationOptions& options) {
  v1::ProfileCorrelation result;
  result.set_profile(profile.name);
  result.set_against(against.name);
  Pairs raw{.x = {.name = profile.name}, .y = {.name = against.name}};
  Pairs differences{.x = {.name = absl::StrCat("the differences of ", profile.name)},
                    .y = {.name = absl::StrCat("the differences of ", against.name)}};
  const auto defined = [&](size_t l) {
    return std::isfinite(profile.values[l]) && std::isfinite(against.values[l]);
  };
  for (size_t l = 0; l < profile.values.size(); ++l) {
    if (!defined(l)) {
      result.add_left_out(static_cast<int32_t>(l));
      continue;
    }
    raw.Add(profile.values[l], against.values[l]);
    if (l > 0 && defined(l - 1)) {
      differences.Add(profile.values[l] - profile.values[l - 1],
                      against.values[l] - against.values[l - 1]);
    }
  }
  raw.x.scale = differences.x.scale = LargestSize(raw.x.values);
  raw.y.scale = differences.y.scale = LargestSize(raw.y.values);
  *result.mutable_spearman() = Correlate(raw, /*ranks=*/true, kNotAdjustedForDepth, options);
  *result.mutable_pearson() = Correlate(raw, /*ranks=*/false, kNotAdjustedForDepth, options);
  *result.mutable_spearman_of_differences() = Correlate(differences, /*ranks=*/true, "", options);
  *result.mutable_pearson_of_differences() = Correlate(differences, /*ranks=*/false, "", options);
  return result;
}

}  // namespace widthlab::pipeline
