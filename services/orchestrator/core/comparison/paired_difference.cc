#include "services/orchestrator/core/comparison/paired_difference.h"

#include <cmath>
#include <limits>

#include "common/numeric/chi_squared.h"
#include "common/numeric/detectable_effect.h"
#include "common/numeric/holm.h"
#include "common/numeric/moments.h"
#include "common/numeric/student_t.h"

namespace widthlab::pipeline {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPower = 0.8;

void SetInterval(v1::Interval& interval, double low, double high) {
  interval.set_low(low);
  interval.set_high(high);
}

double PairedP(double mean, double standard_error, int degrees_of_freedom) {
  if (standard_error == 0) return mean == 0 ? 1 : 0;
  return numeric::StudentTTwoSidedP(mean / standard_error, degrees_of_freedom);
}

void LeaveUndefined(v1::PairedDifference& result) {
  result.set_standard_deviation(kNan);
  SetInterval(*result.mutable_standard_deviation_interval(), kNan, kNan);
  SetInterval(*result.mutable_interval(), kNan, kNan);
  result.set_p(kNan);
  result.set_minimum_detectable_effect(kNan);
  result.set_minimum_detectable_effect_adjusted(kNan);
}

void Test(const std::vector<double>& differences, const TestFamily& family,
          v1::PairedDifference& result) {
  const int n = static_cast<int>(differences.size());
  const double s = numeric::StandardDeviation(differences);
  const double standard_error = s / std::sqrt(n);
  result.set_standard_deviation(s);
  SetInterval(*result.mutable_standard_deviation_interval(),
              s * std::sqrt((n - 1) / numeric::ChiSquaredQuantile(0.975, n - 1)),
              s * std::sqrt((n - 1) / numeric::ChiSquaredQuantile(0.025, n - 1)));
  const double half_width = numeric::StudentTQuantile(1 - family.alpha / 2, n - 1) * standard_error;
  SetInterval(*result.mutable_interval(), result.mean() - half_width, result.mean() + half_width);
  result.set_p(PairedP(result.mean(), standard_error, n - 1));
  result.set_minimum_detectable_effect(s * numeric::DetectableEffect(n, family.alpha, kPower));
  result.set_minimum_detectable_effect_adjusted(
      s * numeric::DetectableEffect(n, family.alpha / family.arms, kPower));
}

}  // namespace

v1::PairedDifference PairDifferences(absl::Span<const double> baseline,
                                     absl::Span<const double> arm, const TestFamily& family) {
  v1::PairedDifference result;
  std::vector<double> differences;
  int better = 0;
  for (size_t i = 0; i < arm.size(); ++i) {
    differences.push_back(arm[i] - baseline[i]);
    result.add_differences(differences.back());
    better += differences.back() < 0;
  }
  result.set_mean(numeric::Mean(differences));
  result.set_better_count(better);
  result.set_adjusted_p(kNan);
  if (differences.size() < 2) {
    LeaveUndefined(result);
  } else {
    Test(differences, family, result);
  }
  return result;
}

void AdjustForFamily(absl::Span<v1::PairedDifference* const> differences) {
  std::vector<v1::PairedDifference*> tested;
  std::vector<double> p_values;
  for (v1::PairedDifference* difference : differences) {
    if (std::isnan(difference->p())) continue;
    tested.push_back(difference);
    p_values.push_back(difference->p());
  }
  const std::vector<double> adjusted = numeric::HolmAdjust(p_values);
  for (size_t i = 0; i < tested.size(); ++i) tested[i]->set_adjusted_p(adjusted[i]);
}

}  // namespace widthlab::pipeline
