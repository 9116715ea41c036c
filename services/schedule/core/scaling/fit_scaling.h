// Scaling laws of families of models, and at equal loss what one needs over the other.
//
//   ASSIGN_OR_RETURN(const v1::ScalingLawFits fits, FitScaling(request));
//
// Every family is fitted by itself, once for each variable that all its runs have. Intervals come
// from a bootstrap of relative residuals: fitted losses times one plus a residual drawn with
// replacement, scaled by sqrt(n / (n - p)) for the p numbers that were fitted, fitted again. Ratios
// take the same draws of both families. Draws without a curve are passed over and counted.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_FIT_SCALING_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_FIT_SCALING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/schedule/core/scaling/power_law.h"
#include "services/schedule/core/scaling/scaling_data.h"

namespace widthlab::schedule {

struct ScalingRules {
  PowerLawOptions law;
  int draws = 400;
  double level = 0.95;
  uint64_t seed = 0;
};

struct FittedValue {
  double value;
  double low;
  double high;
};

struct FittedCurve {
  std::string family;
  std::string variable;
  PowerLawFit fit;
  FittedValue irreducible, amplitude, exponent;
  int runs = 0;
  int sizes = 0;
  double least_loss = 0, most_loss = 0;
  std::vector<PowerLaw> draws;  // one for each bootstrap draw; amplitude NaN where it has no curve
};

struct FittedRatio {
  std::string family, baseline, variable;
  double loss = 0;
  FittedValue ratio;
  bool extrapolated = false;
  std::string undefined_reason;
};

struct ScalingFits {
  std::vector<FittedCurve> curves;
  std::vector<FittedRatio> ratios;
};

// INVALID_ARGUMENT naming the run ("families[1].runs[0].loss") or the number of sizes.
absl::StatusOr<ScalingFits> FitScaling(const std::vector<FamilyRuns>& families,
                                       const std::vector<double>& losses,
                                       const ScalingRules& rules);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SCALING_FIT_SCALING_H_
