#include "services/geometry/core/measure/scaled_pair.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/geometry/core/distance/cloud_check.h"

namespace widthlab::geometry {
namespace {

// Summed one after another: where vectors are used, the order of a sum, and so its last bits,
// depend on where in memory the row lies. Divided by the largest first, so that squares neither
// overflow nor vanish.
double NormOf(const OwnedCloud& cloud, int64_t row) {
  const double* values = cloud.values.data() + row * cloud.dimension;
  double largest = 0;
  for (int64_t k = 0; k < cloud.dimension; ++k) largest = std::max(largest, std::fabs(values[k]));
  if (largest == 0) return 0;
  double sum = 0;
  for (int64_t k = 0; k < cloud.dimension; ++k) {
    sum += (values[k] / largest) * (values[k] / largest);
  }
  return largest * std::sqrt(sum);
}

void ScaleRow(OwnedCloud& cloud, int64_t row, double factor) {
  double* values = cloud.values.data() + row * cloud.dimension;
  for (int64_t k = 0; k < cloud.dimension; ++k) values[k] *= factor;
}

// Of every row of X_l, to the norm it had in X_0.
std::vector<double> GrowthFactors(const OwnedCloud& first, const OwnedCloud& x) {
  std::vector<double> factors(static_cast<size_t>(x.points), 1);
  for (int64_t row = 0; row < x.points; ++row) {
    const double norm = NormOf(x, row);
    if (norm > 0) factors[static_cast<size_t>(row)] = NormOf(first, row) / norm;
  }
  return factors;
}

// What scaling made of clouds that were as they should be.
absl::Status CheckScaled(const v1::MeasureSpec& spec, const ScaledPair& pair,
                         bool need_directions) {
  absl::Status status = CheckCloud(pair.x.View(), LayerClouds::kIn, need_directions);
  if (status.ok()) status = CheckCloud(pair.y.View(), LayerClouds::kOut, need_directions);
  if (status.ok()) return status;
  if (spec.state_factor() == 1) {
    return InvalidField("remove_norm_growth", "true",
                        absl::StrCat("false: with it ", std::string(status.message())));
  }
  return InvalidField("state_factor", absl::StrCat(spec.state_factor()),
                      absl::StrCat("nearer to 1: with it ", std::string(status.message())));
}

}  // namespace

absl::StatusOr<ScaledPair> ReadScaledPair(const LayerClouds& clouds, const v1::MeasureSpec& spec,
                                          int64_t layer, int64_t subsample, bool need_directions) {
  ScaledPair pair;
  ASSIGN_OR_RETURN(pair.x,
                   clouds.ReadSubsample(LayerClouds::kIn, layer, subsample, need_directions));
  ASSIGN_OR_RETURN(pair.y,
                   clouds.ReadSubsample(LayerClouds::kOut, layer, subsample, need_directions));
  if (spec.state_factor() == 1 && !spec.remove_norm_growth()) return pair;
  std::vector<double> factors(static_cast<size_t>(pair.x.points), 1);
  if (spec.remove_norm_growth()) {
    ASSIGN_OR_RETURN(const OwnedCloud first,
                     clouds.ReadSubsample(LayerClouds::kIn, 0, subsample, need_directions));
    factors = GrowthFactors(first, pair.x);
  }
  for (int64_t row = 0; row < pair.x.points; ++row) {
    const double factor = factors[static_cast<size_t>(row)] * spec.state_factor();
    ScaleRow(pair.x, row, factor);
    ScaleRow(pair.y, row, factor);
  }
  RETURN_IF_ERROR(CheckScaled(spec, pair, need_directions));
  return pair;
}

}  // namespace widthlab::geometry
