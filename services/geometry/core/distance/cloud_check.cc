#include "services/geometry/core/distance/cloud_check.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::geometry {

absl::Status CheckPoint(std::string_view name, int64_t row, const double* point, int64_t dimension,
                        bool need_direction) {
  bool zero = true;
  for (int64_t k = 0; k < dimension; ++k) {
    if (!std::isfinite(point[k])) {
      return InvalidField(absl::StrCat(std::string(name), "[", row, "][", k, "]"),
                          absl::StrCat(point[k]), "a finite number");
    }
    zero = zero && point[k] == 0;
  }
  if (zero && need_direction) {
    return InvalidField(absl::StrCat(std::string(name), "[", row, "]"), "a zero row",
                        "a row with a direction (spherical and hyperbolic geometry need one)");
  }
  return absl::OkStatus();
}

absl::Status CheckCloud(const CloudView& cloud, std::string_view name, bool need_directions) {
  std::vector<double> point(cloud.dimension());
  for (int64_t i = 0; i < cloud.points(); ++i) {
    cloud.CopyPoint(i, 1, point.data());
    RETURN_IF_ERROR(CheckPoint(name, i, point.data(), cloud.dimension(), need_directions));
  }
  return absl::OkStatus();
}

}  // namespace widthlab::geometry
