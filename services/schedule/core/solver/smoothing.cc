#include "services/schedule/core/solver/smoothing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::schedule {
namespace {

absl::Status CheckValues(std::string_view field, absl::Span<const double> values, double least,
                         std::string_view allowed) {
  if (values.empty()) return InvalidField(field, "empty", "a list with one entry a layer");
  for (size_t l = 0; l < values.size(); ++l) {
    if (!(std::isfinite(values[l]) && values[l] >= least)) {
      return InvalidField(absl::StrCat(std::string(field), "[", l, "]"), absl::StrCat(values[l]),
                          allowed);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckFloorShare(double share) {
  if (share > 0 && share <= 1) return absl::OkStatus();
  return InvalidField("work_floor", absl::StrCat(share), "in (0, 1]");
}

absl::Status CheckWindow(const Smoothing& how) {
  if (how.kind == SmoothingKind::kNone) return absl::OkStatus();
  if (how.window < 1) return InvalidField("window", absl::StrCat(how.window), "at least 1");
  if (how.kind == SmoothingKind::kMovingAverage && how.window % 2 == 0) {
    return InvalidField("window", absl::StrCat(how.window), "odd for a moving average");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<double>> OverMeanFloored(std::string_view field,
                                                    std::vector<double> values,
                                                    double floor_share) {
  // The largest magnitude goes first, so that the sum cannot overflow.
  double scale = 0;
  for (double v : values) scale = std::max(scale, std::abs(v));
  long double sum = 0;
  for (double v : values) sum += scale > 0 ? v / scale : 0;
  if (!(sum > 0)) {
    return InvalidFieldBecause(field, "must have a mean above 0; it says nothing otherwise");
  }
  const double mean = static_cast<double>(sum / values.size());
  for (double& v : values) v = std::max(v / scale / mean, floor_share);
  return values;
}

// Weight of a layer `distance` away; 0 outside the window.
double Weight(const Smoothing& how, size_t distance) {
  const double d = static_cast<double>(distance);
  switch (how.kind) {
    case SmoothingKind::kNone:
      return distance == 0 ? 1 : 0;
    case SmoothingKind::kMovingAverage:
      return 2 * d < static_cast<double>(how.window) ? 1 : 0;
    case SmoothingKind::kGaussian: {
      const double sigma = static_cast<double>(how.window);
      return std::exp(-0.5 * (d / sigma) * (d / sigma));
    }
  }
  return 0;
}

std::vector<double> Smoothed(absl::Span<const double> values, const Smoothing& how) {
  const size_t n = values.size();
  std::vector<double> weights(n);
  for (size_t d = 0; d < n; ++d) weights[d] = Weight(how, d);
  const size_t reach = std::find(weights.begin(), weights.end(), 0.0) - weights.begin();
  std::vector<double> smooth(n);
  for (size_t l = 0; l < n; ++l) {
    double sum = 0;
    double total = 0;
    const size_t end = std::min(n, l + reach);
    for (size_t k = l + 1 > reach ? l + 1 - reach : 0; k < end; ++k) {
      const double weight = weights[k > l ? k - l : l - k];
      sum += weight * values[k];
      total += weight;
    }
    smooth[l] = sum / total;
  }
  return smooth;
}

}  // namespace

absl::StatusOr<std::vector<double>> PrepareWork(std::string_view field,
                                                absl::Span<const double> values,
                                                const Smoothing& how) {
  RETURN_IF_ERROR(CheckValues(field, values, 0, "finite and at least 0"));
  RETURN_IF_ERROR(CheckFloorShare(how.floor_share));
  RETURN_IF_ERROR(CheckWindow(how));
  return OverMeanFloored(field, Smoothed(values, how), how.floor_share);
}

absl::StatusOr<std::vector<double>> PrepareSensitivity(std::string_view field,
                                                       absl::Span<const double> values,
                                                       double floor_share) {
  RETURN_IF_ERROR(CheckValues(field, values, -HUGE_VAL, "finite"));
  RETURN_IF_ERROR(CheckFloorShare(floor_share));
  return OverMeanFloored(field, std::vector<double>(values.begin(), values.end()), floor_share);
}

}  // namespace widthlab::schedule
