// From a measured profile to the G_l of the solver.
//
//   Smoothing how;                                     // moving average over 3 layers
//   ASSIGN_OR_RETURN(std::vector<double> work, PrepareWork("work", {0, 3, 3}, how));
//   // averages over the neighbours that exist: 1.5, 2, 3; over their mean; at least 0.05
//
// Measured work may be 0 in a layer, and a sensitivity estimate may even be negative; the solver
// needs positive numbers, so both are floored at a share of their mean.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SMOOTHING_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SMOOTHING_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace widthlab::schedule {

enum class SmoothingKind {
  kNone,
  kMovingAverage,  // centred, over the layers of the window that exist
  kGaussian,       // weights exp(-distance^2 / (2 window^2)) over all layers
};

struct Smoothing {
  SmoothingKind kind = SmoothingKind::kMovingAverage;
  int64_t window = 3;         // layers, >= 1; odd for the moving average; sigma of the Gaussian
  double floor_share = 0.05;  // of the mean; in (0, 1]
};

// Smoothed, divided by its mean, floored. INVALID_ARGUMENT naming `field` for a NaN, an infinity,
// a negative value, or a profile that is 0 everywhere; naming window or work_floor for those.
absl::StatusOr<std::vector<double>> PrepareWork(std::string_view field,
                                                absl::Span<const double> values,
                                                const Smoothing& how);

// Divided by its mean and floored, not smoothed. Negative values are allowed, a mean that is not
// above 0 is not.
absl::StatusOr<std::vector<double>> PrepareSensitivity(std::string_view field,
                                                       absl::Span<const double> values,
                                                       double floor_share);

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_SOLVER_SMOOTHING_H_
